"""Random features, over the shape of a state."""

from typing import Any

import operators
from play.dice import Dice
from play.levels import Level, Operator, fits, has_itself, places
from play.profiles import SWIFT, Profile
from play.shapes import Enum, Optional, Path, Rows, Scalar, Shape, Struct

KINDS = ("integer", "unsigned", "number", "text", "boolean", "any", "integer?", "text?", "any?")
DISMISSED = ("presentation", "presentation_destination", "stack", "navigation_destination")
LAYERS = ("scope_case", "combine", "reader", "bindings", "if_case_let", *operators.NAMES)


class FeatureMaker:
    """Draws a feature with about the requested number of operators."""

    def __init__(self, dice: Dice, budget: int) -> None:
        self.dice, self.budget, self.number, self.names = dice, budget, 0, 0
        self.levels: list[Level] = []
        self.is_shaped = False  # whether states have declared shapes; then no operator is at an excluded place
        self.recursions: list[tuple[str, Level]] = []

    def feature(
        self, shape: Shape, profile: Profile, is_top: bool = True, is_presented: bool = False
    ) -> tuple[dict[str, Any], Level]:
        """A reducer for a state of a shape."""
        level = Level(shape, profile, is_presented=is_presented)
        self.levels.append(level)
        name = None
        if self.dice.chance(0.5 if has_itself(shape) else 0.06) and "recurse" in profile.ops:
            name, self.names = f"r{self.names}", self.names + 1
            self.recursions.append((name, level))
        self.budget -= 1
        least = 1 if is_top else 0
        wanted = self.dice.between(least, 3)
        reducer = self.grown(level, self.start(level), wanted)
        if name is not None:
            self.recursions.pop()
            reducer = {"op": "recurse", "name": name, "of": reducer}
        return reducer, level

    def start(self, level: Level) -> dict[str, Any]:
        """The first reducer of a level: a base, or only the scopes of an enum's cases."""
        if not isinstance(level.shape, Enum) or self.dice.chance(0.2):
            return self.base(level)
        members = [self.of_case(level, name) for name, inner in level.shape.cases.items()
                   if inner is not None and name not in level.shape.alerts]
        if self.dice.chance(0.4):
            members.insert(self.dice.below(len(members) + 1), self.base(level))
        return members[0] if len(members) == 1 else {"op": "combine", "of": members}

    def of_case(self, level: Level, name: str) -> dict[str, Any]:
        child, below = self.child(level, level.shape.cases[name])
        case = self.case(level, "scope_case", "/" + name)
        level.operators.append(
            Operator("scope_case", "", case, level.shape.cases[name], below, state_case=name))
        return {"op": "scope_case", "state_case": name, "case": case, "child": child}

    def base(self, level: Level) -> dict[str, Any]:
        reducer: dict[str, Any] = {"op": "base", "n": self.number, "answers": []}
        self.number += 1
        level.bases.append(reducer)
        return reducer

    def grown(self, level: Level, reducer: dict[str, Any], wanted: int) -> dict[str, Any]:
        """A reducer with some operators around it."""
        for _ in range(wanted):
            if self.budget <= 0:
                break
            self.budget -= 1
            kind = self.dice.weighted(self.possible(level))
            if kind in operators.NAMES:
                reducer = operators.operator(kind).draw(self, level, reducer)
            elif kind in LAYERS:
                reducer = getattr(self, kind)(level, reducer)
            else:
                reducer = self.place(level, reducer, kind)
        return reducer

    def possible(self, level: Level) -> dict[str, float]:
        """The operators that apply to a level, mostly those at places."""
        found = [shape for _, shape in places(level.shape)]
        weights = {}
        for kind, weight in level.profile.ops.items():
            if kind in operators.NAMES and not operators.operator(kind).fits(self, level):
                continue
            if kind in ("scope_case", "if_case_let") and isinstance(level.shape, Enum):
                weights[kind] = 2 * weight
            elif kind in LAYERS and kind not in ("scope_case", "if_case_let"):
                weights[kind] = weight
            elif kind != "recurse" and any(fits(kind, shape) for shape in found):
                weights[kind] = 3 * weight
        return weights

    # ------------------------------------------------- on the same state

    def combine(self, level: Level, reducer: dict[str, Any]) -> dict[str, Any]:
        further = self.base(level)
        return {"op": "combine", "of": self.dice.mixed([reducer, further])}

    def scope_case(self, level: Level, reducer: dict[str, Any]) -> dict[str, Any]:
        if not isinstance(level.shape, Enum):
            return reducer
        return {"op": "combine", "of": self.dice.mixed([reducer, self.of_case(level, "one")])}

    def if_case_let(self, level: Level, reducer: dict[str, Any]) -> dict[str, Any]:
        if not isinstance(level.shape, Enum):
            return reducer
        name = self.dice.pick([n for n, inner in level.shape.cases.items() if inner is not None])
        inner = level.shape.cases[name]
        child, below = self.child(level, inner)
        case = self.case(level, "if_case_let", "/" + name)
        level.operators.append(Operator("if_case_let", "", case, inner, below, state_case=name))
        return {"op": "if_case_let", "parent": reducer, "state_case": name, "case": case,
                "options": self.options(Optional(inner, True), below), "child": child}

    def answering(
        self, op: str, level: Level, reducer: dict[str, Any], at: str
    ) -> dict[str, Any]:
        reducer = {"op": op, "base": reducer, "at": at, "n": self.number, "script": {}}
        self.number += 1
        level.changes.append(reducer)
        return reducer

    def reader(self, level: Level, reducer: dict[str, Any]) -> dict[str, Any]:
        scalars = [pointer for pointer, shape in places(level.shape)
                   if isinstance(shape, Scalar) and shape.kind in ("integer", "key")]
        if not scalars:
            return reducer
        undos, level.undos = level.undos, [("", "", "")] * 2  # no more of them inside its choices
        choices = [[n, self.grown(level, self.base(level), 1)] for n in (1, 2, 0)]
        level.undos = undos
        chosen = choices[: self.dice.between(1, 2)]
        reader = {"op": "reader", "at": self.dice.pick(scalars), "choices": chosen}
        return {"op": "combine", "of": self.dice.mixed([reducer, reader])}

    def bindings(self, level: Level, reducer: dict[str, Any]) -> dict[str, Any]:
        is_plain = not level.profile.swift_children
        # A shape would exclude a place in an enum that is not one of the enum's cases.
        is_open = is_plain and isinstance(level.shape, Struct)
        fields = [["/gone", self.dice.pick(KINDS)]] if is_open and self.dice.chance(0.3) else []
        for pointer, shape in places(level.shape):
            if not isinstance(shape, Scalar) and is_plain and self.dice.chance(0.3):
                fields.append([pointer, "any?"])
            if not isinstance(shape, Scalar) or self.dice.chance(0.3):
                continue
            if shape.kind in ("integer", "key"):
                kind = self.dice.pick(("integer", "unsigned", "number", "integer?", "any"))
            else:
                kind = "text" if shape.kind == "text" else self.dice.pick(KINDS)
            fields.append([pointer, kind])
        case = "binding" if all(c != "binding" for c, _ in level.bindings) else "fields"
        level.bindings.append((case, fields))
        made = {"op": "bindings", "case": case, "fields": fields}
        return {"op": "combine", "of": self.dice.mixed([reducer, made])}

    # --------------------------------------------------- on a part of it

    def place(self, level: Level, reducer: dict[str, Any], kind: str) -> dict[str, Any]:
        """An operator at one of the places intended for it."""
        fitting = [(at, shape) for at, shape in places(level.shape) if fits(kind, shape)]
        if not self.is_shaped and self.dice.chance(level.profile.odd_places):
            fitting = [(at, shape) for at, shape in places(level.shape)]
        if not fitting:
            return reducer
        at, shape = self.dice.pick(fitting)
        if kind == "scope" and self.recursions and self.dice.chance(0.25):
            return self.by_actions_alone(level, reducer)
        # A single operator defines the presentation or the rows of a place.
        if kind != "scope" and any(o.at == at and o.kind != "scope" for o in level.operators):
            return reducer
        inner = shape.of if isinstance(shape, (Optional, Rows, Path)) else shape
        child, below = self.child(level, inner, kind in DISMISSED)
        case = self.case(level, kind, at)
        operator = Operator(kind, at, case, shape, below)
        level.operators.append(operator)
        made = {"op": kind, "at": at, "case": case, "child": child}
        if kind == "scope":
            return self.beside(level, reducer, made)
        if kind in ("if_let", "presentation", "presentation_destination"):
            made["options"] = self.options(shape, below)
        if kind == "for_each":
            made["id_key"] = operator.id_key = shape.id_key if isinstance(shape, Rows) else "id"
        return {**made, "parent": reducer}

    def beside(
        self, level: Level, reducer: dict[str, Any], scope: dict[str, Any]
    ) -> dict[str, Any]:
        """A scope beside the existing reducer; or only the scope, if that reducer is just a base."""
        if reducer["op"] == "base" and self.dice.chance(0.35):
            level.bases.remove(reducer)
            return scope
        return {"op": "combine", "of": self.dice.mixed([reducer, scope])}

    def by_actions_alone(self, level: Level, reducer: dict[str, Any]) -> dict[str, Any]:
        """A recursion on the same state."""
        name, around = self.recursions[-1]
        if around is not level:
            return reducer
        case = self.case(level, "scope", "")
        level.operators.append(Operator("scope", "", case, level.shape, level))
        made = {"op": "scope", "at": "", "case": case, "child": {"op": "self", "name": name}}
        return {"op": "combine", "of": self.dice.mixed([reducer, made])}

    def child(
        self, level: Level, shape: Shape, is_slot: bool = False
    ) -> tuple[dict[str, Any], Level]:
        """A reducer for a child: the containing reducer again, if the shape allows; or a new one."""
        for name, around in reversed(self.recursions):
            if around.shape is shape and around.profile is level.profile and self.dice.chance(0.8):
                return {"op": "self", "name": name}, around
        presented = level.is_presented or is_slot
        if level.profile.swift_children and self.dice.chance(level.profile.swift_children):
            outside, self.recursions = self.recursions, []
            reducer, below = self.feature(shape, SWIFT, False, presented)
            self.recursions = outside
            return {"op": "swift", "of": reducer}, below
        return self.feature(shape, level.profile, False, presented)

    def case(self, level: Level, kind: str, at: str) -> str:
        """The case path of a child's actions."""
        alike = [o.case for o in level.operators if o.kind == kind and o.at == at]
        if alike and self.dice.chance(0.5):
            return self.dice.pick(alike)
        if level.operators and self.dice.chance(level.profile.shared_cases):
            return self.dice.pick(level.operators).case
        name = f"c{len(level.operators)}"
        return f"g.{name}" if self.dice.chance(0.06) else name

    def options(self, shape: Shape, below: Level) -> dict[str, Any] | None:
        options: dict[str, Any] = {}
        inner = shape.of if isinstance(shape, Optional) else shape
        if isinstance(inner, Enum):
            if inner.alerts and self.dice.chance(0.9):
                options["ephemeral_cases"] = list(inner.alerts)
            options["kind"] = self.dice.pick(("auto", "auto", "enum", "enum"))
        elif self.dice.chance(0.2):
            options["kind"] = self.dice.pick(("struct", "auto"))
        if self.dice.chance(0.3):
            options["id_key"] = self.dice.pick(("key", "key", "id", None))
        # Among typed features only if_let knows a value that is entirely an alert.
        is_slot = not isinstance(shape, Optional) or shape.is_slot
        if (below.profile.ephemeral_slots or not is_slot) and self.dice.chance(0.08):
            options["ephemeral"] = self.dice.chance(0.8)
        return options or None
