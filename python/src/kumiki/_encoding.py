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

from kumiki._cases import Case, json_of_case, json_of_fields
from kumiki._reading import decoders, forget_compiled
from kumiki._scalars import MADE


class Dataclass(Protocol):
    """An instance of a dataclass."""

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]


class Model(Protocol):
    """A model of pydantic."""

    def model_dump(self, *, mode: str, by_alias: bool) -> dict[str, Any]: ...


Written = UUID | date | time | timedelta | Decimal | Enum | Set[object] | Dataclass | Model
"""Further types that are written as JSON without an encoder from the program."""

JSON = None | bool | int | float | str | Sequence[object] | Mapping[str, object] | Written
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
_BUILT_IN = dict(_encoders)


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


def is_encoded_by_program(type: type) -> bool:
    """Whether the program has set how a type is written."""
    return any(_encoders.get(each) is not _BUILT_IN.get(each) for each in type.__mro__)


def forget_compiled_encoders() -> None:
    """Must be called after the program has set an encoder."""
    _found.clear()
    _steps.clear()


_NATIVE = (int, float, str, list, tuple, dict)
"""The types that json writes natively, with their subclasses."""
_is_native_encoded = False  # whether the program has set an encoder for one of these types

def _default(value: Any) -> Any:
    made = _steps[type(value)](value)
    return _encoded(made) if _is_native_encoded else made


_encode = json.JSONEncoder(allow_nan=False, separators=(",", ":"), default=_default).encode

# The C encoder, which `_encode` makes again for each value. It does not look for values that contain themselves.
_chunks: Callable[[Any, int], Sequence[str]] = getattr(json.encoder, "c_make_encoder")(
    None, _default, json.encoder.encode_basestring_ascii, None, ":", ",", False, False, False
)


def dump(value: Any) -> str:
    # json never calls `default` for its native types.
    given = _encoded(value) if _is_native_encoded else value
    try:
        return "".join(_chunks(given, 0))
    except RecursionError:
        return _encode(given)  # raises a ValueError if the value contains itself


def _encoder_of(type: type) -> Callable[[Any], Any] | None:
    """The encoder of a type or of a base. None for json's own types, and for types without an encoder."""
    if type not in _found:
        known = None if type in _NATIVE else next(filter(_encoders.__contains__, type.__mro__), None)
        _found[type] = None if known is None else _encoders[known]
    return _found[type]


_found: dict[type, Callable[[Any], Any] | None] = {}
"""The encoders of the types that were looked up; None for a type without an encoder."""


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
    return _steps[type(value)](value)


class _Steps(dict[type, Callable[[Any], Any]]):
    """The functions of `plain`, by the type. Each is chosen when its type is first seen."""

    def __missing__(self, of: Any) -> Callable[[Any], Any]:
        made = self[of] = _encoder_of(of) or _step_of(of)
        return made


_steps = _Steps()


def _step_of(of: Any) -> Callable[[Any], Any]:
    if issubclass(of, Case):
        return json_of_case(of)
    if dataclasses.is_dataclass(of):
        return json_of_fields(of)
    if hasattr(of, "model_dump"):  # of pydantic
        return lambda value: value.model_dump(mode="json", by_alias=True)
    if issubclass(of, _NO_CONTAINERS) or not issubclass(of, (Mapping, Sequence)):
        raise TypeError(f"{of.__name__} is not JSON")
    return dict if issubclass(of, Mapping) else list


_NO_CONTAINERS = (str, bytes, bytearray, memoryview)


def is_container(value: Any) -> bool:
    return not isinstance(value, _NO_CONTAINERS) and isinstance(value, (Mapping, Sequence))


def text_for(value: Any) -> str:
    """A value as JSON text. Raises TypeError, ValueError or RecursionError if it is not JSON."""
    try:
        return dump(value)
    except TypeError as reason:
        if "keys must be" not in str(reason):
            raise
        return dump(_with_keys(value))
