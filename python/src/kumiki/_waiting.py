"""Futures for tasks that are awaited under asyncio."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kumiki.task import Task

_FEW = 64
"""The number of tasks that are checked in one turn of an event loop."""


class Waiting:
    """Futures on one event loop, each with the task whose end it waits for.

    The library does not report the end of a task, so the tasks are checked: not after each call, but a
    few in each turn of the event loop, until all were checked since the last call. So a call costs the
    same with a thousand tasks as with one task, and the time of a turn is bounded.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._tasks: OrderedDict[asyncio.Future[None], Task] = OrderedDict()
        self._left = 0  # tasks to check
        self._is_due = False

    def __len__(self) -> int:
        return len(self._tasks)

    def add(self, task: Task) -> asyncio.Future[None]:
        future = self._loop.create_future()
        self._tasks[future] = task
        return future

    def remove(self, future: asyncio.Future[None]) -> None:
        self._tasks.pop(future, None)

    def ask_soon(self) -> None:
        """Starts checking the tasks, after a call in which some may have ended."""
        self._left = len(self._tasks)
        self._go_on()

    def ask_all(self) -> None:
        """Checks all tasks immediately, on an event loop whose turns are calls themselves."""
        self._ask(len(self._tasks))

    def _go_on(self) -> None:
        if self._left > 0 and not self._is_due and not self._loop.is_closed():
            self._is_due = True
            self._loop.call_soon(self._ask_few)

    def _ask_few(self) -> None:
        self._is_due = False
        self._ask(_FEW)
        self._left -= _FEW
        self._go_on()

    def _ask(self, count: int) -> None:
        for future, task in list(islice(self._tasks.items(), count)):
            if future.done() or task.finished:
                del self._tasks[future]
                if not future.done():
                    future.set_result(None)
            else:
                self._tasks.move_to_end(future)
