"""Shapes of states, and values that match them.

The shape is drawn first; features are then made over it. So several operators can have the same place, and written
values match, unless a mismatch is intended.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from play.dice import Dice

NUMBERS = (0, 1, 2, 3)
# One letter as one scalar and as two: two different strings (M1, M132). Swift's own types consider them equal.
SPELLINGS = ("\u00fc", "u\u0308")
TEXTS = ("", "a", "-/n", SPELLINGS[0])  # one of which specifies how rows may be sorted
ROW_IDS = ("a", "b", "c", 1, 2, 1.0)
ANY_IDS = (*ROW_IDS, {"k": 1}, {"k": 2}, [1], *SPELLINGS)
TREES: tuple[Any, ...] = (
    {}, {"v": 1}, {"t": {"v": 2, "l": [{}]}}, {"l": [{"t": None}, {"l": [{"v": 0}]}], "w": 1},
    {"z": 1, "t": {"z": 2, "v": 1}}, None)
ANYTHING = (None, True, 0, 1, 1.0, 2.5, "", "a", [], {}, [1, 2], {"n": 1}, "dismiss", -1)


@dataclass(eq=False)
class Scalar:
    kind: str  # integer, text, key (an id in a payload), any; tree and map (of nested objects)


@dataclass(eq=False)
class Struct:
    members: dict[str, Any] = field(default_factory=dict)
    defaults: set[str] = field(default_factory=set)  # members that a declaration adds if they are missing
    has_transient: bool = False  # whether a declaration has the transient member z


@dataclass(eq=False)
class Enum:
    cases: dict[str, Any] = field(default_factory=dict)  # None: a case without a payload
    alerts: tuple[str, ...] = ()


@dataclass(eq=False)
class Optional:
    of: Any
    is_slot: bool


@dataclass(eq=False)
class Rows:
    of: Struct
    id_key: str


@dataclass(eq=False)
class Path:
    of: Any


Shape = Scalar | Struct | Enum | Optional | Rows | Path


def token(name: str) -> str:
    """A member's name as a part of a pointer."""
    return "/" + name.replace("~", "~0").replace("/", "~1")


class ShapeMaker:
    """Draws shapes. A recursive shape contains itself in an optional place."""

    def __init__(self, dice: Dice, has_bare_cases: bool) -> None:
        self.dice, self.has_bare_cases = dice, has_bare_cases

    def root(self) -> Shape:
        if self.dice.chance(0.06):
            return self.enum(3, [])
        return self.struct(3, [])

    def struct(self, depth: int, around: list[Struct]) -> Struct:
        dice, shape = self.dice, Struct()
        members = shape.members
        members["n"] = Scalar("integer")
        if dice.chance(0.4):
            members["key"] = Scalar("key")
        if dice.chance(0.3):
            members["t"] = Scalar("text")
        if dice.chance(0.15):
            members["tree"] = Scalar(dice.pick(("tree", "map")))
        if dice.chance(0.1):
            members["a/b~c"] = Scalar(dice.pick(("integer", "any")))
        if depth > 0:
            for name in dice.mixed(("kid", "maybe", "slot", "sheet", "rows", "path", "box"))[
                : dice.between(1, 2 if depth < 3 else 3)
            ]:
                members[name] = self.place(name, depth - 1, [*around, shape])
        return shape

    def place(self, name: str, depth: int, around: list[Struct]) -> Shape:
        dice = self.dice
        if name == "box":
            return self.struct(min(depth, 1), around)
        if name in ("maybe", "slot", "sheet", "rows", "path") and dice.chance(0.2):
            inner: Shape = dice.pick(around)  # the shape contains itself
        elif name in ("maybe", "slot", "sheet", "path", "kid") and dice.chance(0.4):
            inner = self.enum(depth, around)
        else:
            inner = self.struct(depth, around)
        if name in ("maybe", "slot", "sheet"):
            return Optional(inner, name != "maybe")
        if name == "path":
            return Path(inner)
        if name == "rows":
            id_key = "id" if dice.chance(0.8) else "key"
            assert isinstance(inner, Struct)
            inner.members[id_key] = Scalar("row")
            return Rows(inner, id_key)
        return inner

    def enum(self, depth: int, around: list[Struct]) -> Enum:
        dice, shape = self.dice, Enum()
        for name in ("one", "two", "three")[: dice.between(1, 3)]:
            shape.cases[name] = self.struct(depth - 1, around)
        if dice.chance(0.4):
            shape.alerts = ("alert",)
            payloads = (Struct({"n": Scalar("integer")}), Scalar("text"), None)
            shape.cases["alert"] = payloads[dice.below(3 if self.has_bare_cases else 1)]
        return shape


class ValueMaker:
    """Draws values of shapes."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.row_ids: Sequence[Any] = ROW_IDS
        self.texts: Sequence[str] = TEXTS
        self.path_form = "any"  # or plain (without ids), or long (with them)

    def formed(self, path_form: str, shape: Shape, depth: int) -> Any:
        """A value whose paths are all written in one form."""
        before, self.path_form = self.path_form, path_form
        made = self.value(shape, depth)
        self.path_form = before
        return made

    def value(self, shape: Shape, depth: int = 4) -> Any:
        return getattr(self, type(shape).__name__.lower())(shape, depth)

    def scalar(self, shape: Scalar, depth: int) -> Any:
        dice = self.dice
        if shape.kind == "text":
            return dice.pick(self.texts)
        if shape.kind == "any":
            return dice.pick(ANYTHING)
        if shape.kind == "tree":
            return dice.pick(TREES)
        if shape.kind == "map":
            return {name: dice.pick(TREES[:-1]) for name in ("a", "b", "v")[: dice.below(4)]}
        if shape.kind == "row":
            return dice.pick(self.row_ids)
        return dice.pick(NUMBERS[1:3] if shape.kind == "key" else NUMBERS)

    def struct(self, shape: Struct, depth: int) -> dict[str, Any]:
        dice, out = self.dice, {}
        for name, member in shape.members.items():
            if isinstance(member, Optional) and dice.chance(0.15):
                continue
            if name in shape.defaults and dice.chance(0.25):
                continue
            out[name] = self.value(member, depth - 1)
        if shape.has_transient and dice.chance(0.4):
            out["z"] = dice.pick(NUMBERS)
        return out

    def enum(self, shape: Enum, depth: int) -> Any:
        name = self.dice.pick(tuple(shape.cases))
        inner = shape.cases[name]
        if inner is None:
            return name if self.dice.chance(0.8) else {name: None}
        return {name: self.value(inner, depth - 1)}

    def optional(self, shape: Optional, depth: int) -> Any:
        if depth <= 0 or self.dice.chance(0.3):
            return None
        return self.value(shape.of, depth - 1)

    def rows(self, shape: Rows, depth: int) -> list[Any]:
        ids = self.dice.mixed(self.row_ids)[: self.dice.below(5) if depth > 0 else 0]
        return [{**self.value(shape.of, depth - 2), shape.id_key: id} for id in ids]

    def path(self, shape: Path, depth: int) -> list[Any]:
        count = self.dice.below(4) if depth > 0 else 0
        elements = [self.value(shape.of, depth - 2) for _ in range(count)]
        is_plain = self.dice.chance(0.3)
        if self.path_form == "plain" or self.path_form == "any" and is_plain:
            return elements
        ids = self.dice.mixed((0, 1, 2, 3, 4, 7))
        return [{"id": id, "element": element} for id, element in zip(ids, elements)]
