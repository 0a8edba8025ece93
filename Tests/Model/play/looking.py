"""Random commands that read a store or run the loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import observers
from play.dice import Dice
from play.levels import Level
from play.routes import Route, walk
from play.shapes import Path, Rows

if TYPE_CHECKING:
    from play.effects import Mode
    from play.scripts import ScriptMaker

TIMES = (0, 500_000_000, 1_000_000_000, 1_000_000_000, 2_000_000_000, 3_000_000_000)


class LookingMaker:
    """The part of CommandMaker that changes no state."""

    dice: Dice
    scripts: ScriptMaker
    top: Route
    slots: Sequence[str]
    views: dict[int, Route]
    counts: dict[str, int]

    def for_observer(self, level: Level, mode: Mode, depth: int) -> list[Any]:
        raise NotImplementedError

    def number(self, what: str) -> int:
        """The number of an item: mostly of one that was made."""
        return self.dice.below(self.counts[what] + (1 if self.dice.chance(0.1) else 0))

    def store(self) -> tuple[int, Route]:
        """The store, or a view of it."""
        if self.views and self.dice.chance(0.3):
            number = self.dice.pick(tuple(self.views))
            return number, self.views[number]
        return 0, self.top

    def pointer(self, route: Route) -> str:
        if self.dice.chance(self.scripts.profile.misfits):
            return self.dice.pick(("/nowhere", "/slot/n", "x", "/rows/0/n", "/~2", ""))
        return self.scripts.writes.spot(route.level.shape, route.state).pointer

    def get(self, *_: Any) -> list[Any]:
        number, route = self.store()
        return ["get", number, self.pointer(route)]

    def valid(self, *_: Any) -> list[Any]:
        return ["valid", self.store()[0]]

    def scope(self, mode: Mode, depth: int) -> list[Any]:
        number, store = self.store()
        route = walk(self.dice, store, 0.2)
        self.counts["view"] += 1
        if isinstance(route.state, list):
            return ["scope", number, self.pointer(store), "do"]
        if self.dice.chance(self.scripts.profile.misfits):
            return ["scope", number, self.dice.pick(("x", "/~2")), "g"]
        return ["scope", number, route.pointer[len(store.pointer):], route.case or "g"]

    def scope_element(self, mode: Mode, depth: int) -> list[Any]:
        number, store = self.store()
        for _ in range(4):
            route = walk(self.dice, store, 0.2)
            if route.operator is not None and isinstance(route.operator.shape, (Rows, Path)):
                break
        else:
            return self.get()
        ids = [i.get("id") for i in route.state or () if isinstance(i, dict)] \
            if isinstance(route.state, list) else []
        id = self.dice.pick(ids) if ids and self.dice.chance(0.9) else self.dice.pick(("a", 1, 0))
        self.counts["view"] += 1
        pointer = route.pointer[len(store.pointer):]
        return ["scope_element", number, pointer, route.outer_case, id]

    def free_view(self, *_: Any) -> list[Any]:
        return ["free_view", 1 + self.number("view")]

    def observe(self, mode: Mode, depth: int) -> list[Any]:
        number, store = self.store()
        kind = self.dice.weighted(self.scripts.profile.observers)
        number, pointer = self.observed(kind, number, store)
        commands = self.for_observer(store.level, mode, depth)
        self.counts["observer"] += 1
        return ["observe", number, kind, pointer, commands]

    def observed(self, kind: str, number: int, store: Route) -> tuple[int, str]:
        """A store, and a pointer that is worth observing with an observer of a kind."""
        pointer, draw = self.pointer(store), observers.kind(kind).draw
        if draw is None or self.dice.chance(0.12):
            return number, pointer
        return draw(self, number, store) or (number, pointer)

    def place_of(
        self, shapes: Any, number: int, store: Route, narrowed: Callable[[Any, Route], Route] | None = None
    ) -> tuple[int, str] | None:
        """A store, and a pointer to a value of one of the shapes. `narrowed` may continue from an operator's place."""
        for _ in range(5):
            route = walk(self.dice, store, 0.2)
            if route.operator is not None and isinstance(route.operator.shape, shapes):
                route = narrowed(self, route) if narrowed else route
                return number, route.pointer[len(store.pointer):]
            spot = self.scripts.writes.spot(store.level.shape, store.state)
            if isinstance(spot.shape, shapes):
                return number, spot.pointer
        return None

    def unobserve(self, *_: Any) -> list[Any]:
        return ["unobserve", self.number("observer")]

    def snapshot(self, *_: Any) -> list[Any]:
        return ["snapshot"]

    def idle(self, *_: Any) -> list[Any]:
        return ["idle"]

    def dispatch(self, *_: Any) -> list[Any]:
        return ["dispatch"]

    def advance(self, *_: Any) -> list[Any]:
        return ["advance", self.dice.pick(TIMES)]

    def suspend(self, *_: Any) -> list[Any]:
        return ["suspend", self.dice.pick(TIMES)]

    def set_date(self, *_: Any) -> list[Any]:
        """Often forward, around the first minutes of a day, which daily effects name."""
        return ["set_date", self.dice.pick((0, 1, 2, 58, 59, 60, 61, 119, 121, 86_400, 86_461)) * 1_000_000_000]

    def report_reentrant(self, *_: Any) -> list[Any]:
        return ["report_reentrant", self.dice.chance(0.5)]

    def limit_effects(self, *_: Any) -> list[Any]:
        return ["limit_effects", self.dice.pick((1, 2, 3, 1000))]

    def free_store(self, *_: Any) -> list[Any]:
        return ["free_store"]
