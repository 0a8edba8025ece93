"""Histories: the writes of steps, and their inverses (U4 to U29, docs/decisions/0028)."""

from .features import AROUND, LISTS, Reducer, elements, parts, row_name
from .ledger import Item, Node
from .values import MISSING, case_of, clone, parse, resolve, same

CASES = ("undo", "redo", "clear")


def option(reducer, name):
    return (reducer["options"] or {}).get(name)


def word_of(reducer, action):
    """Which of the operator's own actions this is, and its name; None for any other action."""
    found = case_of(action)
    for word in CASES:
        name = name_of(reducer, word)
        if found is not None and found[0] == name:
            return word, name, found[1]
    return None


def command_of(word, payload):
    """U40: the members of a payload; None for an invalid payload."""
    if payload in (None, {}):
        return {}
    if word == "clear" or not isinstance(payload, dict) or len(payload) != 1:
        return None
    (name, number), = payload.items()
    is_valid = type(number) is int and number >= {"steps": 1, "to": 0}.get(name, number + 1)
    return payload if is_valid else None


def key_of(reducer, name):
    """U27, U31: the history of an undoable at a state, identified by its part, its counts and its cases."""
    return (part_keys(reducer), shown_keys(reducer)) + tuple(
        name_of(reducer, word) for word in CASES), name


def name_of(reducer, word):
    return option(reducer, word + "_case") or {"clear": "clearHistory"}.get(word, word)


def part_keys(reducer):
    return parse(option(reducer, "state_path") or "")


def shown_keys(reducer):
    path = option(reducer, "history_path")
    return None if path is None else parse(path)


def undoables(reducer, state, keys=(), name=(), seen=(), held=None):
    """Every possible history in a state: its operator, the keys and the name of the state."""
    for one in on_one_state(reducer):
        yield one, keys, name
    for part in parts(reducer):  # a dynamic reducer's choice has none before it runs
        here = (id(part.node), keys)
        if part.op == "bindings" or here in seen:
            continue
        value = resolve(state, part.keys)
        for inner, inner_keys, inner_name in elements(part, value, keys + part.keys, held or {}):
            if value is not MISSING:
                yield from undoables(part.at("child"), inner, keys + part.keys + inner_keys,
                                     name + part.keys + inner_name, seen + (here,), held)


def on_one_state(reducer, entered=()):
    op = reducer.op
    if op in ("recurse", "self"):
        known = reducer.known()
        if id(known.node) not in entered:
            yield from on_one_state(known, entered + (id(known.node),))
    elif op == "combine":
        for member in reducer.node["of"]:
            yield from on_one_state(Reducer(member, reducer.names), entered)
    elif op in AROUND:
        if op == "undoable":
            yield reducer
        yield from on_one_state(reducer.at(AROUND[op]), entered)
    elif "parent" in reducer.node:
        yield from on_one_state(reducer.at("parent"), entered)


class Moved:
    """An element that a step inserted, removed or moved: its array, and the gap that it left."""

    def __init__(self, array, item, gap=None, value=None, node=None, is_silent=False):
        self.array, self.item, self.gap, self.value, self.node = array, item, gap, value, node
        # It has moved only past gaps, which is not visible.
        self.is_silent = is_silent

    @property
    def path(self):
        return self.array + (self.item,)


class Steps:
    """The writes of a step: places with their previous values, and elements that were inserted, removed and moved."""

    def __init__(self):
        self.written = {}
        self.inserted, self.removed, self.moved = [], [], []
        # Places of `written` whose value was already equal, so that only the elements are new.
        self.silent = set()
        self.label = None
        self.has_returned = False  # an element that had left has come again

    def is_empty(self):
        return not (self.written.keys() - self.silent or self.inserted or self.removed or any(
            not one.is_silent for one in self.moved))

    def covers(self, path):
        """Whether a place is inside a value that the step wrote as a whole, or inserted."""
        new = [one.path for one in self.inserted]
        around = [path[:size] for size in range(len(path) + 1)]
        return any(one in self.written or one in new for one in around)

    def is_written_inside(self, path):
        """Like `covers`, for a write: the value that contains it is another one now."""
        self.silent -= {path[:size] for size in range(len(path) + 1)}
        return self.covers(path)

    def find(self, table, array, item):
        return next((one for one in table if one.item is item and one.array == array), None)

    # ---------------------------------------------------------------- while it is made

    def note(self, ledger, change, before):
        """A write that is about to be made; returns a function to call after the write."""
        kind, keys, *rest = change
        if kind == "shift":
            array, place = ledger.path_of(keys), ledger.node(keys).alive()[rest[0]]
            if not self.is_written_inside(array) and not self.find(self.inserted, array, place.item) \
                    and not self.find(self.moved, array, place.item):
                self.moved.append(Moved(array, place.item, place))
            return None
        if keys and kind != "replace" and isinstance(resolve(before, keys[:-1]), list):
            array = ledger.path_of(keys[:-1])
            if self.is_written_inside(array):
                return None
            if kind == "insert":
                return lambda: self.came(ledger, array, keys)
            return self.went(array, ledger.node(keys[:-1]).alive()[int(keys[-1])],
                             resolve(before, keys))
        path = ledger.path_of(keys)
        if not self.is_written_inside(path):
            self.written[path] = self.at_first(path, resolve(before, keys), ledger.node(keys))
        return None

    def at_first(self, path, value, node):
        """A row with the scalars that the step has written before, and with its id, at their earlier values: a row that
        has written its own id comes back as the same row."""
        if not isinstance(value, dict) or not path or not is_row(path[-1]):
            return value, node
        found = {inner[-1]: old for inner, old in self.written.items() if inner[:-1] == path and (
            is_scalar(old[0]) or old[0] is not MISSING and row_name(old[0]) == path[-1].name)}
        values = {name: old for name, (old, _) in found.items()}
        return value | values, Node(members=node.members | {name: known or Node() for name, (_, known) in found.items()})

    def went(self, array, place, value):
        new = self.find(self.inserted, array, place.item)
        if new:
            self.inserted.remove(new)
            return
        was = self.find(self.moved, array, place.item)
        if was:
            self.moved.remove(was)
        self.removed.append(
            Moved(array, place.item, was.gap if was else place, clone(value), place.node))

    def came(self, ledger, array, keys):
        item = ledger.path_of(keys)[-1]
        was = self.find(self.removed, array, item)
        if was is None:
            self.inserted.append(Moved(array, item))
            return
        self.removed.remove(was)
        self.has_returned = True
        self.moved.append(Moved(array, item, was.gap))
        self.written.setdefault(was.path, (was.value, was.node))


class Group:
    def __init__(self, label):
        self.label, self.depth, self.has_step = label, 1, False
        self.before = self.known = None  # the part, and its rows, before the first step
        self.has_others = False  # whether a write outside a step followed


class History:
    """The steps of a part of a state."""

    def __init__(self, store):
        self.store = store
        self.forget()
        self.step = None  # the step in progress
        self.at = self.included = self.excluded = ()
        self.is_in_step = False

    def forget(self):
        self.undo, self.redo, self.dropped = [], [], 0
        self.separate()

    def separate(self):
        """The next step does not join the last one, and no group is open."""
        self.moment = self.key = self.group = None

    def joins(self, said, moment, time):
        """U10, U34 to U36."""
        if said.get("group") == "begin":
            if self.group is None:
                self.separate()
                self.group = Group(said.get("label"))
                return False
            self.group.depth += 1
        if self.group is not None:
            return self.group.has_step and self.undo != []
        if not self.undo:
            return False
        if said.get("group") == "join":
            return not self.redo
        if said.get("key") != self.key:
            return False
        if time <= 0:
            return self.key is not None
        if self.moment is None or moment - self.moment > time:
            return False
        self.moment = moment
        return True

    def end_group(self):
        """Returns the group that has ended with a step."""
        group = self.group
        if group is None:
            return None
        group.depth -= 1
        if group.depth > 0:
            return None
        self.separate()
        return group if group.has_step and self.undo else None

    def push(self, step, said, moment, limit):
        self.redo = []
        self.undo.append(step)
        step.label = said.get("label")
        self.drop(limit)
        self.moment, self.key = moment, said.get("key")
        if self.group is not None:
            self.group.has_step = True
            self.moment = self.key = None
            step.label = self.group.label or step.label

    def drop(self, limit):
        self.dropped += max(0, len(self.undo) - limit)
        del self.undo[:-limit]

    def stack(self, word):
        return self.undo if word == "undo" else self.redo

    def note(self, change, before, keys):
        """A write somewhere during a step: `keys` are those of the part."""
        at = change[1]
        if self.step is None:
            if self.group is not None and not self.is_in_step and at[: len(keys)] == keys[: len(at)]:
                self.group.has_others = True
            return None
        if keys[: len(at)] == at and len(at) < len(keys):
            # A write around the part: only the part is restored.
            if isinstance(resolve(before, at), list) or change[0] == "shift":
                self.store.loop.unclear = "a part of a history in an array"
                return None
            change = "replace", keys
        elif at[: len(keys)] != keys:
            return None
        inside = change[1][len(keys):]
        if any(is_along(inside, one) for one in self.excluded):
            return None  # U38
        if not self.included or any(is_along(inside, one) for one in self.included):
            return self.step.note(self.store.rows, change, before)
        if change[0] != "replace":
            return None
        # U39: a write around some places of the history.
        done = [self.note_if_other(keys + one, before) for one in self.included if is_along(one, inside)]
        return lambda: [one() for one in done]

    def note_if_other(self, keys, before):
        step, old, path = self.step, resolve(before, keys), self.store.rows.path_of(keys)
        node = self.store.rows.node(keys)

        def finish():
            if not is_equal(old, resolve(self.store.state, keys)) and not step.is_written_inside(path):
                step.written[path] = step.at_first(path, old, node)

        return finish


def without_counts(store, keys, value):
    """A present or past value at some keys, without the counts of histories."""
    value = clone(value)
    for reducer, at, _ in undoables(store.feature, store.state, held=store.held):
        shown = shown_keys(reducer)
        if shown is None or not shown or (at + shown)[: len(keys)] != keys:
            continue
        around = resolve(value, (at + shown[:-1])[len(keys):]) if len(at + shown) > len(keys) else None
        if isinstance(around, dict):
            around.pop(shown[-1], None)
    return value


def is_along(keys, pattern):
    """Whether keys lead to a place, or into it. "*" stands for any element."""
    return len(keys) >= len(pattern) and all(
        one == other or other == "*" and one.isdigit() for one, other in zip(keys, pattern))


def is_equal(one, other):
    return one is other if MISSING in (one, other) else same(one, other)


def by_depth(step):
    """The changes to undo, outermost first: in an array the insertions, removals and moves before the writes to its
    elements."""
    found = [(len(path), 0, "write", path, old) for path, old in step.written.items()]
    for order, kind in enumerate(("inserted", "removed", "moved")):
        found += [(len(one.array) + 0.5, order, kind, one.array, one) for one in getattr(step, kind)]
    return [entry[2:] for entry in sorted(found, key=lambda entry: entry[:2])]


def is_scalar(value):
    return value is not MISSING and not isinstance(value, (dict, list))


def is_row(step):
    return isinstance(step, Item)
