"""asyncio on the clock of a loop, for coroutines of effects when no event loop serves the loop.

On a virtual loop, asyncio.sleep ends when `advance` has moved the clock. Threads work, as blocking
effects (`asyncio.to_thread`). Sockets, processes and signals are refused with a message.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import sys
import threading
import time
import weakref
from asyncio import events
from collections import deque
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator, Iterable
from concurrent.futures import Executor
from contextvars import Context
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple, Unpack, cast

from kumiki._calls import log, note
from kumiki._errors import KumikiError
from kumiki.action import Action
from kumiki.effects import Effect, every_nanoseconds
from kumiki.reducer import Reducer
from kumiki.state import Env, State

if TYPE_CHECKING:
    from kumiki.loop import Loop

T = TypeVar("T")
Args = TypeVarTuple("Args")


class ClockLoop(asyncio.AbstractEventLoop):
    """An event loop that runs in the iterations of a `Loop`. Its timers are effects on that loop."""

    def __init__(self, loop: Loop) -> None:
        from kumiki.store import Store

        self._loop = loop
        self._now = 0
        self._ready: deque[asyncio.Handle] = deque()
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._work: dict[int, _Work] = {}  # not yet started
        self._at_work: set[_Work] = set()
        self._generators: weakref.WeakSet[AsyncGenerator[Any, Any]] = weakref.WeakSet()
        self._closing: set[asyncio.Task[None]] = set()  # generators
        self._ending: _Ending | None = None
        self._is_over = False
        self._store = Store(loop, Reducer(self._reduce), {})

    # ------------------------------------------------------------------------- timers

    def _reduce(self, state: State, action: Action, env: Env) -> Effect | None:
        """The reducer of the timers. As effects, they are ordered among the engine's own timers."""
        match action.value:
            case {"set": {"timer": timer, "after": after}}:
                # Not `after`, which counts as delayed work: `finish` would start it immediately.
                return every_nanoseconds(after, {"due": timer}).cancellable(str(timer))
            case {"cancel": timer}:
                return Effect.cancel(str(timer))
            case {"work": number}:
                return Effect.blocking(lambda send: self._run_work(number))
            case {"due": timer}:
                handle = self._timers.pop(timer, None)
                if handle is not None:
                    self._soon(handle)
                return Effect.cancel(str(timer))
            case _:
                self._now = env.now_ns
        return None

    def time(self) -> float:
        return self._nanoseconds() / 1e9

    def _nanoseconds(self) -> int:
        if self._ending is not None:
            return self._ending.now
        if not self._store.closed:
            self._store.send("time")
        return self._now

    def call_later(
        self,
        delay: float,
        callback: Callable[[Unpack[Args]], object],
        *args: Unpack[Args],
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        return self._timer(round(delay * 1e9), callback, args, context)

    def call_at(
        self,
        when: float,
        callback: Callable[[Unpack[Args]], object],
        *args: Unpack[Args],
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        return self._timer(round(when * 1e9) - self._nanoseconds(), callback, args, context)

    def _timer(
        self,
        after: int,
        callback: Callable[..., object],
        args: tuple[Any, ...],
        context: Context | None,
    ) -> asyncio.TimerHandle:
        when = (self._nanoseconds() + after) / 1e9
        handle = asyncio.TimerHandle(when, callback, args, self, context)
        if after <= 0:
            self._soon(handle)
        elif self._ending is not None:
            self._ending.add(handle)
        elif not self._store.closed:
            self._timers[id(handle)] = handle
            self._store.send({"set": {"timer": id(handle), "after": after}})
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Called by asyncio."""
        if self._timers.pop(id(handle), None) is not None and not self._store.closed:
            self._store.send({"cancel": id(handle)})

    # -------------------------------------------------------------------------- turns

    def call_soon(
        self,
        callback: Callable[[Unpack[Args]], object],
        *args: Unpack[Args],
        context: Context | None = None,
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._soon(handle)
        return handle

    call_soon_threadsafe = call_soon

    def _soon(self, handle: asyncio.Handle) -> None:
        self._ready.append(handle)
        ending = self._ending
        if ending is not None:
            ending.is_awake.set()
        elif not self._loop.closed:
            with contextlib.suppress(KumikiError):  # another thread may have closed it
                self._loop.defer(self._run_next)

    def _run_next(self) -> None:
        if not self._ready:
            return
        handle = self._ready.popleft()
        outer, hooks = events._get_running_loop(), sys.get_asyncgen_hooks()
        events._set_running_loop(self)
        sys.set_asyncgen_hooks(self._generators.add, self._close_generator)
        try:
            if not handle.cancelled():
                handle._run()
        finally:
            sys.set_asyncgen_hooks(*hooks)
            events._set_running_loop(outer)

    def _close_generator(self, generator: AsyncGenerator[Any, Any]) -> None:
        """Closes a generator that was left before its end. Python calls this on any thread."""
        self._generators.discard(generator)
        if not self._is_over:
            self.call_soon_threadsafe(self._make_task, generator.aclose())

    def _make_task(self, coroutine: Coroutine[Any, Any, None]) -> None:
        # Nothing else keeps the task alive until its end.
        task = self.create_task(coroutine)
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    def finish(self) -> None:
        """Runs cancelled coroutines to their end, after the loop was closed.

        Their cleanup may wait, as under asyncio: a virtual clock jumps ahead, a real one passes. Other
        tasks and generators that coroutines left behind are ended afterwards.
        """
        self._ending = _Ending(self._nanoseconds(), self._loop.virtual, self._timers.values())
        for number in list(self._work):
            if self._work[number].is_wanted:
                self._run_in_thread(number)
        self._run_to_the_end(lambda: self._loop._tasks)
        for task in self._others(asyncio.all_tasks(self)):
            task.cancel()
        for generator in list(self._generators):
            self._close_generator(generator)
        self._run_to_the_end(lambda: asyncio.all_tasks(self))
        self._is_over = True

    def _others(self, tasks: set[asyncio.Task[Any]]) -> list[asyncio.Task[Any]]:
        """The tasks of this event loop, except a task that closes the loop itself."""
        current = asyncio.current_task(self)
        return [task for task in tasks if task.get_loop() is self and task is not current]

    def _run_to_the_end(self, tasks: Callable[[], set[asyncio.Task[Any]]]) -> None:
        """Runs until tasks have ended, or until nothing is left that could end them."""
        ending = self._ending
        assert ending is not None
        for _ in range(_END_TURNS):
            while self._ready:
                self._run_next()
            if not self._others(tasks()):
                return
            due = ending.next(is_waited_for=bool(self._at_work))
            if due is not None:
                self._soon(due)
            elif not self._at_work and not self._ready and not ending.has_timers:
                return
        log.error("coroutines did not end after they were cancelled")

    # ------------------------------------------------------------------------- threads

    def run_in_executor(
        self,
        executor: Executor | None,
        func: Callable[[Unpack[Args]], T],
        *args: Unpack[Args],
    ) -> asyncio.Future[T]:
        """Calls a function on a thread, as a blocking effect, so that a test waits for it."""
        future: asyncio.Future[T] = self.create_future()

        def end(result: T | None, error: BaseException | None) -> None:
            if future.cancelled():
                return
            if error is None:
                future.set_result(cast(T, result))
            else:
                future.set_exception(error)

        def work() -> None:
            try:
                result = func(*args) if executor is None else executor.submit(func, *args).result()
            except BaseException as error:
                self.call_soon_threadsafe(end, None, error)
            else:
                self.call_soon_threadsafe(end, result, None)

        made = _Work(work, future)
        self._work[id(made)] = made
        if self._ending is not None:
            self._run_in_thread(id(made))
        elif not self._store.closed:
            self._store.send({"work": id(made)})
        return future

    def _run_in_thread(self, number: int) -> None:
        self._at_work.add(self._work[number])
        try:
            threading.Thread(target=self._run_work, args=(number,)).start()
        except RuntimeError:  # no new threads, because the process ends
            self._run_work(number)

    def _run_work(self, number: int) -> None:
        made = self._work[number]
        self._at_work.add(made)
        del self._work[number]
        try:
            made.run()
        finally:
            self._at_work.discard(made)
            if self._ending is not None:
                self._ending.is_awake.set()

    # --------------------------------------------------------------- tasks and futures

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(
        self,
        coro: Coroutine[Any, Any, T] | Generator[Any, None, T],
        *,
        name: str | None = None,
        context: Context | None = None,
    ) -> asyncio.Task[T]:
        return asyncio.Task(coro, loop=self, name=name, context=context)

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is None:
            log.error("%s", context.get("message"))
        else:
            note(type(error), error, error.__traceback__)

    def get_task_factory(self) -> None:
        """Returns None: libraries call this."""
        return None

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False


class _Work:
    """A function for a thread, and the future of its result."""

    def __init__(self, run: Callable[[], None], future: asyncio.Future[Any]) -> None:
        self.run = run
        self._future = future

    @property
    def is_wanted(self) -> bool:
        return not self._future.cancelled()


class _Ending:
    """The clock after the loop was closed, with the remaining timers and any new ones."""

    def __init__(
        self, now: int, is_virtual: bool, timers: Iterable[asyncio.TimerHandle]
    ) -> None:
        self._is_virtual = is_virtual
        self._moved = now if is_virtual else now - time.monotonic_ns()
        self._timers = list(timers)
        heapq.heapify(self._timers)
        self.is_awake = threading.Event()

    @property
    def now(self) -> int:
        return self._moved if self._is_virtual else self._moved + time.monotonic_ns()

    def add(self, handle: asyncio.TimerHandle) -> None:
        heapq.heappush(self._timers, handle)

    @property
    def has_timers(self) -> bool:
        while self._timers and self._timers[0].cancelled():
            heapq.heappop(self._timers)
        return bool(self._timers)

    def next(self, is_waited_for: bool) -> asyncio.TimerHandle | None:
        """Waits for a timer or a thread, and takes out the timer if it is due."""
        due = round(self._timers[0].when() * 1e9) if self.has_timers else None
        if is_waited_for or (due is not None and not self._is_virtual):
            # A thread has priority over a virtual clock, as in a test.
            seconds = None if due is None or self._is_virtual else max(0, due - self.now) / 1e9
            self.is_awake.wait(seconds)
            self.is_awake.clear()
        elif due is not None:
            self._moved = max(self._moved, due)
        is_due = due is not None and due <= self.now and not (is_waited_for and self._is_virtual)
        return heapq.heappop(self._timers) if is_due else None


_END_TURNS = 10_000  # for coroutines that continue although they were cancelled


def _refuse(name: str) -> None:
    """Adds a method that raises an explanation, in place of asyncio's exception without a message."""

    def refused(self: ClockLoop, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(
            f"asyncio's {name} is not available: if asyncio does not serve a kumiki.Loop, as in a "
            "test store, coroutines can use timers and threads, but no sockets, processes or signals. "
            "Open the loop with `async with kumiki.Loop()`, or pass the resource as a service "
            "(Reducer.service), which a test can replace"
        )

    setattr(ClockLoop, name, refused)


for _name in sorted(asyncio.AbstractEventLoop.__dict__):
    if not _name.startswith("_") and _name not in ClockLoop.__dict__:
        _refuse(_name)
