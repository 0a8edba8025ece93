"""The right to write a store of a database: a lock of the kernel's, as kumiki_sqlite_lock.h takes it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import struct
from typing import Any

from kumiki._errors import KumikiError, Status

_FLOCK = "hhqqi"  # struct flock, with the compiler's alignment


class Rights:
    """The file PATH-lock, with a byte for each store that is locked for this opening, and one behind it that
    tells others the number of the process."""

    def __init__(self, path: str) -> None:
        self._path = path
        try:
            self._file = os.open(f"{path}-lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as reason:
            message = f"the database {path}: cannot open {path}-lock: {reason.strerror}"
            raise KumikiError(Status.INVALID_ARGUMENT, message) from reason

    def take(self, store: str) -> None:
        """Takes the right to write a store. BUSY: another one has it, and the message says who."""
        byte = _byte(store)
        try:
            self._lock(fcntl.F_OFD_SETLK, fcntl.F_WRLCK, byte)
        except BlockingIOError as reason:
            message = f"the database {self._path}: the store {store} is {self._who(byte)}"
            raise KumikiError(Status.BUSY, message) from reason
        except OSError as reason:
            message = f"the database {self._path}: the store {store} cannot be locked: {reason.strerror}"
            raise KumikiError(Status.INVALID_ARGUMENT, message) from reason
        with contextlib.suppress(OSError):
            self._lock(fcntl.F_SETLK, fcntl.F_WRLCK, byte + 1)

    def leave(self, store: str) -> None:
        """Lets go of the right."""
        byte = _byte(store)
        with contextlib.suppress(OSError):
            self._lock(fcntl.F_SETLK, fcntl.F_UNLCK, byte + 1)
            self._lock(fcntl.F_OFD_SETLK, fcntl.F_UNLCK, byte)

    def close(self) -> None:
        os.close(self._file)

    def _lock(self, command: int, kind: int, byte: int) -> Any:
        lock = struct.pack(_FLOCK, kind, os.SEEK_SET, byte, 1, 0)
        return fcntl.fcntl(self._file, command, lock)

    def _who(self, byte: int) -> str:
        """As far as the system tells: another machine's process has no number here."""
        kind, process = fcntl.F_UNLCK, 0
        with contextlib.suppress(OSError):
            found = self._lock(fcntl.F_OFD_GETLK, fcntl.F_WRLCK, byte + 1)
            kind, _, _, _, process = struct.unpack(_FLOCK, found[: struct.calcsize(_FLOCK)])
        if kind == fcntl.F_UNLCK or process <= 0:
            return "written by another program"
        if process == os.getpid():
            return "open in this process"
        program = ""
        with contextlib.suppress(OSError), open(f"/proc/{process}/comm", encoding="utf-8") as file:
            program = f"{file.read().strip()}, "
        return f"written by {program}process {process}"


def _byte(store: str) -> int:
    """FNV-1a of the name, even, and within what each file system can lock."""
    found = 0xCBF29CE484222325
    for byte in store.encode():
        found = (found ^ byte) * 0x100000001B3 % 2**64
    return found >> 3 & ~1
