"""Observers (C26, C31, J): who is told of what."""

from .features import LISTS, SLOTS, is_enum
from .values import MISSING, case_of, child, clone, is_absent, is_container, resolve, same

NOWHERE = ("\0",)


class Observer:
    """Somebody who is told of one place."""

    def __init__(self, world, index, view, kind, keys, commands):
        self.world, self.index, self.view = world, index, view
        self.kind, self.keys, self.commands = kind, keys, commands
        self.is_freed = False
        self.is_joining = False  # nobody has it before the call that made it has returned
        self.turn = (view.turn if view else ()) + (world.next_turn(),)
        self.known = MISSING
        self.known_id = self.known_case = None

    def address(self):
        outer = () if self.view is None else self.view.address()
        return None if outer is None else outer + self.keys

    def value(self, keys):
        return resolve(self.world.store.state, keys)

    def subscribe(self):
        """J4: told of what is there at once; patches and changes are not."""
        keys = self.address()
        if keys is None:
            if self.kind == "changes":
                self.world.loop.unclear = "the way back to what a view showed before it was observed"
            self.known = clone(resolve(self.view.last, self.keys))
        else:
            self.known = clone(self.value(keys))
        if self.kind == "value":
            self.tell_first("value", shown(self.known))
        elif self.kind == "case":
            self.tell_first("case", *self.case(self.known))
        elif self.kind == "ids":
            self.known = self.ids(keys, self.known)
            self.tell_first("ids", self.known)
        elif self.kind == "presentation" and keys is not None:
            self.known_id = self.presented(keys)
            if self.known_id is not None:
                self.tell_present(keys, self.tell_first)

    def say(self, *what):
        self.world.met["observer:" + self.kind] += 1
        self.world.say("told", self.index, *what)

    def tell_first(self, *what):
        """J141: what is sent in the first call waits until that has returned."""
        self.say(*what)
        if self.commands[:1] == ["at_once"]:
            commands, self.commands = self.commands, []
            self.world.store.telling(lambda: self.world.perform_calls(commands))

    def tell(self, *what):
        """A change, after which its commands run once."""
        self.say(*what)
        commands, self.commands = self.commands, []
        self.world.perform_calls(commands)

    def may_tell(self, *what):
        """What the rules leave open: a write brought an equal value. Who answers must not hear of it."""
        self.world.say("?", "told", self.index, *what)
        if self.commands:
            self.world.loop.unclear = "an observer that answers may be told of an equal value"

    # ------------------------------------------------------------------ what is there

    def case(self, value):
        if is_absent(value):
            return None, None
        found = case_of(value)
        if found is None:
            return None, clone(value)
        return found[0], None if found[1] == {} and isinstance(value, str) else clone(found[1])

    def ids(self, keys, value):
        key = "id"
        for spot in self.world.store.spots():
            if spot.part.op in LISTS and spot.keys == keys:
                key = spot.part.id_key
        rows = value if isinstance(value, list) else []
        ids = [child(row, key) for row in rows]
        return [None if one is MISSING else clone(one) for one in ids]

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
        """The case that is up and its payload; of what is no enum no case and the value."""
        spot = self.slot(keys)
        found = case_of(spot.value) if is_enum(spot.part) else None
        if found is None and spot.part["is_typed"] and not self.world.manner.is_typed and case_of(spot.value):
            self.world.loop.unclear = "whether what a Swift feature presents is an enum"
        return (None, spot.value) if found is None else found

    # ----------------------------------------------------------------------- a burst

    def hear(self, touched):
        keys = self.address()
        if self.kind == "presentation" and self.view is not None:
            # A presentation that goes is told of, also where the view of it goes with it.
            keys = self.view.place()
            keys = NOWHERE if keys is None else keys + self.keys
        if keys is None or self.is_freed:
            return
        getattr(self, "hear_" + self.kind)(keys, touched)

    def has_changed(self, keys, touched, old, new):
        """J1: what differs has changed; of a container an equal write tells too."""
        if not self.world.manner.tells_of_writes:
            return UNTOUCHED if same(shown(old), shown(new)) else CHANGED
        if not same(old, new):
            return CHANGED
        return self.touch(keys, touched) if is_container(new) else UNTOUCHED

    def touch(self, keys, touched):
        by_name = self.view is not None and self.view.goes_through_row()
        if by_name:
            keys = self.world.store.name_of(keys)
        return max((reaches(name if by_name else written, shifts, keys, by_name)
                    for written, name, shifts in touched), default=UNTOUCHED)

    def hear_value(self, keys, touched):
        new = clone(self.value(keys))
        old, self.known = self.known, new
        change = self.has_changed(keys, touched, old, new)
        if change == CHANGED:
            self.tell("value", shown(new))
        elif change == OPEN:
            self.may_tell("value", shown(new))

    def hear_case(self, keys, touched):
        del touched
        new = clone(self.value(keys))
        old, self.known = self.known, new
        before, after = self.case(old), self.case(new)
        if before[0] != after[0] or is_absent(old) != is_absent(new):
            self.tell("case", *after)

    def hear_ids(self, keys, touched):
        del touched
        old, self.known = self.known, self.ids(keys, self.value(keys))
        if not same(old, self.known):
            self.tell("ids", self.known)

    def hear_presentation(self, keys, touched):
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

    def hear_patches(self, keys, touched):
        new = clone(self.value(keys))
        old, self.known = self.known, new
        if not same(old, new):
            self.tell("patches", shown(new))
        elif is_container(new) and self.touch(keys, touched) != UNTOUCHED:
            self.may_tell("patches", shown(new))

    def hear_changes(self, keys, touched):
        """U1: the value, and what the inverse makes of it: what was told last, or shown by a view since."""
        new = clone(self.value(keys))
        old, self.known = self.known, new
        if not same(old, new):
            self.tell("changes", shown(new), shown(old))
        elif is_container(new) and self.touch(keys, touched) != UNTOUCHED:
            self.may_tell("changes", shown(new), shown(old))


def shown(value):
    """Null and nothing are told alike."""
    return None if value is MISSING else clone(value)


UNTOUCHED, OPEN, CHANGED = 0, 1, 2


def reaches(written, shifts, keys, by_name):
    """Whether a write has to do with what is at some keys: it was inside, or around.

    Where elements came, went or moved it is open whether those before them have.
    """
    array, place = written[:-1], written[-1:]
    if shifts == "renamed":
        return UNTOUCHED if by_name or keys[: len(array)] != array else OPEN
    if shifts == "here":
        return CHANGED if written == keys else UNTOUCHED
    if shifts == "rewritten":
        return OPEN if keys[: len(written)] == written else UNTOUCHED
    size = min(len(written), len(keys))
    if shifts == "equal":
        return OPEN if keys[: len(array)] == array or written[: len(keys)] == keys else UNTOUCHED
    if written[:size] == keys[:size]:
        return CHANGED
    if not shifts or keys[: len(array)] != array:
        return UNTOUCHED
    if len(keys) == len(array):
        return CHANGED
    if by_name:
        return UNTOUCHED
    here = keys[len(array)]
    moved = here.isdigit() and (not place[0].isdigit() or int(here) >= int(place[0]))
    return CHANGED if moved else OPEN
