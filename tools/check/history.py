"""The steps of a fault's history, in words and as parts of tests."""

from __future__ import annotations

import json
import re
from typing import Any

Fault = dict[str, Any]
Event = dict[str, Any]


def compact(value: Any) -> str:
    """A value as JSON text."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def title(fault: Fault) -> str:
    """One line for a fault."""
    return f"{fault['kind']} {fault['name']}".strip()


def identifier(fault: Fault, others: list[str]) -> str:
    """A name for a test, that no other test has."""
    words = re.sub(r"[^a-z0-9]+", "_", title(fault).lower()).strip("_")[:48].rstrip("_") or "fault"
    name, number = words, 2
    while name in others:
        name, number = f"{words}_{number}", number + 1
    others.append(name)
    return name


def words(event: Event) -> str:
    """An event in words."""
    if "send" in event:
        return f"send {compact(event['send'])}"
    if "advance" in event:
        return f"{event['advance'] / 1e9:g} s pass"
    turn = f" (number {event['turn'] + 1})" if event["turn"] else ""
    for kind, verb in (("answer", "is answered with"), ("part", "receives the part"), ("fail", "fails with")):
        if kind in event:
            return f"request {event['request']}{turn} {verb} {compact(event[kind])}"
    return compact(event)


def changes(step: dict[str, Any]) -> list[str]:
    """The changes of a step, a line each."""
    lines = []
    for change in step.get("changes", []):
        before = compact(change["from"]) if "from" in change else "nothing"
        after = compact(change["to"]) if "to" in change else "nothing"
        lines.append(f"{change['at'] or '(the state)'}: {before} -> {after}")
    lines += [f"issue {issue['code']} {issue['path']}".rstrip() for issue in step.get("issues", [])]
    if "refused" in step:
        lines.append(f"refused: {step['refused']}")
    return lines


def condition(report: dict[str, Any], fault: Fault) -> Any:
    """The condition that a fault names."""
    return report["options"][fault["kind"]][fault["name"]]
