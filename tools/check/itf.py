"""Histories as traces in the Informal Trace Format of Apalache and Quint."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from . import history
from .engine import CheckError


def _value(value: Any) -> Any:
    """A JSON value in the format: large integers, and objects as records."""
    if isinstance(value, dict):
        return {key: _value(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_value(inner) for inner in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return value if abs(value) < 2**53 else {"#bigint": str(value)}
    return "null" if value is None else value


def _undone(state: Any, changes: list[dict[str, Any]]) -> Any:
    """The state before some changes."""
    state = copy.deepcopy(state)
    for change in reversed(changes):
        if not change["at"]:
            state = change.get("from")
            continue
        *way, last = [step.replace("~1", "/").replace("~0", "~") for step in change["at"].split("/")[1:]]
        inside = state
        for step in way:
            inside = inside[int(step)] if isinstance(inside, list) else inside[step]
        key = int(last) if isinstance(inside, list) else last
        if "from" in change:
            inside[key] = change["from"]
        else:
            del inside[key]
    return state


def trace(fault: history.Fault) -> dict[str, Any]:
    """The trace of one fault: a state and the event before it for each step."""
    states, state = [], fault["state"]
    for number, step in reversed(list(enumerate(fault["history"], 1))):
        states.append({"#meta": {"index": number}, "state": _value(state), "event": history.words(step["event"])})
        state = _undone(state, step.get("changes", []))
    states.append({"#meta": {"index": 0}, "state": _value(state), "event": ""})
    meta = {"format": "ITF", "description": f"{history.title(fault)}: {fault['message']}"}
    return {"#meta": meta, "vars": ["state", "event"], "states": states[::-1]}


def write_all(folder: str, report: dict[str, Any]) -> None:
    """Writes FOLDER/1.itf.json and so on, one for each fault."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for number, fault in enumerate(report["faults"], 1):
            path = Path(folder, f"{number}.itf.json")
            path.write_text(json.dumps(trace(fault), ensure_ascii=False, indent=1))
    except OSError as error:
        raise CheckError(f"{folder} cannot be written: {error.strerror}") from None
