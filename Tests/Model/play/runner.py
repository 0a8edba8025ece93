"""Plays cases in several processes, each with its own player."""

import json
import multiprocessing
import traceback
from collections import Counter, deque
from dataclasses import dataclass, field, replace
from typing import Any

from play.building import make_player
from play.compare import Difference, compare, died
from play.generator import Generator, Made, TooLong
from play.players import Died, Player
from play.shrink import LIMIT, Shrinker, Trial
from play.table import in_trace


@dataclass
class Work:
    """The work of a process."""

    profile: str
    command: tuple[list[str], dict[str, str]]
    seed: int
    steps: int | None = None
    features: int | None = None
    relays: bool = False  # whether each case continues in another process
    shrinks: bool = True
    most: int = 3  # differences that a process investigates before it stops
    each: int = 1  # and per kind
    jobs: int = 1
    index: int = 0

    def seeds(self) -> Any:
        """The seeds of this process: far from those of the next run's seed."""
        number = self.index
        while True:
            yield self.seed * 1_000_000_000 + number
            number += self.jobs


@dataclass
class Found:
    """A difference: the case as it was found, and the reduced case."""

    seed: int | None
    case: dict[str, Any]
    difference: Difference


@dataclass
class Outcome:
    steps: int = 0
    features: int = 0
    met: Counter[str] = field(default_factory=Counter)
    found: list[Found] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)  # of all differences
    problems: list[str] = field(default_factory=list)  # of the model

    def add(self, other: "Outcome") -> None:
        self.steps += other.steps
        self.features += other.features
        self.met += other.met
        self.found += other.found
        self.kinds += other.kinds
        self.problems += other.problems


def world_maker() -> Any:
    from rules.world import World

    return World


class Process:
    """The work of one process."""

    def __init__(self, work: Work) -> None:
        self.work, self.outcome = work, Outcome()
        self.generator = Generator(world_maker(), work.profile, work.relays)
        self.player = make_player(work.command, work.relays)
        self.on_way: deque[tuple[int, Made]] = deque()

    def run(self) -> Outcome:
        share = (self.work.steps or 1 << 60) / self.work.jobs
        features = (self.work.features or 1 << 60) / self.work.jobs
        try:
            for seed in self.work.seeds():
                if self.outcome.steps >= share or self.outcome.features >= features:
                    break
                if max(len(self.outcome.found), len(self.outcome.problems)) >= self.work.most:
                    break
                self.begin(seed)
                if len(self.on_way) >= self.player.ahead:
                    self.finish()
            while self.on_way:
                self.finish()
        finally:
            self.player.stop()
        return self.outcome

    def begin(self, seed: int) -> None:
        """Makes a case and submits it."""
        try:
            made = self.generator.case(seed)
        except TooLong:
            self.outcome.met["model:too long"] += 1
            return
        except Exception:
            self.outcome.problems.append(f"seed {seed}: the model failed\n{traceback.format_exc()}")
            return
        self.outcome.features += 1
        self.outcome.steps += len(made.case["steps"])
        # Some items are counted by both.
        self.outcome.met += made.met | in_trace(made.expected["steps"])
        self.player.ask(json.dumps(made.case))
        self.on_way.append((seed, made))

    def finish(self) -> None:
        """Takes the answer to the oldest case."""
        seed, made = self.on_way.popleft()
        try:
            difference = compare(
                made.expected, self.player.answer(), self.generator.profile.typed_issues)
        except Died as reason:
            difference = died(str(reason))
        if difference is not None:
            self.note(seed, made.case, difference)

    def note(self, seed: int | None, case: dict[str, Any], difference: Difference) -> None:
        """Counts a difference, and investigates it if its kind is new."""
        self.outcome.kinds[difference.kind] += 1
        if self.outcome.kinds[difference.kind] <= self.work.each:
            self.outcome.found.append(self.looked_into(seed, case, difference))

    def looked_into(self, seed: int | None, case: dict[str, Any], difference: Difference) -> Found:
        player = make_player(self.work.command, True)
        try:
            trial = Trial(world_maker(), self.work.profile, player)
            if self.work.shrinks:
                case, difference = Shrinker(trial, LIMIT).shrunk(case, difference)
            return Found(seed, case, difference)
        finally:
            player.stop()


def given_cases(work: Work, cases: list[dict[str, Any]]) -> Outcome:
    """Plays given cases, all with one player. Some may continue in another process."""
    process = Process(replace(work, relays=True))
    trial = Trial(world_maker(), work.profile, process.player)
    try:
        for case in cases:
            play_given(process, trial, case)
    finally:
        process.player.stop()
    return process.outcome


def play_given(process: Process, trial: Trial, case: dict[str, Any]) -> None:
    outcome = process.outcome
    try:
        played, expected = trial.expected(case)
        outcome.features += 1
        outcome.steps += len(case["steps"])
        outcome.met += in_trace(expected["steps"])
        difference = trial.difference(case)
    except Exception:
        outcome.problems.append(f"a case that was given: {traceback.format_exc()}")
        return
    if difference is not None:
        process.note(None, played, difference)


def run_one(work: Work) -> Outcome:
    return Process(work).run()


def run(work: Work) -> Outcome:
    """Plays in as many processes as the work requires, and combines their results."""
    total = Outcome()
    if work.jobs == 1:
        return run_one(work)
    parts = [replace(work, index=index) for index in range(work.jobs)]
    with multiprocessing.get_context("fork").Pool(work.jobs) as pool:
        for outcome in pool.imap_unordered(run_one, parts):
            total.add(outcome)
    total.found.sort(key=lambda found: found.seed or 0)
    return total
