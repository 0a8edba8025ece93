"""Snapshots (R41 to R57): a store at one point in time, and the return to it."""

from collections import Counter
from copy import deepcopy

from .features import Reducer
from .forms import complete_all
from .history import key_of, undoables
from .keeping import Keeping
from .leaving import Kept
from .misfits import misfits
from .observing import Observer
from .readers import needs_places, reachable_readers
from .transient import has_transient, lasting
from .values import MISSING, clone, resolve, same


class Moment:
    """A copy of everything in a store except its effects; of these the requests in flight."""

    def __init__(self, store):
        store.slots.settle_all()
        self.node = store.feature.node
        self.state = clone(store.state)
        self.lasting = lasting(store.feature, self.state)
        self.slots = {name: slot.id for name, slot in store.slots.table.items()}
        self.fresh = store.slots.fresh
        self.elements = store.element_numbers()
        self.uuids = store.uuids[None]
        self.requests = Keeping(store).requests()
        self.next_request = store.request_number
        self.now = store.loop.now
        self.times = {clock: store.loop.time(clock) for clock in ("own", "date", "sleep")}
        # One copy, since steps refer to the elements of the ledger.
        self.rows, self.histories = deepcopy((store.rows, steps_of(store)))
        self.asks_readers = store.asks_readers
        # State-driven effects, by the places of their declarations. R47: two with the same name both start from the
        # beginning.
        effects, names = store.effects, Counter(store.effects.names.values())
        self.kept = {place_of(owner): Kept(effects, owner) for owner in effects.followed
                     if names[effects.names[owner]] == 1}

    def kept_now(self, loop):
        """R47: the same effect, as it should continue now."""
        by = {clock: loop.time(clock) - then for clock, then in self.times.items()}
        return {place: kept.after(by, loop) for place, kept in self.kept.items()}

    def kept_requests(self, is_text):
        """B320, and B316 for the snapshot's text."""
        return [kept.saved() for kept in self.requests] if is_text else self.requests

    def fits(self, store):
        """Whether a store accepts the state; returns what is open in that case."""
        if self.node is not store.feature.node:
            store.loop.unclear = "a moment of another reducer"
        readers = [one for state in (store.state, self.state)
                   for one in reachable_readers(store.feature, state)]
        if any(needs_places(Reducer(of, one.names)) for one in readers for _, of in one.node["choices"]):
            store.loop.unclear = "a reader with slots or lists, in a moment"
        state = clone(self.state)
        complete_all(store.feature, state, ())
        return not misfits(store.feature, state)

    def put_into(self, store, is_text=True):
        """R41 to R43: the state, its presentations, and the next numbers. Z211, Z215: a text has no transient members."""
        before = store.state
        store.state = clone(self.lasting if is_text else self.state)
        complete_all(store.feature, store.state, ())
        if has_transient(store.feature):
            store.met("moment:transient" if is_text else "moment:transient kept")
        if not same(lasting(store.feature, store.state), self.lasting):
            store.loop.unclear = "what a shape adds to a moment"
        store.held = {}
        store.elements, store.taken = deepcopy(self.elements)
        store.uuids[None] = self.uuids
        store.request_number = max(store.request_number, self.next_request)
        store.normalize()
        slots = store.slots
        former = {name: slot.id for name, slot in slots.table.items()}
        slots.table, store.histories = {}, {}
        slots.appeared()
        for name, slot in slots.table.items():
            slot.id = self.slots.get(name)
        slots.fresh = self.fresh
        store.record([("replace", ())], before)
        store.histories = {}
        store.begin_histories(())
        self.bring_back_histories(store)
        self.touch(store, before, former)
        store.world.keep_views()

    def bring_back_histories(self, store):
        """R50: the steps, and the elements that they refer to. The time in between does not count for steps."""
        if not store.has_histories:
            return
        store.rows, kept = deepcopy((self.rows, self.histories))
        for reducer, at, name in list(undoables(store.feature, store.state, held=store.held)):
            history = store.history(reducer, name)
            history.undo, history.redo, last, history.key, history.group, history.dropped = kept.get(
                key_of(reducer, name), ([], [], None, None, None, 0))
            history.moment = None if last is None else last + store.loop.now - self.now
            store.show_history(reducer, history, at)
            store.met("moment:history" if history.undo or history.redo else "moment:empty history")

    def touch(self, store, before, former):
        """R45: an observer of a place that was missing is notified of the new value, even if it equals the last
        reported one; observers around that place are not. Whether an equal value of a new presentation is reported is
        open."""
        store.touched.clear()
        store.world.open_derived()
        for rows in store.world.lists:
            if rows is not None:
                rows.restored()
        for observer in store.world.observers:
            is_of_store = isinstance(observer, Observer) and not observer.is_freed
            keys = observer.address() if is_of_store else None
            if keys is not None and resolve(before, keys) is MISSING:
                store.touched.append((keys, store.name_of(keys), "here"))
        for spot in store.slots.spots():
            slot = store.slots.table.get(spot.name)
            if former.get(spot.name) != (slot and slot.id):
                store.touched.append((spot.keys, spot.name, "equal"))


def steps_of(store):
    return {key: (one.undo, one.redo, one.moment, one.key, one.group, one.dropped) for key, one in store.histories.items()}


def place_of(owner):
    """The location of an effect, regardless of the presentation that contains it."""
    return tuple((segment[0], segment[1], None) if segment[0] in ("slot", "part") else segment
                 for segment in owner)
