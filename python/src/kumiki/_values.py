"""Makes small JSON values piece by piece, with one call for each piece. Text would cost ten calls at the start."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kumiki._library import NULL, ffi, jansson, lib, utf8

OBJECT, ARRAY, NOTHING = 0, 1, 7  # jansson's JSON_OBJECT, JSON_ARRAY and JSON_NULL


FEW = 4
"""The most parts, and the greatest depth, of a value that is made piece by piece. A larger value is
faster through text, and so is every container that is read."""

# Functions that make a json_t *, by the type. They return NULL for a value that they cannot make.
makers: dict[type, Callable[[Any], Any]] = {}

Compose = Callable[[Any, int], Any]
"""Makes a json_t * from a value with parts, at a depth of nesting. NULL if it cannot."""


class _Composers(dict[type, Compose | None]):
    """Functions that make values with parts, by the type. Each is compiled when its type is first seen."""

    compile: Callable[[type], Compose | None]

    def __missing__(self, of: type) -> Compose | None:
        made = self[of] = self.compile(of)
        return made


composers = _Composers()


def new_small(value: Any, depth: int = 0) -> Any:
    """A new json_t *. NULL if the value is not small, or is not JSON."""
    try:
        if (make := makers.get(type(value))) is not None:
            return make(value)
        if depth < FEW and (compose := composers[type(value)]) is not None:
            return compose(value, depth + 1)
    except (OverflowError, ValueError, TypeError, AttributeError):
        pass  # the conversion through text reports the mistake
    return NULL


def composer_of_fields(fields: Sequence[tuple[str, str]]) -> Compose | None:
    """Makes an object from a value's attributes, each with its name in JSON."""
    if len(fields) > _MANY:
        return None
    rows = [(attribute, utf8(name)) for attribute, name in fields]
    maker_of, set_new = makers.get, jansson.json_object_set_new

    def compose(value: Any, depth: int) -> Any:
        made = jansson.json_object()
        try:
            for attribute, name in rows:
                each = getattr(value, attribute)
                make = maker_of(type(each))
                part = new_small(each, depth) if make is None else make(each)
                if not part or set_new(made, name, part) != 0:
                    lib.kmk_json_release(made)
                    return NULL
        except BaseException:
            lib.kmk_json_release(made)
            raise
        return made

    return compose


def composer_around(name: str, payload: Compose) -> Compose:
    """Makes an object with one member, the payload."""
    key = utf8(name)

    def compose(value: Any, depth: int) -> Any:
        part = payload(value, depth + 1)
        if not part:
            return NULL
        made = jansson.json_object()
        if jansson.json_object_set_new(made, key, part) != 0:
            lib.kmk_json_release(made)
            return NULL
        return made

    return compose


_MANY = 16  # an object with more members is faster through text


def _new_object(value: dict[Any, Any], depth: int) -> Any:
    if len(value) > FEW:
        return NULL
    made = jansson.json_object()
    for key, each in value.items():
        part = new_small(each, depth) if isinstance(key, str) else NULL
        if not part or jansson.json_object_set_new(made, utf8(key), part) != 0:
            lib.kmk_json_release(made)
            return NULL
    return made


def _new_array(value: Sequence[Any], depth: int) -> Any:
    if len(value) > FEW:
        return NULL
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

PLAIN: dict[type, Compose] = {dict: _new_object, list: _new_array, tuple: _new_array}
"""How JSON's native containers are made."""

def _text(pointer: Any) -> str:
    length = jansson.json_string_length(pointer)
    text: str = ffi.unpack(jansson.json_string_value(pointer), length).decode()
    return text


# Functions that read values without parts, by jansson's json_type.
readers: dict[int, Callable[[Any], Any]] = {
    2: _text,
    3: jansson.json_integer_value,
    4: jansson.json_real_value,
    5: lambda pointer: True,
    6: lambda pointer: False,
    NOTHING: lambda pointer: None,
}
