"""Random declarations of states, as strings in the syntax of shape.h."""

from play.dice import Dice
from play.shapes import Enum, Optional, Path, Rows, Scalar, Shape, Struct

WORDS = {"integer": ("integer", "integer", "unsigned", "number", "any"), "key": ("integer", "any"),
         "text": ("text", "any", "text?"), "any": ("any",), "row": ("any",),
         "tree": ("T", "T", "T?", "any"), "map": ("[text: T]", "[text: T]", "any")}
DEFAULTS = {"integer": "3", "unsigned": "2", "number": "2", "text": "'d'", "text?": "null", "T": "{}"}
NAMED = "T = {v: integer = 3, t: T?, l: [T] = []}; "
TRANSIENT = "T = {v: integer = 3, transient z: integer = 4, t: T?, l: [T] = []}; "


def text(dice: Dice, shape: Shape) -> str:
    """The string of a declaration, with the kinds that it names."""
    return (TRANSIENT if dice.chance(0.5) else NAMED) + declared(dice, shape, 2)


def declared(dice: Dice, shape: Shape, depth: int) -> str:
    """A declaration that a state may have. The requirements of operators at their places are not included."""
    if isinstance(shape, Scalar):
        return dice.pick(WORDS[shape.kind])
    if isinstance(shape, Optional):
        inner = declared(dice, shape.of, depth - 1) if depth > 0 else "any"
        return inner if inner.endswith(("?", "any")) else inner + "?"
    if isinstance(shape, Path) or depth < 0:
        return "any"
    if isinstance(shape, Rows):
        return f"[{declared(dice, shape.of, depth - 1)}]" if dice.chance(0.7) else "[any]"
    if isinstance(shape, Enum):
        cases = [name if inner is None else f"{name}: {declared(dice, inner, depth - 1)}"
                 for name, inner in shape.cases.items()]
        return f"({' | '.join(cases)})" if dice.chance(0.8) else "any"
    return members(dice, shape, depth)


def members(dice: Dice, shape: Struct, depth: int) -> str:
    found = []
    for name, member in shape.members.items():
        if dice.chance(0.3):
            continue
        word = declared(dice, member, depth - 1)
        if word in DEFAULTS and dice.chance(0.4):
            word += f" = {DEFAULTS[word]}"
            shape.defaults.add(name)
        found.append(f"{name if name.isalpha() else repr(name)}: {word}")
    if dice.chance(0.7):
        found.append(dice.pick(("transient z: integer = 3", "transient z: any = 3", "transient 'z': integer?")))
        shape.has_transient = True
    return "{" + ", ".join(found) + "}"
