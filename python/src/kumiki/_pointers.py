"""JSON Pointers, checked before they are passed to C."""

from __future__ import annotations

import functools
from typing import Any

from kumiki._errors import KumikiError, Status
from kumiki._library import utf8

_NO_TEXT = b"\xff"  # from `utf8`: the library reports the mistake


def place_of(pointer: Any) -> bytes:
    """A pointer, or the pointer of a `Place`, for C. Raises INVALID_ARGUMENT if it is malformed."""
    try:
        return _place_of(pointer)
    except TypeError:
        pass
    return utf8(pointer)  # raises the error with its reason


@functools.lru_cache(maxsize=4096)
def _place_of(pointer: Any) -> bytes:
    """Cached, because each read and write names a place."""
    encoded = utf8(pointer)
    if b"~" not in encoded and encoded[:1] in (b"", b"/"):
        return encoded
    if encoded != _NO_TEXT and not _is_pointer(encoded):
        raise KumikiError(Status.INVALID_ARGUMENT, _refusal(str(pointer)))
    return encoded


def _is_pointer(encoded: bytes) -> bool:
    escaped = encoded.replace(b"~0", b"").replace(b"~1", b"")
    return encoded[:1] in (b"", b"/") and b"~" not in escaped


def _refusal(text: str) -> str:
    shown = f'found "{text:.100}", expected a JSON Pointer'
    if text[:1] != "/":
        meant = text if "/" in text else text.replace(".", "/")
        return f'{shown}, which is "" or begins with "/"; did you mean "/{meant:.100}"?'
    return f'{shown}, where "~" is written "~0": kumiki.pointer(*steps) escapes its steps'
