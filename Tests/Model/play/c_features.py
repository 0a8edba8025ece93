"""Features of a case as expressions in C."""

from __future__ import annotations

from typing import Any

import operators
from play.c_program import Program, elements, is_number, item, member
from play.c_scripts import Scripts
from play.c_text import Call, Expression, array, json_of, literal, pairs, statement

REDUCE = ["kmk_state *state", "const json_t *action", "kmk_env *env", "void *data"]
NOTHING = Call("kmk_combine", ["0", "NULL"])
KINDS = {"struct": "KMK_STATE_STRUCT", "enum": "KMK_STATE_ENUM"}
SLOTS = ("if_let", "if_case_let", "presentation", "presentation_destination")


class Features:
    """Writes reducers, with functions for what they do."""

    def __init__(self, program: Program, scripts: Scripts) -> None:
        self.program = program
        self.scripts = scripts
        self.selves: list[tuple[Any, str]] = []  # the recursions around, the innermost last

    def reducer(self, r: Any) -> Expression:
        """The expression of a reducer; nothing for what is none."""
        op = member(r, "op")
        if op in SLOTS:
            return self._slot(r)
        if op in operators.NAMES:
            return operators.operator(op).in_c(self, r)
        writer = getattr(self, f"_{op}", None) if isinstance(op, str) else None
        return writer(r) if writer else NOTHING

    def base(self, r: Any) -> Expression:
        """The reducer that an operator is around."""
        return self.reducer(r.get("base"))

    def texts(self, r: Any, *keys: str) -> list[Expression]:
        return [literal(r.get(key)) for key in keys]

    def answer(self, stem: str, parameters: list[str], body: list[str]) -> str:
        """Adds a function that answers with an effect, and returns its name."""
        name = self.program.name(stem)
        self.program.function(f"static kmk_effect *{name}", parameters, body)
        return name

    def _base(self, r: Any) -> Expression:
        number = r.get("n") if is_number(r.get("n")) else 0
        answers = [a for a in elements(r.get("answers")) if isinstance(item(a, 0), str)]
        if not answers:
            return Call("kmk_reducer_new", ["base", f'"{number}"', "NULL"])
        body = [
            f"  kmk_effect *effects[{len(answers) + 1}] = {{NULL}};",
            f'  effects[0] = base(state, action, env, "{number}");',
        ]
        for index, answer in enumerate(answers, 1):
            script = self.scripts.script(item(answer, 1))
            test = f"  if (kmk_action_is(action, {literal(answer[0])}))"
            body.append(f"{test} effects[{index}] = {script}(state, env);")
        body.append(f"  return merged({len(answers) + 1}, effects);")
        return Call("kmk_reducer_new", [self.answer(f"base_{number}", REDUCE, body), "NULL", "NULL"])

    def _combine(self, r: Any) -> Expression:
        members = [self.reducer(inner) for inner in elements(r.get("of"))]
        return Call("kmk_combine", [str(len(members)), array("kmk_reducer *", members)])

    def _scope(self, r: Any) -> Expression:
        return Call("kmk_scope", self.texts(r, "at", "case") + [self.reducer(r.get("child"))])

    def _scope_case(self, r: Any) -> Expression:
        places = self.texts(r, "state_case", "case")
        return Call("kmk_scope_case", places + [self.reducer(r.get("child"))])

    def _slot(self, r: Any) -> Expression:
        parent, child = self.reducer(r.get("parent")), self.reducer(r.get("child"))
        place = "state_case" if r["op"] == "if_case_let" else "at"
        options = _options(r.get("options"))
        return Call(f"kmk_{r['op']}", [parent, *self.texts(r, place, "case"), options, child])

    def _for_each(self, r: Any) -> Expression:
        parent, child = self.reducer(r.get("parent")), self.reducer(r.get("child"))
        return Call("kmk_for_each", [parent, *self.texts(r, "at", "case", "id_key"), child])

    def _stack(self, r: Any) -> Expression:
        parent, child = self.reducer(r.get("parent")), self.reducer(r.get("child"))
        return Call(f"kmk_{r['op']}", [parent, *self.texts(r, "at", "case"), child])

    _navigation_destination = _stack

    def _bindings(self, r: Any) -> Expression:
        fields = pairs("kmk_field", r.get("fields"))
        return Call("kmk_binding_fields", self.texts(r, "case") + fields)

    def _swift(self, r: Any) -> Expression:
        return "kmk_combine(0, NULL) /* a feature in Swift */"

    # ------------------------------------------------------------ choice, recursion

    def _reader(self, r: Any) -> Expression:
        choices = elements(r.get("choices"))
        reducers = [self.reducer(item(choice, 1)) for choice in choices]
        name = self.program.name("choose")
        value = _place("state", r.get("at"))
        body = []
        for index, choice in enumerate(choices if value else []):
            if isinstance(choice, list) and choice:
                test = statement(Call("equals", [value, json_of(choice[0])]), lead="if (")[:-1]
                body.append(f"{test}) return kmk_reducer_retain(reducers[{index}]);")
        if body:
            body.insert(0, "  kmk_reducer **reducers = data;")
        body.append("  return NULL;")
        head = f"static kmk_reducer *{name}"
        parameters = ["const json_t *state", "const json_t *action", "void *data"]
        self.program.function(head, parameters, body)
        kept = Call("kept", [str(len(reducers)), array("kmk_reducer *", reducers)])
        return Call("kmk_reader", [name, kept, "free_reducers"])

    def _recurse(self, r: Any) -> Expression:
        name = self.program.name("recursion")
        variable = f"self_of_{name}"
        self.program.functions.append((variable, f"static kmk_reducer *{variable};"))
        self.selves.append((r.get("name"), variable))
        inner = self.reducer(r.get("of"))
        self.selves.pop()
        body = [
            f"  {variable} = self;",
            statement(inner, lead="kmk_reducer *whole = "),
            "  kmk_reducer_free(self);",
            "  return whole;",
        ]
        parameters = ["kmk_reducer *self", "void *data"]
        self.program.function(f"static kmk_reducer *{name}", parameters, body)
        return Call("kmk_recurse", [name, "NULL", "NULL"])

    def _self(self, r: Any) -> Expression:
        for name, variable in reversed(self.selves):
            if isinstance(name, str) and name == r.get("name"):
                return Call("kmk_reducer_retain", [variable])
        return NOTHING


def _options(options: Any) -> Expression:
    if not isinstance(options, dict):
        return "NULL"
    members = [".size = sizeof(kmk_slot_options)"]
    kind = options.get("kind")
    if isinstance(kind, str) and kind != "auto":
        members.append(f".kind = {KINDS.get(kind, 'KMK_STATE_STRUCT')}")
    if isinstance(options.get("id_key"), str):
        members.append(f".id_key = {literal(options['id_key'])}")
    if isinstance(options.get("ephemeral_cases"), list):
        names = ", ".join([literal(name) for name in options["ephemeral_cases"]] + ["NULL"])
        members.append(f".ephemeral_cases = (const char *const[]){{{names}}}")
    if options.get("ephemeral") is True:
        members.append(".ephemeral = true")
    return Call("&(kmk_slot_options)", members, "{}")


def _place(value: str, pointer: Any) -> Expression | None:
    """What is at a pointer in a value; nothing for what is no pointer."""
    if not isinstance(pointer, str) or (pointer and not pointer.startswith("/")):
        return None
    expression: Expression = value
    for key in pointer.split("/")[1:]:
        if "~" in key.replace("~0", "").replace("~1", ""):
            return None
        expression = Call("at", [expression, literal(key.replace("~1", "/").replace("~0", "~"))])
    return expression
