"""kumiki show: the steps of a log, or one step with the state after it."""

from __future__ import annotations

import json
from argparse import ArgumentTypeError
from typing import Any

from . import filters, options
from .errors import DIFFERENT, SUCCESS, CommandError
from .output import Output, paged, warn
from .reading import CHECKPOINT, HEADER, STEP, Line, Log
from .states import States
from .steps import action_text, change_texts, origin_text, record_of, time_text
from .values import NOTHING, found, keys, text


def main(arguments: list[str]) -> int:
    """Runs the command. Returns the exit code."""
    made = options.parser("show", "Shows the steps of a log, or one step with its changes and the state after it.")
    made.add_argument("steps", nargs="?", metavar="STEP", help="a step (40), or steps (40..60, 40.., ..60)")
    options.add_filters(made)
    made.add_argument("--no-pager", action="store_true", help="write to standard output, also on a terminal")
    given = made.parse_args(arguments)
    try:
        first, last = options.steps(given.steps) if given.steps else (1, 1 << 62)
    except ArgumentTypeError as error:
        made.error(f"argument STEP: {error}")
    log = Log(given.log, lambda said: warn("show", said))
    matches = filters.chosen(given)
    with paged(not given.no_pager and not given.json) as output:
        if first == last:
            _one(log, first, output, given.json)
        else:
            for line in log.lines_and_begun():
                if line.kind == STEP and not first <= line.step <= last:
                    continue
                if given.json:
                    if line.kind == STEP and matches(line):
                        output.line(json.dumps(record_of(line), ensure_ascii=False))
                elif line.kind == HEADER and not given.steps:
                    output.line(output.colour("dim", header_text(line)))
                elif line.kind == STEP and matches(line):
                    write(line, output)
    if log.unfinished:
        warn("show", f"{log.path}:{log.unfinished}: the last line is incomplete, and was ignored")
    return DIFFERENT if log.damaged else SUCCESS


def header_text(line: Line) -> str:
    """A line for the start of a run, or of a rotated part of a log."""
    return f"run {line.run}, of kumiki {line.value.get('library')}, reducer {line.value.get('shape')}"


def write(line: Line, output: Output) -> None:
    """A step in a line, and a line for each change."""
    step = line.value
    number, time = output.colour("bold", f"{line.step:>6}"), output.colour("dim", f"{time_text(step):>11}")
    action = _shortened(action_text(step), output)
    output.line(f"{number} {time}  {action:<32} {output.colour('dim', origin_text(step))}")
    for change in change_texts(step.get("patch", []), output):
        output.line(f"{'':18}  {output.colour('green', change)}")
    if "begun" in step:
        output.line(f"{'':18}  {output.colour('red', 'the step did not end')}")
    for issue in step.get("issues", []):
        output.line(f"{'':18}  {output.colour('red', 'issue ' + str(issue.get('code')))} {issue.get('message') or ''}")


def _shortened(said: str, output: Output) -> str:
    room = max(output.width - 45, 32)
    return said[: room - 1] + "…" if output.width and len(said) > room else said


def _one(log: Log, wanted: int, output: Output, as_json: bool) -> None:
    """Shows one step, with the values before it, the effects and the state after it."""
    states, last = States(log), 0
    for line in log.lines_and_begun():
        before = _before(states.state, line) if line.kind == STEP and line.step == wanted else []
        states.follow(line)
        last = line.step if line.kind in (STEP, CHECKPOINT) else last
        if line.kind == STEP and line.step == wanted:
            state = None if states.state is NOTHING else states.state
            if as_json:
                output.line(json.dumps({**record_of(line), "state": state}, ensure_ascii=False))
            else:
                _write_one(line, before, state, output)
            return
    raise CommandError(f"{log.path}: the log has no step {wanted}; its last step is {last}")


def _before(state: Any, line: Line) -> list[Any]:
    """The values at the places of a patch before the step, as copies."""
    places = [operation.get("path", "") for operation in line.value.get("patch", [])]
    return [None if state is NOTHING else json.loads(json.dumps(_or_none(found(state, keys(place))))) for place in places]


def _or_none(value: Any) -> Any:
    return None if value is NOTHING else value


def _write_one(line: Line, before: list[Any], state: Any, output: Output) -> None:
    step = line.value
    output.line(f"{output.colour('bold', f'step {line.step}')} at {time_text(step)} s, line {line.number}, run {line.run}")
    output.line(f"action   {action_text(step)}")
    output.line(f"origin   {origin_text(step)}")
    if "begun" in step:
        output.line(output.colour("red", "the step did not end"))
    for name in ("duration", "began", "ended", "given", "asked", "presentations", "issues"):
        if name in step:
            output.line(f"{name:<8} {text(step[name])}")
    for change, old in zip(change_texts(step.get("patch", []), output), before):
        output.line(f"change   {output.colour('green', change)}" + ("" if old is None else f" (was {output.short(old)})"))
    output.line("state")
    output.line(json.dumps(state, ensure_ascii=False, indent=2))
