"""Types that are read from arrays and objects of any size: lists, tuples, dicts."""

from __future__ import annotations

import collections
import collections.abc as abstract
import typing
from collections.abc import Callable, Mapping
from typing import Any

from kumiki._errors import KumikiError
from kumiki._forms import (
    ARRAY,
    BOOLEAN,
    INTEGER,
    LOOSE,
    MISFIT,
    NONE,
    NULL,
    NUMBER,
    OBJECT,
    TEXT,
    Build,
    Form,
    Loss,
    Read,
    Seen,
    Unreadable,
    inside,
    is_array,
    misfit,
    step,
)

ARRAYS: dict[Any, Callable[[list[Any]], Any] | None] = {
    list: None,
    abstract.Sequence: None,
    abstract.MutableSequence: None,
    abstract.Collection: None,
    abstract.Iterable: None,
    collections.deque: collections.deque,
    set: set,
    abstract.Set: set,
    abstract.MutableSet: set,
    frozenset: frozenset,
}
"""The types that are read from arrays of any length, and how each is made from a list."""

OBJECTS: dict[Any, Callable[[dict[Any, Any]], Any] | None] = {
    dict: None,
    abstract.Mapping: None,
    abstract.MutableMapping: None,
    collections.OrderedDict: collections.OrderedDict,
}
"""The types that are read from objects with any members, and how each is made from a dict."""


def fill_array(form: Form, make: Callable[[list[Any]], Any] | None, inner: Any, build: Build) -> None:
    form.kinds = frozenset({ARRAY})
    part = build(inner, "/-")
    read_one, as_is = part.as_part(), part.as_is

    def read(value: Any) -> list[Any]:
        if type(value) is not list and not is_array(value):
            raise misfit(value, "a list")
        found: list[Any] = []
        append = found.append
        try:
            for each in value:
                append(each if type(each) in as_is else read_one(each))
        except KumikiError as error:
            raise inside(error, step(len(found))) from None
        return found

    def read_made(value: Any) -> Any:
        found = read(value)
        assert make is not None
        try:
            return make(found)
        except TypeError as reason:  # a set of unhashable values
            raise misfit(value, f"values that Python can put into a set ({reason})") from None

    def lose(value: Any, seen: Seen) -> Loss:
        return _sum(part.loss(each, seen) for each in value)

    form.fill(read if make is None else read_made, frozenset({ARRAY}), ["a list"], lose)


def fill_tuple(
    form: Form,
    parts: list[Any],
    build: Build,
    needed: int | None = None,
    make: Callable[..., Any] | None = None,
) -> None:
    """Fills the form of a tuple of fixed length, or of a NamedTuple whose last members have defaults."""
    form.kinds = frozenset({ARRAY})
    forms = [build(each, step(index)) for index, each in enumerate(parts)]
    readers = [each.as_part() for each in forms]
    most = len(parts)
    least = most if needed is None else needed
    length = f"{most}" if least == most else f"{least} to {most}"
    expected = f"a list of length {length}"

    def read(value: Any) -> Any:
        if not is_array(value) or not least <= len(value) <= most:
            raise misfit(value, expected)
        found: list[Any] = []
        try:
            for read_one, each in zip(readers, value):
                found.append(read_one(each))
        except KumikiError as error:
            raise inside(error, step(len(found))) from None
        return tuple(found) if make is None else make(*found)

    def lose(value: Any, seen: Seen) -> Loss:
        if not least <= len(value) <= most:
            return MISFIT
        lost = _sum(each.loss(part, seen) for each, part in zip(forms, value))
        return lost.plus(Loss(lacking=most - len(value)))

    form.fill(read, frozenset({ARRAY}), [expected], lose)


def fill_object(
    form: Form, make: Callable[[dict[Any, Any]], Any] | None, key: Any, inner: Any, build: Build
) -> None:
    form.kinds = frozenset({OBJECT})
    part = build(inner, "/*")
    read_one, read_key = part.as_part(), _key_reader(key, build(key, "/*"))

    def read(value: Any) -> Any:
        if type(value) is not dict and not isinstance(value, Mapping):
            raise misfit(value, "an object")
        found, name = {}, ""
        try:
            for name, each in value.items():
                found[name if read_key is None else read_key(name)] = read_one(each)
        except KumikiError as error:
            raise inside(error, step(name)) from None
        return found if make is None else make(found)

    def lose(value: Any, seen: Seen) -> Loss:
        if read_key is not None and not all(_fits(read_key, name) for name in value):
            return MISFIT
        return _sum(part.loss(each, seen) for each in value.values()).plus(LOOSE)

    form.fill(read, frozenset({OBJECT}), ["an object"], lose)


def _fits(read: Read, value: Any) -> bool:
    try:
        read(value)
    except KumikiError:
        return False
    return True


def _sum(losses: typing.Iterable[Loss]) -> Loss:
    total = NONE
    for each in losses:
        total = total.plus(each)
    return total


# -------------------------------------------------------------------------------- keys


def _integer(text: str) -> Any:
    number = int(text)
    return number if str(number) == text else None


_FROM_KEYS: dict[int, Callable[[str], Any]] = {
    INTEGER: _integer,
    NUMBER: float,
    BOOLEAN: {"true": True, "false": False}.__getitem__,
    NULL: {"null": None}.__getitem__,
}
"""Functions that convert a key back to the number, boolean or null that it was written for."""


def _key_reader(type: Any, form: Form) -> Read | None:
    """A function that reads the keys of a dict. None if they stay strings."""
    if type in (str, Any, object):
        return None
    kinds = form.kinds - {OBJECT}
    if kinds == {TEXT}:
        return _named("found the key ", form.read)
    kind = NUMBER if kinds == {INTEGER, NUMBER} else next(iter(kinds)) if len(kinds) == 1 else None
    if kind not in _FROM_KEYS:
        raise Unreadable("", f"the keys of objects are texts, which are not read as {type!r}")
    scalar, expected = _FROM_KEYS[kind], ", ".join(form.names)

    def read(name: str) -> Any:
        try:
            value = scalar(name)
        except (ValueError, KeyError):
            value = None if kind != NULL else name
        if value is None and kind != NULL:
            raise misfit(name, f"a key that is {expected}")
        return form.read(value)

    return _named("found the key ", read)


def _named(what: str, read: Read) -> Read:
    def read_named(name: str) -> Any:
        try:
            return read(name)
        except KumikiError as error:
            raise KumikiError(error.status, what + error.message.removeprefix("found ")) from None

    return read_named
