"""Exceptions on their way through C: an effect of the library fails with JSON."""

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
_lock = threading.RLock()  # a finalizer may come in between
_failures: dict[int, tuple[BaseException, Any]] = {}
"""Each with its JSON. While the library has that too, it may still ask for the exception."""
_NEWEST = 32  # so many are kept in any case: an issue has its JSON as text
_most = 2 * _NEWEST  # beyond which is looked for those that nobody asks for any more


def new_failure(error: BaseException) -> Any:
    """An exception as the JSON that an effect fails with, a json_t * of ours.

    The number in it leads back to the exception.
    """
    number, name, message = next(_numbers), _written(type(error).__name__), _message_of(error)
    made = new_json({"type": name, "message": message, "exception": number})
    with _lock:
        _failures[number] = error, ffi.gc(lib.kmk_json_retain(made), lib.kmk_json_release)
        if len(_failures) > _most:
            _drop_forgotten()
    return made


def _drop_forgotten() -> None:
    """Lets go of exceptions whose effects were cancelled before anybody was told of them."""
    global _most
    for number in list(_failures)[:-_NEWEST]:
        if _failures[number][1].refcount == 1:
            del _failures[number]
    _most = 2 * max(_NEWEST, len(_failures))


def _message_of(error: BaseException) -> str:
    try:
        return _written(str(error))
    except Exception as reason:
        return f"the exception has no text: its __str__ raises {_written(type(reason).__name__)}"


def _written(text: str) -> str:
    """A text as JSON can have it: the name of a file may have bytes that are no UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()


def failure_of(value: Any) -> BaseException:
    """The exception that an effect failed with; an EffectError where it is not one of Python."""
    error = _taken(value)
    return EffectError(value) if error is None else error


def raised_by(message: str) -> BaseException | None:
    """The exception that the issue "effect-threw" tells of.

    Its message is that JSON; a test store adds what has started the effect.
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
