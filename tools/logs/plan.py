"""The plan of a test: the first state, and the steps that the test sends or receives."""

from __future__ import annotations

import json
import os
from typing import Any

from .errors import CommandError
from .reading import CHECKPOINT, HEADER, STEP, Line, Log, version_of
from .replies import Request, asked_by, reply_in
from .states import States
from .steps import cause_of, origin_of
from .values import NOTHING, found, keys

SETTABLE = ("uuid", "date")
"""The given values that a test can set by a dependency."""


class Item:
    """A step of the test.

    `members` are the changes as members to set; None if only the patch can say them. `after` is the state after the step.
    `time` counts nanoseconds since the test began. `source` is the effect, or the step whose send caused this one; None for
    an action from outside the feature. `mode` is "send", "receive", or one of REPLIES, to `request` with `value`.
    """

    def __init__(self, line: Line, members: dict[str, Any] | None, time: int, given: dict[str, Any]) -> None:
        self.step, self.line = line.step, line.number
        self.action, self.patch = line.value["action"], line.value["patch"]
        self.members, self.time, self.given = members, time, given
        self.after: Any = NOTHING
        self.mode, self.source = "send", _source(line)
        self.asked = asked_by(line)
        self.ended: list[int] = line.value.get("ended", [])
        self.is_begun = "begun" in line.value
        """Whether the step did not end when it was recorded."""
        self.request: Request | None = None
        self.value: Any = None

    @property
    def title(self) -> str:
        """A comment for the step in a test."""
        return f"step {self.step}, line {self.line}" + ("; it did not end: add its changes" if self.is_begun else "")


class Plan:
    """A test of the steps from `first` to `last`, from a state.

    `start` is where the test's clock stands before the first step, in nanoseconds: the log's clock if a reducer has read it.
    """

    def __init__(self, log: str, first: int, last: int, state: Any) -> None:
        self.log, self.first, self.last, self.state = log, first, last, state
        self.start = 0
        self.version = 0
        """The version of the program that recorded the steps."""
        self.items: list[Item] = []
        self.skips_in_flight = self.skips_received = False

    @property
    def title(self) -> str:
        steps = f"Step {self.first}" if self.first == self.last else f"Steps {self.first} to {self.last}"
        return f"{steps} of {os.path.basename(self.log)}"

    @property
    def name(self) -> str:
        return f"step_{self.first}" if self.first == self.last else f"steps_{self.first}_to_{self.last}"

    def waits(self) -> list[int]:
        """The time to wait before each item: none before an action within a millisecond, unless an effect sends it."""
        now, waits = self.start, []
        for item in self.items:
            wait = self.start + item.time - now
            is_effect = item.mode == "receive" and item.source is not None and item.source.startswith("effect")
            wait = wait if wait > 0 and (is_effect or wait >= 1_000_000) else 0
            now += wait
            waits.append(wait)
        return waits


def planned(log: Log, first: int, last: int) -> Plan:
    """Reads the steps. Raises CommandError if the log lacks one, or a test cannot contain it."""
    states, read, base, version = States(log), 0, 0, 0
    plan: Plan | None = None
    plan_run = 0
    requests: dict[int, Request] = {}  # by the ids of their effects
    for line in log.lines_and_begun():
        if line.kind == STEP and line.step > last:
            if plan is not None:
                plan.skips_received = first <= cause_of(line) <= last and _effect(line) not in requests
                _finish_replies(plan, line.value.get("ended", []))
            break
        if plan is not None and line.kind == HEADER and line.run > plan_run:
            if read == last:
                break
            raise log.error(line.number, f"another run starts after step {read}: expected steps of one run")
        if line.kind == STEP and line.step == first:
            plan, plan_run = Plan(log.path, first, last, _state(log, states, line)), line.run
            plan.version = version
            base = line.value["clock"]
        item = _item(log, line, states.state, plan, base, requests) if plan is not None and line.kind == STEP else None
        states.follow(line)
        version = version_of(line) if line.kind == CHECKPOINT else version
        if line.kind != HEADER:
            read = line.step
        if plan is not None and item is not None:
            item.after = _copy(states.state)
            plan.skips_in_flight = plan.skips_in_flight or "began" in line.value
            plan.items.append(item)
            if any(kind == "now" for kind, _ in line.value.get("given", [])):
                plan.start = base
    if plan is not None and read == last:
        _finish_replies(plan, list(requests))  # the log does not say which have ended
    if plan is None or read < last:
        raise CommandError(f"{log.path}: the log has no step {first if plan is None else last}; its last step is {read}")
    if [item.step for item in plan.items] != list(range(first, last + 1)):
        raise CommandError(f"{log.path}: the log lacks steps between {first} and {last}")
    return plan


def _state(log: Log, states: States, line: Line) -> Any:
    if states.state is NOTHING:
        raise log.error(line.number, f"the state before step {line.step} is not known, because earlier lines are damaged or missing")
    return _copy(states.state)


def _copy(value: Any) -> Any:
    return json.loads(json.dumps(value))


def _effect(line: Line) -> int | None:
    """The effect that sent an action."""
    origin = line.value.get("origin")
    return origin.get("effect") if isinstance(origin, dict) else None


def _source(line: Line) -> str | None:
    if origin_of(line.value) == "send":
        return f"step {cause_of(line)}"
    return f"effect {_effect(line)}" if _effect(line) is not None else None


def _finish_replies(plan: Plan, ended: list[int]) -> None:
    """The last action of a request that has ended is its answer, or its failure."""
    for item in plan.items:
        for effect in item.ended:
            _answer(plan, effect, item.step)
    for effect in ended:
        _answer(plan, effect, plan.last + 1)


def _answer(plan: Plan, effect: int, before: int) -> None:
    replies = [item for item in plan.items if item.request is not None and item.request.effect == effect and item.step < before]
    if replies:
        replies[-1].mode = "answer"


def _item(log: Log, line: Line, state: Any, plan: Plan, base: int, requests: dict[int, Request]) -> Item:
    step = line.value
    origin = origin_of(step)
    if "action" not in step or origin == "undo":
        what = {"undo": "an undo or a redo", "replace": "another reducer"}.get(origin, "a restore")
        raise log.error(line.number, f"step {line.step} is {what}, which a test of actions cannot contain")
    given: dict[str, Any] = {}
    for kind, value in step.get("given", []):
        if kind == "random" or (kind in SETTABLE and given.setdefault(kind, value) != value):
            said = "a random number" if kind == "random" else f"more than one {kind}"
            raise log.error(line.number, f"step {line.step} was given {said}, which a test cannot repeat")
    item = Item(line, members_of(state, step["patch"]), step["clock"] - base, given)
    item.request = requests.get(_effect(line) or 0)
    if item.request is not None:
        item.mode, item.value = "part", reply_in(item.action, item.request)
    elif item.source is not None and plan.first <= cause_of(line) <= plan.last:
        item.mode = "receive"
    requests.update((each.effect, each) for each in item.asked)
    return item


def members_of(state: Any, patch: list[Any]) -> dict[str, Any] | None:
    """The members that a patch sets, nested; None if it does anything else. An object would be merged into the old value."""
    whole: dict[str, Any] = {}
    for operation in patch:
        path = keys(operation["path"])
        if operation["op"] not in ("add", "replace") or not path or isinstance(operation["value"], dict):
            return None
        if any(not isinstance(found(state, path[:depth]), dict) for depth in range(len(path))):
            return None
        inner = whole
        for key in path[:-1]:
            inner = inner.setdefault(key, {})
            if not isinstance(inner, dict):
                return None
        inner[path[-1]] = operation["value"]
    return whole
