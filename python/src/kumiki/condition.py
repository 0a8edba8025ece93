"""Conditions as data: which rows a list shows, which rows a write changes, which states are right."""

from __future__ import annotations

from collections.abc import Mapping

from kumiki._errors import new_error, required
from kumiki._handles import Value
from kumiki._json import JSON, lent
from kumiki._library import ffi, lib


class Condition(Value):
    """A condition, made of JSON; docs/lists.md and kumiki/condition.h describe it.

        unread = Condition({"at": "/isRead", "equals": False})
        unread.holds({"isRead": False})

    `List`, `State.set_rows` and `State.remove_rows` take a Condition or its JSON. Immutable; any thread
    may use it. Raises INVALID_ARGUMENT for JSON that is not a condition; the error's `path` is the place.
    """

    __slots__ = ("_handle", "__weakref__")

    def __init__(self, description: Mapping[str, JSON]) -> None:
        error = new_error()
        made = lib.kmk_condition_new(lent(description), error)
        self._handle = ffi.gc(required(made, error), lib.kmk_condition_free)

    def holds(self, value: JSON, whole: JSON = None) -> bool:
        """Whether the condition holds for a value. "place" reads `whole`."""
        return bool(lib.kmk_condition_holds(self._handle, lent(value), lent(whole)))


Where = Condition | Mapping[str, JSON]


def condition_of(where: Where) -> Condition:
    """A condition itself, or made of its JSON."""
    return where if isinstance(where, Condition) else Condition(where)
