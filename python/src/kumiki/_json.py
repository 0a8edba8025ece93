"""JSON values of Python as values of the library, and back, by way of text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kumiki._errors import KumikiError, Status, check, new_error
from kumiki._library import NULL, ffi, is_text, lib, new_text, utf8

JSON = None | bool | int | float | str | Sequence[Any] | Mapping[str, Any]
"""What may be handed over as JSON. What comes back is made of dict and list."""

_COMPACT = 0x20  # jansson's JSON_COMPACT
_dump = json.JSONEncoder(
    allow_nan=False, separators=(",", ":"), default=lambda it: _plain(it)
).encode
_load = json.JSONDecoder().decode


def _plain(value: Any) -> Any:
    if not _is_container(value):
        raise TypeError(f"{type(value).__name__} is no JSON")
    return dict(value) if isinstance(value, Mapping) else list(value)


def _is_container(value: Any) -> bool:
    if isinstance(value, (str, bytes, bytearray, memoryview)):
        return False
    return isinstance(value, (Mapping, Sequence))


def new_json(value: Any) -> Any:
    """A json_t * of ours: to be released, or handed to a function that steals it."""
    try:
        text = _dump(value).encode()
    except (TypeError, ValueError, RecursionError) as reason:
        raise _refused(value, reason) from reason
    error = new_error()
    made = lib.kmk_json_parse(text, len(text), error)
    if made == NULL:
        check(error.status, error)
    return made


def lent(value: Any) -> Any:
    """A json_t * that is released when it is let go: for functions that borrow."""
    return ffi.gc(new_json(value), lib.kmk_json_release)


def from_json(pointer: Any) -> Any:
    """What a borrowed json_t * holds; None where it is NULL."""
    if pointer == NULL:
        return None
    text = lib.kmk_json_text(pointer, _COMPACT)
    if text == NULL:
        raise KumikiError(Status.TOO_DEEP, "the value cannot be written as text")
    try:
        return _load(new_text(text))
    except RecursionError as reason:
        message = "the value is nested deeper than Python can read"
        raise KumikiError(Status.TOO_DEEP, message) from reason


def from_new_json(pointer: Any) -> Any:
    """The same for a json_t * that the library has given to us, which is released."""
    try:
        return from_json(pointer)
    finally:
        lib.kmk_json_release(pointer)


def pointer(*steps: str | int) -> str:
    """A JSON Pointer of its steps, each escaped: `pointer("rows", 3, "a/b")` is "/rows/3/a~1b"."""
    return "".join(_step(str(step)) for step in steps)


def _step(step: str) -> str:
    if not is_text(step):
        raise KumikiError(Status.INVALID_ARGUMENT, f"{step!r} is no step of a JSON Pointer")
    return new_text(lib.kmk_pointerf(b"/%s", ffi.new("char[]", utf8(step))))


def _refused(value: Any, reason: Exception) -> KumikiError:
    """Why a value is no JSON, with the place. Called once it is known that it is none."""
    if isinstance(reason, RecursionError):
        return KumikiError(Status.TOO_DEEP, "the value is nested deeper than Python can write")
    for path, part in _parts(value):
        try:
            _dump(None if _is_container(part) else part)
        except (TypeError, ValueError):
            message = f"{part!r:.100} of type {type(part).__name__} is no JSON"
            return KumikiError(Status.JSON, message, path)
        if isinstance(part, Mapping):
            for key in part:
                if not isinstance(key, (str, int, float, bool, type(None))):
                    message = f"the key {key!r:.100} of type {type(key).__name__} is no text"
                    return KumikiError(Status.JSON, message, path)
    return KumikiError(Status.JSON, str(reason))


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """A value and all inside it, each with its pointer, and each container once."""
    seen: set[int] = set()
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        path, part = waiting.pop()
        if _is_container(part):
            if id(part) in seen:
                continue
            seen.add(id(part))
            inside = part.items() if isinstance(part, Mapping) else enumerate(part)
            steps = [(pointer(str(key)), each) for key, each in inside]
            waiting.extend((path + step, each) for step, each in reversed(steps))
        yield path, part
