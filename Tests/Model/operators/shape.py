"""{"op": "shape", "base": R, "shape": TEXT}"""

from play.forms import text

WEIGHT = 20
PLAYED_BY = ("c",)
HAS_SCRIPT = False


def run(step, reducer, at, action, dependencies):
    return step.run(reducer.at("base"), at, action, dependencies)


def fits(maker, level):
    return maker.is_shaped and not level.is_declared


def draw(maker, level, reducer):
    level.is_declared = True
    return {"op": "shape", "base": reducer, "shape": text(maker.dice, level.shape)}
