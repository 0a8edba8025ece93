"""Commands of a case as statements in C."""

from __future__ import annotations

from typing import Any, Callable

from play.c_program import Program, is_number, item
from play.c_text import Call, Expression, json_of, literal, nanoseconds, statement

# What each command takes, a letter each: s a store, T a task, K a sender, O an observer, I a saved
# id, w a view, t a text, v a value, a an action, e an error, ? a value or nothing, c commands, n a
# time, b a boolean, R a reducer, D a derived value, L a list, z a size, l numbers of lists or nothing, M a moment, m what makes a new value of a shared one.
TAKES = {
    "send": "sa", "post": "a", "send_task": "a", "cancel_task": "T", "finish_task": "T",
    "present": "st?", "dismiss": "st", "presented": "sta", "save_id": "st", "dismiss_id": "stI",
    "write_binding": "sttv", "write_path": "sttv", "get": "st", "valid": "s", "scope": "stt",
    "scope_element": "sttv", "free_view": "w", "observe": "sttc", "unobserve": "O",
    "snapshot": "", "idle": "", "dispatch": "", "advance": "n", "sender_send": "Ka",
    "sender_finish": "K", "sender_fail": "Ke", "sender_dismiss": "K", "sender_cancelled": "K",
    "report_reentrant": "b", "limit_effects": "z", "replace_reducer": "R", "free_store": "",
    "moment": "", "restore": "Mb", "reopen": "M",
    "derive": "svvbl", "derived_get": "D", "observe_derived": "Dc", "derived_free": "D",
    "list_rows": "stv", "list_get": "L", "list_show": "Lzz", "observe_list": "Lc", "list_free": "L",
    "shared_get": "tt", "shared_set": "ttv", "shared_update": "tmc", "shared_observe": "ttc",
}  # fmt: skip
KINDS = ("value", "case", "ids", "presentation", "patches", "changes")
MANY = 1000  # of each kind of thing, as many as the program has room for


class Commands:
    """Writes commands, with functions for what observers do."""

    def __init__(self, program: Program, action: Callable[[Any], Any]) -> None:
        self.program = program
        self.action = action  # an action as the program writes it
        self.reducer: Callable[[Any], Expression] = lambda _: "NULL"  # and a reducer

    def commands(self, given: Any, self_name: str | None = None) -> list[str]:
        """Statements. `self_name` is the variable of the sender that "self" is."""
        lines = []
        for command in given if isinstance(given, list) else []:
            lines += self.command(command, self_name)
        return lines

    def command(self, command: Any, self_name: str | None = None) -> list[str]:
        """The statements of one command: none where it does nothing."""
        name = item(command, 0)
        if not isinstance(name, str) or name not in TAKES:
            return []
        arguments: list[Expression] = []
        for index, letter in enumerate(TAKES[name], 1):
            written = self._argument(letter, command, index, self_name)
            if written is None:
                return []
            arguments.append(written)
        if name == "observe":
            return self._observe(command[2], arguments)
        return getattr(self, f"_{name}", self._call)(name, arguments)

    def _argument(
        self, letter: str, command: list[Any], index: int, self_name: str | None
    ) -> Expression | None:
        given, is_there = item(command, index), index < len(command)
        if letter in "sTKODLIMw":
            return self._numbered(letter, given, self_name)
        if letter == "t":
            return literal(given) if isinstance(given, str) else None
        if letter == "l":
            return json_of(given) if isinstance(given, list) else "NULL"
        if letter == "z":
            return str(given) if isinstance(given, int) and given >= 0 else None
        if letter == "n":
            return nanoseconds(given) if is_number(given) and given >= 0 else None
        if letter == "b":
            return str(given).lower() if isinstance(given, bool) else None
        if letter == "c":
            return self._acting(given)
        if letter == "m":
            return self._making(given)
        if letter == "?":
            return "NULL" if given is None else json_of(given)
        if not is_there:
            return None
        if letter == "e":
            return failing(given)
        if letter == "R":
            return self.reducer(given)
        return json_of(self.action(given) if letter == "a" else given)

    def _numbered(self, letter: str, given: Any, self_name: str | None) -> str | None:
        if letter == "K" and given == "self":
            return f"senders[{self_name}]" if self_name else None
        if not is_number(given) or not (letter == "w") <= given < MANY:
            return None
        names = {"T": "tasks", "K": "senders", "I": "ids", "M": "moments"}
        return str(given) if letter in "ODL" else f"{names.get(letter, 'stores')}[{given}]"

    def _acting(self, given: Any) -> Expression:
        lines = self.commands(given)
        if not lines:
            return "NULL"
        name = self.program.name("act")
        self.program.function(f"static void {name}", [], lines)
        return Call("at_once", [name]) if item(given, 0) == "at_once" else name

    def _making(self, answer: Any) -> str:
        """A function of a shared value, which answers the new one."""
        name, body = self.program.name("make"), ["  return NULL;"]
        if isinstance(answer, dict) and "add" in answer:
            body = [f"  return json_integer(json_integer_value(value) + {answer['add']});"]
        elif isinstance(answer, dict):
            body = [statement(json_of(answer.get("set")), lead="return ")]
        self.program.function(f"static json_t *{name}", ["const json_t *value"], body)
        return name

    # ------------------------------------------------------------- one command each

    def _call(self, name: str, arguments: list[Expression]) -> list[str]:
        """Most commands are a function of the frame with the same name."""
        return [statement(Call(name, arguments))]

    def _answered(self, name: str, call: Expression) -> list[str]:
        return [statement(Call("answered", [literal(name), call]))]

    def _send(self, name: str, arguments: list[Expression]) -> list[str]:
        return self._answered(name, Call("kmk_store_send_new", [*arguments, "NULL"]))

    def _post(self, name: str, arguments: list[Expression]) -> list[str]:
        return self._answered(name, Call("kmk_store_post_new", ["stores[0]", *arguments]))

    def _cancel_task(self, name: str, arguments: list[Expression]) -> list[str]:
        return [statement(Call("kmk_task_cancel", arguments))]

    def _finish_task(self, name: str, arguments: list[Expression]) -> list[str]:
        return self._answered(name, Call("kmk_task_finish", [*arguments, "-1", "NULL"]))

    def _dismiss(self, name: str, arguments: list[Expression]) -> list[str]:
        return self._answered(name, Call("kmk_store_dismiss", [*arguments, "NULL"]))

    def _dismiss_id(self, name: str, arguments: list[Expression]) -> list[str]:
        return self._answered(name, Call("kmk_store_dismiss_id", [*arguments, "NULL"]))

    def _idle(self, name: str, arguments: list[Expression]) -> list[str]:
        return self._answered(name, Call("kmk_loop_run_until_idle", ["loop", "-1", "NULL"]))

    def _dispatch(self, name: str, arguments: list[Expression]) -> list[str]:
        return [statement(Call("kmk_loop_dispatch", ["loop", "0"]))]

    def _advance(self, name: str, arguments: list[Expression]) -> list[str]:
        return self._answered(name, Call("kmk_loop_advance", ["loop", *arguments, "NULL"]))

    def _sender_send(self, name: str, arguments: list[Expression]) -> list[str]:
        return self._answered(name, Call("kmk_sender_send_new", arguments))

    def _sender_dismiss(self, name: str, arguments: list[Expression]) -> list[str]:
        return self._answered(name, Call("kmk_sender_dismiss", arguments))

    def _sender_finish(self, name: str, arguments: list[Expression]) -> list[str]:
        return [statement(Call("kmk_sender_finish", [_taken(arguments[0])]))]

    def _sender_fail(self, name: str, arguments: list[Expression]) -> list[str]:
        sender, failure = arguments
        assert isinstance(failure, Call)
        return [statement(Call(failure.name, [_taken(sender), *failure.arguments]))]

    def _observe(self, kind: str, arguments: list[Expression]) -> list[str]:
        if kind not in KINDS:
            return []
        store, _, pointer, act = arguments
        return [statement(Call(f"observe_{kind}", [store, pointer, act]))]

    def _report_reentrant(self, name: str, arguments: list[Expression]) -> list[str]:
        return [statement(Call("kmk_loop_report_reentrant_sends", ["loop", *arguments]))]

    def _limit_effects(self, name: str, arguments: list[Expression]) -> list[str]:
        return [statement(Call("kmk_loop_set_limit", ["loop", "KMK_LIMIT_EFFECTS", *arguments]))]

    def _replace_reducer(self, name: str, arguments: list[Expression]) -> list[str]:
        call = Call("kmk_store_replace_reducer", ["stores[0]", *arguments, "NULL"])
        return self._answered(name, call)

    def _free_view(self, name: str, arguments: list[Expression]) -> list[str]:
        return [statement(Call("kmk_store_free", [_taken(arguments[0])]))]

    def _free_store(self, name: str, arguments: list[Expression]) -> list[str]:
        return [statement(Call("kmk_store_free", [_taken("stores[0]")]))]


def failing(error: Any) -> Call:
    """The call that ends a sender with an error, without the sender."""
    if isinstance(error, str):
        return Call("kmk_sender_fail", [literal(error)])
    return Call("kmk_sender_fail_new", [json_of(error)])


def _taken(place: Expression) -> Expression:
    """What is at a place, "senders[1]", which is empty from then on."""
    assert isinstance(place, str)
    kind, number = place.rstrip("]").split("[")
    return Call(f"taken_{kind[:-1]}", [number])
