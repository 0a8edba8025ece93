"""The steps of a Swift test, as calls."""

from __future__ import annotations

import json
from typing import Any

from play.swift_scripts import action
from play.swift_types import Level, NotPrinted, keys, text, word

LISTS = ("for_each", "stack", "navigation_destination")


class Steps:
    """Writes one step after the other, and numbers what they make."""

    def __init__(self) -> None:
        self.tasks = self.watchers = 0  # asked for, printed or not
        self.printed: set[str] = set()

    def step(self, level: Level, given: dict[str, Any], number: int) -> list[str]:
        """The lines of a step."""
        command = given.get("do") or []
        try:
            lines = self.command(level, command)
        except (NotPrinted, KeyError, IndexError, TypeError, ValueError):
            lines = [f"// Not printed: {json.dumps(command)}"]
        shown = f'seen("after {number}: \\(store.effectCount) effects, \\(store.state)")'
        return [*lines, shown]

    def command(self, level: Level, command: list[Any]) -> list[str]:
        name, rest = command[0], command[1:]
        if name == "shared_observe":
            self.watchers += 1
        if name in ("send", "present", "dismiss", "presented") and rest[0] != 0:
            raise NotPrinted("a view")
        if name == "send":
            return [f"store.send({action(level, rest[1])})"]
        if name in ("present", "dismiss", "presented"):
            return [f"store.send({action(level, sent(name, rest))})"]
        if name == "post":
            return [f"store.post({action(level, rest[0])})"]
        if name == "send_task":
            self.tasks += 1
            task = f"task{self.tasks - 1}"
            sending = f"let {task} = store.send({action(level, rest[0])})"
            self.printed.add(task)
            return [sending]
        if name == "observe":
            self.watchers += 1
            lines = self.observe(level, rest, self.watchers - 1)
            self.printed.add(f"watcher{self.watchers - 1}")
            return lines
        for ending, stem in (("cancel_task", "task"), ("unobserve", "watcher")):
            if name == ending and f"{stem}{rest[0]}" in self.printed:
                return [f"{stem}{rest[0]}.cancel()"]
        if name in ("advance", "idle", "dispatch", "free_store", "report_reentrant", "limit_effects"):
            reports = json.dumps(rest == [True])
            return [{"advance": f"try loop.advance(by: {(rest or [0])[0]})",
                     "idle": "try loop.runUntilIdle(timeoutMilliseconds: -1)",
                     "dispatch": "_ = try loop.dispatch(timeoutMilliseconds: 0)",
                     "free_store": "store.end()",
                     "limit_effects": f"loop.effectLimit = {(rest or [0])[0]}",
                     "report_reentrant": f"loop.reportsReentrantSends = {reports}"}[name]]
        raise NotPrinted(name)

    def observe(self, level: Level, rest: list[Any], number: int) -> list[str]:
        if rest[0] != 0:
            raise NotPrinted("a view")
        kind, steps = rest[1], keys(rest[2])
        told = f'seen("told {number}: '
        if kind == "value":
            read = reading(level, steps, "$0")
            return [f'let watcher{number} = store.observe({{ {read} }}) {{ {told}\\($0)") }}']
        part = level.at(steps)
        fitting = {"ids": LISTS, "presentation": ("presentation", "presentation_destination")}
        if part.kind not in fitting.get(kind, ()):
            raise NotPrinted(kind)
        if kind == "ids":
            place = f"{{ $0.{'.'.join(map(word, steps))} }}"
            return [f'let watcher{number} = store.observeIDs(of: {place}) {{ {told}\\($0)") }}']
        return [
            f"let watcher{number} = store.observePresentation({{ $0.{slot_path(steps)} }},",
            f'  present: {{ {told}present \\($0) \\($1)") }},',
            f'  dismiss: {{ {told}dismiss \\($0)") }})',
        ]


def slot_path(steps: list[str]) -> str:
    """The slot at a place, and not what is in it."""
    return ".".join([*map(word, steps[:-1]), "$" + word(steps[-1])])


def sent(name: str, rest: list[Any]) -> Any:
    """The action that a call for a slot sends."""
    given = rest[2] if len(rest) > 2 else None
    payload: Any = {"dismiss": "dismiss", "presented": {"presented": given},
                    "present": "present" if given is None else {"present": {"state": given}}}[name]
    for case in reversed(rest[1].split(".")):
        payload = {case: payload}
    return payload


def reading(level: Level, steps: list[str], place: str) -> str:
    """What stands at a place, to be compared."""
    for index, name in enumerate(steps):
        part = level.parts.get(name)
        if level.is_enum or part is not None and part.kind in LISTS:
            raise NotPrinted("a place that is not always there")
        if part is None:
            return f"{place}.values[{', '.join(map(text, steps[index:]))}]"
        place += f".{word(name)}" + ("" if part.kind == "scope" else "?")
        level = part.level
    return place.rstrip("?")
