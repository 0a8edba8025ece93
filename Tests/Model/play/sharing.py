"""Random shared values, and commands that read, write and observe them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from play.dice import Dice
from play.levels import Level

if TYPE_CHECKING:
    from play.effects import Mode
    from play.scripts import ScriptMaker

# The initial values of each case, and the places that may occur in them. Two are numbers, for counting.
SHARED: dict[str, Any] = {
    "a": 0, "b": 5, "c": {"n": 1, "rows": [{"n": 1}, 2, None], "o": {"t": "x"}, "": 0},
}
POINTERS = {
    "a": ("",), "b": ("",),
    "c": ("", "/n", "/rows", "/rows/0", "/rows/0/n", "/rows/1", "/rows/2", "/o", "/o/t", "/new",
          "/"),
}
NOWHERE = ("/rows/9", "/rows/-", "/n/x", "/gone/x", "/rows/01", "/rows/x")
MALFORMED = ("x", "/~2")
VALUES: tuple[Any, ...] = (
    0, 1, 2, None, True, "x", 1.5, [], {}, [1, 2], {"n": 2},
    {"n": 1, "rows": [{"n": 1}, 2, None]},
)


class SharingMaker:
    """The part of CommandMaker for shared values."""

    dice: Dice
    scripts: ScriptMaker
    counts: dict[str, int]

    def some(self, level: Level, mode: Mode, depth: int, most: int) -> list[list[Any]]:
        raise NotImplementedError

    def shared(self) -> str:
        return self.dice.pick(tuple(SHARED))

    def shared_pointer(self, name: str) -> str:
        if self.dice.chance(self.scripts.profile.misfits):
            return self.dice.pick(MALFORMED)
        if name == "c" and self.dice.chance(0.15):
            return self.dice.pick(NOWHERE)
        return self.dice.pick(POINTERS[name])

    def shared_get(self, *_: Any) -> list[Any]:
        name = self.shared()
        return ["shared_get", name, self.shared_pointer(name)]

    def shared_set(self, *_: Any) -> list[Any]:
        name = self.shared()
        value = self.dice.below(4) if name != "c" else self.dice.pick(VALUES)
        pointer = self.shared_pointer(name)
        if pointer == "" and name == "c" and self.dice.chance(0.7):
            value = SHARED["c"]
        return ["shared_set", name, pointer, value]

    def shared_update(self, mode: Mode, depth: int) -> list[Any]:
        name, answer = self.shared(), None
        if not self.dice.chance(0.2):
            answer = {"add": self.dice.below(3)} if name != "c" else {"set": self.dice.pick(VALUES)}
        commands = []
        if depth > 0 and self.dice.chance(0.4):
            commands = self.some(self.scripts.levels[0], mode, depth - 1, 2)
            if self.dice.chance(0.5):
                commands.append(self.made_inside(name, mode, depth - 1))
        return ["shared_update", name, answer, commands]

    def made_inside(self, name: str, mode: Mode, depth: int) -> list[Any]:
        """The commands of an update on shared values: mostly on its own value."""
        made = (self.shared_get, self.shared_set, self.shared_update)
        command = self.dice.pick(made)(mode, depth)
        if self.dice.chance(0.6):
            command[1] = name
        return command

    def shared_observe(self, mode: Mode, depth: int) -> list[Any]:
        name = self.shared()
        pointer = self.shared_pointer(name)
        commands = []
        if depth > 0 and self.dice.chance(0.3):
            commands = self.some(self.scripts.levels[0], mode, depth - 1, 2)
        self.counts["observer"] += 1
        return ["shared_observe", name, pointer, commands]
