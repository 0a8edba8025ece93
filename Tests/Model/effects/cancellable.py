"""["cancellable", ID, IN_FLIGHT, EFFECT]"""

from rules.leaving import NEW
from rules.running import is_nothing

WEIGHT = 5
PLAYED_BY = ("c", "mixed", "swift")
MEMBERS = ("id", "flag")
HOLDS_WORKERS = True


def take(table, place, around, done, identifier, in_flight, effect):
    """B11 to B14."""
    if is_nothing(effect):
        return done()
    goes_on = table.store.goes_on and around.where() != NEW
    if in_flight and not goes_on:
        # Never itself: an effect held by an id around this one continues.
        table.cancel_id(place, identifier, {group for _, _, group in around.ids})
    inside = table.named(around, place.namespace, identifier)
    table.accept(effect, place, inside, done)
