"""A test in Swift for each fault: swift-testing, KumikiTesting."""

from __future__ import annotations

import json
from typing import Any

from . import history
from .engine import CheckError

_HEAD = """// Histories that `kumiki check` has found. Each test fails as long as its fault exists.
import Kumiki
import KumikiJSON
import KumikiTesting
import Testing

@testable import {module}

private func read<Value: Decodable>(_ text: String) throws -> Value {{
  try JSONBridge.decode(Value.self, from: JSONText.parse(text))
}}

@MainActor
struct {suite} {{
  private func begun() throws -> TestStoreOf<{feature}> {{
    let store = TestStore(initialState: {state}) {{ {feature}() }}
    store.exhaustivity = .off
    return store
  }}
"""


def quoted(value: Any) -> str:
    """A raw Swift string with JSON text."""
    return f'##"{json.dumps(value, ensure_ascii=False)}"##'


def _step(event: history.Event) -> str:
    if "send" in event:
        return f"    await store.send(try read({quoted(event['send'])}))"
    if "advance" in event:
        return f"    await store.advance(by: .nanoseconds({event['advance']}))"
    raise CheckError(
        f"a Swift test cannot reply to the request {event['request']} by its name: write the history to a log (--logs)"
    )


def _end(fault: history.Fault) -> list[str]:
    if fault["kind"] in ("always", "waits", "quiet", "judge", "home"):
        return [f"    #expect(try store.state != read({quoted(fault['state'])}))"]
    if fault["kind"] == "stuck":
        lines = ["    let before = store.state"]
        lines += [_step(event) for event in fault["tried"] if "send" in event]
        return [*lines, "    #expect(store.state != before)"]
    return []


def write(report: dict[str, Any], name: str, names: Any) -> str:
    """The file of tests for a registered feature, whose type has the feature's name."""
    if not names.feature_name or not names.module:
        raise CheckError("tests in Swift need the names --feature (of the type) and --module (to import)")
    given = report["options"].get("state")
    suite = "".join(part[:1].upper() + part[1:] for part in name.removesuffix(".swift").replace("-", "_").split("_"))
    text = _HEAD.format(
        module=names.module,
        suite=suite,
        feature=names.feature_name,
        state=f"{names.feature_name}.State()" if given is None else f"try read({quoted(given)})",
    )
    tests: list[str] = []
    for fault in report["faults"]:
        if fault["kind"] in ("unreached", "refused", "restore", "history"):
            continue
        lines = [_step(step["event"]) for step in fault["history"]] + _end(fault)
        test = history.identifier(fault, tests)
        parts = test.split("_")
        camel = parts[0] + "".join(part[:1].upper() + part[1:] for part in parts[1:])
        body = "\n".join(["    let store = try begun()", *lines])
        text += f"\n  /// {' '.join(fault['message'].split())}\n  @Test func {camel}() async throws {{\n{body}\n  }}\n"
    return text + "}\n"
