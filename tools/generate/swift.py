"""Writes Swift: structs and enums whose coding is the JSON of the shape."""

from __future__ import annotations

import re
from typing import Any

from . import notation
from .model import Case, GenerateError, Kind, Member, Model, Type, as_double, parts
from .names import Taken, apart, camel, lower_camel, printable
from .words import SWIFT_MEMBERS, SWIFT_TYPES, SWIFT_WORDS

_SCALARS = {"text": "String", "integer": "Int", "unsigned": "UInt", "number": "Double", "boolean": "Bool"}
_ANY = '''/// Any JSON.
public enum AnyJSON: Codable, Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case array([AnyJSON])
  case object([String: AnyJSON])

  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let found = try? value.decode(Bool.self) {
      self = .bool(found)
    } else if let found = try? value.decode(Int.self) {
      self = .integer(found)
    } else if let found = try? value.decode(Double.self) {
      self = .number(found)
    } else if let found = try? value.decode(String.self) {
      self = .text(found)
    } else if let found = try? value.decode([AnyJSON].self) {
      self = .array(found)
    } else {
      self = .object(try value.decode([String: AnyJSON].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
'''


def write(model: Model, prefix: str, source: str, hash: str) -> str:
    return _File(model, camel(prefix), source, hash).text()


class _File:
    def __init__(self, model: Model, prefix: str, source: str, hash: str) -> None:
        self.model, self.prefix, self.source, self.hash = model, prefix, source, hash
        self.lines: list[str] = []
        self.taken = Taken()
        self.carried = {
            id(case.payload): (it, case)
            for it in model.types
            for case in it.kind.cases
            if case.payload.is_spread and case.payload.members
        }
        """The payloads whose members are the labels of their case."""

    def text(self) -> str:
        self._add(
            f"// The types of {self.source}, written by kumiki generate: change that file, and not this one.",
            "",
        )
        for it in self.model.types:
            if it.kind.word == "object" and id(it.kind) not in self.carried:
                self._struct(it)
            elif it.kind.word == "enum":
                self._enum(it)
        name = self.taken.take(f"{self.prefix}Shape", "the shape")
        self._add(
            "/// The shape, in the words of `kmk_shape`, and its hash, for `kmk_expect_shape`.",
            f"public enum {name} {{",
            f"  public static let hash = {_literal(self.hash)}",
            '  public static let text = """',
            *(f"    {piece.rstrip()}" for piece in _escaped(notation.pieces(notation.shape(self.model), 90))),
            '    """',
            "}",
        )
        code = "\n".join(self.lines)
        return code + "\n" + ("\n" + _ANY if "AnyJSON" in code else "")

    def _add(self, *lines: str) -> None:
        self.lines.extend(lines)

    def _note(self, it: Type) -> None:
        note = " ".join(self.model.notes.get(it.where, [])) or it.where + "."
        self._add(f"/// {printable(note, _code_point)}")

    # --------------------------------------------------------------------- types

    def _struct(self, it: Type) -> None:
        if self._holds(it.kind, it.kind):
            message = f"{it.where} is in itself without a list, which no struct of Swift may be"
            raise GenerateError(message, about=(it.where,))
        name = self.taken.take(self._name(it), it.where)
        members = it.kind.members
        names = self._names(members, it.where)
        protocols = "Codable, Equatable, Sendable"
        if any(member.name == "id" and member.is_required for member in members):
            protocols += ", Identifiable"
        self._note(it)
        self._add(f"public struct {name}: {protocols} {{")
        for member, own in zip(members, names):
            if member.note:
                self._add(f"  /// {printable(member.note, _code_point)}")
            self._add(f"  public var {own}: {self._type(member.kind)}")
        self._initializer(members, names)
        if members:
            self._decoder(members, names)
            self._keys("CodingKeys", members, names)
        self._add("}", "")

    def _holds(self, kind: Kind, wanted: Kind) -> bool:
        """Whether a struct is a part of a kind, without a list or an enum between."""
        inner = (self.model.resolved(member.kind) for member in kind.members)
        return any(each is wanted or (each.word == "object" and each is not kind and self._holds(each, wanted)) for each in inner)

    def _names(self, members: list[Member], where: str) -> list[str]:
        taken = Taken()
        return [taken.take(_identifier(member.name), f"{where}.{member.name}") for member in members]

    def _initializer(self, members: list[Member], names: list[str]) -> None:
        parameters = [
            f"{own}: {self._type(member.kind)}{self._default(member)}" for member, own in zip(members, names)
        ]
        self._add("")
        line = f"  public init({', '.join(parameters)}) {{"
        if len(line) > 100:
            rows = [f"    {each}," for each in parameters]
            rows[-1] = rows[-1][:-1]
            self._add("  public init(", *rows, "  ) {")
        else:
            self._add(line)
        self._add(*(f"    self.{own.strip('`')} = {own}" for own in names), "  }")

    def _decoder(self, members: list[Member], names: list[str]) -> None:
        """What is missing has its default, as in the library."""
        self._add("", "  public init(from decoder: any Decoder) throws {")
        self._add("    let values = try decoder.container(keyedBy: CodingKeys.self)")
        for member, own in zip(members, names):
            to = f"self.{own}" if own in ("values", "decoder") else own
            of = self._type(member.kind)
            plain = of.removesuffix("?")
            key = f"forKey: .{own.strip('`')}"
            if member.is_required:
                self._add(f"    {to} = try values.decode({of}.self, {key})")
                continue
            read = f"values.decodeIfPresent({plain}.self, {key})"
            default = self._default(member).removeprefix(" = ")
            if not of.endswith("?"):
                rows = [f"try {read}", f"?? {default}"]
            elif default == "nil":
                rows = [f"try {read}"]
            else:
                # Null is no default here, but a value.
                rows = [f"try values.contains(.{own.strip('`')})", f"? {read}", f": {default}"]
            if len(whole := f"    {to} = {' '.join(rows)}") <= 100:
                self._add(whole)
                continue
            rows = [value] if len(value := " ".join(rows)) + 6 <= 100 else rows
            self._add(f"    {to} =", *(f"      {row}" for row in rows))
        self._add("  }")

    def _keys(self, name: str, members: list[Member], names: list[str]) -> None:
        self._add("", f"  {'private ' if name == 'CodingKeys' else ''}enum {name}: String, CodingKey {{")
        for member, own in zip(members, names):
            is_same = own.strip("`") == member.name
            self._add(f"    case {own}" + ("" if is_same else f" = {_literal(member.name)}"))
        self._add("  }")

    def _enum(self, it: Type) -> None:
        name = self.taken.take(self._name(it), it.where)
        taken = Taken()
        names = [taken.take(_identifier(case.name), f"{it.where}.{case.name}") for case in it.kind.cases]
        self._note(it)
        if it.kind.is_plain_enum:
            self._add(f"public enum {name}: String, Codable, CaseIterable, Sendable {{")
            for case, own in zip(it.kind.cases, names):
                is_same = own.strip("`") == case.name
                self._add(f"  case {own}" + ("" if is_same else f" = {_literal(case.name)}"))
            self._add("}", "")
            return
        indirect = "indirect " if self._is_inside(it.kind) else ""
        self._add(f"public {indirect}enum {name}: Codable, Equatable, Sendable {{")
        for case, own in zip(it.kind.cases, names):
            self._add(f"  case {own}{self._payload(it, case)}")
        if any(own.strip("`") != case.name for case, own in zip(it.kind.cases, names)):
            members = [Member(case.name, case.payload) for case in it.kind.cases]
            self._keys("CodingKeys", members, names)
        for case, own in zip(it.kind.cases, names):
            if id(case.payload) not in self.carried:
                continue
            labels = self._names(case.payload.members, f"{it.where}.{case.name}")
            if any(label.strip("`") != m.name for label, m in zip(labels, case.payload.members)):
                self._keys(f"{camel(case.name)}CodingKeys", case.payload.members, labels)
        self._add("}", "")

    def _is_inside(self, wanted: Kind) -> bool:
        """Whether an enum is in itself, without a list between."""
        met: set[int] = set()

        def leads(kind: Kind) -> bool:
            kind = self.model.resolved(kind)
            if kind is wanted and met:
                return True
            if id(kind) in met or kind.word in ("array", "map"):
                return False
            met.add(id(kind))
            return any(leads(inner) for _, inner in parts(kind))

        return leads(wanted)

    def _payload(self, it: Type, case: Case) -> str:
        if case.payload.word == "nothing":
            return ""
        if id(case.payload) not in self.carried:
            return f"({self._type(case.payload)})"
        names = self._names(case.payload.members, f"{it.where}.{case.name}")
        labels = (f"{own}: {self._type(m.kind)}" for own, m in zip(names, case.payload.members))
        return f"({', '.join(labels)})"

    # --------------------------------------------------------------------- parts

    def _type(self, kind: Kind) -> str:
        inner = self.model.resolved(kind)
        if inner.is_scalar:
            text = _SCALARS[inner.word]
        elif inner.word == "array":
            text = f"[{self._type(inner.inner)}]"
        elif inner.word == "map":
            text = f"[String: {self._type(inner.inner)}]"
        elif self.model.is_type(inner):
            text = self._name(self.model.type_of(inner))
        else:
            return "AnyJSON"
        return text + ("?" if self.model.is_optional(kind) else "")

    def _name(self, it: Type) -> str:
        """The name of a type: none that the file itself needs for another."""
        name = apart(camel(it.words), SWIFT_TYPES)
        return f"{name}_" if name[0] == "_" else name  # a member has no capital there to be another name

    def _default(self, member: Member) -> str:
        if member.has_default:
            return f" = {self._value(member.kind, member.default)}"
        return "" if member.is_required else " = nil" if self.model.is_optional(member.kind) else " = .null"

    def _value(self, kind: Kind, value: Any) -> str:
        """A default as an expression."""
        inner = self.model.resolved(kind)
        if inner.word == "any":
            return _any(value)
        if value is None:
            return "nil"
        if inner.is_scalar:
            if isinstance(value, int) and inner.word == "number":
                value = as_double(value)
            return _literal(value) if isinstance(value, str) else str(value).lower()
        if inner.word == "array":
            return f"[{', '.join(self._value(inner.inner, each) for each in value)}]"
        if inner.word == "map":
            rows = ", ".join(f"{_literal(name)}: {self._value(inner.inner, each)}" for name, each in value.items())
            return f"[{rows or ':'}]"
        if inner.word == "object":
            return f"{self._name(self.model.type_of(inner))}({self._arguments(inner, value)})"
        # Of an optional, .none and .some would be those of Optional.
        of = self._name(self.model.type_of(inner)) if self.model.is_optional(kind) else ""
        name, payload = (value, None) if isinstance(value, str) else next(iter(value.items()))
        case = next(each for each in inner.cases if each.name == name)
        if case.payload.word == "nothing":
            return f"{of}.{_identifier(name)}"
        is_labelled = id(case.payload) in self.carried
        inside = self._arguments(case.payload, payload or {}) if is_labelled else self._value(case.payload, payload)
        return f"{of}.{_identifier(name)}({inside})"

    def _arguments(self, kind: Kind, value: dict[str, Any]) -> str:
        given = (member for member in kind.members if member.name in value)
        return ", ".join(f"{_identifier(m.name).strip('`')}: {self._value(m.kind, value[m.name])}" for m in given)


def _identifier(name: str) -> str:
    """A name as it is, if Swift has such names; else its words."""
    own = name if re.fullmatch(r"[a-z_][A-Za-z0-9_]*", name) else lower_camel(name)
    own = apart(own, SWIFT_MEMBERS)
    return f"`{own}`" if own in SWIFT_WORDS else own


def _any(value: Any) -> str:
    if value is None:
        return ".null"
    if isinstance(value, bool):
        return f".bool({str(value).lower()})"
    if isinstance(value, int):
        return f".integer({value})"
    if isinstance(value, float):
        return f".number({value})"
    if isinstance(value, str):
        return f".text({_literal(value)})"
    if isinstance(value, list):
        return f".array([{', '.join(map(_any, value))}])"
    rows = ", ".join(f"{_literal(name)}: {_any(each)}" for name, each in value.items())
    return f".object([{rows or ':'}])"


def _literal(text: str) -> str:
    quoted = re.sub(r'["\\]', r"\\\g<0>", text)
    return f'"{printable(quoted, _code_point)}"'


def _code_point(letter: str) -> str:
    return {"\n": r"\n", "\r": r"\r", "\t": r"\t"}.get(letter) or f"\\u{{{ord(letter):04x}}}"


def _escaped(pieces: list[str]) -> list[str]:
    """Lines of a text of several lines; each but the last goes on in the next."""
    lines = [printable(piece.rstrip().replace("\\", "\\\\"), _code_point) + " \\" for piece in pieces]
    return [*lines[:-1], lines[-1].removesuffix(" \\")]
