"""["told", OBSERVER, "ids", [ID, ...]]"""

from play.routes import inside, routes
from play.shapes import Path, Rows
from rules.features import LISTS, is_long
from rules.observing import Observer
from rules.statuses import NOT_FOUND, OK
from rules.values import MISSING, child, clone, is_absent, same

WEIGHT = 2
ORDER = 2
PLAYED_BY = ("c", "mixed", "swift")
TOLD = ("ids",)
SHAPES = (Rows, Path)


def draw(maker, number, store):
    return maker.place_of(SHAPES, number, store, in_row)


def in_row(maker, rows):
    """Half of the time rows inside a row, if there are any."""
    if not maker.dice.chance(0.5):
        return rows
    row = inside(maker.dice, rows)
    below = routes(row) if row is not None else []
    inner = [one for one in below if one.operator and isinstance(one.operator.shape, SHAPES)]
    return maker.dice.pick(inner) if inner else rows


class Kind(Observer):
    def refused(self, commands, pointer):
        self.note_place(commands, pointer)
        address = self.address()
        commands.note_typed_list(address)
        if self.world.manner.is_typed and not any(
                spot.part.op in LISTS and spot.keys == address for spot in self.world.store.spots()):
            self.world.loop.unclear = "ids in a plain array"
        value = None if address is None else self.value(address)
        if isinstance(value, list) and value and is_long(value):
            commands.note_undeclared_list(address)
        return OK if is_absent(value) or isinstance(value, list) else NOT_FOUND

    def begin(self, keys):
        self.known = self.ids(keys, self.known)
        self.tell_first("ids", self.known)

    def hear_at(self, keys, touched):
        old, self.known = self.known, self.ids(keys, self.value(keys))
        if not same(old, self.known):
            self.tell("ids", self.known)

    def ids(self, keys, value):
        key = "id"
        for spot in self.world.store.spots():
            if spot.part.op in LISTS and spot.keys == keys:
                key = spot.part.id_key
        rows = value if isinstance(value, list) else []
        ids = [child(row, key) for row in rows]
        return [None if one is MISSING else clone(one) for one in ids]
