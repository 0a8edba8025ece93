"""["delay", NS, EFFECT]"""

from dataclasses import replace

from rules.keeping import promised
from rules.running import Chain, is_nothing

WEIGHT = 1.5
PLAYED_BY = ("c", "mixed", "swift")
MEMBERS = ("time",)
HOLDS_WORKERS = False


def take(table, place, around, done, wait, effect):
    """B36."""
    if is_nothing(effect):
        return done()
    take_at(table, place, around, done, table.now(around) + wait, effect)


def take_at(table, place, around, done, due, effect):
    if around.part is None:
        effect = promised(table.store, effect)
    chain = Chain(around.ids, members=[effect], place=place, around=around)
    around = replace(around, chains=around.chains + (chain,))
    running = table.add(place, around, done)
    if table.is_refused(running, is_delay=True):
        return
    table.is_due(around, due)

    def over():
        table.leave(running)
        chain.next = 1
        table.begin(chain.members[0], place, around, done)

    running.timer = table.store.loop.at(due, over, table.clock(around))
