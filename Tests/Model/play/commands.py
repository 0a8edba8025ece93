"""Random commands: for steps, and for scripts, senders and observers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from play.asking import AskingMaker
from play.deriving import DerivingMaker
from play.dice import Dice
from play.levels import Level
from play.listing import ListingMaker
from play.looking import LookingMaker
from play.presenting import PresentingMaker
from play.profiles import without
from play.routes import Route, at, walk
from play.shapes import ANYTHING, Path
from play.sharing import SharingMaker

if TYPE_CHECKING:
    from play.effects import Mode
    from play.scripts import ScriptMaker

EARLY = ("observe", "scope", "scope_element", "derive", "observe_derived", "list_rows", "observe_list", "serve")
TURNS = ("advance", "suspend", "set_date", "dispatch", "idle")
# Commands that cannot trigger themselves again.
STILL = {
    "get": 3, "valid": 1, "save_id": 2, "snapshot": 2, "sender_cancelled": 1, "send": 2,
    "shared_get": 1, "derived_get": 1, "list_get": 1,
}
QUIET = {
    **STILL, "post": 2, "send_task": 2, "observe": 3, "unobserve": 2, "free_view": 1, "scope": 1,
    "scope_element": 1, "cancel_task": 1, "finish_task": 1, "report_reentrant": 0.5,
    "shared_set": 1.5, "shared_update": 1.5, "shared_observe": 1,
    "derive": 1, "observe_derived": 1, "derived_free": 0.5,
    "list_rows": 1, "list_show": 1, "observe_list": 1, "list_free": 0.5,
    "serve": 0.5, "unserve": 0.5, "request_answer": 1.5, "request_fail": 0.5, "request_part": 1, "find_request": 0.5,
}
ERRORS = ("broken", {"code": 7}, None, 1)


class CommandMaker(LookingMaker, PresentingMaker, SharingMaker, DerivingMaker, ListingMaker, AskingMaker):
    """Draws commands that mostly name existing things. The generator provides those through `look`."""

    def __init__(self, scripts: ScriptMaker, dice: Dice) -> None:
        self.scripts, self.dice = scripts, dice
        self.top = Route("", "", None, None)  # type: ignore[arg-type]
        self.slots: Sequence[str] = ()
        self.views: dict[int, Route] = {}
        self.next_level: Level | None = None  # of the feature that was last made to replace the other
        self.saved_at: list[str] = []  # the slots whose ids were requested
        self.saved_last: list[Any] = []  # the store of the last one, the slot's case, and the number
        self.counts = {"view": 0, "observer": 0, "task": 0, "sender": 0, "saved": 0, "moment": 0,
                       "derived": 0, "list": 0, "request": 0, "server": 0}
        self.asked: list[str] = []

    def look(self, top: Route, slots: Sequence[str] = ()) -> None:
        """Records the current state and its slots."""
        self.top, self.slots = top, slots
        for view in self.views.values():
            view.state = at(top.state, view.pointer)

    def begin_process(self) -> None:
        """In another process only the saved ids exist."""
        self.views.clear()
        self.counts = {name: 0 for name in self.counts} | {"saved": self.counts["saved"]}

    # -------------------------------------------------------------- which

    def for_step(self, mode: Mode, number: int) -> list[Any]:
        """The command of a step. Commands that observe the store mostly come early, to see more."""
        saved, self.saved_last = self.saved_last, []
        if saved and "dismiss_id" in self.scripts.profile.commands and self.dice.chance(0.6):
            return ["dismiss_id", *saved]
        if self.top.state is None and self.counts["task"] and self.dice.chance(0.25):
            kinds = {n: w for n, w in self.scripts.profile.commands.items() if n == "finish_task"}
            if kinds:
                return self.finish_task()
        if number < 4 and self.dice.chance(0.4):
            early = {n: w for n, w in self.scripts.profile.commands.items() if n in EARLY}
            if early:
                return self.made(self.dice.weighted(early), mode, 2)
        return self.made(self.dice.weighted(self.scripts.profile.commands), mode, 2)

    def some(
        self, level: Level, mode: Mode, depth: int, most: int, but: tuple[str, ...] = ()
    ) -> list[list[Any]]:
        """A few commands for a script, or for a callback."""
        known = without(level.profile.commands, *but)
        if not mode.writes:
            known = {name: STILL[name] for name in STILL if name in known}
            known = known or {"snapshot": 1}
        elif not mode.anywhere:
            known = {name: QUIET[name] for name in QUIET if name in known}
        elif not mode.turns:
            known = without(known, *TURNS)
        count = self.dice.between(1, most)
        found = [self.made(self.dice.weighted(known), mode, depth) for _ in range(count)]
        if found[-1][0] == "sender_dismiss" and self.dice.chance(0.5):
            # Its later sends come from a sender that has finished.
            found.append(["sender_send", found[-1][1], self.sender_send(mode, depth)[2]])
        return found

    def for_observer(self, level: Level, mode: Mode, depth: int) -> list[Any]:
        """The commands that an observer runs once."""
        if depth <= 0 or not self.dice.chance(0.3):
            return []
        made: list[Any] = self.some(level, mode, depth - 1, 2)
        share = self.scripts.profile.first_calls
        return ["at_once", *made] if share and self.dice.chance(share) else made

    def of_sender(self, level: Level, state: Any, mode: Mode, depth: int) -> list[list[Any]]:
        """The commands of an effect that starts: most use its own sender."""
        dice, made = self.dice, []
        for _ in range(dice.below(3)):
            action = self.scripts.later(level, state, mode, depth)
            made.append(["sender_send", "self", action])
        if dice.chance(0.08):
            made.append(["sender_dismiss", "self"])
        if dice.chance(0.1):
            made += self.some(level, mode, depth - 1, 1)
        if dice.chance(0.35):
            made.append(["sender_finish", "self"])
        elif dice.chance(0.15):
            made.append(["sender_fail", "self", dice.pick(ERRORS)])
        return made

    def made(self, kind: str, mode: Mode, depth: int) -> list[Any]:
        return getattr(self, kind)(mode, depth)

    def replace_reducer(self, mode: Mode, depth: int) -> list[Any]:
        """In a step often another feature over the same state; otherwise the present feature, slightly changed."""
        if depth == 2 and self.dice.chance(0.5):
            feature, self.next_level = self.scripts.another()
        else:
            feature, self.next_level = self.varied(self.scripts.feature), None
        if self.is_odd() and "'shape'" not in str(feature):
            # In most states a number.
            feature = {"op": "for_each", "parent": feature, "at": "/n", "case": "odd", "id_key": "id",
                       "child": {"op": "base", "n": 99, "answers": []}}
        return ["replace_reducer", feature]

    def moment(self, *_: Any) -> list[Any]:
        self.counts["moment"] += 1
        return ["moment"]

    def restore(self, mode: Mode, depth: int) -> list[Any]:
        if not self.counts["moment"]:
            return self.moment() if depth == 2 else self.send(mode, depth)
        return ["restore", self.number("moment"), self.dice.chance(0.5)]

    def reopen(self, mode: Mode, depth: int) -> list[Any]:
        if not self.counts["moment"] or depth != 2:
            return self.send(mode, depth)
        self.views.clear()
        return ["reopen", self.number("moment")]

    def varied(self, node: Any, is_typed: bool = False) -> Any:
        if isinstance(node, list):
            return [self.varied(member, is_typed) for member in node]
        if not isinstance(node, dict) or "op" not in node:
            return node
        is_typed = is_typed or node["op"] == "swift"
        made = {name: self.varied(member, is_typed) for name, member in node.items()}
        if node["op"] == "for_each" and not is_typed and self.dice.chance(0.5 if self.counts["list"] else 0.1):
            return made["parent"]  # Its rows are plain, and lists identify them by "id".
        if "n" in made:
            made["n"] += 100
        if made.get("answers") and self.dice.chance(0.3):
            made["answers"] = made["answers"][1:]
        return made

    # ------------------------------------------------------------ actions

    def action(self, route: Route, mode: Mode, depth: int) -> Any:
        if depth < 0:
            return {"do": {}}
        return self.scripts.sent(route.level, route.state, mode, depth)

    def send(self, mode: Mode, depth: int) -> list[Any]:
        if self.scripts.levels[0].private and self.dice.chance(0.2):
            return self.post_private()
        number, route = self.store() if mode.anywhere else (0, self.top)
        return ["send", number, self.action(route, mode, depth)]

    def post(self, mode: Mode, depth: int) -> list[Any]:
        return ["post", self.action(self.top, mode, depth)]

    def post_private(self) -> list[Any]:
        name, has_payload = self.dice.pick(self.scripts.levels[0].private)
        return ["post", {name: {}} if has_payload else name]

    def send_task(self, mode: Mode, depth: int) -> list[Any]:
        return ["send_task", self.action(self.top, mode, depth)]

    def cancel_task(self, *_: Any) -> list[Any]:
        return ["cancel_task", self.number("task")]

    def finish_task(self, *_: Any) -> list[Any]:
        return ["finish_task", self.number("task")]

    def write_binding(self, mode: Mode, depth: int) -> list[Any]:
        number, store = self.store()
        for _ in range(5):
            route = walk(self.dice, store, 0.5)
            if route.level.bindings and (route.state is None or not self.is_odd()):
                break
        else:
            return self.send(mode, depth)
        action = self.scripts.binding(route.level)
        case = next(iter(action))
        return ["write_binding", number, route.joined(case), action[case]["path"],
                action[case]["value"]]

    def write_path(self, mode: Mode, depth: int) -> list[Any]:
        number, store = self.store()
        for _ in range(4):
            route = walk(self.dice, store, 0.2)
            if route.operator is not None and isinstance(route.operator.shape, Path):
                break
        else:
            return self.send(mode, depth)
        shape, value = route.operator.shape, route.state
        how = self.dice.below(4)
        if how == 0 or not isinstance(value, list):
            path = self.scripts.values.value(shape, 3)
        elif how == 1:
            path = [*value, self.scripts.writes.item(shape)]
        elif how == 2:
            path = value[: self.dice.below(len(value) + 1)]
        else:
            path = self.scripts.writes.rearranged(shape, value) if value else []
        pointer, case = route.pointer[len(store.pointer):], route.outer_case
        if self.is_odd():
            pointer = self.dice.pick(("/nowhere", pointer + "/0", "/n"))
        if self.is_odd(3):
            there = value if isinstance(value, list) else []
            path = self.dice.pick((None, *[[*there, self.dice.pick(ANYTHING)]] * 5))
        return ["write_path", number, pointer, case, path]

    # ------------------------------------------------------------- senders

    def sender_send(self, mode: Mode, depth: int) -> list[Any]:
        """Sends an action that most features can handle: the sender's owner is not known here."""
        level = self.dice.pick(self.scripts.levels)
        action = self.scripts.own(level, None, self.scripts.plain, max(depth - 1, 0))
        return ["sender_send", self.number("sender"), action]

    def sender_finish(self, *_: Any) -> list[Any]:
        return ["sender_finish", self.number("sender")]

    def sender_fail(self, *_: Any) -> list[Any]:
        return ["sender_fail", self.number("sender"), self.dice.pick(ERRORS)]

    def sender_dismiss(self, *_: Any) -> list[Any]:
        return ["sender_dismiss", self.number("sender")]

    def sender_cancelled(self, *_: Any) -> list[Any]:
        return ["sender_cancelled", self.number("sender")]
