"""{"op": "indexed", "base": R, "at": POINTER, "group": POINTER or null, "numbers": [POINTER, ...]}"""

from functools import cmp_to_key

from play.levels import places
from play.shapes import Path, Rows, Scalar, Struct, token
from rules.listing import inside, order_of_groups, total
from rules.values import MISSING, clone, parse, resolve, text

WEIGHT = 5
PLAYED_BY = ("c",)
HAS_SCRIPT = False


def run(step, reducer, at, action, dependencies):
    """J54: the reducers inside know the index while they run."""
    index = (at.keys + parse(reducer["at"]), reducer["group"], reducer["numbers"])
    step.store.indexes.append(index)
    result = step.run(reducer.at("base"), at, action, dependencies)
    step.store.indexes.pop()
    return result


def count(store, at, pointer, group, value):
    """J52, J53, J55: the write ["count", POINTER, GROUP, VALUE], which writes nothing."""
    keys = parse(pointer)
    found = [numbers for place, by, numbers in store.indexes
             if keys is not None and place == at.keys + keys and (group is None or by == group)]
    if not found or value is not MISSING and group is None:
        if value is MISSING or group is not None:
            store.issue("missing-index", text(at.keys) + pointer)
        return store.say("counted", None)
    rows = resolve(store.state, at.keys + keys)
    # In the order of the groups, which decides which of two equal numbers is the least.
    by = next(by for place, by, _ in store.indexes if place == at.keys + keys and (group is None or by == group))
    rows = rows if isinstance(rows, list) else []
    if by is not None:
        rows = sorted(rows, key=cmp_to_key(lambda one, other: order_of_groups(inside(one, by), inside(other, by))))
    if value is not MISSING:
        rows = [row for row in rows if is_of(inside(row, group), value)]
    numbers = {one: total([inside(row, one) for row in rows]) for one in found[0]}
    if group is None and len(found) > 1:
        store.loop.unclear = "which of several indexes answers"
    return store.say("counted", clone({"count": len(rows), "numbers": numbers}))


def is_of(there, value):
    """Null stands for a missing value too."""
    return (there is MISSING or there is None) if value is None else order_of_groups(there, value) == 0


def fits(maker, level):
    return any(isinstance(shape, (Rows, Path)) for _, shape in places(level.shape))


def draw(maker, level, reducer):
    dice = maker.dice
    at, shape = dice.pick([one for one in places(level.shape) if isinstance(one[1], (Rows, Path))])
    group = place_in(dice, shape) if dice.chance(0.8) else None
    if (at, group) in [(one, by) for one, by, _ in level.indexes]:
        return reducer
    level.indexes.append((at, group, shape))
    numbers = [place_in(dice, shape) for _ in range(dice.below(3))]
    return {"op": "indexed", "base": reducer, "at": at, "group": group, "numbers": numbers}


def place_in(dice, shape):
    """A place in a row, or in an entry of a path."""
    members = shape.of.members if isinstance(shape.of, Struct) else {}
    scalars = [name for name in members if isinstance(members[name], Scalar)]
    name = token(dice.pick(scalars)) if scalars else "/id"
    return ("/element" if isinstance(shape, Path) else "") + name


def asked(dice, level):
    """A count: mostly of an indexed array, by a value that some rows have."""
    at, group, shape = dice.pick(level.indexes)
    if dice.chance(0.05):
        at, group = dice.pick((("/n", group), (at, "/nowhere"), ("x", group), (at, "x"), (at, None)))
    if group is None and dice.chance(0.8) or dice.chance(0.2):
        return ["count", at, group]
    return ["count", at, group, dice.pick((0, 1, 2, 3, 1, 2, "a", None, "", 1.0))]
