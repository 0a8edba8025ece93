"""Finds the positions of kinds, members and cases in a shape file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

_TOKENS = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[\[\]{}()|:,;=?]|[^\s\[\]{}()|:,;=?'"]+)""")
_MARKS = "[]{}()|:,;=?"


def parts(text: str) -> dict[str, int]:
    """The positions of named kinds, members and cases by path: "State.sheet.alert"."""
    return {path: place for path, place, is_use in reversed(list(_read(text))) if not is_use}


def uses(text: str) -> dict[str, int]:
    """The first position of each word that names a kind."""
    return {word: place for word, place, is_use in reversed(list(_read(text))) if is_use}


def place(text: str, position: int) -> str:
    """The line and column of a character."""
    line = text[:position].rpartition("\n")[2]
    return f"{text.count(chr(10), 0, position) + 1}:{len(line) + 1}"


def members(text: str) -> dict[str, int]:
    """The first position of each member in JSON text, by name alone. Strings such as a "$ref" count by their last name."""
    found: dict[str, int] = {}
    for token in re.finditer(r'("(?:\\.|[^"\\])*")\s*(:?)', text):
        name = name_of(token[1])
        found.setdefault(name if token[2] else name.rpartition("/")[2], token.start())
    return found


def deepest(text: str) -> int:
    """The position of the innermost opening bracket."""
    depth, most, place = 0, 0, 0
    for token in _TOKENS.finditer(text):
        depth += (token[0] in "[{(") - (token[0] in ")}]")
        if depth > most:
            most, place = depth, token.start()
    return place


def _read(text: str) -> Iterator[tuple[str, int, bool]]:
    """The parts of a comment-free shape, and the words that name a kind. Anything else is skipped."""
    tokens = [(found[0], found.start()) for found in _TOKENS.finditer(text)] + [("", len(text))]
    inside: list[tuple[str, str]] = []  # the open brackets, each with the path of its kind
    path, index = "", 0
    while index < len(tokens) - 1:
        (token, place), following = tokens[index], tokens[index + 1][0]
        bracket, around = inside[-1] if inside else ("", "")
        index += 1
        if token in ("{", "(", "["):
            inside.append((token, f"{path}.item" if token == "[" else path))
            path = inside[-1][1]
        elif token in ("}", ")", "]"):
            del inside[-1:]
        elif token == "=" and bracket == "{":
            index = _after_json(tokens, index)
        elif token in _MARKS:
            continue
        elif (bracket, following) in (("", "="), ("{", ":"), ("(", ":"), ("(", "|"), ("(", ")")):
            is_case_alone = following in "|)"
            if is_case_alone and tokens[index - 2][0] not in ("(", "|"):
                yield token, place, True  # the payload of the previous case
                continue
            path = f"{around}.{name_of(token)}" if bracket else token
            yield path, place, False
        else:
            yield token, place, True


def _after_json(tokens: list[tuple[str, int]], index: int) -> int:
    """The index of the token that ends a default."""
    depth = 0
    while index < len(tokens) - 1:
        token = tokens[index][0]
        if depth == 0 and token in (",", "}", ";"):
            break
        depth += (token in ("{", "[")) - (token in ("}", "]"))
        index += 1
    return index


def name_of(token: str) -> str:
    """A name as JSON spells it."""
    try:
        return str(json.loads(token)) if token[0] == '"' else token.strip("'")
    except ValueError:
        return token
