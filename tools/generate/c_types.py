"""The structs of a C header, and the functions that read and build objects."""

from __future__ import annotations

from .c_kinds import Kinds, own
from .code import Code, literal
from .model import Member, Model, Type
from .names import Taken


class Writer:
    """The base of a header's parts: its text, its names, and the C names of the kinds."""

    def __init__(self, model: Model, prefix: str) -> None:
        self.model, self.prefix = model, prefix
        self.code, self.taken, self.kinds = Code(), Taken(), Kinds(model, prefix)
        self.action = model.resolved(model.named["Action"])

    def function(self, head: str, parameters: list[str], what: str, body: list[str]) -> None:
        self.take(head.replace("*", " ").split()[-1], what)
        self.code.function(head, parameters, body)

    def take(self, name: str, what: str) -> str:
        return self.taken.take(name, what)

    # ------------------------------------------------------------------- structs

    def structs(self, it: Type) -> None:
        """The structs of a type, and the functions that treat JSON, or a place of a state, as this type."""
        stem = self.kinds.stem(it)
        self._struct(it, f"{stem}_json", "const json_t *json")
        if self.kinds.is_struct(it.kind):
            self._struct(it, f"{stem}_made", "json_t *json")
        if self.is_in_hand(it):
            self._struct(it, f"{stem}_ref", "kmk_state *state")

    def _struct(self, it: Type, name: str, member: str) -> None:
        self.code.lines("typedef struct {", f"  {member};", f"}} {self.take(name, it.where)};")
        value = member.replace("*", " ").split()[-1]
        if name.endswith("_json"):
            value = f"{self.prefix}_some(json)"
        self.function(f"{name} {name}_of", [member], it.where, [f"{name} it = {{{value}}};", "return it;"])

    def is_in_hand(self, it: Type) -> bool:
        return it.kind.word == "object" and self.model.is_in_state(it.kind)


class Objects(Writer):
    def object(self, it: Type) -> None:
        self.code.section(it.where)
        if it.is_named and (note := self.model.notes.get(it.where)):
            self.code.comment(*note)
        stem = self.kinds.stem(it)
        required = [member for member in it.kind.members if member.is_required]
        self.function(f"{stem}_made {stem}_new", [self.kinds.parameter(m.name, m.kind) for m in required],
                      it.where, self._new(stem, required))
        for member in it.kind.members:
            self._member(it, member)

    def _new(self, stem: str, members: list[Member]) -> list[str]:
        if not members:
            return [f"return {stem}_made_of(json_object());"]
        return [*self.put_all(members), f"return {stem}_made_of({self.prefix}_built(made, wrong));"]

    def put_all(self, members: list[Member]) -> list[str]:
        """Puts the parameters into the object `made`: all of them, because the function owns them."""
        lines = ["json_t *made = json_object();"]
        for each in members:
            name = self.kinds.variable(each.name)
            is_left_out = f"{name} && " if self.model.resolved(each.kind).word == "any" else ""
            put = f"json_object_set_new(made, {literal(each.name)}, {self.kinds.made(each.kind, name)})"
            lines.append(f"{'wrong |=' if lines[1:] else 'int wrong ='} {is_left_out}{put};")
        return lines

    def _member(self, it: Type, member: Member) -> None:
        stem, name, kinds = self.kinds.stem(it), own(member.name), self.kinds
        what, key = f"{it.where}.{member.name}", literal(member.name)
        at, value = f"json_object_get(value.json, {key})", [f"{stem}_json value"]
        if member.note:
            self.code.comment(f"{member.name}: {member.note}")
        if kinds.is_optional(member.kind):
            self.function(f"bool {stem}_has_{name}", value, what, [f"return {self.prefix}_some({at}) != NULL;"])
        self.function(f"{kinds.read_type(member.kind)}{stem}_{name}", value, what, kinds.read(member.kind, at))
        put = f"json_object_set_new(made.json, {key}, {kinds.made(member.kind, 'value')})"
        self.function(f"int {stem}_put_{name}", [f"{stem}_made made", f"{kinds.made_type(member.kind)}value"],
                      what, [f"return {put};"])
