"""A loop under asyncio: an event loop serves it, and coroutines run as effects."""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from contextvars import Context
from typing import TYPE_CHECKING, Any, cast

from kumiki._errors import KumikiError, Status
from kumiki._handles import Handle
from kumiki._waiting import Waiting

if TYPE_CHECKING:
    from kumiki._clock import ClockLoop
    from kumiki._work import Work
    from kumiki.loop import Loop
    from kumiki.task import Task


class Attached(Handle):
    """The part of a `Loop` that concerns asyncio."""

    def _begin_asyncio(self, virtual: bool) -> None:
        self.virtual = virtual
        self._waiting: dict[asyncio.AbstractEventLoop, Waiting] = {}  # the event loops with waiting tasks
        self._turns: set[asyncio.Future[None]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._works: weakref.WeakSet[Work] = weakref.WeakSet()  # those that have started
        self._coroutines: weakref.WeakSet[Work] = weakref.WeakSet()  # including future ones
        self._asyncio: asyncio.AbstractEventLoop | None = None
        self._guests = 0  # the waits that alone keep this loop attached
        self._was_served = False
        self._reader = -1  # the descriptor that asyncio watches
        self._clock: ClockLoop | None = None

    @property
    def fd(self) -> int:
        raise NotImplementedError

    def dispatch(self, timeout: float | None = 0) -> int:
        raise NotImplementedError

    def attach(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        """Lets an asyncio event loop serve this loop: by default the running one.

        Coroutines of effects then run on that event loop.
        """
        loop = loop or asyncio.get_running_loop()
        self._leave_closed()
        if self._guests and self._asyncio is loop:
            self._guests = 0
            return
        if self._asyncio is not None:
            raise KumikiError(Status.INVALID_ARGUMENT, "this Loop is attached already")
        self._reader = self.fd
        loop.add_reader(self._reader, self._dispatch_attached)
        self._asyncio = loop
        self._was_served = True

    def _leave_closed(self) -> None:
        """Detaches from an event loop that was closed, as at the end of `asyncio.run`."""
        if self._asyncio is not None and self._asyncio.is_closed():
            self._asyncio, self._guests = None, 0

    def detach(self) -> None:
        """Detaches the loop from asyncio."""
        loop, self._asyncio = self._asyncio, None
        if loop is not None and not loop.is_closed():
            loop.remove_reader(self._reader)

    @contextmanager
    def _served(self) -> Iterator[None]:
        """Lets the running event loop serve this loop during a wait, if nothing serves it yet."""
        self._leave_closed()
        if self.virtual or (self._asyncio is not None and not self._guests):
            yield
            return
        if not self._guests:
            self.attach()
        self._guests += 1
        try:
            yield
        finally:
            if self._guests:
                self._guests -= 1
                if not self._guests:
                    self.detach()

    def _dispatch_attached(self) -> None:
        if not self.closed:
            self.dispatch()

    async def _turn(self, longest: float) -> None:
        """Waits until an iteration of this loop or a coroutine ends, at most `longest` seconds."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._turns.add(future)
        try:
            await asyncio.wait([future], timeout=longest)
        finally:
            self._turns.discard(future)

    def _end_turn(self, *_: object) -> None:
        """Wakes the callers of `_turn`."""
        for future in list(self._turns):
            if not future.done():
                future.set_result(None)

    def _run_coroutine(
        self, coroutine: Coroutine[Any, Any, None], context: Context
    ) -> asyncio.Task[None]:
        """Makes an asyncio task, on the event loop that serves this loop, or else on the clock's."""
        task = self._event_loop().create_task(coroutine, context=context)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(self._end_turn)
        return task

    def _event_loop(self) -> asyncio.AbstractEventLoop:
        """The event loop that runs the coroutines of effects."""
        self._leave_closed()
        if self._asyncio is not None:
            return self._asyncio
        if not self.virtual:
            try:
                return asyncio.get_running_loop()
            except RuntimeError:
                pass
        if self._clock is None:
            from kumiki._clock import ClockLoop

            self._clock = ClockLoop(cast("Loop", self))  # type: ignore[abstract]
        return self._clock

    async def _wait_for(self, task: Task) -> None:
        """Waits for the end of a task."""
        running = asyncio.get_running_loop()
        waiting = self._waiting.setdefault(running, Waiting(running))
        future = waiting.add(task)
        try:
            with self._served():
                await future
        finally:
            waiting.remove(future)
            if not waiting and self._waiting.get(running) is waiting:
                del self._waiting[running]

    def _tell_waiting(self) -> None:
        """Wakes the waiters of finished tasks: immediately, or in the next iterations."""
        if threading.get_ident() != self._thread:
            return
        for loop, waiting in self._waiting.items():
            if loop is self._clock:
                waiting.ask_all()
            else:
                waiting.ask_soon()

    def _finish_clock(self) -> None:
        """Runs cancelled coroutines to their end."""
        if self._clock is not None:
            self._clock.finish()
