"""Tasks: wait for, or cancel, everything that one send has started."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kumiki._calls import Calling
from kumiki._handles import Handle
from kumiki._library import lib

if TYPE_CHECKING:
    from kumiki.loop import Loop


class Task(Handle):
    """Everything that one send has started: its effects, the effects of the actions they send, and so on.

    Wait with `await task.wait()` under asyncio, or with `task.finish()` elsewhere.
    """

    def __init__(self, pointer: Any, loop: Loop) -> None:
        super().__init__(pointer)
        self._loop = loop

    @property
    def finished(self) -> bool:
        """Whether everything has ended. Also True after the store has ended."""
        return self._pointer is None or bool(lib.kmk_task_is_finished(self._at()))

    def cancel(self) -> None:
        """Cancels the effects that the send started, and the effects of the actions that they sent."""
        with Calling(self._loop):
            lib.kmk_task_cancel(self._at())

    def finish(self, timeout: float | None = None) -> None:
        """Runs the loop until the task has finished. Raises TIMEOUT after `timeout` seconds.

        A virtual clock does not move: if the task waits for the clock, TIMEOUT is raised immediately.
        """
        pointer = self._at()
        self._loop._in_slices(timeout, lambda ms, error: lib.kmk_task_finish(pointer, ms, error))

    async def wait(self) -> None:
        """Waits, under asyncio, until the task has finished.

        If nothing serves the loop yet (`async with`, `Loop.attach`), the running event loop serves it
        during the wait. On a virtual loop, other code has to call `advance`. If the wait is cancelled,
        for instance by a timeout, the work continues; to end the work, call `cancel`.
        """
        if not self.finished:
            await self._loop._wait_for(self)

    def _free(self, pointer: Any) -> None:
        lib.kmk_task_free(pointer)
