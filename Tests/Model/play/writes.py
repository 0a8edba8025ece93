"""Writes for scripts: mostly at present places, with matching values, and sometimes neither."""

from typing import Any

from play.conditions import ConditionMaker
from play.dice import Dice
from play.profiles import C, Profile
from play.shapes import (
    ANYTHING, NUMBERS, Enum, Optional, Path, Rows, Scalar, Shape, Struct, ValueMaker, token,
)

BAD_POINTERS = ("n", "/nowhere/n", "/~2", "/rows/9", "/rows/-", "/path/0/element/nowhere/n",
                "/slot/n", "/sheet/one", "/sheet/two/n", "/rows/0/id", "/path/0/id", "/maybe/n",
                "/rows/01", "/")

PLACES: dict[str, Any] = {
    "push": Path, "pop": Path, "pop_to": Path, "add": Scalar, "env": Scalar,
    "insert": (Rows, Path, Optional), "remove": (Rows, Path, Optional),
    "move": (Rows, Path, Optional), "set_rows": Rows, "remove_rows": Rows,
}


class Spot:
    """A place in a state: its pointer, its expected shape, and its value."""

    def __init__(self, pointer: str, shape: Shape, value: Any, row_key: str = "") -> None:
        self.pointer, self.shape, self.value, self.row_key = pointer, shape, value, row_key


class WriteMaker:
    def __init__(self, dice: Dice) -> None:
        self.dice, self.values = dice, ValueMaker(dice)
        self.profile = C
        self.oddness = 1.0  # how much more often mismatching values are written

    def spot(self, shape: Shape, value: Any, stay: float = 0.3) -> Spot:
        """A place that is found by walking into a state."""
        spot = Spot("", shape, value)
        while not self.dice.chance(stay):
            further = self.step(spot)
            if further is None:
                break
            spot = further
        return spot

    def spot_for(self, kind: str, shape: Shape, value: Any, is_near: bool) -> Spot:
        """A place at which a write of a kind makes sense, if one is found soon."""
        wanted = PLACES.get(kind)
        start = Spot("", shape, value)
        if is_near:
            start = self.step(start) or start
        if wanted is None:
            return start if is_near else self.spot(shape, value)
        for _ in range(4):
            spot: Spot | None = start
            while spot is not None:
                if isinstance(spot.shape, wanted) and self.dice.chance(0.7):
                    return spot
                last, spot = spot, self.step(spot)
        return last

    def step(self, spot: Spot) -> Spot | None:
        shape, value, dice = spot.shape, spot.value, self.dice
        if isinstance(shape, Optional):
            return None if value is None else self.step(Spot(spot.pointer, shape.of, value))
        if isinstance(shape, Struct) and isinstance(value, dict) and shape.members:
            names = tuple(shape.members)
            inner = [n for n in names if not isinstance(shape.members[n], Scalar)]
            name = dice.pick(inner if inner and dice.chance(0.5) else names)
            return Spot(spot.pointer + token(name), shape.members[name], value.get(name))
        if isinstance(shape, Enum) and isinstance(value, dict) and len(value) == 1:
            name = next(iter(value))
            inner = shape.cases.get(name)
            return inner and Spot(spot.pointer + token(name), inner, value[name])
        if isinstance(shape, (Rows, Path)) and isinstance(value, list) and value:
            index = dice.below(len(value))
            pointer, item = f"{spot.pointer}/{index}", value[index]
            if isinstance(shape, Rows):
                return Spot(pointer, shape.of, item, shape.id_key)
            if isinstance(item, dict) and "element" in item:
                return Spot(pointer + "/element", shape.of, item["element"])
        return None

    def writes(
        self, profile: Profile, shape: Shape, value: Any, count: int, is_sample: bool = False
    ) -> list[list[Any]]:
        """Some writes. In a state that is only a sample, deep places might be missing."""
        if not is_sample and self.dice.chance(profile.edits):
            found = self.edits(profile, shape, value)
            if found:
                return found
        found = [self.write(profile, shape, value, is_sample and self.dice.chance(0.8))
                 for _ in range(count)]
        return [write for write in found if write]

    def edits(self, profile: Profile, shape: Shape, value: Any) -> list[list[Any]]:
        """Several writes to one list: inside its elements, and writes that insert, remove and move them."""
        self.profile = profile
        found = [spot for spot in lists(Spot("", shape, value))
                 if isinstance(spot.shape, Rows) or profile.any_path]
        if not found:
            return []
        spot = self.dice.pick([one for one in found if len(one.value) > 1] or found)
        self.values.path_form = "any" if profile.any_path else "plain"
        items, found = list(spot.value), []
        for _ in range(self.dice.between(2, 6)):
            write = self.edit(spot, items)
            if write:
                found.append(write)
        self.values.path_form = "any"
        return found

    def edit(self, spot: Spot, items: list[Any]) -> list[Any] | None:
        """One of these writes; `items` is the list's content at that point."""
        dice, at = self.dice, spot.pointer
        kind = dice.weighted(
            {"inside": 4, "set": 2, "move": 5, "insert": 2, "remove": 2, "id": 1.5, "whole": 2})
        key = getattr(spot.shape, "id_key", "")
        odd = [index for index, item in enumerate(items) if isinstance(item, dict)
               and isinstance(item.get(key), (dict, list)) and item[key]]
        if kind == "id" and odd and self.profile.any_ids:
            index = dice.pick(odd)
            return self.inside_id(f"{at}/{index}{token(key)}", items[index][key])
        if kind == "whole" and items:
            items[:] = self.rearranged(spot.shape, items)
            for index, item in enumerate(items):
                if dice.chance(0.3):
                    items[index] = self.changed(spot, item)
            return ["set", at, list(items)]
        if kind == "insert":
            index, item = dice.below(len(items) + 1), self.item(spot.shape)
            items.insert(index, item)
            return ["insert", f"{at}/{index}", item]
        if not items:
            return None
        index = dice.below(len(items))
        if kind == "remove":
            del items[index]
            return ["remove", f"{at}/{index}"]
        if kind == "move":
            target = dice.below(len(items))
            items.insert(target, items.pop(index))
            return ["move", f"{at}/{index}", f"{at}/{target}"]
        inner = Spot(f"{at}/{index}", spot.shape.of, items[index], getattr(spot.shape, "id_key", ""))
        if isinstance(spot.shape, Path):
            if not isinstance(items[index], dict) or set(items[index]) != {"id", "element"}:
                return None
            inner = Spot(inner.pointer + "/element", spot.shape.of, items[index]["element"])
        if kind == "inside":
            further = self.step(inner)
            inner = further or inner
        return ["set", inner.pointer, self.near(inner)]

    def inside_id(self, at: str, id: Any) -> list[Any]:
        """A write inside a row's id, if it is a non-empty object or array."""
        kind = self.dice.weighted({"set": 3, "insert": 1, "remove": 1, "move": 1})
        inside = "/k" if isinstance(id, dict) else "/0"
        if kind == "remove":
            return ["remove", at + inside]
        if kind == "move" and isinstance(id, list):
            return ["move", at + inside, f"{at}/{len(id) - 1}"]
        if kind == "insert":
            inside = "/m" if isinstance(id, dict) else f"/{self.dice.below(len(id) + 1)}"
        return ["set" if kind == "set" else "insert", at + inside, self.dice.pick((1, 2, 3))]

    def changed(self, spot: Spot, item: Any) -> Any:
        """A row, or an entry of a path, with a change inside it."""
        key = getattr(spot.shape, "id_key", "")
        if isinstance(spot.shape, Rows):
            made = self.near(Spot("", spot.shape.of, item, key))
            return {**made, key: item[key]} if isinstance(made, dict) and isinstance(
                item, dict) and key in item else item
        if isinstance(item, dict) and set(item) == {"id", "element"}:
            return {**item, "element": self.near(Spot("", spot.shape.of, item["element"]))}
        return item

    def write(
        self, profile: Profile, shape: Shape, value: Any, is_near: bool
    ) -> list[Any] | None:
        self.profile = profile
        self.values.path_form = "any" if profile.any_path else "plain"
        made = self.drawn(profile, shape, value, is_near)
        self.values.path_form = "any"
        return made

    def drawn(
        self, profile: Profile, shape: Shape, value: Any, is_near: bool
    ) -> list[Any] | None:
        kind = self.dice.weighted(profile.writes)
        spot = self.spot_for(kind, shape, value, is_near)
        if kind == "move" and profile.slot_moves and self.dice.chance(0.3):
            source, target = (self.spot(shape, value, 0.2).pointer for _ in range(2))
            if not (target + "/").startswith(source + "/"):
                return ["move", source, target]
        if self.dice.chance(profile.misfits):
            spot = Spot(self.dice.pick(BAD_POINTERS), self.dice.pick((spot.shape, shape)), None)
        if isinstance(spot.shape, Struct) and spot.shape.has_transient and self.dice.chance(0.4):
            # Only such writes name the member, so that a replay, which begins with its default, has the same steps.
            return ["set", spot.pointer + "/z", self.dice.pick(NUMBERS)]
        made = self.special(spot, kind)
        if made is not None or kind not in ("set", "insert", "add", "env"):
            return made
        if profile.any_path and isinstance(spot.shape, Rows) and self.dice.chance(0.25):
            return self.renamed(spot)
        # An incomplete whole state leaves little to check in the following steps.
        odd = profile.misfits * (1 if isinstance(spot.shape, Scalar) else 0.25)
        if self.dice.chance(odd * self.oddness):
            if self.oddness > 1 and self.dice.chance(0.3):
                return ["remove", spot.pointer]
            return ["set", spot.pointer, self.dice.pick(ANYTHING)]
        return ["set", spot.pointer, self.near(spot)]

    def special(self, spot: Spot, kind: str) -> list[Any] | None:
        """A write of a kind, if the place allows that kind."""
        dice, shape, pointer = self.dice, spot.shape, spot.pointer
        count = len(spot.value) if isinstance(spot.value, list) else 0
        if isinstance(shape, Scalar) and shape.kind in ("integer", "any", "key", "text"):
            if kind == "add" and shape.kind in ("integer", "key"):
                return ["add", pointer, dice.pick((1, 1, 2, -1, 0))]
            if kind == "env" and shape.kind != "key":
                return ["env", pointer, dice.pick(self.profile.keys)]
        if isinstance(shape, Path):
            if kind == "push":
                return ["push", pointer, self.values.value(shape.of, 2)]
            if kind in ("pop", "pop_to"):
                return [kind, pointer, self.entry_id(spot)]
        if isinstance(shape, Rows) and kind in ("set_rows", "remove_rows"):
            return self.to_rows(spot, kind)
        if isinstance(shape, (Rows, Path)) and (self.profile.any_path or isinstance(shape, Rows)):
            if kind == "insert":
                return ["insert", f"{pointer}/{self.end(count)}", self.item(shape)]
            if kind == "remove" and count:
                part = ""
                if dice.chance(self.profile.misfits):
                    part = "/id" if isinstance(shape, Path) else token(shape.id_key)
                return ["remove", f"{pointer}/{dice.below(count)}{part}"]
            if kind == "move" and count:
                return ["move", f"{pointer}/{dice.below(count)}", f"{pointer}/{dice.below(count)}"]
        if isinstance(shape, Optional):
            if kind == "remove" and spot.value is not None:
                return ["remove", pointer]
            if kind == "move" and self.profile.slot_moves:
                name = pointer.rpartition("/")[2]
                other = {"slot": "sheet", "sheet": "slot"}.get(name, "maybe")
                return ["move", pointer, pointer[: len(pointer) - len(name)] + other]
            if kind == "insert" and self.profile.slot_moves:
                return ["insert", pointer, self.values.value(shape.of, 3)]
        return None

    def to_rows(self, spot: Spot, kind: str) -> list[Any]:
        """A write to all rows that satisfy a condition."""
        row = Spot("", spot.shape.of, spot.value[0] if isinstance(spot.value, list) and spot.value else None, spot.shape.id_key)

        def inside() -> str:
            return (self.step(row) or row).pointer

        maker = ConditionMaker(self.dice, inside, lambda: self.dice.pick(("/n", "/k", "", spot.pointer)),
                               self.profile.misfits)
        if kind == "remove_rows":
            return [kind, spot.pointer, maker.condition()]
        inner = self.step(row) or row
        return [kind, spot.pointer, inner.pointer, self.near(inner), maker.condition()]

    def renamed(self, spot: Spot) -> list[Any]:
        """Gives one of the rows at a place another id, mostly a new one; or writes a row without an id."""
        key = spot.shape.id_key
        count = len(spot.value) if isinstance(spot.value, list) else 0
        index = self.dice.below(max(count, 1))
        row = f"{spot.pointer}/{index}"
        if self.dice.chance(0.25):
            made = self.values.value(spot.shape.of, 2)
            return ["set", row, {name: made[name] for name in made if name != key}]
        there = spot.value[index] if count else None
        id = there.get(key) if isinstance(there, dict) else None
        if isinstance(id, (dict, list)) and self.dice.chance(0.7):
            inside = "/k" if isinstance(id, dict) else "/0"
            return ["set", row + token(key) + inside, self.dice.pick((1, 2, 3))]
        return ["set", row + token(key), self.dice.pick(self.values.row_ids)]

    def near(self, spot: Spot) -> Any:
        """A value for a place: a new value, or the present value with a change."""
        shape, value = spot.shape, spot.value
        if isinstance(shape, Optional) and value is not None and self.dice.chance(0.3):
            return None
        if isinstance(value, list) and value and self.dice.chance(0.6):
            return self.rearranged(shape, value)
        if isinstance(value, dict) and "n" in value and self.dice.chance(0.4):
            return {**value, "n": self.dice.below(4)}
        if isinstance(value, (dict, str)) and self.dice.chance(0.15):
            return value
        made = self.values.value(shape, 3)
        if not self.profile.any_path and spot.row_key and isinstance(value, dict):
            made[spot.row_key] = value.get(spot.row_key)
        return made

    def rearranged(self, shape: Shape, items: list[Any]) -> list[Any]:
        items = self.dice.mixed(items) if self.dice.chance(0.5) else list(items)
        if self.dice.chance(0.5):
            items.pop(self.dice.below(len(items)))
        can_add = self.profile.any_path or isinstance(shape, Rows)
        if can_add and isinstance(shape, (Rows, Path)) and self.dice.chance(0.4):
            items.insert(self.dice.below(len(items) + 1), self.item(shape))
        return items

    def item(self, shape: Rows | Path) -> Any:
        """A row, or an entry of a path."""
        made = self.values.value(shape.of, 2)
        if isinstance(shape, Rows) and isinstance(made, dict):
            return made
        return made if self.dice.chance(0.4) else {"id": self.dice.below(9), "element": made}

    def entry_id(self, spot: Spot) -> int:
        entries = spot.value if isinstance(spot.value, list) else ()
        ids = [item.get("id") for item in entries if isinstance(item, dict)]
        known = [id for id in ids if isinstance(id, int)]
        return self.dice.pick(known) if known and self.dice.chance(0.85) else self.dice.below(6)

    def end(self, count: int) -> str:
        at = self.dice.below(count + 1)
        return "-" if at == count and self.dice.chance(0.5) else str(at)


def lists(spot: Spot) -> list[Spot]:
    """The lists anywhere inside a value."""
    shape, value, at = spot.shape, spot.value, spot.pointer
    if isinstance(shape, Optional):
        return [] if value is None else lists(Spot(at, shape.of, value))
    inner: list[Spot] = []
    if isinstance(shape, Struct) and isinstance(value, dict):
        inner = [Spot(at + token(name), member, value[name])
                 for name, member in shape.members.items() if name in value]
    elif isinstance(shape, Enum) and isinstance(value, dict):
        inner = [Spot(at + token(name), member, value[name])
                 for name, member in shape.cases.items() if member and name in value]
    elif isinstance(shape, (Rows, Path)) and isinstance(value, list):
        inner = [Spot(f"{at}/{index}", shape.of, item) for index, item in enumerate(value)
                 if isinstance(shape, Rows)]
        return [spot, *(found for one in inner for found in lists(one))]
    return [found for one in inner for found in lists(one)]
