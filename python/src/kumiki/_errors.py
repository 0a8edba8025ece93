"""KumikiError: the error of a failed call, with everything that the library reports."""

from __future__ import annotations

import enum
import threading
from operator import index
from os import PathLike, fspath
from typing import Any

from kumiki._library import NULL, ffi, lib, text
from kumiki._names import in_python


class Status(enum.IntEnum):
    """Why a call failed. The names are those of kumiki/error.h."""

    INVALID_ARGUMENT = -1
    JSON = -2
    DECODE = -3
    UNKNOWN_FEATURE = -4
    NOT_FOUND = -5
    WRONG_THREAD = -6
    NO_MEMORY = -7
    TOO_DEEP = -8
    CLOSED = -9
    BUSY = -10
    TIMEOUT = -11
    LIMIT = -12
    NOT_ALLOWED = -13
    UNKNOWN = -1000
    """A status of a later version of the library."""

    @classmethod
    def _missing_(cls, value: object) -> Status:
        return cls.UNKNOWN


class KumikiError(Exception):
    """Raised if a call failed. A failed call has changed nothing."""

    _is_unknown_case = False
    """Whether the value was a case that the type does not have."""

    def __init__(self, status: int, message: str, path: str = "", position: int = 0) -> None:
        self.status = Status(status)
        self.message = message
        """One line: the value that was found, and what was expected."""
        self.path = path
        """The JSON Pointer of the offending value, or ""."""
        self.position = position
        """If JSON text was wrong, the offset of the mistake in bytes."""
        super().__init__(self.status, message, path, position)

    def __str__(self) -> str:
        place = f" at {self.path}" if self.path else ""
        return f"{self.status.name}{place}: {self.message}"


class EffectError(Exception):
    """The failure of an effect that is not written in Python, as `Effect.catch` receives it."""

    def __init__(self, value: Any) -> None:
        self.value = value
        """A string, or any other JSON value that the effect failed with."""
        super().__init__(value)


class _Thread(threading.local):
    def __init__(self) -> None:
        self.error = ffi.new("kmk_error *")


_thread = _Thread()


def new_error() -> Any:
    """A kmk_error for a call to fill. It is read if the call returns a failure.

    Each thread has only one: the error of a nested call, made by a callback, is read before.
    """
    return _thread.error


def error_of(error: Any) -> KumikiError:
    whole = ffi.new("kmk_error_details *")
    lib.kmk_error_read(error, whole, ffi.sizeof("kmk_error_details"))
    message = in_python(text(whole.message))
    return KumikiError(whole.status, message, text(whole.path), whole.position)


def check(status: int, error: Any) -> None:
    """Raises the error that a call has filled in, if the call failed."""
    if status != 0:
        raise error_of(error)


def required(handle: Any, error: Any) -> Any:
    """Returns the result of a call. If it is NULL, raises the error that the call has filled in."""
    if handle == NULL:
        raise error_of(error)
    return handle


def check_status(status: int, what: str) -> None:
    """The same for calls that return only a status."""
    if status < 0:
        raise KumikiError(status, f"{what}: {_MEANING.get(Status(status), 'it failed')}")


WORD = 2**64 - 1
"""The greatest number that fits into 64 bits."""


def number(value: int, what: str, greatest: int = 2**32 - 1) -> int:
    """Checks a whole number for C: from 0 to `greatest`."""
    if not 0 <= index(value) <= greatest:
        message = f"{what} is a number from 0 to {greatest}, not {value}"
        raise KumikiError(Status.INVALID_ARGUMENT, message)
    return value


def file_name(path: str | PathLike[str]) -> str:
    """The path of a file, without a NUL: in C, the path would end at the NUL and name another file."""
    name = fspath(path)
    if "\0" in name:
        raise KumikiError(Status.INVALID_ARGUMENT, f"{name!r} is not a path: it contains a NUL")
    return name


_MEANING = {
    Status.INVALID_ARGUMENT: "an argument that the call cannot use",
    Status.WRONG_THREAD: "called on a thread that is not the loop's",
    Status.NO_MEMORY: "there is no memory",
    Status.TOO_DEEP: "JSON that is nested too deeply",
    Status.CLOSED: "the store, the loop or the effect has ended",
    Status.BUSY: "called inside a callback of the same loop",
}
