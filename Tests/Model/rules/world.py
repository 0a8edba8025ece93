"""A case as the model plays it: the commands of README.md, and their answers."""

import json
from collections import Counter

from .keeping import Keeping
from .commands import Commands
from .composing import is_mistaken
from .features import SLOTS, Reducer
from .forms import complete_all
from .loop import Loop
from .misfits import misfits
from .moments import Moment
from .naming import is_misnamed
from .readers import all_parts, writes_an_id
from .sharing import SharedValue
from .statuses import DECODE, INVALID, OK
from .store import Store
from .typed import manner, with_types
from .values import clone, text


class World(Commands):
    def __init__(self, feature, state, profile="c"):
        self.manner = manner(profile)
        self.met = Counter()
        self.events, self.early = [], []  # events while the store is made belong to the first step
        self.turns = 0
        self.saved, self.shared = [], {}
        self.has_left = False
        self.begin_process(Loop())
        self.made, reducer = self.reducer(feature, state)
        if self.made != OK:
            return
        self.store = Store(self, reducer, state, self.loop)

    def begin_process(self, loop):
        """Nothing that a command could name exists."""
        self.loop, self.store = loop, None
        self.stores, self.observers, self.tasks = [None], [], []
        self.senders, self.snapshots, self.moments = [], [], []
        self.derived, self.freed_derived = [], set()
        self.lists = []
        self.requests, self.unserved = [], []
        self.loop_servers, self.server_count = {}, 0
        self.is_telling_shared = False
        self.endings = 0  # calls that end effects
        self.depth = 0  # of nested commands
        self.is_making = False
        self.current_sender = None
        self.reduced, self.written_slots = 0, set()

    def begin(self):
        """The effects that the first state starts."""
        if self.store is None:
            return
        self.is_making = True  # the store does not exist for the program before it is made
        self.store.begin_following()
        self.is_making = False
        self.early = self.events

    def reducer(self, feature, state):
        """The reducer of a description, with the status if it has a configuration error or the state does not match it."""
        reducer = Reducer(with_types(feature, self.manner.is_typed))
        if is_mistaken(reducer) or not self.manner.is_typed and is_misnamed(reducer):
            return INVALID, None
        state = clone(state)
        complete_all(reducer, state, ())
        found = misfits(reducer, state)
        if any(misfit.in_reader for misfit in found):
            self.loop.unclear = "what a reader needs of a place"
        if any(not misfit.in_reader for misfit in found):
            return DECODE, None
        if any(writes_an_id(part) for part in all_parts(reducer, state)):
            self.loop.unclear = "an operator at a row's own id"
        return OK, reducer

    # ------------------------------------------------------------- for the player

    @property
    def state(self):
        return None if self.store is None or self.store.has_ended else self.store.state

    @property
    def unclear(self):
        return self.loop.unclear

    def slots(self):
        if self.state is None:
            return []
        return [text(spot.keys) for spot in self.store.spots() if spot.part.op in SLOTS]

    def step(self, step):
        self.events, self.early = self.early, []
        self.reduced, self.written_slots = 0, set()
        command = step.get("do")
        if self.loop.has_worker and command != ["idle"]:
            self.loop.unclear = "a worker is at work beside something else"
        if command == ["new_process"] and not self.has_left:
            return json.loads(json.dumps(self.leave()))
        self.perform(command)
        self.events.append(["after", self.after(step.get("ids") or [])])
        return json.loads(json.dumps(self.events))

    def end(self):
        self.events, self.early = self.early, []
        if self.store is not None:
            self.finish_senders()
            self.do_free_store()
        self.say("snapshots", True)
        if not self.manner.is_typed:
            self.say("servers", True)
        self.say("live", 0)
        return self.events

    def leave(self):
        """The process ends, and another process continues from a snapshot, with the saved ids and the shared values."""
        self.met["command:new_process"] += 1
        self.has_left, former, loop = True, self.store, Loop()
        if former.has_ended:
            self.loop.unclear = "another process without a store to go on from"
        moment = Moment(former)
        shared = {name: one.value for name, one in self.shared.items()}
        told = self.end()
        loop.now, loop.unclear = self.loop.now, self.loop.unclear
        loop.ahead, loop.was_set_back = self.loop.ahead, self.loop.was_set_back
        self.begin_process(loop)
        self.shared = {name: SharedValue(value) for name, value in shared.items()}
        self.events = []
        self.open_from(moment, former.feature)
        self.early = self.events
        return told

    def after(self, ids):
        ended = self.store.has_ended
        # A value that a program removed, and that a default restores.
        taken = {} if self.manner.is_typed else {
            "takes": not ended and self.store.is_complete(),
            "requests": None if ended else Keeping(self.store, is_list=True).listed()}
        return taken | {
            "state": None if ended else clone(self.store.state),
            "effects": 0 if ended else len(self.store.effects.running),
            "tasks": [self.is_finished(task) for task in self.tasks],
            "views": [self.shown(view) for view in self.stores[1:]],
            "ids": [None if ended else self.presentation_id(pointer) for pointer in ids],
        }

    # --------------------------------------------------------------- for the store

    def say(self, *event):
        self.events.append(list(event))

    def keep_views(self, is_burst_over=False):
        """C16: a view keeps its last value."""
        if self.store is not None and self.store.is_typed and not is_burst_over:
            return
        # A derived value holds its view.
        held = [derived.view for derived in self.derived if derived is not None]
        for view in self.stores[1:] + held:
            if view is not None:
                view.keep()

    def open_derived(self):
        """Changes without a write: another reducer, or another state."""
        for one in self.derived:
            if one is not None:
                one.open()

    def next_turn(self):
        self.turns += 1
        return self.turns

    def notify(self, touched):
        """C26: in the order of subscription; an observer that joined during the calls was already called, one that has
        left is not called."""
        for one in self.derived + self.lists:
            if one is not None:
                one.note(touched)
        there = [one for one in self.observers + self.lists if one is not None]
        there.sort(key=lambda one: one.turn if self.manner.is_typed else one.turn[-1:])
        for observer in there:
            if not observer.is_freed:
                observer.hear(touched)
