"""A C program in the making: its functions in the order in which they were finished."""

from __future__ import annotations

import json
import re
from typing import Any


_NO_CODE = re.compile(r"""/\*.*?\*/|"(\\.|[^"\\])*"|'(\\.|[^'\\])'""", re.S)


class Program:
    """What the parts of the printer share."""

    def __init__(self) -> None:
        self.functions: list[tuple[str, str]] = []  # each with its name
        self.scripts: dict[str, str] = {}  # the function of each script, by the script's text
        self.counts: dict[str, int] = {}

    def name(self, stem: str) -> str:
        """A name that is not taken: "start_1", "start_2"."""
        self.counts[stem] = self.counts.get(stem, 0) + 1
        return f"{stem}_{self.counts[stem]}"

    def function(self, head: str, parameters: list[str], body: list[str]) -> None:
        """Adds a function. Parameters that its body does not use are marked."""
        last = body[-1:] if body and body[-1].lstrip().startswith("return ") else []
        used = words("\n".join(body))
        unused = [p for p in map(_parameter_name, parameters) if p not in used]
        marks = ["  " + ", ".join(f"(void){name}" for name in unused) + ";"] if unused else []
        top = f"{head}({', '.join(parameters) or 'void'}) {{"
        lines = _wrapped(top) + body[: len(body) - len(last)] + marks + last + ["}"]
        self.functions.append((_parameter_name(head), "\n".join(lines)))

    def used(self, roots: str) -> list[str]:
        """The functions that others use, from the roots on."""
        needed, chosen = words(roots), set[str]()
        while found := {name for name, _ in self.functions if name in needed} - chosen:
            chosen |= found
            for name, text in self.functions:
                needed |= words(text) if name in found else set()
        return [text for name, text in self.functions if name in chosen]


def words(code: str) -> set[str]:
    """The names in a piece of C, without those in its texts and comments."""
    return set(re.findall(r"[A-Za-z_]\w*", _NO_CODE.sub('""', code)))


def _parameter_name(parameter: str) -> str:
    return parameter.split()[-1].lstrip("*")


def _wrapped(top: str) -> list[str]:
    """The head of a function, in two lines where it is long."""
    if len(top) <= 100:
        return [top]
    cut = top.rfind(", ", 0, 100) + 1
    return [top[:cut], " " * (top.index("(") + 1) + top[cut + 1 :]]


def canonical(value: Any) -> str:
    """The same text for the same value."""
    return json.dumps(value, sort_keys=True)


def is_number(value: Any) -> bool:
    """Whether a value is an integer, which true and false are to Python too."""
    return isinstance(value, int) and not isinstance(value, bool)


def item(array: Any, index: int) -> Any:
    """An element of an array that may be too short, or none."""
    return array[index] if isinstance(array, list) and index < len(array) else None


def member(value: Any, key: str) -> Any:
    """A member of what may be no object."""
    return value.get(key) if isinstance(value, dict) else None


def elements(value: Any) -> list[Any]:
    """The elements of what may be no array."""
    return value if isinstance(value, list) else []
