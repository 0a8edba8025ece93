"""Code in C style: indented, with lines of at most 100 columns."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from .names import code_point, printable

WIDTH = 100
MOST_BYTES = 4095  # of a string, in every C


class Code:
    def __init__(self) -> None:
        self._lines: list[str] = []

    @property
    def text(self) -> str:
        return "\n".join(self._lines) + "\n"

    def line(self, text: str = "") -> None:
        for each in broken(text):
            self._lines.extend(_after_bracket(each))

    def lines(self, *lines: str) -> None:
        for each in lines:
            self.line(each)

    def comment(self, *lines: str) -> None:
        first, *rest = map(in_comment, lines)
        if not rest:
            self.line(f"/* {first} */")
            return
        self._lines.append(f"/* {first}")
        self._lines.extend(f" * {each}".rstrip() for each in rest[:-1])
        self._lines.append(f" * {rest[-1]} */")

    def section(self, name: str) -> None:
        name = in_comment(name)
        self.lines(f"/* {'-' * (WIDTH - 8 - len(name))} {name} */", "")

    def macro(self, name: str, literals: list[str]) -> None:
        """A macro of adjacent string literals: on one line if it fits, otherwise with the backslashes in the last column."""
        if len(literals) == 1 and len(f"#define {name} {literals[0]}") <= WIDTH:
            return self.line(f"#define {name} {literals[0]}")
        rows = [f"#define {name}", *(f"  {each}" for each in literals)]
        self._lines.extend(row.ljust(WIDTH - 1) + "\\" for row in rows[:-1])
        self._lines.append(rows[-1])

    def function(self, head: str, parameters: list[str], body: list[str]) -> None:
        """A function, on one line if it fits. `head` is the type and the name."""
        start = f"static inline {head}({', '.join(parameters) or 'void'}) {{"
        if len(body) == 1 and len(start) + len(body[0]) + 3 <= WIDTH:
            if self._lines[-1] == "" and self._lines[-2][-2:] == " }":
                self._lines.pop()  # one-line functions have no blank line between them
            self.lines(f"{start} {body[0]} }}", "")
            return
        name = re.findall(r"\w+", head)[-1]
        result = head.removesuffix(name)
        ways = [
            broken(start),
            [f"static inline {result}".rstrip(), *broken(start[start.index(name + "(") :])],
            [f"static inline {head}(", f"    {', '.join(parameters)}) {{"],
        ]
        whole = next((way for way in ways if max(map(len, way)) <= WIDTH), ways[1])
        self._lines.extend(whole)
        for line in body:
            self.line("  " + line)
        self.lines("}", "")


def in_comment(text: str) -> str:
    """Escapes the beginning and the end of a comment in a string."""
    return printable(text, code_point).replace("*/", "* /").replace("/*", "/ *")


def literal(text: str) -> str:
    """A string literal for C and C++. Printable non-ASCII characters stay, in UTF-8."""
    escaped = json.dumps(text, ensure_ascii=False)
    # Control characters are escaped, and question marks, which could start a trigraph.
    escaped = re.sub(r"(?<!\\)((?:\\\\)*)\\u00([01][0-9a-f])", lambda found: f"{found[1]}\\{int(found[2], 16):03o}", escaped)
    escaped = re.sub(r"\?(?=\?)", r"?\\", escaped)
    return printable(escaped, lambda letter: "".join(f"\\{byte:03o}" for byte in letter.encode()))


def long(text: str, most: int) -> str:
    """Silences the warning about a string longer than the standard's minimum; both compilers accept it."""
    return "__extension__ " if len(text.encode()) > most else ""


def initializer(start: str, values: list[list[str]], end: str) -> list[str]:
    """An initializer on as few lines as possible. Each value is an expression, or literals to join, one a line."""
    lines, indent, is_whole = [start], " " * len(start), True
    for index, value in enumerate(values):
        last = end if index + 1 == len(values) else ","
        first = f"{value[0]}{last if len(value) == 1 else ''}"
        space = "" if lines[-1].endswith("{") else " "
        if is_whole and len(value) == 1 and len(lines[-1] + space + first) <= WIDTH:
            lines[-1] += space + first
        else:
            lines += [indent + each for each in value[:-1]]
            lines.append(indent + value[-1] + last)
        is_whole = len(value) == 1
    return lines


def broken(line: str, column: int | None = None) -> list[str]:
    """Breaks a long line after commas and aligns it with the bracket before them.

    `column` is the bracket's column if the line continues inside a bracket.
    """
    lines: list[str] = []
    while len(line) > WIDTH:
        place = None if column is None else _comma(line, column)
        if place is None and (column := _bracket(line)) is not None:
            place = _comma(line, column)
        if place is None or column is None:
            break
        lines.append(line[:place])
        line = " " * column + line[place:].lstrip()
    return [*lines, line]


def _after_bracket(line: str) -> list[str]:
    """Breaks a long line without commas after its first bracket, if the rest fits."""
    if len(line) <= WIDTH:
        return [line]
    place = next((place + 1 for place, letter in _code(line) if letter == "("), None)
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    if place is None or len(rest := indent + line[place:]) > WIDTH:
        return [line]
    return [line[:place], rest]


def _bracket(line: str) -> int | None:
    """The column after the first bracket that is open at the width limit, otherwise after the last outer bracket."""
    opened: list[int] = []
    closed = None
    for place, letter in _code(line[:WIDTH]):
        if letter in "([{":
            opened.append(place + 1)
        elif letter in ")]}" and opened:
            closed = opened.pop()
    return opened[0] if opened else closed


def _comma(line: str, column: int) -> int | None:
    """The position after the last comma within the width limit that is directly inside the bracket."""
    depth, found = 0, None
    for place, letter in _code(line[:WIDTH]):
        if place < column:
            continue
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            found = place + 1
    return found


def _code(line: str) -> Iterator[tuple[int, str]]:
    """The characters outside string literals."""
    is_text = is_escaped = False
    for place, letter in enumerate(line):
        if is_escaped:
            is_escaped = False
        elif letter == "\\":
            is_escaped = True
        elif letter == '"':
            is_text = not is_text
        elif not is_text:
            yield place, letter
