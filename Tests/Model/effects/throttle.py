"""["throttle", ID, NS, LATEST, EFFECT]"""

from rules.keeping import Held, promised
from rules.leaving import AT_WORK, DEADLINE
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
    clock, time = table.clock(around), table.store.loop.time
    around = around.let_in()
    now = 0 if window is None else time(window["clock"])
    if window is None or (window["held"] is None and (
            now >= window["end"] or now >= window["opened"] + wait)):
        table.windows[key] = {"opened": time(clock), "end": time(clock) + wait, "clock": clock, "held": None,
                              "owner": place.owner}
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
        window.update(opened=time(clock), end=time(clock) + wait, clock=clock)
        table.begin(held.held.effect, place, around, done)

    window["held"], window["due"] = held, window["opened"] + wait
    held.data["window"] = window
    held.timer = table.store.loop.at(window["opened"] + wait, over, window["clock"])


def note(table, around, identifier):
    """R76: the state-driven effect that it belongs to."""
    if around.follows in table.throttled:
        table.throttled[around.follows].add(identifier)


def reopen(table, place, owner, identifier, age, length):
    """R76: unless a later window is open. The window follows the clock of the whole effect."""
    key, time = (place.namespace, identifier), table.store.loop.time
    clock = "date" if table.slots[owner][1] == DEADLINE else "own"
    table.throttled[owner].add(identifier)
    window = table.windows.get(key)
    if window is not None:
        now = time(window["clock"])
        if (window["held"] is not None or now < window["end"]) and now - window["opened"] <= age:
            return
    if window is None:
        window = table.windows[key] = {"held": None, "owner": place.owner}
    opened = time(clock) - age
    window.update(opened=opened, end=opened + length, clock=clock)
