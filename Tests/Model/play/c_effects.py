"""Effects of a case as expressions in C."""

from __future__ import annotations

from typing import Any, Callable, cast

import effects
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
        name = item(e, 0)
        if name in effects.NAMES:
            return self._around(e) or "NULL"
        writer = getattr(self, f"_{name}", None) if isinstance(name, str) else None
        return (writer(e) if writer else None) or "NULL"

    def sent(self, value: Any) -> Expression:
        return json_of(self.action(value))

    def _send(self, e: list[Any]) -> Expression | None:
        return Call("kmk_effect_send_new", [self.sent(e[1])]) if len(e) > 1 else None

    def _after(self, e: list[Any]) -> Expression | None:
        return self._timed("kmk_effect_after_new", e)

    def _every(self, e: list[Any]) -> Expression | None:
        return self._timed("kmk_effect_every_new", e)

    def _timed(self, name: str, e: list[Any]) -> Expression | None:
        if len(e) < 3 or not is_time(e[1]):
            return None
        return Call(name, [nanoseconds(e[1]), self.sent(e[2])])

    def _dismiss(self, e: list[Any]) -> Expression | None:
        return Call("kmk_effect_dismiss", ["env"])

    def _cancel(self, e: list[Any]) -> Expression | None:
        return Call("kmk_effect_cancel", [literal(e[1])]) if isinstance(item(e, 1), str) else None

    def _limit(self, e: list[Any]) -> Expression | None:
        if not isinstance(item(e, 1), str) or not is_number(item(e, 2)):
            return None
        return Call("kmk_effect_limit", [literal(e[1]), str(e[2])])

    def _merge(self, e: list[Any]) -> Expression | None:
        return self._joined("kmk_effect_merge", item(e, 1))

    def _chain(self, e: list[Any]) -> Expression | None:
        return self._joined("kmk_effect_concatenate", item(e, 1))

    def _joined(self, name: str, members: Any) -> Expression | None:
        if not isinstance(members, list):
            return None
        inside = array("kmk_effect *", [self.effect(inner) for inner in members])
        return Call(name, [str(len(members)), inside])

    def _around(self, e: list[Any]) -> Expression | None:
        """An effect around another one: a call with the one inside, and its members."""
        own = effects.effect(e[0])
        if len(e) <= len(own.MEMBERS):
            return None
        if hasattr(own, "in_c"):
            return cast(Expression, own.in_c(self, e))
        given = [argument(kind, value) for kind, value in zip(own.MEMBERS, e[1:])]
        whole = [text for text in given if text is not None]
        if len(whole) < len(given):
            return None
        return Call(f"kmk_effect_{e[0]}", [self.effect(item(e, len(given) + 1)), *whole])

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
            statement(Call("kmk_sender_send_new", ["sender", self.sent(action)]))
            for action in elements(e[1])
        ]
        if item(e, 2) is not None:
            failure = failing(e[2])
            body.append(statement(Call(failure.name, ["sender", *failure.arguments])))
        name = self.program.name("work")
        self.program.function(f"static void {name}", SENDER, body)
        return Call("kmk_effect_blocking", [name, "NULL", "NULL"])


def argument(kind: str, value: Any) -> Expression | None:
    """The member of an effect around another one; none where it is not whole."""
    if kind == "id":
        return literal(value) if isinstance(value, str) else None
    if kind == "time":
        return nanoseconds(value) if is_time(value) else None
    if kind == "count":
        return str(value) if is_number(value) else None
    return "true" if value is True else "false"


def is_time(value: Any) -> bool:
    """Whether an effect or the clock takes it."""
    return is_number(value) and value >= 0
