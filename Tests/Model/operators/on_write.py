"""{"op": "on_write", "base": R, "at": POINTER, "n": N, "script": SCRIPT}"""

from play.levels import places
from play.shapes import Scalar
from rules.ledger import Noting
from rules.values import clone, parse, resolve, text

WEIGHT = 4
PLAYED_BY = ("c", "mixed")
HAS_SCRIPT = True


def run(step, reducer, at, action, dependencies):
    """U3."""
    store = step.store
    noting = Noting(store)
    store.notings.append(noting)
    result = step.run(reducer.at("base"), at, action, dependencies)
    store.notings.remove(noting)
    written = noting.places(at.keys + parse(reducer["at"]))
    if not written:
        return result
    store.say("written", reducer["n"], sorted(text(keys) for keys in written), clone(action),
              clone(resolve(store.state, at.keys)))
    effect = step.perform(reducer["script"], at, dependencies)
    return result + step.returned([effect], at)


def fits(maker, level):
    return True


def draw(maker, level, reducer):
    inside = [pointer for pointer, shape in places(level.shape) if not isinstance(shape, Scalar)]
    return maker.answering("on_write", level, reducer, maker.dice.pick(["", "", *inside]))
