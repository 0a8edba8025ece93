"""Cases of the model, made once and then played against one mutant after the other."""

import json
import multiprocessing
import sys
from pathlib import Path
from typing import Any, NamedTuple

import tools

sys.path.insert(0, str(tools.ROOT / "Tests/Model"))

from play import building, runner  # noqa: E402
from play.compare import Difference, compare, died  # noqa: E402
from play.generator import Generator, TooLong  # noqa: E402
from play.players import Died, Player  # noqa: E402

JOBS = 2
AHEAD = 4  # cases on their way to the player at a time


class Case(NamedTuple):
    line: str
    steps: int
    expected: dict[str, Any]


def make(seed: int) -> Case | None:
    """The case of a seed; None where the model does not come to an end, or fails."""
    try:
        made = Generator(runner.world_maker(), "c").case(seed)
    except TooLong:
        return None
    except Exception as reason:
        print(f"mutants: the model failed over seed {seed}: {reason!r}", flush=True)
        return None
    return Case(json.dumps(made.case), len(made.case["steps"]), made.expected)


def made(steps: int, seed: int) -> list[Case]:
    """As many cases as have a number of steps, in the order of their seeds."""
    cases: list[Case] = []
    seeds = range(seed * 1_000_000_000, seed * 1_000_000_000 + steps)
    with multiprocessing.get_context("fork").Pool(JOBS) as pool:
        for case in pool.imap(make, seeds, chunksize=8):
            if case is not None:
                cases.append(case)
                steps -= case.steps
            if steps <= 0:
                break
    return cases


class Table:
    """The cases about which the model and the engine agree, for a player in C."""

    def __init__(self, stage: Path, steps: int, seed: int) -> None:
        self.command = [str(building.c_player(stage, name="mutants"))]
        self.cases = made(steps, seed)
        found = self.differences()
        if found:
            print(f"mutants: the engine itself disagrees about {len(found)} of {len(self.cases)} "
                  "cases, which are left out", flush=True)
        self.cases = [case for number, case in enumerate(self.cases) if number not in found]
        self.steps = sum(case.steps for case in self.cases)

    def play(self) -> str | None:
        """Plays until a case does not come out as expected. What was seen, and when."""
        for number, difference in self.differences(most=1).items():
            steps = sum(case.steps for case in self.cases[:number]) + max(difference.step + 1, 0)
            return f"{kind(difference)}, after {steps:,} steps, {number + 1:,} features"
        return None

    def differences(self, most: int | None = None) -> dict[int, Difference]:
        """The numbers of the cases that come out otherwise, and where they do."""
        player, found = Player(self.command), {}
        try:
            for case in self.cases[:AHEAD]:
                player.ask(case.line)
            for number, case in enumerate(self.cases):
                difference = answer(player, case)
                if difference is not None:
                    found[number] = difference
                if len(found) == most:
                    break
                if number + AHEAD < len(self.cases):
                    player.ask(self.cases[number + AHEAD].line)
        finally:
            player.stop()
        return found


def answer(player: Player, case: Case) -> Difference | None:
    try:
        return compare(case.expected, player.answer())
    except Died as reason:
        return died(str(reason))


def kind(difference: Difference) -> str:
    """The kind of a difference; with how the player ended, where it did."""
    if difference.kind != "died":
        return difference.kind
    return str(difference.came).splitlines()[0]
