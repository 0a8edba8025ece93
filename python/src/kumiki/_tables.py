"""The file of a database: its tables, which are those of kumiki_sqlite.h, and what they hold."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from bisect import bisect_right
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from kumiki._errors import KumikiError, Status, file_name, new_error, required
from kumiki._json import lent, new_json_of
from kumiki._library import ffi, jansson, lib
from kumiki._values import ARRAY

TABLES = [
    "CREATE TABLE IF NOT EXISTS kumiki_moment(store TEXT PRIMARY KEY, step INTEGER, snapshot TEXT) "
    "WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS kumiki_beside(store TEXT PRIMARY KEY, step INTEGER, beside TEXT) "
    "WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS kumiki_note(store TEXT, number INTEGER, step INTEGER, patch TEXT, "
    "PRIMARY KEY(store, number)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS kumiki_step(store TEXT, step INTEGER, record TEXT, "
    "PRIMARY KEY(store, step)) WITHOUT ROWID",
]
LAST_STEP = (
    "SELECT max(step) FROM (SELECT step FROM kumiki_moment WHERE store = ?1 "
    "UNION ALL SELECT max(step) FROM kumiki_step WHERE store = ?1)"
)
# What should be JSON is read as it is in the file, whatever its type.
_MOMENT = "SELECT step, CAST(snapshot AS BLOB) FROM kumiki_moment WHERE store = ?"
_BESIDE = "SELECT step, CAST(beside AS BLOB) FROM kumiki_beside WHERE store = ?"
_HAS_NOTES = "SELECT 1 FROM sqlite_master WHERE name = 'kumiki_note'"
_NOTES = "SELECT number, step, CAST(patch AS BLOB) FROM kumiki_note WHERE store = ? ORDER BY number"
_STEPS = "SELECT step, CAST(record AS BLOB) FROM kumiki_step WHERE store = ? ORDER BY step"


class Place:
    """The path of a file, with how to connect to it."""

    def __init__(self, path: str | PathLike[str], timeout: float) -> None:
        self.path = file_name(path)
        if self.path in ("", ":memory:") or self.path.startswith("file:"):
            found = self.path or "an empty path"
            message = f"found {found}, expected the path of a file (\"./\" in front of a relative one)"
            raise KumikiError(Status.INVALID_ARGUMENT, f"the database: {message}")
        self.timeout = timeout

    def connect(self, mode: str) -> sqlite3.Connection:
        """A connection that begins and commits nothing by itself, for one thread at a time."""
        return sqlite3.connect(
            f"{Path(self.path).absolute().as_uri()}?mode={mode}",
            timeout=self.timeout,
            isolation_level=None,
            check_same_thread=False,
            uri=True,
        )

    def writing(self, waits_for_disk: bool) -> sqlite3.Connection:
        """A connection that may write, to a file that has the tables. A new one is its user's alone."""
        with self.named(), contextlib.ExitStack() as undone:
            with contextlib.suppress(OSError):
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
                undone.callback(os.unlink, self.path)
            made = self.connect("rwc")
            undone.callback(made.close)
            made.execute("PRAGMA journal_mode = WAL")
            for table in TABLES:
                made.execute(table)
            made.execute(f"PRAGMA synchronous = {'FULL' if waits_for_disk else 'NORMAL'}")
            undone.pop_all()
            return made

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees one moment of the file, whoever writes it meanwhile."""
        is_alone = self._cannot_be_shared()
        before = self._seen() if is_alone else None
        # "immutable" has SQLite ask for no locks and no other files.
        mode = "ro&immutable=1" if is_alone else "ro"
        with self.named(), contextlib.closing(self.connect(mode)) as made:
            made.execute("BEGIN")
            yield made
        if is_alone and (self._has_log() or self._seen() != before):
            message = f"the database {self.path}: a program wrote it while it was read; read it again"
            raise KumikiError(Status.BUSY, message)

    def _cannot_be_shared(self) -> bool:
        """Whether SQLite cannot read it as one that others may write: it makes files beside it for that.

        So it is where the folder cannot be written and no writer lives, whose files would be there.
        """
        folder = Path(self.path).absolute().parent
        return not os.access(folder, os.W_OK) and not self._has_log() and os.access(self.path, os.R_OK)

    def _has_log(self) -> bool:
        """Whether a writer has the file open, or one has been killed."""
        return os.path.exists(f"{self.path}-wal")

    def home(self) -> tuple[int, int]:
        """Which file is at the path now. Raises OSError if the file is missing."""
        found = os.stat(self.path)
        return found.st_dev, found.st_ino

    def _seen(self) -> tuple[int, int, int]:
        """What changes where a writer has come and gone."""
        found = os.stat(self.path)
        return found.st_ino, found.st_size, found.st_mtime_ns

    @contextlib.contextmanager
    def named(self, store: str | None = None) -> Iterator[None]:
        """Has errors name the file, and what is wrong in a store's rows the store too."""
        what = f"the database {self.path}"
        try:
            yield
        except sqlite3.Error as reason:
            raise KumikiError(Status.INVALID_ARGUMENT, f"{what}: {reason}") from reason
        except KumikiError as reason:
            if store is None:
                raise
            message = f"{what}: the store {store}: {reason.message}"
            raise KumikiError(reason.status, message, reason.path, reason.position) from reason


class Moment(NamedTuple):
    """The last moment of a store in a file."""

    step: int
    json: Any
    """A saved snapshot, as a json_t *."""


def stores(place: Place) -> list[str]:
    with place.reading() as file:
        rows = file.execute("SELECT store FROM kumiki_moment ORDER BY store")
        return [str(name) for (name,) in rows.fetchall()]


def last_moment(place: Place, store: str) -> Moment | None:
    """Reads a store's moment; None where the file has none under that name.

    A row that is missing or broken is DECODE, and a text that is no JSON is JSON, with the store
    and the row or column in the message.
    """
    with place.reading() as file, place.named(store):
        found = file.execute(_MOMENT, (store,)).fetchone()
        note = file.execute(_BESIDE, (store,)).fetchone()
        rows = file.execute(_STEPS, (store,))
        if found is None:
            if note or rows.fetchone():
                message = "the row of kumiki_moment is missing, while there are rows of later steps"
                raise _broken(message)
            return None
        step = noted = _step(found[0], "the row of kumiki_moment")
        snapshot = beside = _object(found[1], "snapshot", "state")
        if note is not None:
            noted = _step(note[0], "the row of kumiki_beside")
            beside = _object(note[1], "beside", "kumiki")
            if noted < step:
                raise _broken("the row of kumiki_beside is older than the snapshot")
        steps = _Patches("record of step", "/patch", step, jansson.json_object_get(snapshot, b"state"))
        notes = _Patches("patch of note", "", 0, beside)
        noted = max(noted, _read_notes(file, store, notes, step))
        for number, record in rows:
            _read_step(steps, step, _step(number, "a row of kumiki_step"), record)
        if steps.last < noted:
            raise _broken(f"step {steps.last + 1} is missing")
        steps.apply()
        state = lib.kmk_json_retain(steps.value)
        if jansson.json_object_set_new(notes.value, b"state", state) != 0:
            raise MemoryError(store)
        return Moment(steps.last, notes.value)


def _read_step(steps: _Patches, snapshot: int, number: int, record: bytes | None) -> None:
    if number <= snapshot:
        raise _broken(f"step {number} is older than the snapshot")
    if number != steps.last + 1:
        raise _broken(f"step {steps.last + 1} is missing")
    what = f"record of step {number}"
    patch = jansson.json_object_get(read := _object(record, what, "patch"), b"patch")
    steps.add(patch, what + ": patch", len(record or b""))
    del read  # what else a record has may be large


def _read_notes(file: sqlite3.Connection, store: str, notes: _Patches, snapshot: int) -> int:
    """Reads what has changed beside the state since the snapshot. The row 0 is the time that has passed:
    its place is after all others. The number of the last step that has one."""
    if not file.execute(_HAS_NOTES).fetchone():  # a file of the first form
        return snapshot
    time, last = None, snapshot
    for number, step, patch in file.execute(_NOTES, (store,)):
        _step(number, "a row of kumiki_note")
        if number not in (0, notes.last + 1):
            raise _broken(f"note {notes.last + 1} is missing")
        if _step(step, f"note {number}") < snapshot:
            raise _broken(f"note {number} is older than the snapshot")
        last = max(last, step)
        what = f"patch of note {number}"
        read = _json(patch, what)
        if number == 0:
            time = read
        else:
            notes.add(read, what, len(patch))
    notes.apply()
    if time is not None:
        notes.what = "patch of the note of time, after note"
        notes.add(time, "patch of the note of time", 0)
        notes.apply()
    return last


_PART = 1 << 20  # bytes of patches that are applied together


class _Patches:
    """Patches of a value after a number. The library applies many as one, which copies each place
    once; neither they nor the value become values of Python."""

    def __init__(self, what: str, prefix: str, last: int, value: Any) -> None:
        self.what, self._prefix = what, prefix
        self.last = last
        self.value = value
        self._bytes = 0  # of those that are to be applied
        self._operations = lent([])
        self._ends: list[int] = []  # for each of them, how many operations there are up to its end

    def add(self, patch: Any, what: str, size: int) -> None:
        """Takes the next patch, which has `size` bytes."""
        if patch.type != ARRAY:
            raise _broken(f"{what} is not an array")
        if jansson.json_array_extend(self._operations, patch) != 0:
            raise MemoryError(what)
        self._ends.append(jansson.json_array_size(self._operations))
        self._bytes += size
        self.last += 1
        if self._bytes >= _PART:
            self.apply()

    def apply(self) -> None:
        """Writes what was read since the last time into the value."""
        error = new_error()
        try:
            made = required(lib.kmk_json_patched(self.value, self._operations, error), error)
        except KumikiError as reason:
            raise self._misfit(reason) from reason
        self.value = ffi.gc(made, lib.kmk_json_release)
        self._operations, self._ends, self._bytes = lent([]), [], 0

    def _misfit(self, reason: KumikiError) -> KumikiError:
        """Names the patch whose operation could not be applied, and its place in it."""
        place, _, rest = reason.path.removeprefix("/").partition("/")
        operation = int(place or 0)
        at = bisect_right(self._ends, operation)
        inner = operation - (self._ends[at - 1] if at else 0)
        path = f"{self._prefix}/{inner}" + (f"/{rest}" if rest else "")
        return _refused(reason, f"{self.what} {self.last - len(self._ends) + 1 + at}", path)


def _step(value: Any, what: str) -> int:
    """What a column has as the number of a step."""
    if not isinstance(value, int) or not 0 <= value < 2**62:
        raise _broken(f"{what} has no number of a step")
    return value


def _json(text: bytes | None, what: str) -> Any:
    """A column that must hold JSON, as a json_t *."""
    if text is None:
        raise _broken(f"{what} is NULL")
    try:
        return new_json_of(text)
    except KumikiError as reason:
        raise _refused(reason, what, reason.path) from reason


def _object(text: bytes | None, what: str, member: str) -> Any:
    """The same of an object with a member."""
    made = _json(text, what)
    if not jansson.json_object_get(made, member.encode()):
        raise _broken(f"{what} is not an object with the member {member}")
    return made


def _broken(message: str) -> KumikiError:
    return KumikiError(Status.DECODE, message)


def _refused(reason: KumikiError, what: str, path: str) -> KumikiError:
    """What the library says of a row. JSON (a text that is none), TOO_DEEP and NO_MEMORY stay."""
    is_known = reason.status in (Status.JSON, Status.TOO_DEEP, Status.NO_MEMORY)
    status = reason.status if is_known else Status.DECODE
    return KumikiError(status, f"{what}: {reason.message}", path, reason.position)
