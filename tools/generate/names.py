"""Converts a shape's names to names of a programming language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable

from .model import GenerateError, Model

# Members of every case in C++ and Python.
CASE_WORDS = {"case_name", "value"}


def check(model: Model) -> None:
    """Raises an error with the place of the part if a name cannot become a name in code."""
    for name in model.named:
        words(name, name)
    for request in model.requests:
        words(request.name, request.where)
    for it in model.types:
        for name in [*(member.name for member in it.kind.members), *(case.name for case in it.kind.cases)]:
            words(name, f"{it.where}.{name}")
        for case in it.kind.cases:
            if "." in case.name:
                message = f"{case.name!r} cannot name a case: dots separate the names in a case path"
                raise GenerateError(message, about=(f"{it.where}.{case.name}", case.name))


def words(name: str, where: str = "") -> list[str]:
    """The words of a name in lowercase: "isReady", "is-ready" and "is_ready" each have two."""
    plain = "".join(map(_plain, unicodedata.normalize("NFKD", name)))
    apart = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", plain))
    found = [word.lower() for word in re.split(r"[^A-Za-z0-9]+", apart) if word]
    if not found:
        raise GenerateError(f"{name!r} has no letters that a name of code may have", about=(where,))
    return found


def _plain(letter: str) -> str:
    """A letter in ASCII without accents. A letter of another alphabet becomes a word that contains its code point."""
    if letter.isascii() or unicodedata.combining(letter):
        return letter if letter.isascii() else ""
    if (folded := letter.casefold()).isascii():
        return folded
    return f" u{ord(letter):04x} " if letter.isalnum() else " "


def snake(names: str | Iterable[str]) -> str:
    parts = [names] if isinstance(names, str) else names
    made = "_".join(word for part in parts for word in words(part))
    return f"_{made}" if made[0].isdigit() else made


def camel(names: str | Iterable[str]) -> str:
    """Capitalises each word: SheetAlert."""
    parts = [names] if isinstance(names, str) else names
    made = "".join(word.capitalize() for part in parts for word in words(part))
    return f"_{made}" if made[0].isdigit() else made


def lower_camel(names: str | Iterable[str]) -> str:
    made = camel(names)
    return made[0].lower() + made[1:]


def apart(name: str, reserved: set[str]) -> str:
    """Makes a name differ from all reserved words."""
    return name + "_" if name in reserved else name


def printable(text: str, written: Callable[[str], str]) -> str:
    """Escapes invisible characters and characters that change the text direction."""
    return "".join(letter if letter.isprintable() else written(letter) for letter in text)


def code_point(letter: str) -> str:
    """A character as a Python escape sequence."""
    number = ord(letter)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def prefix(name: str, taken: set[str]) -> str:
    """The prefix of a file's names. The prefixes of libraries are refused."""
    made = snake(name)
    if made in taken:
        raise GenerateError(f"names that begin with {made} belong to a library: choose another prefix with --prefix")
    return made


class Taken:
    """The names of one scope: two things with the same name are an error."""

    def __init__(self) -> None:
        self._of: dict[str, str] = {}

    def take(self, name: str, what: str) -> str:
        before = self._of.setdefault(name, what)
        if before != what:
            message = f"{before} and {what} would both be {name}: rename one of them"
            raise GenerateError(message, about=(what, before))
        return name
