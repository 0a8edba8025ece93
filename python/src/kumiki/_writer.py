"""The thread that writes what stores hand over into their database, many steps in a transaction."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kumiki._calls import log
from kumiki._errors import KumikiError, Status
from kumiki._json import text_of
from kumiki._library import jansson
from kumiki._rights import Rights
from kumiki._saver import Saver
from kumiki._tables import LAST_STEP, Place
from kumiki.snapshot import Snapshot

_ROWS = 300  # of one statement, which lets other threads run once; SQLite took 999 values at first


@dataclass(slots=True)
class Target:
    """A store in the file, as the writer knows it."""

    name: str
    last: int | None
    """The number of the last step in the file; None where the file has nothing of the store."""
    saver: Saver
    notes: int = 0
    """How many rows of kumiki_note there are since the last whole state."""
    passed: int = 0
    """The time in the file that has passed since then."""
    compacted: int = 0
    """The step of the last whole state."""
    whole_bytes: int = 0
    """The bytes of that state in the file."""
    step_bytes: int = 0
    """The bytes of the steps and notes since."""
    large: int | None = None
    """`compacted`, once there are too many bytes of steps since."""

    def weigh(self, compact_bytes: int) -> None:
        """A state that is larger than its steps is not written again for them."""
        is_large = self.step_bytes >= max(compact_bytes, self.whole_bytes)
        self.large = self.compacted if is_large else None


@dataclass(slots=True)
class Step:
    store: Target
    number: int
    step: Any
    """A json_t * of the trace's. It may be large, so the worker writes it as text."""


@dataclass(slots=True)
class Beside:
    """A moment of which only the changes beside the state are written."""

    store: Target
    number: int
    snapshot: Snapshot


@dataclass(slots=True)
class Whole:
    """A whole moment. The worker writes it as text, since the state may be large."""

    store: Target
    number: int
    snapshot: Snapshot


@dataclass(slots=True)
class Left:
    """The store has ended: what comes before this is the last of it, and another one may write it then."""

    store: Target


Item = Step | Beside | Whole


class Writer:
    """Collects items of any thread. From the first failure on nothing is written any more."""

    def __init__(
        self,
        place: Place,
        file: sqlite3.Connection,
        batch_steps: int,
        batch_seconds: float,
        compact_bytes: int,
        rights: Rights,
    ) -> None:
        self._place, self._file = place, file
        self._home, self._rights = place.home(), rights
        self._batch_steps, self._batch_seconds = batch_steps, batch_seconds
        self._changed = threading.Condition(threading.Lock())
        self._compact_bytes = compact_bytes
        self._waiting: list[Item | Left] = []
        self._oldest = 0.0  # when the first that waits came
        self._handed = self._done = 0  # counts of items
        self._is_hurried = self._is_ending = False
        self.failure: KumikiError | None = None
        # A daemon, or a database that nobody closed would keep the process from its end.
        self._thread = threading.Thread(target=self._run, name="kumiki database", daemon=True)
        self._thread.start()

    # -------------------------------------------------------------------- any thread

    def hand(self, *items: Item | Left) -> None:
        """Takes what is written in one transaction: a step, and what it changed beside the state."""
        with self._changed:
            if self.failure is not None:
                items = tuple(item for item in items if isinstance(item, Left))
            if not items:
                return
            before = len(self._waiting)
            self._waiting += items
            self._handed += len(items)
            if before == 0:
                self._oldest = time.monotonic()
            # The first one begins the wait, and the last one ends it.
            if before == 0 or before < self._batch_steps <= len(self._waiting):
                self._changed.notify_all()

    def flush(self) -> None:
        """Returns when the file has all that was handed over before, or raises why it has not."""
        with self._changed:
            handed, self._is_hurried = self._handed, True
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._done >= handed)
            if self.failure is not None:
                raise _repeated(self.failure)

    def end(self) -> None:
        """Writes what is left and closes the file."""
        with self._changed:
            self._is_ending = True
            self._changed.notify_all()
        self._thread.join()
        if self.failure is not None:
            raise _repeated(self.failure)

    def forget(self) -> None:
        """After fork: the thread and the file are the parent's, and a lock may be held for ever."""
        self._changed = threading.Condition(threading.Lock())
        self._rights.close()  # the parent's stay
        self.failure = KumikiError(Status.CLOSED, "the process before the fork writes the database")

    # -------------------------------------------------------------------- the writer's

    def _run(self) -> None:
        while True:
            with self._changed:
                self._wait_for_a_batch()
                items, self._waiting = self._waiting, []
                upto, self._is_hurried = self._handed, False
                if not items and self._is_ending:
                    break
            written = [item for item in items if not isinstance(item, Left)]
            if written and self.failure is None:
                self._write(written)
            for item in items:
                if isinstance(item, Left):
                    self._rights.leave(item.store.name)
            del items, written
            with self._changed:
                self._done = upto
                self._changed.notify_all()
        with contextlib.suppress(sqlite3.Error):  # it is only compacted then
            self._file.close()
        self._rights.close()

    def _wait_for_a_batch(self) -> None:
        while not (self._is_hurried or self._is_ending or len(self._waiting) >= self._batch_steps):
            left = None
            if self._waiting:
                left = self._oldest + self._batch_seconds - time.monotonic()
                if left <= 0:
                    return
            self._changed.wait(left)

    def _write(self, items: list[Item]) -> None:
        try:
            with self._place.named():
                self._commit(items)
            return
        except KumikiError as error:
            failure = error
        except BaseException as error:
            failure = KumikiError(Status.UNKNOWN, f"the database {self._place.path}: {error!r}")
            failure.__cause__ = error
        with self._changed:
            self.failure = failure
        log.error("nothing is written any more: %s", failure.message)

    def _commit(self, items: list[Item]) -> None:
        """Writes items in one transaction, all or none."""
        self._expect_home()
        by_store: dict[int, list[Item]] = {}
        for item in items:
            by_store.setdefault(id(item.store), []).append(item)
        try:
            self._file.execute("BEGIN IMMEDIATE")
            for of_store in by_store.values():
                self._write_store(of_store[0].store, of_store)
            self._file.execute("COMMIT")
        except BaseException:
            if self._file.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    self._file.execute("ROLLBACK")
            raise
        for of_store in by_store.values():
            of_store[0].store.last = of_store[-1].number
            of_store[0].store.weigh(self._compact_bytes)

    def _write_store(self, store: Target, items: list[Item]) -> None:
        """Writes the items of one store, but for those that a later one makes needless."""
        name = store.name
        ((last,),) = self._file.execute(LAST_STEP, (name,)).fetchall()
        if last != store.last:  # by a program of a version without locks
            message = f"the database {self._place.path}: another program writes the store {name}"
            raise KumikiError(Status.BUSY, message)
        wholes = [at for at, item in enumerate(items) if isinstance(item, Whole)]
        if wholes:
            self._write_whole(items[wholes[-1]])
            items = items[wholes[-1] + 1 :]
        self._insert([item for item in items if isinstance(item, Step)])
        notes = [item for item in items if isinstance(item, Beside)]
        if notes:
            self._write_change(notes[-1])

    def _expect_home(self) -> None:
        with contextlib.suppress(OSError):
            if self._place.home() == self._home:
                return
        message = f"the database {self._place.path}: the file was removed or replaced while it was open"
        raise KumikiError(Status.INVALID_ARGUMENT, message)

    def _write_whole(self, item: Any) -> None:
        store, number = item.store, item.number
        text = text_of(store.saver.whole(item.snapshot))
        self._file.execute(
            "INSERT OR REPLACE INTO kumiki_moment(store, step, snapshot) VALUES (?, ?, ?)",
            (store.name, number, text),
        )
        for table in ("beside", "note"):
            self._file.execute(f"DELETE FROM kumiki_{table} WHERE store = ?", (store.name,))
        self._file.execute(
            "DELETE FROM kumiki_step WHERE store = ? AND step <= ?", (store.name, number)
        )
        store.compacted, store.whole_bytes = number, _bytes(text)
        store.step_bytes = store.notes = store.passed = 0

    def _write_change(self, note: Beside) -> None:
        """Writes what has changed beside the state, if anything has, and the time that has passed."""
        store = note.store
        patch, passed = store.saver.change(note.snapshot)
        if jansson.json_array_size(patch) > 0:
            store.notes += 1
            store.step_bytes += self._write_note(note, store.notes, text_of(patch))
        if passed != store.passed:
            store.passed = passed
            self._write_note(note, 0, f'[{{"op":"add","path":"/passed","value":{passed}}}]')

    def _write_note(self, note: Beside, number: int, patch: str) -> int:
        self._file.execute(
            "INSERT OR REPLACE INTO kumiki_note(store, number, step, patch) VALUES (?, ?, ?, ?)",
            (note.store.name, number, note.number, patch),
        )
        return _bytes(patch)

    def _insert(self, steps: Sequence[Step]) -> None:
        for at in range(0, len(steps), _ROWS):
            rows = steps[at : at + _ROWS]
            records = [text_of(row.store.saver.step(row.step)) for row in rows]
            places = ", ".join(["(?, ?, ?)"] * len(rows))
            values: list[Any] = []
            for row, record in zip(rows, records, strict=True):
                values += (row.store.name, row.number, record)
                row.store.step_bytes += _bytes(record)
            self._file.execute(
                f"INSERT INTO kumiki_step(store, step, record) VALUES {places}", values
            )


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


def _repeated(error: KumikiError) -> KumikiError:
    """The same error for another call: each has a traceback of its own."""
    again = KumikiError(error.status, error.message, error.path, error.position)
    again.__cause__ = error.__cause__
    return again
