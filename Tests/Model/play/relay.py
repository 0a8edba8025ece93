"""Cases in two processes: the first ends at the step "new_process", the second continues from there."""

import json
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from play.generator import NEW_PROCESS
from play.players import Died, Player

Answer = bytes | Died


class Relay:
    """Answers like a player. Many cases share two processes: one plays all first parts, and has ended when the other
    starts the second parts."""

    ahead = 200

    def __init__(
        self, command: Sequence[str | Path], environment: dict[str, str] | None = None
    ) -> None:
        self.player = Player(command, environment)
        self.waiting: list[dict[str, Any]] = []
        self.answers: deque[Answer] = deque()

    def ask(self, line: str) -> None:
        self.waiting.append(json.loads(line))

    def answer(self) -> bytes:
        if not self.answers:
            self.answers += self.played(self.waiting)
            self.waiting = []
        answer = self.answers.popleft()
        if isinstance(answer, Died):
            raise answer
        return answer

    def play(self, line: str) -> bytes:
        """The answer to one case; no other case may be in flight."""
        self.ask(line)
        return self.answer()

    def stop(self) -> None:
        self.player.stop()

    def played(self, cases: list[dict[str, Any]]) -> list[Answer]:
        firsts = self.in_one_process([first_part(case) for case in cases])
        lefts = {number: left for number, answer in enumerate(firsts)
                 if isinstance(answer, bytes) and (left := read(answer).get("left"))}
        seconds = self.in_one_process([second_part(cases[number], left)
                                       for number, left in lefts.items()])
        for number, second in zip(lefts, seconds):
            firsts[number] = joined(firsts[number], second)
        return firsts

    def in_one_process(self, cases: list[dict[str, Any]]) -> list[Answer]:
        """The answers to cases, from a process that has ended."""
        answers: list[Answer] = []
        for case in cases:
            self.player.ask(json.dumps(case))
        for _ in cases:
            try:
                answers.append(self.player.answer())
            except Died as reason:
                answers.append(reason)
        self.player.stop()
        return answers


def cut(case: dict[str, Any]) -> int:
    """The step at which a process ends; -1 for none."""
    return next((number for number, step in enumerate(case["steps"]) if step["do"] == NEW_PROCESS), -1)


def first_part(case: dict[str, Any]) -> dict[str, Any]:
    at = cut(case)
    return case if at < 0 else {**case, "steps": case["steps"][:at], "leaves": True}


def second_part(case: dict[str, Any], left: dict[str, Any]) -> dict[str, Any]:
    return {"feature": left["feature"], "shared": left["shared"], "left": left,
            "steps": case["steps"][cut(case) + 1:]}


def read(answer: bytes) -> dict[str, Any]:
    """An answer; nothing if it is not JSON, which is compared unchanged."""
    try:
        return json.loads(answer)
    except ValueError:
        return {}


def joined(first: Answer, second: Answer) -> Answer:
    """The answer to a whole case."""
    if isinstance(first, Died) or isinstance(second, Died):
        return second
    ours, theirs = read(first), read(second)
    if not theirs:
        return second
    return json.dumps({"made": theirs["made"], "steps": ours["steps"] + theirs["steps"]}).encode()
