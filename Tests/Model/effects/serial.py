"""["serial", ID, LATEST, EFFECT]"""

from dataclasses import replace

from rules.keeping import Held, promised
from rules.leaving import AT_WORK, NEW
from rules.running import is_nothing, starts_with

WEIGHT = 3
PLAYED_BY = ("c", "mixed", "swift")
MEMBERS = ("id", "flag")
HOLDS_WORKERS = True


class Queue:
    """The effects of one id: a limited number have their turns, the others wait."""

    def __init__(self):
        self.turns, self.waiting, self.most = [], [], 0
        self.is_advancing = self.is_left = self.is_set = self.is_restoring = False

    def is_taken(self, where):
        if self.is_restoring:
            return len(self.turns) >= self.most or self.is_advancing or where != AT_WORK
        return len(self.turns) >= self.most or self.is_advancing or bool(self.waiting)

    def restore(self, effects):
        if not self.is_restoring:
            self.is_restoring = True
            effects.restoring.append(self)

    def end_restoring(self, effects):
        """R75. A new latest effect replaces all waiting effects."""
        self.waiting.sort(key=lambda held: held.data["where"])
        last = max((index for index, held in enumerate(self.waiting)
                    if held.data["latest"] and held.data["where"] == NEW), default=0)
        for held in self.waiting[:last]:
            effects.cancel_one(held)
        self.is_restoring = False
        self.advance(effects)

    def is_at_work(self):
        return bool(self.turns)

    def allow(self, most, table, for_good=False):
        if self.is_set and not for_good:
            return
        self.is_set, self.most = for_good, most
        table.advance(self)

    def advance(self, table):
        if self.is_advancing or self.is_restoring:
            return
        self.is_advancing = True
        while len(self.turns) < self.most and self.waiting:
            held = self.waiting[0]
            table.leave(held)
            table.sending.append(held.around.ids)  # it is in flight, as it was while it waited (B11)
            held.data["begin"]()
            table.sending.pop()
        self.is_advancing = False


class Turn:
    """One effect's turn: `holds` counts what has not really ended."""

    def __init__(self, key, queue, table):
        self.key, self.queue, self.table, self.holds = key, queue, table, 0

    def enter(self):
        self.holds += 1

    def leave(self):
        """A part of the turn has ended; after the last one, the next effect starts."""
        self.holds -= 1
        queue = self.queue
        if self.holds or self not in queue.turns:
            return
        queue.turns.remove(self)
        queue.is_left = False
        self.table.advance(queue)


def take(table, place, around, done, identifier, latest, effect):
    """W6 to W8, W60."""
    key = (place.namespace, identifier)
    take_turn(table, place, around, done, key, 1, latest, effect)


def take_turn(table, place, around, done, key, most, latest, effect):
    """Starts the effect in its turn. An effect inside another one of the same queue starts with that one."""
    name = (place.namespace, key[1])
    if is_nothing(effect) or any(turn.key == key for turn in around.turns):
        return table.accept(effect, place, table.named(around, *name), done)
    queue = table.queues.setdefault(key, Queue())
    if queue.is_left:
        table.store.loop.unclear = "what is at work still for a child that has gone"
    where = around.where() if table.store.goes_on else None
    if where is not None and around.follows:
        queue.restore(table)
    elif latest:
        waiting = list(queue.waiting)
        for held in waiting:
            table.cancel_one(held)
        if queue.waiting:
            table.store.loop.unclear = "a chain that waits again where its own was dropped"
    if table.is_over(around):
        return done()
    turn = Turn(key, queue, table)
    inside = table.named(around, *name)
    holder = Held(effect, place, inside)

    def begin(accept):
        queue.turns.append(turn)
        turn.enter()
        accept(holder.effect, place, replace(inside, turns=around.turns + (turn,), waited=None), over)

    def over():
        ended = set(table.ended)
        turn.leave()
        if any(starts_with(place.owner, owner) for owner in table.ended - ended):
            table.store.loop.unclear = "a chain that goes on while the next in turn ends its feature"
        done()

    queue.allow(most, table)
    if not queue.is_taken(where):
        return begin(table.accept)
    held = table.add(place, inside, done)
    if around.part is not None:
        around.part.wait = table, held
    if table.is_refused(held):
        return
    held.held = holder
    if around.part is None:
        holder.effect = promised(table.store, effect)
    held.data["where"], held.data["latest"] = NEW if where is None else where, latest
    held.data["had_begun"] = around.waited == AT_WORK
    held.data["queue"], held.data["begin"] = queue, lambda: begin(table.begin)
    queue.waiting.append(held)
