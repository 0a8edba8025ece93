"""Exceptions on their way through C: an effect of the library fails with JSON."""

from __future__ import annotations

import itertools
import json
from typing import Any

from kumiki._errors import EffectError

_numbers = itertools.count(1)
_failures: dict[int, BaseException] = {}
_LIMIT = 64  # of those that nobody asks for, since their effects were cancelled


def described(error: BaseException) -> Any:
    """An exception as the JSON that an effect fails with; the number leads back to it."""
    number = next(_numbers)
    _failures[number] = error
    while len(_failures) > _LIMIT:
        _failures.pop(next(iter(_failures)), None)
    return {"type": type(error).__name__, "message": str(error), "exception": number}


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
    return _failures.pop(number, None) if isinstance(number, int) else None
