"""Random effects, and the limits of the scripts that request them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import effects
from play.asking import drawn_ask
from play.dice import Dice
from play.levels import Level
from play.shapes import SPELLINGS

if TYPE_CHECKING:
    from play.commands import CommandMaker

SECOND = 1_000_000_000
TIMES = (0, SECOND // 2, SECOND, SECOND, 2 * SECOND)
IDS = ("a", "a", "b", "b", "c", *SPELLINGS)
COUNTS = (1, 1, 2, 2, 3, 0)
ERRORS = ("broken", "broken", {"code": 7}, [1], None, 1.0)
NESTING = ("merge", "chain", *effects.NAMES)


@dataclass(frozen=True)
class Mode:
    """The limits of a script in its context."""

    anywhere: bool = True  # its actions may address any level; otherwise they are only {"do": ...}
    every: bool = True  # it may start repeating timers
    turns: bool = False  # it may run the loop
    blocks: bool = False  # its effect may run on a worker
    writes: bool = True


SENT = Mode(turns=True, blocks=True)  # by a step
LATER = Mode()  # by an effect
TICK = Mode(every=False)  # by a repeating timer
ANSWER = Mode(anywhere=False, every=False)
CHANGE = Mode(anywhere=False, every=False, writes=False)
FOLLOWING = Mode(anywhere=False, writes=False)


class EffectMaker:
    """Draws effects; the class that mixes this one in draws the actions that they send."""

    dice: Dice
    commands: CommandMaker
    started: int

    def action(self, level: Level, state: Any, mode: Mode, depth: int) -> Any:
        raise NotImplementedError

    def later(self, level: Level, state: Any, mode: Mode, depth: int) -> Any:
        """The action that an effect sends."""
        return self.action(level, state, replace(mode, turns=False, blocks=False), depth - 1)

    def effect(self, level: Level, state: Any, mode: Mode, depth: int, nesting: int) -> Any:
        dice = self.dice
        if dice.chance(0.03):
            return None
        kind = dice.weighted(level.profile.effects)
        if kind == "dismiss" and not level.is_presented and dice.chance(0.85):
            kind = "send"
        if kind == "blocking" and not mode.blocks or kind in ("every", "daily", "woken", "clock_set") and not mode.every:
            kind = "after"
        if nesting <= 0 and kind in NESTING:
            kind = "after"
        if kind in effects.NAMES:
            inside = mode if effects.effect(kind).HOLDS_WORKERS else replace(mode, blocks=False)
            return self.around(kind, level, state, inside, depth, nesting - 1)
        return getattr(self, kind)(level, state, mode, depth, nesting - 1)

    def send(self, level: Level, state: Any, mode: Mode, depth: int, _: int) -> Any:
        return ["send", self.later(level, state, mode, depth)]

    def daily(self, level: Level, state: Any, mode: Mode, depth: int, _: int) -> Any:
        """Before the first minute of the virtual clock is over, it seldom fires."""
        minute = self.dice.pick((0, 1, 1, 60 if self.dice.chance(level.profile.misfits) else 2))
        return ["daily", 0, minute, self.later(level, state, replace(mode, every=False), depth)]

    def woken(self, level: Level, state: Any, mode: Mode, depth: int, _: int) -> Any:
        return ["woken", self.later(level, state, replace(mode, every=False), depth)]

    def clock_set(self, level: Level, state: Any, mode: Mode, depth: int, _: int) -> Any:
        return ["clock_set", self.later(level, state, replace(mode, every=False), depth)]

    def after(self, level: Level, state: Any, mode: Mode, depth: int, _: int) -> Any:
        return ["after", self.dice.pick(TIMES), self.later(level, state, mode, depth)]

    def at(self, level: Level, state: Any, mode: Mode, depth: int, _: int) -> Any:
        return ["at", self.dice.pick(TIMES), self.later(level, state, mode, depth)]

    def every(self, level: Level, state: Any, mode: Mode, depth: int, _: int) -> Any:
        interval = 0 if self.dice.chance(level.profile.misfits) else self.dice.pick(TIMES[1:])
        tick = replace(mode, every=False)
        return ["every", interval, self.later(level, state, tick, depth)]

    def dismiss(self, *_: Any) -> Any:
        return ["dismiss"]

    def cancel(self, *_: Any) -> Any:
        return ["cancel", self.dice.pick(IDS)]

    def limit(self, *_: Any) -> Any:
        return ["limit", self.dice.pick(IDS), self.dice.pick(COUNTS)]

    def several(self, level: Level, state: Any, mode: Mode, depth: int, nesting: int) -> Any:
        count = self.dice.weighted({0: 0.3, 1: 1, 2: 6, 3: 2})
        return [self.effect(level, state, mode, depth, nesting) for _ in range(count)]

    def merge(self, *rest: Any) -> Any:
        return ["merge", self.several(*rest)]

    def chain(self, level: Level, state: Any, mode: Mode, *rest: Any) -> Any:
        return ["chain", self.several(level, state, replace(mode, blocks=False), *rest)]

    def around(self, kind: str, level: Level, state: Any, mode: Mode, *rest: Any) -> Any:
        """An effect around another effect: its members and the inner effect."""
        own = effects.effect(kind)
        if hasattr(own, "draw"):
            return own.draw(self, level, state, mode, *rest)
        given = [self.member(name) for name in own.MEMBERS]
        return [kind, *given, self.effect(level, state, mode, *rest)]

    def waiting(self, effect: Any) -> list[Any]:
        """An effect that may have to wait for others, drawn from a few ids."""
        time, flag = self.dice.pick(TIMES[2:]), self.dice.chance(0.5)
        return self.dice.pick([["limited", "a", 1, effect], ["serial", "a", flag, effect],
                               ["throttle", "a", 2 * time, flag, effect]])

    def member(self, kind: str) -> Any:
        if kind == "flag":
            return self.dice.chance(0.4)
        return self.dice.pick({"id": IDS, "time": TIMES, "count": COUNTS}[kind])

    def start(self, level: Level, state: Any, mode: Mode, depth: int, _: int) -> Any:
        self.started += 1
        commands = self.commands.of_sender(level, state, mode, depth)
        made = ["start", f"s{self.started}", commands, self.dice.chance(0.6)]
        if self.dice.chance(0.4) and "cancellable" in level.profile.effects:
            return ["cancellable", self.dice.pick(IDS), self.dice.chance(0.4), made]
        return made

    def ask(self, *_: Any) -> Any:
        made = drawn_ask(self.dice)
        if self.dice.chance(0.3) and "cancellable" in self.commands.scripts.profile.effects:
            return ["cancellable", self.dice.pick(IDS), self.dice.chance(0.4), made]
        return made

    def fail(self, *_: Any) -> Any:
        return ["fail", self.dice.pick(ERRORS)]

    def blocking(self, level: Level, state: Any, mode: Mode, depth: int, _: int) -> Any:
        actions = [self.later(level, state, mode, depth) for _ in range(self.dice.below(3))]
        return ["blocking", actions, self.dice.pick(ERRORS) if self.dice.chance(0.4) else None]
