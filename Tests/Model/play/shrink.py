"""Makes a case smaller as long as it still differs in the same way."""

import json
import time
from collections.abc import Callable
from typing import Any

from play.compare import Difference, compare, died
from play.cuts import DROP, Edit, applied, edits
from play.generator import MOST_IDS, Alarm
from play.players import Died, Player
from play.profiles import PROFILES

LIMIT = 20.0  # seconds for a case


class Unclear(Exception):
    """The rules leave the case's result open, so nothing can be checked."""


class Trial:
    """Plays a case with the model and with a player, from its start."""

    def __init__(self, make_world: Callable[..., Any], profile: str, player: Player) -> None:
        self.make_world, self.profile, self.player = make_world, profile, player
        self.rules = PROFILES[profile]

    def expected(self, case: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """The case with the ids to query, its own first, and the model's expected trace."""
        with Alarm():
            world = self.make_world(case["feature"], case["state"], self.profile)
            world.share(case.get("shared"))
            steps, events = [], []
            for step in case["steps"] if world.made == "KMK_OK" else ():
                slots = dict.fromkeys([*step.get("ids", ()), *world.slots()[:MOST_IDS]])
                steps.append({"do": step["do"], "ids": list(slots)})
                events.append(world.step(steps[-1]))
                if world.unclear or self.rules.refuses(events[-1]):
                    raise Unclear(world.unclear)
            events.append(world.end())
        return {**case, "steps": steps}, {"made": world.made, "steps": events}

    def difference(self, case: dict[str, Any]) -> Difference | None:
        """The difference between model and player on a case in its present form."""
        case, expected = self.expected(case)
        try:
            answer = self.player.play(json.dumps(case))
            return compare(expected, answer, self.rules.typed_issues)
        except Died as reason:
            return died(str(reason))


class Shrinker:
    def __init__(self, trial: Trial, limit: float = LIMIT) -> None:
        self.trial, self.limit = trial, limit
        self.tries = 0

    def shrunk(self, case: dict[str, Any], found: Difference) -> tuple[dict[str, Any], Difference]:
        """The smallest case that was found in the time, and its difference."""
        self.until = time.monotonic() + self.limit
        self.case, self.found = case, found
        if found.step >= 0:
            self.take({**case, "steps": case["steps"][: found.step + 1]})
        self.cut_steps()
        while self.cut_once() and time.monotonic() < self.until:
            pass
        return self.trial_case(), self.found

    def trial_case(self) -> dict[str, Any]:
        try:
            return self.trial.expected(self.case)[0]
        except Exception:  # the case as found: a failure of the model is reported with it
            return self.case

    def take(self, case: dict[str, Any]) -> bool:
        """Keeps a smaller case if it disagrees in the same way."""
        if time.monotonic() >= self.until:
            return False
        self.tries += 1
        try:
            difference = self.trial.difference(case)
        except Exception:  # cut so far that it is no longer a case
            return False
        if difference is None or difference.kind != self.found.kind:
            return False
        self.case, self.found = case, difference
        return True

    def cut_steps(self) -> None:
        """Leaves out steps, many at a time as long as that works."""
        size = len(self.case["steps"]) // 2
        while size > 1:
            start = 0
            while start < len(self.case["steps"]):
                steps = self.case["steps"]
                if not self.take({**self.case, "steps": steps[:start] + steps[start + size:]}):
                    start += size
            size //= 2

    def cut_once(self) -> bool:
        """Tries every cut, each after the previous one. Returns whether one of them worked."""
        has_cut, index = False, 0
        candidates = self.candidates()
        while index < len(candidates) and time.monotonic() < self.until:
            path, put = candidates[index]
            if put is not DROP and put == value_at(self.case, path):
                index += 1
            elif self.take(applied(self.case, path, put)):
                has_cut = True
                candidates = self.candidates()
            else:
                index += 1
        return has_cut

    def candidates(self) -> list[Edit]:
        return list(edits(self.case, self.trial.rules.steps_must_fit))


def value_at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value
