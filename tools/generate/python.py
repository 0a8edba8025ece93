"""Writes a module for Python: dataclasses and literal unions, which the package kumiki reads and writes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from . import notation
from .model import Case, Kind, Member, Model, Type
from .names import CASE_WORDS, Taken, apart, camel, code_point, printable, snake
from .paths import Step, action_paths, case_paths, places, rows
from .words import PYTHON_WORDS

_WIDTH = 100
_SCALARS = {"text": "str", "integer": "int", "unsigned": "int", "number": "float", "boolean": "bool"}
# A field or a place of these names would hide what annotations after it need; every class has mro.
_RESERVED = PYTHON_WORDS | set("json self at list dict str int float bool staticmethod mro".split())
# The names of an import that is private: fields may be called `field`, and their defaults come after.
_PRIVATE = {"field": "field as _field"}
_IMPORTED = set("Any Case Literal Place Types Actions Cases at types dataclass annotations".split())


def write(model: Model, prefix: str, source: str, hash: str) -> str:
    return _Module(model, source, hash).text()


class _Module:
    def __init__(self, model: Model, source: str, hash: str) -> None:
        self.model, self.source, self.hash = model, source, hash
        self.lines: list[str] = []
        self.taken = Taken()
        self.action = model.resolved(model.named["Action"])
        self.fields = {id(case.payload) for case in self._cases() if case.payload.is_spread}
        """The payloads whose members are fields of their case."""
        self.names = {id(each.kind): self._name(each) for each in model.types}

    def _cases(self) -> Iterator[Case]:
        return (case for each in self.model.types for case in each.kind.cases)

    def _name(self, it: Type) -> str:
        """What a case carries has the case's name, with Value: the case is a class too."""
        carried = {id(case.payload) for case in self._cases()}
        rows = {id(member.kind) for case in self._cases() for member in case.payload.members}
        is_carried = id(it.kind) in carried or (it.kind.word == "enum" and id(it.kind) in rows)
        return _class(camel(it.words) + ("Value" if is_carried and not it.is_named else ""))

    def text(self) -> str:
        for each in self.model.types:
            if each.kind.word == "object":
                self._object(each)
            else:
                self._enum(each)
        for name, kind in self.model.named.items():
            if kind.word not in ("object", "enum"):
                self._add(f"{self.taken.take(_class(camel(name)), name)} = {self._type(kind)}", "", "")
        self._places()
        self._case_paths()
        self._actions()
        self._types()
        return "\n".join([*self._head("\n".join(self.lines)), *self.lines]) + "\n"

    def _add(self, *lines: str) -> None:
        self.lines.extend(lines)

    def _head(self, body: str) -> list[str]:
        """What stands above the types: imports of the names that they use."""
        code = re.sub(r'"""[^"]*"""', "", body)
        imports = {"dataclasses": ["dataclass", "field"], "typing": ["Any", "Literal"], "kumiki.typed": ["Case", "Place", "Types"]}
        used = {
            module: ", ".join(_PRIVATE.get(name, name) for name in names if re.search(rf"\b_?{name}\b", code))
            for module, names in imports.items()
        }
        own = f"from kumiki.typed import {used.pop('kumiki.typed')}"
        return [
            f'"""The types of {self.source}, written by kumiki generate: change that file, and not this one."""',
            "",
            "from __future__ import annotations",
            "",
            *(f"from {module} import {names}" for module, names in used.items() if names),
            "",
            own,
            "",
            "",
        ]

    # -------------------------------------------------------------------------- types

    def _object(self, it: Type) -> None:
        if id(it.kind) in self.fields:
            return
        name = self.taken.take(self.names[id(it.kind)], it.where)
        self._add("@dataclass(kw_only=True)", f"class {name}:", f'    """{self._note(it)}"""', "")
        self._fields(it.kind, it.where, _RESERVED)
        if it.is_named and self.model.is_in_state(it.kind) and it.where != "State" and it.kind.members:
            self._add("", "    class at:", '        """Places, for a feature whose state this is."""', "")
            self._place_lines("        ", it.kind)
        self._add("", "")

    def _note(self, it: Type) -> str:
        """What the shape says of a type in a comment, else its place there."""
        return _documentation(" ".join(self.model.notes.get(it.where, [])) or f"{it.where}.")

    def _fields(self, kind: Kind, where: str, reserved: set[str]) -> None:
        taken = Taken()
        for member in kind.members:
            name = taken.take(apart(snake(member.name), reserved), f"{where}.{member.name}")
            self._add(*_broken(f"    {name}: {self._type(member.kind)}{self._default(member, name)}"))
            if member.note:
                self._add(f'    """{_documentation(member.note)}"""')
        if not kind.members:
            self.lines.pop()

    def _attribute(self, kind: Kind, name: str) -> str:
        """The name of an object's field. The fields of a case's payload are those of the case."""
        return apart(snake(name), _RESERVED | CASE_WORDS if id(kind) in self.fields else _RESERVED)

    def _default(self, member: Member, name: str) -> str:
        """What stands behind a field: its default, and its name in JSON where that is another."""
        options = []
        if member.has_default:
            value = self._value(member.kind, member.default)
            is_mutable = value[0] in "[{" or value[-1] == ")"
            if value[0] in "[{" and self.model.is_optional(member.kind):
                # Of a list that may be None, a checker does not ask what the elements may be.
                value = f"{self._container(self.model.resolved(member.kind))}({value})"
            options.append(f"default_factory=lambda: {value}" if is_mutable else f"default={value}")
        elif not member.is_required:
            options.append("default=None")
        if name != member.name:
            options.append(f"metadata={{\"json\": {_literal(member.name)}}}")
        if len(options) == 1 and options[0].startswith("default="):
            return f" = {options[0].removeprefix('default=')}"
        return f" = _field({', '.join(options)})" if options else ""

    def _value(self, kind: Kind, value: Any) -> str:
        """A default as an expression."""
        inner = self.model.resolved(kind)
        if value is None or inner.word in ("any", *_SCALARS) or inner.is_plain_enum:
            name = value if isinstance(value, str) or not isinstance(value, dict) else next(iter(value))
            return repr(value) if inner.word == "any" and not isinstance(value, str) else _plain(name)
        if inner.word == "array":
            return f"[{', '.join(self._value(inner.inner, each) for each in value)}]"
        if inner.word == "map":
            rows = (f"{_literal(key)}: {self._value(inner.inner, each)}" for key, each in value.items())
            return f"{{{', '.join(rows)}}}"
        if inner.word == "object":
            return f"{self.names[id(inner)]}({self._arguments(inner, value)})"
        name, payload = (value, None) if isinstance(value, str) else next(iter(value.items()))
        return self._made_case(inner, name, payload)

    def _made_case(self, enum: Kind, name: str, payload: Any) -> str:
        case = next(each for each in enum.cases if each.name == name)
        made = self._case_name(enum, case)
        if id(case.payload) in self.fields:
            return f"{made}({self._arguments(case.payload, payload)})"
        is_bare = case.payload.word == "nothing"
        return f"{made}()" if is_bare else f"{made}({self._value(case.payload, payload)})"

    def _arguments(self, kind: Kind, value: dict[str, Any]) -> str:
        known = {member.name: member.kind for member in kind.members}
        given = ((name, each) for name, each in value.items() if name in known)
        return ", ".join(f"{self._attribute(kind, name)}={self._value(known[name], each)}" for name, each in given)

    def _enum(self, it: Type) -> None:
        name = self.taken.take(self.names[id(it.kind)], it.where)
        if it.kind.is_plain_enum:
            choices = ", ".join(_literal(case.name) for case in it.kind.cases)
            self._add(f"{name} = Literal[{choices}]", f'"""{self._note(it)}"""', "", "")
            return
        for case in it.kind.cases:
            self._case(it, case)
        cases = " | ".join(self._case_name(it.kind, case) for case in it.kind.cases)
        self._add(*_broken(f"{name} = {cases}"), f'"""{self._note(it)}"""', "", "")

    def _case_name(self, enum: Kind, case: Case) -> str:
        return _class(camel([*self.model.type_of(enum).words, case.name]))

    def _case(self, it: Type, case: Case) -> None:
        name, where = self._case_name(it.kind, case), f"{it.where}.{case.name}"
        self.taken.take(name, where)
        self._add("@dataclass(frozen=True)", f"class {name}(Case, name={_literal(case.name)}):")
        self._add(f'    """{_documentation(where)}."""')
        if id(case.payload) in self.fields:
            self._add("")
            self._ordered_fields(case.payload, where)
        elif case.payload.word != "nothing":
            self._add("", f"    value: {self._type(case.payload)}")
        self._add("", "")

    def _ordered_fields(self, kind: Kind, where: str) -> None:
        """Fields in the order that a dataclass wants: those without a default first."""
        members = sorted(kind.members, key=lambda member: not member.is_required)
        self._fields(Kind("object", members=members), where, _RESERVED | CASE_WORDS)

    def _type(self, kind: Kind) -> str:
        """A kind as an annotation."""
        suffix = " | None" if self.model.is_optional(kind) else ""
        if kind.word == "name" and not self.model.is_type(kind):
            inner = self.model.named[kind.name]
            return _class(camel(kind.name)) + ("" if inner.is_optional else suffix)
        inner = self.model.resolved(kind)
        if inner.is_scalar:
            return _SCALARS[inner.word] + suffix
        if inner.word in ("array", "map"):
            return self._container(inner) + suffix
        if id(inner) in self.names:
            return self.names[id(inner)] + suffix
        return "Any"

    def _container(self, kind: Kind) -> str:
        start = "list[" if kind.word == "array" else "dict[str, "
        return f"{start}{self._type(kind.inner)}]"

    # -------------------------------------------------------------- places and actions

    def _places(self) -> None:
        self._add("class at:", '    """Places of the state, each with the type of what is there."""', "")
        self._place_lines("    ", self.model.named["State"])
        self._add("", "")

    def _place_lines(self, indent: str, root: Kind) -> None:
        taken = Taken()
        for words, pointer, kind, is_certain in places(self.model, root):
            if id(kind) in self.fields:
                continue
            name = taken.take(apart(snake(words), _RESERVED), f"the place {pointer}")
            of = self._type(kind)
            of = of if is_certain or of.endswith("None") or of == "Any" else f"{of} | None"
            made = f"Place({_literal(pointer)}, {_literal(of)}, __name__)"
            self._add(*_broken(f"{indent}{name}: Place[{of}] = {made}"))

    def _case_paths(self) -> None:
        self._add("class Cases:", '    """Case paths of the actions."""', "")
        taken = Taken()
        for path in case_paths(self.model, self.action):
            name = taken.take(apart(snake(path), _RESERVED), "the case " + ".".join(path))
            self._add(f"    {name} = {_literal('.'.join(path))}")
        self._add("", "")

    def _actions(self) -> None:
        self._add("class Actions:", '    """Makes whole actions, for views and effects."""', "")
        taken = Taken()
        for steps in action_paths(self.model, self.action):
            words = [step.name for step in steps if step.kind == "case"]
            name = taken.take(apart(snake(words), _RESERVED), f"the action {'.'.join(words)}")
            parameters, made = self._action(steps)
            self._add("    @staticmethod")
            self._add(*_broken(f"    def {name}({', '.join(parameters)}) -> Action:"))
            self._add(*_broken(f"        return {made}"), "")
        self._add("")

    def _action(self, steps: list[Step]) -> tuple[list[str], str]:
        """The parameters of an action, and the expression that makes it."""
        last, made = steps[-1], ""
        inner = self.model.resolved(last.payload)
        members = sorted(inner.members, key=lambda member: not member.is_required)
        around = rows(steps, [self._attribute(inner, member.name) for member in members])
        parameters = [f"{row.name}: {self._type(row.id)}" for row in around]
        enums: list[Kind] = [self.action]
        for step in steps[:-1]:
            if step.kind == "row":
                continue
            payload = self.model.resolved(step.payload)
            inside = {member.name: member.kind for member in payload.members}
            enums.append(self.model.resolved(inside["action"]) if payload.word == "object" else payload)
        if id(last.payload) in self.fields:
            parameters += [
                f"{self._attribute(inner, m.name)}: {self._type(m.kind)}{'' if m.is_required else ' = ' + self._otherwise(m)}"
                for m in members
            ]
            made = ", ".join(self._attribute(inner, member.name) for member in members)
        elif last.payload.word != "nothing":
            parameters.append(f"value: {self._type(last.payload)}")
            made = "value"
        for step in reversed(steps):
            if step.kind == "row":
                made = f"{around.pop().name}, {made}"
            else:
                made = self._in_case(enums.pop(), step, made)
        return parameters, made

    def _otherwise(self, member: Member) -> str:
        """The default of a parameter: of a mutable one None would be wrong, so it is built anew."""
        return self._value(member.kind, member.default) if member.has_default else "None"

    def _in_case(self, enum: Kind, step: Step, inner: str) -> str:
        if enum.is_plain_enum:
            return _literal(step.name)
        case = next(each for each in enum.cases if each.name == step.name)
        return f"{self._case_name(enum, case)}({inner})"

    def _types(self) -> None:
        shape = notation.pieces(notation.shape(self.model), _WIDTH - 8)
        self._add("types: Types[State, Action] = Types(", "    State,", "    Action,", "    shape=(")
        self._add(*(f"        {_literal(piece)}" for piece in shape), "    ),", "    cases={")
        for name, payload in notation.cases(self.model):
            if payload is None:
                self._add(f"        {_literal(name)}: None,")
                continue
            pieces = [_literal(piece) for piece in notation.pieces(payload, _WIDTH - 16)]
            if len(pieces) == 1:
                self._add(f"        {_literal(name)}: {pieces[0]},")
            else:
                self._add(f"        {_literal(name)}: (", *(f"            {each}" for each in pieces), "        ),")
        self._add("    },", f"    hash={_literal(self.hash)},", ")")
        self._add('"""Makes typed reducers and stores."""')


def _class(name: str) -> str:
    """The name of a class: none that Python has for itself, or the module."""
    return apart(name, PYTHON_WORDS | _IMPORTED)


def _documentation(text: str) -> str:
    """What stands between three quotes."""
    text = text.replace("\\", "\\\\").replace('"', '\\"') if re.search(r'\\|"""|"$', text) else text
    return printable(text, code_point)


def _plain(value: Any) -> str:
    return _literal(value) if isinstance(value, str) else repr(value)


def _literal(text: str) -> str:
    return printable(json.dumps(text, ensure_ascii=False), code_point)


def _broken(line: str) -> list[str]:
    """A line that is too long, with what is in its outer bracket on lines of its own."""
    if len(line) <= _WIDTH:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    if " = " in line and " | " in line and "(" not in line:
        head, _, cases = line.partition(" = ")
        first, *rest = cases.split(" | ")
        return [f"{head} = (", f"{indent}    {first}", *(f"{indent}    | {each}" for each in rest), f"{indent})"]
    start, end = line.find("("), line.rfind(")")
    if start < 0:
        return [line]
    return [line[: start + 1], *_inside(line[start + 1 : end], indent + "    "), f"{indent}{line[end:]}"]


def _inside(text: str, indent: str) -> list[str]:
    if len(indent + text) <= _WIDTH:
        return [indent + text]
    parts, depth, last = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append(text[last:place].strip())
            last = place + 1
    parts.append(text[last:].strip())
    return [line for part in parts if part for line in _broken(f"{indent}{part},")]
