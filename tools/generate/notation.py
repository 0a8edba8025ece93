"""Writes a model in the notation of kmk_shape and kmk_cases."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from .code import WIDTH, initializer, literal, long
from .model import PARTS, Case, Kind, Member, Model

_Inner = Callable[[Kind], str]


def shape(model: Model) -> str:
    """The string for kmk_shape: the named kinds that the state needs, and the state."""
    needed: list[str] = []
    _note(model, model.named["State"], needed)
    lines = [f"{name} = {kind(model.named[name])};" for name in model.named if name in needed]
    last = "State" if "State" in needed else kind(model.named["State"])
    return "\n".join([*lines, last])


def pieces(text: str, width: int, literal: Callable[[str], str] = str) -> list[str]:
    """Splits a shape into pieces of limited length, after separators where possible.

    `literal` writes a piece as a literal of the language, which may be longer.
    """
    most = width + len(literal(""))
    parts = re.findall(r"""(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[^"',;|])+[,;|]?\s*|[,;|]\s*""", text)
    made = [""]
    for word in parts:
        word = word.replace("\n", " ")
        if made[-1] and len(literal(made[-1] + word)) > most:
            made.append("")
        made[-1] += word
        if word.endswith("; "):
            made.append("")
    return [piece for piece in made if piece]


def cases(model: Model) -> list[tuple[str, str | None]]:
    """The rows for kmk_cases. Payloads there cannot use names, so names are expanded."""
    action = model.resolved(model.named["Action"])
    return [
        (_privately(case) + case.name, None if case.payload.word == "nothing" else _expanded(model, case.payload, ()))
        for case in action.cases
    ]


def requests(model: Model) -> list[tuple[str, dict[str, str]]]:
    """The rows for kmk_requests: each name, and the declared kinds by their parts of the request. Names are expanded."""

    def text(kind: Kind) -> str:
        return "null" if kind.word == "nothing" else _expanded(model, kind, ())

    return [(each.name, {part: text(kind) for part, kind in each.kinds.items()}) for each in model.requests]


def request_rows(model: Model, none: str, most: int) -> list[str]:
    """The rows for kmk_requests as initializers of C and C++, inside a function. `most`: the bytes of a string literal."""
    indent = " " * 6
    rows: list[str] = []
    for name, kinds in requests(model):
        values = [[literal(name)]]
        for part in PARTS:
            text = kinds.get(part, "")
            literals = [literal(each) for each in pieces(text, WIDTH - len(indent) - 5, literal)]
            values.append([long(text, most) + literals[0], *literals[1:]] if literals else [none])
        rows += initializer(f"{indent}{{", values, "},")
    return rows


def kind(it: Kind) -> str:
    return _written(it, kind, has_defaults=True)


def _expanded(model: Model, it: Kind, around: tuple[str, ...]) -> str:
    """A kind without names and defaults; a recursive kind becomes any."""
    if it.word != "name":
        return _written(it, lambda inner: _expanded(model, inner, around), has_defaults=False)
    if it.name in around:
        return "any"
    text = _expanded(model, model.named[it.name], (*around, it.name))
    is_optional = it.is_optional and not text.endswith("?") and text != "any"
    return text + "?" if is_optional else text


def _written(it: Kind, inner: _Inner, has_defaults: bool) -> str:
    if it.word == "array":
        text = f"[{inner(it.inner)}]"
    elif it.word == "map":
        text = f"[text: {inner(it.inner)}]"
    elif it.word == "object":
        members = ", ".join(_member(each, inner, has_defaults) for each in it.members)
        text = ("" if it.is_open else "only ") + f"{{{members}}}"
    elif it.word == "enum":
        text = "(" + " | ".join(_case(each, inner) for each in it.cases) + ")"
    elif it.word == "name":
        text = it.name
    else:
        text = it.word
    return text + "?" if it.is_optional else text


def _member(member: Member, inner: _Inner, has_defaults: bool) -> str:
    word = "transient " if member.is_transient and has_defaults else ""
    text = f"{word}{_name(member.name)}: {inner(member.kind)}"
    if not member.has_default:
        return text
    if has_defaults:
        return text + f" = {_json(member.default)}"
    # Without its default the member is still optional.
    return text if text.endswith("?") or text.endswith(": any") else text + "?"


def _json(value: Any) -> str:
    """JSON for use inside a C string: with single quotes where possible."""
    text = json.dumps(value, ensure_ascii=False)
    return text if re.search(r"['\\]", text) else text.replace('"', "'")


def _case(case: Case, inner: _Inner) -> str:
    name = _privately(case) + _name(case.name)
    return name if case.payload.word == "nothing" else f"{name}: {inner(case.payload)}"


def _privately(case: Case) -> str:
    return "private " if case.is_private else ""


def _name(name: str) -> str:
    is_plain = re.fullmatch(r"[^\s\[\]{}()|:,;=?'\"]+", name)
    return name if is_plain else json.dumps(name, ensure_ascii=False)


def _note(model: Model, it: Kind, needed: list[str]) -> None:
    """The names that a kind refers to, directly or through other names."""
    if it.word == "name" and it.name not in needed:
        needed.append(it.name)
        _note(model, model.named[it.name], needed)
    for inner in [it.of, *(m.kind for m in it.members), *(c.payload for c in it.cases)]:
        if inner is not None:
            _note(model, inner, needed)
