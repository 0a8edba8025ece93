"""The end of a program: the wait of `Loop.finish`."""

from __future__ import annotations

import select
import time
from typing import TYPE_CHECKING

from kumiki._calls import Calling, running_loop
from kumiki._errors import KumikiError, Status, check, error_of, new_error
from kumiki._library import lib
from kumiki.effects import milliseconds

if TYPE_CHECKING:
    from kumiki.loop import Loop

_SLICE = 0.1  # the longest wait in seconds between two checks, including for signals
_ROUNDS = 100  # as in the library: work that keeps delaying itself is not waited for


class Finish:
    """One call of `finish` on a real-time loop.

    The library starts delayed effects, and knows the remaining blocking work. A call into the library
    must return regularly, for signals and for asyncio, and the next call does not know which effects
    the last one started. So the running effects of Python are counted here.
    """

    def __init__(
        self, loop: Loop, timeout: float | None, policy: int, waits_for_started: bool
    ) -> None:
        self._loop = loop
        self._policy = policy
        self._end = None if timeout is None else time.monotonic() + timeout
        self._rounds = _ROUNDS
        at_work = list(loop._works)
        # A coroutine that calls finish_async does not wait for itself.
        self._left_alone = [each for each in at_work if not waits_for_started or each.is_current]

    def run(self) -> None:
        """Waits on this thread."""
        waiting = select.poll()
        waiting.register(self._loop.fd, select.POLLIN)
        self._refuse_if_held_up(self._at_work() or self._to_come(), "await loop.finish_async()")
        while not self._is_over():
            # After this error, the new coroutines are running, and a plain `finish` would leave them alone.
            self._refuse_if_held_up(
                self._at_work(), "await loop.finish_async(wait_for_started=True)"
            )
            waiting.poll(milliseconds(self._wait()))

    async def run_async(self) -> None:
        """Waits in a coroutine, while the running event loop serves this loop."""
        with self._loop._served():
            while not self._is_over():
                await self._loop._turn(self._wait())

    def _is_over(self) -> bool:
        """Starts delayed effects, runs one iteration, and checks what is left."""
        loop, before = self._loop, len(self._waited_for())
        error = new_error()
        with Calling(loop):
            status = lib.kmk_loop_finish_with(loop._at(), 0, self._policy, error)
        if status != Status.TIMEOUT:
            check(status, error)
        left = len(self._waited_for())
        if status == 0 and not left:
            return True
        # Only work that delays itself again is left, or such work has started another coroutine.
        if left > before or (not left and self._only_delays()):
            self._rounds -= 1
            if not self._rounds:
                raise error_of(error) if status else _timeout()
        if self._left() == 0:
            raise error_of(error) if status else _timeout()
        return False

    def _waited_for(self) -> list[object]:
        return [
            each for each in self._loop._works if each not in self._left_alone and not each.is_over
        ]

    def _left(self) -> float:
        return _SLICE if self._end is None else max(0, self._end - time.monotonic())

    def _wait(self) -> float:
        """How long to wait for the next iteration. New delayed work starts immediately."""
        delays_anew = self._only_delays() and not self._waited_for()
        return 0 if delays_anew else min(_SLICE, self._left())

    def _only_delays(self) -> bool:
        """Whether no effect is running that the library waits for."""
        return self._loop.is_idle and not lib.kmk_loop_awaited_count(self._loop._at())

    def _at_work(self) -> int:
        """The number of coroutines that run on this thread's event loop."""
        running = running_loop()
        return sum(task.get_loop() is running for task in self._loop._tasks)

    def _to_come(self) -> int:
        """The number of coroutines that would start there, not counting delayed ones that are dropped."""
        running = running_loop()
        if running is None or self._loop._event_loop() is not running:
            return 0
        drops = bool(self._policy & lib.KMK_FINISH_DROP_DELAYED)
        return sum(
            not each.has_begun and not (drops and each.is_delayed) for each in self._loop._coroutines
        )

    def _refuse_if_held_up(self, count: int, instead: str) -> None:
        if count and running_loop() is not None:
            raise KumikiError(
                Status.BUSY,
                f"{count} coroutines need the event loop that this call blocks: "
                f"in a coroutine write `{instead}`",
            )


def _timeout() -> KumikiError:
    return KumikiError(Status.TIMEOUT, "effects are still running")
