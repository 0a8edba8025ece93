"""Writes the plan of a test in Swift, with KumikiTesting, of a feature that a C function makes."""

from __future__ import annotations

import json
import re
from typing import Any

from .errors import USAGE, CommandError
from .plan import Plan

WIDTH = 100


def write(plan: Plan, reducer: str) -> str:
    """The source of a suite for Swift Testing. `reducer` is FUNCTION or MODULE.FUNCTION."""
    found = re.fullmatch(r"(?:([A-Za-z_]\w*)\.)?([A-Za-z_]\w*)", reducer, re.A)
    if found is None:
        raise CommandError(f"--reducer {reducer}: expected FUNCTION or MODULE.FUNCTION", USAGE)
    module, function = found.groups()
    lines = [f"await store.advance(by: .nanoseconds({plan.start}))"] if plan.start else []
    for item, wait in zip(plan.items, plan.waits()):
        if item.given:
            raise CommandError(f"{plan.log}:{item.line}: step {item.step} was given a {next(iter(item.given))}, "
                               "which only --test c or python can set")
        lines.append(f"// {item.title}")
        if wait:
            lines.append(f"await store.advance(by: .nanoseconds({wait}))")
        call = f"await store.{item.mode}"
        if not item.patch:
            lines += _argument(f"{call}(", item.action, ")")
            continue
        lines += _argument(f"{call}(", item.action, ") {")
        lines += [f"  {line}" for line in _argument("$0 = ", item.after, "")]
        lines.append("}")
    if plan.skips_received:
        lines.append("await store.skipReceivedActions(strict: false)  // actions after the last step")
    if plan.skips_in_flight:
        lines.append("await store.skipInFlightEffects(strict: false)  // effects that continue")
    modules = sorted({"KumikiC", "KumikiJSON", "KumikiTesting", "Testing", *([module] if module else [])})
    imports = "\n".join(f"import {each}" for each in modules)
    body = "\n".join(f"    {line}" for line in lines)
    state = "\n".join(f"    {line}" for line in _argument("let state: JSON = ", plan.state, ""))
    title = re.sub(r"[`\\]", "_", plan.title)
    return f"""// Written by kumiki cut.
{imports}

@MainActor @Suite struct Cut_{plan.name} {{
  @Test func `{title}`() async throws {{
{state}
    let store = try TestStore(initialState: state, feature: JSONFeature(consuming: {function}()))
{body}
    await store.finish()
  }}
}}
"""


def _argument(before: str, value: Any, after: str) -> list[str]:
    """A JSON literal in a line, or in lines if it is long."""
    whole = before + _literal(value) + after
    if len(whole) + 4 <= WIDTH or not isinstance(value, (dict, list)) or not value:
        return [whole]
    lines = [before + "["]
    for each in value:
        name, inner = (f"{_string(each)}: ", value[each]) if isinstance(value, dict) else ("", each)
        lines += [f"  {line}" for line in _argument(name, inner, ",")]
    return [*lines, "]" + after]


def _literal(value: Any) -> str:
    if value is None:
        return "nil"
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, dict):
        return "[" + (", ".join(f"{_string(key)}: {_literal(each)}" for key, each in value.items()) or ":") + "]"
    if isinstance(value, list):
        return "[" + ", ".join(map(_literal, value)) + "]"
    return json.dumps(value)


def _string(text: str) -> str:
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return '"' + "".join(escapes.get(each) or (each if each >= " " else f"\\u{{{ord(each):x}}}") for each in text) + '"'
