"""Effects of a case as expressions in C."""

from __future__ import annotations

from typing import Any, Callable

from play.c_commands import failing
from play.c_program import Program, elements, is_number, item
from play.c_text import Call, Expression, array, json_of, literal, nanoseconds, statement

SENDER = ["kmk_sender *sender", "void *data"]


class Effects:
    """Writes effects, with functions for what they start."""

    def __init__(
        self,
        program: Program,
        action: Callable[[Any], Any],
        commands: Callable[[Any, str | None], list[str]],
    ) -> None:
        self.program = program
        self.action = action  # an action as the program writes it
        self.commands = commands  # commands as statements

    def effect(self, e: Any) -> Expression:
        """The expression; "NULL" for none, and for what is not whole."""
        writer = getattr(self, f"_{item(e, 0)}", None) if isinstance(item(e, 0), str) else None
        return (writer(e) if writer else None) or "NULL"

    def _sent(self, value: Any) -> Expression:
        return json_of(self.action(value))

    def _send(self, e: list[Any]) -> Expression | None:
        return Call("kmk_effect_send_new", [self._sent(e[1])]) if len(e) > 1 else None

    def _after(self, e: list[Any]) -> Expression | None:
        return self._timed("kmk_effect_after_new", e)

    def _every(self, e: list[Any]) -> Expression | None:
        return self._timed("kmk_effect_every_new", e)

    def _timed(self, name: str, e: list[Any]) -> Expression | None:
        if len(e) < 3 or not is_time(e[1]):
            return None
        return Call(name, [nanoseconds(e[1]), self._sent(e[2])])

    def _dismiss(self, e: list[Any]) -> Expression | None:
        return Call("kmk_effect_dismiss", ["env"])

    def _cancel(self, e: list[Any]) -> Expression | None:
        return Call("kmk_effect_cancel", [literal(e[1])]) if isinstance(item(e, 1), str) else None

    def _merge(self, e: list[Any]) -> Expression | None:
        return self._joined("kmk_effect_merge", item(e, 1))

    def _chain(self, e: list[Any]) -> Expression | None:
        return self._joined("kmk_effect_concatenate", item(e, 1))

    def _joined(self, name: str, members: Any) -> Expression | None:
        if not isinstance(members, list):
            return None
        inside = array("kmk_effect *", [self.effect(inner) for inner in members])
        return Call(name, [str(len(members)), inside])

    def _delay(self, e: list[Any]) -> Expression | None:
        if not is_time(item(e, 1)):
            return None
        return Call("kmk_effect_delay", [self.effect(item(e, 2)), nanoseconds(e[1])])

    def _cancellable(self, e: list[Any]) -> Expression | None:
        if not isinstance(item(e, 1), str):
            return None
        in_flight = "true" if item(e, 2) is True else "false"
        inner = self.effect(item(e, 3))
        return Call("kmk_effect_cancellable", [inner, literal(e[1]), in_flight])

    def _debounce(self, e: list[Any]) -> Expression | None:
        if not isinstance(item(e, 1), str) or not is_time(item(e, 2)):
            return None
        inner = self.effect(item(e, 3))
        return Call("kmk_effect_debounce", [inner, literal(e[1]), nanoseconds(e[2])])

    def _throttle(self, e: list[Any]) -> Expression | None:
        if not isinstance(item(e, 1), str) or not is_time(item(e, 2)):
            return None
        latest = "true" if item(e, 3) is True else "false"
        inner = self.effect(item(e, 4))
        return Call("kmk_effect_throttle", [inner, literal(e[1]), nanoseconds(e[2]), latest])

    def _serial(self, e: list[Any]) -> Expression | None:
        if not isinstance(item(e, 1), str):
            return None
        latest = "true" if item(e, 2) is True else "false"
        return Call("kmk_effect_serial", [self.effect(item(e, 3)), literal(e[1]), latest])

    def _catch(self, e: list[Any]) -> Expression | None:
        if len(e) < 2:
            return None
        answer = ["NULL", "NULL"] if e[1] is None else [self._sent(e[1]), "release"]
        return Call("kmk_effect_catch", [self.effect(item(e, 2)), "caught", *answer])

    def _start(self, e: list[Any]) -> Expression | None:
        if not isinstance(item(e, 1), str):
            return None
        commands = self.commands(item(e, 2), "self")
        call = f"started(sender, {literal(e[1])}, data)"
        uses_self = any("self" in line for line in commands)
        name = self.program.name("start")
        begin = f"  size_t self = {call};" if uses_self else f"  {call};"
        self.program.function(f"static void {name}", SENDER, [begin] + commands)
        cancel = "cancelled_and_finishes" if item(e, 3) is True else "cancelled"
        return Call("kmk_effect_start", [name, cancel, "new_number()", "free"])

    def _fail(self, e: list[Any]) -> Expression | None:
        if len(e) < 2:
            return None
        return Call("kmk_effect_start", ["fail", "NULL", json_of(e[1]), "release"])

    def _blocking(self, e: list[Any]) -> Expression | None:
        if not isinstance(item(e, 1), list):
            return None
        body = [
            statement(Call("kmk_sender_send_new", ["sender", self._sent(action)]))
            for action in elements(e[1])
        ]
        if item(e, 2) is not None:
            failure = failing(e[2])
            body.append(statement(Call(failure.name, ["sender", *failure.arguments])))
        name = self.program.name("work")
        self.program.function(f"static void {name}", SENDER, body)
        return Call("kmk_effect_blocking", [name, "NULL", "NULL"])


def is_time(value: Any) -> bool:
    """Whether an effect or the clock takes it."""
    return is_number(value) and value >= 0
