"""Whole actions of a C header, starting at the root: the actions that views and effects send."""

from __future__ import annotations

from .c_enums import Enums
from .c_kinds import joined
from .c_types import Objects
from .code import literal
from .model import Kind, Member
from .paths import Step, action_paths, by_sender, rows

_MOST_PARAMETERS = 3  # for an action whose payload is an object


class Actions(Objects, Enums):
    def actions(self) -> None:
        """A function for each action, starting at the root, for views and effects."""
        public, private = by_sender(action_paths(self.model, self.action))
        self.code.section("Actions")
        self._functions("action", public)
        if private:
            self.code.section("Actions with private cases, for the feature's own effects and for tests")
            self._functions("effect", private)

    def _functions(self, word: str, routes: list[list[Step]]) -> None:
        for steps in routes:
            words = [step.name for step in steps if step.kind == "case"]
            parameters: list[str] = []
            body: list[str] = []
            self._nest(steps, parameters, body)
            what = f"the action {'.'.join(words)}"
            head = f"json_t *{self.prefix}_{word}_{joined(words)}"
            self.function(head, parameters, what, body)
            if self.may_be_none(steps[-1].payload):
                parameters, body = [], []
                self._nest([*steps[:-1], Step("case", words[-1], Kind("nothing"))], parameters, body)
                self.function(f"{head}_none", parameters, f"{what} of nothing", body)

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
        members = {self.kinds.variable(member.name) for member in self._parts(payload)}
        around = rows(steps, members)
        parameters.extend(self.kinds.lent_type(row.id) + row.name for row in around)
        value = self._payload(payload, parameters, lines)
        call = self.in_case(payload, literal(".".join(chunks[-1])), value)
        if not around:
            lines.append(f"return {call};")
            return
        lines.append(f"json_t *action = {call};")
        for chunk, (name, kind) in reversed(list(zip(chunks, around))):
            case = literal(".".join(chunk))
            if self.kinds.is_json(kind):
                lines.append(f"action = kmk_action_element_at_new({case}, {name}, action);")
                continue
            lines.append(f"json_t *json_{name} = {self.kinds.made(kind, name)};")
            lines.append(f"action = kmk_action_element_at_new({case}, json_{name}, action);")
            lines.append(f"json_decref(json_{name});")
        lines.append("return action;")

    def _parts(self, payload: Kind) -> list[Member]:
        """The members to pass instead of a payload that is a small object and cannot be null."""
        inner = self.model.resolved(payload)
        if self.kinds.is_optional(payload):
            return []
        are_given = all(m.is_required or m.kind.word == "any" for m in inner.members)
        return inner.members if are_given and len(inner.members) <= _MOST_PARAMETERS else []

    def _payload(self, payload: Kind, parameters: list[str], lines: list[str]) -> str:
        """Adds the parameters of a payload; returns the value made of them."""
        if payload.word == "nothing":
            return "NULL"
        if members := self._parts(payload):
            parameters += [self.kinds.parameter(member.name, member.kind) for member in members]
            lines += self.put_all(members)
            return f"{self.prefix}_built(made, wrong)"
        parameters.append(self.kinds.parameter("payload", payload))
        return self.kinds.made(payload, "payload")
