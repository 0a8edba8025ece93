"""Random derived values, and commands that read, observe and free them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from play.dice import Dice
from play.levels import Level
from play.routes import Route

if TYPE_CHECKING:
    from play.effects import Mode
    from play.scripts import ScriptMaker


class DerivingMaker:
    """The part of CommandMaker for derived values."""

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

    def derive(self, *_: Any) -> list[Any]:
        number, store = self.store()
        pointers = [self.pointer(store) for _ in range(self.dice.between(1, 3))]
        of = [self.number("derived") for _ in range(self.dice.below(3))] if self.counts["derived"] else []
        self.counts["derived"] += 1
        made = ["derive", number, pointers, of, self.dice.chance(0.2)]
        if self.counts["list"] and self.dice.chance(0.5):
            made.append([self.number("list") for _ in range(self.dice.between(1, 2))])
        return made

    def derived_get(self, mode: Mode, depth: int) -> list[Any]:
        if not self.counts["derived"]:
            return self.derive()
        return ["derived_get", self.number("derived")]

    def observe_derived(self, mode: Mode, depth: int) -> list[Any]:
        if not self.counts["derived"]:
            return self.derive()
        commands = self.for_observer(self.scripts.levels[0], mode, depth)
        self.counts["observer"] += 1
        return ["observe_derived", self.number("derived"), commands]

    def derived_free(self, *_: Any) -> list[Any]:
        return ["derived_free", self.number("derived")]
