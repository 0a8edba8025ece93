"""Derived values (J20 to J36, J56): their values, when they are computed, who is notified.

The function of a derived value reads some places in order up to the first missing one, then the derived values made
before it, and then lists. Its value is the list of the results.
"""

from .observing import OPEN, UNTOUCHED, Observer
from .statuses import BUSY, CLOSED, INVALID, OK
from .values import MISSING, clone, parse, resolve, same


class Place:
    """A place that was read: its value, and whether it was written since."""

    def __init__(self, derived, keys):
        self.where = Observer(derived.world, -1, derived.view, "value", keys, [])
        self.derived, self.keys = derived, keys
        self.value = clone(derived.look(keys))
        self.status = UNTOUCHED

    def note(self, touched):
        keys = self.where.address()
        self.status = max(self.status, OPEN if keys is None else self.where.touch(keys, touched))

    def differs(self):
        return not same(self.value, self.derived.look(self.keys))


class Listed:
    """A list that was read (J56): it may have changed if one of its inputs was written, or another part is shown."""

    def __init__(self, world, number):
        self.world, self.number = world, number
        self.rows = world.list_at(number)
        self.value, self.shows = self.look(), self.rows.shows if self.rows else 0
        self.written = UNTOUCHED

    @property
    def status(self):
        is_shown_otherwise = self.rows is not None and self.rows.shows != self.shows
        return OPEN if is_shown_otherwise else self.written

    @status.setter
    def status(self, status):
        """After this read nothing is stale."""
        self.written = status
        self.shows = self.rows.shows if self.rows else 0

    def look(self):
        rows = self.world.list_at(self.number)
        return None if rows is None else [clone(row.read) for row in rows.shown(rows.all())]

    def note(self, touched):
        if self.rows and self.rows.is_wide:
            self.written = max(self.written, OPEN)  # a write beside the rows may be told
            return
        for place in self.rows.places if self.rows else ():
            keys = place.address()
            self.written = max(self.written, OPEN if keys is None else place.touch(keys, touched))

    def differs(self):
        return self.world.list_at(self.number) is not self.rows or not same(self.value, self.look())


class Derived:
    def __init__(self, world, number, view, pointers, of, is_named, lists=()):
        self.world, self.number, self.view, self.lists = world, number, view, lists
        self.places, self.of, self.is_named = [parse(one) for one in pointers], of, is_named
        self.value, self.version = None, 0
        self.read, self.asked, self.met = [], [], []

    def handles(self):
        """The values that the function finds, beside the state."""
        return [self.world.list_at(number) for number in self.lists], [
            self.world.derived_at(number) for number in self.of if number < self.number]

    def look(self, keys):
        """The result of a read of the store now: a view whose state is gone shows the last value."""
        return resolve(self.world.store.state if self.view is None else self.view.last, keys)

    def compute(self):
        self.world.say("computed", self.number)
        self.world.met["event:computed"] += 1
        self.read = [Place(self, keys) for keys in self.places] if self.is_named else []
        self.asked, value = [], []
        for keys in self.places:
            if keys is None:
                break
            found = self.look(keys)
            if not self.is_named:
                self.read.append(Place(self, keys))
            if found is MISSING:
                break
            value.append(clone(found))
        for number in self.of:
            other = self.world.derived_at(number) if number < self.number else None
            if other is not None:
                other.refresh()
                self.asked.append((other, other.version))
            value.append(None if other is None else clone(other.value))
        self.met = self.handles()
        for number in self.lists:
            if self.world.list_at(number) is not None:
                self.read.append(Listed(self.world, number))
            value.append(Listed(self.world, number).value)
        if self.version == 0 or not same(self.value, value):
            self.version += 1
        self.value = value

    def refresh(self):
        """J20, J25: computed if one of its inputs has changed. If a place was written without a change, it may be
        computed."""
        before, differing = len(self.world.events), [one for one in self.read if one.differs()]
        if self.version == 0 or differing:
            is_list_alone = self.version and all(isinstance(one, Listed) for one in differing)
            self.compute()
            if is_list_alone and len(self.world.events) > before + 1:
                self.world.loop.unclear = "whether a list that was read is looked at before other derived values"
            return None
        is_open = any(place.status != UNTOUCHED for place in self.read)
        for other, version in self.asked:
            other.refresh()
            if is_open and len(self.world.events) > before:
                self.world.loop.unclear = "which of two derived values is computed first"
            if other.version != version:
                return self.compute()
        if is_open:
            if self.handles() != self.met:
                self.world.loop.unclear = "whether a function runs again that finds what was made or freed since"
            self.world.say("?", "computed", self.number)
        return None

    def settle(self):
        """After this read nothing is stale."""
        for place in self.read:
            place.status = UNTOUCHED
        for other, _ in self.asked:
            other.settle()

    def note(self, touched):
        for place in self.read:
            place.note(touched)

    def open(self):
        """All may have been overwritten with equal values."""
        for place in self.read:
            place.status = max(place.status, OPEN)

    def is_due(self):
        """J24: not visited if none of its inputs was written. A derived value that it reads may already have been
        computed for another observer."""
        return any(place.status != UNTOUCHED or place.differs() for place in self.read) \
            or any(other.version != version or other.is_due() for other, version in self.asked)


class DerivedObserver(Observer):
    """An observer of a derived value."""

    def __init__(self, world, index, derived, commands):
        super().__init__(world, index, None, "derived", (), commands)
        self.derived = derived

    def address(self):
        return None

    def subscribe(self):
        self.derived.refresh()
        self.derived.settle()
        self.version = self.derived.version
        self.tell_first("derived", clone(self.derived.value))

    def hear(self, touched):
        del touched
        if self.is_freed:
            return
        # An earlier observer may have read it.
        if self.derived.is_due():
            self.derived.refresh()
        if self.derived.version != self.version:
            self.version = self.derived.version
            self.tell("derived", clone(self.derived.value))


class Deriving:
    """The commands for derived values; mixed into the others."""

    def derived_at(self, number):
        """A derived value whose handle was not freed."""
        known = isinstance(number, int) and 0 <= number < len(self.derived)
        return self.derived[number] if known and number not in self.freed_derived else None

    def do_derive(self, index, pointers, of, is_named, lists=()):
        view = self.view(index)
        if view is MISSING or not isinstance(pointers, list) or not isinstance(of, list) \
                or not isinstance(is_named, bool):
            return None
        number = len(self.derived)
        self.derived.append(None)
        pointers = [one for one in pointers if isinstance(one, str)]
        if self.store.has_ended:
            return CLOSED
        if is_named and any(parse(one) is None for one in pointers):
            return INVALID
        if is_named and self.cannot_be_there(view, *map(parse, pointers)):
            return INVALID
        of = [one for one in of if isinstance(one, int) and not isinstance(one, bool)]
        lists = [one for one in lists or () if isinstance(one, int) and not isinstance(one, bool)]
        self.derived[number] = Derived(self, number, view, pointers, of, is_named, lists)
        return OK

    def do_derived_get(self, number):
        derived = self.derived_at(number)
        if derived is None:
            return None
        if self.store.has_ended:
            return CLOSED, None
        if self.is_reducing():
            return BUSY, None
        derived.refresh()
        derived.settle()
        return OK, clone(derived.value)

    def do_observe_derived(self, number, commands):
        derived = self.derived_at(number)
        if derived is None:
            return None
        place = len(self.observers)
        self.observers.append(None)
        if self.store.has_ended:
            return CLOSED
        if self.is_reducing():
            return BUSY
        observer = DerivedObserver(self, place, derived, commands)
        self.join(place, observer)
        return OK

    def do_derived_free(self, number):
        if self.derived_at(number) is not None:
            self.freed_derived.add(number)
