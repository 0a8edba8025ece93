"""Each operator's handling of an action (A, D, E, F, G): one function per operator. The operators around one reducer on
the same state are files in operators/."""

from operators import NAMES, operator
from operators.indexed import count

from .actions import binding_write, misfit_inside
from .declared import fits_form
from .features import Reducer, choice, identity, is_ephemeral
from .values import (MISSING, canon, clone, descend, descend_raw, is_absent, parse, resolve, same,
                     text)
from .writes import Refused, Writer


class Step:
    """One action on its way down. Each function returns the consequences, in order: effects with their owners, and
    children that have ended."""

    def __init__(self, store):
        self.store = store

    def run(self, reducer, at, action, dependencies):
        if reducer.op not in NAMES:
            return getattr(self, "run_" + reducer.op)(reducer, at, action, dependencies)
        self.store.met("op:" + reducer.op)
        return operator(reducer.op).run(self, reducer, at, action, dependencies)

    # ------------------------------------------------------------- without a place

    def run_base(self, reducer, at, action, dependencies):
        store = self.store
        store.met("op:base")
        state = resolve(store.state, at.keys)  # a case without a payload has none
        store.say("ran", reducer["n"], clone(action), None if state is MISSING else clone(state))
        effects = []
        own = descend(action, "do")
        if own is not MISSING:
            effects.append(self.perform(own, at, dependencies))
        for path, script in reducer["answers"] or ():
            if descend(action, path) is not MISSING:
                effects.append(self.perform(script, at, dependencies))
        return self.returned(effects, at)

    def returned(self, effects, at):
        """The result of a reducer."""
        return [(effect, at.place) for effect in effects if effect]

    def perform(self, script, at, dependencies):
        """A script of a base reducer: its writes, its calls, and its effect."""
        if not isinstance(script, dict):
            return None
        writer = Writer(self.store, at.keys)
        for write in script.get("writes") or ():
            self.store.met("write:" + write[0])
            if write[0] == "count":
                count(self.store, at, *write[1:3], write[3] if len(write) > 3 else MISSING)
                continue
            if write[0] in ("pop", "pop_to") and type(write[2]) is not int:
                continue  # no id: an incomplete write
            if write[0] == "add":
                old = resolve(self.store.state, at.keys + (parse(write[1]) or ()))
                write = ["set", write[1], (old if type(old) is int else 0) + write[2]]
            if write[0] == "env":
                write = ["set", write[1], self.store.environment(write[2], at, dependencies)]
            status = writer.perform(write)
            if self.store.is_typed and status != "KMK_OK":
                self.store.loop.unclear = "a write that a typed state does not have"
            self.store.wrote(status)
        self.store.world.perform_calls(script.get("calls") or ())
        return script.get("effect")

    def run_combine(self, reducer, at, action, dependencies):
        """A2."""
        self.store.met("op:combine")
        result = []
        for member in reducer.node["of"]:
            result += self.run(Reducer(member, reducer.names), at, action, dependencies)
        return result

    def run_recurse(self, reducer, at, action, dependencies):
        self.store.met("op:recurse")
        return self.run(reducer.known(), at, action, dependencies)

    run_self = run_recurse

    def run_swift(self, reducer, at, action, dependencies):
        """A typed feature: its writes become part of the state when its step is over."""
        store, written = self.store, len(self.store.touched)
        store.is_typed = True
        result = self.run(reducer.at("of"), at, action, dependencies)
        store.is_typed = False
        if len(store.touched) > written:
            # It writes its state back as JSON; which equal parts then count as written is open.
            store.touched.append((at.keys, store.name_of(at.keys), "rewritten"))
        store.world.keep_views()
        return result

    def run_reader(self, reducer, at, action, dependencies):
        """A18 to A20."""
        self.store.met("op:reader")
        chosen = choice(reducer, resolve(self.store.state, at.keys))
        if chosen is None:
            return []
        wrong = misfit_inside(chosen, action)
        if wrong is not None:
            self.store.issue("action-misfit", wrong)
            return []
        self.meet_reader(reducer, chosen)
        return self.run(chosen, at, action, dependencies)

    def run_bindings(self, reducer, at, action, dependencies):
        """G1, G3, G7, G12 to G14."""
        del dependencies
        write = binding_write(descend(action, reducer["case"]))
        if write is None:
            return []
        self.store.met("op:bindings")
        self.store.bindings_read += 1
        pointer, value = write
        keys = parse(pointer)
        fields = dict((field, kind) for field, kind in reducer["fields"])
        kind = next((kind for field, kind in fields.items() if parse(field) == keys), None)
        try:
            if keys is None or kind is None or not fits_form(kind, value):
                raise Refused("")
            there = resolve(self.store.state, at.keys + keys) is not MISSING
            if not there and not kind.strip().endswith("?"):
                raise Refused("")
            Writer(self.store, at.keys).set(pointer, value)
        except Refused as refused:
            code = refused.code if refused.code != "write-failed" else "binding-failed"
            own = text(at.keys) + pointer
            self.store.issue(code, own if refused.keys is None else text(refused.keys))
        return []

    # ---------------------------------------------------------- a part of the state

    def run_scope(self, reducer, at, action, dependencies):
        """A5 to A8."""
        inner = descend_raw(action, reducer["case"])
        if inner is MISSING:
            return []
        self.store.met("op:" + reducer.op)
        spot = at.spot(reducer, self.store.state)
        if not self.is_there(reducer, at, spot):
            return []
        inside = at.inside(reducer, spot, ("scope", spot.name))
        return self.run(reducer.at("child"), inside, inner, dependencies)

    run_scope_case = run_scope

    def is_there(self, part, at, spot):
        """Whether a child is present; if not, that is an issue (A6, A11, A14, A16)."""
        if "state_case" in part.node:
            if spot.value is not MISSING:
                return True
            self.store.issue("wrong-case", text(at.keys))
            return False
        if part.op == "scope" and is_absent(spot.value) and part["is_typed"]:
            self.store.loop.unclear = "a typed scope's own value is always there"
        if spot.value is MISSING or (part.op == "if_let" and spot.value is None):
            self.store.issue("absent-child", text(spot.keys))
            return False
        return True

    def run_if_let(self, reducer, at, action, dependencies):
        """A9 to A17, A26, A30."""
        store = self.store
        store.met("op:" + reducer.op)
        spot = at.spot(reducer, store.state)
        before = self.child_identity(reducer, spot)
        result = self.stale(at, spot.name, before)
        inner = descend_raw(action, reducer["case"])
        if inner is not MISSING and self.is_there(reducer, at, spot):
            inside = at.inside(reducer, spot, ("part", spot.name, before))
            result += self.run(reducer.at("child"), inside, inner, dependencies)
        answered = self.alert_of(reducer, at, inner)
        writes = store.assigned.get(spot.name, 0)
        result += self.run(reducer.at("parent"), at, action, dependencies)
        spot = at.spot(reducer, store.state)
        if (answered is not MISSING and reducer.op == "if_let"
                and self.is_same_alert(reducer, answered, spot.value)
                and writes == store.assigned.get(spot.name, 0)):
            store.put(spot.keys, None)
            spot = at.spot(reducer, store.state)
        after = self.child_identity(reducer, spot)
        if before is not None and after != before:
            result.append(("end", at.place.owner + (("part", spot.name, before),)))
        return result

    run_if_case_let = run_if_let

    def child_identity(self, reducer, spot):
        """A12, A15. An alert is distinguished from an equal alert that replaced it (A30)."""
        found = identity(reducer, None if spot.value is MISSING else spot.value)
        if found is None and reducer.op == "if_case_let" and spot.value is not MISSING:
            return None, None  # a case without a payload
        if found is None or reducer.op != "if_let" or not is_ephemeral(reducer, spot.value):
            return found
        content = None if reducer["is_typed"] else canon(spot.value)
        return found + (content, self.store.assigned.get(spot.name, 0))

    def is_same_alert(self, reducer, old, new):
        """A typed alert that is written in place is still the same alert."""
        if reducer["is_typed"]:
            return identity(reducer, old) == identity(reducer, None if new is MISSING else new)
        return same(old, new)

    def alert_of(self, reducer, at, inner):
        """An optional alert whose own action this is, in its form before the parent's step; otherwise MISSING."""
        value = at.spot(reducer, self.store.state).value
        if inner is MISSING or not is_ephemeral(reducer, value):
            return MISSING
        return clone(value)

    def stale(self, at, name, current):
        """D63, D64, E33, F6: effects of a child that something outside of this operator removed."""
        size = len(at.place.owner)
        found = []
        for owner in self.store.effects.owners():
            owner = owner[: size + 1]
            if len(owner) > size and owner[:size] == at.place.owner and owner not in found:
                kind, other, *occupant = owner[size]
                if other == name and kind in ("part", "slot", "row") and not self.is_up(
                        current, occupant[0]):
                    found.append(owner)
        return [("end", owner) for owner in found]

    def is_up(self, current, occupant):
        return occupant in current if isinstance(current, set) else occupant == current
