"""["serial", ID, LATEST, EFFECT]"""

from dataclasses import replace

from rules.running import is_nothing

WEIGHT = 3
PLAYED_BY = ("c", "mixed", "swift")
MEMBERS = ("id", "flag")
HOLDS_WORKERS = True
SWIFT = "serial(id: {}, latest: {})"


class Queue:
    """The serial effects of one id: one has its turn, others wait."""

    def __init__(self):
        self.turn, self.waiting = None, []
        self.is_advancing = self.is_left = False

    def is_taken(self):
        return self.turn is not None or self.is_advancing or bool(self.waiting)

    def is_at_work(self):
        return self.turn is not None


class Turn:
    """The turn of one: `holds` counts what has not really ended."""

    def __init__(self, key, queue, table):
        self.key, self.queue, self.table, self.holds = key, queue, table, 0

    def enter(self):
        self.holds += 1

    def leave(self):
        """Something in the turn has ended; when all has, the next one begins."""
        self.holds -= 1
        queue = self.queue
        if self.holds or queue.turn is not self:
            return
        queue.turn, queue.is_left = None, False
        if queue.is_advancing:
            return
        queue.is_advancing = True
        while queue.turn is None and queue.waiting:
            held = queue.waiting[0]
            self.table.leave(held)
            held.data["begin"]()
        queue.is_advancing = False


def take(table, place, around, done, identifier, latest, effect):
    """W6 to W8, W60. Inside one under the same id it begins with that."""
    key = (place.namespace, identifier)
    if is_nothing(effect) or any(turn.key == key for turn in around.turns):
        return table.accept(effect, place, table.named(around, *key), done)
    queue = table.queues.setdefault(key, Queue())
    if queue.is_left:
        table.store.loop.unclear = "what is at work still for a child that has gone"
    if latest:
        waiting = list(queue.waiting)
        for held in waiting:
            table.cancel_one(held)
        if queue.waiting:
            table.store.loop.unclear = "a chain that waits again where its own was dropped"
    if table.is_over(around):
        return done()
    turn = Turn(key, queue, table)
    inside = table.named(around, *key)

    def begin(accept):
        queue.turn = turn
        turn.enter()
        accept(effect, place, replace(inside, turns=around.turns + (turn,)), over)

    def over():
        turn.leave()
        done()

    if not queue.is_taken():
        return begin(table.accept)
    held = table.add(place, inside, done)
    held.data["queue"], held.data["begin"] = queue, lambda: begin(table.begin)
    queue.waiting.append(held)
