"""Recorders, which write the steps of a store to a file, and replays of such files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike, fsencode
from typing import TYPE_CHECKING, Any, Generic

from kumiki import _callbacks
from kumiki._calls import Calling, log
from kumiki._errors import (
    WORD,
    KumikiError,
    Status,
    check,
    file_name,
    new_error,
    number,
    required,
)
from kumiki._handles import Handle
from kumiki._json import from_new_json
from kumiki._library import NULL, ffi, lib, utf8
from kumiki.loop import LentLoop
from kumiki.reducer import Reducer, expect_reducer
from kumiki.snapshot import Migrate, Migrations, Snapshot
from kumiki.typed import A, S

if TYPE_CHECKING:
    from kumiki.store import Store

_FLUSHES = ["full", "step", "sync"]
_TO_THE_END = 2**64 - 1


class Recorder(Handle):
    """Writes the steps of a store to a file, for `Replay`.

        with kumiki.Recorder(store, "session.log"):
            store.send("increment")

    An existing log is continued with another run. `flush` says when steps are passed to the system:
    "step" after each step, "full" only when the buffer is full, "sync" after each step, waiting until
    the step is on disk. After `checkpoint_bytes` of steps, a checkpoint is written, where a replay can
    start. If the file is larger than `rotate_bytes` at that time, it is renamed to PATH.1.
    `secret_paths` are pointers, and case paths of actions: values there are written as null, including
    in bindings' writes, and neither hashes nor issues reveal them. `version` is the program's own
    version of its states. `begun=True` keeps the action of a reducer that crashes, and `durations=True`
    adds how long the reducers of a step took.

    If the file cannot be written, the recorder stops, and the issue "record-failed" is raised.

    A recorder ends with `close` or with its store, not when the object is dropped.
    """

    def __init__(
        self,
        store: Store,
        path: str | PathLike[str],
        *,
        flush: str = "step",
        checkpoint_bytes: int = 0,
        rotate_bytes: int = 0,
        secret_paths: Sequence[str] = (),
        version: int = 0,
        begun: bool = False,
        durations: bool = False,
    ) -> None:
        if flush not in _FLUSHES or isinstance(secret_paths, str):
            raise KumikiError(
                Status.INVALID_ARGUMENT,
                f"flush is one of {_FLUSHES}, and secret_paths a list of pointers",
            )
        secrets = [ffi.new("char[]", utf8(each)) for each in secret_paths]
        listed = ffi.new("const char *[]", [*secrets, NULL])
        options = ffi.new(
            "kmk_recorder_options *",
            {
                "size": ffi.sizeof("kmk_recorder_options"),
                "flush": _FLUSHES.index(flush),
                "checkpoint_bytes": number(checkpoint_bytes, "checkpoint_bytes", WORD),
                "rotate_bytes": number(rotate_bytes, "rotate_bytes", WORD),
                "secret_paths": listed if secrets else NULL,
                "version": number(version, "version"),
                "parts": begun * lib.KMK_RECORD_BEGUN | durations * lib.KMK_RECORD_DURATIONS,
            },
        )
        error, place = new_error(), fsencode(file_name(path))
        self._loop = store.loop
        with Calling(store.loop):
            made = lib.kmk_recorder_new(store._at(), place, options, error)
        super().__init__(required(made, error))
        self._among = store._subscriptions  # these end with the store
        self._among.add(self)

    def flush(self) -> None:
        """Waits until all recorded steps are on disk. Raises CLOSED after the recorder has stopped."""
        error = new_error()
        with Calling(self._loop):
            status = lib.kmk_recorder_flush(self._at(), error)
        check(status, error)

    def _free(self, pointer: Any) -> None:
        self._among.discard(self)
        with Calling(self._loop):
            lib.kmk_recorder_free(pointer)


def _expect_step(step: int) -> None:
    if not 0 <= step <= _TO_THE_END:
        raise KumikiError(Status.INVALID_ARGUMENT, f"{step} is not the number of a step")


def _is_of_reducer(error: BaseException) -> bool:
    """Whether a reducer raised the error, which is then logged; not an observer or the program's end."""
    trace = error.__traceback__
    if not isinstance(error, Exception) or trace is None:
        return False
    is_reducer = trace.tb_frame.f_globals.get("__name__") == _callbacks.__name__
    if is_reducer:
        log.error("a reducer raised in a replay", exc_info=error)
    return is_reducer


class Replay(Handle, Generic[S, A]):
    """Runs a recorded log again, with all its runs: from the first checkpoint, or from the last
    checkpoint before the step `at`.

        with kumiki.Replay("session.log", feature) as replay:
            replay.run()

    All actions come from the file, including actions that effects had sent. Ids, dates and times are
    the recorded ones, and no effect starts. A file that is not a log, or whose state does not match
    the reducer, raises DECODE.

    With `version`, runs of an earlier version are migrated (a Recorder's `version` is in the log):
    `migrations` maps a version to a function that returns a state in the next version, as for
    `Snapshot`; `action_migrations` does the same for actions, and None leaves an action out. Actions of
    a version that is not in `action_migrations` stay as they are. In such a run each recorded state is
    migrated and compared, and the patches are not.
    """

    def __init__(
        self,
        path: str | PathLike[str],
        reducer: Reducer[S, A],
        *,
        at: int = 0,
        version: int | None = None,
        migrations: Mapping[int, Migrate] | None = None,
        action_migrations: Mapping[int, Migrate] | None = None,
    ) -> None:
        from kumiki.store import LentStore

        expect_reducer(reducer)
        _expect_step(at)
        error, place = new_error(), fsencode(file_name(path))
        self._path = file_name(path)
        states = Migrations(version, migrations)
        self._migrations: tuple[Migrations, ...] = (states,)
        try:
            actions = Migrations(version, action_migrations, are_actions=True)
            self._migrations = (states, actions)
            options = ffi.new(
                "kmk_replay_options *",
                {
                    "size": ffi.sizeof("kmk_replay_options"),
                    "step": at,
                    "states": states.given,
                    "actions": actions.given,
                },
            )
            with Calling(None):
                pointer = lib.kmk_replay_open_with(place, reducer._new(), options, error)
            required(pointer, error)
        except KumikiError as reason:
            self._release_migrations()
            raise self._in_file(reason) from None
        except BaseException:
            self._release_migrations()
            raise
        super().__init__(pointer)
        store = lib.kmk_replay_store(pointer)
        self._loop = LentLoop(lib.kmk_store_loop(store))
        self._loop._receive_issues()
        self.store: Store[S, A] = LentStore(self._loop, store, reducer._types)
        """The store of the replay, to read and to observe. A send raises BUSY."""

    def run(self, step: int | None = None) -> None:
        """Runs until a step has run, or to the end. For an earlier step, goes back to a checkpoint before it.

        If a step differs from the recorded one, this raises DECODE, for the first such step of each run.
        `divergence` returns the difference, and another call continues after the step. Steps are numbered
        through all runs. A step that the log does not contain raises NOT_FOUND.

        An exception in a reducer, which may have happened when the log was recorded too, is not a
        difference in itself: the step continues with the writes made so far. The logger "kumiki" logs
        the exception.

        Issues are reported as on any loop: to the logger, or to the function given to
        `replay.store.loop.on_issue`.
        """
        to = _TO_THE_END if step is None else step
        _expect_step(to)
        error, call = new_error(), Calling(self._loop)
        with call:
            status = lib.kmk_replay_run(self._at(), to, error)
            call.raised = [each for each in call.raised or [] if not _is_of_reducer(each)]
        try:
            check(status, error)
        except KumikiError as reason:
            raise self._in_file(reason) from None

    def _in_file(self, error: KumikiError) -> KumikiError:
        """The same error, whose message names the byte of the file where a line is damaged.

        The library's own message counts bytes from the start of the line.
        """
        if not error.position:
            return error
        message = f"{self._path} is damaged at byte {error.position}: the line there: {error.message}"
        return KumikiError(error.status, message, error.path, error.position)

    @property
    def step(self) -> int:
        """The number of the last step that has run."""
        return int(lib.kmk_replay_step(self._at()))

    @property
    def divergence(self) -> Any:
        """The first difference of the run, as an object with "step", "action", "expected" and "found"
        (patches), and "difference" (of the states). None if no step differed."""
        found = lib.kmk_replay_divergence(self._at())
        return None if found == NULL else from_new_json(found)

    def snapshot(self) -> Snapshot:
        """A snapshot after the current step, for `Store.restore` or `Store.from_snapshot`."""
        error = new_error()
        return Snapshot._of(required(lib.kmk_replay_snapshot(self._at(), error), error))

    def _free(self, pointer: Any) -> None:
        self._loop.close()
        with Calling(None):
            lib.kmk_replay_free(pointer)
        self._release_migrations()

    def _release_migrations(self) -> None:
        for each in self._migrations:
            each.release()
