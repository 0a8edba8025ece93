"""Perfetto's own trace format: protocol buffers of TrackDescriptor and TrackEvent, written by hand."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator

from .reading import STEP, Log
from .steps import cause_of
from .timeline import Event, events

# Numbers of fields in Perfetto's trace_packet.proto, track_event.proto, track_descriptor.proto, process_descriptor.proto and
# debug_annotation.proto.
_PACKET = 1
_TIMESTAMP, _SEQUENCE, _TRACK_EVENT, _DESCRIPTOR = 8, 10, 11, 60
_UUID, _NAME, _PARENT = 1, 2, 5
_TYPE, _TRACK, _EVENT_NAME, _CATEGORY, _ANNOTATION, _FLOW, _FLOW_END = 9, 11, 23, 22, 4, 47, 48
_ANNOTATION_NAME, _ANNOTATION_INT, _ANNOTATION_TEXT, _ANNOTATION_JSON = 10, 4, 6, 9
_BEGIN, _END = 1, 2


def parts(log: Log) -> Iterator[bytes]:
    """The file in parts. A run is a track with its steps; each effect has a track below it; causes are flows."""
    runs, caused = set(), _caused(log.path)
    for event in events(log):
        if event.run not in runs:
            runs.add(event.run)
            yield _packet(_bytes(_DESCRIPTOR, _int(_UUID, _track(event.run)) + _bytes(_NAME, f"run {event.run}: steps".encode())))
        if event.kind == "step":
            yield from _step(event, caused.get((event.run, event.step), []))
            continue
        track = _track(event.run, event.effect)
        if event.kind == "begin":
            name = f"effect {event.effect}".encode()
            yield _packet(_bytes(_DESCRIPTOR, _int(_UUID, track) + _bytes(_NAME, name) + _int(_PARENT, _track(event.run))))
        yield _event(event.time, track, _BEGIN if event.kind == "begin" else _END, event.name, "effect")


def _caused(path: str) -> dict[tuple[int, int], list[int]]:
    """The steps that each step causes, by its run and number: a slice names its flows before they end."""
    found: dict[tuple[int, int], list[int]] = {}
    for line in Log(path, lambda said: None).lines():
        if line.kind == STEP and (cause := cause_of(line)):
            found.setdefault((line.run, cause), []).append(line.step)
    return found


def _step(event: Event, caused: list[int]) -> Iterator[bytes]:
    track = _track(event.run)
    flow = struct.Struct("<Q").pack
    # A flow has the number of the step that it leads to.
    flows = b"".join(_key(_FLOW, 1) + flow(_flow(event.run, step)) for step in caused)
    if event.cause:
        flows += _key(_FLOW_END, 1) + flow(_flow(event.run, event.step))
    notes = b""
    for name, value in event.arguments.items():
        if isinstance(value, int):
            said = _int(_ANNOTATION_INT, value)
        elif name == "origin":
            said = _bytes(_ANNOTATION_TEXT, str(value).encode("utf-8", "replace"))
        else:
            said = _bytes(_ANNOTATION_JSON, json.dumps(value).encode())
        notes += _bytes(_ANNOTATION, _bytes(_ANNOTATION_NAME, name.encode()) + said)
    yield _event(event.time, track, _BEGIN, event.name, "step", flows + notes)
    yield _event(event.time + event.length, track, _END, "", "")


def _track(run: int, effect: int = 0) -> int:
    """The number of a track: one for a run, and one for each of its effects."""
    return run << 40 | effect


def _flow(run: int, step: int) -> int:
    return run << 40 | step


def _event(time: int, track: int, kind: int, name: str, category: str, more: bytes = b"") -> bytes:
    named = _bytes(_EVENT_NAME, name.encode("utf-8", "replace")) + _bytes(_CATEGORY, category.encode()) if name else b""
    event = _int(_TYPE, kind) + _int(_TRACK, track) + named + more
    return _packet(_int(_TIMESTAMP, time) + _bytes(_TRACK_EVENT, event))


def _packet(content: bytes) -> bytes:
    return _bytes(_PACKET, content + _int(_SEQUENCE, 1))


def _varint(number: int) -> bytes:
    made = bytearray()
    number &= (1 << 64) - 1
    while number >= 0x80:
        made.append(number & 0x7F | 0x80)
        number >>= 7
    made.append(number)
    return bytes(made)


def _key(field: int, wire: int) -> bytes:
    return _varint(field << 3 | wire)


def _int(field: int, number: int) -> bytes:
    return _key(field, 0) + _varint(number)


def _bytes(field: int, content: bytes) -> bytes:
    return _key(field, 2) + _varint(len(content)) + content
