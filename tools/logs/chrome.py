"""The trace format of Chrome: JSON with an event in each line, for chrome://tracing and Perfetto's page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from .reading import Log
from .timeline import Event, events


def parts(log: Log) -> Iterator[bytes]:
    """The file in parts. A run is a process: its steps are slices of a thread, its effects asynchronous spans."""
    yield b'{"displayTimeUnit": "ns", "traceEvents": [\n'
    comma, runs = b"", set()
    starts: dict[tuple[int, int], float] = {}
    for event in events(log):
        written = []
        if event.run not in runs:
            runs.add(event.run)
            written += [_name(event.run, "process_name", f"run {event.run}"), _name(event.run, "thread_name", "steps")]
        if event.kind == "step":
            starts[event.run, event.step] = event.time / 1000
        for each in [*written, *_written(event, starts)]:
            yield comma + json.dumps(each, ensure_ascii=False).encode("utf-8", "surrogatepass")
            comma = b",\n"
    yield b"\n]}\n"


def _name(run: int, kind: str, name: str) -> dict[str, Any]:
    return {"ph": "M", "pid": run, "tid": 1, "name": kind, "args": {"name": name}}


def _written(event: Event, starts: dict[tuple[int, int], float]) -> Iterator[dict[str, Any]]:
    common = {"pid": event.run, "tid": 1, "ts": event.time / 1000, "name": event.name}
    if event.kind != "step":
        yield {**common, "ph": "b" if event.kind == "begin" else "e", "cat": "effect", "id": f"{event.run}.{event.effect}"}
        return
    yield {**common, "ph": "X", "cat": "step", "dur": event.length / 1000, "args": event.arguments}
    start = starts.get((event.run, event.cause))
    if event.cause and start is not None:
        flow = {"cat": "cause", "name": "causes", "id": f"{event.run}.{event.step}", "pid": event.run, "tid": 1}
        yield {**flow, "ph": "s", "ts": start}
        yield {**flow, "ph": "f", "bp": "e", "ts": event.time / 1000}
