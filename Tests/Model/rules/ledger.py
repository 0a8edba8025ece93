"""Which element of an array is which, whatever comes, goes and moves: a tree beside the state (U3, U4)."""

from .values import MISSING, index_of, resolve, same


class Item:
    """An element: the same one wherever it moves to in its array."""

    def __init__(self, node):
        self.node = node


class Ghost:
    """Where an element stood that has gone or moved: it keeps its place in the order."""

    def __init__(self, item):
        self.item = item


class Node:
    """What is known of a value: the members of an object, or the elements of an array."""

    def __init__(self, members=None, items=None):
        self.members, self.items = members, items

    def alive(self):
        return [item for item in self.items if isinstance(item, Item)]

    def child(self, step):
        """The node of a step: a member's name, or an element that is there; else None."""
        if isinstance(step, Item):
            return step.node if self.items is not None and step in self.items else None
        return self.members.get(step) if self.members is not None else None


def grown(value):
    if isinstance(value, dict):
        return Node(members={key: grown(member) for key, member in value.items()})
    if isinstance(value, list):
        return Node(items=[Item(grown(element)) for element in value])
    return Node()


class Ledger:
    """Follows the writes of a store. A path of it has a name for each member, and the item itself for each
    element: so it leads to the same place as long as that is there."""

    def __init__(self, state):
        self.root = grown(state)

    # ------------------------------------------------------------------ places

    def path_of(self, keys):
        """The path of some keys; the last one may be of a member that is not there."""
        node, path = self.root, ()
        for key in keys:
            step = key
            if node is not None and node.items is not None:
                alive = node.alive()
                index = index_of(key, alive)
                step = key if index is None else alive[index]
            path += (step,)
            node = None if node is None else node.child(step)
        return path

    def node_at(self, path):
        node = self.root
        for step in path:
            node = None if node is None else node.child(step)
        return node

    def keys_of(self, path):
        """Where a path leads now; None where an element or an object on the way has gone."""
        node, keys = self.root, ()
        for step in path:
            if node is None or (node.items is None if isinstance(step, Item) else node.members is None):
                return None
            if isinstance(step, Item):
                if step not in node.items:
                    return None
                keys += (str(node.alive().index(step)),)
            else:
                keys += (step,)
            node = node.child(step)
        return keys

    # ------------------------------------------------------------------ writes

    def write(self, change, state):
        """A write that was done: what is new is taken from the state as it is now."""
        getattr(self, change[0])(state, *change[1:])

    def replace(self, state, keys):
        node = grown(resolve(state, keys))
        if not keys:
            self.root = node
            return
        around = self.node_at(self.path_of(keys[:-1]))
        if around.items is None:
            around.members[keys[-1]] = node
        else:
            around.alive()[int(keys[-1])].node = node

    def insert(self, state, keys):
        items = self.node_at(self.path_of(keys[:-1])).items
        items.insert(gap(items, int(keys[-1])), Item(grown(resolve(state, keys))))

    def drop(self, state, keys):
        del state
        around = self.node_at(self.path_of(keys[:-1]))
        if around.items is None:
            around.members.pop(keys[-1], None)
        else:
            item = around.alive()[int(keys[-1])]
            around.items[around.items.index(item)] = Ghost(item)

    def shift(self, state, array, source, target):
        """An element moved within its array."""
        del state
        items = self.node_at(self.path_of(array)).items
        item = self.node_at(self.path_of(array)).alive()[source]
        items[items.index(item)] = Ghost(item)
        items.insert(gap(items, target), item)


def gap(items, index):
    """Where an element comes in that is to have an index: behind those that have gone from there, but at the
    array's start before them."""
    if index == 0:
        return 0
    places = [place for place, item in enumerate(items) if isinstance(item, Item)]
    return len(items) if index >= len(places) else places[index]


NEW = object()


class Noting:
    """What is written while somebody listens: the places, as paths (U3)."""

    def __init__(self, store):
        self.store = store
        self.written = {}  # what each place held when it was first written
        self.edited = []  # arrays whose elements came, went or moved

    def note(self, change, before):
        """A write that is about to be done."""
        kind, keys, *_ = change
        ledger = self.store.ledger
        if kind == "shift":
            self.edited.append(ledger.path_of(keys))
            return
        around = resolve(before, keys[:-1]) if keys else None
        if kind in ("insert", "drop") and isinstance(around, list):
            self.edited.append(ledger.path_of(keys[:-1]))
            return
        path = ledger.path_of(keys)
        if path not in self.written:
            self.written[path] = resolve(before, keys)

    def came(self, keys):
        """An element that has come is new as a whole."""
        self.written[self.store.ledger.path_of(keys)] = NEW

    def places(self, part):
        """U3: the places at and below a part, by their keys as they are now from the part on."""
        ledger, state = self.store.ledger, self.store.state
        found = set()
        for path, old in self.written.items():
            if any(path[:size] in self.written for size in range(len(path))):
                continue
            keys = ledger.keys_of(path)
            if keys is None:
                continue
            new = resolve(state, keys)
            if old is not NEW and is_as_before(old, new):
                continue
            if new is MISSING and keys[: len(part)] == part and len(keys) > len(part):
                keys = keys[:-1]
            found.add(keys)
        found |= {ledger.keys_of(path) for path in self.edited if not any(
            path[:size] in self.written for size in range(len(path) + 1))}
        below = {keys[len(part):] for keys in found if keys is not None and keys[: len(part)] == part}
        around = any(keys is not None and part[: len(keys)] == keys and keys != part for keys in found)
        return {()} if around else below


def is_as_before(old, new):
    if isinstance(old, (dict, list)) or isinstance(new, (dict, list)):
        return False
    return old is new or (old is not MISSING and new is not MISSING and same(old, new))
