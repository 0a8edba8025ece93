"""The operators whose children come and go: slots (D), paths (E) and rows (F)."""

from dataclasses import replace as changed

from .features import PATHS, is_long, option, row_name, spots
from .undoing import Undoing
from .values import MISSING, case_of, child, clone, descend, descend_raw, index_of, same, text
from .writes import Refused, Writer


class Children(Undoing):
    # ------------------------------------------------------------------------ slots

    def run_presentation(self, reducer, at, action, dependencies):
        """D20 to D66; `presentation_destination` differs as D.9 describes."""
        store, seed = self.store, reducer.op == "presentation_destination"
        store.met("op:" + reducer.op)
        spot = at.spot(reducer, store.state)
        is_reached = not reducer.keys or isinstance(store.at(spot.keys[:-1]), (dict, list))
        slot = store.slots.settle(spot) if is_reached else None
        before = slot.serial if slot else 0
        result = self.stale(at, spot.name, before)
        own = descend_raw(action, reducer["case"])
        name, payload = (None, None) if own is MISSING else case_of(own) or (None, None)
        answered = awaits = False
        if name == "presented":
            if before == 0:
                store.issue("absent-destination", text(spot.keys))
                if seed:
                    return result
            else:
                answered, more = self.run_presented(reducer, at, spot, payload, dependencies)
                result += more
        elif name == "dismiss" and self.is_of_former(at, ("slot", spot.name, before)):
            return result
        elif name == "dismiss" and before == 0:
            store.issue("absent-destination", text(spot.keys))
        elif name == "present":
            awaits = self.present(reducer, spot, payload, is_reached)
        result += self.run(reducer.at("parent"), at, action, dependencies)
        after = self.finish_slot(reducer, at, before, answered, name == "dismiss" and before != 0)
        if awaits and after == 0:
            store.issue("present-not-hydrated", text(spot.keys))
        if before != 0 and after != before and not answered:
            # A reused id may now present an alert that was no alert before (D25).
            result += [("end", at.place.owner + ((kind, spot.name, before),))
                       for kind in ("slot", "alert")]
        return result

    run_presentation_destination = run_presentation

    def is_of_former(self, at, segment):
        """D75, D76: whether the action is the dismissal of a presentation that a reducer further out has removed or
        replaced in this step, itself or with a feature around it."""
        asked, here = self.store.dismissing, at.place.owner + (segment,)
        return asked is not None and asked != here and [each[1] for each in asked] == [each[1] for each in here]

    def run_presented(self, reducer, at, spot, action, dependencies):
        """D30, D31; and D41 to D46 for an alert, which the seed dialect dismisses before the parent's step."""
        store = self.store
        slot = store.slots.table[spot.name]
        serial, is_alert = slot.serial, slot.is_alert
        answered = is_alert and self.is_own(reducer, spot.value, action)
        segment = ("alert" if is_alert else "slot", spot.name, serial)
        inside = at.inside(reducer, spot, segment, None if is_alert else "dismiss",
                           lambda inner: {"presented": inner})
        if is_alert:
            # D45: nothing can be dismissed from within, neither this nor anything around it.
            inside.place = changed(inside.place, presented=(None, None))
        result = self.run(reducer.at("child"), inside, action, dependencies)
        slot = self.settled(reducer, at)
        if answered and reducer.op == "presentation_destination" and slot.serial == serial:
            store.dismiss_slot(at.spot(reducer, store.state))
        return answered, result

    def is_own(self, reducer, value, action):
        """D43: only an alert's own action dismisses it."""
        if option(reducer, "ephemeral"):
            return True
        here, found = case_of(value), case_of(action)
        return here is not None and found is not None and here[0] == found[0]

    def present(self, reducer, spot, payload, is_reached):
        """D21 to D25; whether the parent is asked to fill the slot."""
        payload = payload if isinstance(payload, dict) else {}
        self.note_plain_paths(reducer, payload.get("state"))
        state, given = payload.get("state"), payload.get("id")
        if state is None:
            return True
        around = self.store.at(spot.keys[:-1]) if is_reached and spot.keys else None
        if isinstance(around, list) and index_of(spot.keys[-1], around) is None:
            return False
        if is_reached:
            self.store.present(spot, state, given)
        else:
            self.store.issue("absent-destination", text(spot.keys))
            if reducer["is_typed"]:
                self.store.loop.unclear = "a typed value around a slot is always there"
        return False

    def note_plain_paths(self, reducer, state):
        """A typed action brings paths with their ids, whatever the ids are."""
        if reducer["is_typed"] and self.has_plain_path(reducer, state):
            self.store.loop.unclear = "a plain path in a typed action"

    def has_plain_path(self, reducer, state):
        return any(spot.part.op in PATHS and isinstance(spot.value, list) and not is_long(spot.value)
                   for spot in spots(reducer.at("child"), state))

    def settled(self, reducer, at):
        """The slot as it is now; if its containers are gone, nothing is presented."""
        spot = at.spot(reducer, self.store.state)
        if reducer.keys and not isinstance(self.store.at(spot.keys[:-1]), (dict, list)):
            return self.store.slots.gone(spot.name)
        return self.store.slots.settle(spot)

    def finish_slot(self, reducer, at, before, answered, dismissing):
        """D50 to D53, D41: the slot's presentation after the parent has run."""
        seed = reducer.op == "presentation_destination"
        slot = self.settled(reducer, at)
        if slot.serial == 0:
            return 0
        is_same = slot.serial == before
        if (answered and not seed and is_same) or (dismissing and (is_same or seed)):
            self.store.dismiss_slot(at.spot(reducer, self.store.state))
            return 0
        return slot.serial

    # ------------------------------------------------------------------------- rows

    def run_for_each(self, reducer, at, action, dependencies):
        """F1 to F10."""
        self.store.met("op:for_each")
        result = self.stale_rows(reducer, at)
        own = descend(action, reducer["case"])
        element = MISSING if own is MISSING else descend(own, "element")
        acted = None
        if isinstance(element, dict):
            acted, more = self.run_element(reducer, at, element, dependencies, "missing-element")
            result += more
        result += self.run(reducer.at("parent"), at, action, dependencies)
        return result + self.end_rows(reducer, at, acted)

    def run_element(self, reducer, at, element, dependencies, missing, dismissal=None):
        """One row's step; returns its id if it returned an effect."""
        store, identifier = self.store, element["id"]
        spot = at.spot(reducer, store.state)
        index = self.index_of(reducer, spot, identifier)
        if index is None:
            store.issue(missing, text(spot.keys))
            return None, []
        own = row_name(identifier)
        keys, name = (str(index),), (own,)
        if dismissal:
            keys, name = keys + ("element",), name + ("element",)
        inside = at.inside(reducer, spot, ("row", spot.name, own), dismissal,
                           lambda action: {"element": {"id": identifier, "action": action}},
                           (keys, name))
        row = spot.keys + (str(index),)
        outer = dict(store.held)
        if not dismissal:
            store.held[row] = own
        result = self.run(reducer.at("child"), inside, element["action"], dependencies)
        store.held = outer
        if not dismissal:
            self.restore_id(reducer, row, identifier)
        return (own if result else None), result

    def restore_id(self, reducer, row, identifier):
        """F10: the id is restored; the row's other writes stay."""
        value = self.store.at(row)
        if isinstance(value, dict) and not same(child(value, reducer.id_key), identifier):
            self.store.issue("element-id-changed", text(row))
            restored = clone(value)
            restored[reducer.id_key] = clone(identifier)
            self.store.restore(row, reducer.id_key, restored)

    def index_of(self, reducer, spot, identifier):
        if isinstance(spot.value, list):
            for index, row in enumerate(spot.value):
                if same(child(row, reducer.id_key), identifier):
                    return index
        return None

    def ids(self, reducer, at):
        value = at.spot(reducer, self.store.state).value
        rows = value if isinstance(value, list) else []
        return {row_name(child(row, reducer.id_key)) for row in rows}

    def stale_rows(self, reducer, at):
        name, ids = at.spot(reducer, self.store.state).name, self.ids(reducer, at)
        return self.stale(at, name, ids)

    def end_rows(self, reducer, at, acted):
        """F3, F5, E31: the elements that are gone after the parent has run."""
        result = self.stale_rows(reducer, at)
        name = at.spot(reducer, self.store.state).name
        gone = ("end", at.place.owner + (("row", name, acted),))
        there = self.ids(reducer, at)
        if acted is not None and acted not in there and gone not in result:
            result.append(gone)
        return result

    # ------------------------------------------------------------------------ paths

    def run_stack(self, reducer, at, action, dependencies):
        """E20 to E26."""
        store = self.store
        store.met("op:" + reducer.op)
        result = self.stale_rows(reducer, at)
        own = descend(action, reducer["case"])
        name, payload = (None, None) if own is MISSING else case_of(own) or (None, None)
        acted, pops = None, None
        if name == "element":
            pop = "popFrom" if reducer.op == "stack" else "dismiss"
            acted, more = self.run_element(reducer, at, payload, dependencies,
                                           "missing-stack-element", {pop: {"id": payload["id"]}})
            result += more
        elif name in ("popFrom", "dismiss") and self.is_of_former(
                at, ("row", at.spot(reducer, store.state).name, row_name(payload["id"]))):
            return result
        elif name == "push":
            self.push(reducer, at, payload)
        elif name == "popFrom":
            pops = self.position(reducer, at, payload["id"]) is not None
        elif name == "dismiss":
            self.pop(reducer, at, payload["id"])
        elif name == "setPath":
            self.set_path(reducer, at, payload)
        result += self.run(reducer.at("parent"), at, action, dependencies)
        if pops is not None:
            self.pop(reducer, at, payload["id"], pops)
        return result + self.end_rows(reducer, at, acted)

    run_navigation_destination = run_stack

    def position(self, reducer, at, identifier):
        return self.index_of(reducer, at.spot(reducer, self.store.state), identifier)

    def push(self, reducer, at, payload):
        """E21, E22."""
        store = self.store
        self.note_plain_paths(reducer, payload.get("state"))
        spot = at.spot(reducer, store.state)
        identifier = payload.get("id")
        if identifier is None:
            identifier = store.next_element()
        elif self.index_of(reducer, spot, identifier) is not None:
            return store.issue("push-duplicate", text(spot.keys))
        elif not store.note_push(identifier):
            store.issue("push-generation", text(spot.keys))
            if self.has_plain_path(reducer, payload.get("state")):
                store.loop.unclear = "an id beyond the next one, beside elements that take ids"
        if isinstance(spot.value, list):
            array = spot.value + [{"id": identifier, "element": clone(payload["state"])}]
            store.edit_list(spot.keys, array, len(spot.value))
        return None

    def pop(self, reducer, at, identifier, was_there=None):
        """E23 to E25: the presence of the element is judged before the parent's step."""
        spot = at.spot(reducer, self.store.state)
        index = self.index_of(reducer, spot, identifier)
        if was_there is None and index is None or was_there is False:
            self.store.issue("pop-missing", text(spot.keys))
        elif index is not None:
            self.store.edit_list(spot.keys, spot.value[:index], index)

    def set_path(self, reducer, at, path):
        """E10, E26."""
        spot = at.spot(reducer, self.store.state)
        if reducer.keys and not isinstance(self.store.at(spot.keys[:-1]), (dict, list)):
            return
        if reducer["is_typed"] and self.store.slots.presents_inside(spot.name):
            self.store.loop.unclear = "a typed path that replaces one in which something is presented"
        try:
            Writer(self.store, ()).set(text(spot.keys), path)
        except Refused as refused:
            if refused.code == "duplicate-element-id":
                self.store.issue("duplicate-element-id", text(spot.keys))
