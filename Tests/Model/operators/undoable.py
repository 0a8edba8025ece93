"""{"op": "undoable", "base": R, "options": {"limit": N, "state_path": POINTER, "history_path": POINTER,
"undo_case": CASE, "redo_case": CASE, "clear_case": CASE, "actions": [CASE_PATH, ...],
"ignored": [CASE_PATH, ...], "group": NS, "bytes": N, "included": [POINTER, ...], "excluded": [POINTER, ...],
"describe": [[CASE_PATH, DESCRIPTION], ...]}}. Each member may be missing. A DESCRIPTION is the answer of
kmk_undo_describe_fn for actions of the case path. "bytes" is 1, so that only one step fits, or any size fits
"""

from play.levels import places
from play.shapes import Scalar, Struct

WEIGHT = 20
PLAYED_BY = ("c",)
HAS_SCRIPT = False
SECOND = 1_000_000_000


def description(dice):
    said = {"label": dice.pick(("Write", "Move"))} if dice.chance(0.6) else {}
    if dice.chance(0.3):
        said["key"] = dice.pick(("a", "b"))
    if dice.chance(0.6):
        said["group"] = dice.pick(("begin", "begin", "end", "join"))
    return said


def run(step, reducer, at, action, dependencies):
    return step.undoable(reducer, at, action, dependencies)


def fits(maker, level):
    return isinstance(level.shape, Struct) and len(level.undos) < 2


def draw(maker, level, reducer):
    """Its counts are in the state itself, so the state must be an object."""
    dice = maker.dice
    options = {}
    names = ("undo", "redo", "clearHistory")
    if level.undos:
        names = ("back", "forth", "forget")
        options = {"undo_case": "back", "redo_case": "forth", "clear_case": "forget"}
    level.undos.append(names)
    parts = [pointer for pointer, shape in places(level.shape)
             if not isinstance(shape, Scalar)] or [""]
    if dice.chance(0.55):
        options["state_path"] = dice.pick([*parts, "", "/n"])
    if dice.chance(0.6):
        options["history_path"] = "/h" if names[0] == "undo" else "/i"
    if dice.chance(0.4):
        options["limit"] = dice.pick((0, 1, 2, 3))
    if dice.chance(0.3):
        options["group"] = SECOND
    cases = ["do", *(operator.case for operator in level.operators)]
    if dice.chance(0.6):
        # Usually the level's own writes: it is combined with the steps of the levels below.
        options["ignored"] = [dice.pick((*cases, "do", "do"))]
    if dice.chance(0.15):
        options["actions"] = [case for case in cases if dice.chance(0.6)]
    if dice.chance(0.1):
        options["bytes"] = dice.pick((1, 1_000_000))
    if dice.chance(0.3):
        options["describe"] = [[case, description(dice)] for case in cases if dice.chance(0.7)]
    if dice.chance(0.3):
        inside = [pointer[len(options.get("state_path", "")):] for pointer, _ in places(level.shape)
                  if pointer.startswith(options.get("state_path", "") + "/")]
        if inside:
            options[dice.pick(("excluded", "excluded", "included"))] = [dice.pick(inside)]
    level.undone.append(options)
    return {"op": "undoable", "base": reducer, "options": options}
