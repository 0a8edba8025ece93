"""Texts about a step: its case, origin, time and changes."""

from __future__ import annotations

from typing import Any

from .output import Output
from .reading import Line
from .values import text

ORIGINS = ("program", "view", "binding", "effect", "send", "undo", "restore", "replace")


def counted(count: int, noun: str = "step") -> str:
    """A number with its noun."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def origin_of(step: dict[str, Any]) -> str:
    """The origin's kind, one of ORIGINS."""
    origin = step.get("origin", "program")
    return next(iter(origin), "program") if isinstance(origin, dict) else str(origin)


def cause_of(line: Line) -> int:
    """The number of the step that caused a step, counted as in `line`; 0 if no step of its run did."""
    origin = line.value.get("origin")
    if not isinstance(origin, dict):
        return 0
    step = origin.get("send", origin.get("step"))
    return step + line.step - line.value["step"] if isinstance(step, int) and step > 0 else 0


def case_of(action: Any) -> list[str]:
    """The names of an action's cases, from the outermost. Members of a payload with a single member are included."""
    names: list[str] = []
    while isinstance(action, dict):
        if set(action) == {"id", "action"}:
            action = action["action"]
        elif len(action) == 1:
            name, action = next(iter(action.items()))
            names.append(name)
        else:
            return names
    return [*names, action] if isinstance(action, str) else names


def action_text(step: dict[str, Any]) -> str:
    """The action: a case alone without quotation marks, otherwise JSON. A restore has no action."""
    if "action" not in step:
        return f"({origin_of(step)})"
    action = step["action"]
    return action if isinstance(action, str) else text(action)


def origin_text(step: dict[str, Any]) -> str:
    """The origin with its step, effect or place."""
    origin = step.get("origin", "program")
    if not isinstance(origin, dict):
        return str(origin)
    kind, value = next(iter(origin.items()), ("program", ""))
    return f"{kind} {value}"


def time_text(step: dict[str, Any]) -> str:
    """The loop's clock in seconds."""
    return f"{step['clock'] / 1e9:.6f}"


def change_texts(patch: list[Any], output: Output) -> list[str]:
    """The operations of a patch, each in a few words."""
    texts = []
    for operation in patch:
        place = operation.get("path") or "(the state)"
        kind = operation.get("op")
        if kind == "remove":
            texts.append(f"{place} removed")
        elif "from" in operation:
            texts.append(f"{place} {kind} from {operation['from']}")
        else:
            texts.append(f"{place} = {output.short(operation.get('value'))}")
    return texts


def record_of(line: Line) -> dict[str, Any]:
    """A step for --json: as in the log, with its number in all runs, its run, and its line in the file."""
    return {**line.value, "step": line.step, "run": line.run, "line": line.number}
