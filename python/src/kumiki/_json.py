"""Converts Python's JSON values to the library's values and back, through text."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kumiki._encoding import JSON as JSON
from kumiki._encoding import dump, is_container, plain, text_for
from kumiki._encoding import json_encoder as json_encoder
from kumiki._errors import KumikiError, Status, error_of, new_error, required
from kumiki._library import NULL, ffi, is_text, jansson, lib, new_text, utf8
from kumiki._values import makers, readers

_COMPACT = 0x20  # jansson's JSON_COMPACT
_load: Callable[[str, int], tuple[Any, int]] = getattr(json.JSONDecoder(), "scan_once")


def new_json(value: Any) -> Any:
    """A new json_t *, to release or to pass to a function that steals it.

    A value without parts is made directly, any other value through text, which also refuses invalid JSON.
    """
    make = makers.get(type(value))
    if make is not None:
        try:
            if made := make(value):
                return made
        except (OverflowError, ValueError):
            pass  # the conversion through text reports the mistake
    return _new_json_by_text(value)


def _new_json_by_text(value: Any) -> Any:
    try:
        text = text_for(value).encode()
    except (TypeError, ValueError, RecursionError) as reason:
        raise _refused(value, reason) from reason
    error = new_error()
    made = lib.kmk_json_parse(text, len(text), error)
    if made == NULL:
        raise _not_taken(value, error_of(error))
    return made


def lent(value: Any) -> Any:
    """A json_t * for functions that borrow. Garbage collection releases it."""
    return ffi.gc(new_json(value), lib.kmk_json_release)


def text_of(pointer: Any) -> str:
    """A borrowed json_t * as compact text."""
    text = lib.kmk_json_text(pointer, _COMPACT)
    if text == NULL:
        raise KumikiError(Status.TOO_DEEP, "the value cannot be written as text")
    return new_text(text)


def loaded(text: str) -> Any:
    """The value of a JSON text from the library."""
    try:
        return _load(text, 0)[0]
    except RecursionError as reason:
        message = "the value is nested deeper than Python can read"
        raise KumikiError(Status.TOO_DEEP, message) from reason


def from_json(pointer: Any) -> Any:
    """The value of a borrowed json_t *. None for NULL."""
    if not pointer:
        return None
    read = readers.get(pointer.type)
    return loaded(text_of(pointer)) if read is None else read(pointer)


def from_new_json(pointer: Any) -> Any:
    """The value of a new json_t *, which is released."""
    try:
        return from_json(pointer)
    finally:
        lib.kmk_json_release(pointer)


def pointer(*steps: str | int) -> str:
    """Makes a JSON Pointer from steps and escapes each: `pointer("rows", 3, "a/b")` is "/rows/3/a~1b"."""
    return "".join(_step(str(step)) for step in steps)


def _step(step: str) -> str:
    if not is_text(step):
        raise KumikiError(Status.INVALID_ARGUMENT, f"{step!r} is not a step of a JSON Pointer")
    return new_text(lib.kmk_pointerf(b"/%s", ffi.new("char[]", utf8(step))))


def _refused(value: Any, reason: Exception) -> KumikiError:
    """The reason why a value is not JSON, with the place. Called only for such values."""
    if isinstance(reason, RecursionError):
        return KumikiError(Status.TOO_DEEP, "the value is nested deeper than Python can write")
    for path, part in _parts(value):
        try:
            dump(None if is_container(part) else part)
        except ValueError:
            return KumikiError(Status.JSON, _is_no_json(part), path)
        except TypeError:
            name = type(part).__name__
            message = (
                f"{part!r:.100} of type {name} is not JSON: convert it to a dict, a list, a string "
                f"or a number, or set an encoder with kumiki.json_encoder({name}, function)"
            )
            return KumikiError(Status.JSON, message, path)
        if isinstance(part, Mapping):
            for key in part:
                if not _is_key(key):
                    message = f"the key {key!r:.100} of type {type(key).__name__} is not a string"
                    return KumikiError(Status.JSON, message, path)
    return KumikiError(Status.JSON, str(reason))


def _not_taken(value: Any, reason: KumikiError) -> KumikiError:
    """The reason why the library refuses the text of a value, with the place. Called only for such values."""
    if reason.status is not Status.JSON:
        return reason
    for path, part in _parts(value):
        if isinstance(part, Mapping):
            for key in part:
                if not _is_taken({key: None}):
                    message = f"the key {key!r:.100} contains a NUL or a lone surrogate"
                    return KumikiError(Status.JSON, message, path)
            if not _is_taken(dict.fromkeys(part)):
                return KumikiError(Status.JSON, "two keys are the same string in JSON", path)
        elif not is_container(part) and not _is_taken(part):
            return KumikiError(Status.JSON, _is_no_json(part), path)
    return reason


def _is_key(key: Any) -> bool:
    try:
        text_for({key: None})
    except (TypeError, ValueError):
        return False
    return True


def _is_taken(part: Any) -> bool:
    text = text_for(part).encode()
    made = lib.kmk_json_parse(text, len(text), NULL)
    lib.kmk_json_release(made)
    return bool(made != NULL)


def _is_no_json(part: Any) -> str:
    try:
        shown = f"{part!r:.100}"
    except ValueError:  # Python writes no integer of thousands of digits
        shown = "a value"
    message = f"{shown} of type {type(part).__name__} is not JSON"
    if isinstance(part, int):
        message += ": integers range from -2**63 to 2**63 - 1"
    elif isinstance(part, str):
        message += ": a string must not contain lone surrogates"
    return message


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """A value and everything inside it, each with its pointer. Each container appears once."""
    seen: set[int] = set()
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        path, part = waiting.pop()
        if dataclasses.is_dataclass(part) and not isinstance(part, type):
            part = plain(part)
        if is_container(part):
            if id(part) in seen:
                continue
            seen.add(id(part))
        yield path, part  # first, so that its keys are checked before they become part of other paths
        if is_container(part):
            inside = part.items() if isinstance(part, Mapping) else enumerate(part)
            steps = [(pointer(str(key)), each) for key, each in inside]
            waiting.extend((path + step, each) for step, each in reversed(steps))
