"""Random requests: questions, servers and replies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from play.dice import Dice
from play.shapes import SPELLINGS

if TYPE_CHECKING:
    from play.effects import Mode
    from play.levels import Level
    from play.scripts import ScriptMaker

NAMES = ("net",) * 6 + ("file", "file", "log", *SPELLINGS)
QUESTIONS: tuple[Any, ...] = (0, 1, "x", None, True, {"n": 1}, [1, "a"])
REPLIES: tuple[Any, ...] = (0, "x", None, {}, {"code": 7}, "ping", -1)
KEYS = ("k", "k", "j", None, None)
# The cases of replies: a reply is a script for "do", and an action for "".
CASES = {"do": 8.0, "": 2.0, "ping": 1.0, "rename": 0.5, "c0.presented": 0.5}


class AskingMaker:
    """The part of CommandMaker for requests."""

    dice: Dice
    scripts: ScriptMaker
    counts: dict[str, int]
    asked: list[str]  # the ids of the requests in flight

    def number(self, what: str) -> int:
        raise NotImplementedError

    def send(self, mode: Mode, depth: int) -> list[Any]:
        raise NotImplementedError

    def some(self, level: Level, mode: Mode, depth: int, most: int) -> list[list[Any]]:
        raise NotImplementedError

    def serve(self, mode: Mode, depth: int) -> list[Any]:
        dice, given = self.dice, {}
        if dice.chance(0.5):
            given["most"] = dice.pick((1, 1, 2))
        if depth > 0 and dice.chance(0.35):
            given["commands"] = self.replies(mode, depth)
        if depth > 0 and dice.chance(0.2):
            given["ended"] = self.some(self.scripts.levels[0], mode, depth - 1, 1)
            if dice.chance(2 * self.scripts.profile.replies):
                given["ended"].append(self.unserve() if dice.chance(0.4) else self.from_inside(mode, depth - 1))
        self.counts["server"] += 1
        return ["serve", self.where(), dice.pick(NAMES), given]

    def replies(self, mode: Mode, depth: int) -> list[list[Any]]:
        """Calls that a server makes as soon as it has a request."""
        made = []
        if self.dice.chance(0.4):
            made.append(["request_part", "self", self.dice.pick(KEYS), self.reply(mode, depth)])
        if self.dice.chance(0.2):
            made += self.some(self.scripts.levels[0], mode, depth - 1, 1)
        if self.dice.chance(0.6):
            made.append([self.dice.pick(("request_answer", "request_answer", "request_fail")), "self",
                         self.reply(mode, depth)])
        return made

    def from_inside(self, mode: Mode, depth: int) -> list[Any]:
        """A reply that a reducer or a server gives, mostly to one of the last requests."""
        kind = self.dice.pick(("request_answer", "request_part", "request_part", "request_fail"))
        made: list[Any] = [kind, self.which(), self.reply(mode, depth)]
        if kind == "request_part":
            made.insert(2, self.dice.pick(KEYS))
        return made

    def where(self) -> Any:
        return "loop" if self.dice.chance(0.6) else 0 if self.dice.chance(0.95) else 1

    def unserve(self, *_: Any) -> list[Any]:
        return ["unserve", self.where(), self.dice.pick(NAMES)]

    def reply(self, mode: Mode, depth: int) -> Any:
        if self.dice.chance(0.15):
            return self.dice.pick(REPLIES)
        action = self.scripts.own(self.dice.pick(self.scripts.levels), None, self.scripts.plain, max(depth - 1, 0))
        return action if self.dice.chance(0.2) or "do" not in action else action["do"]

    def which(self) -> int:
        """Mostly one of the last requests."""
        count = self.counts["request"]
        return max(0, count - 1 - self.dice.below(3)) if self.dice.chance(0.7) else self.number("request")

    def answered(self, made: list[Any], mode: Mode, depth: int) -> list[Any]:
        """A reply, or a server where no request is known."""
        if self.counts["request"]:
            return made
        return self.serve(mode, depth) if self.counts["server"] < 2 else self.send(mode, depth)

    def request_answer(self, mode: Mode, depth: int) -> list[Any]:
        return self.answered(["request_answer", self.which(), self.reply(mode, depth)], mode, depth)

    def request_fail(self, mode: Mode, depth: int) -> list[Any]:
        return self.answered(["request_fail", self.which(), self.reply(mode, depth)], mode, depth)

    def request_part(self, mode: Mode, depth: int) -> list[Any]:
        made = ["request_part", self.which(), self.dice.pick(KEYS), self.reply(mode, depth)]
        return self.answered(made, mode, depth)

    def request_over(self, *_: Any) -> list[Any]:
        return ["request_over", self.which()]

    def find_request(self, *_: Any) -> list[Any]:
        return ["find_request", self.dice.pick(self.asked) if self.asked and self.dice.chance(0.9) else "0"]

    def hold_requests(self, *_: Any) -> list[Any]:
        return ["hold_requests"]

    def requests_kept(self, *_: Any) -> list[Any]:
        return ["requests_kept", self.dice.pick((0, 0, 0, 1, 2))]

    def awaited(self, *_: Any) -> list[Any]:
        return ["awaited"]

    def learn_requests(self, told: list[Any]) -> None:
        """Counts the requests that a step has numbered."""
        for event in told:
            if event[0] == "served" and event[2] == "serve" or event[:3] == ["answer", "find_request", "KMK_OK"]:
                self.counts["request"] += 1
        self.asked = [one["id"] for one in told[-1][1].get("requests") or () if "id" in one]


def drawn_ask(dice: Dice) -> list[Any]:
    """An effect that asks."""
    ask: dict[str, Any] = {}
    for member, share in (("answer", 0.9), ("part", 0.7), ("failure", 0.5)):
        if dice.chance(share):
            ask[member] = dice.weighted(CASES)
    if dice.chance(0.1):
        ask["secret"] = True
    if dice.chance(0.25) or "secret" in ask:
        ask["restart"] = dice.pick(("fail", "drop") if "secret" in ask else ("again", "fail", "drop"))
    made = ["ask", dice.pick(NAMES), dice.pick(QUESTIONS)]
    return made if dice.chance(0.06) else [*made, ask]
