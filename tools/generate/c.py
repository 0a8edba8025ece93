"""Writes a header for C: inline functions over the calls of kumiki.h."""

from __future__ import annotations

from . import notation
from .c_actions import Actions
from .c_states import States
from .code import WIDTH, literal, long
from .model import Model
from .names import prefix as checked, snake
from .paths import case_paths, places, pointer_step

_TAKEN = {"json", "kmk", "kumiki"}  # what names of the headers begin with
_MOST_BYTES = 4095  # of a string, in every C


def write(model: Model, prefix: str, source: str, hash: str) -> str:
    return _Header(model, checked(prefix, _TAKEN), source, hash).text()


class _Header(States, Actions):
    def __init__(self, model: Model, prefix: str, source: str, hash: str) -> None:
        super().__init__(model, prefix)
        self.source, self.hash = source, hash

    def text(self) -> str:
        code, prefix = self.code, self.prefix
        guard = self.take(f"{prefix.upper()}_SHAPE_H", "the header")
        code.comment(
            f"The types of {self.source}, written by kumiki generate: change that file, and not this one.",
            "",
            f"Names begin with {prefix}_. T is a type, m and n are members, c is a case.",
            "",
            "  T_json, T_ref, T_made     a T that is read; in hand, in a reducer; and one that is built",
            "  T_json_of(json), ...      says of JSON, or of a state, that it is a T",
            "  T_m(T_json)               the member m; NULL, or a T_json with NULL, where it is null or missing",
            "  T_has_m(T_json)           whether an optional member is there",
            "  T_get(T_ref), T_get_m     the T in hand, and its member m",
            "  T_set_m(T_ref, value)     writes it, and T_set_m_n a member of m; _new takes over, T_clear_m writes null",
            "  T_find_m(T_ref, id)       the row of m with an id; T_set_m_n, T_remove_m and T_append_m write rows",
            "  T_new(...), T_put_m       builds a T: its required members, then others",
            "  T_which(T_json)           the case of an enum, for a switch",
            "  T_as_c, T_has_c(T_json)   what its case c carries, NULL of another; whether there is such a thing",
            "  T_of_c, T_of_c_none       an enum in the case c, new; without its payload",
            "  action_c(...)             an action, new",
            "",
            "A json_t * and a T_made are taken over where the result is new, and by _new and put; a const json_t *",
            "and a T_json are borrowed. What is read is borrowed from what it is read from. Where a value that must",
            "be there is NULL or cannot be JSON, such as a text that is not UTF-8, what is made of it is NULL.",
        )
        code.lines(f"#ifndef {guard}", f"#define {guard}", "", "#include <kumiki.h>", "")
        self._declaration()
        self._helpers()
        self._places()
        self._case_paths()
        types = self.model.types
        for each in types:
            self.structs(each)
        for each in types:
            if each.kind.word == "enum":
                self.enum(each)
        for each in types:
            self.object(each) if each.kind.word == "object" else self.payloads(each)
        for each in types:
            self.state(each)
        self.actions()
        code.lines("#endif")
        return code.text

    # ------------------------------------------------------------------- the shape

    def _declaration(self) -> None:
        prefix, code = self.prefix, self.code
        upper = prefix.upper()
        code.comment("The hash of the shape, and the shape for kmk_shape.")
        code.line(f'#define {upper}_HASH "{self.hash}"')
        pieces = notation.pieces(notation.shape(self.model), WIDTH - 8, literal)
        code.macro(f"{upper}_SHAPE", [literal(piece) for piece in pieces])
        code.line()
        code.comment("Declares the states and the actions of a reducer, which it consumes.")
        rows = [line for case in notation.cases(self.model) for line in _case_row(*case)]
        shape = long(notation.shape(self.model), _MOST_BYTES) + f"{upper}_SHAPE"
        made = f"kmk_cases(base, sizeof cases / sizeof *cases, cases), {shape}"
        self.function(f"kmk_reducer *{prefix}_declare", ["kmk_reducer *base"], "the declaration", [
            "static const kmk_case cases[] = {", *rows, "};", f"return kmk_shape({made});"])
        code.comment(
            "Makes a feature of another library a mistake of the composition, which kmk_store_new reports,",
            "if it was declared with another shape than this one.",
        )
        self.function(f"kmk_reducer *{prefix}_expect", ["kmk_reducer *feature"], "the expectation",
                       [f"return kmk_expect_shape(feature, {upper}_HASH);"])

    def _helpers(self) -> None:
        prefix, code = self.prefix, self.code
        code.comment("A value that is there: NULL for null.")
        self.function(f"const json_t *{prefix}_some", ["const json_t *value"], "the values",
                      ["return json_is_null(value) ? NULL : value;"])
        code.comment("The payload of an enum in a case, as written; NULL for another case and for null.")
        self.function(f"const json_t *{prefix}_payload", ["const json_t *value", "const char *name"], "the payloads", [
            "const json_t *found = kmk_action_is(value, name) ? json_object_get(value, name) : NULL;",
            f"return {prefix}_some(found);"])
        code.comment("An enum in a case that must have a payload; NULL without one.")
        self.function(f"json_t *{prefix}_with", ["const char *case_path", "json_t *payload"], "the cases",
                      ["return payload ? kmk_action_at_new(case_path, payload) : NULL;"])
        code.comment("An object, or NULL where something could not be put into it.")
        self.function(f"json_t *{prefix}_built", ["json_t *made", "int wrong"], "the objects",
                      ["if (!wrong)", "  return made;", "json_decref(made);", "return NULL;"])
        code.comment("Writes into the row with an id, which it takes over as it does the value.")
        self.function(f"kmk_status {prefix}_set_row",
                      ["kmk_state *state", "const char *rows", "json_t *id", "const char *place", "json_t *value"],
                      "the rows", ["kmk_status status = kmk_state_set_row_new(state, rows, id, place, value);",
                                   "json_decref(id);", "return status;"])

    # ---------------------------------------------------------- pointers and case paths

    def _places(self) -> None:
        self.code.comment("Places of the state.")
        upper = self.prefix.upper()
        for words, pointer, _, _ in places(self.model, self.model.named["State"]):
            name = self.take(f"{upper}_AT_{snake(words).upper()}", f"the place {pointer}")
            self.code.line(f"#define {name} {literal(pointer)}")
        self.code.line()
        for each in self.model.types:
            is_root = each.kind is self.model.resolved(self.model.named["State"])
            if is_root or not each.kind.members or not self.model.is_in_state(each.kind):
                continue
            self.code.comment(f"Places inside {each.where}.")
            for member in each.kind.members:
                pointer = pointer_step(member.name)
                name = f"{upper}_{snake([*each.words, 'at', member.name]).upper()}"
                self.code.line(f"#define {self.take(name, f'{each.where}{pointer}')} {literal(pointer)}")
            self.code.line()

    def _case_paths(self) -> None:
        self.code.comment("Case paths of the actions, for kmk_action_is and kmk_action_payload.")
        for path in case_paths(self.model, self.action):
            name = f"{self.prefix.upper()}_CASE_{snake(path).upper()}"
            self.code.line(f"#define {self.take(name, 'the case ' + '.'.join(path))} {literal('.'.join(path))}")
        self.code.line()


def _case_row(name: str, payload: str | None) -> list[str]:
    """A row of kmk_case, its payload in as many literals as it has lines."""
    start = f"    {{{literal(name)}, "
    if payload is None:
        return [start + "NULL},"]
    pieces = notation.pieces(payload, WIDTH - len(start) - len('""},') - 2, literal)
    first, *rest = map(literal, pieces)
    start = start + long(payload, _MOST_BYTES)
    lines = [start + first, *(" " * len(start) + each for each in rest)]
    return [*lines[:-1], lines[-1] + "},"]
