"""How Python values are written as JSON: by type, as text and piece by piece."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence, Set
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from typing import Any, ClassVar, Protocol, TypeVar
from uuid import UUID

from kumiki._cases import Case, case_json, is_single, json_names
from kumiki._reading import decoders, forget_compiled
from kumiki._scalars import MADE
from kumiki._values import (
    PLAIN,
    Compose,
    composer_around,
    composer_of_fields,
    composers,
    new_small,
)


class Dataclass(Protocol):
    """An instance of a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]


class Model(Protocol):
    """A model of pydantic."""

    def model_dump(self, *, mode: str, by_alias: bool) -> dict[str, Any]: ...


Written = UUID | date | time | timedelta | Decimal | Enum | Set[Any] | Dataclass | Model
"""Further types that are written as JSON without an encoder from the program."""

JSON = None | bool | int | float | str | Sequence[Any] | Mapping[str, Any] | Written
"""The types that are accepted as JSON. JSON that is returned is made of dict and list."""

T = TypeVar("T")


def _ordered(value: Set[Any]) -> list[Any]:
    """The elements of a set in a fixed order, so that equal sets give equal JSON."""
    if all(type(each) is str for each in value) or all(type(each) is int for each in value):
        return sorted(value)
    return sorted(value, key=dump)


_encoders: dict[type, Callable[[Any], Any]] = {
    **{type: write for type, (_, _, _, write) in MADE.items()},
    Enum: lambda member: member.value,
    set: _ordered,
    frozenset: _ordered,
}


def json_encoder(
    type: type[T], function: Callable[[T], Any], read: Callable[[Any], T] | None = None
) -> None:
    """Sets how values of a type and of its subclasses are written as JSON, in the whole process.

        kumiki.json_encoder(Path, str, Path)
        kumiki.json_encoder(Color, lambda color: {"red": color.red, "green": color.green})

    The type may derive from int, float, str, list, tuple or dict, like an IntEnum or a NamedTuple. These
    base types themselves are always written as they are, and so are keys that JSON can spell. Built-in
    are UUID and Decimal (as strings), datetime, date and time (ISO 8601), timedelta (seconds), members
    of an Enum (their values), sets (ordered arrays), dataclasses (objects of their fields) and pydantic
    models.

    `read` converts the JSON back to a value of exactly this type if a `Types` or a `Place` names the
    type. It refuses a value with a ValueError. Without types, JSON is read as it is.
    """
    global _is_native_encoded
    _encoders[type] = function
    _is_native_encoded = _is_native_encoded or issubclass(type, _NATIVE)
    forget_compiled_encoders()
    if read is not None:
        decoders[type] = read
        forget_compiled()


def forget_compiled_encoders() -> None:
    """Must be called after the program has set an encoder."""
    _found.clear()
    composers.clear()


_NATIVE = (int, float, str, list, tuple, dict)
"""The types that json writes natively, with their subclasses."""
_is_native_encoded = False  # whether the program has set an encoder for one of these types

_encode = json.JSONEncoder(
    allow_nan=False, separators=(",", ":"), default=lambda it: _for_json(plain(it))
).encode


def dump(value: Any) -> str:
    return _encode(_for_json(value))


def _encoder_of(type: type) -> Callable[[Any], Any] | None:
    """The encoder of a type or of a base. None for json's own types, and for types without an encoder."""
    if type not in _found:
        known = None if type in _NATIVE else next(filter(_encoders.__contains__, type.__mro__), None)
        _found[type] = None if known is None else _encoders[known]
    return _found[type]


_found: dict[type, Callable[[Any], Any] | None] = {}
"""The encoders of the types that were looked up; None for a type without an encoder."""


def _for_json(value: Any) -> Any:
    """Prepares a value for json, which never calls `default` for its native types."""
    return _encoded(value) if _is_native_encoded else value


def _encoded(value: Any) -> Any:
    """The same value, with encoders applied to all its parts."""
    if (encode := _encoder_of(type(value))) is not None:
        return _encoded(encode(value))
    if isinstance(value, dict):
        return {key: _encoded(each) for key, each in value.items()}
    return [_encoded(each) for each in value] if isinstance(value, (list, tuple)) else value


def _with_keys(value: Any) -> Any:
    """The same value, with keys of dicts converted for JSON, such as UUIDs, dates and members of enums."""
    if isinstance(value, Mapping):
        return {_key(key): _with_keys(each) for key, each in value.items()}
    if isinstance(value, (str, int, float)) or value is None:
        return value
    made = value if isinstance(value, (list, tuple)) else plain(value)
    if isinstance(made, (list, tuple)):
        return [_with_keys(each) for each in made]
    return _with_keys(made)


def _key(key: Any) -> Any:
    if isinstance(key, (str, int, float)) or key is None:
        return key
    made = plain(key)
    if not isinstance(made, (str, int, float)) and made is not None:
        raise TypeError(f"the key {key!r:.100} is not a string")
    return made


def plain(value: Any) -> Any:
    """Converts a value that json does not know, one step toward the types that it knows."""
    if (encode := _encoder_of(type(value))) is not None:
        return encode(value)
    if isinstance(value, Case):
        return case_json(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {name: getattr(value, attribute) for attribute, name in json_names(type(value))}
    if hasattr(type(value), "model_dump"):  # of pydantic
        return value.model_dump(mode="json", by_alias=True)
    if not is_container(value):
        raise TypeError(f"{type(value).__name__} is not JSON")
    return dict(value) if isinstance(value, Mapping) else list(value)


def _composer_of(of: Any) -> Compose | None:
    """A function that makes small values of a type piece by piece. None for other types."""
    encode = _encoder_of(of)
    if encode is not None and (_is_native_encoded or not issubclass(of, _NATIVE)):
        return lambda value, depth: new_small(encode(value), depth)
    if of in PLAIN or issubclass(of, tuple):
        return PLAIN.get(of, PLAIN[tuple])
    if issubclass(of, Enum):
        return lambda value, depth: new_small(value.value, depth)
    if issubclass(of, Case):
        return _composer_of_case(of)
    names = json_names(of)  # of a dataclass
    return composer_of_fields(names) if names else None


def _composer_of_case(case: Any) -> Compose | None:
    if not json_names(case) or not hasattr(case, "case_name"):
        return lambda value, depth: new_small(case_json(value), depth)
    if is_single(case):
        return composer_of_fields([("value", case.case_name)])
    payload = composer_of_fields(json_names(case))
    return None if payload is None else composer_around(case.case_name, payload)


composers.compile = _composer_of


def is_container(value: Any) -> bool:
    if isinstance(value, (str, bytes, bytearray, memoryview)):
        return False
    return isinstance(value, (Mapping, Sequence))


def text_for(value: Any) -> str:
    """A value as JSON text. Raises TypeError, ValueError or RecursionError if it is not JSON."""
    try:
        return dump(value)
    except TypeError as reason:
        if "keys must be" not in str(reason):
            raise
        return dump(_with_keys(value))
