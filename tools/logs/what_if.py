"""kumiki replay --without and --instead: runs a log with steps left out or with other actions, and compares the end."""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import tempfile
from typing import Any

from . import options
from .child import Mark
from .conditions import same
from .errors import SUCCESS, CommandError
from .output import Output
from .reading import CHECKPOINT, HEADER, STEP, Line, Log, version_of
from .states import States
from .steps import change_texts, counted
from .values import NOTHING

OK, NOT_FOUND = 0, -5


def instead(written: str) -> tuple[int, Any]:
    """An argument STEP=ACTION. The action is JSON, or the name of a case."""
    number, _, action = written.partition("=")
    if not action:
        raise argparse.ArgumentTypeError(f"{written!r} is not STEP=ACTION, such as 40=save or 40='{{\"open\": 2}}'")
    if action[0] not in '{["':
        return options.step(number), action
    try:
        return options.step(number), json.loads(action)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{action!r} is not JSON") from None


class Changes:
    """The steps to leave out or to replace. `count` is the last step to run, `state` the recorded state after it."""

    def __init__(self, given: Any) -> None:
        self._actions: dict[int, Any] = dict.fromkeys(given.without, NOTHING) | dict(given.instead)
        self._log = Log(given.log, lambda said: None)
        self._lines: dict[int, bytes] = {}
        self.count, last = 0, given.last
        self.versions: set[int] = set()
        states, missing = States(self._log), set(self._actions)
        # Ends with the last step, or with the run of the last changed step.
        for line in self._log.lines():
            if (line.kind == HEADER and self.count and not missing) or (last is not None and line.kind == STEP and line.step > last):
                break
            states.follow(line)
            if line.kind == CHECKPOINT:
                self.versions.add(version_of(line))
            self.count = line.step if line.kind == STEP else self.count
            if line.kind == STEP and line.step in missing:
                missing.discard(line.step)
                self._lines[line.number] = self._changed(line)
        if missing:
            raise CommandError(f"{self._log.path}: the log has no step {min(missing)} up to step {self.count}")
        self.state = states.state

    def _changed(self, line: Line) -> bytes:
        if "action" not in line.value:
            raise self._log.error(line.number, f"step {line.step} has no action that could be changed")
        action = self._actions[line.step]
        return b"" if action is NOTHING else json.dumps({**line.value, "action": action}).encode() + b"\n"

    @property
    def path(self) -> str:
        return self._log.path

    def write(self, path: str) -> None:
        """Writes a log with the changed steps."""
        with open(self._log.path, "rb") as log, open(path, "wb") as copy:
            copy.writelines(self._lines.get(number, line) for number, line in enumerate(log, 1))


def differences(before: Any, after: Any, place: str = "") -> list[dict[str, Any]]:
    """A patch from one value to another. Objects are compared by their members, other values as a whole."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return [] if same(before, after) else [{"op": "replace", "path": place, "value": after}]
    paths = {key: f"{place}/{key.replace('~', '~0').replace('/', '~1')}" for key in (*before, *after)}
    removed = [{"op": "remove", "path": paths[key]} for key in before if key not in after]
    added = [{"op": "add", "path": paths[key], "value": after[key]} for key in after if key not in before]
    return [*(each for key in before if key in after for each in differences(before[key], after[key], paths[key])), *removed, *added]


def recomputed(engine: Any, changes: Changes, mark: Mark) -> Any:
    """The child's work: the state after the last step, and the recorded state if it is one of an earlier version."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "changed.log")
        changes.write(path)
        found = {"state": _state_after(engine, path, changes, mark)}
    if any(map(engine.migrates, changes.versions)):
        found["recorded"] = _state_after(engine, changes.path, changes, mark)
    return found


def _state_after(engine: Any, path: str, changes: Changes, mark: Mark) -> Any:
    at = ctypes.byref(error := engine.new_error())
    replay = engine.open_replay(os.fsencode(path), 0, error)
    if not replay:
        raise CommandError(engine.message(error))
    step = engine.kmk_replay_step(replay)
    while step < changes.count:
        mark.set(step + 1)
        status = engine.kmk_replay_run(replay, step + 1, at)
        # A changed step and those after it differ from the recorded ones, and a step without an action is not found.
        if status not in (OK, NOT_FOUND) and engine.taken(engine.kmk_replay_divergence(replay)) is None:
            raise CommandError(engine.message(error))
        step += 1
    state = engine.taken(engine.kmk_store_state(engine.kmk_replay_store(replay)))
    engine.kmk_replay_free(replay)
    return state


def write(given: Any, changes: Changes, result: Any, output: Output) -> int:
    """Writes the differences from the recorded state to the recomputed one."""
    state, recorded = result["state"], result.get("recorded", changes.state)
    difference = None if recorded is NOTHING else differences(recorded, state)
    if given.json:
        output.line(json.dumps({"step": changes.count, "state": state, "difference": difference}, ensure_ascii=False))
        return SUCCESS
    said = "the state at the end is the recorded one" if difference == [] else "from the recorded state to the state of this run:"
    output.line(f"{counted(changes.count)} with {counted(len(given.without) + len(given.instead), 'change')}: {said}")
    for change in change_texts([{"op": "replace", "path": "", "value": state}] if difference is None else difference, output):
        output.line(f"  {change}")
    return SUCCESS
