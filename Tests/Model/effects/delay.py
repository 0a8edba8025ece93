"""["delay", NS, EFFECT]"""

from rules.running import is_nothing

WEIGHT = 1.5
PLAYED_BY = ("c", "mixed", "swift")
MEMBERS = ("time",)
HOLDS_WORKERS = False


def take(table, place, around, done, wait, effect):
    """B36."""
    if is_nothing(effect):
        return done()
    take_at(table, place, around, done, table.store.loop.now + wait, effect)


def take_at(table, place, around, done, due, effect):
    running = table.add(place, around, done)
    if table.is_refused(running, is_delay=True):
        return
    table.is_due(around, due)

    def over():
        table.leave(running)
        table.begin(effect, place, around, done)

    running.timer = table.store.loop.at(due, over)
