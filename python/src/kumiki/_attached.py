"""A loop under asyncio: served by an event loop, and with coroutines as effects."""

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
    """What of a `Loop` concerns asyncio."""

    def _begin_asyncio(self, virtual: bool) -> None:
        self.virtual = virtual
        self._waiting: dict[asyncio.AbstractEventLoop, Waiting] = {}  # where somebody waits
        self._turns: set[asyncio.Future[None]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._works: weakref.WeakSet[Work] = weakref.WeakSet()  # that have begun
        self._coroutines: weakref.WeakSet[Work] = weakref.WeakSet()  # also those to come
        self._asyncio: asyncio.AbstractEventLoop | None = None
        self._guests = 0  # how many wait for a task while it is attached for them alone
        self._was_served = False
        self._reader = -1  # the descriptor that it watches
        self._clock: ClockLoop | None = None

    @property
    def fd(self) -> int:
        raise NotImplementedError

    def dispatch(self, timeout: float | None = 0) -> int:
        raise NotImplementedError

    def attach(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        """Has an event loop of asyncio serve this loop, the running one unless another is given.

        Coroutines of effects then run on it.
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
        """An event loop that was closed, as at the end of `asyncio.run`, serves this one no more."""
        if self._asyncio is not None and self._asyncio.is_closed():
            self._asyncio, self._guests = None, 0

    def detach(self) -> None:
        """Takes the loop out of asyncio again."""
        loop, self._asyncio = self._asyncio, None
        if loop is not None and not loop.is_closed():
            loop.remove_reader(self._reader)

    @contextmanager
    def _served(self) -> Iterator[None]:
        """Has the running event loop serve this one while somebody waits, if nothing does so yet."""
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
        """Waits for the end of a turn of this loop or of a coroutine's, or for so many seconds."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._turns.add(future)
        try:
            await asyncio.wait([future], timeout=longest)
        finally:
            self._turns.discard(future)

    def _end_turn(self, *_: object) -> None:
        """Wakes those who wait for the end of a turn."""
        for future in list(self._turns):
            if not future.done():
                future.set_result(None)

    def _run_coroutine(
        self, coroutine: Coroutine[Any, Any, None], context: Context
    ) -> asyncio.Task[None]:
        """Makes a task of asyncio: of the event loop that serves this one, else of the clock's."""
        task = self._event_loop().create_task(coroutine, context=context)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(self._end_turn)
        return task

    def _event_loop(self) -> asyncio.AbstractEventLoop:
        """Where coroutines of effects run."""
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
        """Wakes those who await a task that has finished: at once, or in the next turns."""
        if threading.get_ident() != self._thread:
            return
        for loop, waiting in self._waiting.items():
            if loop is self._clock:
                waiting.ask_all()
            else:
                waiting.ask_soon()

    def _finish_clock(self) -> None:
        """Lets coroutines that were cancelled come to their end."""
        if self._clock is not None:
            self._clock.finish()
