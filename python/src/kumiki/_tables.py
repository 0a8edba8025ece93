"""The file of a database: its tables, which are those of kumiki_sqlite.h, and what they hold."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from kumiki._errors import KumikiError, Status, file_name, new_error, required
from kumiki._json import lent, loaded, new_json_of
from kumiki._library import ffi, lib

TABLES = [
    "CREATE TABLE IF NOT EXISTS kumiki_moment(store TEXT PRIMARY KEY, step INTEGER, snapshot TEXT) "
    "WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS kumiki_beside(store TEXT PRIMARY KEY, step INTEGER, beside TEXT) "
    "WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS kumiki_step(store TEXT, step INTEGER, record TEXT, "
    "PRIMARY KEY(store, step)) WITHOUT ROWID",
]
LAST_STEP = (
    "SELECT max(step) FROM (SELECT step FROM kumiki_moment WHERE store = ?1 "
    "UNION ALL SELECT max(step) FROM kumiki_step WHERE store = ?1)"
)
_MOMENT = (
    "SELECT kumiki_moment.step, coalesce(CAST(snapshot AS TEXT), ''), CAST(beside AS TEXT) "
    "FROM kumiki_moment LEFT JOIN kumiki_beside USING (store) WHERE store = ?"
)
_STEPS = (
    "SELECT step, CAST(record AS TEXT) FROM kumiki_step WHERE store = ? AND step > ? ORDER BY step"
)


class Place:
    """The path of a file, with how to connect to it."""

    def __init__(self, path: str | PathLike[str], timeout: float) -> None:
        self.path = file_name(path)
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
        """A connection that may write, to a file that has the tables."""
        with self.named(), contextlib.ExitStack() as undone:
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
    """Reads a store's moment; None where the file has none under that name."""
    with place.reading() as file:
        found = file.execute(_MOMENT, (store,)).fetchone()
        if found is None:
            return None
        step, snapshot, beside = found
        steps = file.execute(_STEPS, (store, step)).fetchall()
    with place.named(store):
        return _joined(step, snapshot, beside, steps)


def _joined(
    step: int, snapshot: str, beside: str | None, steps: list[tuple[int, str]]
) -> Moment:
    """The state with what the steps wrote, between the members of the later note beside it.

    All is one patch of one value: the library copies each place once, and a large state does not
    become one of Python.
    """
    whole = new_json_of(f'{{"moment":{snapshot},"beside":{beside or "null"}}}')
    operations = []
    for number, record in steps:
        step += 1
        if number != step:
            raise KumikiError(Status.DECODE, f"step {step} is missing")
        operations += _operations(record)
    if beside is None:
        operations.append({"op": "copy", "from": "/moment", "path": ""})
    else:
        operations.append({"op": "copy", "from": "/moment/state", "path": "/beside/state"})
        operations.append({"op": "copy", "from": "/beside", "path": ""})
    error = new_error()
    made = required(lib.kmk_json_patched(whole, lent(operations), error), error)
    return Moment(step, ffi.gc(made, lib.kmk_json_release))


def _operations(record: str | None) -> list[dict[str, Any]]:
    """What a step wrote, where the state is one of two members."""
    try:
        return [_below("/moment/state", each) for each in loaded(record or "")["patch"]]
    except (ValueError, TypeError, KeyError) as reason:
        raise KumikiError(Status.DECODE, f"a step's record is none: {reason}") from reason


def _below(place: str, operation: dict[str, Any]) -> dict[str, Any]:
    moved = dict(operation)
    for key in ("from", "path"):
        if key in operation:
            moved[key] = place + operation[key]
    return moved
