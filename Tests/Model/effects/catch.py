"""["catch", ACTION or null, EFFECT]: asks for the error, and sends the action"""

from dataclasses import replace

from play.c_program import item
from play.c_text import Call
from play.swift_scripts import action as swift_action
from play.swift_scripts import inside

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


def in_c(effects, e):
    answer = ["NULL", "NULL"] if e[1] is None else [effects.sent(e[1]), "release"]
    return Call("kmk_effect_catch", [effects.effect(item(e, 2)), "caught", *answer])


def in_swift(level, e):
    caught = inside(level, e)
    made = "nil" if e[1] is None else swift_action(level, e[1])
    return f"{caught}.catch {{ _ in {made} }}"
