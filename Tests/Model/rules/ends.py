"""The ends of features (Z190 to Z195): functions that are called with a feature's last state."""

from dataclasses import dataclass

from .running import starts_with
from .values import MISSING, clone, resolve


@dataclass(eq=False)
class End:
    """A function that waits for the end of a feature. `last` is the state before the last write over the feature in
    this step; MISSING if there was none."""

    reducer: object
    place: object
    number: int
    turn: int
    ids: tuple  # its owner, with the ids of presentations
    last: object = MISSING
    is_declared: bool = False  # whether declarations of requests are around it

    @property
    def key(self):
        return self.place.owner, self.number

    @property
    def owner(self):
        """The function has an owner below its feature's."""
        return self.place.owner + (("end", self.number),)


class Ends:
    def __init__(self, store):
        self.store = store
        self.waiting = {}
        self.turns = 0

    def follow(self, step, reducer, at):
        number = 0
        while (at.place.owner, number) in step.ends_met:
            number += 1
        step.ends_met.add((at.place.owner, number))
        known = self.waiting.get((at.place.owner, number))
        if known is not None and known.reducer["n"] == reducer["n"]:
            known.last = MISSING
            return []
        self.turns += 1
        end = End(reducer, at.place, number, self.turns, self.ids(at.place.owner))
        ends = [] if known is None else [("leave", known.key, known.place)]
        return ends + [("wait", end)]

    def ids(self, owner):
        """A presentation is the same after a restore if its id is."""
        table = self.store.slots.table
        return tuple((kind, name, table[name].id if kind == "slot" and name in table else repr(more))
                     for kind, name, *more in owner)

    def not_met(self, step):
        """No longer declared: their place, or a dynamic reducer's choice, is gone."""
        return [("leave", key, there(end.place, step.visited)) for key, end in self.waiting.items()
                if key not in step.ends_met]

    def wait(self, end):
        self.waiting[end.key] = end

    def written(self, before, keys):
        """Z190: the state before a write over the feature, or over a value around it."""
        for end in self.waiting.values():
            value = self.value(end, before)
            there = self.keys(end, before)
            if value is None or value is MISSING or not self.is_presented(end):
                continue
            if there[: len(keys)] == keys or self.keys(end, self.store.state) is None:
                end.last = clone(value)

    def is_presented(self, end):
        """Not another presentation in its nearest slot."""
        for kind, name, *occupant in reversed(end.place.owner):
            if kind == "slot":
                return self.store.is_there(kind, name, *occupant)
        return True

    def keys(self, end, state):
        now, self.store.state = self.store.state, state
        keys = self.store.keys_named(end.place.name)
        self.store.state = now
        return keys if len(keys) == len(end.place.name) else None

    def value(self, end, state):
        keys = self.keys(end, state)
        return MISSING if keys is None else resolve(state, keys)

    def settle(self):
        """The functions that wait, while the state or the reducer is replaced; their last states are the current ones."""
        found, self.waiting = self.waiting, {}
        for end in found.values():
            if end.last is MISSING:
                end.last = clone(self.value(end, self.store.state))
        return found

    def under(self, owner):
        """Returns the ends that an owner contains."""
        return [end for end in self.waiting.values() if starts_with(end.owner, owner)]

    def tell(self, end, place, tasks):
        """Z190, Z192: the effect belongs to the feature at a place that is still there."""
        self.waiting.pop(end.key, None)
        self.say(end)
        effect = (end.reducer["script"] or {}).get("effect")
        if effect and end.is_declared:
            self.store.loop.unclear = "the effect of an end inside declared requests"
        if effect and place is not None:
            self.store.take([(effect, place)], tasks)

    def say(self, end):
        last = end.last
        if last is MISSING:
            last = self.value(end, self.store.state)
        self.store.say("left", end.reducer["n"], None if last is MISSING else clone(last))

    def end(self, owners, tasks):
        """The features under some owners have ended; the feature around them is still there."""
        for end in in_order({end for owner in owners for end in self.under(owner)}):
            self.tell(end, around(end.place, owners[0]), tasks)

    def leave(self, key, place, tasks):
        """It is no longer declared. `place`: the nearest feature that is there."""
        end = self.waiting.get(key)
        if end is not None:
            self.tell(end, place, tasks)

    def replaced(self, former, visited):
        """Z191: calls each end that is not declared again. `visited`: the present features; None stands for all."""
        again = {(end.ids, end.number) for end in self.waiting.values()}
        for end in in_order(former.values()):
            if (end.ids, end.number) in again:
                continue
            place = end.place.outer or end.place
            self.tell(end, place if visited is None else self.there_again(end, place, visited), frozenset())

    def there_again(self, end, place, visited):
        """The nearest feature that is there after a restore: a presentation is the same if its id is."""
        known = {self.ids(owner): at for owner, at in visited.items()}
        while place.owner and end.ids[: len(place.owner)] not in known:
            place = place.outer
        return known.get(end.ids[: len(place.owner)], place)

    def close(self):
        """Z193."""
        for end in in_order(self.waiting.values()):
            if end.reducer["or_close"]:
                self.say(end)
        self.waiting = {}


def in_order(ends):
    return sorted(ends, key=lambda end: (-len(end.place.owner), end.turn))


def there(place, visited):
    """The place of the nearest feature that is there."""
    while place.owner and place.owner not in visited:
        place = place.outer
    return place


def around(place, owner):
    """The place of the feature around an owner."""
    while len(place.owner) >= len(owner):
        place = place.outer
    return place
