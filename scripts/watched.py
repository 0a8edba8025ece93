#!/usr/bin/env python3
"""Runs a program with a limit of processor time, and ends it if it stands still.

    scripts/watched.py [--seconds N] [--still N] [--input FILE] [--expect FILE] [--says PATTERN]
                       [--status N] [--costs NAME] COMMAND...

The limit is processor time, not wall time: on a slow or busy machine a program takes longer but uses no more of the
processor. The script checks once a second. A program stands still if neither it nor any of its child processes could
run or used the processor during --still checks in a row. When the script ends a program, it prints the reason and the
state of each process. The exit status is the program's, or 124.

As a test, the program reads --input, must print the contents of the file --expect or output that --says matches, and
must end with --status. --costs adds a line with the processor time, under NAME, to the file KUMIKI_COSTS.

Python scripts call run(), or use Watch if they do the waiting themselves.
"""

import argparse
import difflib
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple

PROGRAM = 1200  # seconds of processors for one program of the tests; the longest needs a fiftieth
STILL = 300  # looks at which nothing has moved
ENDED = 124  # the exit status of a program that was ended, as timeout(1) has it
ASKED = threading.Event()  # set by SIGTERM where this is the program itself
TICKS = os.sysconf("SC_CLK_TCK")
MOVED = 1.0  # seconds of processors: who used less than that meanwhile may be polling for nothing


class Process(NamedTuple):
    """A line of /proc/PID/stat."""

    pid: int
    parent: int
    state: str
    begun: int  # tells it from a later process with its number
    used: float  # seconds of processors, with those of the children that it has waited for

    def told(self) -> str:
        command = read(f"/proc/{self.pid}/cmdline").rstrip("\0").replace("\0", " ") or read(f"/proc/{self.pid}/comm")
        where, states = read(f"/proc/{self.pid}/wchan").strip("0\n"), "".join(sorted(set(self.threads())))
        doing = f"{states} {where}".strip()
        return f"  {self.pid} below {self.parent} ({doing}, {self.used:.1f} s): {command.strip()[:300]}"

    def threads(self) -> list[str]:
        """The states of its threads: R running or runnable, D waiting for a disk, S sleeping. Empty if the process has ended."""
        folder = f"/proc/{self.pid}/task"
        try:
            names = os.listdir(folder)
        except OSError:
            return []
        return [fields[0] for name in names if (fields := fields_of(f"{folder}/{name}/stat"))]


def read(path: str | Path) -> str:
    """The contents of a file in /proc; "" if its process has ended."""
    try:
        return Path(path).read_text(errors="replace")
    except OSError:
        return ""


def fields_of(stat: str | Path) -> list[str]:
    # The fields come after the name, which is in parentheses and may contain any character.
    return read(stat).rpartition(")")[2].split()


def processes() -> dict[int, Process]:
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        if fields := fields_of(f"/proc/{name}/stat"):
            used = sum(map(int, fields[11:15])) / TICKS
            found[int(name)] = Process(int(name), int(fields[1]), fields[0], int(fields[19]), used)
    return found


class Watch:
    """Watches a process and its child processes."""

    def __init__(self, pid: int, seconds: float = PROGRAM, still: int = STILL,
                 before: float | None = 0) -> None:
        """`before` is the processor time used before the limit applies; None: the time at the first check."""
        self.pid, self.seconds, self.still, self.before = pid, seconds, still, before
        self.tree: dict[int, Process] = {}
        self.used = self.used_when_moved = 0.0
        self.looks = 0  # since something has moved
        self.last = time.monotonic()

    def look(self) -> str:
        """Call this about once a second. Returns "", or the reason to end the program."""
        self.refresh()
        self.looks += 1
        # The time of a process that no process waited for is lost when it ends, so the sum may shrink.
        self.used = max(self.used, sum(each.used for each in self.tree.values()))
        if self.used - self.used_when_moved >= MOVED or self.could_run() or self.waits_for_others():
            self.used_when_moved, self.looks = self.used, 0
        if ASKED.is_set():
            return f"it was asked to end:\n{self.told()}"
        if self.before is None:
            self.before = self.used
        if self.used - self.before > self.seconds:
            return f"it used more than {self.seconds:g} s of processors:\n{self.told()}"
        if self.looks >= self.still:
            return f"it stood still, looked at {self.looks} times:\n{self.told()}"
        return ""

    def glance(self) -> str:
        """look(), for callers that call more often than once a second."""
        now = time.monotonic()
        if now - self.last < 1:
            return ""
        self.last = now
        return self.look()

    def refresh(self) -> None:
        """Finds the child processes. A process that was found once stays, even after its parent has ended."""
        every = processes()
        tree = {pid for pid, each in self.tree.items() if pid in every and every[pid].begun == each.begun}
        tree.add(self.pid)
        grown = True
        while grown:
            below = {pid for pid, each in every.items() if each.parent in tree}
            grown = not below <= tree
            tree |= below
        self.tree = {pid: every[pid] for pid in sorted(tree) if pid in every}

    def could_run(self) -> bool:
        return any(state in "RD" for each in self.tree.values() for state in each.threads())

    def waits_for_others(self) -> bool:
        """Whether a process waits for a file lock that another process holds."""
        holders: dict[str, int] = {}
        for line in read("/proc/locks").splitlines():
            number, *words = line.split()
            if words[0] != "->":
                holders[number] = int(words[3])
            elif int(words[4]) in self.tree and holders.get(number) not in self.tree:
                return True
        return False

    def told(self) -> str:
        """A line for each process with the states of its threads."""
        return "\n".join(each.told() for each in self.tree.values())

    def end(self) -> None:
        self.refresh()
        for pid in self.tree:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


class Run(NamedTuple):
    """The result of a program's run."""

    problem: str  # "" if its exit status is 0
    status: int  # as subprocess has it; ENDED if it was ended
    stdout: str  # "" where it was not captured
    stderr: str


def run(command: list[Any], *, seconds: float = PROGRAM, still: int = STILL,
        input: str | None = None, **options: Any) -> Run:
    """Like subprocess.run, but watched. Streams given as PIPE are captured as text."""
    if input is not None:
        options["stdin"] = subprocess.PIPE
    with subprocess.Popen(command, **options) as process:
        return finish(process, input, Watch(process.pid, seconds, still))


def finish(process: subprocess.Popen, input: str | None = None, watch: Watch | None = None) -> Run:
    """Like Popen.communicate, but watched."""
    watch = watch or Watch(process.pid)
    problem, streams = "", (None, None)
    to_write = input if input is None or process.text_mode else input.encode()
    try:
        while True:
            try:
                streams = process.communicate(to_write, timeout=1)
                break
            except subprocess.TimeoutExpired as late:
                if problem:  # somebody whom nobody knows has the other end of a pipe
                    streams = (late.stdout, late.stderr)
                    break
                to_write = None  # it is on its way
                if problem := watch.look():
                    watch.end()
    except BaseException:
        watch.end()
        raise
    printed, noise = map(text_of, streams)
    if problem:
        return Run(problem, ENDED, printed, noise)
    return Run(described(process.returncode), process.returncode, printed, noise)


def text_of(stream: str | bytes | None) -> str:
    return stream if isinstance(stream, str) else (stream or b"").decode(errors="replace")


def captured(command: list[Any], **options: Any) -> Run:
    return run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def described(status: int) -> str:
    if status < 0:
        return f"a signal ended it: {-status}"
    return f"exit status {status}" if status else ""


def restore_signals() -> None:
    """Gives programs the signal settings of a program started from a terminal.

    A shell's background job starts with SIGINT and SIGQUIT ignored, and so do its children. A signal
    that has a handler in this process has its default action in the program.
    """
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    for number in signal.valid_signals():
        # Python ignores the other two signals, and restores them in child processes.
        is_own = number in (signal.SIGPIPE, signal.SIGXFSZ)
        if signal.getsignal(number) is signal.SIG_IGN and not is_own:
            signal.signal(number, lambda *_: None)


def wrong(ended: Run, wanted: argparse.Namespace) -> str:
    """How a program's exit status or output differs from the expected one; "" if it does not."""
    if ended.status != wanted.status or ended.status == ENDED:
        return ended.problem or f"exit status 0 in place of {wanted.status}: a mistake went unnoticed"
    if wanted.says and not re.search(wanted.says, ended.stdout, re.M):
        return f"it did not say {wanted.says}"
    if not wanted.expect:
        return ""
    if not Path(wanted.expect).exists():
        return f"there is no {wanted.expect}"
    lines = [text.splitlines(keepends=True) for text in (Path(wanted.expect).read_text(), ended.stdout)]
    return "".join(difflib.unified_diff(*lines, wanted.expect, "printed"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=PROGRAM, help="of processors")
    parser.add_argument("--still", type=int, default=STILL, help="looks at which nothing has moved")
    parser.add_argument("--input", help="the file that it reads")
    parser.add_argument("--expect", help="the file with what it must print")
    parser.add_argument("--says", help="what a line of its output must match")
    parser.add_argument("--status", type=int, default=0, help="the exit status that it must have")
    parser.add_argument("--costs", metavar="NAME", help="the name of a group of tests")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    given = parser.parse_args()
    if not given.command:
        parser.error("no command")
    restore_signals()
    signal.signal(signal.SIGTERM, lambda *_: ASKED.set())
    streams: dict[str, Any] = {"stdin": open(given.input)} if given.input else {}
    if given.expect or given.says:
        streams |= {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT if given.says else None}
    began = time.monotonic()
    ended = run(given.command, seconds=given.seconds, still=given.still, **streams)
    if given.costs:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(os.environ["KUMIKI_COSTS"], "a") as file:
            seconds = f"{used.ru_utime + used.ru_stime:.0f} | {time.monotonic() - began:.0f}"
            file.write(f"| {given.costs} | {seconds} |\n")
    print(ended.stdout, end="", flush=True)
    if not (problem := wrong(ended, given)):
        return
    if problem != f"exit status {ended.status}":  # the program has said why
        print(f"{given.command[0]}: {problem}", file=sys.stderr)
    sys.exit(ended.status if ended.status > 0 else 128 - ended.status if ended.status < 0 else 1)


if __name__ == "__main__":
    main()
