"""Places that are named by attributes of a class: `place(Board, lambda board: board.tasks[0].title)`."""

from __future__ import annotations

import dataclasses
import difflib
import json
import typing
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, Union, cast

from kumiki._cases import Case, is_single, json_names, name_of
from kumiki._containers import ARRAYS, OBJECTS
from kumiki._encoding import text_for
from kumiki._errors import KumikiError, Status
from kumiki._forms import step
from kumiki._hints import hints_of, members_of, unwrapped
from kumiki._models import is_model, is_root_model, written_names
from kumiki._unions import is_case
from kumiki.typed import Place

R = TypeVar("R")
T = TypeVar("T")
C = TypeVar("C", bound=Case)


def place(root: type[R], path: Callable[[R], T]) -> Place[T]:
    """The place that a function names in a class, with the type of its value. Type checkers check both.

        title = kumiki.place(Board, lambda board: board.tasks[0].title)  # a Place[str]

    The function receives no board: it may only name attributes and items. `some` and `in_case` name
    places inside optional values and enums. Raises INVALID_ARGUMENT if the class has no such place. Each
    call looks the place up again, so keep it.
    """
    named: object = path(cast(R, _Named("", (root,))))
    return cast(Place[T], _of(named))


def some(value: T | None) -> T:
    """Inside `place`: an optional value that is not None. `lambda board: some(board.sheet).title`."""
    return cast(T, value)


def in_case(value: object, case: type[C]) -> C:
    """Inside `place`: the payload of an enum's case. `lambda board: in_case(board.sheet, Edit).value.title`."""
    named = _expected(value)
    found = [each for each in _members(named._types) if (typing.get_origin(each) or each) is case]
    if not found:
        names = [each.__name__ for each in _members(named._types) if is_case(each)]
        raise _refused(named._pointer, case.__name__, names, "case")
    return cast(C, _Named(named._pointer + step(name_of(case)), (_Payload(found[0]),)))


class _Payload:
    """The payload of a case, whose attributes are the fields of the case."""

    def __init__(self, case: Any) -> None:
        self.case = case


class _Named:
    """A place while its path is named. Its types are the members of a union."""

    __slots__ = ("_pointer", "_types")

    def __init__(self, pointer: str, types: tuple[Any, ...]) -> None:
        self._pointer = pointer
        self._types = types

    def __getattr__(self, name: str) -> _Named:
        members, found = _members(self._types), dict[str, list[Any]]()
        for each in members:
            if name in (fields := _fields_of(each)):
                at, type = fields[name]
                found.setdefault(at, []).append(type)
        if len(found) == 1:
            ((at, types),) = found.items()
            return _Named(self._pointer + at, tuple(types))
        known = [each for member in members for each in _fields_of(member)]
        raise _refused(self._pointer, name, known, "field")

    def __getitem__(self, key: object) -> _Named:
        for each in _members(self._types):
            origin, arguments = typing.get_origin(each) or each, typing.get_args(each)
            if typing.is_typeddict(origin) and key in (hints := hints_of(each)):
                return self._inside(key, hints[str(key)])
            if origin in OBJECTS:
                return self._inside(key, arguments[1] if arguments else Any)
            if type(key) is not int or key < 0:
                continue
            if origin in ARRAYS or (origin is tuple and arguments[1:] == (Ellipsis,)):
                return self._inside(key, arguments[0] if arguments else Any)
            parts = _parts_of(each, origin, arguments)
            if key < len(parts):
                return self._inside(key, parts[key])
        raise _refused(self._pointer, repr(key), [], "item")

    def _inside(self, key: object, type: Any) -> _Named:
        (name,) = json.loads(text_for({key: None}))  # keys of other types than str are written as strings
        return _Named(self._pointer + step(name), (type,))


def _of(named: object) -> Place[Any]:
    found = _expected(named)
    if isinstance(found._types[0], _Payload):
        fields = list(_fields_of(found._types[0]))
        message = f"expected a field of the case {found._types[0].case.__name__}, such as {fields}"
        raise KumikiError(Status.INVALID_ARGUMENT, message, found._pointer)
    return Place(found._pointer, Union[found._types])


def _expected(named: object) -> _Named:
    if isinstance(named, _Named):
        return named
    raise KumikiError(
        Status.INVALID_ARGUMENT,
        f"expected a place like lambda board: board.tasks, found a function that returns {named!r:.100}",
    )


def _members(types: tuple[Any, ...]) -> list[Any]:
    """The members of unions, without wrappers."""
    found: list[Any] = []
    for type in types:
        if isinstance(type, _Payload):
            found.append(type)
            continue
        for each in members_of(type):
            inner = unwrapped(each)
            found += [inner] if len(members_of(inner)) < 2 else _members((inner,))
    return found


def _fields_of(of: Any) -> Mapping[str, tuple[str, Any]]:
    """The attributes of a class that are in its JSON: the steps to each from the object's place, and its type."""
    is_payload = isinstance(of, _Payload)
    type: Any = of.case if is_payload else of
    origin: Any = typing.get_origin(type) or type
    if is_model(origin):
        fields = {name: each.annotation for name, each in origin.model_fields.items()}
        if is_root_model(origin):
            return {"root": ("", fields["root"])}
        if is_payload and is_single(origin):
            return {"value": ("", fields["value"])}
        return {name: (step(written), fields[name]) for name, written in written_names(origin).items()}
    if dataclasses.is_dataclass(origin) and is_payload == is_case(type):
        cls: Any = origin
        hints = hints_of(type)
        if is_payload and is_single(cls):
            return {"value": ("", hints["value"])}
        return {attribute: (step(name), hints[attribute]) for attribute, name in json_names(cls)}
    if hasattr(origin, "_fields"):
        hints = hints_of(type)
        return {name: (step(index), hints.get(name, Any)) for index, name in enumerate(origin._fields)}
    return {}


def _parts_of(type: Any, origin: Any, arguments: tuple[Any, ...]) -> list[Any]:
    """The types of a tuple's elements."""
    if origin is not tuple:
        return [part for _, part in _fields_of(type).values()] if hasattr(origin, "_fields") else []
    return list(arguments)


def _refused(pointer: str, name: str, known: list[str], noun: str) -> KumikiError:
    near = difflib.get_close_matches(name, known, 1)
    meant = f" did you mean {near[0]}?" if near else ""
    there = f";{meant} there are {', '.join(dict.fromkeys(known))}" if known else ""
    return KumikiError(Status.INVALID_ARGUMENT, f"no {noun} {name} in the class{there}", pointer)
