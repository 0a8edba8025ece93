"""["catch", ACTION or null, EFFECT]: reports the error, and sends the action"""

from dataclasses import replace


WEIGHT = 2
PLAYED_BY = ("c", "mixed", "swift")
MEMBERS = ("action",)
HOLDS_WORKERS = True


def take(table, place, around, done, answer, effect):
    """B60 to B62."""
    caught = replace(around, catches=around.catches + ((answer,),))
    table.accept(effect, place, caught, done)


def draw(maker, level, state, mode, depth, nesting):
    action = None if maker.dice.chance(0.2) else maker.later(level, state, mode, depth)
    inner = maker.effect(level, state, mode, depth, nesting)
    if maker.dice.chance(0.4):
        inner = maker.fail()
    return ["catch", action, inner]
