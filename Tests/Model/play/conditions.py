"""Random conditions, mostly valid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from play.dice import Dice

VALUES = (0, 1, 2, 3, "a", "A", "", True, False, None, 1.5, 2.0)
MISTAKES = ({}, None, {"at": "x", "exists": True}, {"not": {"at": "/n"}}, {"at": "/n", "from": True},
            {"at": "/n", "equals": {"n": 1}}, {"and": {}}, {"at": "/n", "equals": 1, "folds": True})


class ConditionMaker:
    """`inside` draws a place in a row, and `outside` a place of the whole."""

    def __init__(self, dice: Dice, inside: Callable[[], str], outside: Callable[[], str], misfits: float) -> None:
        self.dice, self.inside, self.outside, self.misfits = dice, inside, outside, misfits

    def condition(self, levels: int = 2) -> Any:
        dice = self.dice
        if dice.chance(self.misfits):
            return dice.pick(MISTAKES)
        kind = dice.weighted({"test": 6, "and": 1, "or": 1, "not": 1, "over": 1}) if levels else "test"
        if kind in ("and", "or"):
            return {kind: [self.condition(levels - 1) for _ in range(dice.below(3))]}
        if kind == "not":
            return {"not": self.condition(levels - 1)}
        if kind == "over":
            return self.over(levels)
        return self.test()

    def over(self, levels: int) -> Any:
        name = self.dice.pick(("every", "some", "count"))
        made: dict[str, Any] = {name: self.inside(), "is": self.condition(levels - 1)}
        return made | {"from": self.dice.below(3)} if name == "count" else made

    def test(self) -> Any:
        dice = self.dice
        made: dict[str, Any] = {"place": self.outside()} if dice.chance(0.15) else {"at": self.inside()}
        kind = dice.weighted({"range": 4, "equals": 3, "contains": 2, "in": 1, "exists": 1})
        if kind == "exists":
            return made | {"exists": dice.chance(0.5)}
        if dice.chance(0.3):
            made["fold"] = dice.chance(0.7)
        if kind == "range":
            ends = dice.pick((("from",), ("to",), ("from", "to")))
            return made | {end: self.read() or dice.pick((0, 1, 2, 3, 1.5, "a", "B")) for end in ends}
        if kind == "in":
            return made | {"in": self.read() or [dice.pick(VALUES) for _ in range(dice.below(4))]}
        read = self.read()
        return made | {kind: dice.pick(VALUES) if read is None else read}

    def read(self) -> Any:
        """A value that is read from a place; None for a literal."""
        if self.dice.chance(0.6):
            return None
        return {"place": self.outside()} if self.dice.chance(0.7) else {"at": self.inside()}
