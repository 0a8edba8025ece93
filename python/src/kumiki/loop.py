"""Loops: where effects go on, on the program's own thread and within its own main loop."""

from __future__ import annotations

import asyncio
import atexit
import select
import sys
import threading
import time
import warnings
import weakref
from collections.abc import Callable
from concurrent.futures import Executor, Future
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from kumiki._attached import Attached
from kumiki._calls import Calling, callback, keep, kept, log, note, release, running_loop
from kumiki._errors import (
    WORD,
    KumikiError,
    Status,
    check,
    check_status,
    new_error,
    number,
    required,
)
from kumiki._finish import Finish
from kumiki._handles import Handle, Shared
from kumiki._issues import Issue, Issues, log_issue, receive_issue
from kumiki._library import NULL, ffi, lib
from kumiki._work import end_blocking
from kumiki.effects import Duration, milliseconds, nanoseconds

if TYPE_CHECKING:
    from kumiki.observing import Subscription
    from kumiki.store import Store

_SLICE_MS = 100  # how long a call may stay in C before Python looks for signals


class Loop(Attached):
    """A queue of due work and the stores made on it. It belongs to the thread that made it.

    Under asyncio, `async with Loop() as loop` serves it from the running event loop until the block
    ends. Elsewhere `fd` goes into a main loop that calls `dispatch` when it is readable; or
    `dispatch(None)` waits by itself. `Loop(virtual=True)` has a clock that `advance` moves.

    Closing a loop ends its stores. A loop is to be closed: `with`, `async with` or `close`.
    """

    def __init__(
        self,
        *,
        virtual: bool = False,
        workers: int = 4,
        executor: Executor | None = None,
        waits_for_workers: bool = False,
        burst_limit: int = 250_000,
    ) -> None:
        """Makes a loop.

        Blocking effects run on at most so many threads of the library's, or on an executor. With
        `waits_for_workers`, `close` waits for those that have begun. A burst of more actions than
        `burst_limit`, one that is answered by itself, is ended with the issue `endless-burst`.
        """
        error = new_error()
        options = ffi.new(
            "kmk_loop_options *",
            {
                "size": ffi.sizeof("kmk_loop_options"),
                "is_virtual": virtual,
                "abandons_workers": not waits_for_workers,
                "worker_count": number(workers, "workers"),
                "submit": NULL if executor is None else _submit,
                "burst_limit": number(burst_limit, "burst_limit", WORD),
            },
        )
        made = lib.kmk_loop_new_with(options, keep(executor), release, error)
        super().__init__(required(made, error))
        self._begin(virtual)
        self._receive_issues()
        self._shared = Shared(self._pointer)
        self._has_executor = executor is not None
        _open.add(self)

    def _begin(self, virtual: bool) -> None:
        """What a loop of Python has besides the library's."""
        self._begin_asyncio(virtual)
        self._issues = Issues()
        self._stores: set[Store] = set()
        self._subscriptions: set[Handle] = set()  # those to shared values

    def _receive_issues(self) -> None:
        """Has the library tell issues here, and not write them to standard error."""
        lib.kmk_loop_set_diagnostics(self._pointer, receive_issue, keep(self._issues), release)

    # ------------------------------------------------------------------------- running

    @property
    def fd(self) -> int:
        """The descriptor to wait for: readable while something is due, timers included."""
        return int(lib.kmk_loop_fd(self._at()))

    def dispatch(self, timeout: float | None = 0) -> int:
        """Runs the work that is due, and answers how many jobs that were.

        Where nothing is due it waits so many seconds for something, with None until there is, or
        until `wakeup`. Less than 0 seconds, as of a deadline that has passed, are 0.
        """
        self._was_served = True
        if timeout != 0 and not self.virtual:
            waiting = select.poll()
            waiting.register(self.fd, select.POLLIN)
            waiting.poll(None if timeout is None else milliseconds(timeout))
        try:
            with Calling(self):
                count = int(lib.kmk_loop_dispatch(self._at(), 0))
        finally:
            self._end_turn()
        check_status(count, "Loop.dispatch")
        return count

    def run_until_idle(self, timeout: float | None = None) -> None:
        """Runs until nothing is due and no blocking effect is at work. Waits for no timer."""
        pointer = self._at()
        self._in_slices(timeout, lambda ms, error: lib.kmk_loop_run_until_idle(pointer, ms, error))

    def finish(
        self,
        timeout: float | None = None,
        *,
        drop_delayed: bool = False,
        cancel_work: bool = False,
        wait_for_started: bool = False,
    ) -> None:
        """Begins now what is delayed or debounced, and runs until it and blocking work have ended.

        For the end of a program: so the last edit is saved. With `drop_delayed` what waits is dropped
        instead; with `cancel_work` blocking work is cancelled, and waited for until it has returned.
        Coroutines and other started effects that were at work before are left alone, since one may
        never end, unless they are `awaited`; with `wait_for_started` all are waited for. Their sleeps
        take their time.

        After so many seconds it raises TIMEOUT; on a virtual loop at once where something waits for
        the clock, which is not moved; what was delayed has begun then. BUSY: coroutines are at work on
        the event loop of asyncio that runs on this thread, or would begin there, and cannot go on
        meanwhile; `finish_async` lets them. Nothing has begun then, unless the message says
        `wait_for_started`: it was other work that has begun them.
        """
        policy = _finish_policy(drop_delayed, cancel_work)
        pointer, self._was_served = self._at(), True
        if not self.virtual:
            Finish(self, timeout, policy, wait_for_started).run()
            return
        self._in_slices(
            timeout, lambda ms, error: lib.kmk_loop_finish_with(pointer, ms, policy, error)
        )
        if wait_for_started and any(not work.is_over for work in self._works):
            raise KumikiError(Status.TIMEOUT, "started effects wait for the clock, or for the program")

    async def finish_async(
        self,
        timeout: float | None = None,
        *,
        drop_delayed: bool = False,
        cancel_work: bool = False,
        wait_for_started: bool = False,
    ) -> None:
        """Does what `finish` does, under asyncio, while coroutines go on.

        A loop that nothing serves yet is served by the running event loop meanwhile, as in
        `Task.wait`. Where the wait is cancelled, what has begun goes on.
        """
        if self.virtual:
            self.finish(
                timeout,
                drop_delayed=drop_delayed,
                cancel_work=cancel_work,
                wait_for_started=wait_for_started,
            )
            return
        self._at()
        policy = _finish_policy(drop_delayed, cancel_work)
        await Finish(self, timeout, policy, wait_for_started).run_async()

    def set_turn_budget(self, jobs: int | None = None, time: Duration | None = None) -> None:
        """Bounds what a `dispatch` runs: so many jobs, or for so long. None: any number, any time."""
        length, count = 0 if time is None else nanoseconds(time), number(jobs or 0, "jobs", WORD)
        check_status(
            lib.kmk_loop_set_turn_budget(self._at(), count, length), "Loop.set_turn_budget"
        )

    def set_limits(
        self,
        *,
        state_values: int | None = None,
        action_values: int | None = None,
        waiting_actions: int | None = None,
        burst_actions: int | None = None,
        effects: int | None = None,
        observers: int | None = None,
        action_bytes: int | None = None,
        state_bytes: int | None = None,
    ) -> None:
        """Limits what the stores of this loop take in. What is beyond is a KumikiError LIMIT.

        None leaves a limit as it is.
        """
        given = {
            lib.KMK_LIMIT_STATE_VALUES: state_values,
            lib.KMK_LIMIT_ACTION_VALUES: action_values,
            lib.KMK_LIMIT_WAITING_ACTIONS: waiting_actions,
            lib.KMK_LIMIT_BURST_ACTIONS: burst_actions,
            lib.KMK_LIMIT_EFFECTS: effects,
            lib.KMK_LIMIT_OBSERVERS: observers,
            lib.KMK_LIMIT_ACTION_BYTES: action_bytes,
            lib.KMK_LIMIT_STATE_BYTES: state_bytes,
        }
        limits = {
            limit: number(value, "a limit", WORD)
            for limit, value in given.items()
            if value is not None
        }
        for limit, value in limits.items():
            check_status(lib.kmk_loop_set_limit(self._at(), limit, value), "Loop.set_limits")

    def set_interrupt(self, is_over: Callable[[], bool] | None) -> None:
        """Asks a function now and then while a burst goes on: True ends the burst.

        So does an exception of it, which the call raises that began the burst.
        """
        if is_over is None:
            lib.kmk_loop_set_interrupt(self._at(), NULL, NULL, NULL)
        else:
            lib.kmk_loop_set_interrupt(self._at(), _ask_interrupt, keep(is_over), release)

    def set_workers(self, count: int) -> None:
        """Changes how many threads may be at blocking work at once."""
        workers = number(count, "workers")
        check_status(lib.kmk_loop_set_worker_count(self._at(), workers), "Loop.set_workers")

    def advance(self, duration: Duration) -> None:
        """Moves a virtual clock, running on the way whatever becomes due."""
        error = new_error()
        with Calling(self):
            status = lib.kmk_loop_advance(self._at(), nanoseconds(duration), error)
        check(status, error)

    @property
    def is_idle(self) -> bool:
        """Whether nothing is due and no blocking effect is at work."""
        return bool(lib.kmk_loop_is_idle(self._at()))

    @property
    def timeout(self) -> float | None:
        """Seconds until the next timer; 0 where something is due; None where nothing is."""
        milliseconds = lib.kmk_loop_timeout_ms(self._at())
        return None if milliseconds < 0 else milliseconds / 1000

    def wakeup(self) -> None:
        """Makes a `dispatch` that waits return. For any thread."""
        self._on_any_thread(lib.kmk_loop_wakeup, "Loop.wakeup")

    def defer(self, function: Callable[[], object]) -> None:
        """Has a function called at the next turn, outside of every callback. For any thread.

        From there the loop may be run again: this is the place for a modal dialog.
        """
        handle = keep(function)
        self._on_any_thread(
            lambda pointer: lib.kmk_loop_defer(pointer, _deferred, handle, release),
            "Loop.defer",
            lambda: release(handle),
        )

    def _on_any_thread(
        self, call: Callable[[Any], int], name: str, otherwise: Callable[[], object] = lambda: None
    ) -> None:
        pointer = self._shared._enter()
        if pointer is None:
            otherwise()
            raise KumikiError(Status.CLOSED, "this Loop was closed")
        try:
            status = call(pointer)
        finally:
            self._shared._leave()
        check_status(status, name)

    def _in_slices(self, timeout: float | None, run: Callable[[int, Any], int]) -> None:
        """Runs a call that waits, so that Ctrl-C is noticed meanwhile."""
        self._was_served = True
        end = None if timeout is None else time.monotonic() + timeout
        while True:
            left = None if end is None else round(milliseconds(end - time.monotonic()))
            error = new_error()
            with Calling(self):
                slice_ms = _SLICE_MS if left is None else min(left, _SLICE_MS)
                status = run(-1 if self.virtual and left is None else slice_ms, error)
            is_over = self.virtual or (left is not None and left <= _SLICE_MS)
            if status != Status.TIMEOUT or is_over:
                check(status, error)
                return

    # -------------------------------------------------------------------------- issues

    def on_issue(self, function: Callable[[Issue], object] | None) -> None:
        """Has issues told to a function; None: they are logged, by the logger "kumiki".

        What the function raises comes out of the call that was under way.
        """
        self._issues.tell = function or log_issue

    def report_reentrant_sends(self, enabled: bool) -> None:
        """Whether a send to a store that is busy is an issue."""
        lib.kmk_loop_report_reentrant_sends(self._at(), enabled)

    # ---------------------------------------------------------------------------- end

    def close(self) -> None:
        """Ends the stores of the loop and frees it. What effects have begun is cancelled."""
        if self._pointer is None:
            return
        self._at()
        self._warn_if_not_served()
        self.detach()
        with Calling(self):
            self._end_what_is_kept()
            super().close()
            self._finish_clock()
        self._stores.clear()

    def _warn_if_not_served(self) -> None:
        """Under asyncio: where effects have waited in vain for somebody to run the loop."""
        if self.virtual or self._was_served or running_loop() is None or self.is_idle:
            return
        message = (
            f"effects of {self!r} never began, since nothing served it: in a coroutine write "
            "`async with Loop()`, or call its attach()"
        )
        warnings.warn(message, RuntimeWarning, stacklevel=4)

    def _end_what_is_kept(self) -> None:
        kept_here: list[Handle] = [*self._stores, *self._subscriptions]
        for each in kept_here:
            try:
                each.close()
            except BaseException as error:  # raised when all have ended
                note(type(error), error, error.__traceback__)

    def _free(self, pointer: Any) -> None:
        # Other threads may be inside of a short call on it.
        ended = threading.Event()
        self._shared._end_with(lambda _: ended.set())
        ended.wait()
        lib.kmk_loop_free(pointer)

    async def __aenter__(self) -> Self:
        self.attach()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Closes the loop, and waits until the coroutines of its effects have ended."""
        self.close()
        mine = [task for task in self._tasks if task is not asyncio.current_task()]
        if mine:
            await asyncio.wait(mine)

    def __del__(self) -> None:
        if getattr(self, "_pointer", None) is None or sys.is_finalizing():
            return
        self._warn_that_it_is_open()
        if self._thread == threading.get_ident():
            super().__del__()

    def _warn_that_it_is_open(self) -> None:
        message = f"{self!r} was not closed"
        if self._thread != threading.get_ident():
            message += ": it is left open, since only the thread that made it may close it"
        warnings.warn(message, ResourceWarning, stacklevel=3, source=self)


def _finish_policy(drop_delayed: bool, cancel_work: bool) -> int:
    policy = drop_delayed * lib.KMK_FINISH_DROP_DELAYED | cancel_work * lib.KMK_FINISH_CANCEL_WORK
    return int(policy)


class LentLoop(Loop):
    """The loop of a test store or a replay, which frees it. A test store receives its issues itself."""

    _noun = "Loop"

    def __init__(self, pointer: Any) -> None:
        Handle.__init__(self, pointer)
        self._begin(virtual=True)
        self._shared = Shared(pointer)

    def close(self) -> None:
        self._end_what_is_kept()
        self._pointer = None
        self._shared._end_with(lambda pointer: None)
        self._finish_clock()


@callback("kmk_interrupt_fn", True)  # type: ignore[untyped-decorator]
def _ask_interrupt(user_data: Any) -> bool:
    return bool(kept(user_data)())


@callback("kmk_submit_fn", False)  # type: ignore[untyped-decorator]
def _submit(job: Any, user_data: Any) -> bool:
    """Hands a job to an executor. What that does not run, as when it is shut down, is given up."""
    handed = _Job(job)
    try:
        future = kept(user_data).submit(handed)
    except RuntimeError:  # it was shut down
        return False
    future.add_done_callback(handed.end)
    return True


class _Job:
    """A job of an executor, which runs it or fails before that."""

    def __init__(self, job: Any) -> None:
        self._job = job
        self._has_begun = False

    def __call__(self) -> None:
        self._has_begun = True
        lib.kmk_job_run(self._job)

    def end(self, future: Future[None]) -> None:
        if self._has_begun:
            return
        if not future.cancelled():
            log.error("an executor did not run a blocking effect", exc_info=future.exception())
        lib.kmk_job_free(self._job)


@callback("kmk_loop_fn")  # type: ignore[untyped-decorator]
def _deferred(user_data: Any) -> None:
    kept(user_data)()


_open: weakref.WeakSet[Loop] = weakref.WeakSet()


def _close_open(which: Callable[[Loop], bool]) -> None:
    for loop in list(_open):
        if not loop.closed and loop._thread == threading.get_ident() and which(loop):
            # One that its own reducers or observers refer to is kept by the library until now.
            loop._warn_that_it_is_open()
            loop.close()


@atexit.register
def _close_all() -> None:
    """Before Python goes: a callback must not come back into it."""
    _close_open(lambda loop: True)
    running = {thread.ident for thread in threading.enumerate()}
    for loop in list(_open):
        if not loop.closed and loop._thread not in running:
            loop._warn_that_it_is_open()
    end_blocking()


def _close_those_with_executors() -> None:
    """Before Python waits for the threads of executors, which is earlier."""
    _close_open(lambda loop: loop._has_executor)


# What was registered last is called first, and the module of executors registers when it is imported.
# Where a later Python has no such function, an open loop with an executor may keep the process waiting.
if hasattr(threading, "_register_atexit"):
    import concurrent.futures.thread

    threading._register_atexit(_close_those_with_executors)
