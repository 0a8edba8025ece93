"""What runs in an effect: functions and coroutines of Python, begun and stopped by the library."""

from __future__ import annotations

import asyncio
import contextvars
import os
import threading
import weakref
from collections.abc import Awaitable, Callable
from typing import Any

from kumiki._calls import callback, kept, log, loop_in_hand, running_loop
from kumiki._errors import KumikiError, Status
from kumiki.sender import Sender


class _Building(threading.local):
    """The effect that a thread is building."""

    def __init__(self) -> None:
        self.delays = 0  # around the effect


_building = _Building()


def delayed(build: Callable[[Any], Any], env: Any) -> Any:
    """Builds an effect that waits for a time before it begins, and may be dropped until then."""
    _building.delays += 1
    try:
        return build(env)
    finally:
        _building.delays -= 1


class Work:
    """Begun at most once, and stopped at most once after that, on the loop's thread.

    It runs with the context variables of the reducer that has returned it, which are those of the
    send.
    """

    def __init__(self) -> None:
        self.context = contextvars.copy_context()
        self.has_begun = False
        self.is_delayed = _building.delays > 0

    def begin(self, send: Sender) -> None:
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """Whether what has begun has ended."""
        raise NotImplementedError

    @property
    def is_current(self) -> bool:
        """Whether the coroutine that runs now is its own."""
        return False

    def stop(self) -> None:
        raise NotImplementedError


class Started(Work):
    """A function that begins something, and one that stops it."""

    def __init__(
        self, work: Callable[[Sender], object], cancel: Callable[[], object] | None
    ) -> None:
        super().__init__()
        self._work: Callable[[Sender], object] | None = work
        self._cancel = cancel
        # Weak, since an effect ends when nothing else refers to its sender.
        self._sender: weakref.ref[Sender] | None = None

    def begin(self, send: Sender) -> None:
        assert self._work is not None
        self._sender = weakref.ref(send)
        try:
            self.context.run(self._work, send)
        except Exception as error:
            send.fail(error)

    @property
    def is_over(self) -> bool:
        send = None if self._sender is None else self._sender()
        return send is None or send._has_ended

    def stop(self) -> None:
        """Lets go of everything: what the functions belong to may hold the sender, and so this."""
        cancel = self._cancel
        self._work = self._cancel = None
        send = None if self._sender is None else self._sender()
        try:
            if cancel is not None:
                cancel()
        finally:
            if send is not None:
                send.finish()


class Coroutine(Work):
    """A coroutine, which runs as a task of asyncio."""

    def __init__(self, work: Callable[[Sender], Awaitable[None]]) -> None:
        super().__init__()
        self._work = work
        self._task: asyncio.Task[None] | None = None
        loop = loop_in_hand()
        if loop is not None:
            loop._coroutines.add(self)

    def begin(self, send: Sender) -> None:
        loop = loop_in_hand()
        if loop is None:
            send.fail(RuntimeError("a coroutine needs a kumiki.Loop that runs, see Effect.run"))
            return
        self._task = loop._run_coroutine(self._run(send), self.context)

        def done(task: asyncio.Task[None]) -> None:
            # Lets go of the coroutine, so that no cycle keeps it.
            self._task = None
            error = _failure_of(task)
            if error is None or isinstance(error, (SystemExit, KeyboardInterrupt)):
                send.finish()  # asyncio raises those two itself
            elif not send._fail(error) and not _is_of_the_end(error):
                message = "a coroutine of kumiki raised after its effect was cancelled"
                context = {"message": message, "exception": error, "task": task}
                task.get_loop().call_exception_handler(context)

        self._task.add_done_callback(done)

    @property
    def is_over(self) -> bool:
        return self._task is None

    @property
    def is_current(self) -> bool:
        return running_loop() is not None and asyncio.current_task() is self._task

    async def _run(self, send: Sender) -> None:
        await self._work(send)

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()


def _failure_of(task: asyncio.Task[None]) -> BaseException | None:
    """What a task has raised. Where it was cancelled itself, by its effect or by asyncio's end, nothing.

    That something it waited for was cancelled is a failure.
    """
    try:
        return task.exception()
    except asyncio.CancelledError as error:
        return None if task.cancelling() else error


def _is_of_the_end(error: BaseException) -> bool:
    """Whether it only says that the effect had ended, as a send does then."""
    return isinstance(error, KumikiError) and error.status is Status.CLOSED


class Blocking:
    """A function that waits, on a thread of the library's."""

    def __init__(self, work: Callable[[Sender], object]) -> None:
        self._context = contextvars.copy_context()
        self._work = work

    def run(self, send: Sender) -> None:
        self._context.run(self._work, send)


@callback("kmk_start_fn")  # type: ignore[untyped-decorator]
def start(sender: Any, user_data: Any) -> None:
    work: Work = kept(user_data)
    loop = loop_in_hand()
    if loop is not None:
        loop._works.add(work)
    work.has_begun = True
    work.begin(Sender(sender))


@callback("kmk_cancel_fn")  # type: ignore[untyped-decorator]
def stop(user_data: Any) -> None:
    kept(user_data).stop()


class BlockingSender(Sender):
    """The sender of a blocking function, which the library finishes itself."""

    def __init__(self, pointer: Any) -> None:
        self._free = threading.Condition()
        super().__init__(pointer)

    def _enter(self) -> Any:
        return None if _is_ending else super()._enter()

    def _leave(self) -> None:
        super()._leave()
        with self._free:
            self._free.notify_all()

    def forget(self) -> None:
        """Returns when no thread is inside of a call on it; from then on it has ended."""
        with self._free:
            self._end_with(lambda pointer: None)
            self._free.wait_for(lambda: self._shared is None)

    def __del__(self) -> None:
        pass


_is_ending = False  # the process is, whose loops may be those of other threads
_at_work = 0
_none_at_work = threading.Condition()


@callback("kmk_blocking_fn")  # type: ignore[untyped-decorator]
def run_blocking(sender: Any, user_data: Any) -> None:
    global _at_work
    with _none_at_work:
        _at_work += 1
    send = BlockingSender(sender)
    try:
        kept(user_data).run(send)
    except BaseException as error:
        if not send._fail(error) and not _is_of_the_end(error):
            log.error("a blocking function raised after its effect was cancelled", exc_info=error)
    finally:
        send.forget()
        with _none_at_work:
            _at_work -= 1
            _none_at_work.notify_all()


def _forget_in_child() -> None:
    """After fork the threads of the parent are not there to be waited for."""
    global _at_work, _none_at_work
    _at_work, _none_at_work = 0, threading.Condition()


os.register_at_fork(after_in_child=_forget_in_child)


def wait_for_blocking() -> None:
    """Returns when no blocking function is at work."""
    with _none_at_work:
        if _at_work:
            log.info("waiting for %d blocking effects", _at_work)
        _none_at_work.wait_for(lambda: _at_work == 0)


def end_blocking() -> None:
    """At the end of the process: a thread must not come back into a Python that is gone.

    To each blocking function its effect has ended, also where nobody has closed its loop.
    """
    global _is_ending
    _is_ending = True
    wait_for_blocking()
