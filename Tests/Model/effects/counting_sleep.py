"""["counting_sleep", EFFECT]"""

from dataclasses import replace

from rules.running import is_nothing

WEIGHT = 3
PLAYED_BY = ("c", "mixed", "swift")
MEMBERS = ()
HOLDS_WORKERS = True


def take(table, place, around, done, effect):
    """B415."""
    if is_nothing(effect):
        return done()
    table.accept(effect, place, replace(around, counts_sleep=True), done)
