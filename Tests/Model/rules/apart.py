"""A write of a whole value counts as the writes that turn the old value into the new one (U160, docs/decisions/0055)."""

from .features import is_entry, row_name
from .values import MISSING, child, clone, put, resolve, same


def is_taken_apart(old, new):
    """Objects and arrays; but an object of one member may be an enum, and another member another case."""
    if isinstance(old, list):
        return isinstance(new, list)
    if not isinstance(old, dict) or not isinstance(new, dict):
        return False
    return len(old) != 1 or len(new) != 1 or old.keys() == new.keys()


def taken_apart(old, new, keys, ways, counts):
    """The changes in order, outermost first, each with a flag for the counts of a history."""
    waiting = [(keys, old, new)]
    while waiting:
        at, old, new = waiting.pop(0)
        if at in counts:
            if not is_equal(old, new):
                yield changed(at, new), True
        elif MISSING in (old, new) or not is_taken_apart(old, new):
            if not is_equal(old, new):
                yield changed(at, new), False
        elif isinstance(new, dict):
            inner = [(at + (name,), child(old, name), new[name]) for name in new]
            inner += [(at + (name,), old[name], MISSING) for name in old if name not in new]
            # Containers are compared inside only if their sizes were checked: the engine does the same.
            for one in inner:
                if one[0] not in counts and MISSING not in one and is_taken_apart(one[1], one[2]):
                    waiting.append(one)
                elif not is_equal(one[1], one[2]):
                    yield changed(one[0], one[2]), one[0] in counts
        else:
            were, are = names(old, ways.get(at)), names(new, ways.get(at))
            if were is None or are is None or were != are and (
                    len(set(were)) < len(were) or len(set(are)) < len(are)):
                if not same(old, new):
                    yield ("replace", at), False
                continue
            for change in edits(were, are, at):
                yield change, False
            waiting += [(at + (str(index),), old[were.index(name) if were != are else index], new[index])
                        for index, name in enumerate(are) if name in were]


def changed(at, new):
    return ("drop" if new is MISSING else "replace", at)


def is_equal(one, other):
    return one is other if MISSING in (one, other) else same(one, other)


def names(array, way):
    """The ids of the elements; None if an element has none. `way`: the member with the id, and whether this is a path."""
    key, is_path = way or ("id", False)
    found = [MISSING if is_path and not is_entry(row) or not isinstance(row, dict) else child(row, key)
             for row in array]
    return None if MISSING in found else [row_name(one) for one in found]


def edits(were, are, at):
    """Rows are removed, the last first; then as few as possible are moved, each behind its new predecessor; then rows
    are inserted."""
    there = [name for name in were if name in are]
    for index in reversed(range(len(were))):
        if were[index] not in are:
            yield "drop", at + (str(index),)
    wanted = [name for name in are if name in were]
    if there != wanted:
        fixed = longest_rise([there.index(name) for name in wanted])
        for position, name in enumerate(wanted):
            if not fixed[position]:
                source = there.index(name)
                there.remove(name)
                target = there.index(wanted[position - 1]) + 1 if position else 0
                there.insert(target, name)
                yield "shift", at, source, target
    for index, name in enumerate(are):
        if name not in were:
            yield "insert", at + (str(index),)


def longest_rise(numbers):
    """The numbers of the longest ascending sequence; among several, the one with the smallest ends."""
    ends, before = [], []
    for position, number in enumerate(numbers):
        low = len([end for end in ends if numbers[end] < number])
        before.append(ends[low - 1] if low else None)
        ends[low:low + 1] = [position]
    found, position = set(), ends[-1] if ends else None
    while position is not None:
        found.add(position)
        position = before[position]
    return [position in found for position in range(len(numbers))]


def applied(change, state, after):
    """The state after one of the changes; `after` has the new values."""
    kind, keys, *rest = change
    state = clone(state)
    if kind == "replace":
        return put(state, keys, clone(resolve(after, keys)))
    if kind == "shift":
        array = resolve(state, keys)
        array.insert(rest[1], array.pop(rest[0]))
        return state
    around = resolve(state, keys[:-1])
    if kind == "insert":
        around.insert(int(keys[-1]), clone(resolve(after, keys)))
    else:
        del around[int(keys[-1]) if isinstance(around, list) else keys[-1]]
    return state
