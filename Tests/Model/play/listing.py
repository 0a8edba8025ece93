"""Random lists, and commands that read, show, observe and free them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from play.conditions import ConditionMaker
from play.dice import Dice
from play.levels import Level
from play.routes import Route
from play.shapes import Scalar, Struct, token

if TYPE_CHECKING:
    from play.effects import Mode
    from play.scripts import ScriptMaker


def arrays(value: Any, pointer: str = "") -> list[str]:
    """Pointers of the arrays in a value; an array with rows counts twice, because it tests more."""
    if isinstance(value, list):
        found = [pointer] * (1 + bool(value))
        members: Any = enumerate(value)
    else:
        found = []
        members = value.items() if isinstance(value, dict) else ()
    for name, member in members:
        found += arrays(member, pointer + token(str(name)))
    return found


class ListingMaker:
    """The part of CommandMaker for lists."""

    dice: Dice
    scripts: ScriptMaker
    counts: dict[str, int]

    def for_observer(self, level: Level, mode: Mode, depth: int) -> list[Any]:
        raise NotImplementedError

    def number(self, what: str) -> int:
        raise NotImplementedError

    def store(self) -> tuple[int, Route]:
        raise NotImplementedError

    def pointer(self, route: Route) -> str:
        raise NotImplementedError

    def observed(self, kind: str, number: int, store: Route) -> tuple[int, str]:
        raise NotImplementedError

    def get(self, *_: Any) -> list[Any]:
        raise NotImplementedError

    def list_rows(self, *_: Any) -> list[Any]:
        number, store = self.store()
        there = arrays(store.state)
        if there and self.dice.chance(0.9):
            pointer = self.dice.pick(there)
        elif self.dice.chance(0.7):
            return self.get()
        else:
            number, pointer = self.observed("ids", number, store)
        self.counts["list"] += 1
        return ["list_rows", number, pointer, self.options(store)]

    def options(self, store: Route) -> dict[str, Any]:
        dice, made = self.dice, dict[str, Any]()
        if dice.chance(0.7):
            made["sort"] = [self.sort() for _ in range(dice.between(1, 2))]
        if dice.chance(0.2):
            made["sort_place"] = self.pointer(store)
        if dice.chance(0.3):
            made["group"] = self.inside()
        if dice.chance(0.5):
            made["numbers"] = [self.inside() for _ in range(dice.between(1, 2))]
        if dice.chance(0.4):
            made["filter"] = self.inside()
            made["parameters"] = [self.pointer(store) for _ in range(dice.below(3))]
        if dice.chance(0.4):
            maker = ConditionMaker(dice, self.inside, lambda: self.pointer(store), self.scripts.profile.misfits)
            made["where"] = maker.condition()
        if dice.chance(0.1):
            made["compare"] = True
        if dice.chance(0.25):
            made["nested"] = self.nested(store)
            if dice.chance(0.5):
                made["parent"] = dice.pick(("/parent", "/n", self.inside()))
                made["sort"] = [made["parent"] + self.inside(), *made.get("sort", [])]
        if dice.chance(0.25):
            made["joins"] = [[self.inside(), dice.pick([*arrays(store.state), self.pointer(store)])]
                             for _ in range(dice.between(1, 2))]
            made["sort"] = [made["joins"][0][0] + self.inside(), *made.get("sort", [])]
        if dice.chance(0.4):
            made |= {"first": dice.below(3), "limit": dice.below(4)}
        return made

    def nested(self, store: Route) -> str:
        """A pointer from an element of an array to an array in it, mostly one that some element has."""
        inner = [text for text in arrays(store.state) if any(step.isdigit() for step in text.split("/")[1:-1])]
        if not inner or self.dice.chance(self.scripts.profile.misfits):
            return self.inside()
        steps = self.dice.pick(inner).split("/")
        last = max(index for index, step in enumerate(steps[:-1]) if step.isdigit())
        return "".join("/" + step for step in steps[last + 1 :])

    def sort(self) -> str:
        return "-" * self.dice.chance(0.4) + self.inside()

    def inside(self) -> str:
        """A place in a row, or in an entry of a path: mostly one that some rows have."""
        if self.dice.chance(self.scripts.profile.misfits):
            return self.dice.pick(("x", "/~2", "", "/nowhere", "/id", "/0"))
        level = self.dice.pick(self.scripts.levels)
        members = level.shape.members if isinstance(level.shape, Struct) else {}
        scalars = [name for name in members if isinstance(members[name], Scalar)]
        name = token(self.dice.pick(scalars)) if scalars and self.dice.chance(0.5) else "/n"
        return "/element" * self.dice.chance(0.25) + name

    def list_get(self, mode: Mode, depth: int) -> list[Any]:
        return ["list_get", self.number("list")] if self.counts["list"] else self.list_rows()

    def list_show(self, *_: Any) -> list[Any]:
        if not self.counts["list"]:
            return self.list_rows()
        return ["list_show", self.number("list"), self.dice.below(4), self.dice.below(4)]

    def observe_list(self, mode: Mode, depth: int) -> list[Any]:
        if not self.counts["list"]:
            return self.list_rows()
        commands = self.for_observer(self.scripts.levels[0], mode, depth)
        self.counts["observer"] += 1
        return ["observe_list", self.number("list"), commands]

    def list_free(self, *_: Any) -> list[Any]:
        return ["list_free", self.number("list")]
