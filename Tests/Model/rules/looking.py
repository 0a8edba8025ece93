"""The reads of a program: values, presentation ids, views and observers."""

import observers

from .features import LISTS, SLOTS, parts
from .naming import Naming
from .statuses import BUSY, CLOSED, INVALID, NOT_FOUND, OK
from .store import uses
from .values import MISSING, clone, parse, resolve, text, wrap
from .views import View


class Looking(Naming):
    """The commands that read; mixed into the others."""


    # ----------------------------------------------------------------------------- reads

    def do_get(self, index, pointer):
        view = self.view(index)
        if view is MISSING:
            return None
        if self.store.has_ended:
            return CLOSED, None
        keys = parse(pointer)
        if keys is None and view is None:
            return INVALID, None
        if self.is_reducing():
            return BUSY, None
        if keys is None:
            return INVALID, None
        state = self.store.state if view is None else view.last
        value = resolve(state, keys)
        return (NOT_FOUND, None) if value is MISSING else (OK, clone(value))

    def do_valid(self, index):
        view = self.view(index)
        if view is MISSING:
            return None
        if self.store.has_ended or self.is_reducing():
            return OK, False
        return OK, view is None or view.address() is not None

    def shown(self, view):
        if view is None:
            return None
        if self.store.has_ended:
            return [False, None]
        return [view.address() is not None, clone(view.last)]

    def presentation_id(self, pointer, base=()):
        self.store.slots.settle_all()
        for spot in self.store.spots():
            if spot.part.op in SLOTS and spot.keys == base + (parse(pointer) or ()):
                return self.store.slots.table[spot.name].id
        return None

    def do_save_id(self, index, pointer):
        view = self.view(index)
        if view is MISSING:
            return None
        self.saved.append(None)
        if self.store.has_ended:
            return CLOSED, None
        if parse(pointer) is None:
            return INVALID, None
        if self.is_reducing():
            return BUSY, None
        self.note_own_place(view, pointer)
        base = () if view is None else view.address()
        if self.manner.is_typed and base is None:
            self.loop.unclear = "the slots and lists of what a view keeps"
        found = None if base is None else self.presentation_id(pointer, base)
        self.saved[-1] = found
        return (NOT_FOUND, None) if found is None else (OK, found)

    def do_dismiss_id(self, index, case, saved):
        """J9: only while that presentation is present."""
        view = self.view(index)
        known = isinstance(saved, int) and 0 <= saved < len(self.saved)
        if view is MISSING or not known or self.saved[saved] is None:
            return None
        if self.store.has_ended:
            return CLOSED
        if self.is_reducing():
            return BUSY
        base = () if view is None else view.address()
        if base is None:
            return NOT_FOUND
        reducer, state, keys = self.store.feature, self.store.state, ()
        whole = case if view is None else ".".join(self.cases_of(view)) + "." + case
        found = slot_keys(reducer, state, whole, keys)
        if found is None or self.presentation_id(text(found)) != self.saved[saved]:
            return NOT_FOUND
        return self.send_through(index, wrap(case, "dismiss"))

    def cases_of(self, view):
        return ([] if view.outer is None else self.cases_of(view.outer)) + [view.case]

    def do_snapshot(self):
        if self.view(0) is MISSING or self.is_reducing():
            return
        self.snapshots.append(clone(self.store.state))

    # ----------------------------------------------------------------------------- views

    def do_scope(self, index, pointer, case):
        return self.new_view(index, pointer, case, MISSING)

    def do_scope_element(self, index, pointer, case, identifier):
        return self.new_view(index, pointer, case, identifier)

    def new_view(self, index, pointer, case, identifier):
        outer = self.view(index)
        if outer is MISSING:
            return None
        self.stores.append(None)
        place = len(self.stores) - 1
        keys = parse(pointer)
        if keys is None or not isinstance(case, str) or not all(case.split(".")):
            return INVALID
        if self.store.has_ended:
            return CLOSED
        if self.is_reducing():
            return BUSY
        view = View(self, outer, keys, case, identifier)
        if identifier is not MISSING:
            at = (() if outer is None else outer.address() or ()) + keys
            self.note_typed_list(at)
            self.note_undeclared_list(at)
        if self.cannot_be_there(outer, keys):
            return INVALID
        if view.address() is None:
            return NOT_FOUND
        self.stores[place] = view
        return OK

    def do_free_view(self, index):
        if self.view(index) is not MISSING and index > 0:
            self.stores[index] = None

    # ------------------------------------------------------------------------- observers

    def do_observe(self, index, kind, pointer, commands):
        view = self.view(index)
        if view is MISSING or kind not in observers.NAMES:
            return None
        self.observers.append(None)
        place = len(self.observers) - 1
        keys = parse(pointer)
        if keys is None:
            return INVALID
        if self.store.has_ended:
            return CLOSED
        if self.is_reducing():
            return BUSY
        if self.cannot_be_there(view, keys):
            return INVALID
        observer = observers.kind(kind).Kind(self, place, view, kind, keys, commands)
        status = observer.refused(self, pointer)
        if status == OK:
            self.join(place, observer)
        return status

    def join(self, place, observer):
        self.observers[place], observer.is_joining = observer, True
        observer.subscribe()
        observer.is_joining = False

    def note_typed_list(self, keys):
        """A tree over JSON does not know the rows and paths of a typed feature inside it."""
        if not self.manner.is_typed and any(
                spot.part.op in LISTS and spot.part["is_typed"] and spot.keys == keys
                for spot in self.store.spots()):
            self.loop.unclear = "a list of a typed feature, asked for from outside"

    def note_undeclared_list(self, keys):
        """A Swift feature never reports that an array has neither rows nor elements, so a view of an element is made by
        its id."""
        if not self.manner.is_typed and uses(self.store.feature.node, "swift") and not any(
                spot.part.op in LISTS and spot.keys == keys for spot in self.store.spots()):
            self.loop.unclear = "a row of an array of which no operator says that it has rows"

    def note_own_place(self, view, pointer):
        """A typed view shows the presented feature of a slot, and has no slot itself."""
        if self.manner.is_typed and view is not None and not parse(pointer):
            self.loop.unclear = "the slot or the list that a view itself is of"

    def do_unobserve(self, index):
        known = isinstance(index, int) and 0 <= index < len(self.observers) and self.observers[index]
        if known and not known.is_joining:
            self.observers[index].is_freed = True
            self.observers[index] = None



def slot_keys(reducer, state, cases, keys):
    """The place of the slot whose actions are under a case path; None for no slot. In a Swift feature in a tree in C,
    the place is the name of its action's case."""
    for part in parts(reducer, state):
        if part["is_typed"]:
            return keys + tuple(name for name in cases.split(".") if name != "presented")
        if part.op in LISTS or part.op == "bindings" or not (cases + ".").startswith(
                part["case"] + "."):
            continue
        rest = cases[len(part["case"]) + 1:]
        inside = resolve(state, part.keys)
        if part.op in SLOTS:
            if rest == "":
                return keys + part.keys
            if not (rest + ".").startswith("presented."):
                continue
            rest = rest[len("presented."):]
        found = slot_keys(part.at("child"), inside, rest, keys + part.keys)
        if found is not None:
            return found
    return None
