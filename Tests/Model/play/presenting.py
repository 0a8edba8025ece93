"""Random commands that present and dismiss, and presentation ids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from play.dice import Dice
from play.routes import PRESENTING, Route, at, inner_shape, walk
from play.shapes import ANYTHING

if TYPE_CHECKING:
    from play.effects import Mode
    from play.scripts import ScriptMaker


class PresentingMaker:
    """The part of CommandMaker for slots."""

    dice: Dice
    scripts: ScriptMaker
    top: Route
    slots: Sequence[str]
    counts: dict[str, int]
    saved_at: list[str]
    saved_last: list[Any]

    def store(self) -> tuple[int, Route]:
        raise NotImplementedError

    def pointer(self, route: Route) -> str:
        raise NotImplementedError

    def number(self, what: str) -> int:
        raise NotImplementedError

    def send(self, mode: Mode, depth: int) -> list[Any]:
        raise NotImplementedError

    def action(self, route: Route, mode: Mode, depth: int) -> Any:
        raise NotImplementedError

    def slot(self) -> tuple[int, Route, Route | None]:
        """A store, and a slot that a case path reaches from there."""
        number, route = self.store()
        for _ in range(4):
            found = walk(self.dice, route, 0.3)
            if found.operator is not None and found.operator.kind in PRESENTING:
                return number, route, found
        return number, route, None

    def present(self, mode: Mode, depth: int) -> list[Any]:
        number, route, slot = self.slot()
        if slot is None or slot.operator.kind != "presentation_destination":
            return self.send(mode, depth)
        shape = inner_shape(slot.operator)
        form = "any" if slot.operator.child.profile.any_path else "long"
        value = self.scripts.values.formed(form, shape, 3)
        if self.dice.chance(0.2):
            value = None
        if self.is_odd(2):
            value = self.dice.pick(ANYTHING)
        return ["present", number, self.case(slot, 2), value]

    def dismiss(self, mode: Mode, depth: int) -> list[Any]:
        number, _, slot = self.slot()
        return ["dismiss", number, self.case(slot, 2)] if slot else self.send(mode, depth)

    def is_odd(self, times: float = 1) -> bool:
        return self.dice.chance(times * self.scripts.profile.odd_calls)

    def case(self, slot: Route, times: float = 1) -> str:
        """The case path of a slot, sometimes with an invalid member."""
        return slot.outer_case + (self.dice.pick((".c0", ".presented", ".x")) if self.is_odd(times) else "")

    def presented(self, mode: Mode, depth: int) -> list[Any]:
        number, _, slot = self.slot()
        if slot is None:
            return self.send(mode, depth)
        action = self.action(slot, mode, depth)
        if self.is_odd(2):
            action = self.scripts.spoiled(action)
        return ["presented", number, self.case(slot, 2), action]

    def save_id(self, mode: Mode, depth: int) -> list[Any]:
        number, route, slot = self.slot()
        self.counts["saved"] += 1
        pointer = self.pointer(route) if slot is None else slot.pointer[len(route.pointer):]
        is_up = slot is not None and slot.state is not None
        if self.slots and self.dice.chance(0.2 if is_up else 0.6):
            up = [slot for slot in self.slots if at(self.top.state, slot) is not None]
            number, route, pointer = 0, self.top, self.dice.pick(up or self.slots)
        elif slot is not None:
            self.saved_last = [number, slot.outer_case, len(self.saved_at)]
        self.saved_at.append(route.pointer + pointer)
        return ["save_id", number, pointer]

    def dismiss_id(self, mode: Mode, depth: int) -> list[Any]:
        number, _, slot = self.slot()
        if slot is None or not self.counts["saved"]:
            return self.send(mode, depth)
        own = [saved for saved, pointer in enumerate(self.saved_at) if pointer == slot.pointer]
        saved = self.dice.pick(own) if own and self.dice.chance(0.85) else self.number("saved")
        return ["dismiss_id", number, self.case(slot, 4), saved]
