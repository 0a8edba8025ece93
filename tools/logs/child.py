"""Runs work in a child process, because a feature may crash, and may print to standard output."""

from __future__ import annotations

import json
import mmap
import os
import select
import signal
import struct
import sys
from collections.abc import Callable
from typing import Any

from .errors import CRASHED, CommandError
from .output import Progress


class Crash(CommandError):
    """The child ended by a signal or an exit of the feature. `mark` is the last number that it had set."""

    def __init__(self, how: str, mark: int) -> None:
        super().__init__(how, CRASHED)
        self.how, self.mark = how, mark


class Mark:
    """A number that the child sets and the parent reads."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 8)

    def set(self, number: int) -> None:
        struct.pack_into("=Q", self._memory, 0, number)

    def get(self) -> int:
        return int(struct.unpack_from("=Q", self._memory)[0])


def in_child(work: Callable[[Mark], Any], progress: Progress) -> Any:
    """Returns the result of `work`, which must be JSON. A CommandError of the child is raised here.

    In the child, standard output is standard error. Raises Crash if the child ends without a result.
    """
    mark = Mark()
    sys.stdout.flush()
    sys.stderr.flush()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _run(work, mark, writing)
    os.close(writing)
    parts = []
    try:
        while True:
            ready, _, _ = select.select([reading], [], [], 0.1)
            progress.at(mark.get())
            if ready:
                part = os.read(reading, 1 << 16)
                if not part:
                    break
                parts.append(part)
    finally:
        os.close(reading)
        progress.end()
        if not parts and sys.exc_info()[0] is not None:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if not parts:
        raise Crash(how_ended(status), mark.get())
    answer = json.loads(b"".join(parts))
    if "error" in answer:
        raise CommandError(answer["error"], answer["code"])
    return answer["result"]


def how_ended(status: int) -> str:
    """The end of a process, from waitpid."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        try:
            return f"ended by {signal.Signals(number).name}"
        except ValueError:
            return f"ended by signal {number}"
    return f"ended with exit code {os.WEXITSTATUS(status)}"


def _run(work: Callable[[Mark], Any], mark: Mark, writing: int) -> None:
    """The child's part. It never returns."""
    code = 0
    try:
        os.dup2(2, 1)
        try:
            answer: dict[str, Any] = {"result": work(mark)}
        except CommandError as error:
            answer = {"error": str(error), "code": error.code}
        data = memoryview(json.dumps(answer).encode())
        while data:
            data = data[os.write(writing, data) :]
    except BaseException as error:  # the child must not continue as a second parent
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        code = 70
    finally:
        os._exit(code)
