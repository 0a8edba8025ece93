"""A terminal for programs to run in. Tests type into the program, and read the screen that it draws.

The terminal understands only the sequences of its own terminfo entry, because curses uses only the sequences that the
entry declares. So the emulator is only forty lines long.
"""

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
from pathlib import Path
from typing import Callable

import watched

LINES, COLUMNS = 24, 80
ENTRY = f"""kumiki-test|a terminal of tests,
\tam, cols#{COLUMNS}, lines#{LINES}, xenl,
\tclear=\\E[H\\E[J, cup=\\E[%i%p1%d;%p2%dH, ed=\\E[J, el=\\E[K, cr=\\r, cud1=\\n, bel=^G,
\tkcuu1=\\E[A, kcud1=\\E[B, khome=\\E[H, kend=\\E[F, kpp=\\E[5~, knp=\\E[6~, kbs=^?,
"""
UP, DOWN, HOME, END = "\x1b[A", "\x1b[B", "\x1b[H", "\x1b[F"
PAGE_UP, PAGE_DOWN = "\x1b[5~", "\x1b[6~"
ESCAPE, BACKSPACE, ENTER, TAB = "\x1b", "\x7f", "\n", "\t"
PIECE = re.compile(r"\x1b\[(?P<numbers>[\d;]*)(?P<what>[A-Za-z])|(?P<one>[^\x1b])")


def install_entry(folder: Path) -> None:
    """Compiles the entry into a folder, in which the programs find it."""
    source = folder / "kumiki-test.ti"
    source.write_text(ENTRY)
    subprocess.run(["tic", "-x", "-o", str(folder), str(source)], check=True)


class Screen:
    """The screen as the program has drawn it."""

    def __init__(self) -> None:
        self.resize(LINES, COLUMNS)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.rest = ""  # the start of an incomplete sequence

    def resize(self, lines: int, columns: int) -> None:
        """Clears the screen and changes its size. The program must draw everything again."""
        self.height, self.width = lines, columns
        self.cells = [[" "] * columns for _ in range(lines)]
        self.line = self.column = 0

    def take(self, drawn: bytes) -> None:
        text = self.rest + self.decoder.decode(drawn)
        at = 0
        while piece := PIECE.match(text, at):
            at = piece.end()
            if piece["one"]:
                self.put(piece["one"])
            else:
                numbers = [int(number or 0) for number in piece["numbers"].split(";")]
                self.control(piece["what"], numbers)
        self.rest = text[at:]

    def put(self, letter: str) -> None:
        if letter == "\r":
            self.column = 0
        elif letter == "\n":
            self.line = min(self.line + 1, self.height - 1)
        elif letter >= " ":
            if self.column == self.width:  # the last column wraps only at the next letter
                self.line, self.column = min(self.line + 1, self.height - 1), 0
            self.cells[self.line][self.column] = letter
            self.column += 1

    def control(self, what: str, numbers: list[int]) -> None:
        if what == "H":
            line, column = (numbers + [0, 0])[:2] if len(numbers) > 1 else (1, 1)
            # Until the program knows the new size, it may draw outside the screen.
            self.line = min(max(line, 1), self.height) - 1
            self.column = min(max(column, 1), self.width) - 1
        elif what in "JK":
            self.cells[self.line][self.column :] = [" "] * (self.width - self.column)
        if what == "J":
            for line in range(self.line + 1, self.height):
                self.cells[line] = [" "] * self.width

    def lines(self) -> list[str]:
        return ["".join(cells).rstrip() for cells in self.cells]


class Terminal:
    """A program in its own terminal."""

    def __init__(self, command: list[str], terminals: Path, still: int) -> None:
        self.screen = Screen()
        environment = dict(os.environ, TERM="kumiki-test", TERMINFO=str(terminals), LC_ALL="C.UTF-8")
        self.end, other = pty.openpty()
        self.resize(LINES, COLUMNS)
        self.process = subprocess.Popen(
            command, stdin=other, stdout=other, stderr=subprocess.PIPE, env=environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
        os.close(other)
        self.watch = watched.Watch(self.process.pid, still=still)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        os.close(self.end)

    def resize(self, lines: int, columns: int) -> None:
        """Resizes the terminal, and notifies the program with SIGWINCH."""
        self.screen.resize(lines, columns)
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def type(self, keys: str) -> None:
        os.write(self.end, keys.encode())

    def read(self) -> bool:
        """Reads the program's output, or waits up to a second for it. Returns False if the program has ended."""
        if not select.select([self.end], [], [], 1)[0]:
            return True
        try:
            drawn = os.read(self.end, 65536)
        except OSError:  # on Linux: every process has closed the other end
            return False
        self.screen.take(drawn)
        return bool(drawn)

    def sees(self, pattern: str) -> bool:
        return any(re.search(pattern, line) for line in self.screen.lines())

    def wait(self, *patterns: str, gone: tuple[str, ...] = ()) -> None:
        """Waits until the patterns are on the screen, and the patterns in `gone` are not."""
        self.wait_until(
            lambda: all(map(self.sees, patterns)) and not any(map(self.sees, gone)),
            f"{patterns}, gone {gone}")

    def wait_until(self, holds: Callable[[], bool], wanted: str) -> None:
        """Waits until `holds` returns True, reading the program's output."""
        while not holds():
            problem = self.watch.glance()
            if problem or not self.read():
                told = f"waited for {wanted}; {problem or f'ended: {self.process.poll()}'}"
                raise AssertionError("\n".join([told, *self.screen.lines()]))

    def wait_for_end(self, status: int = 0) -> str:
        """Waits until the program has ended with this status. Returns its standard error."""
        while self.read():
            if problem := self.watch.glance():
                raise AssertionError("\n".join(["it does not end", problem, *self.screen.lines()]))
        ended = watched.finish(self.process, watch=self.watch)
        if ended.status != status:
            raise AssertionError(f"{ended.problem or 'exit status 0'}, said: {ended.stderr}")
        return ended.stderr

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)
