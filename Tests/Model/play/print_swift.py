"""Prints a case as a Swift test that shows what the engine does with it."""

from __future__ import annotations

import json
from typing import Any

import operators
from play.swift_frame import FRAME, OWN, types
from play.swift_scripts import step
from play.swift_steps import Steps, reading, slot_path
from play.swift_types import Level, NotPrinted, Types, keys, literal, text, value, word


def swift_test(case: dict[str, Any], note: str) -> str:
    """A test that needs nothing but the package: typed states and actions, and the steps as calls.

    `note` says what was expected, and what came. A case that has what no test is written for is
    given as it is, for the player.
    """
    top = "".join(f"// {line}".rstrip() + "\n" for line in note.splitlines())
    try:
        code = Printer(case).test()
    except (NotPrinted, KeyError, IndexError, TypeError, ValueError, AttributeError) as reason:
        code = plain(case, str(reason))
    return f"{top}import Kumiki\nimport Testing\n{code}"


def plain(case: dict[str, Any], reason: str) -> str:
    """The case itself, as a comment: a test that says nothing would be none."""
    why = f"// No test is written for this case ({reason}); ModelSwiftPlayer plays it:"
    return f"\n{why}\n// {json.dumps(case)}\n"


class Printer:
    """The parts of one test."""

    def __init__(self, case: dict[str, Any]) -> None:
        self.case = case
        self.reducers: list[str] = []
        self.loops: dict[str, Level] = {}  # the recursions around what is being written

    def test(self) -> str:
        made = Types(self.case["feature"])
        root = self.reducer(self.case["feature"], made.root)
        writer = Steps()
        steps = [
            line
            for number, given in enumerate(self.case.get("steps") or [], 1)
            for line in writer.step(made.root, given, number)
        ]
        handle = f"Store<{made.root.name}, {made.root.action}>"
        kept = f"nonisolated(unsafe) private weak var caseStore: {handle}?"
        calls = f"// For calls in reducers.\n{kept}"
        parts = [FRAME.strip(), *map(types, made.levels), calls, *self.reducers]
        return "\n\n".join(["", *parts, self.function(made.root, root, steps)]) + "\n"

    def function(self, level: Level, root: str, steps: list[str]) -> str:
        state = literal(level, self.case["state"])
        lines = [
            "@Test func modelCase() throws {", "  let loop = try Loop(.virtual)",
            '  loop.onIssue = { seen("issue \\($0.code.rawValue) \\($0.actionCase ?? "")") }',
            f"  let store = Store(initialState: {state}, loop: loop) {{",
            f"    {root}", "  }", "  caseStore = store",
            *("  " + line for line in steps), "  loop.close()",
            "  for line in seen.lines { print(line) }", "  #expect(!seen.lines.isEmpty)", "}",
        ]
        return "\n".join(lines)

    # ------------------------------------------------------------------------------ reducers

    def reducer(self, feature: Any, level: Level) -> str:
        """Adds the function that makes a reducer, and answers the call of it."""
        code = self.made(feature or {}, level)
        name = f"reducer{len(self.reducers)}"
        takes = ", ".join(
            f"_ {word(loop)}: NestedReducer<{at.name}, {at.action}>"
            for loop, at in self.loops.items()
        )
        head = f"private func {name}({takes}) -> some Reducer<{level.name}, {level.action}>"
        self.reducers.append(f"{head} {{\n{code}\n}}")
        return f"{name}({', '.join(map(word, self.loops))})"

    def recursion(self, feature: dict[str, Any], level: Level) -> str:
        name = feature.get("name") or ""
        outer, self.loops = self.loops, {**self.loops, name: level}
        inner = self.reducer(feature.get("of"), level)
        self.loops = outer
        return f"  Recurse<{level.name}, {level.action}> {{ {word(name)} in {inner} }}"

    def made(self, feature: dict[str, Any], level: Level) -> str:
        op = feature.get("op")
        if op == "base":
            return self.base(feature, level)
        if op == "combine":
            members = [self.reducer(member, level) for member in feature.get("of") or []]
            listed = "\n".join(f"    {member}" for member in members)
            return f"  CombineReducers<{level.name}, {level.action}, _> {{\n{listed}\n  }}"
        if op == "reader":
            return self.reader(feature, level)
        if op == "recurse":
            return self.recursion(feature, level)
        if op == "self":
            return f"  {word(feature.get('name') or '')}"
        if op in operators.NAMES and hasattr(operators.operator(op), "in_swift"):
            return operators.operator(op).in_swift(self, feature, level)
        return self.child(feature, level)

    def child(self, feature: dict[str, Any], level: Level) -> str:
        op = feature.get("op")
        case_name = feature.get("state_case")
        steps = [case_name] if case_name else keys(feature.get("at"))
        part = level.at(steps)
        inner = self.reducer(feature.get("child"), part.level)
        name, case = ".".join(map(word, steps)), word(part.case)
        action_path = f"\\{level.action}.AllCasePaths.{case}"
        if op in ("scope", "scope_case"):
            state = f"\\{level.name}{'.AllCasePaths' if op == 'scope_case' else ''}.{name}"
            return f"  Scope(state: {state}, action: {action_path}) {{ {inner} }}"
        call = {"if_let": "ifLet", "if_case_let": "ifCaseLet", "presentation": "ifLet",
                "presentation_destination": "presentationDestination", "for_each": "forEach",
                "stack": "forEach", "navigation_destination": "navigationDestination"}[str(op)]
        if "presentation" in str(op):
            name = slot_path(steps)
        parent = self.reducer(feature.get("parent"), level)
        return f"  {parent}.{call}(\\.{name}, action: {action_path}) {{ {inner} }}"

    def base(self, feature: dict[str, Any], level: Level) -> str:
        lines = [
            f"  Reduce<{level.name}, {level.action}> {{ state, action in",
            f'    seen("ran {feature.get("n")}: \\(describeWithPayload(action)), \\(state)")',
            f"    var effects: [Effect<{level.action}>] = []",
            "    if case .step(let number) = action { effects.append(perform(number, &state)) }",
        ]
        for path, script in feature.get("answers") or []:
            try:
                matched = pattern(level, path.split("."))
            except NotPrinted:
                continue  # no action is in such a case
            number = step(level, script)
            lines.append(f"    if {matched} {{ effects.append(perform({number}, &state)) }}")
        return "\n".join([*lines, "    return .merge(effects)", "  }"])

    def reader(self, feature: dict[str, Any], level: Level) -> str:
        read = reading(level, keys(feature.get("at")), "state")
        lines = [f"  ReducerReader<{level.name}, {level.action}, _> {{ state, _ in"]
        for number, (given, inner) in enumerate(feature.get("choices") or []):
            start = "    if" if number == 0 else "    } else if"
            made = self.reducer(inner, level)
            lines += [f"{start} {read} == {value(given)} {{", f"      {made}"]
        return "\n".join([*lines, "    }", "  }"])


def pattern(level: Level, names: list[str]) -> str:
    """A condition that an action is in cases inside one another."""
    return f"case {inner_pattern(level, names)} = action"


def inner_pattern(level: Level, names: list[str]) -> str:
    if names[0] == "do":
        return ".step"
    part = level.by_case(names[0])
    if part is None:
        return f".other({text(names[0])})"
    if len(names) == 1:
        return f".{word(part.case)}"
    if part.kind in ("scope", "if_let", "scope_case", "if_case_let"):
        return f".{word(part.case)}({inner_pattern(part.level, names[1:])})"
    if names[1] not in OWN[part.kind]:
        raise NotPrinted("a case that is none")
    below = inner_pattern(part.level, names[2:]) if len(names) > 2 else "_"
    if names[1] == "presented":
        return f".{word(part.case)}(.presented({below}))"
    if names[1] == "element":
        return f".{word(part.case)}(.element(id: _, action: {below}))"
    return f".{word(part.case)}(.{word(names[1])})"
