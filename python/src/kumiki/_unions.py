"""Unions: a case is chosen by its name, any other member by losing the least of the value."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import Any

from kumiki._cases import Case, is_single, name_of
from kumiki._errors import KumikiError
from kumiki._forms import (
    ARRAY,
    MISFIT,
    NULL,
    OBJECT,
    TEXT,
    Build,
    Form,
    Loss,
    Read,
    Seen,
    Unreadable,
    as_is_in_each,
    inside,
    kind_of,
    misfit,
    step,
    unknown_case,
)
from kumiki._objects import fill_case


def is_case(type: Any) -> bool:
    origin = typing.get_origin(type) or type
    return isinstance(origin, builtin_type) and issubclass(origin, Case)


builtin_type = type


def fill_union(form: Form, members: tuple[Any, ...], build: Build) -> None:
    cases = _cases([each for each in members if is_case(each)], build)
    others = [build(each, "") for each in members if not is_case(each)]
    kinds = frozenset[int]().union(*(each.kinds for each in others))
    if cases:
        kinds |= {TEXT, OBJECT}
    names = list(dict.fromkeys([*cases, *(name for each in others for name in each.names)]))
    read_other = _reader_of_one(others, "one of " + ", ".join(names), bool(cases))
    read = _reader_of_case(cases, read_other) if cases else read_other

    def lose(value: Any, seen: Seen) -> Loss:
        key = (id(form), id(value))
        if key not in seen:
            case, payload = _split(value)
            if case in cases:
                seen[key] = cases[case].loss(payload, seen)
            else:
                seen[key] = min((each.loss(value, seen) for each in others), default=MISFIT)
        return seen[key]

    as_is = as_is_in_each(others) - ({str, dict} if cases else set())
    form.fill(read, kinds, names, lose, as_is)


def _cases(types: list[Any], build: Build) -> dict[str, Form]:
    """The forms of the cases' payloads, by the names of the cases."""
    found: dict[str, Form] = {}
    for each in types:
        origin = typing.get_origin(each) or each
        try:
            name = name_of(origin)
        except TypeError as reason:
            raise Unreadable("", str(reason)) from None
        if name in found:
            raise Unreadable(step(name), f"two cases have the name {name}")
        found[name] = Form()
        try:
            fill_case(found[name], each, build)
        except Unreadable as error:
            path = error.path.removeprefix("/value") if is_single(origin) else error.path
            raise Unreadable(step(name) + path, error.reason) from None
    return found


def _split(value: Any) -> tuple[str, Any]:
    """The case and the payload of a value. The case is "" if the value is not a case."""
    if isinstance(value, str):
        return value, None
    if isinstance(value, Mapping) and len(value) == 1:
        return next(iter(value.items()))
    return "", None


def _reader_of_case(cases: dict[str, Form], read_other: Read) -> Read:
    readers = {name: each.as_part() for name, each in cases.items()}

    def read(value: Any) -> Any:
        if type(value) is str:
            name, payload = value, None
        elif type(value) is dict and len(value) == 1:
            ((name, payload),) = value.items()
        else:
            name, payload = _split(value)
        read_payload = readers.get(name)
        if read_payload is None:
            return read_other(value)
        try:
            return read_payload(payload)
        except KumikiError as error:
            raise inside(error, step(name)) from None

    return read


def _reader_of_one(members: list[Form], expected: str, has_cases: bool) -> Read:
    """Reads the members that are not cases."""
    if len(members) == 2 and not has_cases:
        for none, other in (members, reversed(members)):
            if none.kinds == {NULL} and NULL not in other.kinds:
                return _reader_of_optional(other, expected)

    def read(value: Any) -> Any:
        kind = kind_of(value)
        fitting = [each for each in members if kind in each.kinds]
        if not fitting:
            raise (unknown_case if has_cases else misfit)(value, expected)
        chosen = fitting[0]
        if len(fitting) > 1:
            seen: Seen = {}
            chosen = min(fitting, key=lambda each: each.loss(value, seen))
        try:
            return chosen.read(value)
        except KumikiError as error:
            is_unknown = error._is_unknown_case
            if error.path or (kind in (ARRAY, OBJECT) and not is_unknown):
                raise
            refused = misfit(value, expected)
            refused._is_unknown_case = is_unknown
            raise refused from None

    return read


def _reader_of_optional(form: Form, expected: str) -> Read:
    read_other = form.as_part()
    kinds = form.kinds

    def read(value: Any) -> Any:
        if value is None:
            return None
        try:
            return read_other(value)
        except KumikiError as error:
            if error.path or kind_of(value) in kinds:
                raise
            raise misfit(value, expected) from None

    return read
