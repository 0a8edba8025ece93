"""Databases: stores whose state and steps are in a file of SQLite."""

from __future__ import annotations

import atexit
import contextlib
import math
import os
import sqlite3
import threading
import warnings
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any

from kumiki._calls import Calling, callback, keep, kept, log, release
from kumiki._errors import WORD, KumikiError, Status, check, file_name, new_error, number, required
from kumiki._handles import Closing, Shared
from kumiki._json import from_new_json, lent
from kumiki._library import NULL, ffi, is_text, side, text, utf8
from kumiki.loop import Loop
from kumiki.reducer import Reducer, expect_reducer
from kumiki.snapshot import Migrate, Snapshot, migrating
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

    The file is one of libkumiki-sqlite (kumiki_sqlite.h), in WAL mode: other processes may read it
    while it is written, and with `read_only` this class does.

    A file that cannot be opened, read or written is INVALID_ARGUMENT, with its path in the message
    and the sqlite3.Error as the cause. After the first write that fails nothing is written any
    more; the logger "kumiki" is told, and so is the next `flush`, `open` or `close`.
    """

    _handle: Shared | None = None

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
        self._path, self._read_only = file_name(path), read_only
        self._sqlite = side("sqlite", "libsqlite3.so.0")
        self._lock = threading.Lock()
        self._stores: dict[str, Store[Any, Any] | None] = {}  # None: one that is being opened
        self._is_closed = False
        secrets = _texts(secret_paths)
        values = {
            "size": ffi.sizeof("kmk_sqlite_options"),
            "batch_steps": _count(batch_steps),
            "batch_milliseconds": _milliseconds(batch_seconds),
            "compact_steps": _count(compact_steps),
            # 0 is C's word for a default.
            "compact_bytes": max(1, number(compact_bytes, "compact_bytes", WORD)),
            "history_bytes": max(1, number(history_bytes, "history_bytes", WORD)),
            "busy_milliseconds": _milliseconds(timeout),
            "waits_for_disk": waits_for_disk,
            "keeps_actions": keeps_actions,
            "is_read_only": read_only,
            "secret_paths": secrets[0],
            "failed": _failed,
        }
        told = keep(self._path)
        try:
            options = ffi.new("kmk_sqlite_options *", {**values, "user_data": told})
            with self._named():
                error, place = new_error(), os.fsencode(self._path)
                pointer = required(self._sqlite.kmk_sqlite_open(place, options, error), error)
        except BaseException:
            release(told)
            raise
        self._handle = Shared(pointer)
        self._end = _end_of(self._sqlite.kmk_sqlite_free, told, secrets)
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
        self._expect_writable()
        expect_reducer(reducer)
        if not is_text(name) or not name:
            raise KumikiError(Status.INVALID_ARGUMENT, f"{name!r:.100} is no name of a store")
        number(version or 0, "version")
        with self._lock:
            if name in self._stores and not self._is_over(name):
                raise KumikiError(Status.BUSY, f"the store {name} is open already")
            self._stores[name] = None
        try:
            store = self._made(loop, reducer, initial, name, version or 0, migrations)
        except BaseException:
            with self._lock:
                del self._stores[name]
            raise
        self._stores[name] = store
        return store

    def _is_over(self, name: str) -> bool:
        store = self._stores[name]
        return store is not None and store.closed

    def _made(
        self,
        loop: Loop,
        reducer: Reducer[S, A],
        initial: S | None,
        name: str,
        version: int,
        migrations: Mapping[int, Migrate] | None,
    ) -> Store[S, A]:
        first = NULL if initial is None else lent(initial)
        is_read = reducer._types is not None and name in self.names()
        store: Store[S, A] = Store.__new__(Store)
        store._types, store._owner = reducer._types, self
        with (
            self._entered() as pointer,
            self._named(name),
            migrating(version, migrations, self._where(name)) as steps,
        ):
            store._make(
                loop,
                lambda at, error: self._sqlite.kmk_sqlite_store_with(
                    pointer, utf8(name), at, reducer._new(), first, steps, error
                ),
            )
        if is_read:
            try:
                with self._named(name, is_whole=False):
                    _ = store.state  # which the types of the reducer may not read
            except BaseException:
                store.close()
                raise
        return store

    def snapshot(
        self,
        name: str = "main",
        *,
        version: int | None = None,
        migrations: Mapping[int, Migrate] | None = None,
    ) -> Snapshot | None:
        """The last moment of a store in the file; None if it has none under that name.

        For a store that is open it includes the steps of the last `flush`, and those written since. For any thread.
        """
        error = new_error()
        with (
            self._entered() as pointer,
            self._named(),
            migrating(version, migrations, self._where(name)) as steps,
        ):
            with Calling(None):
                made = self._sqlite.kmk_sqlite_snapshot_with(pointer, utf8(name), steps, error)
            if made == NULL and error.status == Status.NOT_FOUND:
                return None
            return Snapshot._of(required(made, error))

    def names(self) -> list[str]:
        """The names of the stores in the file. For any thread."""
        error = new_error()
        with self._entered() as pointer, self._named():
            made = required(self._sqlite.kmk_sqlite_names(pointer, error), error)
        return [str(name) for name in from_new_json(made)]

    def flush(self) -> None:
        """Waits until all steps so far are in the file, or raises why they are not. On another thread than that of
        the stores those of the turns that have ended.

        For any thread that may wait: under asyncio, `await asyncio.to_thread(database.flush)`. On the
        thread of its stores the file also gets how much of the time of their effects has passed.
        """
        self._expect_writable()
        error = new_error()
        with self._entered() as pointer, self._named():
            with Calling(None):
                status = self._sqlite.kmk_sqlite_flush(pointer, error)
            check(status, error)

    # ------------------------------------------------------------------------------ errors

    def _where(self, name: str) -> str:
        return f"the database {self._path}: the store {name}"

    @contextlib.contextmanager
    def _named(self, store: str = "", is_whole: bool = True) -> Iterator[None]:
        """Has errors of the database name its file, with SQLite's error as the cause. `is_whole`: the
        library has named the store."""
        try:
            yield
        except KumikiError as reason:
            told = reason.message.removeprefix("the database: ")
            is_ours = told != reason.message
            if is_whole and not is_ours:
                raise
            cause: Exception = reason
            if is_ours and (code := self._sqlite.kmk_sqlite_last_code()):
                told = told.removeprefix(f"{self._path:.120}: ")
                cause = _sqlite_error(code, told)
            if not is_ours:
                message = f"{self._where(store)}: {reason.message}"
            elif reason.status == Status.NOT_FOUND:
                message = f"the database {self._path} has no store {store}"
            else:
                message = f"the database {self._path}: {told}"
            raise KumikiError(reason.status, message, reason.path, reason.position) from cause

    @contextlib.contextmanager
    def _entered(self) -> Iterator[Any]:
        """The pointer, which nobody frees meanwhile."""
        self._expect_open()
        assert self._handle is not None
        pointer = self._handle._enter()
        if pointer is None:
            raise KumikiError(Status.CLOSED, "this Database was closed")
        try:
            yield pointer
        finally:
            self._handle._leave()

    def _expect_open(self) -> None:
        if self._is_closed:
            raise KumikiError(Status.CLOSED, "this Database was closed")

    def _expect_writable(self) -> None:
        self._expect_open()
        if self._read_only:
            message = f"the database {self._path} was opened to be read only"
            raise KumikiError(Status.INVALID_ARGUMENT, message)

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
        mine = [store for store in self._stores.values() if store is not None and not store.closed]
        for store in mine:
            store._at()
        if mine:
            with contextlib.suppress(KumikiError):
                self.flush()
        for store in mine:
            store.close()
        try:
            if not self._read_only:
                self.flush()
        finally:
            self._free()

    def _free(self) -> None:
        self._is_closed = True
        if self._handle is not None:
            self._handle._end_with(self._end)

    def __del__(self) -> None:
        if self._handle is not None and not self._is_closed:
            if not self._read_only:
                self._warn_that_it_is_open()
            self.close()

    def _warn_that_it_is_open(self) -> None:
        warnings.warn(f"{self!r} was not closed", ResourceWarning, stacklevel=3, source=self)


@callback("void(*)(const char *, void *)")  # type: ignore[untyped-decorator]
def _failed(message: Any, path: Any) -> None:
    log.error("nothing is written any more: the database %s: %s", kept(path), text(message))


def _end_of(free: Callable[[Any], None], told: Any, secrets: Any) -> Callable[[Any], None]:
    """What ends a database, and lets go of what it has used."""

    def end(pointer: Any, secrets: Any = secrets) -> None:
        free(pointer)
        release(told)

    return end


def _count(value: int) -> int:
    return min(value, 2**32 - 1)


def _milliseconds(seconds: float) -> int:
    """At least one: 0 is C's word for a default."""
    return max(1, math.ceil(min(seconds * 1000, 2**31 - 1)))


def _texts(values: Sequence[str]) -> tuple[Any, Any]:
    """Texts for C, with the end NULL, and what keeps them."""
    if isinstance(values, str) or not all(is_text(each) for each in values):
        message = f"secret_paths is a list of pointers and case paths, not {values!r:.100}"
        raise KumikiError(Status.INVALID_ARGUMENT, message)
    held = [ffi.new("char[]", utf8(each)) for each in values]
    listed = ffi.new("const char *[]", [*held, NULL])
    return (listed if held else NULL), held


# The results of SQLite that the module sqlite3 raises as another error.
_KINDS: dict[int, type[Exception]] = {
    2: sqlite3.InternalError,
    7: MemoryError,
    11: sqlite3.DatabaseError,
    12: sqlite3.InternalError,
    18: sqlite3.DataError,
    19: sqlite3.IntegrityError,
    20: sqlite3.IntegrityError,
    21: sqlite3.InterfaceError,
    25: sqlite3.InterfaceError,
    26: sqlite3.DatabaseError,
}


def _sqlite_error(code: int, message: str) -> Exception:
    """The error that the module sqlite3 raises for a result of SQLite's."""
    made = _KINDS.get(code & 0xFF, sqlite3.OperationalError)(message)
    if isinstance(made, sqlite3.Error):
        made.sqlite_errorcode = code
    return made


_open: weakref.WeakSet[Database] = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    """Writes what is left of a database that nobody closed, whichever thread its stores are on."""
    for database in list(_open):
        if not database.closed:
            if not database._read_only:
                database._warn_that_it_is_open()
            database._free()


def _forget_in_child() -> None:
    for database in list(_open):
        database._is_closed = True


os.register_at_fork(after_in_child=_forget_in_child)
