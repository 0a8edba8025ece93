"""Loops: run effects and timers on one thread, inside the program's own main loop."""

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
from datetime import datetime
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
from kumiki._serving import Ended, Serve, serve, unserve
from kumiki._work import end_blocking
from kumiki.effects import Duration, date_number, milliseconds, nanoseconds

if TYPE_CHECKING:
    from kumiki.observing import Subscription
    from kumiki.store import Store

_SLICE_MS = 100  # how long a call may stay in C before Python looks for signals


class Loop(Attached):
    """A queue of due work, and the stores made on it.

    A loop and its stores belong to the thread that made the loop. On any other thread their methods
    raise WRONG_THREAD, except those that are callable on any thread.

    Under asyncio, `async with Loop() as loop` lets the running event loop serve this loop until the
    block ends. In any other main loop, watch `fd` and call `dispatch` when it is readable. Without a
    main loop, `dispatch(None)` waits and runs. `Loop(virtual=True)` has a clock that `advance` moves.

    Always close a loop: with `with`, `async with` or `close`. Closing a loop ends its stores.
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

        Blocking effects run on at most `workers` threads of the library, or on an executor. With
        `waits_for_workers`, `close` waits for the blocking effects that have started. A burst of more
        than `burst_limit` actions, such as two actions that keep causing each other, is stopped with
        the issue `endless-burst`.
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
        """Sets up the parts of a loop that exist only in Python."""
        self._begin_asyncio(virtual)
        self._issues = Issues()
        self._stores: set[Store] = set()
        self._subscriptions: set[Handle] = set()  # to shared values

    def _receive_issues(self) -> None:
        """Makes the library report issues here instead of writing them to standard error."""
        lib.kmk_loop_set_diagnostics(self._pointer, receive_issue, keep(self._issues), release)

    # ------------------------------------------------------------------------- running

    @property
    def fd(self) -> int:
        """The file descriptor to wait for: readable while work is due, including timers."""
        return int(lib.kmk_loop_fd(self._at()))

    def dispatch(self, timeout: float | None = 0) -> int:
        """Runs the work that is due, and returns the number of jobs that ran.

        If no work is due, waits up to `timeout` seconds for work or for `wakeup`; with None, without a
        limit. A virtual loop does not wait. A negative timeout, as from a deadline that has passed,
        counts as 0.
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
        """Runs until no work is due and no blocking effect is running. Does not wait for timers."""
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
        """Starts delayed and debounced effects now, and runs until they and all blocking work have ended.

        Call this at the end of a program, for example so that the last edit is saved. With
        `drop_delayed`, delayed effects are dropped instead. With `cancel_work`, blocking work is
        cancelled, and waited for until its functions return. Coroutines and other started effects that
        were already running are not waited for, because one of them may never end, unless they are
        `awaited`. With `wait_for_started`, all of them are waited for. Their sleeps take their full time.

        Raises TIMEOUT after `timeout` seconds. On a virtual loop the clock does not move: if an effect
        waits for the clock, TIMEOUT is raised immediately, after the delayed effects have started.
        Raises BUSY if coroutines run on the asyncio event loop of this thread, or would start there,
        because they cannot continue during this call: use `finish_async`. After BUSY nothing has
        started, unless the message names `wait_for_started`: then other work started the coroutines.
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
        """Does the same as `finish`, under asyncio, while coroutines continue.

        If nothing serves this loop yet, the running event loop serves it during the wait, as in
        `Task.wait`. If the wait is cancelled, effects that have started continue.
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
        """Limits each `dispatch` to a number of jobs, a time, or both. None: no limit."""
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
        """Limits what the stores of this loop accept. Beyond a limit, a call raises KumikiError LIMIT.

        None leaves a limit unchanged.
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
        """Sets a function that is called from time to time during a burst. If it returns True, the burst ends.

        If the function raises, the burst ends too, and the call that started the burst raises the exception.
        """
        if is_over is None:
            lib.kmk_loop_set_interrupt(self._at(), NULL, NULL, NULL)
        else:
            lib.kmk_loop_set_interrupt(self._at(), _ask_interrupt, keep(is_over), release)

    def set_workers(self, count: int) -> None:
        """Changes the number of threads that may run blocking effects at once."""
        workers = number(count, "workers")
        check_status(lib.kmk_loop_set_worker_count(self._at(), workers), "Loop.set_workers")

    def advance(self, duration: Duration) -> None:
        """Moves a virtual clock forward, and runs the work that becomes due on the way."""
        error = new_error()
        with Calling(self):
            status = lib.kmk_loop_advance(self._at(), nanoseconds(duration), error)
        check(status, error)

    def suspend(self, duration: Duration) -> None:
        """Suspends the machine of a virtual loop for a time, and wakes it.

        The loop's clock stands during the suspend. The date and the timers in `Effect.counting_sleep` move on.
        """
        error = new_error()
        with Calling(self):
            status = lib.kmk_loop_suspend(self._at(), nanoseconds(duration), error)
        check(status, error)

    def set_date(self, date: datetime | int) -> None:
        """Sets the date of a virtual loop: a `datetime` with a time zone, or nanoseconds since 1970."""
        error = new_error()
        with Calling(self):
            status = lib.kmk_loop_set_date(self._at(), date_number(date), error)
        check(status, error)

    @property
    def is_idle(self) -> bool:
        """Whether no work is due and no blocking effect is running."""
        return bool(lib.kmk_loop_is_idle(self._at()))

    @property
    def until_timer(self) -> float | None:
        """Seconds of the loop's clock until the next timer is due, on a virtual loop too; None without timers."""
        left = lib.kmk_loop_until_timer(self._at())
        return None if left == 2**64 - 1 else left / 1_000_000_000

    @property
    def timeout(self) -> float | None:
        """Seconds until the next timer: 0 if work is due, None if there is no timer."""
        milliseconds = lib.kmk_loop_timeout_ms(self._at())
        return None if milliseconds < 0 else milliseconds / 1000

    def wakeup(self) -> None:
        """Makes a waiting `dispatch` return. Callable on any thread."""
        self._on_any_thread(lib.kmk_loop_wakeup, "Loop.wakeup")

    def defer(self, function: Callable[[], object]) -> None:
        """Calls a function in the next iteration, outside all callbacks. Callable on any thread.

        The function may run the loop again, so use this to open a modal dialog.
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
        """Runs a waiting call in slices, so that Ctrl-C is noticed in between."""
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

    # ------------------------------------------------------------------------ requests

    def serve(
        self, name: str, function: Serve, *, ended: Ended | None = None, most: int = 0
    ) -> None:
        """Serves the requests of a name, for all stores of this loop.

        `function(request)` runs on this thread, never inside a reducer. Its result is the answer. After a result
        of None, answer with `request.answer`, later or on another thread. A coroutine runs on asyncio, as in
        `Effect.run`, and is cancelled if its request is. If the function or the coroutine raises, the request
        fails with the exception's message.

        `ended(request, end)` is called once for each request, with "taken", "cancelled" or "unserved". At most
        `most` requests reach the server at a time (0: any number); the others wait for their turn.
        """
        at = self._at()
        serve(
            self,
            lambda of, server, error: lib.kmk_loop_serve(at, of, server, error),
            name,
            function,
            ended,
            most,
        )

    def unserve(self, name: str) -> None:
        """Ends a server. Its unanswered requests go to another server of the name, or wait for one.

        Raises NOT_FOUND without such a server, and BUSY inside one of its functions.
        """
        at = self._at()
        unserve(self, lambda of, error: lib.kmk_loop_unserve(at, of, error), name)

    # -------------------------------------------------------------------------- issues

    def on_issue(self, function: Callable[[Issue], object] | None) -> None:
        """Sets the function that receives issues. None: the logger "kumiki" logs them.

        If the function raises, the library call that caused the issue raises the exception.
        """
        self._issues.tell = function or log_issue

    def report_reentrant_sends(self, enabled: bool) -> None:
        """Sets whether a send to a busy store is reported as an issue."""
        lib.kmk_loop_report_reentrant_sends(self._at(), enabled)

    # ---------------------------------------------------------------------------- end

    def close(self) -> None:
        """Ends the stores of the loop and frees the loop. Running effects are cancelled."""
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
        """Warns, under asyncio, if effects waited for a loop that was never run."""
        if self.virtual or self._was_served or running_loop() is None or self.is_idle:
            return
        message = (
            f"effects of {self!r} never started, because nothing served it: in a coroutine write "
            "`async with Loop()`, or call its attach()"
        )
        warnings.warn(message, RuntimeWarning, stacklevel=4)

    def _end_what_is_kept(self) -> None:
        kept_here: list[Handle] = [*self._stores, *self._subscriptions]
        for each in kept_here:
            try:
                each.close()
            except BaseException as error:  # raised after all have ended
                note(type(error), error, error.__traceback__)

    def _free(self, pointer: Any) -> None:
        # Other threads may be inside a short call on it.
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
    """Passes a job to an executor. A job that the executor does not run, as after a shutdown, is freed."""
    handed = _Job(job)
    try:
        future = kept(user_data).submit(handed)
    except RuntimeError:  # the executor was shut down
        return False
    future.add_done_callback(handed.end)
    return True


class _Job:
    """A job for an executor, which runs the job or fails before."""

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
            # The library keeps a loop that its own reducers or observers refer to until now.
            loop._warn_that_it_is_open()
            loop.close()


@atexit.register
def _close_all() -> None:
    """Closes all loops before Python exits: no callback may run afterwards."""
    _close_open(lambda loop: True)
    running = {thread.ident for thread in threading.enumerate()}
    for loop in list(_open):
        if not loop.closed and loop._thread not in running:
            loop._warn_that_it_is_open()
    end_blocking()


def _close_those_with_executors() -> None:
    """Closes loops with executors before Python waits for the executors' threads, which is earlier."""
    _close_open(lambda loop: loop._has_executor)


# The last registered function is called first, and the executors' module registers when it is imported.
# If a later Python lacks this function, an open loop with an executor may keep the process waiting.
if hasattr(threading, "_register_atexit"):
    import concurrent.futures.thread

    threading._register_atexit(_close_those_with_executors)
