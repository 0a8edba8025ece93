"""Exceptions that pass through C, where an effect fails with a JSON value."""

from __future__ import annotations

import itertools
import json
import threading
from typing import Any

from kumiki._errors import EffectError
from kumiki._json import new_json
from kumiki._library import ffi, lib

_numbers = itertools.count(1)
_decoder = json.JSONDecoder()
_lock = threading.RLock()  # a finalizer may run while it is held
_failures: dict[int, tuple[BaseException, Any]] = {}
"""Each exception with its JSON. While the library holds the JSON too, it may still ask for the exception."""
_NEWEST = 32  # the newest failures are always kept: an issue contains its JSON only as text
_most = 2 * _NEWEST  # above this number, forgotten failures are dropped


def new_failure(error: BaseException) -> Any:
    """An exception as the JSON that an effect fails with: a new json_t *.

    The JSON contains a number by which the exception is found again.
    """
    number, name, message = next(_numbers), _written(type(error).__name__), message_of(error)
    made = new_json({"type": name, "message": message, "exception": number})
    with _lock:
        _failures[number] = error, ffi.gc(lib.kmk_json_retain(made), lib.kmk_json_release)
        if len(_failures) > _most:
            _drop_forgotten()
    return made


def _drop_forgotten() -> None:
    """Drops exceptions whose effects were cancelled before the exceptions were reported."""
    global _most
    for number in list(_failures)[:-_NEWEST]:
        if _failures[number][1].refcount == 1:
            del _failures[number]
    _most = 2 * max(_NEWEST, len(_failures))


def message_of(error: BaseException) -> str:
    """The text of an exception, as JSON can contain it."""
    try:
        return _written(str(error))
    except Exception as reason:
        return f"the exception has no text: its __str__ raises {_written(type(reason).__name__)}"


def _written(text: str) -> str:
    """A string that JSON can contain: the name of a file may contain bytes that are not UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()


def failure_of(value: Any) -> BaseException:
    """The exception that an effect failed with. An EffectError if the effect is not written in Python."""
    error = _taken(value)
    return EffectError(value) if error is None else error


def raised_by(message: str) -> BaseException | None:
    """The exception that the issue "effect-threw" reports.

    The issue's message is the JSON of the exception; a test store appends the origin of the effect.
    """
    try:
        value, _ = _decoder.raw_decode(message.removeprefix("effect-threw: "))
    except ValueError:
        return None
    return _taken(value)


def _taken(value: Any) -> BaseException | None:
    number = value.get("exception") if isinstance(value, dict) else None
    with _lock:
        error, _ = _failures.pop(number, (None, None)) if isinstance(number, int) else (None, None)
    return error
