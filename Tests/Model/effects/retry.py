"""["retry", TIMES, NS, EFFECT]: waits NS before the second try, then twice as long each time, at most a minute"""

from dataclasses import replace

from rules.keeping import Held, promised
from rules.running import is_nothing

WEIGHT = 2
PLAYED_BY = ("c",)
MEMBERS = ("count", "time")
HOLDS_WORKERS = False
MOST = 60_000_000_000


class Tries:
    """One acceptance of a retry."""

    def __init__(self, times, wait, clock):
        self.times, self.wait, self.clock = times, wait, clock

    def takes(self, table, running):
        """B402: whether the failed effect is tried again."""
        count = running.around.tries.get(self, [0])  # shared by all that one try starts
        effect = running.data.get("again")
        if count[0] == self.times or effect is None:
            count[0] = 0  # for a retry around this one
            return False
        count[0] += 1
        tries = {**running.around.tries, self: count}
        place, around, done = running.place, replace(running.around, part=None, tries=tries), running.done
        running.done, running.is_refused = lambda: None, True
        if effect[0] == "timeout" and around.follows:
            table.store.loop.unclear = "the parts of a timeout that is tried again"
        if running.asking is not None:
            effect = ["again", running.asking]
        elif not around.follows:
            effect = promised(table.store, effect)
        held = table.add(place, around, done)
        if table.is_refused(held):  # N17: a limit that was lowered meanwhile
            return True
        held.held = Held(effect, place, around)

        def over():
            table.leave(held)
            table.begin(effect, place, around, done)

        due = table.store.loop.time(self.clock) + min(self.wait * 2 ** (count[0] - 1), MOST)
        held.timer = table.store.loop.at(due, over, self.clock)
        return True


def take(table, place, around, done, times, wait, effect):
    """B402 to B405."""
    if is_nothing(effect):
        return done()
    table.accept(effect, place, replace(around, catches=around.catches + (Tries(times, wait, table.clock(around)),)), done)


def draw(maker, level, state, mode, depth, nesting):
    inner = maker.effect(level, state, mode, depth, nesting)
    if maker.dice.chance(0.4):
        inner = maker.fail()
    return ["retry", maker.member("count"), maker.member("time"), inner]
