"""Observers (C26, C31, J): the rules that all kinds share. The rules of single kinds are in observers/, one file each."""

from .statuses import OK
from .values import MISSING, clone, is_container, resolve, same

NOWHERE = ("\0",)


class Observer:
    """An observer of one place."""

    def __init__(self, world, index, view, kind, keys, commands):
        self.world, self.index, self.view = world, index, view
        self.kind, self.keys, self.commands = kind, keys, commands
        self.is_freed = False
        self.is_joining = False  # it does not exist for the program before the call that made it has returned
        self.turn = (view.turn if view else ()) + (world.next_turn(),)
        self.known = MISSING

    def address(self):
        outer = () if self.view is None else self.view.address()
        return None if outer is None else outer + self.keys

    def value(self, keys):
        return resolve(self.world.store.state, keys)

    def refused(self, commands, pointer):
        """The status with which a subscription is refused, or OK."""
        return OK

    def note_place(self, commands, pointer):
        """For kinds that observe a slot or a list."""
        commands.note_own_place(self.view, pointer)
        if self.world.manner.is_typed and self.address() is None:
            self.world.loop.unclear = "the slots and lists of what a view keeps"

    def subscribe(self):
        """J4: it receives the current value immediately; observers of patches and changes do not."""
        keys = self.address()
        if keys is None:
            self.known = clone(resolve(self.view.last, self.keys))
        else:
            self.known = clone(self.value(keys))
        self.begin(keys)

    def begin(self, keys):
        """The first notification: most kinds have one, patches and changes do not."""

    def say(self, *what):
        self.world.met["observer:" + self.kind] += 1
        self.world.say("told", self.index, *what)

    def tell_first(self, *what):
        """J141: an action sent in the first call waits until that call has returned."""
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
        """Left open by the rules: a write brought an equal value. An observer that answers must not be notified of it."""
        self.world.say("?", "told", self.index, *what)
        if self.commands:
            self.world.loop.unclear = "an observer that answers may be told of an equal value"

    # ----------------------------------------------------------------------- a burst

    def place(self):
        """The observed place after a burst; None if it is gone, and then there is no notification."""
        return self.address()

    def hear(self, touched):
        keys = self.place()
        if keys is not None and not self.is_freed:
            self.hear_at(keys, touched)

    def has_changed(self, keys, touched, old, new):
        """J1: a different value is a change; for a container an equal write is reported too."""
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


def shown(value):
    """Null and a missing value are reported alike."""
    return None if value is MISSING else clone(value)


UNTOUCHED, OPEN, CHANGED = 0, 1, 2


def reaches(written, shifts, keys, by_name):
    """Whether a write concerns the value at some keys: it was inside, or around.

    If elements were inserted, removed or moved, it is open whether earlier elements are concerned.
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
