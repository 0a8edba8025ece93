"""Reads a shape file into a model: named kinds, as in kmk_shape, and the requests."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import lines, schema
from .library import Library
from .model import GenerateError, Member, Model
from .paths import pointer_step
from .requests import Declared, Mistake, split

_NULL = "null"


def read(path: Path, text: str, library: Library) -> Model:
    """Reads named kinds, requests, and comments from // to the end of the line."""
    code = re.sub(
        r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|//[^\n]*""",
        # A comment is replaced by the same number of bytes, so that positions stay correct.
        lambda found: found[1] or " " * len(found[0].encode()),
        text,
    )
    try:
        bare, declared = split(code)
    except Mistake as mistake:
        raise GenerateError(f"{path}:{lines.place(code, mistake.place)}: {mistake}") from None
    names = re.findall(r"(?:^|;)\s*([^\[\]{}()|:,;=?'\"]*?)\s*=", bare)
    names = list(dict.fromkeys(names))
    for own in schema.OWN:
        if own not in names:
            end = lines.place(bare, len(bare.rstrip()))
            raise GenerateError(f"{path}:{end}: no kind {own}: a shape file has State = ...; Action = ...;")
    described = _described(path, code, bare, names, declared, library)
    places = {part: lines.place(bare, place) for part, place in lines.parts(bare).items()}
    for request in declared:
        places[f"requests.{request.name}"] = lines.place(code, request.place)
    for request, part, kind, start in _kinds(declared):
        for inside, place in lines.parts(f"_={kind}").items():
            places[f"requests.{request.name}.{part}{inside[1:]}"] = lines.place(code, start + place - 2)
    model = schema.model_of(path, *_named(described, names, declared), places)
    rows = text.splitlines()
    # A line of the section cannot be a member of the kind before it.
    outside = zip(rows, code.splitlines(), bare.splitlines())
    _note(model, [row if before == after else "" for row, before, after in outside])
    _note_requests(model, rows, code, declared)
    return model


def _described(
    path: Path, code: str, bare: str, names: list[str], declared: list[Declared], library: Library
) -> Any:
    """The schema of one object with all named kinds and all kinds of requests."""
    members = [f"{json.dumps(name, ensure_ascii=False)}: {name}" for name in names]
    asked = [f'"{_label(request, part)}": {kind}' for request, part, kind, _ in _kinds(declared)]
    try:
        return library.described(f"{bare}\n{{{', '.join(members + asked)}}}")
    except GenerateError:
        pass  # the parts one after another, so that the message does not show the object
    try:
        library.described(f"{bare}\n{{{', '.join(members)}}}")
    except GenerateError as error:
        raise GenerateError(f"{path}:{_line(bare, str(error))}{error}") from None
    for _, _, kind, start in _kinds(declared):
        try:
            library.described(f"{bare}\n{kind}")
        except GenerateError as error:
            raise GenerateError(f"{path}:{_line_of_kind(code, bare, kind, start, str(error))}") from None
    raise AssertionError("each kind alone has a schema")


def _kinds(declared: list[Declared]) -> Iterator[tuple[Declared, str, str, int]]:
    """The kinds of requests other than null: the request, the part, the kind and its position."""
    for request in declared:
        for part, (kind, start) in request.kinds.items():
            if kind != _NULL:
                yield request, part, kind, start


def _label(request: Declared, part: str) -> str:
    """The name of a request's kind among the named kinds. Its bracket makes it differ from their names."""
    return f"({part} {request.place}"


def _named(described: Any, names: list[str], declared: list[Declared]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schemas of the named kinds, and of the parts of each request. A kind called state or action has a different
    name in the description."""
    definitions, whole = described["$defs"], described["$defs"]["state"]["properties"]
    called = {name: schema.referred(whole[name]) for name in names}
    own = {other: name for name, other in called.items()}

    def renamed(part: Any) -> Any:
        if isinstance(part, list):
            return [renamed(each) for each in part]
        if not isinstance(part, dict):
            return part
        if (other := schema.referred(part)) in own and len(part) == 1:
            return {"$ref": "#/$defs" + pointer_step(own[other])}
        # A default is a value of the program: a "$ref" inside it has no meaning.
        return {key: each if key == "default" else renamed(each) for key, each in part.items()}

    asked: dict[str, Any] = {
        each.name: {
            part: schema.NULL if kind == _NULL else renamed(whole[_label(each, part)])
            for part, (kind, _) in each.kinds.items()
        }
        for each in declared
    }
    return {name: renamed(definitions[other]) for name, other in called.items()}, asked


def _note(model: Model, rows: list[str]) -> None:
    """Finds the comments to copy into the code: above a kind, and after a member of a named object."""
    above: list[str] = []
    members: dict[str, Member] = {}
    for line in rows:
        if comment := re.fullmatch(r"\s*//\s?(.*)", line):
            above.append(comment[1].strip())
            continue
        if (start := re.match(r"\s*([^\s:=(){}]+)\s*=", line)) and start[1] in model.named:
            model.notes[start[1]] = above
            members = {each.name: each for each in model.named[start[1]].members}
        above = []
        if member := re.fullmatch(r"""\s*(?:transient\s+)?(['"]?)([^'":]+)\1\s*:.*?[,}\]\w')]\s*//\s*(.*)""", line):
            if member[2] in members:
                members[member[2]].note = member[3].strip()


def _note_requests(model: Model, rows: list[str], code: str, declared: list[Declared]) -> None:
    """Finds the comments of requests: above a request, and at the end of its first line."""
    bare = code.splitlines()
    for request, place in zip(model.requests, (each.place for each in declared)):
        row = code.count("\n", 0, place)
        notes = [rows[row][len(bare[row].rstrip()) :]]
        while row > 0 and not bare[row - 1].strip() and rows[row - 1].strip():
            row -= 1
            notes.insert(0, rows[row])
        request.note = " ".join(note for each in notes if (note := each.strip().removeprefix("//").strip()))


def _line(text: str, message: str) -> str:
    """The line and column of the byte in a message, or of the kind that is unknown."""
    # JSON that the message quotes may name a byte of its own, which is not a position in the file.
    if found := re.search(r"at byte (\d+), found", message):
        before = text.encode()[: int(found[1])].decode("utf-8", "ignore")
        return f"{lines.place(text, len(before))}: "
    unknown = re.search(r'no kind "([^"]+)"', message)
    alone = re.search(r'"([^"]+)" refers only to itself', message)
    place = lines.uses(text).get(unknown[1]) if unknown else lines.parts(text).get(alone[1]) if alone else None
    return " " if place is None else f"{lines.place(text, place)}: "


def _line_of_kind(code: str, bare: str, kind: str, start: int, message: str) -> str:
    """The line and column of a mistake in the kind of a request, which was read after the named kinds, and the message."""
    if found := re.search(r"at byte (\d+), found", message):
        before = kind.encode()[: int(found[1]) - len(f"{bare}\n".encode())].decode("utf-8", "ignore")
        byte = len((code[:start] + before).encode())
        message = message.replace(found[0], f"at byte {byte}, found")
        return f"{lines.place(code, start + len(before))}: {message}"
    unknown = re.search(r'no kind "([^"]+)"', message)
    place = lines.uses(kind).get(unknown[1], 0) if unknown else 0
    return f"{lines.place(code, start + place)}: {message}"
