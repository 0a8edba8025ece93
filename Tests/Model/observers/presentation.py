"""["told", OBSERVER, "present", ID, NAME or null, VALUE], ["told", OBSERVER, "update", ID, VALUE] and
["told", OBSERVER, "dismiss", ID]"""

from play.shapes import Optional
from rules.features import SLOTS, is_enum
from rules.observing import CHANGED, NOWHERE, OPEN, Observer
from rules.statuses import OK
from rules.values import case_of, clone

WEIGHT = 5
ORDER = 3
PLAYED_BY = ("c", "mixed", "swift")
TOLD = ("present", "update", "dismiss")


def draw(maker, number, store):
    if maker.slots and maker.dice.chance(0.6):
        return 0, maker.dice.pick(maker.slots)
    return maker.place_of(Optional, number, store)


class Kind(Observer):
    known_id = known_case = None

    def refused(self, commands, pointer):
        self.note_place(commands, pointer)
        return OK

    def begin(self, keys):
        if keys is None:
            return
        self.known_id = self.presented(keys)
        if self.known_id is not None:
            self.tell_present(keys, self.tell_first)

    def place(self):
        """A dismissal is reported even if the view of the presentation is removed with it."""
        if self.view is None:
            return self.address()
        keys = self.view.place()
        return NOWHERE if keys is None else keys + self.keys

    def hear_at(self, keys, touched):
        old, old_value = self.known_id, self.known
        self.known_id = self.presented(keys)
        self.known = clone(self.value(keys))
        if old != self.known_id:
            if old is not None:
                self.tell("dismiss", old)
            if self.known_id is not None and not self.is_freed:
                self.tell_present(keys, self.tell)
        elif old is not None and self.world.manner.tells_updates:
            change = self.has_changed(keys, touched, old_value, self.known)
            name, payload = self.parts_up(keys)
            if name == self.known_case:
                tell = {CHANGED: self.tell, OPEN: self.may_tell}.get(change)
                if tell:
                    tell("update", old, clone(payload))
            elif change == CHANGED:  # J58: an update does not name the case.
                self.tell("dismiss", old)
                if not self.is_freed:
                    self.tell_present(keys, self.tell)
            elif change == OPEN:
                self.world.loop.unclear = "an equal write to what another reducer made an enum"

    def slot(self, keys):
        for spot in self.world.store.spots():
            if spot.part.op in SLOTS and spot.keys == keys:
                return spot
        return None

    def presented(self, keys):
        self.world.store.slots.settle_all()
        spot = self.slot(keys)
        return None if spot is None else self.world.store.slots.table[spot.name].id

    def tell_present(self, keys, tell):
        self.known_case, payload = self.parts_up(keys)
        tell("present", self.known_id, self.known_case, clone(payload))

    def parts_up(self, keys):
        """The present case and its payload. For a value that is not an enum: no case, and the value."""
        spot = self.slot(keys)
        found = case_of(spot.value) if is_enum(spot.part) else None
        if found is None and spot.part["is_typed"] and not self.world.manner.is_typed and case_of(spot.value):
            self.world.loop.unclear = "whether what a Swift feature presents is an enum"
        return (None, spot.value) if found is None else found
