"""kumiki diff: finds the first different step of two logs."""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterator
from typing import Any

from . import options
from .conditions import same
from .errors import DIFFERENT, SUCCESS
from .output import Output, Progress, warn
from .reading import CHECKPOINT, STEP, Line, Log
from .states import States
from .steps import action_text, change_texts, counted, origin_of, time_text
from .values import NOTHING


def main(arguments: list[str]) -> int:
    """Runs the command. Returns SUCCESS if the logs have the same steps, otherwise DIFFERENT."""
    made = options.parser("diff", "Compares the first states, actions, origins and changes of two logs. Times and ids of effects may differ.",
                          has_log=False)
    made.add_argument("logs", nargs=2, metavar="LOG")
    given = made.parse_args(arguments)
    logs = [Log(path, lambda said: warn("diff", said)) for path in given.logs]
    result = _difference(logs)
    for log in logs:
        if log.unfinished:
            warn("diff", f"{log.path}:{log.unfinished}: the last line is incomplete, and was ignored")
    output = Output(sys.stdout, sys.stdout.isatty())
    if given.json:
        output.line(json.dumps({"logs": given.logs, **result}, ensure_ascii=False))
    elif result["same"]:
        output.line(f"the same: {counted(result['steps'])}")
    else:
        _write(given.logs, result, output)
    return SUCCESS if result["same"] and not any(log.damaged for log in logs) else DIFFERENT


def _stops(log: Log) -> Iterator[tuple[Line, Any]]:
    """The starts of the runs, and the steps, with the state after each, which later lines change."""
    states, run = States(log), 0
    for line in log.lines():
        states.follow(line)
        if line.kind == STEP or (line.kind == CHECKPOINT and line.run != run):
            run = line.run
            yield line, states.state


def _difference(logs: list[Log]) -> dict[str, Any]:
    """The object of --json, without the names of the logs."""
    progress, count = Progress("diff", logs[0].size), 0
    for left, right in itertools.zip_longest(*map(_stops, logs)):
        if left is None or right is None:
            there = left or right
            progress.end()
            return {"same": False, "steps": count, "longer": 0 if left else 1, "step": there[0].step}
        if count % 1024 == 0:
            progress.at(logs[0].place)
        if not _is_same(left, right):
            progress.end()
            return {"same": False, "steps": count, "first": [_side(*left), _side(*right)]}
        count += left[0].kind == STEP
    progress.end()
    return {"same": True, "steps": count}


def _is_same(left: tuple[Line, Any], right: tuple[Line, Any]) -> bool:
    one, other = left[0], right[0]
    if one.kind != other.kind:
        return False
    if one.kind == CHECKPOINT or "snapshot" in one.value or "snapshot" in other.value:
        return same(_plain(left[1]), _plain(right[1])) and origin_of(one.value) == origin_of(other.value)
    a, b = one.value, other.value
    return same(a["action"], b["action"]) and same(a["patch"], b["patch"]) and origin_of(a) == origin_of(b)


def _plain(state: Any) -> Any:
    return None if state is NOTHING else state


def _side(line: Line, state: Any) -> dict[str, Any]:
    members = ("clock", "origin", "action", "patch") if line.kind == STEP else ()
    kept = {name: line.value[name] for name in members if name in line.value}
    return {"step": line.step, "line": line.number, "run": line.run, **kept, "state": _plain(state)}


def _write(paths: list[str], result: dict[str, Any], output: Output) -> None:
    if "longer" in result:
        longer = paths[result["longer"]]
        output.line(f"the same for {counted(result['steps'])}, and then only {longer} continues, with step {result['step']}")
        return
    output.line(f"the same for {counted(result['steps'])}, and then different:")
    for mark, colour, path, side in zip("-+", ("red", "green"), paths, result["first"]):
        what = f"step {side['step']}, {time_text(side)} s" if "clock" in side else f"the start of run {side['run']}"
        output.line(output.colour(colour, f"{mark} {path}:{side['line']}: {what}"))
        lines = [f"{action_text(side)} ({origin_of(side)})", *change_texts(side.get("patch", []), output)] if "clock" in side else []
        for each in lines or [f"state {output.short(side['state'], 200)}"]:
            output.line(output.colour(colour, f"{mark}   {each}"))
