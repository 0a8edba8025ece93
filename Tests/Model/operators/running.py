"""{"op": "running", "base": R, "at": POINTER, "id": NAME, "n": N, "sees": KEY or null, "script": {"effect": EFFECT}}
or with "state_case": NAME in place of "at"; with "ended": ACTION when it has ended without an action;
with "time": 1 the effect's time continues after a restore, with 2 by the date
"""

from play.levels import places
from play.shapes import SPELLINGS, Enum, Scalar

WEIGHT = 9
PLAYED_BY = ("c", "mixed", "swift")
HAS_SCRIPT = True


def run(step, reducer, at, action, dependencies):
    return step.run(reducer.at("base"), at, action, dependencies)


def follow(step, reducer, at, dependencies):
    """Z1 to Z4, Z15: the effects of its base first."""
    result = step.follow(reducer.at("base"), at, dependencies)
    return result + step.follow_place(reducer, at, dependencies)


def fits(maker, level):
    return True


def draw(maker, level, reducer):
    dice = maker.dice
    # Two without an id at one place are a configuration error (Z19).
    is_named = not dice.chance(0.25) or any(one["id"] == "" for one in level.following)
    used = [one["id"] for one in level.following]
    names = [one for one in SPELLINGS if one not in used] if dice.chance(0.3) else []
    name = [*names, f"e{maker.number}"][0]
    made = {"op": "running", "base": reducer, "id": name if is_named else "", "n": maker.number,
            "sees": dice.pick(level.profile.keys) if dice.chance(0.3) else None, "script": {}}
    maker.number += 1
    if "moment" in level.profile.commands and dice.chance(0.6):
        made["time"] = dice.pick([1, 2])
    level.following.append(made)
    cases = list(level.shape.cases) if isinstance(level.shape, Enum) else []
    if cases and dice.chance(0.8):
        made["state_case"] = dice.pick(cases)
        return made
    scalars = [at for at, shape in places(level.shape) if isinstance(shape, Scalar)]
    others = [at for at, shape in places(level.shape) if not isinstance(shape, Scalar)]
    made["at"] = dice.pick(scalars) if scalars and dice.chance(0.75) else dice.pick(["", *others])
    return made
