"""The tables of docs/engine/performance.md: for each series, its name in the programs and its label."""

from dataclasses import dataclass


@dataclass
class Plot:
    """One table. A series with the prefix "c." belongs to the program in C."""

    name: str
    title: str
    x: str
    series: dict[str, str]
    unit: str = "ns"


def both(operations):
    """The same operations natively and in C."""
    found = {}
    for name, label in operations.items():
        found[name] = f"{label}, Swift"
        found[f"c.{name}"] = f"{label}, C"
    return found


PLOTS = [
    Plot("rows", "A list of rows, one observer on one of them", "rows", both({
        "rows.send": "send to that row",
        "rows.parent": "send that touches no row",
        "rows.append": "append and remove a row",
    }) | {
        "c.patches.send": "send to a row, patches told, C",
        "c.patches.append": "append and remove, patches told, C",
    }),
    Plot("rows-middle", "Rows that are inserted, removed and moved in the middle", "rows", both({
        "rows.middle": "insert and remove",
        "rows.move": "move the first to the end",
    }) | {"c.rows.middle-send": "insert, remove, send, C"}),
    Plot("lists", "A list of the rows, sorted by the member that changes, with two sums and an observer", "rows", {
        "c.lists.send": "send to any row, C",
        "c.lists.append": "append and remove a row, C",
    }),
    Plot("depth", "Nested features", "depth", both({
        "nested.deepest": "send to the deepest presented",
        "nested.first": "first send to it",
        "nested.effect": "effect of it",
        "nested.outermost": "send to the outermost",
        "scopes.deepest": "send through that many Scopes",
    })),
    Plot("stack", "A path of screens", "screens", both({
        "stack.top": "send to the one on top",
        "stack.push": "push and pop",
    })),
    Plot("observers", "Observers on distinct slices", "observers", both({
        "observers.one": "send that changes one slice",
        "observers.idle": "send that changes none",
        "observers.subscribe": "subscribe and cancel",
    }) | {
        "functions.one": "send that changes one, observers that are functions, Swift",
        "functions.idle": "send that changes none, the same, Swift",
        "functions.subscribe": "subscribe and cancel, the same, Swift",
    }),
    Plot("views", "Rows, each with a view (a scoped store) and an observer on it", "views", both({
        "views.one": "send through one view",
        "views.idle": "send that touches no row",
        "views.append": "append and remove a row",
    }) | {"c.views.replace": "replace all rows, C"}),
    Plot("stores", "Stores in one process, for each of them", "stores", both({
        "stores.make": "make",
        "stores.free": "free",
        "stores.send": "send to one",
    })),
    Plot("views-made", "Views of the rows of one store, for each of them", "views", both({
        "views.make": "make",
        "views.free": "free",
    })),
    Plot("bytes", "Bytes on the heap for each store, and for each view", "stores or views", both({
        "stores.bytes": "a store",
        "views.bytes": "a view of a row",
    }), unit="B"),
    Plot("effects", "Beside effects in flight of the same feature", "effects in flight", both({
        "effects.start": "start and finish one more",
        "effects.cancel": "start one more, cancel it by id",
        "effects.dismiss": "present, start, dismiss",
        "effects.send": "plain send",
        "same-id.start": "start and finish, all under one id",
    })),
    Plot("row-effects", "Beside rows that each have an effect in flight", "effects in flight", both({
        "row-effects.send": "plain send to the parent",
        "row-effects.row": "send to a row",
        "row-effects.append": "append and remove a row",
        "row-effects.cancel": "start one more, cancel it by id",
        "row-effects.dismiss": "present, start, dismiss",
    })),
    Plot("many", "Many at once, for each of them", "effects or actions", both({
        "effects.cancel-all": "effects cancelled by one id",
        "effects.end": "effects that end with their store",
        "bursts.merge": "actions of one merge, in a burst",
        "bursts.chain": "actions, each from the one before",
    })),
    Plot("timers", "Timers in virtual time", "timers", both({
        "timers.one": "set and fire one beside the others",
        "timers.set": "set, for each",
        "timers.fire": "fire in order, for each",
    })),
    Plot("state", "An object with this number of fields, in C", "fields or rows", {
        "c.state.read": "read the whole state",
        "c.state.write": "write one field",
        "c.state.snapshot-write": "the same, a snapshot is out",
        "c.rows.snapshot-write": "write one row, a snapshot is out",
    }),
    Plot("text", "A state that is read from text and written as text, in C", "fields", {
        "c.state.text-in": "action text with all fields in",
        "floor.state.text-in": "jansson's parse of that text alone",
        "c.state.text-out": "state text out",
        "floor.state.text-out": "jansson's printing alone",
    }),
    Plot("texts", "Action texts that repeat in turn, in C", "different texts", {
        "c.texts.send": "send a text",
        "floor.texts.parse": "jansson's parse of it alone",
    }),
]
