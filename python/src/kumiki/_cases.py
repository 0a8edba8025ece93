"""Cases of enums, and the names of fields in JSON."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from typing import Any, ClassVar

from kumiki._errors import KumikiError, Status
from kumiki._models import is_model, written_names


class Case:
    """A case of an enum: a frozen dataclass, or a model of pydantic, of its payload.

        @dataclass(frozen=True)
        class Open(Case, name="open"):
            value: str

    In JSON, a case without fields is its name, `"load"`. With the single field `value` it is
    `{"open": "a"}`. With other fields it is an object of them, `{"move": {"from": 0, "to": 2}}`.

    `private=True`: a private case of the actions. Only effects of the feature send it, if `Types.declare`
    declares it.
    """

    __slots__ = ()
    case_name: ClassVar[str]
    case_is_private: ClassVar[bool] = False

    def __init_subclass__(
        cls, *, name: str | None = None, private: bool = False, **rest: Any
    ) -> None:
        super().__init_subclass__(**rest)
        if name is not None:
            cls.case_name = name
            cls.case_is_private = private


def name_of(case: type[Case]) -> str:
    """The name of a case. A case that is only a base class may have no name."""
    name: str | None = getattr(case, "case_name", None)
    if name is None:
        kind = case.__name__
        raise TypeError(f'the case {kind} has no name: write class {kind}(Case, name="...")')
    return name


def json_of_case(of: Any) -> Callable[[Any], Any]:
    """A function that converts a case one step toward JSON: its payload may still contain typed values."""
    try:
        case = name_of(of)
    except TypeError as reason:
        raise KumikiError(Status.JSON, str(reason)) from None
    if not json_names(of):
        return lambda value: case
    if is_model(of):
        return _json_of_model(case, is_single(of))
    if is_single(of):
        return lambda value: {case: value.value}
    return _written_out(f"{{{case!r}: {_object_of(of)}}}")


def _json_of_model(case: str, is_single: bool) -> Callable[[Any], Any]:
    def write(value: Any) -> Any:
        written = value.model_dump(mode="json", by_alias=True)
        return {case: written["value"] if is_single else written}

    return write


def json_of_fields(of: Any) -> Callable[[Any], dict[str, Any]]:
    """A function that converts a dataclass to an object of its fields, which may contain typed values."""
    return _written_out(_object_of(of))


def _object_of(of: Any) -> str:
    return "{" + ", ".join(f"{name!r}: value.{attribute}" for attribute, name in json_names(of)) + "}"


def _written_out(expression: str) -> Callable[[Any], Any]:
    """A function of `value` that is compiled for the fields of one class: half the time of a loop over them."""
    made: Callable[[Any], Any] = eval(f"lambda value: {expression}")
    return made


@functools.cache
def json_names(of: Any) -> tuple[tuple[str, str], ...]:
    """The fields of a dataclass or a model with their names in JSON, as in metadata={"json": "isReady"}."""
    if is_model(of):
        return tuple(written_names(of).items())
    if not dataclasses.is_dataclass(of):
        return ()
    return tuple((each.name, each.metadata.get("json", each.name)) for each in dataclasses.fields(of))


@functools.cache
def is_single(of: Any) -> bool:
    """Whether the payload of a case is its single field."""
    return [name for name, _ in json_names(of)] == ["value"]
