"""Functions of a C header that write into a reducer's state: nested places by type, rows by id."""

from __future__ import annotations

from .c_kinds import joined, own
from .c_types import Writer
from .code import literal
from .model import Kind, Member, Type
from .paths import Place, places


class States(Writer):
    def state(self, it: Type) -> None:
        if not self.is_in_hand(it):
            return
        stem = self.kinds.stem(it)
        self.code.section(f"{it.where} in a reducer")
        self.function(f"{stem}_json {stem}_get", [f"{stem}_ref in"], it.where,
                      [f"return {stem}_json_of(kmk_state_json(in.state));"])
        for member in it.kind.members:
            head = f"{self.kinds.read_type(member.kind)}{stem}_get_{own(member.name)}"
            self.function(head, [f"{stem}_ref in"], f"{it.where}.{member.name}",
                          [f"return {stem}_{own(member.name)}({stem}_get(in));"])
        for place in places(self.model, it.kind):
            self._place(it, place)
            if (row := self._row(place.kind)) is not None:
                self._rows(it, place, row)

    def _place(self, it: Type, place: Place) -> None:
        stem, kinds, kind = self.kinds.stem(it), self.kinds, place.kind
        name, what = joined(place.words), f"{it.where}{place.pointer}"
        at, new = literal(place.pointer), "_new" if kinds.is_json(kind) else ""
        if kinds.is_json(kind):
            given = "value.json" if kinds.is_struct(kind) else "value"
            if kinds.is_optional(kind):
                given = f"{given} ? {given} : json_null()"
            self.function(f"kmk_status {stem}_set_{name}", [f"{stem}_ref in", f"{kinds.read_type(kind)}value"],
                          what, [f"return kmk_state_set(in.state, {at}, {given});"])
        self.function(f"kmk_status {stem}_set_{name}{new}", [f"{stem}_ref in", f"{kinds.made_type(kind)}value"],
                      what, [f"return kmk_state_set_new(in.state, {at}, {kinds.made(kind, 'value')});"])
        if kinds.is_optional(kind):
            self.function(f"kmk_status {stem}_clear_{name}", [f"{stem}_ref in"], what,
                          [f"return kmk_state_set_new(in.state, {at}, json_null());"])

    def _row(self, kind: Kind) -> Member | None:
        """The kind of the row ids in an array: string or number."""
        inner = self.model.resolved(kind)
        row = self.model.resolved(inner.inner) if inner.word == "array" else inner
        ids = [m for m in row.members if m.name == "id" and m.is_required and not self.kinds.is_json(m.kind)]
        return ids[0] if inner.word == "array" and row.word == "object" and ids else None

    def _rows(self, it: Type, rows: Place, id: Member) -> None:
        stem, kinds, name = self.kinds.stem(it), self.kinds, joined(rows.words)
        inner = self.model.resolved(rows.kind).inner
        row, at = kinds.stem_of(inner), literal(rows.pointer)
        what = f"{it.where}{rows.pointer}"
        given = [f"{stem}_ref in", f"{kinds.lent_type(id.kind)}id"]
        made = kinds.made(id.kind, "id")
        self.function(f"{row}_json {stem}_find_{name}", given, what, [
            f"json_t *row = {made};", f"const json_t *found = kmk_state_row(in.state, {at}, row);",
            "json_decref(row);", f"return {row}_json_of(found);"])
        self.function(f"kmk_status {stem}_append_{name}", [f"{stem}_ref in", f"{row}_made value"], what,
                      [f"return kmk_state_insert_new(in.state, {literal(rows.pointer + '/-')}, value.json);"])
        self.function(f"kmk_status {stem}_remove_{name}", given, what, [
            f"json_t *row = {made};", f"kmk_status status = kmk_state_remove_row(in.state, {at}, row);",
            "json_decref(row);", "return status;"])
        for place in places(self.model, inner):
            if place.pointer == "/id":
                continue
            part, where = joined([*rows.words, *place.words]), f"{what}{place.pointer}"
            into = f"return {self.prefix}_set_row(in.state, {at}, {made}, {literal(place.pointer)}, "
            new = "_new" if kinds.is_json(place.kind) else ""
            self.function(f"kmk_status {stem}_set_{part}{new}", [*given, f"{kinds.made_type(place.kind)}value"],
                          where, [f"{into}{kinds.made(place.kind, 'value')});"])
            if kinds.is_optional(place.kind):
                self.function(f"kmk_status {stem}_clear_{part}", given, where, [f"{into}json_null());"])
