"""Converts values without parts, with one call of jansson for each. Text would cost ten such calls to start with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kumiki._library import ffi, jansson

OBJECT, ARRAY, NOTHING = 0, 1, 7  # jansson's JSON_OBJECT, JSON_ARRAY and JSON_NULL

_new_string, _length, _chars = (
    jansson.json_stringn,
    jansson.json_string_length,
    jansson.json_string_value,
)
_true, _false, _null = jansson.json_true, jansson.json_false, jansson.json_null


def _new_text(value: str) -> Any:
    encoded = value.encode()
    return _new_string(encoded, len(encoded))


def _text(pointer: Any) -> str:
    text: str = ffi.unpack(_chars(pointer), _length(pointer)).decode()
    return text


makers: dict[type, Callable[[Any], Any]] = {
    str: _new_text,
    bool: lambda value: _true() if value else _false(),
    int: jansson.json_integer,
    float: jansson.json_real,
    type(None): lambda value: _null(),
}
"""Functions that make a json_t *, by the type. They return NULL for a value that they cannot make."""

readers: dict[int, Callable[[Any], Any]] = {
    2: _text,
    3: jansson.json_integer_value,
    4: jansson.json_real_value,
    5: lambda pointer: True,
    6: lambda pointer: False,
    NOTHING: lambda pointer: None,
}
"""Functions that read a json_t *, by jansson's json_type."""
