"""Reads typed values from JSON, with functions that are compiled once for each type."""

from __future__ import annotations

import dataclasses
import enum
import typing
from typing import Any, Literal

from kumiki._errors import KumikiError, Status
from kumiki._containers import ARRAYS, OBJECTS, fill_array, fill_object, fill_tuple
from kumiki._forms import Form, Read, Unreadable
from kumiki._hints import hints_of, members_of, unwrapped
from kumiki._models import is_model
from kumiki._objects import fill_dataclass, fill_model, fill_typed_dict
from kumiki._scalars import (
    MADE,
    fill_any,
    fill_decoded,
    fill_enum,
    fill_literal,
    fill_made,
    fill_scalar,
)
from kumiki._unions import fill_union, is_case

decoders: dict[Any, Read] = {}
"""The program's own functions that read types, by the type: see `json_encoder`."""

_compiled: dict[Any, Read] = {}


def reader(type: Any) -> Read:
    """A function that makes a value of a type from JSON, or raises KumikiError DECODE with the path.

    docs/python.md lists the types. A missing member gets its default; members that the type does
    not have are ignored. A type that cannot be read raises a TypeError with the path of the part. A
    name that is not defined yet raises a NameError.
    """
    # Equal types may differ in the order of a union's members, and that order decides a tie.
    key = (type, repr(type))
    try:
        known = _compiled.get(key)
    except TypeError:  # an unhashable type
        return _compile(type)
    if known is None:
        known = _compiled[key] = _compile(type)
    return known


def forget_compiled() -> None:
    """Must be called after the program has set a function that reads a type."""
    _compiled.clear()


def _compile(type: Any) -> Read:
    try:
        read = _Builder().build(type, "").read
    except Unreadable as error:
        raise TypeError(str(error)) from None

    def read_whole(value: Any) -> Any:
        try:
            return read(value)
        except RecursionError:
            message = "the value is nested deeper than Python can read"
            raise KumikiError(Status.TOO_DEEP, message) from None

    return read_whole


class _Builder:
    """Compiles a type with all its parts. A type that contains itself gets one form."""

    def __init__(self) -> None:
        self._forms: dict[Any, Form] = {}

    def build(self, type: Any, step: str) -> Form:
        try:
            return self._form_of(unwrapped(type))
        except Unreadable as error:
            raise Unreadable(step + error.path, error.reason) from None

    def _form_of(self, type: Any) -> Form:
        key = (type, repr(type))
        try:
            form = self._forms.get(key)
        except TypeError:
            form, key = None, (id(type), repr(type))
        if form is None:
            form = self._forms[key] = Form()
            self._fill(form, type)
        return form

    def _fill(self, form: Form, type: Any) -> None:
        origin, arguments = typing.get_origin(type) or type, typing.get_args(type)
        is_class = isinstance(origin, builtin_type)
        if is_decoded(type):
            fill_decoded(form, type, decoders[type])
        elif type is Any or type is object:
            fill_any(form)
        elif origin is Literal:
            fill_literal(form, arguments)
        elif len(members := members_of(type)) > 1 or is_case(type):
            fill_union(form, members, self.build)
        elif type in MADE:
            fill_made(form, type)
        elif is_class and issubclass(origin, enum.Enum):
            fill_enum(form, type)
        elif is_class and issubclass(origin, tuple):
            self._fill_tuple(form, type, origin, arguments)
        elif origin in ARRAYS:
            fill_array(form, ARRAYS[origin], arguments[0] if arguments else Any, self.build)
        elif origin in OBJECTS:
            key, inner = arguments or (Any, Any)
            fill_object(form, OBJECTS[origin], key, inner, self.build)
        elif typing.is_typeddict(origin):
            fill_typed_dict(form, type, self.build)
        elif is_class and dataclasses.is_dataclass(origin):
            fill_dataclass(form, type, self.build)
        elif is_model(origin):
            fill_model(form, type)
        elif not fill_scalar(form, builtin_type(None) if type is None else type):
            raise Unreadable("", f"{type!r} is not a type that JSON can be read as{_advice(type)}")

    def _fill_tuple(self, form: Form, type: Any, origin: Any, arguments: tuple[Any, ...]) -> None:
        names = getattr(origin, "_fields", None)
        if names is not None:
            hints, defaults = hints_of(type), origin._field_defaults
            parts = [hints.get(name, Any) for name in names]
            fill_tuple(form, parts, self.build, len(names) - len(defaults), origin)
        elif origin is not tuple:
            raise Unreadable("", f"{type!r} is not a type that JSON can be read as{_advice(type)}")
        elif not arguments and type is not tuple[()]:
            fill_array(form, tuple, Any, self.build)
        elif len(arguments) == 2 and arguments[1] is Ellipsis:
            fill_array(form, tuple, arguments[0], self.build)
        else:
            fill_tuple(form, list(arguments), self.build)


builtin_type = type


def is_decoded(type: Any) -> bool:
    """Whether the program has set a function that reads a type."""
    return isinstance(type, builtin_type) and type in decoders


def _advice(type: Any) -> str:
    if not isinstance(type, builtin_type):
        return ""
    return f": set how to read it with kumiki.json_encoder({type.__name__}, write, read)"
