"""A store: its state, the buffer of a burst, and the handling of an action (C)."""

from collections import Counter, deque

from .actions import misfit, names
from .apart import applied, is_taken_apart, taken_apart
from .effects import PRIVATE, Effects
from .ends import Ends
from .features import LISTS, PATHS, SLOTS, Reducer, is_ephemeral, is_long, row_name, spots
from .following import Following, declares, has_readers, may_follow
from .forms import complete_all
from .history import History, key_of, option, part_keys, shown_keys, undoables
from .ledger import Ledger
from .misfits import misfits
from .private import ANYONE, PROGRAM, refusal
from .readers import needs_places, reachable_readers, readers
from .resuming import Resuming
from .running import Around as EffectAround, starts_with
from .slots import Slots
from .standing import Around
from .taken import TakenNumbers
from .values import MISSING, child, clone, is_absent, put, resolve, same, text
from .writes import Refused, Writer


MOST_ACTIONS = 1000  # of a step: state-driven effects may trigger themselves

# The issues of an action that did not reach its feature.
OF_LOST_ACTIONS = {"absent-child", "absent-destination", "wrong-case", "missing-element",
                   "missing-stack-element", "action-misfit", "private-case"}


class Store:
    def __init__(self, world, feature, state, loop):
        self.world, self.feature, self.loop = world, feature, loop
        self.state = clone(state)
        self.has_shapes = uses(feature.node, "shape")
        complete_all(feature, self.state, ())
        self.held = {}
        self.assigned = {}
        self.elements = 0
        self.taken = TakenNumbers()
        self.uuids = Counter()
        self.request_number = 0
        self.servers = {}
        self.resuming = Resuming()
        self.hold = None
        self.slots = Slots(self)
        self.histories = {}
        self.effects = Effects(self)
        self.ends = Ends(self)
        self.buffer = deque()
        self.is_busy = self.is_reducing = self.has_ended = self.is_ending = self.is_freed = False
        self.reports_reentrant = self.is_showing = self.is_restoring = False
        self.outer_tasks = frozenset()
        self.action = None
        self.touched = []
        # Whether the current writes come from a typed feature.
        self.is_typed = world.manner.is_typed
        self.dismissed = []  # features whose dismissal waits
        self.dismissing = None  # the feature whose dismissal is being reduced
        self.bindings_read = 0
        self.note_readers(None)
        self.normalize()
        self.ledger = Ledger(self.state, {})
        self.notings, self.indexes = [], []
        self.rows = Ledger(self.state, self.row_lists())
        self.has_histories = uses(feature.node, "undoable")
        self.slots.appeared()
        self.begin_histories(())
        self.touched.clear()
        self.kept = {}  # the effects recorded in a snapshot, while they start
        self.goes_on = False  # whether they are starting
        self.asks_readers = False
        self.begin_to_follow()

    # --------------------------------------------------------------------- telling

    def say(self, *event):
        self.world.say(*event)

    def met(self, what):
        self.world.met[what] += 1

    def wrote(self, status):
        if self.world.manner.tells_statuses:
            self.say("wrote", status)

    def issue(self, code, path):
        """A28: with the case path of the action being reduced."""
        self.met("issue:" + code)
        if code in OF_LOST_ACTIONS:
            self.bindings_read += 1  # G14: no other issue for a write that did not arrive
        found = [] if self.action is None else names(self.feature, self.action)
        self.say("issue", code, path, ".".join(found) if found else None)

    def action_issue(self, code, action, path=""):
        """An issue about an action that no operator is handling."""
        self.action, before = action, self.action
        self.issue(code, path)
        self.action = before

    def call_issue(self, code, path):
        """An issue of a call or of an effect: no operator is handling an action."""
        action, self.action = self.action, None
        self.issue(code, path)
        self.action = action

    # -------------------------------------------------------------------- the state

    def spots(self, reads=True):
        return list(spots(self.feature, self.state, self.held, reads))

    def at(self, keys):
        return resolve(self.state, keys)

    def keys_named(self, name):
        """The present place of a named state; if the state is gone, as much of the place as remains."""
        keys = ()
        for step in name:
            if step.startswith("#"):  # a row
                value = self.at(keys)
                found = [key for key in map(str, range(len(value) if isinstance(value, list) else 0))
                         if name_of(self.feature, self.state, keys + (key,), self.held)[-1] == step]
                if not found:
                    break
                step = found[0]
            keys += (step,)
        return keys

    def commit(self, state, keys, shifts=False, source=None, is_own=False, changes=None):
        """A write that was made: sets up the operators' data for the new values. `is_own`: a reducer wrote its whole
        state. `changes` lists the parts of the write, if it is more than another value at the keys."""
        self.state, before = state, self.state
        if source is not None:
            self.ends.written(before, source)
        if source is None or not (keys and isinstance(resolve(before, keys[:-1]), list)):
            self.ends.written(before, keys)  # a value that moves into a list replaces none
        self.note_readers(before)
        self.touch(keys, shifts, before)
        if source is not None:
            self.touch(source, True, before)
        given = [("replace", at) for at in self.normalize() if at[: len(keys)] != keys]
        self.record((changes or [("replace", keys)]) + given, before)
        self.world.keep_views()
        for spot in self.spots():
            self.note_slot_of_type(spot, keys)
            if spot.keys == keys or (self.is_typed and spot.keys[: len(keys)] == keys):
                self.assigned[spot.name] = self.assigned.get(spot.name, 0) + 1
        self.slots.written(keys, is_own and self.is_typed)
        if self.has_histories and not self.is_showing and not self.is_restoring:
            for change in changes or [("replace", keys)]:
                for one in self.by_rows(change, before):
                    if one[0] in ("replace", "insert"):
                        self.begin_histories(one[1])

    def note_slot_of_type(self, spot, keys):
        """A Swift feature reads the writes of a tree in C when it runs again: it sees neither intermediate values of a
        slot, nor that an alert is the same one."""
        if self.is_typed or not spot.part["is_typed"] or spot.part.op not in SLOTS:
            return
        if keys[: len(spot.keys)] == spot.keys and len(keys) > len(spot.keys) and is_ephemeral(spot.part, spot.value):
            self.loop.unclear = "an alert of a Swift feature, changed from outside"
        if spot.keys[: len(keys)] == keys:
            if spot.name in self.world.written_slots:
                self.loop.unclear = "a slot of a Swift feature, written from outside more than once"
            self.world.written_slots.add(spot.name)

    def record(self, changes, before):
        """Notifies the observers of writes."""
        if self.notings and self.is_typed:
            self.loop.unclear = "what a typed feature writes, noted outside of it"
        for change in changes:
            for noting in self.notings:
                noting.note(change, before)
            self.ledger.write(change, self.state, {})
            for noting in self.notings if change[0] == "insert" else ():
                noting.came(change[1])
        if self.has_histories:
            self.record_for_histories(changes, before)

    # ------------------------------------------------------------------------ histories

    def history(self, reducer, name):
        return self.histories.setdefault(key_of(reducer, name), History(self))

    def row_lists(self):
        return {spot.keys: spot.part.id_key for spot in self.spots()
                if spot.part.op in LISTS and isinstance(spot.value, list)}

    def record_for_histories(self, changes, before):
        lists = self.row_lists()
        places = {key_of(reducer, name): keys + part_keys(reducer)
                  for reducer, keys, name in undoables(self.feature, before, held=self.held)}
        found = [one for change in changes for each in self.by_rows(change, before)
                 for one in self.by_parts(each, before)]
        for change, before, state, is_counts in found:
            done = [] if self.is_showing or is_counts else [
                history.note(change, before, places[key])
                for key, history in self.histories.items() if key in places]
            self.rows.write(change, state, lists)
            for call in done:
                if call:
                    call()

    def by_rows(self, change, before):
        """A row that gets another id is removed, and another row is inserted (decision 28)."""
        keys = change[1]
        if self.is_restoring:  # its earlier id: it was the same row throughout
            return [change]
        for array, key in self.row_lists().items():
            size = len(array)
            row = keys[: size + 1]
            if len(keys) <= size or keys[:size] != array or row in self.held:
                continue
            if len(keys) == size + 1 and change[0] in ("drop", "insert"):
                continue
            old, new = (child(resolve(state, row), key) for state in (before, self.state))
            if row_name(old) != row_name(new):
                return [("drop", row), ("insert", row)]
        return [change]

    def by_parts(self, change, before):
        """U160: a whole value is written as its differing parts, with the states before and after each of them."""
        old, new = (resolve(state, change[1]) for state in (before, self.state))
        # A value that an undo restores keeps its earlier elements.
        is_back = self.rows.node_of_before is not None
        if change[0] != "replace" or is_back or not is_taken_apart(old, new):
            return [(change, before, self.state, False)]
        ways = {spot.keys: (spot.part.id_key, spot.part.op in PATHS) for spot in self.spots()
                if spot.part.op in LISTS and isinstance(spot.value, list)}
        counts = {at + shown_keys(reducer) for state in (before, self.state)
                  for reducer, at, _ in undoables(self.feature, state, held=self.held) if shown_keys(reducer)}
        found = []
        for part, is_counts in taken_apart(old, new, change[1], ways, counts):
            state = applied(part, before, self.state)
            found.append((part, before, state, is_counts))
            before = state
        return found

    def begin_histories(self, keys):
        """U16: a whole value from outside starts a new history."""
        for reducer, at, name in list(undoables(self.feature, self.state, held=self.held)):
            if at[: len(keys)] == keys:
                history = self.history(reducer, name)
                if not history.is_in_step:
                    history.forget()
                    self.show_history(reducer, history, at)

    def show_history(self, reducer, history, at):
        """U12."""
        shown, state = shown_keys(reducer), resolve(self.state, at)
        if shown is None or is_absent(state):
            return
        counts = {"undo": len(history.undo), "redo": len(history.redo)}
        if option(reducer, "describe") is not None:
            for word in ("undo", "redo"):
                counts[word + "Label"] = next((step.label for step in reversed(history.stack(word))), None)
        there = resolve(state, shown)
        self.is_showing = True
        if not isinstance(there, dict) or len(there) != len(counts):
            self.show_count(at + shown, counts)
        else:
            for name, count in counts.items():
                if not same(there.get(name, MISSING), count):
                    self.show_count(at + shown + (name,), count)
        self.is_showing = False

    def show_count(self, keys, value):
        try:
            Writer(self, ()).set(text(keys), value)
        except Refused:
            self.issue("write-failed", text(keys))

    def note_readers(self, before):
        """The data of a place that a dynamic reducer once chose, and no longer chooses, is open."""
        if before is not None and readers(self.feature, before) != readers(
                self.feature, self.state):
            self.loop.unclear = "a reader of slots or lists chose otherwise"
        places = [spot.keys for spot in self.spots() if spot.part.op not in ("scope", "scope_case")]
        if len(set(places)) < len(places):
            self.loop.unclear = "two operators at one place"

    def put(self, keys, value):
        """A write by an operator itself."""
        self.commit(put(clone(self.state), keys, clone(value)), keys)

    def is_complete(self):
        """Whether a store that is made with the state keeps it unchanged."""
        if not self.has_shapes:
            return True
        whole = clone(self.state)
        complete_all(self.feature, whole, ())
        return same(whole, self.state)

    def admits(self, keys, value):
        """A value that an operator writes, completed; MISSING if a shape refuses it (S23)."""
        if not self.has_shapes:
            return value
        state = put(clone(self.state), keys, clone(value))
        complete_all(self.feature, state, keys)
        found = misfits(self.feature, state, self.held)
        if any(misfit.in_reader for misfit in found) or len(set(found)) > 1:
            self.loop.unclear = "a value with two mistakes, or in a reader"
        if found:
            self.issue(found[0].code, text(found[0].keys))
            return MISSING
        return resolve(state, keys)

    def edit_list(self, keys, array, start):
        """A path from an element on: removed with everything behind it, or inserted."""
        count = len(self.at(keys))
        array = self.admits(keys, array)
        if array is MISSING:
            return
        places = [keys + (str(index),) for index in range(start, max(count, len(array)))]
        changes = [("insert", place) for place in places] if len(array) > count else [
            ("drop", place) for place in reversed(places)]
        self.commit(put(clone(self.state), keys, clone(array)), keys + (str(start),), shifts=True,
                    changes=changes)

    def restore(self, row, key, value):
        if len(self.histories) > 1:
            self.loop.unclear = "histories around and inside of a row that wrote its own id"
        self.is_restoring = True
        self.commit(put(clone(self.state), row, value), row + (key,))
        self.is_restoring = False

    def dismiss_slot(self, spot):
        self.ends.written(self.state, spot.keys)
        self.slots.end(spot.name)
        self.put(spot.keys, None)

    def present(self, spot, state, given):
        """D21, D25."""
        state = self.admits(spot.keys, state)
        if state is MISSING:
            return
        self.state, before = put(clone(self.state), spot.keys, clone(state)), self.state
        self.ends.written(before, spot.keys)
        self.note_readers(before)
        self.touch(spot.keys, False, before)
        self.normalize()
        self.record([("replace", spot.keys)], before)
        self.world.keep_views()
        self.slots.drop_missing()
        for now in self.slots.spots():
            if now.name == spot.name:
                self.slots.present(now, given)
        self.slots.appeared()
        if self.has_histories:
            self.begin_histories(spot.keys)

    def normalize(self):
        """E2, E3, E8, E51: a plain path gets ids for its elements, the outer path first; an id from outside is not
        generated again. Returns the places of the paths."""
        given = []
        while True:
            plain = []
            for spot in self.spots():
                if spot.part.op in PATHS and isinstance(spot.value, list):
                    if not is_long(spot.value):
                        plain.append(spot)
                        break
                    ids = {row["id"] for row in spot.value}
                    is_new = any(id >= self.elements and id not in self.taken for id in ids)
                    if is_new and not self.is_sure(spot):
                        self.loop.unclear = "ids that a reader's path brought"
                    if is_new and spot.part["is_typed"] and not self.is_typed:
                        self.loop.unclear = "ids that a tree in C writes into a Swift feature's path"
                    for id in sorted(ids):
                        self.note_element(id)
            if not plain:
                return given
            given.append(plain[0].keys)
            if plain[0].part["is_typed"] and not self.is_typed:
                self.loop.unclear = "a plain path that comes into a typed feature"
            if not self.is_sure(plain[0]):
                self.loop.unclear = "a path that a reader chooses"
            if any(self.world.stores[1:]):
                # For an instant the value has its written form, and a view may keep that form.
                self.loop.unclear = "a view beside a path that comes in its plain form"
            entries = [{"id": self.next_element(), "element": element}
                       for element in plain[0].value]
            self.state = put(self.state, plain[0].keys, entries)

    def replace_reducer(self, feature):
        """R1 to R7: the state stays. Running effects end, and observers are notified of ended presentations."""
        if any(needs_places(Reducer(of, one.names)) for reducer in (self.feature, feature)
               for one in reachable_readers(reducer, self.state) for _, of in one.node["choices"]):
            self.loop.unclear = "a reader with slots or lists that is replaced"
        self.is_busy, self.outer_tasks = True, frozenset()
        self.slots.settle_all()
        former = self.ends.settle()
        known = self.known_places()
        self.feature, before = feature, clone(self.state)
        self.has_shapes = uses(feature.node, "shape")
        complete_all(feature, self.state, ())
        if not same(before, self.state):
            self.loop.unclear = "what another reducer's shape adds"
        self.note_readers(None)
        self.normalize()
        for spot in self.spots():
            if spot.part.op in PATHS and not same(resolve(before, spot.keys), spot.value):
                self.record([("replace", spot.keys)], before)
                self.touch(spot.keys, False, before)
        self.slots.adopt()
        for keys, name, *_ in known ^ self.known_places():
            # It is open whether observers of another presentation, or of other rows, are notified.
            self.touched.append((keys + ("0",), name + ("0",), "equal"))
        for rows in filter(None, self.world.lists):
            rows.take_operators()
        self.rows = Ledger(self.state, self.row_lists())
        self.histories = {}
        self.has_histories = uses(feature.node, "undoable")
        self.begin_histories(())
        self.resuming.begin()
        self.effects.end(())
        self.effects.windows.clear()
        self.begin_to_follow()
        self.is_reducing = True
        result = Following(self).followed()
        self.is_reducing = False
        self.take(result)
        self.resuming.end()
        self.ends.replaced(former, None)
        self.burst(True)
        self.is_busy = False

    def restore_moment(self, moment, is_text):
        """R44, R45: all effects end, and observers are notified of differences. Their sends belong to no task."""
        self.is_busy, self.outer_tasks = True, frozenset()
        former = self.ends.settle()
        self.resuming.begin(moment.kept_requests(is_text))
        self.effects.end(())
        self.effects.windows.clear()
        moment.put_into(self, is_text)
        visited = self.follow_again(moment)
        self.resuming.end()
        self.ends.replaced(former, visited)
        self.burst(True)
        self.is_busy = False

    def follow_again(self, moment):
        """R47, R49. Dynamic reducers are evaluated if an action had reached one before the snapshot."""
        self.kept, self.goes_on = moment.kept_now(self.loop), True
        self.asks_readers = moment.asks_readers
        self.begin_to_follow()
        self.is_reducing = True
        step = Following(self)
        result = step.followed()
        self.is_reducing = False
        self.kept = {}
        self.take(result)
        self.goes_on = False
        self.effects.end_restoring()
        return step.visited

    def known_places(self):
        """The places of rows and paths, and how their elements are identified; and the presentations of slots."""
        rows = {(spot.keys, spot.name, spot.part.op in PATHS, spot.part.id_key)
                for spot in self.spots() if spot.part.op in LISTS}
        return rows | {(spot.keys, spot.name, self.slots.table[spot.name].id)
                       for spot in self.slots.spots() if spot.name in self.slots.table}

    def is_sure(self, spot):
        """Whether an operator exists whatever dynamic reducers choose."""
        return any(one.keys == spot.keys for one in self.spots(False))

    # --------------------------------------------------------- ids of a path's elements

    def name_of(self, keys):
        return name_of(self.feature, self.state, keys, self.held)

    def next_element(self):
        next = self.taken.free_from(self.elements)
        self.elements = next + 1
        return next

    def note_push(self, identifier):
        """E22."""
        if identifier == self.elements:
            self.elements += 1
        else:
            self.note_element(identifier)
        return identifier < self.elements

    def note_element(self, identifier):
        """E130: only future numbers take a place among the ranges."""
        self.taken.leave_below(self.elements)
        if identifier >= self.elements:
            self.taken.add(identifier)

    def element_numbers(self):
        return self.elements, self.taken.copy()

    def restore_element_numbers(self, numbers):
        self.elements, self.taken = numbers

    # ---------------------------------------------------------------- what was touched

    def touch(self, keys, shifts, before):
        """For observers: a write, by its keys and with rows by their ids; or an array whose elements were inserted,
        removed or moved."""
        names = [name_of(self.feature, state, keys, self.held) for state in (before, self.state)]
        if self.is_typed:
            # A write of an equal value is not a write.
            shifts = "equal"
        for name in names:
            self.touched.append((keys, name, shifts))
        for spot in self.spots():
            size = len(spot.keys)
            if spot.part.op in LISTS and keys[:size] == spot.keys and names[0] != names[1]:
                # A row has another id now.
                self.touched.append((spot.keys + ("0",), spot.name + ("0",), "renamed"))

    # ---------------------------------------------------------------------- the env

    def environment(self, key, at, dependencies):
        """state.h: the results of an environment."""
        if key == "is_presented":
            value = dependencies.get("set isPresented")
            is_presented = at.place.presented is not None and at.place.presented[0] is not None
            return is_presented if value is None else value
        if key == "now":
            return self.loop.now
        if key == "date":
            return dependencies.get("set date", self.loop.time("date"))
        if key == "uuid":
            value = dependencies.get("set uuid")
            if value not in (None, "incrementing"):
                return value
            # An override that counts has its own counter.
            counter = dependencies.get("counts") if value == "incrementing" else None
            self.uuids[counter] += 1
            return f"00000000-0000-0000-0000-{self.uuids[counter] - 1:012x}"
        return clone(dependencies.get(key))

    # ------------------------------------------------------------------------ bursts

    def deliver(self, action, tasks, only_while=None, sender=None, depth=PROGRAM):
        """An effect's action, or a posted one (B2, C10). A dismissal reaches only a presentation that is still present.
        The sender, if any, is notified if the action does not match."""
        if self.has_ended or self.is_ending:
            return
        self.send(action, tasks, True, only_while, sender, depth)

    def send(self, action, tasks, is_effect=False, only_while=None, sender=None, depth=PROGRAM):
        if self.is_busy:
            if self.reports_reentrant and not is_effect:
                self.issue("reentrant-send", "")
            self.buffer.append(
                (clone(action), tasks if is_effect else self.outer_tasks, is_effect, only_while, sender, depth))
            return
        self.is_busy = True
        self.outer_tasks = frozenset() if is_effect else tasks
        self.buffer.append((clone(action), tasks, is_effect, only_while, sender, depth))
        self.burst()
        self.is_busy = False

    def telling(self, body):
        """J141: observers are called outside of a burst; their sends are a burst."""
        if self.is_busy:
            return body()
        self.is_busy, self.outer_tasks = True, frozenset()
        body()
        self.burst()
        self.is_busy = False

    def burst(self, is_told=False):
        """C1 to C6: all buffered actions, then the observers, until neither has anything left."""
        while self.buffer or is_told:
            is_told = False
            while self.buffer and not self.is_ending:
                self.reduce(*self.buffer.popleft())
            self.buffer.clear() if self.is_ending else None
            touched, self.touched = self.touched, []
            self.world.keep_views(True)
            self.world.notify(touched)
        if self.is_ending:
            self.end()

    def reduce(self, action, tasks, is_effect, only_while, sender, depth):
        self.world.reduced += 1
        if self.world.reduced > MOST_ACTIONS:
            self.loop.unclear = "a step that goes on without end"
            return
        if only_while is not None:
            self.dismissed = [one for one in self.dismissed if one != only_while]
            if any(starts_with(only_while, owner) for owner in self.effects.ended):
                return
            if not self.is_up(only_while):
                # D63: the end caused by an outer write is noticed when an action passes the operator.
                self.loop.unclear = "a dismissal of what an outer write has ended"
                return
        self.action = action
        wrong = misfit(self.feature, action) if is_effect else None
        if wrong is not None:
            self.issue("action-misfit", wrong)
            self.action = None
            if sender is not None:
                self.effects.refuse(sender)
            return
        private = refusal(self.feature, action, depth) if is_effect else None
        if private is not None:
            self.issue("private-case", private)
            self.action = None
            if sender is not None:
                self.effects.refuse(sender, PRIVATE)
            return
        self.is_reducing = True
        step, self.dismissing = Following(self), only_while
        result = step.run(self.feature, Around(), action, {})
        self.dismissing = None
        self.slots.drop_missing(True)
        self.is_reducing = False
        with self.effects.in_step():
            self.take(result, tasks)
            self.action = None
            self.follow(tasks)

    def take(self, result, tasks=frozenset()):
        """The effects of a step."""
        ended = []  # children of one operator, which end together
        for index, (what, *where) in enumerate(result):
            if what == "end":
                self.effects.end(*where)
                ended += where
                following = result[index + 1] if index + 1 < len(result) else ("",)
                if following[0] != "end" or operator_of(following[1]) != operator_of(where[0]):
                    self.ends.end(ended, tasks)
                    ended = []
            elif what == "wait":
                self.ends.wait(*where)
            elif what == "leave":
                self.ends.leave(*where, tasks)
            elif what == "follow":
                self.effects.follow(*where)
            elif what == "unfollow":
                self.effects.unfollow(*where)
            else:
                self.effects.accept(what, *where, EffectAround(tasks=tasks))

    # ------------------------------------------------------- effects that follow the state

    def begin_to_follow(self):
        """Whether the reducer is evaluated from now on. Z16, Z27: a dynamic reducer once an action has reached one."""
        self.follows = (may_follow if self.is_typed else declares)(self.feature)
        if self.asks_readers and has_readers(self.feature):
            self.follows = True

    def begin_following(self):
        """Z1, Z18: the state-driven effects of a state that came without a step, at the store's start and after a
        reducer replacement."""
        self.is_busy = True
        self.follow()
        self.burst()
        self.is_busy = False

    def follow(self, tasks=frozenset()):
        """Z15: after each step, when its own effects have started and the effects that it ended have ended."""
        self.is_reducing = True
        result = Following(self).followed()
        self.is_reducing = False
        self.take(result, tasks)

    def dismiss(self, place, tasks):
        """D70 to D76: one dismiss for the nearest presentation, while it is presented. B28: none from a store that
        ends."""
        if self.has_ended:
            return
        if place.presented is None:
            self.call_issue("dismiss-unavailable", "")
            return
        owner, action = place.presented
        if owner is None or owner in self.dismissed:
            return
        self.effects.ended = {ended for ended in self.effects.ended
                              if not starts_with(owner, ended)}
        self.dismissed.append(owner)
        self.deliver(action, tasks, owner, depth=ANYONE)

    def forget_dismissals(self, owner):
        """D76: requests of an ended presentation are void, and its successor under the same id may request again."""
        waiting = [each for each in self.buffer if each[3] is None or not starts_with(each[3], owner)]
        self.buffer.clear()
        self.buffer.extend(waiting)
        self.dismissed = [one for one in self.dismissed if not starts_with(one, owner)]

    def is_up(self, owner):
        """Whether a presentation is present, with all presentations around it."""
        return all(self.is_there(*segment) for segment in owner if segment[0] in ("slot", "row"))

    def is_there(self, kind, name, occupant):
        if kind == "slot":
            slot = self.slots.table.get(name)
            return slot is not None and slot.serial == occupant
        for spot in self.spots():
            if spot.part.op in LISTS and spot.name == name and isinstance(spot.value, list):
                return occupant in [row_name(child(row, spot.part.id_key)) for row in spot.value]
        return False

    # ------------------------------------------------------------------------- requests

    def next_request(self):
        """B314."""
        self.request_number += 1
        return str(self.request_number - 1)

    def offer(self, asking):
        """B305: the store's server of the name, or else the loop's; without one the request waits."""
        if asking.is_over():
            return
        found = [servers[asking.name] for servers in (self.servers, self.world.loop_servers)
                 if asking.name in servers and not servers[asking.name].has_left]
        if self.hold is not None and asking.kept_at > self.hold.kept:
            asking.is_awaited = bool(found) and asking.is_answered
            return self.hold.waiting.append(asking)
        if found:
            return found[0].take(asking)
        asking.is_awaited = False
        self.world.unserved.append(asking)
        if not asking.is_reported:
            asking.is_reported = True
            self.effects.issue("request-unserved", asking.running.place)

    def asking(self):
        """B313: in the order of their effects."""
        return [one.asking for one in self.effects.running if one.asking and one.asking.request]

    # --------------------------------------------------------------------------- ends

    def free(self):
        """C23, C24."""
        if self.is_busy:
            self.is_ending = True
        elif not self.has_ended:
            self.end()

    def end(self):
        self.has_ended = True
        self.effects.end(())
        if self.hold is not None:
            self.hold.end()
            self.hold = None
        self.ends.close()


def operator_of(owner):
    return owner[:-1], owner[-1][:2]


def uses(node, op):
    """Whether a description contains an operator."""
    if isinstance(node, list):
        return any(uses(member, op) for member in node)
    return isinstance(node, dict) and (
        node.get("op") == op or any(uses(member, op) for member in node.values()))


def name_of(feature, state, keys, held):
    """Keys with a row's index replaced by the row's id."""
    name = list(keys)
    for spot in spots(feature, state, held):
        size = len(spot.keys)
        if spot.part.op not in LISTS or keys[:size] != spot.keys or len(keys) <= size:
            continue
        row = child(spot.value, keys[size])
        if isinstance(row, dict):
            name[size] = held.get(keys[: size + 1]) or row_name(child(row, spot.part.id_key))
    return tuple(name)
