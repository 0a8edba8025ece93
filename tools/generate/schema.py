"""Reads JSON Schema into a model: the description of a reducer, or of the kinds in a shape file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from . import lines
from .model import PARTS, Case, GenerateError, Kind, Member, Model, Request, parts

OWN = ("State", "Action")
"""The kinds that every shape has."""
_TYPES = {
    "string": "text",
    "integer": "integer",
    "number": "number",
    "boolean": "boolean",
    "null": "nothing",
}
NULL = {"type": "null"}
_NO_SCHEMA = "no JSON Schema with $defs/state and $defs/action"



def read(path: Path, text: str) -> Model:
    """Reads JSON Schema as kmk_reducer_describe writes it: $defs/state and $defs/action."""
    try:
        whole = json.loads(text)
        definitions, asked = whole["$defs"], whole.get("requests", {})
        state, action = definitions.pop("state"), definitions.pop("action")
    except json.JSONDecodeError as error:
        raise GenerateError(f"{path}:{error.lineno}:{error.colno}: {_NO_SCHEMA} ({error.msg})") from None
    except RecursionError:
        raise GenerateError(f"{path}:{lines.place(text, lines.deepest(text))}: {_NO_SCHEMA} (nested too deep)") from None
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise GenerateError(f"{path}:1: {_NO_SCHEMA} ({error})") from None
    places = {name: lines.place(text, place) for name, place in lines.members(text).items()}
    for own in OWN:
        if own in definitions:
            raise GenerateError(f"{path}:{places[own]}: $defs/{own} is a name of the generator's own")
    try:
        return model_of(path, {"State": state, "Action": action, **definitions}, asked, places)
    except RecursionError:
        raise GenerateError(f"{path}:{lines.place(text, lines.deepest(text))}: nested too deep") from None
    except (TypeError, AttributeError, ValueError, KeyError) as error:
        # A keyword with a value that JSON Schema does not allow, such as a number for properties.
        raise GenerateError(f"{path}:{places['$defs']}: no JSON Schema that says what values are ({error})") from None


def model_of(
    path: Path, definitions: dict[str, Any], asked: dict[str, Any], places: dict[str, str]
) -> Model:
    """Builds the model from named schemas, and the schemas of each request's parts by its name. `places` maps each part
    to its line and column in the file."""
    try:
        named = {name: _kind(schema) for name, schema in definitions.items()}
        requests = [_request(name, schemas) for name, schemas in asked.items()]
        of_requests = [(each.where, kind) for each in requests for kind in each.kinds.values()]
        for name, kind in [*named.items(), *of_requests]:
            _check_names(name, kind, named)
        for name, kind in named.items():
            _check_end(name, named)
        for _, kind in [*named.items(), *of_requests]:
            _note_missing(kind, named)
        model = Model(named, requests)
        model.lines = places
        if model.resolved(named["Action"]).word != "enum":
            raise GenerateError("Action is not an enum: (load | open: text)", about=("Action",))
    except GenerateError as error:
        about = [*error.about, *(name.lower() for name in error.about), "$defs"]
        place = next((places[name] for name in about if name in places), "1")
        raise GenerateError(f"{path}:{place}: {error}") from None
    return model


def _request(name: str, schemas: dict[str, Any]) -> Request:
    """A request with the kinds of its parts."""
    kinds = {part: _kind(schemas[part]) for part in PARTS if part in schemas}
    return Request(name, {"question": Kind("any"), **kinds})


def _check_end(name: str, named: dict[str, Kind]) -> None:
    """Checks that chains of names, and of lists of names, end."""
    met, kind = {name}, named[name]
    while kind.word == "name" or kind.of is not None:
        if kind.of is not None:
            kind = kind.of
            continue
        if kind.name in met:
            raise GenerateError(f"{name} refers only to itself", about=(name,))
        met.add(kind.name)
        kind = named[kind.name]


def _check_names(where: str, kind: Kind, named: dict[str, Kind]) -> None:
    if kind.word == "name" and kind.name not in named:
        raise GenerateError(f"no definition {kind.name}", about=(kind.name, where))
    for _, inner in parts(kind):
        _check_names(where, inner, named)


def _note_missing(kind: Kind, named: dict[str, Kind]) -> None:
    """Makes members and payloads that may be missing optional, unless the named kind accepts null."""
    missing = [each.kind for each in kind.members if each.may_be_missing]
    missing += [each.payload for each in kind.cases if each.may_be_missing]
    for inner in missing:
        end = inner
        while end.word == "name" and not end.is_optional:
            end = named[end.name]
        if end.word != "any" and not end.is_optional:
            inner.is_optional = True
    for _, inner in parts(kind):
        _note_missing(inner, named)


def referred(schema: Any) -> str:
    """The name of the definition that a schema refers to."""
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    name = reference.rpartition("/")[2] if isinstance(reference, str) else ""
    return name.replace("~1", "/").replace("~0", "~")


def _kind(schema: Any) -> Kind:
    """The kind that a schema describes; "any" if the model has no kind for it."""
    if not isinstance(schema, dict):
        return Kind("any")
    if name := referred(schema):
        return Kind("name", name=name)
    if isinstance(choices := schema.get("anyOf"), list):
        return _choice(choices)
    if isinstance(all_of := schema.get("allOf"), list):
        return _joined([_kind(each) for each in all_of])
    if isinstance(names := schema.get("enum"), list):
        return _words(names)
    types = schema.get("type", "object" if "properties" in schema else [])
    types = [types] if isinstance(types, str) else list(types)
    is_optional = "null" in types and len(types) > 1
    if is_optional:
        types.remove("null")
    if len(types) != 1:
        return Kind("any")
    made = _of_type(types[0], schema, is_optional)
    if made.word != "nothing":
        made.is_optional = is_optional
    return made


def _of_type(word: str, schema: dict[str, Any], takes_null: bool) -> Kind:
    if word == "array":
        return Kind("array", of=_kind(schema.get("items")))
    if word == "object":
        return _object(schema, takes_null)
    if word == "integer" and schema.get("minimum") == 0:
        return Kind("unsigned")
    return Kind(_TYPES.get(word, "any"))


def _object(schema: dict[str, Any], takes_null: bool) -> Kind:
    properties, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
    if takes_null and schema.get("maxProperties") == 0:
        return Kind("nothing")
    if schema.get("minProperties") == schema.get("maxProperties") == 1 and properties:
        private = schema.get("x-private", [])
        return Kind("enum", cases=[Case(name, _kind(of), is_private=name in private) for name, of in properties.items()])
    if not properties and isinstance(rest, dict):
        return Kind("map", of=_kind(rest))
    required = schema.get("required", [])
    members = [_member(name, of, name in required) for name, of in properties.items()]
    return Kind("object", members=members, is_open=rest is not False)


def _member(name: str, schema: Any, is_required: bool) -> Member:
    kind = _kind(schema)
    is_transient = isinstance(schema, dict) and schema.get("x-transient") is True
    if isinstance(schema, dict) and "default" in schema:
        return Member(name, kind, schema["default"], has_default=True, is_transient=is_transient)
    may_be_missing = not is_required and kind.word != "any"
    return Member(name, kind, may_be_missing=may_be_missing, is_transient=is_transient)


def _words(names: list[Any]) -> Kind:
    """An enum without payloads."""
    if not all(isinstance(name, str) for name in names):
        return Kind("any")
    return Kind("enum", cases=[Case(name, Kind("nothing")) for name in names])


def _choice(choices: list[Any]) -> Kind:
    """One of several alternatives: a kind or null, or an enum, whose cases are bare, have a payload, or both."""
    kinds = [_kind(each) for each in choices]
    others = [each for each in kinds if each.word != "nothing"]
    if len(others) == 1:
        made = others[0]
    elif others and all(each.word == "enum" for each in others):
        made = _enum(others)
    else:
        # An operator that describes only its own cases says nothing about the other cases.
        made = _loose(others)
    made.is_optional = made.is_optional or len(others) < len(kinds)
    return made


def _enum(kinds: list[Kind]) -> Kind:
    """Joins the cases of several enums. A case that occurs both bare and with a payload gets an optional payload."""
    found: dict[str, Case] = {}
    for kind in kinds:
        for case in kind.cases:
            before = found.get(case.name)
            if before is None or before.payload.word == "nothing":
                case.may_be_missing = before is not None and case.payload.word not in ("nothing", "any")
                found[case.name] = case
    # The longest list determines the order.
    order = max(kinds, key=lambda kind: len(kind.cases)).cases
    names = [case.name for case in order] + list(found)
    return Kind("enum", cases=[found[name] for name in dict.fromkeys(names)])


def _loose(kinds: list[Kind]) -> Kind:
    """The members of alternatives that are not a kind by themselves; only for `_joined`."""
    members = [member for kind in kinds for member in _named_parts(kind)]
    return Kind("any", members=members)


def _named_parts(kind: Kind) -> list[Member]:
    return kind.members or [Member(case.name, case.payload) for case in kind.cases]


def _joined(kinds: list[Kind]) -> Kind:
    """Joins several schemas of one value: the first one that is a kind, with the additions of the others."""
    base = next((kind for kind in kinds if kind.word == "enum"), None)
    base = base or next((kind for kind in kinds if kind.word != "any"), None)
    if base is None:
        return _loose(kinds)
    for other in kinds:
        if other is base:
            continue
        said = {member.name: member.kind for member in _named_parts(other)}
        for part in base.members:
            part.kind = _refined(part.kind, said.get(part.name))
        for case in base.cases:
            case.payload = _refined(case.payload, said.get(case.name))
    return base


def _refined(kind: Kind, other: Kind | None) -> Kind:
    if other is None or other.word == "any":
        return kind
    if kind.word == "any":
        return other
    if kind.word in ("object", "enum") and kind.word == other.word:
        return _joined([kind, other])
    return kind
