"""{"op": "on_end", "base": R, "n": N, "or_close": BOOL, "script": {"effect": EFFECT}}; "or_close": kmk_on_end_or_close,
which has no effect"""

WEIGHT = 5
PLAYED_BY = ("c",)
HAS_SCRIPT = True


def run(step, reducer, at, action, dependencies):
    return step.run(reducer.at("base"), at, action, dependencies)


def follow(step, reducer, at, dependencies):
    """Z190, Z195: noticed while the feature is there, after its base."""
    result = step.follow(reducer.at("base"), at, dependencies)
    return result + step.store.ends.follow(step, reducer, at)


def fits(maker, level):
    return True


def draw(maker, level, reducer):
    made = {"op": "on_end", "base": reducer, "n": maker.number, "or_close": maker.dice.chance(0.3), "script": {}}
    maker.number += 1
    if not made["or_close"]:
        level.ends.append(made)
    return made
