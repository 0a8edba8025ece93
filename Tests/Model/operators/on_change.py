"""{"op": "on_change", "base": R, "at": POINTER, "n": N, "script": SCRIPT}"""

from play.levels import places
from rules.values import MISSING, clone, parse, resolve, same

WEIGHT = 3
PLAYED_BY = ("c", "mixed", "swift")
HAS_SCRIPT = True


def run(step, reducer, at, action, dependencies):
    """A23, A24."""
    store = step.store
    place = at.keys + parse(reducer["at"])
    old = clone(resolve(store.state, place))
    result = step.run(reducer.at("base"), at, action, dependencies)
    new = resolve(store.state, place)
    if reducer["is_typed"]:
        # Null and a missing value are the same there.
        old, new = (None if value is MISSING else value for value in (old, new))
    if same(old, new):
        return result
    store.say("changed", reducer["n"], None if old is MISSING else old,
              None if new is MISSING else clone(new), clone(action),
              clone(resolve(store.state, at.keys)))
    effect = step.perform(reducer["script"], at, dependencies)
    return result + step.returned([effect], at)


def fits(maker, level):
    return True


def draw(maker, level, reducer):
    at = maker.dice.pick([pointer for pointer, _ in places(level.shape)] or [""])
    return maker.answering("on_change", level, reducer, at)
