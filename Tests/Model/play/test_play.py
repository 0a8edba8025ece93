"""Tests of the harness alone: `python3 -m unittest discover -s Tests/Model/play -t Tests/Model`."""

import json
import sys
import unittest
from collections import Counter
from typing import Any

import observers
from play.compare import compare
from play.cuts import applied, edits
from play.dice import Dice
from play.generator import Generator
from play.players import Died, Player
from play.relay import Relay
from play.shrink import Shrinker, Trial

ECHO = [sys.executable, "-c", "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"]
BREAKS = [sys.executable, "-c", "import sys\nfor line in sys.stdin:\n"
          " if 'bad' in line: sys.exit('broken')\n print(line, end='', flush=True)"]

# Reports in which process each step is played, and leaves data on request.
LEAVES = [sys.executable, "-c", """
import json, os, sys
for line in sys.stdin:
    case = json.loads(line)
    if "bad" in str(case["steps"]): sys.exit("broken")
    answer = {"made": "KMK_OK", "steps": [[os.getpid()] for _ in [*case["steps"], "the end"]]}
    if case.get("leaves"): answer["left"] = {"feature": 2, "shared": {}}
    print(json.dumps(answer), flush=True)
"""]


class World:
    """A model that knows no rules: each step reports the step itself."""

    def __init__(self, feature: Any, state: Any, profile: str) -> None:
        self.made, self.state, self.unclear, self.met = "KMK_OK", state, None, Counter()

    def share(self, values: Any) -> None:
        pass

    def step(self, step: dict[str, Any]) -> list[Any]:
        return [["after", {"state": self.state, "effects": 0, "tasks": [], "views": [],
                           "ids": [None for _ in step["ids"]]}]]

    def slots(self) -> list[str]:
        return []

    def end(self) -> list[Any]:
        return [["snapshots", True], ["live", 0]]


class Wrong:
    """A player that answers like World, except in steps that send "bad" somewhere."""

    def play(self, line: str) -> bytes:
        case = json.loads(line)
        world = World(case["feature"], case["state"], "c")
        steps = []
        for step in case["steps"]:
            steps.append(world.step(step))
            if "bad" in json.dumps(step["do"]):
                steps[-1][0][1]["effects"] = 1
        return json.dumps({"made": "KMK_OK", "steps": [*steps, world.end()]}).encode()


class Cases(unittest.TestCase):
    def test_a_seed_gives_the_same_case_each_time(self) -> None:
        for profile in ("c", "swift", "mixed"):
            make = Generator(World, profile)
            for seed in range(30):
                self.assertEqual(make.case(seed).case, make.case(seed).case)

    def test_numbers_of_reducers_are_unique(self) -> None:
        for seed in range(200):
            text = json.dumps(Generator(World, "c").case(seed).case["feature"])
            numbers = [part.split(",")[0] for part in text.split('"op": "base", "n": ')[1:]]
            self.assertEqual(len(numbers), len(set(numbers)))

    def test_each_kind_of_observer_has_a_place_of_its_own_in_the_order(self) -> None:
        orders = [observers.kind(name).ORDER for name in observers.NAMES]
        self.assertEqual(len(orders), len(set(orders)))

    def test_the_dice_keep_their_sequence(self) -> None:
        dice = Dice(7)
        self.assertEqual([dice.below(100) for _ in range(6)], [32, 15, 65, 7, 53, 36])


class Comparing(unittest.TestCase):
    def trace(self, *events: Any) -> dict[str, Any]:
        return {"made": "KMK_OK", "steps": [list(events)]}

    def kind(self, expected: Any, came: Any) -> str | None:
        found = compare(self.trace(*expected), json.dumps(self.trace(*came)).encode())
        return found and found.kind

    def test_ids_may_have_other_names_one_for_one(self) -> None:
        ours = [["told", 0, "present", "m0", None, 1], ["told", 0, "dismiss", "m0"],
                ["told", 0, "present", "m1", None, 1]]
        theirs = [["told", 0, "present", "x", None, 1], ["told", 0, "dismiss", "x"],
                  ["told", 0, "present", "y", None, 1]]
        self.assertIsNone(self.kind(ours, theirs))
        theirs[2][3] = "x"
        self.assertEqual(self.kind(ours, theirs), "told present/told present")

    def test_an_id_that_was_given_is_itself(self) -> None:
        given, other = ["told", 0, "dismiss", "p"], ["told", 0, "dismiss", "x"]
        self.assertIsNone(self.kind([given], [given]))
        self.assertIsNotNone(self.kind([given], [other]))

    def test_one_is_not_one_point_zero(self) -> None:
        self.assertIsNone(self.kind([["wrote", {"a": 1, "b": 2}]], [["wrote", {"b": 2, "a": 1}]]))
        self.assertIsNotNone(self.kind([["told", 0, "value", 1]], [["told", 0, "value", 1.0]]))


class Shrinking(unittest.TestCase):
    def test_what_does_not_matter_goes(self) -> None:
        send = ["send", 0, {"do": {"writes": [["set", "/n", "bad"], ["set", "/m", 1]]}}]
        steps = [{"do": ["idle"], "ids": []}] * 7 + [{"do": send, "ids": []}]
        feature = {"op": "combine", "of": [{"op": "base", "n": 0, "answers": []}]}
        case = {"feature": feature, "state": {"n": 0, "rows": [1, 2]}, "steps": steps}
        trial = Trial(World, "c", Wrong())  # type: ignore[arg-type]
        found = trial.difference(case)
        assert found is not None
        small, difference = Shrinker(trial).shrunk(case, found)
        self.assertEqual(len(small["steps"]), 1)
        self.assertEqual(small["steps"][0]["do"][2]["do"], {"writes": [["set", "/n", "bad"]]})
        self.assertEqual(small["state"], {})
        self.assertEqual(difference.kind, "after effects")

    def test_every_cut_is_a_place_in_the_case(self) -> None:
        for seed in range(20):
            case = Generator(World, "c").case(seed).case
            before = json.dumps(case)
            for path, put in edits(case):
                applied(case, path, put)
            self.assertEqual(json.dumps(case), before)


class Playing(unittest.TestCase):
    def test_answers_come_in_order_whatever_their_size(self) -> None:
        player = Player(ECHO)
        lines = [str(number) * size for number, size in enumerate((1, 300_000, 5, 200_000))]
        for line in lines:
            player.ask(line)
        self.assertEqual([player.answer().decode() for _ in lines], lines)
        player.stop()

    def test_a_crash_belongs_to_the_case_in_hand(self) -> None:
        player = Player(BREAKS)
        for line in ("one", "bad", "two"):
            player.ask(line)
        self.assertEqual(player.answer(), b"one")
        with self.assertRaisesRegex(Died, "broken"):
            player.answer()
        self.assertEqual(player.answer(), b"two")
        player.stop()


class RelayTests(unittest.TestCase):
    def case(self, *commands: str) -> str:
        return json.dumps({"feature": 1, "state": 0, "steps": [{"do": [name], "ids": []} for name in commands]})

    def test_second_parts_are_played_by_another_process(self) -> None:
        relay = Relay(LEAVES)
        for _ in range(3):
            relay.ask(self.case("a", "b", "new_process", "c"))
        answers = [json.loads(relay.answer())["steps"] for _ in range(3)]
        relay.stop()
        for steps in answers:
            [[first]], [[second]] = ([list(one) for one in set(map(tuple, part))]
                                     for part in (steps[:3], steps[3:]))
            self.assertEqual(len(steps), 5)
            self.assertNotEqual(first, second)
        self.assertEqual(answers[0], answers[2])

    def test_a_player_that_dies_takes_one_case_with_it(self) -> None:
        relay = Relay(LEAVES)
        relay.ask(self.case("a", "new_process", "bad"))
        relay.ask(self.case("a"))
        with self.assertRaises(Died):
            relay.answer()
        self.assertEqual(len(json.loads(relay.answer())["steps"]), 2)
        relay.stop()


if __name__ == "__main__":
    unittest.main()
