"""Writes a header for C++: structs and variants with their traits, over kumiki.hpp."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from . import notation
from .code import WIDTH, broken, in_comment, literal, long
from .model import Case, Kind, Member, Model, Type, as_double, parts
from .names import CASE_WORDS, Taken, apart, prefix as checked, snake
from .paths import Step, action_paths, case_paths, places, rows
from .words import CXX_WORDS, GLOBALS

_SCALARS = {
    "text": "std::string",
    "integer": "std::int64_t",
    "unsigned": "std::uint64_t",
    "number": "double",
    "boolean": "bool",
}

_TAKEN = {"kumiki", "std"}  # namespaces of the headers
_LEAST = -(2**63)
_MOST_BYTES = 65535  # of a string, in every C++
_OWN = {"actions", "at", "cases", "declare", "expect", "hash", "shape"}  # names of each header
_LIST = -1  # among the kinds that another is in


def write(model: Model, prefix: str, source: str, hash: str) -> str:
    return _Header(model, checked(prefix, _TAKEN), source, hash).text()


class _Header:
    def __init__(self, model: Model, prefix: str, source: str, hash: str) -> None:
        self.model, self.prefix, self.source, self.hash = model, prefix, source, hash
        self.space = apart(prefix, CXX_WORDS | GLOBALS)
        self.root = f"::{self.space}"  # a case may have the namespace's name
        self.lines: list[str] = []
        self.traits: list[str] = []
        self.taken = Taken()
        self.action = model.resolved(model.named["Action"])
        self.fields = {
            id(case.payload): (it, case)
            for it in model.types
            for case in it.kind.cases
            if case.payload.is_spread
        }
        """The payloads whose members are those of their case."""
        self.cut: set[int] = set()
        """Kinds that are inside themselves where C++ needs to know them whole: JSON instead."""

    def text(self) -> str:
        types = list(self._ordered())
        guard = f"{self.prefix.upper()}_SHAPE_HPP"
        self._add(
            f"// The types of {self.source}, written by kumiki generate: change that file, and not this one.",
            f"#ifndef {guard}",
            f"#define {guard}",
            "",
            "#include <kumiki.hpp>",
            "",
            "#include <cstdint>",
            "",
            f"namespace {self.space} {{",
            "",
        )
        structs = [f"struct {self._name(it)};" for it in types if self._is_struct(it)]
        self._add(*structs, "")
        for it in types:
            if self._is_struct(it):
                self._struct(it)
            elif it.kind.word == "enum":
                self._enum(it)
        self._places()
        self._case_paths()
        self._add(f"}} // namespace {self.space}", "", *self.traits)
        self._add(f"namespace {self.space} {{", "")
        self._actions()
        self._declaration()
        self._add(f"}} // namespace {self.space}", "", "#endif")
        return "\n".join(self.lines) + "\n"

    def _add(self, *lines: str) -> None:
        for line in lines:
            self.lines.extend(broken(line))

    # --------------------------------------------------------------------- order

    def _is_struct(self, it: Type) -> bool:
        return it.kind.word == "object" and id(it.kind) not in self.fields

    def _ordered(self) -> Iterator[Type]:
        """The types, each after those that it needs to be known whole."""
        done: set[int] = set()
        for it in self.model.types:
            yield from self._needed(it.kind, done, ())

    def _needed(self, kind: Kind, done: set[int], around: tuple[int, ...]) -> Iterator[Type]:
        """A kind's type after those of its parts. Lists need structs by name alone."""
        inner = self.model.resolved(kind)
        if id(inner) in done:
            return
        if id(inner) in around:
            is_by_name = inner.word == "object" and id(inner) not in self.fields
            in_list = _LIST in around[around.index(id(inner)) :]
            if not (is_by_name and in_list):
                self.cut.add(id(inner))
            return
        lists = (_LIST,) if inner.word in ("array", "map") else ()
        for _, part in parts(inner):
            yield from self._needed(part, done, (*around, id(inner), *lists))
        if id(inner) not in done and self.model.is_type(inner):
            done.add(id(inner))
            yield self.model.type_of(inner)

    # --------------------------------------------------------------------- names

    def _name(self, it: Type) -> str:
        return apart(snake(it.words), CXX_WORDS | _OWN)

    def _case_struct(self, case: Case) -> str:
        return apart(snake(case.name), CXX_WORDS | {"case_name"})

    def _case_name(self, it: Type, case: Case) -> str:
        return f"{snake(it.words)}_case::{self._case_struct(case)}"

    def _member_name(self, kind: Kind, member: Member) -> str:
        """The name of an object's member. The members of a case's payload are those of the case."""
        return apart(snake(member.name), CXX_WORDS | (CASE_WORDS if id(kind) in self.fields else set()))

    def _type(self, kind: Kind) -> str:
        inner = self.model.resolved(kind)
        text = self._plain_type(inner)
        is_optional = self.model.is_optional(kind) and text != "kumiki::json"
        return f"std::optional<{text}>" if is_optional else text

    def _plain_type(self, inner: Kind) -> str:
        if inner.is_scalar:
            return _SCALARS[inner.word]
        if inner.word == "array":
            return f"std::vector<{self._type(inner.inner)}>"
        if inner.word == "map":
            return f"std::map<std::string, {self._type(inner.inner)}>"
        if not self.model.is_type(inner) or id(inner) in self.cut:
            return "kumiki::json"
        it = self.model.type_of(inner)
        if id(inner) in self.fields:
            return f"{self.root}::{self._case_name(*self.fields[id(inner)])}"
        return f"{self.root}::{self._name(it)}"

    # --------------------------------------------------------------------- types

    def _struct(self, it: Type) -> None:
        name = self.taken.take(self._name(it), it.where)
        self._note(it)
        if it.kind.members:
            self._add(f"struct {name} {{")
            self._members(it.kind, it.where)
            self._add("};", "")
        else:
            self._add(f"struct {name} {{}};", "")
        self._traits(f"{self.root}::{name}", it.kind)

    def _note(self, it: Type) -> None:
        self._add(*(f"/** {in_comment(line)} */" for line in [" ".join(self.model.notes.get(it.where, []))] if line))

    def _members(self, kind: Kind, where: str) -> None:
        taken = Taken()
        for member in kind.members:
            name = taken.take(self._member_name(kind, member), f"{where}.{member.name}")
            if member.note:
                self._add(f"  /** {in_comment(member.note)} */")
            line = f"  {self._type(member.kind)} {name}{self._default(member)};"
            if len(line) > WIDTH and " = " in line:
                line = line.replace(" = ", " =\n      ", 1)
            self._add(*line.split("\n"))

    def _default(self, member: Member) -> str:
        if not member.has_default:
            return " = 0" if self._is_number(member.kind) else " = false" if self._is(member.kind, "boolean") else ""
        value = self._value(member.kind, member.default)
        return f" = {value}" if value else ""

    def _is(self, kind: Kind, word: str) -> bool:
        return not self.model.is_optional(kind) and self.model.resolved(kind).word == word

    def _is_number(self, kind: Kind) -> bool:
        return any(self._is(kind, word) for word in ("integer", "unsigned", "number"))

    def _value(self, kind: Kind, value: Any) -> str:
        """A default as an expression; "" where it is what the type has anyway."""
        inner = self.model.resolved(kind)
        if inner.word == "any" or id(inner) in self.cut:
            return f"kumiki::json::parse({literal(json.dumps(value, ensure_ascii=False))})"
        if value is None:
            return ""
        if inner.is_scalar:
            # The compiler has no literal for the least integer, but its negation.
            if isinstance(value, int) and inner.word == "number":
                value = as_double(value)
            number = "INT64_MIN" if value == _LEAST and inner.word != "number" else str(value).lower()
            return _text(value) if isinstance(value, str) else number
        if inner.is_plain_enum:
            return f"{self._plain_type(inner)}::{apart(snake(_bare(value)), CXX_WORDS)}"
        if value in ([], {}) and inner.word != "enum" and not self.model.is_optional(kind):
            return ""
        if inner.word == "array":
            return f"{self._plain_type(inner)}{{{', '.join(self._element(inner.inner, each) for each in value)}}}"
        if inner.word == "map":
            rows = (f"{{{_text(name)}, {self._element(inner.inner, each)}}}" for name, each in value.items())
            return f"{self._plain_type(inner)}{{{', '.join(rows)}}}"
        if inner.word == "object":
            return f"{self._plain_type(inner)}{{{self._elements(inner, value)}}}"
        return self._case_value(inner, value)

    def _element(self, kind: Kind, value: Any) -> str:
        return self._value(kind, value) or "{}"

    def _elements(self, kind: Kind, value: dict[str, Any]) -> str:
        """The members of an aggregate. None is left out at the end, of which compilers warn."""
        if not any(m.name in value for m in kind.members):
            return ""
        return ", ".join(
            self._element(m.kind, value.get(m.name, m.default)) if m.name in value or m.has_default else "{}"
            for m in kind.members
        )

    def _case_value(self, enum: Kind, value: Any) -> str:
        name, payload = (value, None) if isinstance(value, str) else next(iter(value.items()))
        case = next(each for each in enum.cases if each.name == name)
        made = f"{self.root}::{self._case_name(self.model.type_of(enum), case)}"
        if id(case.payload) in self.fields:
            return f"{made}{{{self._elements(case.payload, payload or {})}}}"
        return f"{made}{{{'' if case.payload.word == 'nothing' else self._value(case.payload, payload)}}}"

    def _enum(self, it: Type) -> None:
        name = self.taken.take(self._name(it), it.where)
        self._note(it)
        if it.kind.is_plain_enum:
            taken = Taken()
            values = [
                taken.take(apart(snake(case.name), CXX_WORDS), f"{it.where}.{case.name}") for case in it.kind.cases
            ]
            self._add(f"enum class {name} {{ {', '.join(values)} }};", "")
            self._enum_traits(f"{self.root}::{name}", it, values)
            return
        space = self.taken.take(f"{snake(it.words)}_case", it.where)
        self._add(f"namespace {space} {{")
        taken = Taken()
        for case in it.kind.cases:
            taken.take(self._case_struct(case), f"{it.where}.{case.name}")
            self._case(it, case)
        self._add(f"}} // namespace {space}", *self._variant(name, it), "")

    def _variant(self, name: str, it: Type) -> list[str]:
        cases = [self._case_name(it, case) for case in it.kind.cases]
        line = f"using {name} = std::variant<{', '.join(cases)}>;"
        if len(line) <= WIDTH:
            return [line]
        own_line = _packed("    std::variant<", cases)
        same_line = _packed(f"using {name} = std::variant<", cases)
        return same_line if len(same_line) <= len(own_line) else [f"using {name} =", *own_line]

    def _case(self, it: Type, case: Case) -> None:
        self._add(f"struct {self._case_struct(case)} {{", f"  static constexpr const char *case_name = {literal(case.name)};")
        if id(case.payload) in self.fields:
            self._members(case.payload, f"{it.where}.{case.name}")
            self._traits(f"{self.root}::{self._case_name(it, case)}", case.payload)
        elif case.payload.word != "nothing":
            self._add(f"  {self._type(case.payload)} value;")
        self._add("};")

    # -------------------------------------------------------------------- traits

    def _traits(self, name: str, kind: Kind) -> None:
        fields = [
            f"kumiki::json_field({literal(m.name)}, &{name}::{self._member_name(kind, m)}"
            + (", true)" if m.has_default or self.model.resolved(m.kind).word == "any" else ")")
            for m in kind.members
        ]
        start = "    return std::make_tuple("
        if any(len(start) + len(each) + 2 > WIDTH for each in fields):
            rows = [f"        {each}," for each in fields]
            made = [start, *rows[:-1], rows[-1][:-1] + ");"]
        else:
            made = broken(f"{start}{', '.join(fields)});")
        head = _specialization(name, f"kumiki::fields_of<{name}>")
        function = ["  static constexpr auto fields() {", *made, "  }"]
        if not fields:
            function = [" ".join(each.strip() if index else each for index, each in enumerate(function))]
        self.traits += [*head, *function, "};", ""]

    def _enum_traits(self, name: str, it: Type, values: list[str]) -> None:
        self.traits += [
            *_specialization(name, f"kumiki::names_of<{name}>"),
            "  static const auto &names() {",
            f"    static constexpr std::pair<{name}, const char *> all[] = {{",
            *(f"        {{{name}::{value}, {literal(case.name)}}}," for value, case in zip(values, it.kind.cases)),
            "    };",
            "    return all;",
            "  }",
            "};",
            "",
        ]

    # -------------------------------------------------------- places and actions

    def _places(self) -> None:
        self._add("/** Places of the state, each with the type of what is there. */", "namespace at {")
        if self.model.is_type(state := self.model.named["State"]):
            self._place_lines(self.model.type_of(state))
        self._add("} // namespace at", "")
        for it in self.model.types:
            if self._is_struct(it) and it.is_named and it.where != "State" and self.model.is_in_state(it.kind):
                name = self.taken.take(f"{snake(it.words)}_at", f"places of {it.where}")
                self._add(f"/** Places of a feature whose state is a {self._name(it)}. */", f"namespace {name} {{")
                self._place_lines(it)
                self._add(f"}} // namespace {name}", "")

    def _place_lines(self, root: Type) -> None:
        taken = Taken()
        for words, pointer, it, is_certain in places(self.model, root.kind):
            name = taken.take(apart(snake(words), CXX_WORDS), f"the place {pointer}")
            of = self._type(it)
            of = of if is_certain or of.startswith("std::optional") or of == "kumiki::json" else f"std::optional<{of}>"
            head = f"inline constexpr kumiki::place_in<{of},"
            kind = f"{self.root}::{self._name(root)}>"
            end = f"{name}({literal(pointer)});"
            if len(line := f"{head} {kind} {end}") <= WIDTH:
                self._add(line)
            elif len(place := f"{head} {kind}") <= WIDTH:
                self._add(place, f"    {end}")
            else:
                self._add(head, " " * (head.index("<") + 1) + kind, f"    {end}")

    def _case_paths(self) -> None:
        self._add("/** Case paths of the actions. */", "namespace cases {")
        taken = Taken()
        for path in case_paths(self.model, self.action):
            name = taken.take(apart(snake(path), CXX_WORDS), "the case " + ".".join(path))
            self._add(f"inline constexpr const char *{name} = {literal('.'.join(path))};")
        self._add("} // namespace cases", "")

    def _actions(self) -> None:
        self._add("/** Makes whole actions, for views and effects. */", "namespace actions {", "")
        action = f"{self.root}::{self._name(self.model.type_of(self.action))}"
        taken = Taken()
        for steps in action_paths(self.model, self.action):
            words = [step.name for step in steps if step.kind == "case"]
            name = taken.take(apart(snake(words), CXX_WORDS), f"the action {'.'.join(words)}")
            parameters, statements = self._action(steps)
            self._function(f"inline {action} {name}({', '.join(parameters)}) {{", statements)
        self._add("} // namespace actions", "")

    def _function(self, head: str, statements: list[str]) -> None:
        if len(statements) == 1 and len(head) + len(statements[0]) + 3 <= WIDTH:
            self._add(f"{head} {statements[0]} }}", "")
        else:
            # What goes on a line further is indented.
            ends = [""] + statements
            lines = [f"      {each}" if end[-1:] in ("=", "{") else f"  {each}" for end, each in zip(ends, statements)]
            self._add(head, *lines, "}", "")

    def _action(self, steps: list[Step]) -> tuple[list[str], list[str]]:
        """The parameters of an action, and statements that make it from its innermost case outwards."""
        last = steps[-1]
        members = self.model.resolved(last.payload).members if id(last.payload) in self.fields else []
        given = [_variable(member.name) for member in members]
        around = rows(steps, given)
        names = [row.name for row in around]
        parameters = [f"{self._type(row.id)} {row.name}" for row in around]
        enums = [self.action]
        for step in steps[:-1]:
            payload = self.model.resolved(step.payload)
            if step.kind == "case":
                enums.append(self.model.resolved(payload.members[1].kind if payload.word == "object" else payload))
        made = ""
        if members:
            parameters += [f"{self._type(member.kind)} {name}" for member, name in zip(members, given)]
            made = ", ".join(f"std::move({name})" for name in given)
        elif last.payload.word != "nothing":
            parameters.append(f"{self._type(last.payload)} value")
            made = "std::move(value)"
        cases = [step for step in steps if step.kind == "case"]
        statements: list[str] = []
        for depth, (enum, step) in reversed(list(enumerate(zip(enums, cases)))):
            it = self.model.type_of(enum)
            if enum.is_plain_enum:
                made = f"{self.root}::{self._name(it)}::{apart(snake(step.name), CXX_WORDS)}"
                continue
            case = next(each for each in enum.cases if each.name == step.name)
            if step.name == "element" and id(case.payload) in self.fields and step is not last:
                made = f"std::move({names.pop()}), {made}"
            made = f"{self.root}::{self._case_name(it, case)}{{{made}}}"
            if depth > 0:
                line = f"auto inner_{depth} = {made};"
                if len(line) <= WIDTH - 2:
                    statements.append(line)
                elif len(made) + len("      ;") <= WIDTH:
                    statements += [f"auto inner_{depth} =", f"{made};"]
                else:
                    statements += [line[: line.index("{") + 1], line[line.index("{") + 1 :]]
                made = f"std::move(inner_{depth})"
        return parameters, [*statements, f"return {made};"]

    def _declaration(self) -> None:
        self._add("/** The hash of the shape. */", f"inline constexpr const char *hash = {literal(self.hash)};", "")
        self._add("/** The shape, in the words of kmk_shape. */", "inline constexpr const char *shape =")
        pieces = [literal(piece) for piece in notation.pieces(notation.shape(self.model), WIDTH - 8, literal)]
        if note := long(notation.shape(self.model), _MOST_BYTES):
            self._add(f"    {note.rstrip()}")
        self._add(*(f"    {piece}" for piece in pieces[:-1]), f"    {pieces[-1]};", "")
        self._add("/** Declares the states and the actions of a reducer. */")
        self._add("inline kumiki::reducer declare(kumiki::reducer base) {", "  static const kmk_case known[] = {")
        for name, payload in notation.cases(self.model):
            start = f"      {{{literal(name)}, "
            if payload is None:
                self._add(f"{start}nullptr}},")
                continue
            first, *rest = map(literal, notation.pieces(payload, WIDTH - len(start) - 6, literal))
            start += long(payload, _MOST_BYTES)
            lines = [start + first, *(" " * len(start) + each for each in rest)]
            self._add(*lines[:-1], lines[-1] + "},")
        self._add(
            "  };",
            "  return kumiki::reducer(kmk_shape(kmk_cases(base.release(), std::size(known), known), shape));",
            "}",
            "",
            "/** A feature made elsewhere; of another shape than these types it makes no store. */",
            "inline kumiki::reducer expect(kumiki::reducer feature) {",
            "  return kumiki::expect_shape(std::move(feature), hash);",
            "}",
            "",
        )


def _variable(name: str) -> str:
    """The name of a parameter of an action: not that of a variable beside it."""
    made = snake(name)
    return f"{made}_" if made.startswith("inner_") else apart(made, CXX_WORDS)


def _text(value: str) -> str:
    """A text as a std::string: with its length where a NUL in it would end it."""
    length = f", {len(value.encode())}" if "\0" in value else ""
    return f"std::string({literal(value)}{length})" if length else literal(value)


def _packed(start: str, names: list[str]) -> list[str]:
    """Names in as few lines as possible, aligned after the bracket that they stand in."""
    lines = [start]
    for index, name in enumerate(names):
        last = index + 1 == len(names)
        text = name + (">;" if last else ", ")
        if not lines[-1].endswith("<") and len(lines[-1]) + len(text.rstrip()) > WIDTH:
            lines.append(" " * len(start))
        lines[-1] += text
    return [line.rstrip() for line in lines]


def _specialization(name: str, base: str) -> list[str]:
    """The head of the traits of a type."""
    head = f"struct kumiki::json_traits<{name}>"
    if len(f"template <> {head} : {base} {{") <= WIDTH:
        return [f"template <> {head} : {base} {{"]
    if len(f"{head} : {base} {{") <= WIDTH:
        return ["template <>", f"{head} : {base} {{"]
    return ["template <>", head, f"    : {base} {{"]


def _bare(value: Any) -> str:
    return value if isinstance(value, str) else str(next(iter(value)))
