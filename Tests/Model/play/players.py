"""Players as processes: cases go in, answers come out, several in flight at a time."""

import os
import select
import subprocess
import tempfile
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import watched

LIMIT = 60  # seconds of CPU time for an answer
STILL = 60  # checks, one per second, during which a player may move and answer nothing
CHUNK = 1 << 16


class Died(Exception):
    """The player crashed or hung during the current case."""


class Player:
    """A process that answers lines. It is started when needed, and again if it has died."""

    ahead = 4  # cases in flight at a time

    def __init__(
        self, command: Sequence[str | Path], environment: dict[str, str] | None = None
    ) -> None:
        self.command = [str(part) for part in command]
        self.environment = dict(os.environ, **{"TZ": "UTC", **(environment or {})})  # days begin at multiples of 24 hours
        self.process: subprocess.Popen[bytes] | None = None
        self.waiting: deque[bytes] = deque()  # cases without an answer yet
        self.to_write, self.read = bytearray(), bytearray()

    def ask(self, line: str) -> None:
        """Submits a case."""
        case = line.encode() + b"\n"
        self.waiting.append(case)
        if self.process is not None:
            self.to_write += case
            self.pump(0)

    def answer(self) -> bytes:
        """The answer to the oldest case. Died means that there will be no answer; the other cases continue."""
        self.start()
        watch = watched.Watch(self.process.pid, LIMIT, STILL, None)
        while (end := self.read.find(b"\n")) < 0:
            problem = watch.glance()
            if problem or not self.pump(1):
                reason = self.stop(problem)
                self.waiting.popleft()
                raise Died(reason)
        line = bytes(self.read[:end])
        del self.read[: end + 1]
        self.waiting.popleft()
        return line

    def play(self, line: str) -> bytes:
        """The answer to one case; no other case may be in flight."""
        self.ask(line)
        return self.answer()

    def start(self) -> None:
        if self.process is not None:
            return
        self.noise = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.noise,
            env=self.environment,
        )
        os.set_blocking(self.process.stdin.fileno(), False)
        self.to_write, self.read = bytearray(b"".join(self.waiting)), bytearray()

    def pump(self, seconds: float) -> bool:
        """Transfers the available data, or waits for that long. False: the player has ended."""
        assert self.process is not None
        inward, outward = self.process.stdin.fileno(), self.process.stdout.fileno()
        readable, writable, _ = select.select(
            [outward], [inward] if self.to_write else [], [], max(seconds, 0))
        try:
            if writable:
                del self.to_write[: os.write(inward, self.to_write[:CHUNK])]
        except BrokenPipeError:
            self.to_write.clear()
        if readable:
            data = os.read(outward, CHUNK)
            self.read += data
            return bool(data)
        return True

    def stop(self, problem: str = "") -> str:
        """Ends the process, and returns a description of how it ended."""
        process, self.process = self.process, None
        if process is None:
            return ""
        if problem:
            process.kill()
        ended = watched.finish(process, watch=watched.Watch(process.pid, LIMIT, STILL, None))
        self.noise.seek(0)
        said = self.noise.read().decode(errors="replace")[-3000:].strip()
        self.noise.close()
        how = problem or f"the player ended with {ended.status}"
        return f"{how}\n{said}" if said else how
