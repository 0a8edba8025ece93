"""The Informal Trace Format of Apalache and Quint: the states of a run, with the action that led to each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from .reading import CHECKPOINT, STEP, Log
from .states import States
from .steps import origin_text
from .values import NOTHING

_LARGEST = (1 << 53) - 1


def parts(log: Log) -> Iterator[bytes]:
    """The file in parts. A log with several runs has all their states; the member `run` says which."""
    source = {"format": "ITF", "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html", "source": log.path}
    yield f'{{"#meta": {json.dumps(source)}, "vars": ["action", "origin", "run", "state"], "states": [\n'.encode()
    states, index, run, comma = States(log), 0, 0, b""
    for line in log.lines():
        states.follow(line)
        is_start = line.kind == CHECKPOINT and line.run != run
        if states.state is NOTHING or not (line.kind == STEP or is_start):
            continue
        run = line.run
        action = line.value.get("action") if line.kind == STEP else None
        state = {"#meta": {"index": index, "step": line.step, "line": line.number}, "action": value(action),
                 "origin": origin_text(line.value) if line.kind == STEP else "start", "run": value(run), "state": value(states.state)}
        yield comma + json.dumps(state, ensure_ascii=False).encode("utf-8", "surrogatepass")
        index, comma = index + 1, b",\n"
    yield b"\n]}\n"


def value(json_value: Any) -> Any:
    """A JSON value in ITF. The format has no null and no fractions: both are marked as unserializable."""
    if isinstance(json_value, bool) or isinstance(json_value, str):
        return json_value
    if isinstance(json_value, int):
        return json_value if abs(json_value) <= _LARGEST else {"#bigint": str(json_value)}
    if json_value is None or isinstance(json_value, float):
        return {"#unserializable": json.dumps(json_value)}
    if isinstance(json_value, list):
        return [value(each) for each in json_value]
    if any(key.startswith("#") for key in json_value):
        return {"#map": [[key, value(each)] for key, each in json_value.items()]}
    return {key: value(each) for key, each in json_value.items()}
