"""Traces: every step of a store, a recorder that keeps them in a file, and replays of that file."""

from __future__ import annotations

from collections.abc import Sequence
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
from kumiki.snapshot import Snapshot
from kumiki.typed import A, S

if TYPE_CHECKING:
    from kumiki.store import Store

_FLUSHES = ["full", "step", "sync"]
_TO_THE_END = 2**64 - 1


class Recorder(Handle):
    """Writes the steps of a store to a file, which a `Replay` runs again.

        with kumiki.Recorder(store, "session.log"):
            store.send("increment")

    A file that is there is gone on with, as another run. `flush` says when what was recorded reaches the system:
    after each "step", only when a buffer is "full", or after each step and down to the disk,
    "sync". After `checkpoint_bytes` of steps a state is written, where a replay can begin; a file
    larger than `rotate_bytes` becomes PATH.1 then. `secret_paths` are pointers, and case paths
    of actions: values below them are written as null, in bindings' writes too, and hashes and
    issues tell nothing of them. `version` is the program's own, for the form of its states.

    Where the file cannot be written the recorder stops, with the issue "record-failed".

    It ends by `close`, or with its store, and not by being dropped.
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
            },
        )
        error, place = new_error(), fsencode(file_name(path))
        self._loop = store.loop
        with Calling(store.loop):
            made = lib.kmk_recorder_new(store._at(), place, options, error)
        super().__init__(required(made, error))
        self._among = store._subscriptions  # those that end with the store
        self._among.add(self)

    def flush(self) -> None:
        """Waits until the disk has what was recorded. CLOSED once the recorder has stopped."""
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
        raise KumikiError(Status.INVALID_ARGUMENT, f"{step} is no number of a step")


def _is_of_reducer(error: BaseException) -> bool:
    """Whether a reducer raised it, which is logged, and not an observer or the end of the program."""
    trace = error.__traceback__
    if not isinstance(error, Exception) or trace is None:
        return False
    is_reducer = trace.tb_frame.f_globals.get("__name__") == _callbacks.__name__
    if is_reducer:
        log.error("a reducer raised in a replay", exc_info=error)
    return is_reducer


class Replay(Handle, Generic[S, A]):
    """A recorded log that is run again, all its runs: from its first checkpoint, or from the last
    one before the step `at`.

        with kumiki.Replay("session.log", feature) as replay:
            replay.run()

    Actions come from the file, also those that effects sent, and so do ids, dates and times; no
    effect begins. What is no log, or has a state that does not fit the reducer, is DECODE.
    """

    def __init__(self, path: str | PathLike[str], reducer: Reducer[S, A], *, at: int = 0) -> None:
        from kumiki.store import LentStore

        expect_reducer(reducer)
        _expect_step(at)
        error, place = new_error(), fsencode(file_name(path))
        self._path = file_name(path)
        with Calling(None):
            pointer = lib.kmk_replay_open_at(place, reducer._new(), at, error)
        try:
            required(pointer, error)
        except KumikiError as reason:
            raise self._in_file(reason) from None
        super().__init__(pointer)
        store = lib.kmk_replay_store(pointer)
        self._loop = LentLoop(lib.kmk_store_loop(store))
        self._loop._receive_issues()
        self.store: Store[S, A] = LentStore(self._loop, store, reducer._types)
        """The store of the replay, to read and to observe. A send is BUSY."""

    def run(self, step: int | None = None) -> None:
        """Runs until a step has run, or to the end. An earlier one begins at the checkpoint before.

        Where a step comes out otherwise than then, DECODE is raised at the first of each run:
        `divergence` says what differs, and another call goes on behind it. Steps are numbered
        through all runs. A step that is not in the log is NOT_FOUND.

        A reducer that raises, as it may have done then, is no difference by itself: its step goes on
        with what it has written. The logger "kumiki" is told of the exception.

        Issues are told as on any loop: to the logger, or to what `replay.store.loop.on_issue` is given.
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

        The library's message counts the bytes of the line.
        """
        if not error.position:
            return error
        message = f"{self._path} is damaged at byte {error.position}: the line there: {error.message}"
        return KumikiError(error.status, message, error.path, error.position)

    @property
    def step(self) -> int:
        """The number of the step that has run last."""
        return int(lib.kmk_replay_step(self._at()))

    @property
    def divergence(self) -> Any:
        """What differs at the first step of the run that came out otherwise, as an object: "step", "action",
        "expected" and "found" (patches) and "difference" (of the states); None where none did."""
        found = lib.kmk_replay_divergence(self._at())
        return None if found == NULL else from_new_json(found)

    def snapshot(self) -> Snapshot:
        """The moment of the present step, for `Store.restore` or `Store.from_snapshot`."""
        error = new_error()
        return Snapshot._of(required(lib.kmk_replay_snapshot(self._at(), error), error))

    def _free(self, pointer: Any) -> None:
        self._loop.close()
        with Calling(None):
            lib.kmk_replay_free(pointer)
