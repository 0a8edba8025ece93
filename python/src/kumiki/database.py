"""Databases: stores whose state and steps are kept in an SQLite file."""

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
    """An SQLite file of stores: for each store the last written state, and the steps after it.

        with kumiki.Loop() as loop, kumiki.Database("app.db") as database:
            store = database.open(loop, feature, {"count": 0})
            store.send("increment")

    An opened store continues from the last step in the file: with its state, its ids and its
    state-driven effects. A thread of the database writes the steps, many in one transaction, so a
    send does not wait for the disk. `flush` waits until the file contains all earlier steps.

    The file is in the format of libkumiki-sqlite (kumiki_sqlite.h) and in WAL mode: other processes
    may read it while it is written. To read it with this class, use `read_only`.

    A file that cannot be opened, read or written raises INVALID_ARGUMENT, with the path in the
    message and the sqlite3.Error as the cause. If a write fails, the failure goes to the logger
    "kumiki", and each `flush`, `open` and `close` raises it. A failure that may pass, such as a full
    disk, loses nothing: the write is tried again, and the logger reports the first success.
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
        alone: bool = False,
        wait: float = 0.0,
    ) -> None:
        """Opens a database, or makes one.

        A transaction is written when `batch_steps` steps wait, or when the oldest step has waited
        `batch_seconds`. After `compact_steps` steps, or once the steps take at least `compact_bytes` and
        at least as many bytes as the whole state, the whole state is written and the older steps are
        deleted. The undo histories of a store take at most `history_bytes`; the steps that are undone
        first are kept. With `waits_for_disk`, each transaction waits until it is on disk. Without it, a
        crash of the machine may lose the last transactions; the end of the process loses none. `timeout`
        is the number of seconds to wait for a file that another process has locked.

        With `alone`, only this object may write the file, as in a program that may run only once: if
        another process or object writes it, this raises BUSY, and the message contains the process id.
        The right ends with `close`, or with the process. `wait` is the number of seconds that this call
        and `open` wait for another writer before they raise BUSY.

        With `keeps_actions`, the file also contains each step's action and the rest of its record, for
        programs that read kumiki_step by SQL. `secret_paths` works as in a `Recorder`, but members of
        the state are left out of the file, so give such a member a default or make it optional.

        Only the current user can read and write a new file. "", ":memory:" and URIs are refused.
        """
        steps = number(batch_steps, "batch_steps", WORD), number(compact_steps, "compact_steps", WORD)
        if min(steps) < 1 or min(batch_seconds, timeout, wait) < 0:
            raise KumikiError(
                Status.INVALID_ARGUMENT,
                "batch_steps and compact_steps are at least 1, batch_seconds, timeout and wait 0",
            )
        self._path, self._read_only = file_name(path), read_only
        self._sqlite = side("sqlite", "libsqlite3.so.0")
        self._lock = threading.Lock()
        self._stores: dict[str, Store[Any, Any] | None] = {}  # None: the store is being opened
        self._is_closed = False
        secrets = _texts(secret_paths)
        values = {
            "size": ffi.sizeof("kmk_sqlite_options"),
            "batch_steps": _count(batch_steps),
            "batch_milliseconds": _milliseconds(batch_seconds),
            "compact_steps": _count(compact_steps),
            # In C, 0 means the default.
            "compact_bytes": max(1, number(compact_bytes, "compact_bytes", WORD)),
            "history_bytes": max(1, number(history_bytes, "history_bytes", WORD)),
            "busy_milliseconds": _milliseconds(timeout),
            "waits_for_disk": waits_for_disk,
            "keeps_actions": keeps_actions,
            "is_read_only": read_only,
            "secret_paths": secrets[0],
            "writes_alone": alone,
            "wait_milliseconds": _milliseconds(wait) if wait else 0,
            "failed": _failed,
            "resumed": _resumed,
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
        """Opens the store that the file contains under a name, or makes one there with an initial state.

        `version` and `migrations` work as in `Snapshot`, except that None means version 0: a state of
        another version is refused, since it would be saved as version 0. The file does not change until
        the first step of the store. The store ends like any other store, at the latest with the database.

        A typed store (`Types`) reads the state from the file once. A state that its types cannot read,
        such as one without a field that has no default, raises DECODE.

        If the file has no store under the name and `initial` is None, this raises NOT_FOUND. If a store
        is open under the name, here or in another process, this raises BUSY, and the message says where.
        The right to write a store ends with the store, or with the process.
        """
        self._expect_writable()
        expect_reducer(reducer)
        if not is_text(name) or not name:
            raise KumikiError(Status.INVALID_ARGUMENT, f"{name!r:.100} is not the name of a store")
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
                    _ = store.state  # raises if the types of the reducer cannot read it
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
        """A snapshot of the last step of a store in the file. None if the name is unknown.

        For an open store, the snapshot includes all steps up to the last `flush`, and those written
        since. Callable on any thread.
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
        """The names of the stores in the file. Callable on any thread."""
        error = new_error()
        with self._entered() as pointer, self._named():
            made = required(self._sqlite.kmk_sqlite_names(pointer, error), error)
        return [str(name) for name in from_new_json(made)]

    def flush(self) -> None:
        """Waits until the file contains all steps so far, or raises the error of the write.

        On a thread that is not the stores' own, only steps of completed loop iterations count. Callable
        on any thread that may wait: under asyncio, `await asyncio.to_thread(database.flush)`. On the
        thread of its stores, this also saves how much of the effects' time has passed.
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
        """Adds the file to the database's errors, with SQLite's error as the cause. `is_whole`: the
        library's message names the store."""
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
        """The pointer, which is not freed within the block."""
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
            message = f"the database {self._path} was opened read-only"
            raise KumikiError(Status.INVALID_ARGUMENT, message)

    # ------------------------------------------------------------------------------ end

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._is_closed

    def close(self) -> None:
        """Ends the stores, writes the remaining steps and closes the file. A second call does nothing.

        This also saves how much of the effects' time has passed.

        Raises the errors of `flush`, but always closes the file. Call it on the thread of the stores.
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
    log.error("a write failed: the database %s: %s", kept(path), text(message))


@callback("void(*)(void *)")  # type: ignore[untyped-decorator]
def _resumed(path: Any) -> None:
    log.warning("the database %s is written again", kept(path))


def _end_of(free: Callable[[Any], None], told: Any, secrets: Any) -> Callable[[Any], None]:
    """A function that frees a database and the objects it used."""

    def end(pointer: Any, secrets: Any = secrets) -> None:
        free(pointer)
        release(told)

    return end


def _count(value: int) -> int:
    return min(value, 2**32 - 1)


def _milliseconds(seconds: float) -> int:
    """At least 1, because 0 means the default in C."""
    return max(1, math.ceil(min(seconds * 1000, 2**31 - 1)))


def _texts(values: Sequence[str]) -> tuple[Any, Any]:
    """A NULL-terminated array of strings for C, and the objects that keep the strings alive."""
    if isinstance(values, str) or not all(is_text(each) for each in values):
        message = f"secret_paths is a list of pointers and case paths, not {values!r:.100}"
        raise KumikiError(Status.INVALID_ARGUMENT, message)
    held = [ffi.new("char[]", utf8(each)) for each in values]
    listed = ffi.new("const char *[]", [*held, NULL])
    return (listed if held else NULL), held


# The result codes that the module sqlite3 does not raise as OperationalError.
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
    """The error that the module sqlite3 raises for a result code."""
    made = _KINDS.get(code & 0xFF, sqlite3.OperationalError)(message)
    if isinstance(made, sqlite3.Error):
        made.sqlite_errorcode = code
    return made


_open: weakref.WeakSet[Database] = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    """Writes the remaining steps of databases that were not closed, on whichever thread their stores are."""
    for database in list(_open):
        if not database.closed:
            if not database._read_only:
                database._warn_that_it_is_open()
            database._free()


def _forget_in_child() -> None:
    for database in list(_open):
        database._is_closed = True


os.register_at_fork(after_in_child=_forget_in_child)
