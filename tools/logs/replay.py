"""kumiki replay: runs a log on a feature, and reports the first step that differs."""

from __future__ import annotations

import argparse
import ctypes
import json
import re
import sys
from typing import Any

from . import options, what_if
from .child import Crash, Mark, in_child
from .errors import CRASHED, DIFFERENT, SUCCESS, CommandError
from .output import Output, Progress, warn
from .reading import CHECKPOINT, STEP, Line, Log, version_of
from .steps import action_text, change_texts, counted, record_of

_END = (1 << 64) - 1


def main(arguments: list[str]) -> int:
    """Runs the command. Returns SUCCESS if each step makes its recorded changes, otherwise DIFFERENT."""
    made = options.parser("replay", "Runs a log on a feature: the same actions must make the same changes. No effect starts.")
    options.add_feature(made, required=True)
    made.add_argument("--from", dest="first", type=options.step, metavar="STEP", help="start at the last checkpoint before a step")
    made.add_argument("--to", dest="last", type=options.step, metavar="STEP", help="stop after a step")
    made.add_argument("--without", action="append", default=[], type=options.step, metavar="STEP",
                      help="leave out a step, and show how the state at the end differs; may be repeated")
    made.add_argument("--instead", action="append", default=[], type=what_if.instead, metavar="STEP=ACTION",
                      help="the same with another action in the step's place")
    given = made.parse_args(arguments)
    if given.without or given.instead:
        return _changed(given, made)
    begun, count, versions = _checked(given.log)
    output = Output(sys.stdout, sys.stdout.isatty())

    def work(mark: Mark) -> Any:
        from .engine import Engine

        engine = Engine(given.library, given.reducer)
        return {"migrated": any(map(engine.migrates, versions)), **_replayed(engine, given, begun, mark)}

    try:
        result = in_child(work, Progress("replay", min(count, given.last or count)))
    except Crash as crash:
        return _crashed(given, crash, output)
    if result["divergence"] is None:
        what = "the states are the recorded ones, migrated" if result["migrated"] else "the changes are the recorded ones"
        said = f"{counted(result['step'])} replayed: {what}"
        output.line(json.dumps({"same": True, "step": result["step"]}) if given.json else said)
        return SUCCESS
    divergence = result["divergence"]
    line = _line(given.log, divergence["step"])
    if given.json:
        output.line(json.dumps({"same": False, "log": given.log, "line": line.number if line else None, **divergence}, ensure_ascii=False))
    else:
        _write(given, line, divergence, output)
    return DIFFERENT


def _changed(given: Any, made: argparse.ArgumentParser) -> int:
    """Runs the log with changed steps."""
    if given.first is not None:
        made.error("--from does not go with --without and --instead")
    changes = what_if.Changes(given)
    output = Output(sys.stdout, sys.stdout.isatty())

    def work(mark: Mark) -> Any:
        from .engine import Engine

        return what_if.recomputed(Engine(given.library, given.reducer), changes, mark)

    try:
        result = in_child(work, Progress("replay", changes.count))
    except Crash as crash:
        return _crashed(given, crash, output)
    return what_if.write(given, changes, result, output)


def _checked(path: str) -> tuple[dict[int, tuple[Line, int]], int, set[int]]:
    """Reads a log to its end. Returns the steps that did not end, with the versions of their runs, the number of the last
    step, and the versions of all runs.

    Damaged lines are left to the engine."""
    log, begun, last, version = Log(path, lambda said: None), {}, 0, 0
    versions = set()
    for line in log.lines_and_begun():
        last = line.step if line.kind == STEP else last
        if line.kind == CHECKPOINT:
            version = version_of(line)
            versions.add(version)
        if "begun" in line.value and line.kind == STEP:
            begun[line.step] = (line, version)
    if log.unfinished:
        warn("replay", f"{path}:{log.unfinished}: the last line is incomplete, and was ignored")
    return begun, last, versions


def _replayed(engine: Any, given: Any, begun: dict[int, tuple[Line, int]], mark: Mark) -> Any:
    """The child's work: the number of the last step, and the divergence or None."""
    error = engine.new_error()
    at = ctypes.byref(error)
    path = given.log.encode("utf-8", "surrogateescape")
    replay = engine.open_replay(path, given.first or 0, error)
    if not replay:
        raise CommandError(_placed(given.log, engine.message(error)))
    last, step = given.last or _END, engine.kmk_replay_step(replay)
    while step < last:
        if step + 1 in begun:
            mark.set(step + 1)
            _run_begun(engine, replay, *begun[step + 1])
        # Step by step, so that the parent knows which step crashed.
        mark.set(step + 1)
        status = engine.kmk_replay_run(replay, step + 1, at)
        divergence = engine.taken(engine.kmk_replay_divergence(replay))
        if divergence is not None:
            return {"step": step, "divergence": divergence}
        now = engine.kmk_replay_step(replay)
        if status == what_if.NOT_FOUND and now == step:
            if step + 1 in begun:
                step += 1
            elif given.last is not None:
                raise CommandError(f"{given.log}: the log has no step {given.last}; its last step is {step}")
            break
        if status not in (what_if.OK, what_if.NOT_FOUND):
            raise CommandError(_placed(given.log, engine.message(error)))
        step = now
    engine.kmk_replay_free(replay)
    return {"step": step, "divergence": None}


def _run_begun(engine: Any, replay: Any, begun: Line, version: int) -> None:
    """Sends the action whose step did not end to a store that continues from the replay's state."""
    given = engine.migrated_action(begun.value["action"], version)
    if given is None:
        return
    snapshot = engine.kmk_store_snapshot(engine.kmk_replay_store(replay), None)
    loop = engine.kmk_loop_new_virtual(None)
    error = engine.new_error()
    store = engine.kmk_store_new_from(loop, engine.reducer(), snapshot, ctypes.byref(error))
    engine.kmk_snapshot_free(snapshot)
    if not store:
        raise CommandError(engine.message(error))
    action = engine.value(given)
    engine.kmk_store_send(store, action, None)
    engine.kmk_json_release(action)
    engine.kmk_store_free(store)
    engine.kmk_loop_free(loop)


def _placed(path: str, said: str) -> str:
    """The engine's message after the file, and after the line if the message names one."""
    found = re.match(r"line (\d+), (.*)", said, re.S)
    return f"{path}:{found[1]}: {found[2]}" if found else f"{path}: {said}"


def _line(path: str, step: int) -> Line | None:
    lines = Log(path, lambda said: None).lines_and_begun()
    line = next((line for line in lines if line.kind == STEP and line.step >= step), None)
    return line if line is not None and line.step == step else None


def _crashed(given: Any, crash: Crash, output: Output) -> int:
    line = _line(given.log, crash.mark) if crash.mark else None
    if line is None:
        raise CommandError(f"{given.library}: the feature {crash.how} before the first step", CRASHED)
    if given.json:
        output.line(json.dumps({"same": False, "crash": crash.how, **record_of(line)}, ensure_ascii=False))
    warn("replay", f"{given.log}:{line.number}: the feature {crash.how} in step {line.step}, {action_text(line.value)}")
    return CRASHED


def _write(given: Any, line: Line | None, divergence: dict[str, Any], output: Output) -> None:
    """The recorded changes with a minus, the changes of the replay with a plus."""
    place = f"{given.log}:{line.number}" if line else given.log
    if divergence.get("checkpoint"):
        output.line(f"{place}: the state after step {divergence['step']} differs from the next checkpoint")
    else:
        output.line(f"{place}: step {divergence['step']} differs: {output.colour('bold', action_text(divergence))}")
        expected = change_texts(divergence.get("expected", []), output)
        actual = change_texts(divergence.get("found", []), output)
        for mark, colour, changes in (("-", "red", expected), ("+", "green", actual)):
            for change in changes or ["(no changes)"]:
                output.line(output.colour(colour, f"{mark} {change}"))
    for name, said in (("version", "recorded by version"), ("migrated", "the action as migrated; null: left out"), ("missing", "the log lacks steps from this one on"), ("shapes", "the shapes of the log and of the feature"),
                       ("asked", "requests of the log and of the feature")):
        if name in divergence:
            output.line(f"{said}: {output.short(divergence[name], 200)}")
    if difference := divergence.get("difference"):
        output.line("From the recorded state to the state of this run:")
        for change in change_texts(difference, output):
            output.line(f"  {change}")
