"""The shape of a state and the cases of an action, in the notation of docs/shapes.md, from their classes."""

from __future__ import annotations

import dataclasses
import enum
import json
import re
import typing
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, Literal, NamedTuple

from kumiki._cases import is_single, json_names, name_of
from kumiki._containers import ARRAYS, OBJECTS
from kumiki._encoding import is_encoded_by_program, text_for
from kumiki._errors import KumikiError
from kumiki._hints import hints_of, is_transient, is_wrapper, members_of, transient, unwrapped
from kumiki._models import is_model, is_root_model, model_members, writes_number_of_seconds
from kumiki._reading import is_decoded, reader
from kumiki._scalars import MADE
from kumiki._unions import is_case

Cases = dict[str, str | None]
"""The payloads of an enum's cases, by their names. None: without payload."""

_WORDS = {"integer", "unsigned", "number", "text", "boolean", "any", "null", "only"}
_SCALARS = {bool: "boolean", int: "integer", float: "number", str: "text"}
_NOTHING: Any = object()


class Member(NamedTuple):
    """A member of an object."""

    name: str
    type: Any
    may_be_missing: bool = False
    make_default: Callable[[], Any] | None = None
    is_transient: bool = False


def shape_of(state: Any) -> str:
    """The shape of a state: the named types, and the state. "any" if the notation cannot express it."""
    writer = _Writer(is_payload=False)
    kind = writer.kind(state).removesuffix("?")  # a whole state is never null
    return " ".join([*(f"{name} = {text};" for name, text in writer.named.items()), kind])


def cases_of(action: Any) -> Cases | None:
    """The cases of an action with their payloads, for `Reducer.cases`. None if the type is not an enum."""
    writer = _Writer(is_payload=True)
    return writer.cases([each for each in _members(action) if each is not type(None)])


class _Writer:
    """Writes types in the notation. A payload has neither named types nor defaults there."""

    def __init__(self, is_payload: bool) -> None:
        self.named: dict[str, str] = {}
        self._is_payload = is_payload
        self._names: dict[Any, str] = {}
        self._around: list[Any] = []
        self._model: Any = None
        """The model of pydantic whose fields are being written."""

    def kind(self, type: Any) -> str:
        members = list(_members(type))
        others = [each for each in members if each is not NoneType]
        takes_null = len(others) < len(members)
        key = (type, repr(type))
        if key in self._around and key not in self._names:
            return "any"  # a payload, or a type like list, inside itself
        self._around.append(key)
        try:
            cases = self.cases(others) if others else None
            kind = self._one_of(others) if cases is None else _enum(cases)
        finally:
            self._around.pop()
        return kind + "?" if takes_null else kind

    def _one_of(self, members: list[Any]) -> str:
        kinds = {self._kind(each) for each in members}
        if kinds == {"integer", "number"}:
            return "number"
        return kinds.pop() if len(kinds) == 1 else "any"

    def cases(self, members: list[Any]) -> Cases | None:
        """The cases of a union. None if a member is not a case, or if a name cannot be written."""
        found: Cases = {}
        for each in members:
            own = self._cases_of_one(each)
            if not own or not all(own) or own.keys() & found.keys():
                return None
            found |= own
        return found or None

    def _cases_of_one(self, type: Any) -> Cases | None:
        if _is_opaque(type):
            return None
        if is_case(type):
            origin = typing.get_origin(type) or type
            private = "private " if self._is_payload and origin.case_is_private else ""
            return {private + name_of(origin): self._payload(type, origin)}
        constants = _constants(type)
        if not constants or not all(isinstance(each, str) for each in constants):
            return None
        return dict.fromkeys(map(str, constants))

    def _payload(self, type: Any, origin: Any) -> str | None:
        if not json_names(origin):
            return None
        members = list(_members_of_object(type))
        return self.kind(members[0].type) if is_single(origin) else self._object(members)

    def _kind(self, type: Any) -> str:
        """One member of a union."""
        origin, arguments = typing.get_origin(type) or type, typing.get_args(type)
        is_class = isinstance(origin, builtin_type)
        if _is_opaque(type) or not is_class:
            return self._of_constants(type) if origin is Literal else "any"
        if type in MADE:
            is_text = self._model is not None and not writes_number_of_seconds(self._model)
            return "number" if type is timedelta and not is_text else "text"
        if issubclass(origin, enum.Enum):
            return self._of_constants(type)
        if origin in ARRAYS:
            return f"[{self.kind(arguments[0]) if arguments else 'any'}]"
        if issubclass(origin, tuple):
            return self._tuple(type, origin, arguments)
        if origin in OBJECTS:
            return f"[text: {self.kind(arguments[1]) if arguments else 'any'}]"
        if is_root_model(origin):
            return self.kind(origin.model_fields["root"].annotation)
        if dataclasses.is_dataclass(origin) or typing.is_typeddict(origin) or is_model(origin):
            return self._named_object(type, origin)
        return next((_SCALARS[each] for each in origin.__mro__ if each in _SCALARS), "any")

    def _of_constants(self, type: Any) -> str:
        """A Literal, or an enum, that has no cases: its values have other types than str, or are made elsewhere."""
        if isinstance(type, builtin_type) and issubclass(type, enum.Flag):
            return "integer"
        kinds = {_SCALARS.get(builtin_type(each), "any") for each in _values(type)}
        return kinds.pop() if len(kinds) == 1 else "any"

    def _tuple(self, type: Any, origin: Any, arguments: tuple[Any, ...]) -> str:
        hints = hints_of(type) if hasattr(origin, "_fields") else {}
        parts = list(hints.values()) or [each for each in arguments if each is not Ellipsis]
        kinds = {self.kind(each) for each in parts}
        return f"[{kinds.pop()}]" if len(kinds) == 1 else "[any]"

    # ------------------------------------------------------------------------ objects

    def _named_object(self, type: Any, origin: Any) -> str:
        if dataclasses.is_dataclass(origin) and self._model is not None:
            return "any"  # pydantic writes it with its own names
        key = (type, repr(type))
        if self._is_payload:
            return self._members_of(type, origin)
        if key not in self._names:
            name = self._names[key] = self._new_name(origin.__name__)
            self.named[name] = ""  # types are listed in the order in which they are found
            self.named[name] = self._members_of(type, origin)
        return self._names[key]

    def _new_name(self, wanted: str) -> str:
        name = re.sub(r"\W", "_", wanted, flags=re.ASCII)
        name = f"_{name}" if name in _WORDS or not name[:1].isalpha() else name
        number, free = 2, name
        while free in self.named:
            number, free = number + 1, f"{name}_{number}"
        return free

    def _members_of(self, type: Any, origin: Any) -> str:
        model, around = self._model, self._around
        self._model = origin if is_model(origin) else None
        if not self._is_payload:
            self._around = []  # a type inside itself is inside a named type, which ends the recursion
        try:
            return self._object(list(_members_of_object(type)), _is_open(origin))
        finally:
            self._model, self._around = model, around

    def _object(self, members: list[Member], is_open: bool = False) -> str:
        """An object. It is open if the name of a member cannot be written."""
        written = [f"{self._name(each)}: {self._member(each)}" for each in members if each.name]
        only = "" if is_open or len(written) < len(members) else "only "
        return f"{only}{{{', '.join(written)}}}"

    def _name(self, member: Member) -> str:
        is_marked = member.is_transient and not self._is_payload
        return ("transient " if is_marked else "") + _name(member.name)

    def _member(self, member: Member) -> str:
        kind = self.kind(member.type)
        default = None if self._is_payload else self._default(member)
        if default is not None:
            return f"{kind} = {default}"
        return kind + "?" if member.may_be_missing and not kind.endswith("?") else kind

    def _default(self, member: Member) -> str | None:
        """A default as JSON. None without a default, and for one that varies or that its type cannot read."""
        if member.make_default is None:
            return None
        text, again = (text_for(member.make_default()) for _ in range(2))
        if text != again or self._model is not None:
            return text if text == again else None
        try:
            reader(member.type)(json.loads(text))
        except KumikiError:
            return None
        return text


builtin_type = type
NoneType = type(None)


def _members(type: Any) -> Iterator[Any]:
    """The members of a union, without wrappers. Null of a Literal or an Enum is also a member of its own."""
    for each in members_of(type):
        inner = unwrapped(each)
        if len(members_of(inner)) > 1:
            yield from _members(inner)
            continue
        yield NoneType if inner is None else inner
        if inner is not None and not _is_opaque(inner) and None in _values(inner):
            yield NoneType


def _is_opaque(type: Any) -> bool:
    """Whether functions of the program read or write a type."""
    origin = typing.get_origin(type) or type
    return isinstance(origin, builtin_type) and (is_decoded(type) or is_encoded_by_program(origin))


def _values(type: Any) -> list[Any]:
    """The JSON values of the constants of a Literal or an Enum."""
    if typing.get_origin(type) is Literal:
        constants = typing.get_args(type)
    elif isinstance(type, builtin_type) and issubclass(type, enum.Enum):
        constants = tuple(type.__members__.values())
    else:
        return []
    return [each.value if isinstance(each, enum.Enum) else each for each in constants]


def _constants(type: Any) -> list[Any]:
    """The values besides null. None of them if the enum makes members from other values."""
    makes = isinstance(type, builtin_type) and "_missing_" in vars(type)
    return [] if makes else [each for each in _values(type) if each is not None]


def _members_of_object(type: Any) -> Iterator[Member]:
    """The members of a dataclass, a TypedDict or a model of pydantic."""
    origin = typing.get_origin(type) or type
    if is_model(origin):
        for name, hint, may_be_missing, make, metadata in model_members(origin):
            yield Member(name, hint, may_be_missing, make, transient in metadata)
    elif typing.is_typeddict(origin):
        for name, hint in hints_of(type, extras=True).items():
            is_needed = name in origin.__required_keys__
            if is_wrapper(hint, "Required", "NotRequired"):
                is_needed = is_wrapper(hint, "Required")
            yield Member(name, hint, not is_needed, is_transient=is_transient(hint))
    else:
        hints, names = hints_of(type, extras=True), dict(json_names(origin))
        for field in dataclasses.fields(origin):
            make = _default_of(field)
            may_be_missing = make is not None or not field.init
            hint = hints[field.name]
            yield Member(names[field.name], hint, may_be_missing, make, is_transient(hint))


def _default_of(field: dataclasses.Field[Any]) -> Callable[[], Any] | None:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory
    return None if field.default is dataclasses.MISSING else lambda: field.default


def _is_open(origin: Any) -> bool:
    config: Any = getattr(origin, "model_config", {})
    return bool(config.get("extra") == "allow")


def _name(name: str) -> str:
    is_word = re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name)
    return name if is_word else json.dumps(name)


def _enum(cases: Cases) -> str:
    written = (_name(name) + ("" if payload is None else f": {payload}") for name, payload in cases.items())
    return f"({' | '.join(written)})"
