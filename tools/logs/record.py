"""kumiki record: runs a program and records its stores. A crash keeps the log."""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

from . import options
from .child import how_ended
from .errors import WRONG_INPUT, CommandError
from .output import warn
from .reading import STEP, Line, Log
from .steps import action_text, counted

_NOT_FOUND, _NOT_EXECUTABLE = 127, 126


def main(arguments: list[str]) -> int:
    """Runs the command. Returns the program's exit code, or 128 and the number of its signal, as a shell does."""
    made = options.parser("record", "Runs a program and records its stores. If the program crashes, the log contains all steps that were "
                                    "complete.", has_log=False)
    made.usage = "kumiki record [--json] [--output LOG] -- PROGRAM [ARGUMENT]..."
    made.add_argument("--output", metavar="LOG", help="the log; default: PROGRAM.log. A log that exists is continued by another run")
    made.add_argument("program", nargs="+", metavar="PROGRAM")
    at = arguments.index("--") if "--" in arguments else len(arguments)
    program = arguments[at + 1 :]
    given = made.parse_args([*arguments[:at], *program[:1]])
    if not program:
        made.error("expected -- before the program")
    path = os.path.abspath(given.output or f"{os.path.basename(program[0])}.log")
    shown = given.output or os.path.relpath(path)
    _check(path, shown)
    before = {file: _stamp(file) for file in _files(path)}
    status = _run(program, path)
    found = [_summary(file) for file in _files(path) if _stamp(file) != before.get(file)]
    end = "ended" if status == 0 else how_ended(status)
    if given.json:
        print(json.dumps({"program": program, "end": end, "logs": found}, ensure_ascii=False), flush=True)
    else:
        _report(program[0], found, end)
    code = os.waitstatus_to_exitcode(status)
    return (code or WRONG_INPUT) if not found and code >= 0 else code if code >= 0 else 128 - code


def _check(path: str, shown: str) -> None:
    """Refuses a file that the recorder would refuse, before the program starts."""
    folder = os.path.dirname(path)
    if os.path.exists(path):
        next(Log(shown).lines(), None)
    elif not os.path.isdir(folder):
        raise CommandError(f"{shown}: the folder {folder} does not exist")


def _files(path: str) -> list[str]:
    """The logs of all stores: LOG, LOG.2, LOG.3 …"""
    found, number = [path] if os.path.exists(path) else [], 2
    while os.path.exists(f"{path}.{number}"):
        found.append(f"{path}.{number}")
        number += 1
    return found


def _stamp(path: str) -> tuple[int, int, int]:
    state = os.stat(path)
    return state.st_ino, state.st_size, state.st_mtime_ns


def _run(program: list[str], path: str) -> int:
    """Runs the program to its end, and returns its status. Signals from the keyboard are left to the program."""
    former = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGQUIT)}
    own = [number for number, handler in former.items() if handler != signal.SIG_IGN]
    try:
        process = os.posix_spawnp(program[0], program, {**os.environ, "KUMIKI_RECORD": path}, setsigdef=own)
    except FileNotFoundError:
        raise CommandError(f"{program[0]}: no such program", _NOT_FOUND) from None
    except OSError as error:
        raise CommandError(f"{program[0]}: {error.strerror}", _NOT_EXECUTABLE) from None
    return os.waitpid(process, 0)[1]


def _summary(path: str) -> dict[str, Any]:
    """The last run of a log: how many steps it has, and the last one."""
    log = Log(path, lambda said: None)
    last: Line | None = None
    run, count = 0, 0
    for line in log.lines():
        if line.run != run:
            run, count, last = line.run, 0, None
        if line.kind == STEP:
            count, last = count + 1, line
    shown = os.path.relpath(path)
    action = action_text(last.value) if last else None
    begun = action_text(log.begun.value) if log.begun else None
    return {"log": shown, "run": run, "steps": count, "step": last.step if last else None, "action": action, "begun": begun}


def _report(program: str, found: list[dict[str, Any]], end: str) -> None:
    if not found:
        warn("record", f"{program} {end}, and made no store: nothing was recorded")
    for each in found:
        last = f"; the last one is step {each['step']}, {each['action']}" if each["step"] else ""
        begun = f"; {each['begun']} had begun and did not end" if each["begun"] else ""
        warn("record", f"{each['log']}: {counted(each['steps'])}{last}{begun}")
    if found and end != "ended":
        warn("record", f"{program} {end}")
    sys.stderr.flush()
