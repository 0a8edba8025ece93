"""Presentations and their ids (D1 to D14, D84, D85): a table beside the state."""

from .features import LISTS, SLOTS, elements, identity, is_ephemeral
from .values import is_absent


class Presentation:
    """The presentation in a slot: none, or a value under an id. `serial` distinguishes two presentations with one id."""

    def __init__(self):
        self.id = None
        self.serial = 0
        self.identity = None
        self.is_alert = False


class Slots:
    def __init__(self, store):
        self.store = store
        self.table = {}
        self.serials = 0
        self.fresh = 0
        self.came = set()  # filled in this step by a write around the slot

    def spots(self):
        return [spot for spot in self.store.spots() if spot.part.op in SLOTS]

    def written(self, keys, is_in_place=False):
        """A write at a place: the slot at exactly that place is judged now, and slots inside have appeared or are gone."""
        self.drop_missing()
        for spot in self.spots():
            if spot.keys[: len(keys)] == keys != spot.keys and not is_absent(spot.value):
                self.came.add(spot.name)
            # Typed values are assigned part by part: each slot as if alone (D2 to D6).
            is_assigned = spot.keys == keys or (
                self.store.is_typed and spot.keys[: len(keys)] == keys)
            if is_assigned and spot.name in self.table:
                # D7: the presented feature wrote itself. A typed alert is then the same alert, and a value is
                # compared after the step.
                if not (is_in_place and spot.keys == keys):
                    self.assigned(spot)
        self.appeared()

    def drop_missing(self, is_over=False):
        """D85. A row that leaves may come back in the same step: then it was not removed (F5)."""
        self.came = set() if is_over else self.came
        there = {spot.name for spot in self.spots()}
        rows = self.rows()
        for name in [name for name in self.table if name not in there]:
            if is_over or not has_left(name, rows):
                del self.table[name]

    def rows(self):
        return {spot.name + own[:1] for spot in self.store.spots() if spot.part.op in LISTS
                for _, _, own in elements(spot.part, spot.value, spot.keys, self.store.held)}

    def appeared(self):
        """D84: a presentation inside an appearing value has its id from then on; in a value that may now be another
        presentation, once that is known (D11), so that no id is taken twice."""
        waiting = []
        for spot in self.spots():
            slot = self.table.get(spot.name)
            if any(spot.name[: len(outer)] == outer for outer in waiting):
                continue
            if slot is not None and identity(spot.part, spot.value) != slot.identity:
                waiting.append(spot.name)
            if slot is None:
                self.table[spot.name] = Presentation()
                self.settle(spot)

    def adopt(self):
        """R5, R7: after a reducer replacement a presentation in a slot of the new reducer stays presented under its id."""
        there = {spot.name: spot for spot in self.spots()}
        for name in [name for name in self.table if name not in there]:
            del self.table[name]
        for name, slot in self.table.items():
            spot = there[name]
            slot.identity = identity(spot.part, spot.value)
            slot.is_alert = is_ephemeral(spot.part, spot.value)
        self.appeared()

    def settle(self, spot):
        """D11: a slot that was not written itself is compared with its earlier value."""
        slot = self.table.setdefault(spot.name, Presentation())
        found = identity(spot.part, spot.value)
        world = self.store.world
        if found is None and spot.name in self.came and (world.moments or world.has_left):
            self.store.loop.unclear = "how many ids what comes and goes in one step takes"
        if found == slot.identity:
            return slot
        self.note_inside(spot, found)
        if any(name[: len(spot.name)] == spot.name for _, name in self.store.histories):
            self.store.loop.unclear = "a history of what becomes another presentation by what is in it"
        return self.begin(spot, None) if found is not None else self.end(spot.name)

    def settle_all(self):
        for spot in self.spots():
            self.settle(spot)
        self.appeared()

    def assigned(self, spot):
        """D2 to D6, D9, D48: a write of exactly the slot."""
        slot = self.table[spot.name]
        found = identity(spot.part, spot.value)
        if found is None:
            self.end(spot.name)
        elif slot.identity is None or found != slot.identity or slot.is_alert:
            self.note_inside(spot, found)
            self.begin(spot, None)

    def present(self, spot, given):
        """D25: an id from an action is authoritative."""
        slot = self.table.setdefault(spot.name, Presentation())
        if is_absent(spot.value):
            self.end(spot.name)
        elif given is None or given != slot.id:
            self.begin(spot, given)
        else:
            self.note_inside(spot, spot.value)
            slot.identity = identity(spot.part, spot.value)
            slot.is_alert = is_ephemeral(spot.part, spot.value)

    def begin(self, spot, given):
        if any(history.is_in_step and name[: len(spot.name)] == spot.name
               for (_, name), history in self.store.histories.items()):
            self.store.loop.unclear = "a history of what becomes another presentation in a step of it"
        slot = self.table[spot.name]
        self.forget_inside(spot.name)
        self.serials += 1
        slot.serial = self.serials
        if given is None:
            given = f"m{self.fresh}"
            self.fresh += 1
        slot.id = given
        slot.identity = identity(spot.part, spot.value)
        slot.is_alert = is_ephemeral(spot.part, spot.value)
        return slot

    def end(self, name):
        """D80, D83: the end of a presentation ends everything presented inside it."""
        slot = self.table[name]
        self.forget_inside(name)
        slot.id, slot.serial, slot.identity, slot.is_alert = None, 0, None, False
        return slot

    def presents_inside(self, name):
        return any(slot.id is not None for other, slot in self.table.items()
                   if len(other) > len(name) and other[: len(name)] == name)

    def note_inside(self, spot, found):
        """A typed value may change into another in place, and keep the slots inside it."""
        if found is not None and spot.part["is_typed"] and self.presents_inside(spot.name):
            self.store.loop.unclear = "a typed value that becomes another around what it presents"

    def forget_inside(self, name):
        for other in [other for other in self.table
                      if len(other) > len(name) and other[: len(name)] == name]:
            del self.table[other]

    def gone(self, name):
        """A slot whose container is missing presents nothing."""
        slot = self.table.pop(name, None) or Presentation()
        self.forget_inside(name)
        slot.id, slot.serial, slot.identity, slot.is_alert = None, 0, None, False
        return slot


def has_left(name, rows):
    """Whether a place is inside a missing row."""
    return any(key.startswith("#") and name[: index + 1] not in rows
               for index, key in enumerate(name))
