"""The model of a shape: kinds, members and cases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

SCALARS = ("text", "integer", "unsigned", "number", "boolean")
PARTS = ("question", "answer", "part", "failure")
"""The parts of a request."""


class GenerateError(Exception):
    """A mistake in the input, as a one-line message.

    `about` names the parts of the shape concerned, the most important first. Model.line finds their line.
    """

    def __init__(self, message: str, about: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.about = about


# For messages: the name of each part of the shape, and the beginning of its path.
_CALLED = {"the place /": "State.", "the case ": "Action.", "the action ": "Action.", "no case of ": "", "places of ": ""}


@dataclass
class Kind:
    """The kind of a value.

    `word` is one of SCALARS, "any", "nothing" (a case without payload), "array" and "map" (with
    `of`), "object" (with `members`), "enum" (with `cases`), or "name" (with `name`).
    """

    word: str
    is_optional: bool = False
    of: Kind | None = None
    members: list[Member] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    is_open: bool = True
    name: str = ""

    @property
    def is_scalar(self) -> bool:
        return self.word in SCALARS

    @property
    def is_plain_enum(self) -> bool:
        """Whether all cases are bare."""
        return self.word == "enum" and all(each.payload.word == "nothing" for each in self.cases)

    @property
    def is_spread(self) -> bool:
        """Whether a payload is passed as its members. A payload that may be null is passed as one value."""
        return self.word == "object" and not self.is_optional

    @property
    def inner(self) -> Kind:
        """The kind of the elements."""
        assert self.of is not None
        return self.of


@dataclass
class Member:
    name: str
    kind: Kind
    default: Any = None
    has_default: bool = False
    may_be_missing: bool = False
    """Whether JSON Schema does not require it, although it has no default."""
    note: str = ""
    """The shape's comment for the member."""
    is_transient: bool = False
    """Whether files, logs and undo steps leave the member out."""

    @property
    def is_required(self) -> bool:
        may_be_null = self.may_be_missing or self.kind.is_optional or self.kind.word == "any"
        return not (self.has_default or may_be_null)


@dataclass
class Case:
    name: str
    payload: Kind
    may_be_missing: bool = False
    """Whether JSON Schema also allows the case without a payload."""
    is_private: bool = False
    """Whether only the effects of its feature send the case."""


@dataclass
class Type:
    """An object or an enum that becomes a type of the language."""

    words: list[str]
    """Its name, as words: ["sheet", "alert"]."""
    kind: Kind
    where: str
    """Its place in the shape, for comments: "State.sheet.alert"."""
    is_named: bool
    """Whether the shape gives it a name."""


@dataclass
class Request:
    """A declared request. Without an answer it is a notice, without a part it has no parts, without a failure any value
    is one."""

    name: str
    kinds: dict[str, Kind]
    """The declared kinds by their PARTS of the request."""
    note: str = ""
    """The shape's comment for the request."""

    @property
    def where(self) -> str:
        return f"requests.{self.name}"

    @property
    def question(self) -> Kind:
        return self.kinds["question"]


class Model:
    """A shape. The named kinds "State" and "Action" are the feature's own."""

    def __init__(self, named: dict[str, Kind], requests: Sequence[Request] = ()) -> None:
        self.named = named
        self.requests = list(requests)
        self.notes: dict[str, list[str]] = {}
        """The shape's comments for its named kinds."""
        self.lines: dict[str, str] = {}
        """Positions in the file, such as "3:5", by the path of a kind, member or case: "State.sheet.alert"."""
        self.types: list[Type] = []
        """All objects and enums, in the order of the shape; each comes after the named ones before it."""
        self._type_of: dict[int, Type] = {}
        for name, kind in named.items():
            words = [] if name == "State" else [name]
            self._collect(kind, words, name, is_named=True)
        for each in self.types:
            if not each.words:
                each.words = ["State"]
        for request in self.requests:
            for part, kind in request.kinds.items():
                self._collect(kind, [request.name, part], f"{request.where}.{part}", is_named=False)

        self._in_state: set[int] = set()
        self._note_all(named["State"], self._in_state)
        self._in_requests: set[int] = set()
        for request in self.requests:
            for kind in request.kinds.values():
                self._note_all(kind, self._in_requests)

    def _note_all(self, kind: Kind, noted: set[int]) -> None:
        """Notes a kind and the kinds inside it."""
        kind = self.resolved(kind)
        if id(kind) in noted:
            return
        noted.add(id(kind))
        for _, inner in parts(kind):
            self._note_all(inner, noted)

    def line(self, about: tuple[str, ...]) -> str:
        """The line and column of the first part that has a position, or of its container: "3:5: ". Otherwise a space."""
        for what in about:
            for called, path in _CALLED.items():
                if what.startswith(called):
                    what = path + what.removeprefix(called)
            if what not in self.lines:
                what = what.replace("/", ".")
            while what:
                if what in self.lines:
                    return f"{self.lines[what]}: "
                what = what.rpartition(".")[0]
        return " "

    def is_in_state(self, kind: Kind) -> bool:
        """Whether the state, and not only actions, contains such values."""
        return id(kind) in self._in_state

    def is_in_requests(self, kind: Kind) -> bool:
        """Whether the values of requests contain such values."""
        return id(kind) in self._in_requests

    def _collect(self, kind: Kind, words: list[str], where: str, is_named: bool) -> None:
        row = row_action(words[-1] if words else "", kind)
        if row is not None:
            # The object that names a row has no type of its own; the row's action has one.
            self._collect(row.members[1].kind, words, where, is_named=False)
            return
        if kind.word in ("object", "enum"):
            made = Type(words, kind, where, is_named)
            self.types.append(made)
            self._type_of[id(kind)] = made
        for name, inner in parts(kind):
            self._collect(inner, [*words, name], f"{where}.{name}", is_named=False)

    def resolved(self, kind: Kind) -> Kind:
        """The kind that a name refers to."""
        while kind.word == "name":
            kind = self.named[kind.name]
        return kind

    def is_optional(self, kind: Kind) -> bool:
        """Whether the kind accepts null, directly or through a name."""
        while not kind.is_optional and kind.word == "name":
            kind = self.named[kind.name]
        return kind.is_optional

    def type_of(self, kind: Kind) -> Type:
        return self._type_of[id(self.resolved(kind))]

    def is_type(self, kind: Kind) -> bool:
        return id(self.resolved(kind)) in self._type_of


def row_action(case: str, payload: Kind) -> Kind | None:
    """The payload of a case "element": the id and the action of a row, in this order."""
    names = [member.name for member in payload.members]
    return payload if case == "element" and payload.is_spread and names == ["id", "action"] else None


def as_double(value: int) -> int | float:
    """An integer as a number with a fraction, where no such number is exactly this integer: compilers warn of it."""
    return value if abs(value) <= 2**53 else float(value)


def parts(kind: Kind) -> Iterator[tuple[str, Kind]]:
    """The kinds inside a kind, each with a word for its place."""
    if kind.of is not None:
        yield "item", kind.of
    for member in kind.members:
        yield member.name, member.kind
    for case in kind.cases:
        yield case.name, case.payload
