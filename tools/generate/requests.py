"""Reads the section of a shape file that declares requests: `requests (net.check: text -> {size: unsigned} ! text)`."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, field

from .lines import name_of
from .model import GenerateError

_SECTION = "requests"
_MARKS = {"->": "answer", "+": "part", "!": "failure"}
_ORDER = "NAME: QUESTION -> ANSWER + PART ! FAILURE"
_MOST_BYTES = 255  # of a name
_CLOSING = {"(": ")", "[": "]", "{": "}"}
_TOKEN = re.compile(
    r"""\s*("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|->|[\[\]{}()|:,;=?+!]|(?:(?!->)[^\s\[\]{}()|:,;=?+!'"])+)"""
)
_HEAD = re.compile(r"""\s*([^\s\[\]{}()|:,;=?'"]+)\s*([(\[{:|,;])""")  # of a statement that is not a definition
_NAME = re.compile(r"""\s*("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^\s\[\]{}()|:,;=?'"]+)""")


@dataclass
class Declared:
    """A request as the file declares it."""

    name: str
    place: int
    """The position of the name in the file."""
    kinds: dict[str, tuple[str, int]] = field(default_factory=dict)
    """The text of the question, the answer, the part and the failure, with its position."""


class Mistake(GenerateError):
    """A mistake at a position in the file."""

    def __init__(self, message: str, place: int) -> None:
        super().__init__(message)
        self.place = place


def split(text: str) -> tuple[str, list[Declared]]:
    """Separates the section from a comment-free shape. Spaces replace the section, so that positions stay correct."""
    found: list[Declared] = []
    start = 0
    while (section := _section(text, start)) is not None:
        place, inside = section
        if found:
            raise Mistake(f"expected one section {_SECTION}, found another", place)
        reader = _Reader(text, inside)
        found = reader.read()
        blank = re.sub(r"[^\n]", lambda letter: " " * len(letter[0].encode()), text[place : reader.place])
        text = text[:place] + blank + text[reader.place :]
        start = place + len(blank)
    return text, found


def _section(text: str, start: int) -> tuple[int, int] | None:
    """The position of the next section, and the position after its bracket."""
    for statement in _statements(text, start):
        head = _HEAD.match(text, statement)
        if head is None:
            continue
        word, mark = head[1], head[2]
        if word == _SECTION and mark == "(":
            return head.start(1), head.end()
        if word == _SECTION:
            raise Mistake(f"expected ( after {_SECTION}, found {_shown(text, head.start(2))}", head.start(2))
        if mark == "(" and difflib.get_close_matches(word.lower(), [_SECTION]):
            raise Mistake(f'no section "{word}"; did you mean {_SECTION}?', head.start(1))
    return None


def _statements(text: str, start: int) -> list[int]:
    """The positions where a definition or a section may begin."""
    places, depth, place = [start], 0, start
    while (token := _TOKEN.match(text, place)) is not None:
        place = token.end()
        depth += (token[1] in _CLOSING) - (token[1] in _CLOSING.values())
        if token[1] == ";" and depth == 0:
            places.append(place)
    return places


class _Reader:
    def __init__(self, text: str, place: int) -> None:
        self.text, self.place = text, place

    def read(self) -> list[Declared]:
        """Reads the requests, the bracket after them, and a semicolon if there is one."""
        found: dict[str, Declared] = {}
        while True:
            request = self._request()
            if request.name in found:
                raise Mistake(f'expected another name, since "{request.name}" was there before', request.place)
            found[request.name] = request
            if self._take("|"):
                continue
            if self._take(")"):
                self._take(";")
                return list(found.values())
            raise self._misplaced()

    def _request(self) -> Declared:
        match = _NAME.match(self.text, self.place)
        if match is None:
            raise self._expected("the name of a request")
        name = name_of(match[1])
        if not 0 < len(name.encode()) <= _MOST_BYTES or "\0" in name:
            raise Mistake(f"expected a name of at most {_MOST_BYTES} bytes", match.start(1))
        self.place = match.end()
        request = Declared(name, match.start(1))
        if not self._take(":"):
            raise self._expected(f": and a question after {name}; null means no question")
        request.kinds["question"] = self._kind("question")
        for mark, part in _MARKS.items():
            if self._take(mark):
                if mark == "+" and "answer" not in request.kinds:
                    raise Mistake(f"expected -> and an answer before the parts of {name}", self.place - 1)
                request.kinds[part] = self._kind(part)
        return request

    def _kind(self, part: str) -> tuple[str, int]:
        """The text of a kind: up to the next mark outside of its brackets."""
        start, inside = self._next(), [""]
        while mark := self._peek():
            if inside[-1] == "" and (mark in _MARKS or mark in "|),;:=]}"):
                break
            if mark in _CLOSING:
                inside.append(_CLOSING[mark])
            elif mark in _CLOSING.values():
                if mark != inside[-1]:
                    break
                inside.pop()
            self._take(mark)
        if inside[-1]:
            raise self._expected(f"{inside[-1]} after this kind")
        text = self.text[start : self.place].rstrip()
        if not text:
            raise self._expected(f"the kind of the {part}, or null")
        return text, start

    def _misplaced(self) -> Mistake:
        token = self._peek()
        if token in _MARKS:
            return self._expected(f"{_ORDER}, each once and in this order")
        if token == "=":
            return Mistake("expected no default: the values of requests have none", self._next())
        return self._expected("->, +, !, | or ) after a kind")

    def _next(self) -> int:
        """The position after white space."""
        match = re.compile(r"\s*").match(self.text, self.place)
        assert match is not None
        return match.end()

    def _peek(self) -> str:
        match = _TOKEN.match(self.text, self.place)
        return match[1] if match else ""

    def _take(self, mark: str) -> bool:
        if self._peek() != mark:
            return False
        self.place = self._next() + len(mark)
        return True

    def _expected(self, what: str) -> Mistake:
        place = self._next()
        return Mistake(f"expected {what}, found {_shown(self.text, place)}", place)


def _shown(text: str, place: int) -> str:
    """The beginning of the text at a position, for a message."""
    rest = " ".join(text[place : place + 24].split())
    return f'"{rest}"' if rest else "the end"
