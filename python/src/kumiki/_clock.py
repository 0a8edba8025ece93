"""asyncio on the clock of a loop, for coroutines of effects where no event loop serves it.

On a virtual loop asyncio.sleep ends when `advance` has moved the clock. Threads are there, as
blocking effects (`asyncio.to_thread`). What needs the world outside, sockets and processes, is
refused with the reason.
"""

from __future__ import annotations

import asyncio
from asyncio import events
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import Executor
from contextvars import Context
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple, Unpack, cast

from kumiki._calls import log, note
from kumiki.action import Action
from kumiki.effects import Effect, every_nanoseconds
from kumiki.reducer import Reducer
from kumiki.state import Env, State

if TYPE_CHECKING:
    from kumiki.loop import Loop

T = TypeVar("T")
Args = TypeVarTuple("Args")


class ClockLoop(asyncio.AbstractEventLoop):
    """An event loop whose turns are those of a `Loop`, and whose timers are effects on it."""

    def __init__(self, loop: Loop) -> None:
        from kumiki.store import Store

        self._loop = loop
        self._now = 0
        self._ready: deque[asyncio.Handle] = deque()
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._work: dict[int, Callable[[], None]] = {}
        self._store = Store(loop, Reducer(self._reduce), {})

    # ------------------------------------------------------------------------- timers

    def _reduce(self, state: State, action: Action, env: Env) -> Effect | None:
        """The feature that keeps the timers: so the engine orders them among its own."""
        match action.value:
            case {"set": {"timer": timer, "after": after}}:
                # Not `after`, which is delayed work: the end of a program begins that at once.
                return every_nanoseconds(after, {"due": timer}).cancellable(str(timer))
            case {"cancel": timer}:
                return Effect.cancel(str(timer))
            case {"work": number}:
                return Effect.blocking(lambda send: self._work.pop(number)())
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
        elif not self._store.closed:
            self._timers[id(handle)] = handle
            self._store.send({"set": {"timer": id(handle), "after": after}})
        return handle

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """Is called by asyncio."""
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
        if not self._loop.closed:
            self._loop.defer(self._run_next)

    def _run_next(self) -> None:
        if not self._ready:
            return
        handle = self._ready.popleft()
        outer = events._get_running_loop()
        events._set_running_loop(self)
        try:
            if not handle.cancelled():
                handle._run()
        finally:
            events._set_running_loop(outer)

    def finish(self) -> None:
        """Runs what is left once the loop was closed: coroutines that were cancelled end here."""
        while self._ready:
            self._run_next()

    # ------------------------------------------------------------------------- threads

    def run_in_executor(
        self,
        executor: Executor | None,
        func: Callable[[Unpack[Args]], T],
        *args: Unpack[Args],
    ) -> asyncio.Future[T]:
        """Calls a function on a thread, as a blocking effect, which a test waits for."""
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

        if self._store.closed:
            future.cancel()
            return future
        self._work[id(work)] = work
        self._store.send({"work": id(work)})
        return future

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

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False


def _refuse(name: str) -> None:
    """Makes what this event loop has not say so, in place of asyncio's exception without words."""

    def refused(self: ClockLoop, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(
            f"{name} of asyncio is not there: where asyncio does not serve a kumiki.Loop, as in a "
            "test store, coroutines have clocks and threads, but no sockets, processes or signals. "
            "Open the loop by `async with kumiki.Loop()`, or give what is needed as a service "
            "(Reducer.service), for which a test sets another one"
        )

    setattr(ClockLoop, name, refused)


for _name in sorted(asyncio.AbstractEventLoop.__dict__):
    if not _name.startswith("_") and _name not in ClockLoop.__dict__:
        _refuse(_name)
