"""Scenarios are read as written, and a mistake in a scenario is reported with its place."""

import unittest
from pathlib import Path
from typing import Any

import yaml

from play import scenario
from play.generator import Generator, TooLong
from rules.world import World

FEATURE: dict[str, Any] = {"base": 1, "answers": {"go": {"effect": ["after", "250ms", "done"]}}}


def made(**members: Any) -> scenario.Scenario:
    given = {"rules": "B1", "promise": "Something.", "feature": FEATURE, "steps": [], **members}
    return scenario.made(Path("x.yaml"), given)


class Reading(unittest.TestCase):
    def test_times_are_nanoseconds(self) -> None:
        read = made(steps=[{"advance": "2s"}, {"send": "go", "store": 1}, {"idle": None}])
        self.assertEqual(read.case["feature"]["answers"][0][1]["effect"][1], 250_000_000)
        self.assertEqual([step["do"] for step in read.case["steps"]],
                         [["advance", 2_000_000_000], ["send", 1, "go"], ["idle"]])

    def test_what_is_wrong_is_said_with_its_place(self) -> None:
        for members, message in (
            ({"rules": "none"}, '"rules" are ids'),
            ({"feature": {"fold": 1}}, "feature: expected one operator, found fold"),
            ({"steps": [{"sned": "go"}]}, 'step 0: there is no command "sned"'),
            ({"steps": [{"advance": "2 h"}]}, "expected a time such as 250ms; found '2 h'"),
            ({"steps": [{"send": "go", "see": {"stat": 1}}]}, 'step 0, see: "stat" is none of'),
            ({"players": ["java"]}, '"players" is a list of c and swift'),
            ({"stage": 1}, '"stage" is none of'),
        ):
            with self.subTest(message), self.assertRaises(scenario.Mistake) as raised:
                made(**members)
            self.assertIn(message, str(raised.exception))

    def test_a_drawn_case_is_read_as_it_was_written(self) -> None:
        for profile in scenario.PLAYERS:
            generator = Generator(World, profile)
            for seed in range(40):
                try:
                    drawn = generator.case(seed)
                except TooLong:
                    continue
                text = scenario.written(drawn.case, drawn.expected, profile)
                given = {**yaml.safe_load(text), "rules": "A1"}
                read = scenario.made(Path("x.yaml"), given)
                with self.subTest(f"{profile} {seed}"):
                    self.assertTrue(scenario.can_be_written(drawn.case, profile))
                    self.assertEqual(read.players, [profile])
                    self.assertEqual(read.case, drawn.case)
                    self.assertEqual(list(scenario.misses(read, drawn.expected, profile == "swift")), [])

    def test_a_scenario_has_one_player_and_one_process(self) -> None:
        case = made(steps=[{"send": "go"}]).case
        two = {**case, "steps": [*case["steps"], {"do": ["new_process"], "ids": []}]}
        self.assertEqual([scenario.can_be_written(*each) for each in ((case, "c"), (case, "mixed"), (two, "c"))],
                         [True, False, False])


class Seeing(unittest.TestCase):
    def test_an_id_has_one_number(self) -> None:
        ids = ["a", "a", "b", "b", None, "given"]
        for numbers, are_so in (([1, 1, 2, 2, None, "given"], True), ([1, 2, 3, 3, None, "given"], False),
                                ([1, 1, 1, 1, None, "given"], False), ([1, 1, 2, 2, 3, "other"], False),
                                ([1, 1, "b", "b", None, "given"], True),
                                ([1, 1, "b", 2, None, "given"], False)):
            read = made(steps=[{"send": "go", "see": {"ids": {"/sheet": number}}} for number in numbers])
            self.assertEqual(read.case["steps"][0]["ids"], ["/sheet"])
            steps = [[["after", {"state": {}, "effects": 0, "ids": [id]}]] for id in ids]
            trace = {"made": "KMK_OK", "steps": [*steps, [["live", 0]]]}
            self.assertEqual(not list(scenario.misses(read, trace)), are_so, numbers)

    def test_a_store_may_have_to_be_refused(self) -> None:
        refused = {"made": "KMK_ERR_DECODE", "steps": [[["live", 0]]]}
        self.assertEqual(list(scenario.misses(made(refused="KMK_ERR_DECODE"), refused)), [])
        self.assertEqual(list(scenario.misses(made(), refused)),
                         ["the store, expected KMK_OK, came KMK_ERR_DECODE"])

    def test_what_does_not_come_is_said(self) -> None:
        read = made(steps=[{"send": "go", "see": {"state": {"n": 1}, "ran": [1]}}])
        after = ["after", {"state": {"n": 2}, "effects": 0}]
        trace = {"made": "KMK_OK", "steps": [
            [["ran", 1, "go", {}], ["issue", "wrong-case", "", None], after], [["live", 0]]]}
        found = [miss.splitlines()[0] for miss in scenario.misses(read, trace)]
        self.assertEqual(found, ["step 0, state", "step 0, issues"])


if __name__ == "__main__":
    unittest.main()
