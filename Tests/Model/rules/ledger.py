"""The identity of array elements through insertions, removals and moves: a tree beside the state (U3, U20 to U23)."""

from .features import row_name
from .values import MISSING, child, index_of, resolve, same


class Item:
    """An element: it stays the same wherever it moves in its array. A row is identified by its id (`name`)."""

    def __init__(self, name=None):
        self.name = name


class Place:
    """A position in the order of an array: an element with its content, or the gap that a removed element has left."""

    def __init__(self, item, node, is_gap=False):
        self.item, self.node, self.is_gap = item, node, is_gap


class Node:
    """The structure of a value: the members of an object, or the positions of an array in order."""

    def __init__(self, members=None, places=None):
        self.members, self.places = members, places

    def alive(self):
        return [place for place in self.places if not place.is_gap]

    def place_of(self, item):
        """The index of an element; None if it is gone."""
        for place in self.alive() if self.places is not None else ():
            if place.item is item:
                return place
        return None

    def child(self, step):
        """The node for a step: a member's name, or a present element; otherwise None."""
        if isinstance(step, Item):
            place = self.place_of(step)
            return None if place is None else place.node
        return self.members.get(step) if self.members is not None else None


def grown(value):
    if isinstance(value, dict):
        return Node(members={key: grown(member) for key, member in value.items()})
    if isinstance(value, list):
        return Node(places=[Place(Item(), grown(element)) for element in value])
    return Node()


class Ledger:
    """Follows the writes of a store. A path in it has a name for each member, and the item itself for each element: so
    it leads to the same place as long as that place exists."""

    def __init__(self, state, lists):
        self.root = grown(state)
        # The gap that an undo fills, and the structure of its content.
        self.gap = self.node_of_before = self.stepping = None
        self.rows = {}  # by the path of their array and their id, including removed ones
        self.reconcile(state, None, (), lists)

    # ------------------------------------------------------------------ places

    def path_of(self, keys):
        """The path of some keys; the last one may be a missing member."""
        node, path = self.root, ()
        for key in keys:
            step = key
            if node is not None and node.places is not None:
                alive = node.alive()
                index = index_of(key, alive)
                step = key if index is None else alive[index].item
            path += (step,)
            node = None if node is None else node.child(step)
        return path

    def node_at(self, path):
        node = self.root
        for step in path:
            node = None if node is None else node.child(step)
        return node

    def node(self, keys):
        return self.node_at(self.path_of(keys))

    def keys_of(self, path):
        """The current keys of a path; None if an element or an object on the way is gone."""
        node, keys = self.root, ()
        for step in path:
            if isinstance(step, Item):
                place = None if node is None else node.place_of(step)
                if place is None:
                    return None
                keys += (str(node.alive().index(place)),)
            elif node is None or node.members is None:
                return None
            else:
                keys += (step,)
            node = node.child(step)
        return keys

    def has_left(self, path):
        """Whether an element on the way of a path is gone."""
        node = self.root
        for step in path:
            if isinstance(step, Item) and (node is None or node.place_of(step) is None):
                return True
            node = None if node is None else node.child(step)
        return False

    # ------------------------------------------------------------------ writes

    def write(self, change, state, lists):
        """A write that was made: new parts are read from the present state. `lists` are the current rows and paths:
        their keys, and the name of their ids."""
        getattr(self, change[0])(state, lists, *change[1:])

    def replace(self, state, lists, keys):
        node, old = grown(resolve(state, keys)), self.node(keys)
        self.install(keys, node)
        self.reconcile(state, old, keys, lists)
        if self.node_of_before is not None:
            self.install(keys, self.node_of_before)

    def install(self, keys, node):
        if not keys:
            self.root = node
            return
        around = self.node(keys[:-1])
        if around.places is None:
            around.members[keys[-1]] = node
        else:
            around.alive()[int(keys[-1])].node = node

    def insert(self, state, lists, keys):
        array = self.node(keys[:-1])
        if self.gap is not None:
            self.gap.is_gap = False
            return self.replace(state, lists, keys)
        item = Item()
        if keys[:-1] in lists:
            name = row_name(child(resolve(state, keys), lists[keys[:-1]]))
            item = known(array, name) or self.row(self.path_of(keys[:-1]), name)
        array.places.insert(gap(array.places, int(keys[-1])), Place(item, None))
        self.replace(state, lists, keys)
        return None

    def drop(self, state, lists, keys):
        del state, lists
        around = self.node(keys[:-1])
        if around.places is None:
            around.members.pop(keys[-1], None)
        else:
            place = around.alive()[int(keys[-1])]
            place.is_gap, place.node = True, None

    def shift(self, state, lists, array, source, target):
        """An element moved within its array."""
        del state, lists
        places = self.node(array).places
        place = self.node(array).alive()[source]
        node, place.node, place.is_gap = place.node, None, True
        if self.gap is not None:
            self.gap.node, self.gap.is_gap = node, False
        else:
            places.insert(gap(places, target), Place(place.item, node))

    def settle(self, array, gap):
        """An element has moved to its gap, only past other gaps."""
        here = self.node_at(array).place_of(gap.item)
        if here is gap:
            return None
        gap.node, gap.is_gap = here.node, False
        here.node, here.is_gap = None, True
        return here

    def snapshot(self, keys):
        """The present structure of a part, for a later restore."""
        found, waiting = [], [self.node(keys)]
        while waiting:
            node = waiting.pop()
            if node is None:
                continue
            places = [(place, place.item, place.node, place.is_gap) for place in node.places or ()]
            found.append((node, dict(node.members) if node.members is not None else None, places if node.places is not None else None))
            waiting += (node.members or {}).values()
            waiting += [inner for _, _, inner, _ in places]
        return found

    def restore(self, keys, found, value):
        """The earlier elements are the present ones: the value is the same, except for counts."""
        for node, members, places in found:
            if node.members is not None:
                node.members = dict(members)
            if node.places is not None:
                node.places = [place for place, *_ in places or ()]
            for place, item, inner, is_gap in places or ():
                place.item, place.node, place.is_gap = item, inner, is_gap
        if found:
            self.install(keys, found[0][0])
            follow(found[0][0], value)

    def row(self, array, name):
        """U21: a row is identified by its id, even if the whole array was removed in between."""
        return self.rows.setdefault((array, name), Item(name))

    def reconcile(self, state, old, keys, lists):
        """Rows are identified by their ids: rows with known ids are the earlier elements, and gaps are placed behind
        the nearest present row before them."""
        for at, key in sorted(lists.items(), key=lambda each: len(each[0])):
            if at[: len(keys)] != keys:
                continue
            rows, array = resolve(state, at), self.node(at)
            # The rows around these are already identified by their ids.
            here, before = self.node(keys), old
            for step in at[len(keys):]:
                step = step if here.places is None else here.alive()[int(step)].item
                here, before = here.child(step), before and before.child(step)
            for place, row in zip(array.alive(), rows):
                name = row_name(child(row, key))
                place.item = before is not None and known(before, name) or self.row(self.path_of(at), name)
            if before is not None and before.places is not None:
                keep_gaps(array, before)


def follow(node, value):
    """Adapts the structure of a value to members that were added or removed."""
    if isinstance(value, dict) and node.members is not None:
        for name in [name for name in node.members if name not in value]:
            del node.members[name]
        for name, member in value.items():
            if name not in node.members:
                node.members[name] = grown(member)
            follow(node.members[name], member)
    elif isinstance(value, list) and node.places is not None:
        for place, element in zip(node.alive(), value):
            follow(place.node, element)


def known(array, name):
    """The element of an array, present or removed, with an id."""
    for place in array.places or ():
        if place.item.name == name:
            return place.item
    return None


def keep_gaps(array, before):
    there = {place.item for place in array.places}
    last = None
    for place in before.places:
        if place.is_gap or place.item not in there:
            index = 0
            if last is not None:
                index = array.places.index(last) + 1
            gone = place if place.is_gap else Place(place.item, None, True)
            array.places.insert(index, gone)
            last = gone
        else:
            last = next(one for one in array.places if one.item is place.item and not one.is_gap)


def gap(places, index):
    """The position for an element that should get an index: behind the elements removed from there, but at the array's
    start before them."""
    if index == 0:
        return 0
    alive = [number for number, place in enumerate(places) if not place.is_gap]
    return len(places) if index >= len(alive) else alive[index]


NEW = object()


class Noting:
    """The writes during an observation: the places, as paths (U3)."""

    def __init__(self, store):
        self.store = store
        self.written = {}  # the value of each place at its first write
        self.edited = []  # arrays whose elements were inserted, removed or moved

    def note(self, change, before):
        """A write that is about to be made."""
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
        """An inserted element is new as a whole."""
        self.written[self.store.ledger.path_of(keys)] = NEW

    def places(self, part):
        """U3: the places at and below a part, by their present keys, relative to the part."""
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
