"""Small values of JSON, piece by piece: a call for each piece, where a text costs ten to begin with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kumiki._library import NULL, ffi, jansson, lib, utf8

OBJECT, ARRAY, NOTHING = 0, 1, 7  # jansson's JSON_OBJECT, JSON_ARRAY and JSON_NULL

FEW = 4
"""So many parts a small object has, or an array; and so many containers are inside each other."""

# By the type: functions that make a json_t *, NULL of what they cannot make.
makers: dict[type, Callable[[Any], Any]] = {}


def new_small(value: Any, depth: int = 0) -> Any:
    """A json_t * of ours, NULL of what is not small, and of what is no JSON."""
    try:
        if (make := makers.get(type(value))) is not None:
            return make(value)
        if depth < FEW:
            if type(value) is dict and len(value) <= FEW:
                return _new_object(value, depth + 1)
            if type(value) is list and len(value) <= FEW:
                return _new_array(value, depth + 1)
    except (OverflowError, UnicodeEncodeError):
        pass
    return NULL


def _new_object(value: dict[Any, Any], depth: int) -> Any:
    made = jansson.json_object()
    for key, each in value.items():
        part = new_small(each, depth) if isinstance(key, str) else NULL
        if not part or jansson.json_object_set_new(made, utf8(key), part) != 0:
            lib.kmk_json_release(made)
            return NULL
    return made


def _new_array(value: list[Any], depth: int) -> Any:
    made = jansson.json_array()
    for each in value:
        part = new_small(each, depth)
        if not part or jansson.json_array_append_new(made, part) != 0:
            lib.kmk_json_release(made)
            return NULL
    return made


def _new_text(value: str) -> Any:
    encoded = value.encode()
    return jansson.json_stringn(encoded, len(encoded))


makers.update(
    {
        str: _new_text,
        bool: lambda value: jansson.json_true() if value else jansson.json_false(),
        int: jansson.json_integer,
        float: jansson.json_real,
        type(None): lambda value: jansson.json_null(),
    }
)

LARGE: Any = object()
"""What `read_small` answers of a value that is none."""


def read_small(pointer: Any, depth: int = 0) -> Any:
    """What a borrowed json_t * holds, `LARGE` of what is not small."""
    kind = pointer.type
    if (read := readers.get(kind)) is not None:
        return read(pointer)
    if depth < FEW:
        if kind == OBJECT and jansson.json_object_size(pointer) <= FEW:
            return _object(pointer, depth + 1)
        if kind == ARRAY and (count := jansson.json_array_size(pointer)) <= FEW:
            return _array(pointer, count, depth + 1)
    return LARGE


def _object(pointer: Any, depth: int) -> Any:
    made = {}
    at = jansson.json_object_iter(pointer)
    while at:
        part = read_small(jansson.json_object_iter_value(at), depth)
        if part is LARGE:
            return LARGE
        made[ffi.string(jansson.json_object_iter_key(at)).decode()] = part
        at = jansson.json_object_iter_next(pointer, at)
    return made


def _array(pointer: Any, count: int, depth: int) -> Any:
    made = [read_small(jansson.json_array_get(pointer, index), depth) for index in range(count)]
    return LARGE if LARGE in made else made


def _text(pointer: Any) -> str:
    length = jansson.json_string_length(pointer)
    text: str = ffi.unpack(jansson.json_string_value(pointer), length).decode()
    return text


# By jansson's json_type, values without parts.
readers: dict[int, Callable[[Any], Any]] = {
    2: _text,
    3: jansson.json_integer_value,
    4: jansson.json_real_value,
    5: lambda pointer: True,
    6: lambda pointer: False,
    NOTHING: lambda pointer: None,
}
