"""kumiki tail: the last steps of a log, and the new ones while the program runs."""

from __future__ import annotations

import json
import os
import sys
import time
from collections import deque

from . import filters, options
from .errors import DIFFERENT, SUCCESS
from .output import Output, warn
from .reading import STEP, Line, Log
from .show import write
from .steps import record_of


def main(arguments: list[str]) -> int:
    """Runs the command. Returns the exit code; --follow ends by an interrupt, or when its reader has gone."""
    made = options.parser("tail", "Shows the last steps of a log.")
    made.add_argument("-n", "--steps", type=options.step, default=10, metavar="COUNT", help="how many; default: 10")
    made.add_argument("-f", "--follow", action="store_true", help="also show the steps that the program adds")
    options.add_filters(made)
    given = made.parse_args(arguments)
    log = Log(given.log, lambda said: warn("tail", said))
    matches = filters.chosen(given)
    output = Output(sys.stdout, sys.stdout.isatty())

    def show(line: Line) -> None:
        if given.json:
            output.line(json.dumps(record_of(line), ensure_ascii=False))
        else:
            write(line, output)

    kept: deque[Line] = deque(maxlen=given.steps)
    kept.extend(line for line in log.lines() if line.kind == STEP and matches(line))
    for line in kept:
        show(line)
    while given.follow:
        sys.stdout.flush()
        for line in log.lines():
            if line.kind == STEP and matches(line):
                show(line)
        sys.stdout.flush()
        time.sleep(0.1)
        log = _rotated(log, given.log)
    if log.unfinished:
        warn("tail", f"{log.path}:{log.unfinished}: the last line is incomplete, and was ignored")
    return DIFFERENT if log.damaged else SUCCESS


def _rotated(log: Log, path: str) -> Log:
    """The log, or the new file if the recorder has started one at the same path."""
    return Log(path, log.damage) if os.path.exists(path) and not log.is_at(path) else log
