"""The types of a Swift test: a state and an action for each part of a feature."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any, Iterator

KEYWORDS = {"as", "case", "default", "do", "else", "if", "in", "init", "is", "let", "self", "var"}


class NotPrinted(Exception):
    """The case has what no test is written for."""


@dataclass(eq=False)
class Part:
    """An operator's child: where it stands, how, and what it is."""

    kind: str
    name: str
    level: Level
    case: str
    id_key: str
    is_loop: bool = False  # the state is one that it stands in


@dataclass(eq=False)
class Level:
    """A state, with what the operators have at its members or in its cases."""

    name: str
    is_enum: bool = False
    parts: dict[str, Part] = field(default_factory=dict)
    steps: list[str] = field(default_factory=list)  # what the cases "step" of its action do
    texts: dict[str, int] = field(default_factory=dict)
    id_key: str = ""
    is_alert: bool = False
    is_bare: bool = False  # a container between a state and an operator's place
    root: Level | None = None  # the level of the store

    @property
    def action(self) -> str:
        return f"{self.name}Action"

    def cased(self) -> Iterator[Part]:
        """The operators on this state, also those in containers."""
        for part in self.parts.values():
            if part.level.is_bare:
                yield from part.level.cased()
            elif part.case:
                yield part

    def by_case(self, case: str) -> Part | None:
        return next((part for part in self.cased() if part.case == case), None)

    def at(self, steps: list[str]) -> Part:
        """The operator at a place."""
        part = self.parts[steps[0]]
        if part.level.is_bare:
            return part.level.at(steps[1:])
        if len(steps) > 1:
            raise NotPrinted("a place inside of another one")
        return part


CASES = ("scope_case", "if_case_let")
CHILDREN = ("scope", "if_let", "presentation", "presentation_destination", "for_each", "stack",
            "navigation_destination", *CASES)


def word(name: Any) -> str:
    """A name as Swift has it."""
    text = re.sub(r"\W", "_", str(name))
    text = text if re.match(r"[A-Za-z_]", text) else f"_{text}"
    return f"`{text}`" if text in KEYWORDS else text


def operators(feature: Any, names: list[str]) -> Iterator[dict[str, Any]]:
    """The operators that work on the state of a feature, and not on a part of it.

    The names of the recursions that begin here are added to `names`.
    """
    if not isinstance(feature, dict):
        return
    op = feature.get("op")
    if op in CHILDREN:
        yield feature
    if op in ("bindings", "swift"):
        raise NotPrinted(op)
    inner = [feature.get("parent"), feature.get("base")]
    if op == "combine":
        inner += feature.get("of") or []
    if op == "reader":
        inner += [choice[1] for choice in feature.get("choices") or [] if len(choice) > 1]
    if op == "recurse":
        names.append(feature.get("name") or "")
        inner.append(feature.get("of"))
    for one in inner:
        yield from operators(one, names)


class Types:
    """All levels of a feature, the outermost last."""

    def __init__(self, feature: Any) -> None:
        self.levels: list[Level] = []
        self.loops: dict[str, Level] = {}
        self.root = self.level(feature, "Root")
        for level in self.levels:
            level.root = self.root

    def level(self, feature: Any, name: str) -> Level:
        if isinstance(feature, dict) and feature.get("op") == "self":
            return self.loops[feature.get("name") or ""]
        level = Level(name)
        names: list[str] = []
        found = list(operators(feature, names))
        self.loops.update((loop, level) for loop in names)
        level.is_enum = bool(found) and all(operator["op"] in CASES for operator in found)
        for operator in found:
            holder, part = self.part(operator, level)
            if holder.parts.setdefault(part.name, part) is not part:
                raise NotPrinted("two operators at one place")
        self.levels.append(level)
        return level

    def container(self, outer: Level, name: str) -> Level:
        """A member of a state in which there are operators' places."""
        if name not in outer.parts:
            inner = Level(stem(outer, name), is_bare=True)
            self.levels.append(inner)
            outer.parts[name] = Part("scope", name, inner, "", "id")
        if not outer.parts[name].level.is_bare:
            raise NotPrinted("a place inside of another one")
        return outer.parts[name].level

    def part(self, operator: dict[str, Any], outer: Level) -> tuple[Level, Part]:
        kind = operator["op"]
        if kind in CASES and not outer.is_enum:
            raise NotPrinted("a case beside members")
        steps = [operator.get("state_case")] if kind in CASES else keys(operator.get("at"))
        if not steps or "." in str(operator.get("case", ".")):
            raise NotPrinted("a place that is the whole, or a case in others")
        for step in steps[:-1]:
            outer = self.container(outer, step)
        name = str(steps[-1])
        inner = self.level(operator.get("child"), stem(outer, name))
        options = operator.get("options") or {}
        payloads = [part.level for part in inner.parts.values()] if inner.is_enum else [inner]
        for payload in payloads:
            payload.id_key = options.get("id_key") or ""
        for case in options.get("ephemeral_cases") or []:
            if case not in inner.parts and inner.is_enum:
                self.levels.append(Level(stem(inner, case)))
                inner.parts[case] = Part("scope_case", case, self.levels[-1], "", "id")
            inner.parts[case].level.is_alert = True
        id_key = operator.get("id_key") or "id"
        if kind == "for_each":
            inner.id_key = id_key
        is_loop = inner not in self.levels
        return outer, Part(kind, name, inner, operator["case"], id_key, is_loop)


def stem(outer: Level, name: str) -> str:
    """The name of the type of a member."""
    return outer.name.removeprefix("Root") + word(name).strip("`").capitalize()


def keys(pointer: Any) -> list[str]:
    """The keys of a pointer."""
    if not isinstance(pointer, str):
        raise NotPrinted("no pointer")
    return [key.replace("~1", "/").replace("~0", "~") for key in pointer.split("/")[1:]]


def text(given: str) -> str:
    """A text as Swift writes it."""
    return re.sub(r"\\u([0-9a-f]{4})", r"\\u{\1}", json.dumps(given, ensure_ascii=False))


def value(given: Any) -> str:
    """A value in the test's own type for them."""
    if given is None:
        return ".null"
    if isinstance(given, str):
        return text(given)
    if isinstance(given, (bool, int, float)):
        return json.dumps(given)
    if isinstance(given, list):
        return "[" + ", ".join(map(value, given)) + "]"
    members = ", ".join(f"{value(key)}: {value(member)}" for key, member in given.items())
    return f"[{members or ':'}]"


def literal(level: Level, given: Any) -> str:
    """A state of a level."""
    if not isinstance(given, dict):
        raise NotPrinted("a state that is no object")
    if level.is_enum:
        ((name, payload),) = given.items() if len(given) == 1 else (("", None),)
        if name not in level.parts:
            raise NotPrinted("a case that no operator knows")
        return f"{level.name}.{word(name)}({literal(level.parts[name].level, payload)})"
    plain = {name: member for name, member in given.items() if name not in level.parts}
    members = [f"values: {value(plain)}"]
    members += [
        f"{word(name)}: {content(part, given[name])}"
        for name, part in level.parts.items()
        if given.get(name) is not None
    ]
    return f"{level.name}({', '.join(members)})"


def content(part: Part, given: Any) -> str:
    """What stands at a member."""
    if part.kind == "for_each":
        rows = ", ".join(literal(part.level, row) for row in given)
        return f"IdentifiedArray([{rows}], id: \\.id)"
    if part.kind in ("stack", "navigation_destination"):
        if any(set(e) == {"id", "element"} for e in given):
            pairs = ", ".join(f"{e['id']}: {literal(part.level, e['element'])}" for e in given)
            return f"path([{pairs}])"
        return f"StackState([{', '.join(literal(part.level, e) for e in given)}])"
    return "nil" if given is None else literal(part.level, given)
