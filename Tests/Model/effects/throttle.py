"""["throttle", ID, NS, LATEST, EFFECT]"""

from rules.running import is_nothing, names_id

WEIGHT = 1.5
PLAYED_BY = ("c", "mixed", "swift")
MEMBERS = ("id", "time", "flag")
HOLDS_WORKERS = False
SWIFT = "throttle(id: {}, for: {}, latest: {})"


def take(table, place, around, done, identifier, wait, latest, effect):
    """B31 to B34."""
    if is_nothing(effect):
        return done()
    if any(name == identifier for _, name, _ in around.ids) or names_id(effect, identifier):
        table.store.loop.unclear = "a throttle around its own id, or under it"
    key = (place.namespace, identifier)
    window = table.windows.get(key)
    now = table.store.loop.now
    if window is None or (window["held"] is None and (
            now >= window["end"] or now >= window["opened"] + wait)):
        table.windows[key] = {"opened": now, "end": now + wait, "held": None, "owner": place.owner}
        return table.accept(effect, place, around, done)
    if window["held"] is not None and not latest:
        return done()
    if window["held"] is not None:
        table.cancel_one(window["held"])
        if table.windows.get(key) is not window or window["held"] is not None:
            table.store.loop.unclear = "a chain that throttles again where its own was dropped"
    held = table.add(place, table.named(around, *key), done)
    if table.is_refused(held):
        return

    def over():
        table.leave(held)
        window.update(opened=table.store.loop.now, end=table.store.loop.now + wait)
        table.begin(effect, place, around, done)

    window["held"] = held
    held.data["window"] = window
    held.timer = table.store.loop.at(window["opened"] + wait, over)
