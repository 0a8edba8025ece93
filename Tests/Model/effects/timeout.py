"""["timeout", NS, ACTION, EFFECT]"""

from rules.keeping import anew
from rules.running import is_nothing

WEIGHT = 2
PLAYED_BY = ("c",)
MEMBERS = ("time", "action")
HOLDS_WORKERS = False


def take(table, place, around, done, wait, action, effect):
    """B400, B401."""
    if is_nothing(effect):
        return done()
    running = Timeout(table, place, around, done, ["timeout", wait, action, anew(effect)])
    inside = table.named(around, place.namespace, None)
    running.group = inside.ids[-1][2]
    table.accept(effect, place, inside, running.end)
    if not running.is_over:
        running.timer = table.store.loop.at(
            table.now(around) + wait, running.expire, table.clock(around))


class Timeout:
    def __init__(self, table, place, around, done, description):
        self.table, self.place, self.around, self.done, self.description = table, place, around, done, description
        self.timer, self.is_over, self.has_expired = None, False, False

    def end(self):
        self.is_over = True
        if self.timer is not None:
            self.timer.cancel()
        if not self.has_expired:
            self.done()

    def expire(self):
        """The effect ends first, then the action is sent, then what waits for both continues."""
        table, self.has_expired = self.table, True
        entry = table.add(self.place, self.around, self.done)
        entry.is_refused = True
        entry.data["again"] = self.description
        table.have_sent(self.around)
        table.cancelled.add(self.group)
        with table.store.world.ending():
            table.cancel(lambda ids, owner, tasks: any(group == self.group for _, _, group in ids))
        if entry in table.running and not table.try_again(entry, beyond_catches=True):
            table.store.deliver(
                self.place.embed(self.description[2]), self.around.tasks, sender=entry, depth=self.place.depth)
        table.finish(entry)


def draw(maker, level, state, mode, depth, nesting):
    action = maker.later(level, state, mode, depth)
    return ["timeout", maker.member("time"), action, maker.effect(level, state, mode, depth, nesting)]
