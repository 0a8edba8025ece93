"""Writes a header for C: inline functions over the calls of kumiki.h."""

from __future__ import annotations

from . import notation
from .code import WIDTH, Code, literal, long
from .model import Case, Kind, Member, Model, Type
from .names import C_WORDS, Taken, apart, prefix as checked, snake
from .paths import Step, action_paths, case_paths, places, pointer_step, rows

_READ = {  # the type of C, the call that reads it, the call that makes it
    "text": ("const char *", "json_string_value", "json_string"),
    "integer": ("json_int_t ", "json_integer_value", "json_integer"),
    "unsigned": ("json_int_t ", "json_integer_value", "json_integer"),
    "number": ("double ", "json_number_value", "json_real"),
    "boolean": ("bool ", "json_is_true", "json_boolean"),
}

_TAKEN = {"json", "kmk", "kumiki"}  # what names of the headers begin with
_MOST_BYTES = 4095  # of a string, in every C
_MOST_PARAMETERS = 3  # of an action whose payload is an object


def write(model: Model, prefix: str, source: str, hash: str) -> str:
    return _Header(model, checked(prefix, _TAKEN), source, hash).text()


class _Header:
    def __init__(self, model: Model, prefix: str, source: str, hash: str) -> None:
        self.model, self.prefix, self.source, self.hash = model, prefix, source, hash
        self.code = Code()
        self.taken = Taken()
        self.action = model.resolved(model.named["Action"])

    def text(self) -> str:
        code, guard = self.code, f"{self.prefix.upper()}_SHAPE_H"
        code.comment(
            f"The types of {self.source}, written by kumiki generate: change that file, and not this one.",
            "",
            f"  {self.prefix}_T_m(json)               the member m of a T; of NULL what nothing is",
            f"  {self.prefix}_T_get_m(state)          the same of the state in hand, where that is a T",
            f"  {self.prefix}_T_set_m(state, value)   writes it there; _new takes a json_t * over",
            f"  {self.prefix}_T_put_m(json, value)    puts it into a T that is being built",
            f"  {self.prefix}_T_new(...)              a T with the members that have no default, new",
            f"  {self.prefix}_T_which(json)           the case of an enum, for a switch",
            f"  {self.prefix}_T_as_c(json)            the payload of its case c; NULL of another case",
            f"  {self.prefix}_T_of_c(payload)         an enum in the case c, new",
            f"  {self.prefix}_action_c(...)           an action, new",
            "",
            "A json_t * parameter is taken over where the result is new, and by _new and put; a const one",
            "is borrowed. What is read is borrowed from what it is read from. Where a value that must be there is",
            "NULL or cannot be JSON, such as a text that is not UTF-8, what is made of it is NULL.",
        )
        code.lines(f"#ifndef {guard}", f"#define {guard}", "", "#include <kumiki.h>", "")
        self._declaration()
        self._helpers()
        self._places()
        self._case_paths()
        for each in self.model.types:
            if each.kind.word == "enum":
                self._enum(each)
        for each in self.model.types:
            self._object(each) if each.kind.word == "object" else self._payloads(each)
        self._actions()
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
        self._function(f"kmk_reducer *{prefix}_declare", ["kmk_reducer *base"], "the declaration", [
            "static const kmk_case cases[] = {", *rows, "};", f"return kmk_shape({made});"])
        code.comment(
            "Makes a feature of another library a mistake of the composition, which kmk_store_new reports,",
            "if it was declared with another shape than this one.",
        )
        self._function(f"kmk_reducer *{prefix}_expect", ["kmk_reducer *feature"], "the expectation",
                       [f"return kmk_expect_shape(feature, {upper}_HASH);"])

    def _helpers(self) -> None:
        self.code.comment("An enum in a case that must have a payload; NULL without one.")
        self._function(f"json_t *{self.prefix}_with", ["const char *case_path", "json_t *payload"], "the cases",
                       ["return payload ? kmk_action_at_new(case_path, payload) : NULL;"])
        self.code.comment("An object, or NULL where something could not be put into it.")
        self._function(f"json_t *{self.prefix}_built", ["json_t *made", "int wrong"], "the objects",
                       ["if (!wrong)", "  return made;", "json_decref(made);", "return NULL;"])

    # ---------------------------------------------------------- pointers and case paths

    def _places(self) -> None:
        self.code.comment("Places of the state.")
        upper = self.prefix.upper()
        for words, pointer, _, _ in places(self.model, self.model.named["State"]):
            name = self._take(f"{upper}_AT_{snake(words).upper()}", f"the place {pointer}")
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
                self.code.line(f"#define {self._take(name, f'{each.where}{pointer}')} {literal(pointer)}")
            self.code.line()

    def _case_paths(self) -> None:
        self.code.comment("Case paths of the actions, for kmk_action_is and kmk_action_payload.")
        for path in case_paths(self.model, self.action):
            name = f"{self.prefix.upper()}_CASE_{snake(path).upper()}"
            self.code.line(f"#define {self._take(name, 'the case ' + '.'.join(path))} {literal('.'.join(path))}")
        self.code.line()

    # --------------------------------------------------------------------- objects

    def _object(self, it: Type) -> None:
        stem = f"{self.prefix}_{snake(it.words)}"
        self.code.section(it.where)
        if it.is_named and (note := self.model.notes.get(it.where)):
            self.code.comment(*note)
        self._constructor(it, stem)
        for member in it.kind.members:
            self._member(member, stem, it)

    def _constructor(self, it: Type, stem: str) -> None:
        required = [member for member in it.kind.members if member.is_required]
        self._function(f"json_t *{stem}_new", [self._parameter(m.name, m.kind) for m in required],
                       it.where, self._build(required))

    def _build(self, members: list[Member]) -> list[str]:
        if not members:
            return ["return json_object();"]
        return [*self._put(members), f"return {self.prefix}_built(made, wrong);"]

    def _put(self, members: list[Member]) -> list[str]:
        """Puts parameters of the members' names into an object `made`: all of them, since they are taken over."""
        lines = ["json_t *made = json_object();"]
        for each in members:
            name = _variable(each.name)
            is_left_out = f"{name} && " if self.model.resolved(each.kind).word == "any" else ""
            put = f"json_object_set_new(made, {literal(each.name)}, {self._made(each.kind, name)})"
            lines.append(f"{'wrong |=' if lines[1:] else 'int wrong ='} {is_left_out}{put};")
        return lines

    def _member(self, member: Member, stem: str, it: Type) -> None:
        name, kind, what = snake(member.name), member.kind, f"{it.where}.{member.name}"
        key, step = literal(member.name), literal(pointer_step(member.name))
        at, c_type = f"json_object_get(value, {key})", self._c_type(kind)
        is_in_hand = self.model.is_in_state(it.kind)
        if member.note:
            self.code.comment(f"{member.name}: {member.note}")

        def function(head: str, parameters: list[str], *lines: str) -> None:
            self._function(head, parameters, what, list(lines))

        function(f"{c_type}{stem}_{name}", ["const json_t *value"], *self._read(kind, at))
        is_value = c_type != "const json_t *"
        if is_value and self._is_optional(kind):
            function(f"bool {stem}_has_{name}", ["const json_t *value"],
                     f"const json_t *found = {at};", "return found && !json_is_null(found);")
        put, made = (f"{c_type}value", self._made(kind, "value")) if is_value else ("json_t *value", "value")
        function(f"int {stem}_put_{name}", ["json_t *json", put],
                 f"return json_object_set_new(json, {key}, {made});")
        if not is_in_hand:
            return
        function(f"{c_type}{stem}_get_{name}", ["const kmk_state *state"],
                 f"return {stem}_{name}(kmk_state_json(state));")
        if not is_value:
            function(f"kmk_status {stem}_set_{name}", ["kmk_state *state", "const json_t *value"],
                     f"return kmk_state_set(state, {step}, value);")
        suffix = "" if is_value else "_new"
        function(f"kmk_status {stem}_set_{name}{suffix}", ["kmk_state *state", put],
                 f"return kmk_state_set_new(state, {step}, {made});")
        if self._is_optional(kind):
            function(f"kmk_status {stem}_clear_{name}", ["kmk_state *state"],
                     f"return kmk_state_set_new(state, {step}, json_null());")

    def _read(self, kind: Kind, value: str) -> list[str]:
        """Reads a value. A text that must be there is "" of what has none."""
        inner = self.model.resolved(kind)
        if inner.is_plain_enum:
            return [f"return {self._enum_stem(kind)}_which({value});"]
        if inner.word == "text" and not self._is_optional(kind):
            return [f"const char *text = json_string_value({value});", 'return text ? text : "";']
        return [f"return {_READ[inner.word][1]}({value});" if inner.is_scalar else f"return {value};"]

    # ----------------------------------------------------------------------- enums

    def _enum_stem(self, kind: Kind) -> str:
        return f"{self.prefix}_{snake(self.model.type_of(kind).words)}"

    def _enum(self, it: Type) -> None:
        stem = f"{self.prefix}_{snake(it.words)}"
        code, upper = self.code, stem.upper()
        code.section(it.where)
        names = [(self._take(f"{upper}_{snake(each.name).upper()}", f"{it.where}.{each.name}"), each)
                 for each in it.kind.cases]
        none = self._take(f"{upper}_NO_CASE", f"no case of {it.where}")
        code.line(f"typedef enum {self._take(stem + '_case', it.where)} {{")
        code.line(f"  {none}, /* null, or no case of the shape */")
        for index, (name, _) in enumerate(names):
            code.line(f"  {name}{',' if index + 1 < len(names) else ''}")
        code.lines(f"}} {stem}_case;", "")

        which: list[str] = []
        for name, each in names:
            which += [f"if (kmk_action_is(value, {literal(each.name)}))", f"  return {name};"]
        which.append(f"return {none};")
        self._function(f"{stem}_case {stem}_which", ["const json_t *value"], it.where, which)
        if it.kind.is_plain_enum:
            self._enum_text(it, stem, names)

    def _payloads(self, it: Type) -> None:
        if it.kind.is_plain_enum:
            return
        stem = f"{self.prefix}_{snake(it.words)}"
        self.code.section(f"payloads of {it.where}")
        for each in it.kind.cases:
            self._case(it, stem, each.name, each.payload)

    def _enum_text(self, it: Type, stem: str, names: list[tuple[str, Case]]) -> None:
        body = ["switch (value) {"]
        for name, each in names:
            body += [f"case {name}:", f"  return json_string({literal(each.name)});"]
        body += [f"case {stem.upper()}_NO_CASE:", "  break;", "}", "return json_null();"]
        self._function(f"json_t *{stem}_new", [f"{stem}_case value"], it.where, body)

    def _case(self, it: Type, stem: str, name: str, payload: Kind) -> None:
        if payload.word == "nothing":
            if not it.kind.is_plain_enum and self._has_makers(it):
                self._function(f"json_t *{stem}_of_{snake(name)}", [], f"{it.where}.{name}",
                               [f"return json_string({literal(name)});"])
            return
        what, case = f"{it.where}.{name}", literal(name)
        if self._may_be_none(payload):
            self._function(f"bool {stem}_has_{snake(name)}", ["const json_t *value"], what, [
                f"const json_t *found = kmk_action_payload(value, {case});",
                "return found && !json_is_null(found);"])
        self._function(f"{self._c_type(payload)}{stem}_as_{snake(name)}", ["const json_t *value"], what,
                       self._read(payload, f"kmk_action_payload(value, {case})"))
        if not self._has_makers(it):
            return
        self._function(f"json_t *{stem}_of_{snake(name)}", [self._parameter("payload", payload)], what,
                       [f"return {self._in_case(payload, case, self._made(payload, 'payload'))};"])

    def _has_makers(self, it: Type) -> bool:
        """Whether its cases are made one by one. Those inside the action are a part of whole actions."""
        return self.model.is_in_state(it.kind) or (it.is_named and it.kind is not self.action)

    # --------------------------------------------------------------------- actions

    def _actions(self) -> None:
        """A function for each action, from the root: what views and effects send."""
        self.code.section("Actions")
        for steps in action_paths(self.model, self.action):
            words = [step.name for step in steps if step.kind == "case"]
            parameters: list[str] = []
            body: list[str] = []
            self._nest(steps, parameters, body)
            what = f"the action {'.'.join(words)}"
            head = f"json_t *{self.prefix}_action_{snake(words)}"
            self._function(head, parameters, what, body)
            if self._may_be_none(steps[-1].payload):
                parameters, body = [], []
                self._nest([*steps[:-1], Step("case", words[-1], Kind("nothing"))], parameters, body)
                self._function(f"{head}_none", parameters, f"{what} of nothing", body)

    def _nest(self, steps: list[Step], parameters: list[str], lines: list[str]) -> None:
        """The statements that build an action from its innermost case outwards."""
        chunks: list[list[str]] = [[]]
        payload = Kind("nothing")
        for step in steps:
            if step.kind == "row":
                chunks[-1].pop()  # the case "element", which kmk_action_element_at_new writes
                chunks.append([])
            else:
                chunks[-1].append(step.name)
                payload = step.payload
        members = {_variable(member.name) for member in self._parts(payload)}
        around = rows(steps, members)
        parameters.extend(self._parameter(row.name, row.id, is_lent=True) for row in around)
        value = self._payload(payload, parameters, lines)
        call = self._in_case(payload, literal(".".join(chunks[-1])), value)
        if not around:
            lines.append(f"return {call};")
            return
        lines.append(f"json_t *action = {call};")
        for chunk, (name, kind) in reversed(list(zip(chunks, around))):
            case = literal(".".join(chunk))
            if self._c_type(kind) == "const json_t *":
                lines.append(f"action = kmk_action_element_at_new({case}, {name}, action);")
                continue
            lines.append(f"json_t *json_{name} = {self._made(kind, name)};")
            lines.append(f"action = kmk_action_element_at_new({case}, json_{name}, action);")
            lines.append(f"json_decref(json_{name});")
        lines.append("return action;")

    def _parts(self, payload: Kind) -> list[Member]:
        """The members by which a payload is given: those of a small object that is no null."""
        inner = self.model.resolved(payload)
        if self._is_optional(payload):
            return []
        are_given = all(m.is_required or m.kind.word == "any" for m in inner.members)
        return inner.members if are_given and len(inner.members) <= _MOST_PARAMETERS else []

    def _payload(self, payload: Kind, parameters: list[str], lines: list[str]) -> str:
        """Adds the parameters of a payload; returns the value made of them."""
        if payload.word == "nothing":
            return "NULL"
        if members := self._parts(payload):
            parameters += [self._parameter(member.name, member.kind) for member in members]
            lines += self._put(members)
            return f"{self.prefix}_built(made, wrong)"
        parameters.append(self._parameter("payload", payload))
        return self._made(payload, "payload")

    def _in_case(self, payload: Kind, case: str, value: str) -> str:
        """The call that makes an enum in a case. NULL is no payload, and nothing where there must be one."""
        inner = self.model.resolved(payload)
        is_value_or_none = inner.word in ("array", "map", "object", "enum") and self._is_optional(payload)
        if payload.word == "nothing" or inner.word == "any" or is_value_or_none:
            return f"kmk_action_at_new({case}, {value})"
        return f"{self.prefix}_with({case}, {value})"

    def _may_be_none(self, payload: Kind) -> bool:
        """Whether the payload may be nothing, and C has no value for that."""
        is_value = self._c_type(payload) not in ("const char *", "const json_t *")
        return payload.word != "nothing" and is_value and self._is_optional(payload)

    # ----------------------------------------------------------------------- parts

    def _is_optional(self, kind: Kind) -> bool:
        return self.model.is_optional(kind)

    def _c_type(self, kind: Kind) -> str:
        """The type that a value is read as, ready for a name to follow."""
        inner = self.model.resolved(kind)
        if inner.is_plain_enum:
            return f"{self._enum_stem(kind)}_case "
        return _READ[inner.word][0] if inner.is_scalar else "const json_t *"

    def _parameter(self, name: str, kind: Kind, is_lent: bool = False) -> str:
        c_type = self._c_type(kind)
        if c_type == "const json_t *" and not is_lent:
            c_type = "json_t *"
        return c_type + _variable(name)

    def _made(self, kind: Kind, value: str) -> str:
        """The call that makes JSON of a value of C."""
        inner = self.model.resolved(kind)
        if inner.is_plain_enum:
            return f"{self._enum_stem(kind)}_new({value})"
        if not inner.is_scalar:
            return value
        call = f"{_READ[inner.word][2]}({value})"
        is_text = inner.word == "text" and self._is_optional(kind)
        return f"{value} ? {call} : json_null()" if is_text else call

    def _function(self, head: str, parameters: list[str], what: str, body: list[str]) -> None:
        self._take(head.replace("*", " ").split()[-1], what)
        self.code.function(head, parameters, body)

    def _take(self, name: str, what: str) -> str:
        return self.taken.take(name, what)


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


def _variable(name: str) -> str:
    """The name of a parameter: not that of a function of jansson, nor of a variable beside it."""
    made = snake(name)
    return f"{made}_" if made.startswith("json_") else apart(made, C_WORDS | {"made", "wrong", "action"})
