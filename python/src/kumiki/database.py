"""Databases: stores whose state and steps are in a file of SQLite."""

from __future__ import annotations

import atexit
import os
import threading
import warnings
import weakref
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, cast

from kumiki._errors import WORD, KumikiError, Status, number
from kumiki._handles import Closing
from kumiki._library import is_text
from kumiki._line import Line
from kumiki._rights import Rights
from kumiki._saver import Saver
from kumiki._tables import Moment, Place, last_moment, stores
from kumiki._writer import Writer
from kumiki.loop import Loop
from kumiki.reducer import Reducer
from kumiki.snapshot import Migrate, Snapshot
from kumiki.store import Store
from kumiki.typed import A, S


class Database(Closing):
    """A file of SQLite with stores, each with its state and the steps since that was written.

        with kumiki.Loop() as loop, kumiki.Database("app.db") as database:
            store = database.open(loop, feature, {"count": 0})
            store.send("increment")

    A store has the state of the last moment in the file, its ids, and the effects that follow the
    state, which go on. Steps are written by a thread of the database's, many in a transaction: a
    send waits for no disk. `flush` waits until the file has all that was sent before.

    The tables are those of the C header kumiki_sqlite.h, and the file is in WAL mode: other
    processes may read it meanwhile, and with `read_only` this class does.

    A file that cannot be opened, read or written is INVALID_ARGUMENT, with its path in the message
    and the sqlite3.Error as the cause. After the first write that fails nothing is written any
    more; the logger "kumiki" is told, and so is the next `flush`, `open` or `close`.
    """

    _writer: Writer | None = None

    def __init__(
        self,
        path: str | PathLike[str],
        *,
        read_only: bool = False,
        batch_steps: int = 1000,
        batch_seconds: float = 0.02,
        compact_steps: int = 10_000,
        compact_bytes: int = 1 << 20,
        history_bytes: int = 1 << 20,
        waits_for_disk: bool = False,
        timeout: float = 5.0,
        keeps_actions: bool = False,
        secret_paths: Sequence[str] = (),
    ) -> None:
        """Opens a database, or makes one.

        A transaction is written when `batch_steps` wait, or when the oldest has waited `batch_seconds`.
        The whole state is written, and the steps before it go, after `compact_steps`, or when the steps
        take `compact_bytes` and no fewer bytes than the whole state. Undo histories of a store take at
        most `history_bytes`; the steps that are undone first are kept. `waits_for_disk`: whether each
        transaction waits until the disk has it. Without it, a crash of the machine may lose the last
        transactions; the end of the process loses none. `timeout`: how many seconds to wait if another
        process has locked the file.

        `keeps_actions`: the file also has each step's action and the rest of its record, for programs that read
        kumiki_step by SQL. `secret_paths`, as a `Recorder` has them, are kept out of the file: a member of the
        state that a pointer names is left out, so give it a default or make it optional.

        Only its user can read and write a new file. "", ":memory:" and URIs are not paths of files.
        """
        steps = number(batch_steps, "batch_steps", WORD), number(compact_steps, "compact_steps", WORD)
        if min(steps) < 1 or min(batch_seconds, timeout) < 0:
            raise KumikiError(
                Status.INVALID_ARGUMENT,
                "batch_steps and compact_steps are at least 1, batch_seconds and timeout 0",
            )
        number(history_bytes, "history_bytes", WORD)
        self._history_bytes, self._keeps_actions = history_bytes, keeps_actions
        self._secret_paths = secret_paths
        self._saver(0)  # expects the paths to be right
        number(compact_bytes, "compact_bytes", WORD)
        self._place = Place(path, timeout)
        self._batch_steps, self._batch_seconds = batch_steps, batch_seconds
        self._compact_steps = compact_steps
        self._lock = threading.Lock()
        self._lines: dict[str, Line] = {}
        self._is_closed = False
        if read_only:
            stores(self._place)
        else:
            file = self._place.writing(waits_for_disk)
            try:
                ((_, _, resolved),) = file.execute("PRAGMA database_list").fetchall()
                self._rights = Rights(resolved)
            except BaseException:
                file.close()
                raise
            self._writer = Writer(
                self._place, file, batch_steps, batch_seconds, compact_bytes, self._rights
            )
        _open.add(self)

    def open(
        self,
        loop: Loop,
        reducer: Reducer[S, A],
        initial: S | None = None,
        *,
        name: str = "main",
        version: int | None = None,
        migrations: Mapping[int, Migrate] | None = None,
    ) -> Store[S, A]:
        """Makes a store of what the file has under a name, or of a first state if it has none.

        `version` and `migrations` are those of `Snapshot`, but that no version means 0: a state of
        another one is refused, since it would be written as one of version 0. What the file has
        stays as it is until the first step of the store. The store ends as any other, at the latest with the database.

        A typed store (`Types`) reads the file's state once: what its types do not read is DECODE, such
        as a state without a field that has no default.

        Without a first state, what the file does not have is NOT_FOUND. BUSY: a store is open under
        that name, here or in another process, and the message says which. The right to write a store ends with it,
        or with the process.
        """
        writer = self._written()
        if not is_text(name) or not name:
            raise KumikiError(Status.INVALID_ARGUMENT, f"{name!r:.100} is no name of a store")
        saver = self._saver(version or 0)
        line = Line(self, writer, name, number(version or 0, "version"), saver)
        with self._lock:
            before = self._lines.get(name)
            if before is not None and not before.is_over:
                raise KumikiError(Status.BUSY, f"the store {name} is open already")
            self._lines[name] = line
        is_taken = False
        try:
            # What a store before it under this name has handed over is read too.
            writer.flush()
            self._rights.take(name)
            is_taken = True
            moment = last_moment(self._place, name)
            if moment is None and initial is None:
                message = f"the database {self._place.path} has no store {name}"
                raise KumikiError(Status.NOT_FOUND, message)
            if moment is None:
                line.begin(Store(loop, reducer, cast(S, initial)), None)
            else:
                snapshot = self._snapshot(name, moment, version or 0, migrations)
                store = Store.from_snapshot(loop, reducer, snapshot)
                self._expect_types(store, name)
                line.begin(store, moment)
        except BaseException:
            with self._lock:
                del self._lines[name]
            if is_taken:
                self._rights.leave(name)
            raise
        return line.store

    def _saver(self, version: int) -> Saver:
        return Saver(version, self._history_bytes, self._secret_paths, self._keeps_actions)

    def _expect_types(self, store: Store, name: str) -> None:
        """Refuses a state of the file that the types of a typed reducer do not read."""
        if store._types is None:
            return
        try:
            with self._place.named(name):
                _ = store.state
        except BaseException:
            store.close()
            raise

    def _snapshot(
        self, name: str, moment: Moment, version: int | None, migrations: Any
    ) -> Snapshot:
        with self._place.named(name):
            return Snapshot._read_from(moment.json, version, migrations)

    def snapshot(
        self,
        name: str = "main",
        *,
        version: int | None = None,
        migrations: Mapping[int, Migrate] | None = None,
    ) -> Snapshot | None:
        """The last moment of a store in the file; None if it has none under that name.

        Of a store that is open it has what the last `flush` has. For any thread.
        """
        self._check_open()
        moment = last_moment(self._place, name)
        return None if moment is None else self._snapshot(name, moment, version, migrations)

    def names(self) -> list[str]:
        """The names of the stores in the file. For any thread."""
        self._check_open()
        return stores(self._place)

    def flush(self) -> None:
        """Waits until all steps so far are in the file, or raises why they are not. On another thread than that of
        the stores those of the turns that have ended.

        For any thread that may wait: under asyncio, `await asyncio.to_thread(database.flush)`. On the
        thread of its stores the file also gets how much of the time of their effects has passed.
        """
        writer = self._written()
        with self._lock:
            lines = list(self._lines.values())
        for line in lines:
            if line.is_begun and not line.is_over and line.store._thread == threading.get_ident():
                line.write(with_effects=True)
        writer.flush()

    # ------------------------------------------------------------------------------ end

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._is_closed

    def close(self) -> None:
        """Ends its stores, writes what is left and closes the file. The second time nothing happens.

        The file gets how much of the time of effects has passed, too.

        Raises as `flush` does; the file is closed all the same. On the thread of its stores.
        """
        if self._is_closed:
            return
        mine = [line for line in self._lines.values() if line.is_begun and not line.is_over]
        for line in mine:
            line.store._at()
        for line in mine:
            line.write(with_effects=True)
            line.store.close()
        self._is_closed = True
        if self._writer is not None:
            self._writer.end()

    def _check_open(self) -> None:
        if self._is_closed:
            raise KumikiError(Status.CLOSED, "this Database was closed")

    def _written(self) -> Writer:
        self._check_open()
        if self._writer is None:
            message = f"the database {self._place.path} was opened to be read only"
            raise KumikiError(Status.INVALID_ARGUMENT, message)
        return self._writer

    def __del__(self) -> None:
        if self._writer is not None and not self._is_closed:
            self._warn_that_it_is_open()
            self.close()

    def _warn_that_it_is_open(self) -> None:
        warnings.warn(f"{self!r} was not closed", ResourceWarning, stacklevel=3, source=self)


_open: weakref.WeakSet[Database] = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    """Writes what is left of a database that nobody closed, whichever thread its stores are on."""
    for database in list(_open):
        if database._writer is not None and not database.closed:
            database._warn_that_it_is_open()
            database._is_closed = True
            database._writer.end()


def _forget_in_child() -> None:
    for database in list(_open):
        database._is_closed = True
        if database._writer is not None:
            database._writer.forget()


os.register_at_fork(after_in_child=_forget_in_child)
