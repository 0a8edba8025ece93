"""kumiki bisect: finds the first step that makes a condition true."""

from __future__ import annotations

import json
import sys
from typing import Any

from . import options
from .conditions import condition
from .errors import DIFFERENT, SUCCESS
from .output import Output, Progress, warn
from .reading import HEADER, STEP, Line, Log
from .states import States
from .steps import action_text, change_texts, origin_text, record_of, time_text
from .values import NOTHING


def main(arguments: list[str]) -> int:
    """Runs the command. Returns SUCCESS if a step has the condition, otherwise DIFFERENT."""
    made = options.parser("bisect", "Finds the first step that makes a condition true in the state. The log is enough: no feature runs.")
    made.add_argument("--until", required=True, metavar="CONDITION",
                      help="PLACE OPERATOR VALUE, such as '/count > 9', '/selected >= /rows length' or '/sheet exists'")
    given = made.parse_args(arguments)
    try:
        holds = condition(given.until)
    except ValueError as error:
        made.error(f"argument --until: {error}")
    log = Log(given.log, lambda said: warn("bisect", said))
    line, state = _first(log, holds)
    output = Output(sys.stdout, sys.stdout.isatty())
    if log.unfinished:
        warn("bisect", f"{log.path}:{log.unfinished}: the last line is incomplete, and was ignored")
    if line is None:
        said = f"no state of the log has {given.until}"
        output.line(json.dumps({"until": given.until, "step": None})) if given.json else output.line(said)
        return DIFFERENT
    if given.json:
        record = record_of(line) if line.kind == STEP else {"step": line.step, "run": line.run, "line": line.number}
        output.line(json.dumps({"until": given.until, "is_start": line.kind != STEP, **record, "state": state}, ensure_ascii=False))
        return SUCCESS
    _write(line, given.until, log.path, output)
    output.line("state")
    output.line(json.dumps(state, ensure_ascii=False, indent=2))
    return SUCCESS


def _first(log: Log, holds: Any) -> tuple[Line | None, Any]:
    """The first line that makes the condition true, and the state after it; (None, None) without such a line."""
    states, progress = States(log), Progress("bisect", log.size)
    try:
        for line in log.lines():
            states.follow(line)
            if line.step % 1024 == 0:
                progress.at(log.place)
            if line.kind != HEADER and states.state is not NOTHING and holds(states.state):
                return line, states.state
    finally:
        progress.end()
    return None, None


def _write(line: Line, until: str, path: str, output: Output) -> None:
    if line.kind != STEP:
        output.line(f"{path}:{line.number}: {until} holds already before step {line.step + 1}, where run {line.run} starts")
        return
    step = line.value
    output.line(f"{path}:{line.number}: step {line.step} is the first with {output.colour('bold', until)}")
    output.line(f"action   {action_text(step)}")
    output.line(f"origin   {origin_text(step)}")
    output.line(f"time     {time_text(step)} s")
    for change in change_texts(step.get("patch", []), output):
        output.line(f"change   {output.colour('green', change)}")
