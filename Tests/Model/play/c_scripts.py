"""Scripts of a case as functions in C, and actions that name them."""

from __future__ import annotations

from typing import Any

from play.c_commands import Commands
from play.c_effects import Effects
from play.c_program import Program, canonical, elements, is_number, item, member
from play.c_text import Call, Expression, json_of, literal, statement

STATE = ["kmk_state *state", "kmk_env *env"]
# Members of an action that are states, in which "do" has no meaning.
STATES = ("state", "setPath", "value")


class Scripts:
    """Writes scripts, once each."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.named: dict[str, None] = {}  # the functions that actions name, in order
        self.writer = Commands(program, self.action)
        self.effects = Effects(program, self.action, self.writer.commands)

    def action(self, action: Any) -> Any:
        """The action with the names of functions in place of scripts: {"do": "script_1"}."""
        if isinstance(action, list):
            return [self.action(element) for element in action]
        if not isinstance(action, dict):
            return action
        if set(action) == {"do"} and isinstance(action["do"], dict) and action["do"]:
            name = self.script(action["do"])
            self.named.setdefault(name)
            return {"do": name}
        return {
            key: value if key in STATES else self.action(value) for key, value in action.items()
        }

    def script(self, script: Any) -> str:
        """The name of the function that performs it."""
        text = canonical(script)
        if text not in self.program.scripts:
            lines = [line for write in elements(member(script, "writes")) for line in _write(write)]
            lines += self.writer.commands(member(script, "calls"))
            effect = self.effects.effect(member(script, "effect"))
            lines.append(statement(effect, lead="return "))
            name = self.program.name("script")
            self.program.function(f"static kmk_effect *{name}", STATE, lines)
            self.program.scripts[text] = name
        return self.program.scripts[text]

    def performer(self) -> None:
        """Adds the function that performs the script which an action names."""
        body = []
        if self.named:
            body.append('  const char *name = json_string_value(kmk_action_payload(action, "do"));')
            body += [
                f'  if (name != NULL && strcmp(name, "{name}") == 0) return {name}(state, env);'
                for name in self.named
            ]
        parameters = ["kmk_state *state", "const json_t *action", "kmk_env *env"]
        body.append("  return NULL;")
        self.program.function("static kmk_effect *perform", parameters, body)


def _write(write: Any) -> list[str]:
    """A write as a statement: none where it is not whole."""
    name, pointer, value = item(write, 0), item(write, 1), item(write, 2)
    if not isinstance(name, str) or not isinstance(pointer, str):
        return []
    if name == "count":
        of = json_of(write[3]) if len(write) > 3 else "NULL"
        return [statement(Call("counted", ["state", literal(pointer), literal(value), of]))]
    written = _written(name, literal(pointer), value, len(write) > 2)
    return [statement(Call("wrote", [written]))] if written else []


def _written(name: str, pointer: str, value: Any, is_there: bool) -> Expression | None:
    if name == "remove":
        return Call("kmk_state_remove", ["state", pointer])
    if name == "move" and isinstance(value, str):
        return Call("kmk_state_move", ["state", pointer, literal(value)])
    if name in ("pop", "pop_to") and is_number(value):
        function = "kmk_state_pop_to" if name == "pop_to" else "kmk_state_pop_from"
        return Call(function, ["state", pointer, _integer(value % 2**64, "U")])
    if name == "add" and is_number(value):
        return Call("add", ["state", pointer, _integer(value)])
    if name == "env" and isinstance(value, str):
        return Call("kmk_state_set_new", ["state", pointer, _environment(value)])
    if not is_there:
        return None
    if name == "set":
        return Call("kmk_state_set_new", ["state", pointer, json_of(value)])
    if name == "insert":
        return Call("kmk_state_insert_new", ["state", pointer, json_of(value)])
    if name == "push":
        return Call("kmk_state_push_new", ["state", pointer, json_of(value), "NULL"])
    return None


def _integer(value: int, sign: str = "") -> str:
    if abs(value) < 2**31:
        return str(value)
    return "INT64_MIN" if value == -(2**63) else f"{sign}INT64_C({value})"


def _environment(what: str) -> Expression:
    """What the environment says, as new JSON."""
    known = {
        "is_presented": "json_boolean(kmk_env_is_presented(env))",
        "uuid": "uuid(env)",
        "now": "json_integer((json_int_t)kmk_env_now(env))",
        "date": "json_integer(kmk_env_date(env))",
    }
    return known.get(what) or Call("dependency", ["env", literal(what)])
