"""Pieces of C: literals, JSON in the program's own writing, and expressions laid out in lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Sequence, Union

from play.c_program import elements, item

WIDTH = 100


def literal(text: Any) -> str:
    """A string literal; NULL for what is no text. C ends it at a zero character."""
    if not isinstance(text, str):
        return "NULL"
    out = []
    for byte in text.split("\0")[0].encode("utf-8", "surrogatepass"):
        character = chr(byte)
        if character in '"\\?':
            out.append("\\" + character)
        elif 0x20 <= byte < 0x7F:
            out.append(character)
        else:
            out.append(f"\\{byte:03o}")
    return '"' + "".join(out) + '"'


def comment(text: str) -> str:
    """A comment in lines of its own."""
    lines = text.replace("/*", "/ *").replace("*/", "* /").rstrip().split("\n")
    return "/* " + "\n * ".join(line.rstrip() for line in lines) + " */"


def _quoted(text: str) -> str:
    out = []
    for unit in text.encode("utf-16-be", "surrogatepass").hex(" ", 2).split():
        number = int(unit, 16)
        plain = 0x20 <= number < 0x7F and chr(number) not in "'\"\\?"
        out.append(chr(number) if plain else f"\\u{unit}")
    return "'" + "".join(out) + "'"


def json_text(value: Any) -> str:
    """JSON with single quotes, as the program's json_of reads it."""
    if isinstance(value, dict):
        members = (f"{_quoted(key)}: {json_text(member)}" for key, member in value.items())
        return "{" + ", ".join(members) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(json_text(element) for element in value) + "]"
    if isinstance(value, str):
        return _quoted(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return repr(value)


@dataclass
class Call:
    """A call, or what is written like one: an array with a type in front."""

    name: str
    arguments: Sequence["Expression"]
    brackets: str = "()"


Expression = Union[str, Call]


def array(kind: str, members: Sequence[Expression]) -> Expression:
    """A compound literal; NULL where it would be empty."""
    return Call(f"({kind}[])", members, "{}") if members else "NULL"


def json_of(value: Any) -> Expression:
    """A new JSON value; long ones are split into several literals."""
    return Call("json_of", [f'"{json_text(value)}"'.replace("\\", "\\\\")])


def flat(expression: Expression) -> str:
    """The expression in one line."""
    if isinstance(expression, str):
        return expression
    inside = ", ".join(flat(argument) for argument in expression.arguments)
    return expression.name + expression.brackets[0] + inside + expression.brackets[1]


def laid_out(expression: Expression, indent: int, before: int = 0, after: int = 1) -> str:
    """The expression in lines of its own where one is too short for it.

    `before` is how much of the first line is taken already, `after` what follows the last one.
    """
    text = flat(expression)
    if before + len(text) + after <= WIDTH:
        return text
    if isinstance(expression, str):
        return _split_literal(expression, indent) if expression.startswith('"') else expression
    *firsts, last = expression.arguments
    opening = expression.name + expression.brackets[0] + "".join(f"{flat(a)}, " for a in firsts)
    if isinstance(last, Call) and before + len(opening + last.name) < WIDTH - 20:
        start = before + len(opening)
        return opening + laid_out(last, indent, start, after + 1) + expression.brackets[1]
    inner = indent + 4
    lines = [laid_out(argument, inner, inner) for argument in expression.arguments]
    inside = (",\n" + " " * inner).join(lines)
    first, close = expression.brackets
    return f"{expression.name}{first}\n{' ' * inner}{inside}{close}"


def _split_literal(text: str, indent: int) -> str:
    """Adjacent literals, cut at blanks where there are some."""
    room, rest, lines = max(40, WIDTH - indent - 6), text[1:-1], []
    while len(rest) > room:
        cut = rest.rfind(" ", room // 2, room) + 1
        if cut == 0:
            cut = room
            while "\\" in rest[max(0, cut - 7):cut]:
                cut -= 1
            cut = cut or len(rest)
        lines.append(f'"{rest[:cut]}"')
        rest = rest[cut:]
    return ("\n" + " " * indent).join(lines + [f'"{rest}"'])


def statement(expression: Expression, indent: int = 2, lead: str = "") -> str:
    """A statement, with what stands before the expression."""
    before = indent + len(lead)
    return " " * indent + lead + laid_out(expression, indent, before) + ";"


def nanoseconds(time: Any) -> str:
    """A time, in the program's seconds where that is shorter."""
    second = 1_000_000_000
    if time and time % second == 0:
        return "SECOND" if time == second else f"{time // second} * SECOND"
    if time and time % (second // 2) == 0:
        halves = time // (second // 2)
        return "SECOND / 2" if halves == 1 else f"{halves} * SECOND / 2"
    return f"UINT64_C({time})" if time else "0"


def pairs(kind: str, given: Any) -> list[Expression]:
    """A count, and an array of structs with two texts each."""
    pairs = [Call("", [literal(item(p, 0)), literal(item(p, 1))], "{}") for p in elements(given)]
    return [str(len(pairs)), array(kind, pairs)]
