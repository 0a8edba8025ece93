"""Types that are read from objects with known members: dataclasses, TypedDicts, pydantic models."""

from __future__ import annotations

import dataclasses
import inspect
import json
import typing
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from kumiki._cases import is_single, json_names
from kumiki._errors import KumikiError, Status
from kumiki._forms import (
    ALL,
    MISFIT,
    NONE,
    OBJECT,
    Build,
    Form,
    Loss,
    Read,
    Seen,
    Unreadable,
    inside,
    misfit,
    step,
)
from kumiki._hints import hints_of, is_wrapper
from kumiki._models import is_model
from kumiki._scalars import has_payload

_NOTHING: Any = object()


class Part(NamedTuple):
    """A member of an object."""

    attribute: str
    name: str
    """The member's name in JSON."""
    form: Form
    may_be_missing: bool
    is_given: bool = True
    """Whether it is an argument of the class. If not, it is set afterwards."""


def parts_of(type: Any, build: Build) -> list[Part]:
    """The fields of a dataclass."""
    origin = typing.get_origin(type) or type
    hints, names = hints_of(type), json_names(origin)
    _expect_decorated(origin, {attribute for attribute, _ in names})
    accepted = _parameters(origin, {attribute for attribute, _ in names})
    fields = {each.name: each for each in dataclasses.fields(origin)}
    if len({name for _, name in names}) < len(names):
        raise Unreadable("", f"two fields of {origin.__name__} have one name in JSON")
    return [
        Part(
            attribute,
            name,
            build(hints[attribute], step(name)),
            _is_optional(fields[attribute]),
            fields[attribute].init and (accepted is None or attribute in accepted),
        )
        for attribute, name in names
    ]


def _expect_decorated(type: Any, fields: set[str]) -> None:
    """Refuses a class with annotations that @dataclass did not turn into fields."""
    for name, annotation in getattr(type, "__annotations__", {}).items():
        is_other = any(word in str(annotation) for word in ("ClassVar", "InitVar", "KW_ONLY"))
        if name not in fields and not is_other:
            message = f"{type.__name__} annotates {name} but is not a dataclass itself: add @dataclass"
            raise Unreadable("", message)


def _parameters(type: Any, fields: set[str]) -> set[str] | None:
    """The parameters of a class. None: the class accepts any."""
    try:
        parameters = inspect.signature(type).parameters
    except (TypeError, ValueError):  # a class without a signature
        return None
    accepts_any = False
    for name, each in parameters.items():
        if each.kind is each.VAR_KEYWORD:
            accepts_any = True
        elif each.default is each.empty and each.kind is not each.VAR_POSITIONAL and name not in fields:
            message = f"{type.__name__} is made with {name}, which is not a field and has no default"
            raise Unreadable("", message)
    return None if accepts_any else set(parameters)


def _is_optional(field: dataclasses.Field[Any]) -> bool:
    missing = dataclasses.MISSING
    has_default = field.default is not missing or field.default_factory is not missing
    return has_default or not field.init


def fill_dataclass(form: Form, type: Any, build: Build) -> None:
    form.kinds = frozenset({OBJECT})
    origin = typing.get_origin(type) or type
    parts = parts_of(type, build)
    form.fill(_reader_of(parts, origin), frozenset({OBJECT}), ["an object"], _loser_of(parts))


def fill_typed_dict(form: Form, type: Any, build: Build) -> None:
    form.kinds = frozenset({OBJECT})
    origin = typing.get_origin(type) or type
    parts = []
    for name, hint in hints_of(type, extras=True).items():
        is_needed = name in origin.__required_keys__
        if is_wrapper(hint, "Required", "NotRequired"):
            is_needed = is_wrapper(hint, "Required")
        parts.append(Part(name, name, build(hint, step(name)), not is_needed))
    form.fill(_reader_of(parts, dict), frozenset({OBJECT}), ["an object"], _loser_of(parts))


_READ = """\
def read(value):
    if type(value) is not dict and not isinstance(value, Mapping):
        raise misfit(value, "an object")
    name, is_whole = "", {is_whole}
    try:
{members}
    except KumikiError as error:
        raise inside(error, step(name)) from None
    if is_whole:
        return {whole}
    return made_with({{name: found for name, found in ({pairs}) if found is not nothing}})
"""

_READ_MEMBER = """\
        name = {name!r}
        try:
            m{index} = value[name]
        except KeyError:
            m{index} = nothing
            {lack}
        else:
            if type(m{index}) {is_other} as_is_{index}:
                m{index} = read_{index}(m{index})
"""


def _reader_of(parts: list[Part], make: Callable[..., Any]) -> Read:
    """The function that reads an object, written out for its members: it runs for each row of a state."""
    later = [each.attribute for each in parts if not each.is_given]
    names: dict[str, Any] = {
        **{"Mapping": Mapping, "KumikiError": KumikiError, "nothing": _NOTHING, "make": make},
        **{"misfit": misfit, "inside": inside, "step": step, "lacking": _lacking},
        **{f"as_is_{index}": _one_or_all(each.form.as_is) for index, each in enumerate(parts)},
        **{f"read_{index}": each.form.as_part() for index, each in enumerate(parts)},
        "made_with": lambda given: _made_with(make, given, later),
    }
    # The keys of a TypedDict need not be identifiers.
    whole, argument = ("{%s}", "{!r}: m{}") if make is dict else ("make(%s)", "{}=m{}")
    attributes = [(each.attribute, index) for index, each in enumerate(parts)]
    members = (
        _READ_MEMBER.format(
            name=each.name,
            index=index,
            lack="is_whole = False" if each.may_be_missing else "raise lacking()",
            is_other="is not" if len(each.form.as_is) == 1 else "not in",
        )
        for index, each in enumerate(parts)
    )
    source = _READ.format(
        is_whole=not later,
        members="".join(members) or "        pass",
        whole=whole % ", ".join(argument.format(*each) for each in attributes),
        pairs="".join("({!r}, m{}), ".format(*each) for each in attributes),
    )
    exec(compile(source, f"<the reader of {make.__name__}>", "exec"), names)
    return _checked(names["read"], make)


def _one_or_all(types: frozenset[type]) -> Any:
    return next(iter(types)) if len(types) == 1 else types


def _lacking() -> KumikiError:
    return KumikiError(Status.DECODE, "found nothing")


def _checked(read: Read, make: Callable[..., Any]) -> Read:
    """Wraps `read` for a class that checks its fields and may refuse them with a ValueError."""
    if not hasattr(make, "__post_init__"):
        return read

    def read_checked(value: Any) -> Any:
        try:
            return read(value)
        except ValueError as reason:
            raise KumikiError(Status.DECODE, f"found {value!r:.100}: {reason}") from reason

    return read_checked


def _made_with(make: Callable[..., Any], given: dict[str, Any], later: list[str]) -> Any:
    set_later = {name: given.pop(name) for name in later if name in given}
    whole = make(**given)
    for attribute, each in set_later.items():
        object.__setattr__(whole, attribute, each)  # the class may be frozen
    return whole


def _loser_of(parts: list[Part]) -> Callable[[Any, Seen], Loss]:
    names = {each.name for each in parts}

    def lose(value: Any, seen: Seen) -> Loss:
        lost = Loss(left_out=len(value.keys() - names))
        for each in parts:
            found = value.get(each.name, _NOTHING)
            if found is not _NOTHING:
                lost = lost.plus(each.form.loss(found, seen))
            else:
                lost = lost.plus(Loss(misfits=not each.may_be_missing, lacking=1))
        return lost

    return lose


def fill_case(form: Form, type: Any, build: Build) -> None:
    """Fills the form of a case's payload."""
    origin = typing.get_origin(type) or type
    if is_model(origin) and json_names(origin):
        _fill_model_case(form, type, is_single(origin))
        return
    parts = parts_of(type, build) if dataclasses.is_dataclass(origin) else []
    if not parts:
        if not is_model(origin):
            _expect_decorated(origin, set())

        def read(value: Any) -> Any:
            if has_payload(value):
                raise misfit(value, "no payload")
            return origin()

        form.fill(read, ALL, ["no payload"], lambda value, _: MISFIT if has_payload(value) else NONE)
    elif is_single(origin):
        part = parts[0].form
        read_value = part.as_part()
        form.fill(
            _checked(lambda value: origin(read_value(value)), origin),
            ALL,
            ["a payload"],
            lambda value, seen: part.loss(value, seen),
        )
    else:
        form.fill(_reader_of(parts, origin), frozenset({OBJECT}), ["an object"], _loser_of(parts))


def _fill_model_case(form: Form, type: Any, is_single: bool) -> None:
    """Fills the form of a case that is a model of pydantic."""
    whole = Form()
    fill_model(whole, type)
    if not is_single:
        form.fill(whole.read, frozenset({OBJECT}), ["an object"], whole.lose)
        return

    def read(value: Any) -> Any:
        try:
            return whole.read({"value": value})
        except KumikiError as error:
            path = error.path.removeprefix("/value")
            raise KumikiError(error.status, error.message, path) from error

    form.fill(read, ALL, ["a payload"], lambda value, seen: whole.lose({"value": value}, seen))


def fill_model(form: Form, type: Any) -> None:
    """Fills the form of a pydantic model, which reads JSON itself."""
    fields = {
        getattr(each, "alias", None) or name for name, each in getattr(type, "model_fields", {}).items()
    }

    def read(value: Any) -> Any:
        try:
            # As JSON, because a strict model then accepts a string for a date, and a list for a tuple.
            return type.model_validate_json(json.dumps(value))
        except ValueError as error:
            first: Any = error.errors()[0] if hasattr(error, "errors") else {}
            path = "".join(map(step, first.get("loc", ())))
            raise KumikiError(Status.DECODE, str(first.get("msg", error)), path) from error

    def lose(value: Any, seen: Seen) -> Loss:
        try:
            read(value)
        except KumikiError:
            return MISFIT
        if not isinstance(value, Mapping):
            return NONE
        return Loss(left_out=len(value.keys() - fields), lacking=len(fields - value.keys()))

    form.fill(read, ALL, ["an object"], lose)
