"""["limited", ID, MOST, EFFECT]; ["limit", ID, MOST] sets the limit for good."""

from .serial import Queue, take_turn

WEIGHT = 3
PLAYED_BY = ("c", "mixed", "swift")
MEMBERS = ("id", "count")
HOLDS_WORKERS = True


def take(table, place, around, done, identifier, most, effect):
    """W13 to W15: the queue belongs to the store, the id that cancels it to the feature."""
    take_turn(table, place, around, done, (None, identifier), most, False, effect)


def change(table, identifier, most):
    """W15."""
    table.queues.setdefault((None, identifier), Queue()).allow(most, table, for_good=True)
