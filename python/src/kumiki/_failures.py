"""Exceptions on their way through C: an effect of the library fails with JSON."""

from __future__ import annotations

import itertools
import json
import threading
from typing import Any

from kumiki._errors import EffectError

_numbers = itertools.count(1)
_lock = threading.RLock()  # a finalizer may come in between
_failures: dict[int, BaseException] = {}
_LIMIT = 64  # of those that nobody asks for, since their effects were cancelled


def described(error: BaseException) -> Any:
    """An exception as the JSON that an effect fails with; the number leads back to it."""
    number, name, message = next(_numbers), _written(type(error).__name__), _message_of(error)
    with _lock:
        _failures[number] = error
        while len(_failures) > _LIMIT:
            del _failures[next(iter(_failures))]
    return {"type": name, "message": message, "exception": number}


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
    """The exception that the issue "effect-threw" tells of, whose message is that JSON."""
    try:
        return _taken(json.loads(message.removeprefix("effect-threw: ")))
    except ValueError:
        return None


def _taken(value: Any) -> BaseException | None:
    number = value.get("exception") if isinstance(value, dict) else None
    with _lock:
        return _failures.pop(number, None) if isinstance(number, int) else None
