"""{"op": "shape", "base": R, "shape": TEXT}"""

from play.c_text import Call
from play.forms import declared

WEIGHT = 12
PLAYED_BY = ("c",)
HAS_SCRIPT = False


def run(step, reducer, at, action, dependencies):
    return step.run(reducer.at("base"), at, action, dependencies)


def fits(maker, level):
    return maker.is_shaped and not level.is_declared


def draw(maker, level, reducer):
    level.is_declared = True
    return {"op": "shape", "base": reducer, "shape": declared(maker.dice, level.shape, 2)}


def in_c(features, r):
    return Call("kmk_shape", [features.base(r), *features.texts(r, "shape")])
