"""How the commands write: colours and a pager on a terminal, progress on standard error, values in one line."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

from .values import NOTHING, text

_COLOURS = {"dim": "2", "bold": "1", "red": "31", "green": "32", "yellow": "33", "blue": "34"}


class Output:
    """Standard output. `width` is the terminal's width in characters, or 0 without a terminal: lines are then whole."""

    def __init__(self, file: IO[str], is_terminal: bool) -> None:
        self.file = file
        self.has_colours = is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        self.width = int(os.environ.get("COLUMNS", 0)) or os.get_terminal_size(sys.stdout.fileno()).columns if is_terminal else 0

    def colour(self, name: str, said: str) -> str:
        return f"\x1b[{_COLOURS[name]}m{said}\x1b[0m" if self.has_colours else said

    def line(self, said: str = "") -> None:
        self.file.write(said + "\n")

    def short(self, value: Any, room: int = 60) -> str:
        """A value in one line; on a terminal with at most `room` characters."""
        said = "nothing" if value is NOTHING else text(value)
        return said[: room - 1] + "…" if self.width and len(said) > room else said


@contextmanager
def paged(with_pager: bool = True) -> Iterator[Output]:
    """Standard output through the pager, if it is a terminal: PAGER, or else less. An empty PAGER means none."""
    is_terminal = sys.stdout.isatty()
    pager = os.environ.get("PAGER", "less") if is_terminal and with_pager else ""
    if pager:
        import shutil  # slow to load, as subprocess is
        import subprocess
    if not (pager and shutil.which(pager.split()[0])):
        yield Output(sys.stdout, is_terminal)
        return
    environment = {"LESS": "FRSX", **os.environ}
    with subprocess.Popen(pager, shell=True, stdin=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdin is not None
        try:
            yield Output(process.stdin, True)
            process.stdin.close()
        except BrokenPipeError:
            process.stdin = None  # the reader has seen enough


def warn(command: str, said: str) -> None:
    """A line on standard error."""
    print(f"kumiki {command}: {said}", file=sys.stderr)


class Progress:
    """A line on standard error, if it is a terminal, once a command takes more than half a second."""

    def __init__(self, what: str, whole: int) -> None:
        self.what, self.whole = what, whole
        self.is_shown = sys.stderr.isatty()
        self._has_line = False
        self._next = time.monotonic() + 0.5

    def at(self, done: int) -> None:
        if self.is_shown and (now := time.monotonic()) >= self._next:
            self._next, self._has_line = now + 0.1, True
            share = f"{100 * done // self.whole} %" if self.whole else str(done)
            print(f"\r\x1b[K{self.what} {share}", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        if self._has_line:
            self._has_line = False
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
