"""Actions: enum cases as JSON, such as "increment", {"add": 3} and {"child": "increment"}."""

from __future__ import annotations

from typing import Any, overload

from kumiki._errors import KumikiError, Status
from kumiki._handles import Value
from kumiki._json import JSON, from_json, new_json
from kumiki._library import NULL, ffi, lib, utf8

_unread: Any = object()


class Action(Value):
    """An action as a reducer is handed it. Immutable; it may be kept.

    `value` is the action as plain JSON, for `match`:

        match action.value:
            case "increment": ...
            case {"add": number}: ...

    `is_case`, `payload` and `element` read it by case path, in the library.
    """

    __slots__ = ("_json", "_value")
    __match_args__ = ("value",)

    def __init__(self, value: JSON | Action) -> None:
        made = lib.kmk_json_retain(value._json) if isinstance(value, Action) else new_json(value)
        self._json: Any = ffi.gc(made, lib.kmk_json_release)
        self._value: Any = _unread

    @classmethod
    def _lent(cls, pointer: Any) -> Action:
        """An action of a json_t * that is lent for a call, at whose end it is let go or kept."""
        made = cls.__new__(cls)
        made._json = pointer
        made._value = _unread
        return made

    def _keep(self) -> None:
        """Keeps what was lent."""
        self._json = ffi.gc(lib.kmk_json_retain(self._json), lib.kmk_json_release)

    @classmethod
    def _of(cls, pointer: Any) -> Action:
        """An action of a json_t * of ours, which it takes over."""
        made = cls.__new__(cls)
        made._json = ffi.gc(pointer, lib.kmk_json_release)
        made._value = _unread
        return made

    @property
    def value(self) -> Any:
        """The action as plain JSON. Made once; do not change it."""
        if self._value is _unread:
            self._value = from_json(self._json)
        return self._value

    def is_case(self, case_path: str) -> bool:
        """Whether it is the case that a case path names, with or without a payload."""
        return bool(lib.kmk_action_is(self._json, utf8(case_path)))

    def payload(self, case_path: str) -> Any:
        """The payload of the named case; None where it has none, and where it is another case."""
        return from_json(lib.kmk_action_payload(self._json, utf8(case_path)))

    @overload
    def element(self, case_path: str) -> tuple[Any, Action] | None: ...
    @overload
    def element(self, case_path: str, inner: str) -> Any: ...

    def element(self, case_path: str, inner: str | None = None) -> Any:
        """The id and the action of a row's or of a path element's action; None of any other.

        With the case path of an inner action, the id alone if it is that action:

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

    With an id, the payload is an action, and the result one of a row or of a path's element:

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
        raise KumikiError(Status.INVALID_ARGUMENT, f"{case_path!r} is no case path")
    return Action._of(made)


AnyAction = Action | JSON
"""What is taken where an action is: plain JSON, or an `Action`."""


def new_action(value: AnyAction) -> Any:
    """A json_t * of an action, ours: to be released, or handed to a function that steals it."""
    return lib.kmk_json_retain(value._json) if isinstance(value, Action) else new_json(value)


def lent_action(value: AnyAction) -> Any:
    """A json_t * of an action for functions that borrow."""
    if isinstance(value, Action):
        return value._json
    return ffi.gc(new_json(value), lib.kmk_json_release)
