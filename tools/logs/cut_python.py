"""Writes the plan of a test in Python, for pytest."""

from __future__ import annotations

import pprint
import re
from typing import Any

from .errors import USAGE, CommandError
from .plan import Plan
from .replies import REPLIES, expectations
from .values import NOTHING

CALLS = {"send": "test.send", "receive": "test.receive", "answer": "test.answer", "part": "test.part", "fail": "test.fail_request"}


def write(plan: Plan, reducer: str) -> str:
    """The source of a test module. `reducer` is MODULE:NAME or MODULE:NAME()."""
    found = re.fullmatch(r"([A-Za-z_][\w.]*):([A-Za-z_]\w*)(\(\))?", reducer, re.A)
    if found is None:
        raise CommandError(f"--reducer {reducer}: expected MODULE:NAME, such as search:feature or search:feature()", USAGE)
    module, name, call = found.groups("")
    lines = [f"test.advance({plan.start / 1e9!r})"] if plan.start else []
    for item, wait, expected in zip(plan.items, plan.waits(), expectations(plan.items)):
        lines.append(f"# {item.title}")
        lines += [f"test.set_dependency({key!r}, {value!r})" for key, value in item.given.items()]
        if wait:
            lines.append(f"test.advance({wait / 1e9!r})")
        changes = item.patch if item.members is None else item.members
        for request in expected:
            lines += _call("test.expect_request", [request.name] if request.question is NOTHING else [request.name, request.question])
        first = item.value if item.mode in REPLIES else item.action
        lines += _call(CALLS[item.mode], [first, changes] if changes else [first])
    if plan.skips_received:
        lines.append("test.skip_received(strict=False)  # actions after the last step")
    if plan.skips_in_flight:
        lines.append("test.skip_in_flight(strict=False)  # effects that continue after the last step")
    body = "\n".join(f"        {line}" for line in lines)
    title = plan.title.replace("\\", "\\\\").replace('"', '\\"')
    return f'''"""{title}, written by kumiki cut."""

from kumiki.testing import TestStore
from {module} import {name}

STATE = {pprint.pformat(plan.state, width=90, sort_dicts=False)}
"""The state before step {plan.first}."""


def test_{plan.name}() -> None:
    with TestStore({name}{call}, STATE) as test:
{body}
'''


def _call(name: str, arguments: list[Any]) -> list[str]:
    whole = f"{name}({', '.join(map(repr, arguments))})"
    if len(whole) <= 90:
        return [whole]
    lines = [f"{name}("]
    for each in arguments:
        lines += [f"    {line}" for line in (pprint.pformat(each, width=84, sort_dicts=False) + ",").splitlines()]
    return [*lines, ")"]
