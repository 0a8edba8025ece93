"""Actions: enum cases as JSON, such as "increment", {"add": 3} and {"child": "increment"}."""

from __future__ import annotations

import functools
from typing import Any, overload

from kumiki._errors import KumikiError, Status
from kumiki._handles import Value
from kumiki._json import JSON, from_json, lent, new_json
from kumiki._library import NULL, ffi, lib, utf8

unread: Any = object()
_retain = lib.kmk_json_retain


class Action(Value):
    """An action as a reducer receives it. Immutable; you may keep it.

    `value` is the action as plain JSON, for `match`:

        match action.value:
            case "increment": ...
            case {"add": number}: ...

    `is_case`, `payload` and `element` read it by case path, without a conversion of the whole action.
    """

    __slots__ = ("_json", "_value")
    __match_args__ = ("value",)

    def __init__(self, value: JSON | Action) -> None:
        made = lib.kmk_json_retain(value._json) if isinstance(value, Action) else new_json(value)
        self._json: Any = ffi.gc(made, lib.kmk_json_release)
        self._value: Any = unread

    def _keep(self) -> None:
        """Takes a reference to the borrowed json_t *."""
        self._json = ffi.gc(lib.kmk_json_retain(self._json), lib.kmk_json_release)

    @classmethod
    def _of(cls, pointer: Any) -> Action:
        """An action that takes over our reference to a json_t *."""
        made = cls.__new__(cls)
        made._json = ffi.gc(pointer, lib.kmk_json_release)
        made._value = unread
        return made

    @property
    def value(self) -> Any:
        """The action as plain JSON. It is converted once and cached: do not change it."""
        if self._value is unread:
            self._value = from_json(self._json)
        return self._value

    def is_case(self, case_path: str) -> bool:
        """Whether the action is the case that a case path names, with or without a payload."""
        return bool(lib.kmk_action_is(self._json, utf8(case_path)))

    def payload(self, case_path: str) -> Any:
        """The payload of the named case. None if the case has no payload, or if the action is another case."""
        return from_json(lib.kmk_action_payload(self._json, utf8(case_path)))

    @overload
    def element(self, case_path: str) -> tuple[Any, Action] | None: ...
    @overload
    def element(self, case_path: str, inner: str) -> Any: ...

    def element(self, case_path: str, inner: str | None = None) -> Any:
        """The id and the inner action of an action for a row or for an element of a navigation path.

        None for any other action. With `inner`, the case path of an inner action, the method returns
        only the id, or None if the inner action is not that case:

            if (id := action.element("rows", "remove")) is not None: ...
        """
        where = ffi.new("const json_t **")
        found = lib.kmk_action_element(self._json, utf8(case_path), where)
        if found == NULL:
            return None
        action = Action._of(lib.kmk_json_retain(found))
        if inner is not None and not action.is_case(inner):
            return None
        identity = from_json(where[0])
        return (identity, action) if inner is None else identity

    def __reduce__(self) -> tuple[Any, ...]:
        return Action, (self.value,)

    def __eq__(self, other: object) -> bool:
        return bool(self.value == (other.value if isinstance(other, Action) else other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Action({self.value!r})"


def action_at(case_path: str, payload: JSON = None, *, id: JSON = None) -> Action:
    """Builds the action that `Action.is_case` reads with the same case path.

        action_at("destination.dismiss")             {"destination": "dismiss"}
        action_at("child.setCount", 3)               {"child": {"setCount": 3}}

    With an id, the payload is the action for the row, or the path element, with that id:

        action_at("rows", "toggle", id="a")          {"rows": {"element": {"id": "a", ...}}}
    """
    if id is not None:
        identity = ffi.gc(new_json(id), lib.kmk_json_release)
        made = lib.kmk_action_element_at_new(utf8(case_path), identity, new_json(payload))
    else:
        made = lib.kmk_action_at_new(
            utf8(case_path), NULL if payload is None else new_json(payload)
        )
    if made == NULL:
        raise KumikiError(Status.INVALID_ARGUMENT, f"{case_path!r} is not a case path")
    return Action._of(made)


AnyAction = Action | JSON
"""The type of parameters that accept an action: plain JSON, or an `Action`."""


def new_action(value: AnyAction) -> Any:
    """A new reference to an action's json_t *, to release or to pass to a function that steals it."""
    if type(value) is str:
        return _retain(_named(value))
    return _retain(value._json) if isinstance(value, Action) else new_json(value)


@functools.lru_cache(maxsize=4096)
def _named(case: str) -> Any:
    """A case without payload. Cached, because a program sends the same few cases all the time."""
    return lent(case)


def lent_action(value: AnyAction) -> Any:
    """An action's json_t *, for functions that borrow."""
    if isinstance(value, Action):
        return value._json
    return ffi.gc(new_json(value), lib.kmk_json_release)
