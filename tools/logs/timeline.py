"""The events of a log on a time line, which the formats of Perfetto and Chrome share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .reading import CHECKPOINT, HEADER, STEP, Line, Log
from .steps import action_text, case_of, cause_of, origin_text

SHOWN = 1000
"""The length of a step's slice in nanoseconds, if the log does not contain how long the step took."""


class Event:
    """A step, or the start or end of an effect. Times in nanoseconds; `cause` is the number of a step, or 0."""

    def __init__(self, kind: str, time: int, run: int, name: str, *, step: int = 0, length: int = 0, effect: int = 0,
                 cause: int = 0, arguments: dict[str, Any] | None = None) -> None:
        self.kind, self.time, self.run, self.name = kind, time, run, name
        self.step, self.length, self.effect, self.cause = step, length, effect, cause
        self.arguments = arguments or {}


def events(log: Log) -> Iterator[Event]:
    """The events in the order of their times in each run.

    Kinds: "step"; "begin" and "end" of an effect. An effect that has no end in the log ends with its run. Each run is on its own
    clock. A step's slice ends before the next step.
    """
    last: Line | None = None
    running: dict[int, str] = {}
    for line in log.lines():
        if line.kind == CHECKPOINT:
            continue
        if last is not None:
            is_next = line.kind == STEP and line.run == last.run
            yield from _of_step(last, line.value["clock"] if is_next else None, running)
            if line.kind == HEADER:
                yield from _ends(running, last)
        last = line if line.kind == STEP else None
    if last is not None:
        yield from _of_step(last, None, running)
        yield from _ends(running, last)


def _of_step(line: Line, following: int | None, running: dict[int, str]) -> Iterator[Event]:
    step = line.value
    time = step["clock"]
    names = case_of(step.get("action"))
    name = ".".join(names) or action_text(step)[:60]
    length = step.get("duration", SHOWN)
    room = length if following is None else max(0, min(length, following - time))
    yield Event("step", time, line.run, name, step=line.step, length=room, cause=cause_of(line), arguments={
        "step": line.step, "line": line.number, "origin": origin_text(step), "action": step.get("action"), "patch": step.get("patch", [])})
    for effect in step.get("ended", []):
        if effect in running:
            yield Event("end", time, line.run, running.pop(effect), step=line.step, effect=effect)
    for effect in step.get("began", []):
        running[effect] = name
        yield Event("begin", time, line.run, name, step=line.step, effect=effect)


def _ends(running: dict[int, str], line: Line) -> Iterator[Event]:
    for effect in sorted(running):
        yield Event("end", line.value["clock"] + SHOWN, line.run, running[effect], step=line.step, effect=effect)
    running.clear()
