"""Types that are read from a single JSON value: numbers, strings, dates, enums and literals."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime, time, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any
from uuid import UUID

from kumiki._errors import KumikiError
from kumiki._forms import (
    ALL,
    AS_IS,
    BOOLEAN,
    INTEGER,
    LACKING,
    LOOSE,
    MISFIT,
    NONE,
    NULL,
    NUMBER,
    OBJECT,
    TEXT,
    Form,
    Loss,
    Read,
    Seen,
    Unreadable,
    kind_of,
    misfit,
    unknown_case,
)

Write = Callable[[Any], Any]

_SCALARS: dict[Any, tuple[frozenset[int], str]] = {
    type(None): (frozenset({NULL}), "null"),
    bool: (frozenset({BOOLEAN}), "true or false"),
    int: (frozenset({INTEGER}), "an integer"),
    float: (frozenset({INTEGER, NUMBER}), "a number"),
    str: (frozenset({TEXT}), "a text"),
}


def _decimal(value: Any) -> Decimal:
    try:
        return Decimal(str(value))
    except InvalidOperation as reason:
        raise ValueError from reason


def _seconds(value: float) -> timedelta:
    return timedelta(seconds=value)


# For each type: the type of its JSON value, a function that makes it, its name in messages, a function that writes it.
MADE: dict[Any, tuple[Any, Callable[[Any], Any], str, Write]] = {
    UUID: (str, UUID, "a UUID", str),
    datetime: (str, datetime.fromisoformat, "a date and time in ISO 8601", datetime.isoformat),
    date: (str, date.fromisoformat, "a date in ISO 8601", date.isoformat),
    time: (str, time.fromisoformat, "a time in ISO 8601", time.isoformat),
    timedelta: (float, _seconds, "a number of seconds", timedelta.total_seconds),
    Decimal: (str, _decimal, "a decimal number as a string", str),
}
"""Types with a built-in conversion to one JSON value, here and in `json_encoder`."""


def fill_any(form: Form) -> None:
    form.fill(lambda value: value, ALL, ["any value"], lambda value, seen: LOOSE, AS_IS)


def fill_scalar(form: Form, type: Any) -> bool:
    """Fills the form of a scalar, or of a class derived from one. False for any other type."""
    base = next((each for each in getattr(type, "__mro__", ()) if each in _SCALARS), None)
    if base is None:
        return False
    kinds, name = _SCALARS[base]
    read = _exactly(base, name)
    if base is type:
        form.fill(read, kinds, [name], lambda value, seen: NONE, {float, int} if base is float else {base})
    else:
        form.fill(lambda value: type(read(value)), kinds, [name])
    return True


def _exactly(kind: Any, expected: str) -> Read:
    """Reads a scalar as it is. In JSON, true is not a number. An integer is also accepted as a float."""
    if kind is float:

        def read_number(value: Any) -> Any:
            if type(value) is float or type(value) is int:
                return value
            raise misfit(value, expected)

        return read_number

    def read(value: Any) -> Any:
        if type(value) is kind:
            return value
        raise misfit(value, expected)

    return read


def fill_made(form: Form, type: Any) -> None:
    """Fills the form of a type whose values are made from a string or a number."""
    scalar, make, expected, write = MADE[type]
    kinds, name = _SCALARS[scalar]
    read_scalar = _exactly(scalar, name)

    def read(value: Any) -> Any:
        try:
            return make(read_scalar(value))
        except (KumikiError, ValueError, OverflowError):
            raise misfit(value, expected) from None

    def lose(value: Any, seen: Seen) -> Loss:
        try:
            return NONE if write(read(value)) == value else LACKING
        except KumikiError:
            return MISFIT

    form.fill(read, kinds, [expected], lose)


def fill_decoded(form: Form, type: Any, decode: Callable[[Any], Any]) -> None:
    """Fills the form of a type that a function of the program reads."""
    expected = f"a value of type {type.__name__}"

    def read(value: Any) -> Any:
        try:
            return decode(value)
        except (ValueError, TypeError, LookupError, ArithmeticError) as reason:
            raise misfit(value, f"{expected} ({reason})") from reason

    form.fill(read, ALL, [expected])


# ------------------------------------------------------------------- enums and literals


def _key(value: Any) -> tuple[Any, ...]:
    """A key that differs for 1, 1.0 and true, which are equal in Python."""
    return (type(value) is bool, type(value) is float, value)


def _constants(values: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """Constants by their JSON values."""
    found: dict[Any, Any] = {}
    for json, constant in values:
        found.setdefault(_key(json), constant)
        if type(json) is float and json.is_integer():
            found.setdefault(_key(int(json)), constant)
    return found


def _json_of(value: Any) -> Any:
    """The JSON value of a constant. For a member of an enum: its value; for a derived type: the base type's."""
    if isinstance(value, enum.Enum):
        value = value.value
    for base in (bool, int, float, str):
        if isinstance(value, base):
            return base(value)
    if value is not None:
        raise Unreadable("", f"{value!r:.100} is not a constant of JSON: use a string or a number")
    return None


def fill_enum(form: Form, type: Any) -> None:
    """Fills the form of an enum, whose members are written as their values."""
    written = [(_json_of(each), each) for each in type.__members__.values()]
    table = _constants(written)
    kinds = frozenset(kind_of(each) for each, _ in written)
    if NUMBER in kinds:
        kinds |= {INTEGER}
    names = list(dict.fromkeys(str(each) for each, _ in written))
    expected = "one of " + ", ".join(names)
    is_flag = issubclass(type, enum.Flag)
    # An enum may make members from other values itself, and a Flag makes combinations.
    makes = is_flag or "_missing_" in vars(type)

    def read(value: Any) -> Any:
        try:
            return table[_key(value)]
        except (KeyError, TypeError):
            pass
        if makes and kind_of(value) in kinds:
            try:
                return type(value)
            except (ValueError, TypeError):
                pass
        raise misfit(value, expected)

    form.fill(read, kinds | {INTEGER} if is_flag else ALL if makes else kinds, names)


def fill_literal(form: Form, constants: tuple[Any, ...]) -> None:
    """Fills the form of a Literal. A case without payload may also be {"on": null} or {"on": {}}."""
    written = [(_json_of(each), each) for each in constants]
    table = _constants(written)
    kinds = {kind_of(each) for each, _ in written}
    kinds |= {OBJECT} if TEXT in kinds else set()
    names = [str(each) for each, _ in written]
    expected = "one of " + ", ".join(names)

    texts = {json: each for json, each in written if type(json) is str}

    def read(value: Any) -> Any:
        if type(value) is str and value in texts:
            return texts[value]
        name = value
        if isinstance(value, Mapping) and len(value) == 1:
            case, payload = next(iter(value.items()))
            name = value if has_payload(payload) else case
        try:
            return table[_key(name)]
        except (KeyError, TypeError):
            raise unknown_case(value, expected) from None

    form.fill(read, frozenset(kinds), names)


def has_payload(value: Any) -> bool:
    """Whether a case has a payload. null and {} do not count as a payload."""
    return value is not None and value != {}
