"""["throttle", ID, NS, LATEST, EFFECT]"""

from rules.keeping import Held, promised
from rules.leaving import AT_WORK
from rules.running import is_nothing, names_id

WEIGHT = 1.5
PLAYED_BY = ("c", "mixed", "swift")
MEMBERS = ("id", "time", "flag")
HOLDS_WORKERS = False


def take(table, place, around, done, identifier, wait, latest, effect):
    """B31 to B34."""
    if is_nothing(effect):
        return done()
    if any(name == identifier for _, name, _ in around.ids) or names_id(effect, identifier):
        table.store.loop.unclear = "a throttle around its own id, or under it"
    key = (place.namespace, identifier)
    # An effect that waits for its turn inside a throttle had already been admitted.
    waits_inside = around.waited is None and around.anew is not None and not (around.is_in_window or around.turns)
    if around.waited == AT_WORK or table.store.goes_on and (around.where() == AT_WORK or waits_inside):
        return table.accept(effect, place, around.let_in(), done)
    window = table.windows.get(key)
    now = table.store.loop.now
    around = around.let_in()
    if window is None or (window["held"] is None and (
            now >= window["end"] or now >= window["opened"] + wait)):
        table.windows[key] = {"opened": now, "end": now + wait, "held": None, "owner": place.owner}
        note(table, around, identifier)
        return table.accept(effect, place, around, done)
    note(table, around, identifier)
    if window["held"] is not None and not latest:
        return done()
    if window["held"] is not None:
        table.cancel_one(window["held"])
        if table.windows.get(key) is not window or window["held"] is not None:
            table.store.loop.unclear = "a chain that throttles again where its own was dropped"
    held = table.add(place, table.named(around, *key), done)
    if around.part is not None:
        around.part.wait = table, held
    if table.is_refused(held):
        return

    held.held = Held(promised(table.store, effect) if around.part is None else effect, place, around)

    def over():
        table.leave(held)
        window.update(opened=table.store.loop.now, end=table.store.loop.now + wait)
        table.begin(held.held.effect, place, around, done)

    window["held"], window["due"] = held, window["opened"] + wait
    held.data["window"] = window
    held.timer = table.store.loop.at(window["opened"] + wait, over)


def note(table, around, identifier):
    """R76: the state-driven effect that it belongs to."""
    if around.follows in table.throttled:
        table.throttled[around.follows].add(identifier)


def reopen(table, place, owner, identifier, opened, end):
    """R76: unless a later window is open."""
    key, now = (place.namespace, identifier), table.store.loop.now
    table.throttled[owner].add(identifier)
    window = table.windows.get(key)
    if window is not None and (window["held"] is not None or now < window["end"]) and window["opened"] >= opened:
        return
    if window is None:
        window = table.windows[key] = {"held": None, "owner": place.owner}
    window.update(opened=opened, end=end)
