"""How JSON is read as a type: the forms that types are compiled to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from kumiki._errors import KumikiError, Status

Read = Callable[[Any], Any]
"""Makes a value of a type from JSON, or raises KumikiError DECODE with the path."""

NULL, BOOLEAN, INTEGER, NUMBER, TEXT, ARRAY, OBJECT = range(7)
ALL = frozenset(range(7))

_KINDS: dict[type, int] = {
    type(None): NULL,
    bool: BOOLEAN,
    int: INTEGER,
    float: NUMBER,
    str: TEXT,
    list: ARRAY,
    dict: OBJECT,
}


AS_IS = frozenset(_KINDS)
"""The types of plain JSON values."""


def kind_of(value: Any) -> int:
    """The kind of a JSON value. Tuples and views count as arrays and objects."""
    kind = _KINDS.get(type(value))
    if kind is None:
        kind = OBJECT if isinstance(value, Mapping) else ARRAY if is_array(value) else TEXT
    return kind


def as_is_in_each(members: list[Form]) -> frozenset[type]:
    """The types of values that every member which may match them returns unchanged."""
    types = frozenset[type]().union(*(each.as_is for each in members))
    return frozenset(
        type
        for type in types
        if all(type in each.as_is or _KINDS[type] not in each.kinds for each in members)
    )


def is_array(value: Any) -> bool:
    return isinstance(value, list) or (isinstance(value, Sequence) and not isinstance(value, str))


class Loss(NamedTuple):
    """What is lost when a value is read as a type. A union takes the member that loses least."""

    misfits: float = 0
    """Parts that cannot be read."""
    left_out: float = 0
    """Members of objects that the type does not have."""
    loose: float = 0
    """Parts whose type accepts anything: in a dict, or Any."""
    lacking: float = 0
    """Members of the type that the value does not have."""

    def plus(self, other: Loss) -> Loss:
        return Loss(*map(sum, zip(self, other)))


NONE, MISFIT, LOOSE, LACKING = Loss(), Loss(misfits=1), Loss(loose=1), Loss(lacking=1)

Seen = dict[tuple[int, int], Loss]
"""Losses of unions that were computed already, by the identities of form and value."""


class Form:
    """A compiled type. It is filled after it was made, because a type may contain itself."""

    __slots__ = ("as_is", "kinds", "lose", "names", "read")

    def __init__(self) -> None:
        self.read: Read = _unfilled
        self.kinds: frozenset[int] = ALL
        """The kinds of JSON values that may match."""
        self.as_is: frozenset[type] = frozenset()
        """Python types whose values `read` returns unchanged, so that a call of it can be saved."""
        self.names: list[str] = ["an object"]
        """The names of the type in a message that lists the expected types."""
        self.lose: Callable[[Any, Seen], Loss] = self._lose_by_reading

    def fill(
        self,
        read: Read,
        kinds: frozenset[int],
        names: list[str],
        lose: Callable[[Any, Seen], Loss] | None = None,
        as_is: Iterable[type] = (),
    ) -> None:
        self.read, self.kinds, self.names = read, kinds, names
        self.lose, self.as_is = lose or self.lose, frozenset(as_is)

    def as_part(self) -> Read:
        """The function that reads a part. Until the form is filled, the lookup is deferred."""
        return self.read if self.read is not _unfilled else lambda value: self.read(value)

    def loss(self, value: Any, seen: Seen) -> Loss:
        return self.lose(value, seen) if kind_of(value) in self.kinds else MISFIT

    def _lose_by_reading(self, value: Any, seen: Seen) -> Loss:
        try:
            self.read(value)
        except KumikiError:
            return MISFIT
        return NONE


def _unfilled(value: Any) -> Any:
    raise NotImplementedError


def misfit(value: Any, expected: str) -> KumikiError:
    return KumikiError(Status.DECODE, f"found {value!r:.100}, expected {expected}")


def unknown_case(value: Any, expected: str) -> KumikiError:
    """A mismatch where cases were expected. The value may be a case that another type has."""
    error = misfit(value, expected)
    error._is_unknown_case = isinstance(value, str) or (
        isinstance(value, Mapping) and len(value) == 1
    )
    return error


def inside(error: KumikiError, step: str) -> KumikiError:
    """The same error, with a step added at the start of its path."""
    made = KumikiError(error.status, error.message, step + error.path, error.position)
    made._is_unknown_case = error._is_unknown_case
    return made


def step(name: str | int) -> str:
    return "/" + str(name).replace("~", "~0").replace("/", "~1")


class Unreadable(TypeError):
    """A type with a part that cannot be read from JSON, and the path of the part."""

    def __init__(self, path: str, reason: str) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path or 'the value'}: {reason}")


Build = Callable[[Any, str], Form]
"""Compiles the type of a part, given the step to the part."""
