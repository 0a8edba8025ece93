"""Enums in a C header: their cases, their payloads, and the functions that make them."""

from __future__ import annotations

from .c_kinds import own
from .c_types import Writer
from .code import literal
from .model import Case, Kind, Type
from .names import snake


class Enums(Writer):
    def enum(self, it: Type) -> None:
        """The names of the cases, for a switch."""
        stem, code = self.kinds.stem(it), self.code
        upper = stem.upper()
        code.section(it.where)
        none = self.take(f"{upper}_NO_CASE", f"no case of {it.where}")
        names = [(self.take(f"{upper}_{self._upper(each.name)}", f"{it.where}.{each.name}"), each)
                 for each in it.kind.cases]
        code.line(f"typedef enum {self.take(stem + '_case', it.where)} {{")
        code.line(f"  {none}, /* null, or not a case of the shape */")
        for index, (name, _) in enumerate(names):
            code.line(f"  {name}{',' if index + 1 < len(names) else ''}")
        code.lines(f"}} {stem}_case;", "")

        which = [f"{self.prefix}_name name = {self.prefix}_name_of(value.json);"]
        for name, each in names:
            which += [f"if ({self.prefix}_is(name, {literal(each.name)}))", f"  return {name};"]
        which.append(f"return {none};")
        self.function(f"{stem}_case {stem}_which", [f"{stem}_json value"], it.where, which)
        if it.kind.is_plain_enum:
            self._text(it, stem, names)

    def _upper(self, name: str) -> str:
        made = snake(name).upper()
        return f"{made}_" if made == "NO_CASE" else made

    def _text(self, it: Type, stem: str, names: list[tuple[str, Case]]) -> None:
        body = ["switch (value) {"]
        for name, each in names:
            body += [f"case {name}:", f"  return json_string({literal(each.name)});"]
        body += [f"case {stem.upper()}_NO_CASE:", "  break;", "}", "return json_null();"]
        self.function(f"json_t *{stem}_new", [f"{stem}_case value"], it.where, body)

    def payloads(self, it: Type) -> None:
        if it.kind.is_plain_enum:
            return
        self.code.section(f"payloads of {it.where}")
        for each in it.kind.cases:
            if each.payload.word != "nothing":
                self._read(it, each)
            if self._has_makers(it):
                self._make(it, each)

    def _read(self, it: Type, case: Case) -> None:
        stem, kinds, name = self.kinds.stem(it), self.kinds, own(case.name)
        found = f"{self.prefix}_payload(value.json, {literal(case.name)})"
        value, what = [f"{stem}_json value"], f"{it.where}.{case.name}"
        if kinds.is_optional(case.payload):
            self.function(f"bool {stem}_has_{name}", value, what, [f"return {found} != NULL;"])
        self.function(f"{kinds.read_type(case.payload)}{stem}_as_{name}", value, what,
                      kinds.read(case.payload, found))

    def _make(self, it: Type, case: Case) -> None:
        stem, kinds, payload = self.kinds.stem(it), self.kinds, case.payload
        of = "effect" if case.is_private else "of"
        head, what = f"{stem}_made {stem}_{of}_{own(case.name)}", f"{it.where}.{case.name}"
        bare = [f"return {stem}_made_of(json_string({literal(case.name)}));"]
        if payload.word == "nothing":
            self.function(head, [], what, bare)
            return
        made = self.in_case(payload, literal(case.name), kinds.made(payload, "payload"))
        self.function(head, [kinds.parameter("payload", payload)], what, [f"return {stem}_made_of({made});"])
        if self.may_be_none(payload):
            self.function(f"{head}_none", [], f"{what} of nothing", bare)

    def _has_makers(self, it: Type) -> bool:
        """Whether each case has its own function. Enums inside the action are made as part of whole actions."""
        is_value = self.model.is_in_state(it.kind) or self.model.is_in_requests(it.kind)
        return is_value or (it.is_named and it.kind is not self.action)

    def in_case(self, payload: Kind, case: str, value: str) -> str:
        """The call that makes an enum in a case. NULL means no payload; the call returns NULL if a payload is required."""
        inner = self.model.resolved(payload)
        is_value_or_none = inner.word in ("array", "map", "object", "enum") and self.kinds.is_optional(payload)
        if payload.word == "nothing" or inner.word == "any" or is_value_or_none:
            return f"kmk_action_at_new({case}, {value})"
        return f"{self.prefix}_with({case}, {value})"

    def may_be_none(self, payload: Kind) -> bool:
        """Whether the payload is optional and C has no value for a missing one."""
        is_pointer = self.kinds.made_type(payload).endswith("*")
        return payload.word != "nothing" and not is_pointer and self.kinds.is_optional(payload)
