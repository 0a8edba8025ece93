"""State-driven effects (Z): after each step the declarations are evaluated, and the result is compared with the started
effects."""

from dataclasses import replace

from operators import NAMES, operator

from .children import Children
from .features import AROUND, Reducer, choice, declarations, elements, row_name
from .leaving import RESTART
from .moments import place_of
from .standing import Around
from .values import MISSING, case_of, child, clone, parse, resolve, same


class Following(Children):
    """One evaluation of a state. Each function returns the effects that start and end, children before their parents."""

    def __init__(self, store):
        super().__init__(store)
        self.met = set()  # the effects that should be in flight
        self.ends_met, self.visited = set(), {}
        self.entered = []  # recursions being evaluated, with their states

    def followed(self):
        """The effects that start and end because of the state."""
        if not self.store.follows and not self.store.resuming.kept:
            return []
        if not self.store.follows and may_follow(self.store.feature):
            self.store.loop.unclear = "requests of a snapshot, where a reader or a recursion may follow the state"
        result = self.follow(self.store.feature, Around(), {})
        # No longer declared: its place, or the dynamic reducer's choice, is gone.
        ends = [what[1] for what in result if what[0] == "unfollow"]
        return result + [("unfollow", owner) for owner in self.store.effects.followed
                         if owner not in self.met and owner not in ends] + self.store.ends.not_met(self)

    def follow(self, reducer, at, dependencies):
        self.visited.setdefault(at.place.owner, at.place)
        resumed = self.store.resuming.take(at.place, declarations(reducer))
        if reducer.op in AROUND:
            return resumed + self.follow_around(reducer, at, dependencies)
        return resumed + getattr(self, "follow_" + reducer.op)(reducer, at, dependencies)

    def follow_around(self, reducer, at, dependencies):
        if reducer.op == "swift":
            return []  # dynamic reducers in Swift choose the mixed player's features (Z16)
        file = operator(reducer.op) if reducer.op in NAMES else None
        if hasattr(file, "follow"):
            return file.follow(self, reducer, at, dependencies)
        return self.follow(reducer.at(AROUND[reducer.op]), at, dependencies)

    def follow_place(self, reducer, at, dependencies):
        """One declaration."""
        store = self.store
        value = self.value_of(reducer, at)
        name = reducer["state_case"] or reducer["at"], reducer["id"] or ""
        owner = at.place.owner + (("scope", ("running", "state_case" in reducer.node, *name)),)
        if value is MISSING:
            return [("unfollow", owner)] if owner in store.effects.followed else []
        if owner in self.met:
            store.loop.unclear = "two effects of one id at one place"
        self.met.add(owner)
        place = replace(at.place, name=at.name + reducer.keys)
        before = store.effects.followed.get(owner, MISSING)
        function = reducer["n"]
        if before is not MISSING and before[1] == function and same(before[0], value):
            return []
        time = reducer["time"] or RESTART
        kept = store.kept.get(place_of(owner)) if before is MISSING else None
        named = place.name, name[1]
        if kept is not None and kept.is_done:  # R49
            return [("follow", owner, (clone(value), function), None, place, time, named, kept)]
        key = reducer["sees"]
        seen = store.environment(key, at, dependencies) if key else None
        store.say("asked", reducer["n"], clone(value), seen)
        ends = [] if before is MISSING else [("unfollow", owner)]
        effect = (reducer["script"] or {}).get("effect")
        if reducer["ended"] is not None and effect:
            effect = ["ended", reducer["ended"], effect]
        if kept is not None:  # R47, R61 to R64, R75, R76
            effect = kept.left
        return ends + [("follow", owner, (clone(value), function), effect, place, time, named, kept)]

    def value_of(self, reducer, at):
        """Z3, Z9: the followed value; MISSING for none. Null and false count as missing, but a case is a value whatever
        its payload."""
        state = resolve(self.store.state, at.keys)
        if "state_case" in reducer.node:
            found = case_of(state)
            return found[1] if found is not None and found[0] == reducer["state_case"] else MISSING
        value = resolve(state, parse(reducer["at"]))
        return MISSING if value is None or value is False else value

    # ---------------------------------------------------------------- on the same state

    def follow_base(self, reducer, at, dependencies):
        return []

    follow_bindings = follow_base

    def follow_combine(self, reducer, at, dependencies):
        result = []
        for member in reducer.node["of"]:
            result += self.follow(Reducer(member, reducer.names), at, dependencies)
        return result

    def follow_recurse(self, reducer, at, dependencies):
        """Z17: a recursion that continues by its actions alone, on the same state, is evaluated once."""
        known = reducer.known()
        here = (id(known.node), at.keys)
        if here in self.entered:
            return []
        self.entered.append(here)
        result = self.follow(known, at, dependencies)
        self.entered.pop()
        if result and reducer["is_typed"] and not declares(known):
            self.store.loop.unclear = "whether a recursion in which nothing follows the state notices what has gone"
        return result

    follow_self = follow_recurse

    def follow_reader(self, reducer, at, dependencies):
        """Z16, Z27. A dynamic reducer in Swift also chooses by its action, and is not evaluated."""
        is_asked = self.store.asks_readers or self.store.resuming.kept
        if reducer["is_typed"] or not is_asked:
            return []
        chosen = choice(reducer, resolve(self.store.state, at.keys))
        if chosen is not None and not self.store.asks_readers and declares(chosen):
            self.store.loop.unclear = "a reader that no action had reached, and that has requests"
        return [] if chosen is None else self.follow(chosen, at, dependencies)

    def meet_reader(self, reducer, chosen):
        """Z16, Z27: an action has reached a dynamic reducer's choice."""
        if not reducer["is_typed"] and declares(chosen):
            self.store.follows = self.store.asks_readers = True

    # ------------------------------------------------------------- on a part of the state

    def follow_scope(self, reducer, at, dependencies):
        spot = at.spot(reducer, self.store.state)
        if spot.value is MISSING:
            return []
        inside = at.inside(reducer, spot, ("scope", spot.name))
        return self.follow(reducer.at("child"), inside, dependencies)

    follow_scope_case = follow_scope

    def follow_if_let(self, reducer, at, dependencies):
        spot = at.spot(reducer, self.store.state)
        current = self.child_identity(reducer, spot)
        result = self.noticed(reducer, lambda: self.stale(at, spot.name, current))
        if spot.value is not MISSING and (spot.value is not None or reducer.op == "if_case_let"):
            inside = at.inside(reducer, spot, ("part", spot.name, current))
            result += self.follow(reducer.at("child"), inside, dependencies)
        return result + self.follow(reducer.at("parent"), at, dependencies)

    follow_if_case_let = follow_if_let

    def follow_presentation(self, reducer, at, dependencies):
        """Z11: not in an alert, whose effects outlive it."""
        spot = at.spot(reducer, self.store.state)
        is_reached = not reducer.keys or isinstance(self.store.at(spot.keys[:-1]), (dict, list))
        slot = self.store.slots.settle(spot) if is_reached else None
        serial = slot.serial if slot else 0
        result = self.noticed(reducer, lambda: self.stale(at, spot.name, serial))
        if serial and not slot.is_alert:
            inside = at.inside(reducer, spot, ("slot", spot.name, serial), "dismiss",
                               lambda inner: {"presented": inner})
            result += self.follow(reducer.at("child"), inside, dependencies)
        return result + self.follow(reducer.at("parent"), at, dependencies)

    follow_presentation_destination = follow_presentation

    def follow_for_each(self, reducer, at, dependencies):
        """Rows in the array's order."""
        result = self.noticed(reducer, lambda: self.stale_rows(reducer, at))
        spot = at.spot(reducer, self.store.state)
        for _, keys, name in elements(reducer, spot.value, spot.keys, {}):
            row = spot.value[int(keys[0])]
            result += self.follow_element(reducer, at, spot, child(row, reducer.id_key), keys, name, None,
                                          dependencies)
        return result + self.follow(reducer.at("parent"), at, dependencies)

    def follow_stack(self, reducer, at, dependencies):
        result = self.noticed(reducer, lambda: self.stale_rows(reducer, at))
        spot = at.spot(reducer, self.store.state)
        pop = "popFrom" if reducer.op == "stack" else "dismiss"
        for _, keys, name in elements(reducer, spot.value, spot.keys, {}):
            identifier = spot.value[int(keys[0])]["id"]
            result += self.follow_element(reducer, at, spot, identifier, keys, name, {pop: {"id": identifier}},
                                          dependencies)
        return result + self.follow(reducer.at("parent"), at, dependencies)

    follow_navigation_destination = follow_stack

    def follow_element(self, reducer, at, spot, identifier, keys, name, dismissal, dependencies):
        inside = at.inside(reducer, spot, ("row", spot.name, row_name(identifier)), dismissal,
                           lambda action: {"element": {"id": identifier, "action": action}}, (keys, name))
        return self.follow(reducer.at("child"), inside, dependencies)

    def noticed(self, reducer, find):
        """Z6: where state-driven effects may exist, a removal is noticed immediately (otherwise D63, E33, F6)."""
        return find() if reducer["is_typed"] or may_follow(reducer) else []


def declares(reducer):
    """Whether a reducer contains a declaration, outside of the choices of dynamic reducers."""
    return has(reducer.node, {"running", "on_end"})


def may_follow(reducer):
    """Whether a reducer may contain a declaration: also in a dynamic reducer's choice, and in a recursion."""
    words = {"running", "recurse"} if reducer["is_typed"] else {"running", "on_end", "reader", "self"}
    return has(reducer.node, words)


def has_readers(reducer):
    return has(reducer.node, {"reader"})


def has(node, ops):
    if isinstance(node, list):
        return any(has(member, ops) for member in node)
    if not isinstance(node, dict):
        return False
    if node.get("op") in ops:
        return True
    return node.get("op") not in ("reader", "swift") and any(
        has(node[name], ops) for name in ("base", "of", "parent", "child") if name in node)
