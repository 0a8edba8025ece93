"""{"op": "requests", "base": R, "kinds": [{"name": NAME, "question": FORM, "answer": FORM, "part": FORM, "failure": FORM}]}
answer, part and failure may be missing
"""

from dataclasses import replace

from play.asking import NAMES
from rules.running import Place

WEIGHT = 2
PLAYED_BY = ("c",)
HAS_SCRIPT = False
FORMS = ("any", "any", "any", "any?", "integer", "unsigned", "text", "boolean")


def run(step, reducer, at, action, dependencies):
    """B319."""
    return declared(reducer, step.run(reducer.at("base"), at, action, dependencies))


def follow(step, reducer, at, dependencies):
    return declared(reducer, step.follow(reducer.at("base"), at, dependencies))


def declared(reducer, result):
    """The effects with the declarations around them; innermost first."""
    kinds = (reducer["kinds"],)
    for what, *where in result:
        if what == "wait":
            where[0].is_declared = True
    return [tuple(replace(part, requests=part.requests + kinds) if isinstance(part, Place) else part
                  for part in one) for one in result]


def fits(maker, level):
    return True


def draw(maker, level, reducer):
    dice, kinds = maker.dice, []
    for name in sorted(set(NAMES)):
        if not dice.chance(0.75):
            continue
        kind = {"name": name, "question": dice.pick(FORMS)}
        for member, share in (("answer", 0.85), ("part", 0.7), ("failure", 0.5)):
            if dice.chance(share):
                kind[member] = "any" if dice.chance(0.7) else dice.pick(FORMS)
        kinds.append(kind)
    return {"op": "requests", "base": reducer, "kinds": kinds}
