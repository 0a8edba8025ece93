"""A test in Python for each fault: pytest, kumiki.TestStore."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from . import history

_HEAD = '''"""Histories that `kumiki check` has found. Each test fails as long as its fault exists."""

{imports}

from kumiki.testing import TestStore{more}


def begun() -> TestStore:
    test = TestStore({reducer}, {state})
    test.set_exhaustive(False)
    return test


def settled(test: TestStore):
    """The state after all work that is due."""
    test.advance(0)
    test.skip_received(strict=False)
    return test.store.state
'''

_REPLY = '''

def reply(test: TestStore, name: str, turn: int, kind: str, value) -> None:
    """Replies to the request in flight with a name, counted from 0."""
    test.advance(0)
    begun = [each for each in test.store.requests() if each["name"] == name and each["phase"] != "waiting"]
    request = test.store.request(begun[turn]["id"])
    getattr(request, kind)(value)
    test.advance(0)
'''


def _step(event: history.Event) -> str:
    if "send" in event:
        return f"test.send({event['send']!r})"
    if "advance" in event:
        return f"test.advance({event['advance'] / 1e9!r})"
    kind = next(kind for kind in ("answer", "part", "fail") if kind in event)
    return f"reply(test, {event['request']!r}, {event['turn']}, {kind!r}, {event[kind]!r})"


def _end(report: dict[str, Any], fault: history.Fault, judge: str) -> list[str]:
    kind = fault["kind"]
    if kind in ("always", "waits", "quiet"):
        condition = f"Condition({history.condition(report, fault)!r})"
        lines = ["state = settled(test)", f"is_held = {condition}.holds(state, state)"]
        if kind == "always":
            return [*lines, "assert is_held"]
        return [*lines, f"assert not is_held or test.store.effect_count {'>' if kind == 'waits' else '=='} 0"]
    if kind == "judge":
        return ["state = settled(test)", f"assert {judge}(state) is None"] if judge else ["settled(test)"]
    if kind == "stuck":
        events = [event["send"] for event in fault["tried"] if "send" in event]
        return [
            "before = settled(test)",
            f"for action in {events!r}:",
            "    test.send(action)",
            "assert settled(test) != before",
        ]
    if kind == "refused":
        return [_step(event) for event in fault["tried"][:1]]
    if kind == "restore":
        return [
            "settled(test)",
            "saved = test.store.snapshot().json()",
            "test.store.restore(Snapshot(saved))",
            "assert test.store.snapshot().json() == saved",
        ]
    return ["settled(test)"]


def write(report: dict[str, Any], name: str, names: Any) -> str:
    """The file of tests for the feature of a Python module."""
    module = Path(names.feature).stem if names.feature.endswith(".py") else names.feature
    reducer, state, judge = (
        given if given != f"kumiki_{default}" else default
        for given, default in ((names.reducer, "reducer"), (names.state, "state"), (names.judge, "judge"))
    )
    faults = [fault for fault in report["faults"] if fault["kind"] not in ("unreached", "home")]
    has_judge = any(fault["kind"] == "judge" and ": " not in fault["name"] for fault in faults)
    given = report["options"].get("state")
    imported = [reducer] + ([state] if given is None else []) + ([judge] if has_judge else [])
    kinds = {fault["kind"] for fault in faults}
    more = "\nfrom kumiki.condition import Condition" if kinds & {"always", "waits", "quiet"} else ""
    more += "\nfrom kumiki.snapshot import Snapshot" if "restore" in kinds else ""
    text = _HEAD.format(
        imports=f"from {module} import {', '.join(imported)}",
        reducer=reducer,
        more=more,
        state=repr(given) if given is not None else f"{state}() if callable({state}) else {state}",
    )
    if any("request" in step["event"] for fault in faults for step in fault["history"]):
        text += _REPLY
    tests: list[str] = []
    for fault in faults:
        test = history.identifier(fault, tests)
        lines = [_step(step["event"]) for step in fault["history"]]
        lines += _end(report, fault, judge if has_judge else "")
        body = "\n".join(f"        {line}" for line in lines)
        message = fault["message"].replace("\\", "\\\\").replace('"""', "'''")
        text += f'\n\ndef test_{test}() -> None:\n    """{message}"""\n    with begun() as test:\n{body}\n'
    return text
