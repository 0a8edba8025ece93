"""Tasks: what one send has started, to wait for or to cancel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kumiki._calls import Calling
from kumiki._handles import Handle
from kumiki._library import lib

if TYPE_CHECKING:
    from kumiki.loop import Loop


class Task(Handle):
    """All that one send has started: its effects, those of the actions they send, and so on.

    `await task.wait()` under asyncio, `task.finish()` elsewhere.
    """

    def __init__(self, pointer: Any, loop: Loop) -> None:
        super().__init__(pointer)
        self._loop = loop

    @property
    def finished(self) -> bool:
        """Whether all of it has ended. True once the store has ended."""
        return self._pointer is None or bool(lib.kmk_task_is_finished(self._at()))

    def cancel(self) -> None:
        """Cancels the effects that the send started, and those of the actions that they sent."""
        with Calling(self._loop):
            lib.kmk_task_cancel(self._at())

    def finish(self, timeout: float | None = None) -> None:
        """Runs the loop until the task has finished; after so many seconds it raises TIMEOUT.

        A virtual clock is not moved: where the task waits for it, that raises TIMEOUT at once.
        """
        pointer = self._at()
        self._loop._in_slices(timeout, lambda ms, error: lib.kmk_task_finish(pointer, ms, error))

    async def wait(self) -> None:
        """Waits, under asyncio, until the task has finished.

        A loop that nothing serves yet (`async with`, `Loop.attach`) is served by the running event
        loop meanwhile. On a virtual loop somebody else has to `advance`. Where the wait is
        cancelled, by a timeout for instance, the work goes on: `cancel` cancels it.
        """
        if not self.finished:
            await self._loop._wait_for(self)

    def _free(self, pointer: Any) -> None:
        lib.kmk_task_free(pointer)
