"""The Python functions and coroutines of effects, which the library starts and stops."""

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
        self.delays = 0  # delaying operators around the effect


_building = _Building()


def delayed(build: Callable[[Any], Any], env: Any) -> Any:
    """Builds an effect that waits for some time before it starts, and may be dropped until then."""
    _building.delays += 1
    try:
        return build(env)
    finally:
        _building.delays -= 1


class Work:
    """The work of one effect: started at most once, then stopped at most once, on the loop's thread.

    It runs with the context variables of the reducer that returned the effect, and so of the send.
    """

    def __init__(self) -> None:
        self.context = contextvars.copy_context()
        self.has_begun = False
        self.is_delayed = _building.delays > 0

    def begin(self, send: Sender) -> None:
        raise NotImplementedError

    @property
    def is_over(self) -> bool:
        """Whether the work has started and ended."""
        raise NotImplementedError

    @property
    def is_current(self) -> bool:
        """Whether its coroutine is the one that runs now."""
        return False

    def stop(self) -> None:
        raise NotImplementedError


class Started(Work):
    """A function that starts something, and a function that stops it."""

    def __init__(
        self, work: Callable[[Sender], object], cancel: Callable[[], object] | None
    ) -> None:
        super().__init__()
        self._work: Callable[[Sender], object] | None = work
        self._cancel = cancel
        # Weak, because the effect ends when nothing else refers to the sender.
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
        """Drops all references: the functions' object may hold the sender, and so this object."""
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
    """A coroutine, which runs as an asyncio task."""

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
            # Drops the coroutine, so that no reference cycle keeps it.
            self._task = None
            error = _failure_of(task)
            if error is None or isinstance(error, (SystemExit, KeyboardInterrupt)):
                send.finish()  # asyncio raises these two exceptions itself
            elif not send._fail(error) and (rest := _besides_the_end(error)) is not None:
                message = "a coroutine of kumiki raised after its effect was cancelled"
                context = {"message": message, "exception": rest, "task": task}
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
    """The exception of a task. None if the task itself was cancelled, by its effect or by asyncio's end.

    If something that the task waited for was cancelled, that is a failure.
    """
    try:
        return task.exception()
    except asyncio.CancelledError as error:
        return None if task.cancelling() else error


def _besides_the_end(error: BaseException) -> BaseException | None:
    """An exception without the parts that only mean that the effect had ended: a send then raises CLOSED.

    A TaskGroup puts the exceptions of its tasks into a group.
    """
    if isinstance(error, BaseExceptionGroup):
        _, rest = error.split(_is_of_the_end)
        return rest
    return None if _is_of_the_end(error) else error


def _is_of_the_end(error: BaseException) -> bool:
    return isinstance(error, KumikiError) and error.status is Status.CLOSED


class Blocking:
    """A function that blocks, on a worker thread of the library."""

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
        """Returns when no thread is inside a call on the sender. From then on the sender has ended."""
        with self._free:
            self._end_with(lambda pointer: None)
            self._free.wait_for(lambda: self._shared is None)

    def __del__(self) -> None:
        pass


_is_ending = False  # whether the process is ending; its loops may belong to other threads
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
        if not send._fail(error) and (rest := _besides_the_end(error)) is not None:
            log.error("a blocking function raised after its effect was cancelled", exc_info=rest)
    finally:
        send.forget()
        with _none_at_work:
            _at_work -= 1
            _none_at_work.notify_all()


def _forget_in_child() -> None:
    """Forgets the parent's threads after a fork: the child cannot wait for them."""
    global _at_work, _none_at_work
    _at_work, _none_at_work = 0, threading.Condition()


os.register_at_fork(after_in_child=_forget_in_child)


def wait_for_blocking() -> None:
    """Waits until no blocking function is running."""
    with _none_at_work:
        if _at_work:
            log.info("waiting for %d blocking effects", _at_work)
        _none_at_work.wait_for(lambda: _at_work == 0)


def end_blocking() -> None:
    """Waits for blocking functions at the end of the process: none may return after Python is gone.

    Each function sees its effect as ended, even if its loop was not closed.
    """
    global _is_ending
    _is_ending = True
    wait_for_blocking()
