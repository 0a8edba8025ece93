"""Prints a difference for a reader: the feature, the steps, the expected event."""

import json
from typing import Any

from play.compare import Difference

SIDES = {"expected": "the model", "came": "the engine"}


def told(case: dict[str, Any], difference: Difference, seed: int | None) -> str:
    lines = [f"seed {seed}: they disagree ({difference.kind})" if seed is not None
             else f"they disagree ({difference.kind})"]
    lines += ["feature", *indented(expression(case["feature"]))]
    lines += ["state", "  " + dumped(case["state"]), "steps"]
    for number, step in enumerate(case["steps"]):
        mark = "->" if number == difference.step else "  "
        lines.append(f"{mark}{number:3} {words(step['do'])}")
    return "\n".join([*lines, *where(case, difference)])


def where(case: dict[str, Any], difference: Difference) -> list[str]:
    at = "making the store" if difference.step < 0 else f"step {difference.step}"
    if difference.step == len(case["steps"]):
        at = "the end"
    lines = [f"{at}, event {difference.event}" if difference.event >= 0 else at]
    expected, came = difference.expected, difference.came
    if difference.kind.startswith("after "):
        for name in difference.after_members():
            lines.append(f"  {name} expected {dumped(expected[1][name])}")
            lines.append(f"  {name} came     {dumped(came[1].get(name))}")
        return lines
    came_text = came if isinstance(came, str) and difference.step < 0 else dumped(came)
    return [*lines, f"  expected {dumped(expected)}", f"  came     {came_text}"]


def dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def words(command: list[Any]) -> str:
    return " ".join([str(command[0]), *(dumped(part) for part in command[1:])]) if command else ""


def indented(lines: list[str]) -> list[str]:
    return ["  " + line for line in lines]


def expression(node: Any) -> list[str]:
    """A reducer as an expression: its own members first, then its inner reducers, indented."""
    if not isinstance(node, dict) or "op" not in node:
        return [dumped(node)]
    own = [node["op"]]
    for name in ("n", "name", "at", "state_case", "case", "key", "value", "id_key", "options",
                 "fields", "cases", "script", "shape", "kinds"):
        if name in node and node[name] not in (None, {}):
            own.append(f"{name}={dumped(node[name])}")
    lines = [" ".join(own)]
    for answer in node.get("answers") or ():
        lines.append(f"  answers {dumped(answer)}")
    for choice in node.get("choices") or ():
        lines += [f"  {dumped(choice[0])}:", *indented(indented(expression(choice[1])))]
    inner = node.get("of")
    for member in inner if isinstance(inner, list) else [inner] if inner else []:
        lines += indented(expression(member))
    for name in ("parent", "base", "child"):
        if name in node:
            first, *rest = expression(node[name])
            lines += [f"  {name}: {first}", *indented(rest)]
    return lines
