"""Values of types, read from JSON."""

from __future__ import annotations

import dataclasses
import functools
import json
import math
import types as kinds
import typing
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, Literal, Union
from uuid import UUID

from kumiki._cases import Case, is_single, json_names, name_of
from kumiki._errors import KumikiError, Status

Read = Callable[[Any], Any]
"""Makes a value of a type of JSON, or raises KumikiError DECODE with the place."""


def reader(type: Any) -> Read:
    """A function that makes a value of a type of JSON.

    Known are None, bool, int, float, str, Any, list, dict with text, Literal, unions, dataclasses,
    `Case`, and models of pydantic; UUID, datetime, date, time and timedelta as they are written. What
    is missing gets its default; other members are left out. Another type is a TypeError.
    """
    try:
        return _reader(type)
    except TypeError:  # a type that has no hash
        return _made(type)


@functools.cache
def _reader(type: Any) -> Read:
    return _made(type)


def _made(type: Any) -> Read:
    origin, arguments = typing.get_origin(type), typing.get_args(type)
    if type is Any:
        return lambda value: value
    if type is None or type is kinds.NoneType:
        return _scalar(kinds.NoneType, "null")
    if type in _SCALARS:
        return _scalar(*_SCALARS[type])
    if type in _MADE:
        return _made_of(*_MADE[type])
    if origin is Literal:
        return _literal(arguments)
    if origin in (list, Sequence):
        return _list(arguments[0])
    if origin in (dict, Mapping):
        return _dict(arguments[1])
    if origin in (Union, kinds.UnionType):
        return _union(arguments)
    if isinstance(type, builtin_type):
        if issubclass(type, Case):
            return _union((type,))
        if dataclasses.is_dataclass(type):
            return _object(type)
        if hasattr(type, "model_validate"):
            return _model(type)
    raise TypeError(f"{type!r} is no type that JSON is read as")


builtin_type = type

_SCALARS: dict[Any, tuple[Any, str]] = {
    bool: (bool, "true or false"),
    int: (int, "an integer"),
    float: ((int, float), "a number"),
    str: (str, "a text"),
}


# What a value is made of, and how it is called; as json_encoder has them written.
_MADE: dict[Any, tuple[Any, Callable[[Any], Any], str]] = {
    UUID: (str, UUID, "a UUID"),
    datetime: (str, datetime.fromisoformat, "a date and time in ISO 8601"),
    date: (str, date.fromisoformat, "a date in ISO 8601"),
    time: (str, time.fromisoformat, "a time in ISO 8601"),
    timedelta: (float, lambda seconds: timedelta(seconds=seconds), "a number of seconds"),
}


def _misfit(value: Any, expected: str) -> KumikiError:
    return KumikiError(Status.DECODE, f"found {value!r:.100}, expected {expected}")


def inside(error: KumikiError, step: str) -> KumikiError:
    """An error whose path begins further out."""
    return KumikiError(error.status, error.message, step + error.path, error.position)


def _step(name: str | int) -> str:
    return "/" + str(name).replace("~", "~0").replace("/", "~1")


def _scalar(type: Any, expected: str) -> Read:
    def read(value: Any) -> Any:
        if isinstance(value, type) and (type is bool or not isinstance(value, bool)):
            return value
        raise _misfit(value, expected)

    return read


def _made_of(scalar: Any, make: Callable[[Any], Any], expected: str) -> Read:
    """A type whose values are made of a text or of a number."""
    read_scalar = _scalar(*_SCALARS[scalar])

    def read(value: Any) -> Any:
        try:
            return make(read_scalar(value))
        except (KumikiError, ValueError, OverflowError):
            raise _misfit(value, expected) from None

    return read


def _has_payload(value: Any) -> bool:
    """Whether a case has one: null and {} are none."""
    return value is not None and value != {}


def _literal(names: tuple[Any, ...]) -> Read:
    expected = "one of " + ", ".join(map(str, names))
    # 1, 1.0 and true are equal in Python.
    kinds = (bool, float)

    def read(value: Any) -> Any:
        name = value
        # A case without payload may also be {"on": null}, or {"on": {}}.
        if isinstance(value, Mapping) and len(value) == 1:
            case, payload = next(iter(value.items()))
            name = value if _has_payload(payload) else case
        for each in names:
            if name == each and all(isinstance(name, it) == isinstance(each, it) for it in kinds):
                return name
        raise _misfit(value, expected)

    return read


def _list(inner: Any) -> Read:
    read_one = _Later(inner)

    def read(value: Any) -> Any:
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise _misfit(value, "a list")
        return [read_one(_step(index), each) for index, each in enumerate(value)]

    return read


def _dict(inner: Any) -> Read:
    read_one = _Later(inner)

    def read(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise _misfit(value, "an object")
        return {name: read_one(_step(name), each) for name, each in value.items()}

    return read


class _Later:
    """The reader of a part, made when it is first needed: a type may be in itself."""

    __slots__ = ("_type", "_read")

    def __init__(self, type: Any) -> None:
        self._type = type
        self._read: Read | None = None

    def __call__(self, step: str, value: Any) -> Any:
        if self._read is None:
            try:
                self._read = reader(self._type)
            except TypeError as reason:
                raise UnreadableType(step, reason) from reason
        try:
            return self._read(value)
        except KumikiError as error:
            raise inside(error, step) from None
        except UnreadableType as error:
            raise UnreadableType(step + error.path, error.reason) from error.reason


class UnreadableType(TypeError):
    """A part of a type that no JSON is read as, with its place."""

    def __init__(self, path: str, reason: TypeError) -> None:
        self.path = path
        self.reason = reason
        super().__init__(f"{path or 'the value'}: {reason}")


_NOTHING: Any = object()


class _Part(typing.NamedTuple):
    """A field of a dataclass."""

    attribute: str
    name: str
    """In JSON."""
    read: _Later
    may_be_missing: bool
    is_given: bool
    """Whether the class is called with it. One that is not is set afterwards."""


def _parts(type: Any) -> list[_Part]:
    hints = typing.get_type_hints(type)
    fields = {each.name: each for each in dataclasses.fields(type)}
    return [
        _Part(attribute, name, _Later(hints[attribute]), _is_optional(fields[attribute]),
              fields[attribute].init)
        for attribute, name in json_names(type)
    ]


def _is_optional(field: dataclasses.Field[Any]) -> bool:
    missing = dataclasses.MISSING
    has_default = field.default is not missing or field.default_factory is not missing
    return has_default or not field.init


def _object(type: Any) -> Read:
    parts = _parts(type)

    def read(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise _misfit(value, "an object")
        given: dict[str, Any] = {}
        set_later: dict[str, Any] = {}
        for part in parts:
            found = value.get(part.name, _NOTHING)
            if found is not _NOTHING:
                made = part.read(_step(part.name), found)
                (given if part.is_given else set_later)[part.attribute] = made
            elif not part.may_be_missing:
                raise KumikiError(Status.DECODE, "found nothing", _step(part.name))
        whole = type(**given)
        for attribute, each in set_later.items():
            object.__setattr__(whole, attribute, each)  # the class may be frozen
        return whole

    return read


def _model(type: Any) -> Read:
    """A model of pydantic, which reads JSON itself."""

    def read(value: Any) -> Any:
        try:
            # As JSON: a strict model takes a text for a date there, and a list for a tuple.
            return type.model_validate_json(json.dumps(value))
        except ValueError as error:
            first: Any = error.errors()[0] if hasattr(error, "errors") else {}
            path = "".join(map(_step, first.get("loc", ())))
            raise KumikiError(Status.DECODE, str(first.get("msg", error)), path) from error

    return read


def _union(members: tuple[Any, ...]) -> Read:
    """Cases by their names; else the other member that the value fits, and that reads most of it."""
    cases = {
        name_of(each): each
        for each in members
        if isinstance(each, builtin_type) and issubclass(each, Case)
    }
    others = [_Member(each) for each in members if each not in cases.values()]
    readers: dict[str, Read] = {}

    def read_case(name: str, value: Any) -> Any:
        type = cases[name]
        if name not in readers:
            readers[name] = _case(type)
        try:
            return readers[name](value)
        except KumikiError as error:
            raise inside(error, _step(name)) from None

    def read(value: Any) -> Any:
        if cases:
            if isinstance(value, str) and value in cases:
                return read_case(value, None)
            if isinstance(value, Mapping) and len(value) == 1:
                name, payload = next(iter(value.items()))
                if name in cases:
                    return read_case(name, payload)
        refused: KumikiError | None = None
        for each in sorted(others, key=lambda it: it.loss(value)) if len(others) > 1 else others:
            try:
                return each.read("", value)
            except KumikiError as error:
                # What came furthest says most.
                if refused is None or len(error.path) > len(refused.path):
                    refused = error
        if refused is None or (cases and not refused.path):
            expected = [*cases, *(name for each in others for name in each.names)]
            raise _misfit(value, "one of " + ", ".join(expected))
        raise refused

    return read


class _Member:
    """A member of a union that is no case."""

    def __init__(self, type: Any) -> None:
        self.read = _Later(type)
        self.names = _names(type)
        self._fields = _fields(type)

    def loss(self, value: Any) -> tuple[int, float]:
        """How many members of an object this leaves out, and how many of its own are not there.

        So a value that was written is read as what it was, and not as another class whose fields it
        has too. Of two that lose as much the first is tried first; a dict, which takes any object,
        comes after the classes that leave out nothing.
        """
        if not isinstance(value, Mapping):
            return 0, 0
        if self._fields is None:
            return 0, math.inf
        return len(value.keys() - self._fields), len(self._fields - value.keys())


def _fields(type: Any) -> frozenset[str] | None:
    """The members of objects that are read as a type; None of one that has them all, or none."""
    if dataclasses.is_dataclass(type):
        return frozenset(name for _, name in json_names(typing.cast(Any, type)))
    if hasattr(type, "model_fields"):  # of pydantic
        named = type.model_fields.items()
        return frozenset(getattr(each, "alias", None) or name for name, each in named)
    return None


def _names(type: Any) -> list[str]:
    """What a message calls a type in a list of what was expected."""
    origin = typing.get_origin(type) or type
    if type is None or type is kinds.NoneType:
        return ["null"]
    if origin is Literal:
        return [str(each) for each in typing.get_args(type)]
    if type in _SCALARS:
        return [_SCALARS[type][1]]
    if type in _MADE:
        return [_MADE[type][2]]
    return ["a list" if origin in (list, Sequence) else "an object"]


def _case(type: Any) -> Read:
    """The payload of a case."""
    parts = _parts(type)
    if not parts:
        def read(value: Any) -> Any:
            if _has_payload(value):
                raise _misfit(value, "no payload")
            return type()

        return read
    if is_single(type):
        read_value = parts[0].read
        return lambda value: type(read_value("", value))
    return _object(type)
