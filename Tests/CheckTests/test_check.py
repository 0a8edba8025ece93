"""`kumiki check` on small features: each planted fault is found, by the shortest history, and becomes a test that fails."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
STAGE = Path(os.environ.get("STAGE", ROOT / "build/stage"))
LIBRARY = STAGE / "lib/libkumiki.so.0"
FLAGS = [
    f"-I{STAGE}/include", f"-L{STAGE}/lib", "-lkumiki-check", "-lkumiki", "-ljansson", "-lcmocka",
    f"-Wl,-rpath,{STAGE}/lib",
]  # fmt: skip


class Check(unittest.TestCase):
    folder: Path

    @classmethod
    def setUpClass(cls) -> None:
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        cls.features = cls.folder / "libfeatures.so"
        cls.source = ROOT / "Tests/CheckTests/features.c"
        subprocess.run(
            ["gcc", "-O1", "-g", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", str(cls.source),
             "-o", str(cls.features), *FLAGS],
            check=True,
        )  # fmt: skip

    @classmethod
    def tearDownClass(cls) -> None:
        cls.temporary.cleanup()

    def command(self, *words: str, feature: str | None = None) -> subprocess.CompletedProcess[str]:
        """Runs the command."""
        return subprocess.run(
            [sys.executable, str(ROOT / "tools/kumiki"), "check", feature or str(self.features), *words],
            text=True, capture_output=True, env={**os.environ, "KUMIKI_LIBRARY": str(LIBRARY)}, cwd=self.folder,
            check=False,
        )  # fmt: skip

    def report(self, name: str, config: dict[str, Any] | None = None, *words: str, judge: str = "none") -> Any:
        """The report for a feature of features.c, and the path of its tests in C."""
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps(config or {}))
        self.tests = self.folder / f"test_{name}.c"
        names = ["--reducer", f"{name}_reducer", "--state", f"{name}_state"]
        if judge == "none":
            names += ["--judge", "kumiki_judge"] if config and "judged" in config else ["--no-judge"]
        result = self.command(
            *names, "--config", str(path), "--json", "--jobs", "2", "--out", str(self.tests), "--time", "50", *words
        )
        self.assertIn(result.returncode, (0, 1), result.stderr)
        report = json.loads(result.stdout)
        self.assertEqual(result.returncode, 1 if report["faults"] else 0)
        return report

    def fault(self, report: Any, kind: str, events: list[Any]) -> Any:
        """The only fault: of a kind, with the shortest history."""
        self.assertEqual([fault["kind"] for fault in report["faults"]], [kind], report["faults"])
        fault = report["faults"][0]
        self.assertEqual([step["event"] for step in fault["history"]], events)
        return fault

    def ran(self) -> subprocess.CompletedProcess[str]:
        """Builds the tests that the command has written, and runs them."""
        program = self.tests.with_suffix("")
        subprocess.run(
            ["gcc", "-O1", "-g", "-Wall", "-Wextra", "-Werror", str(self.tests), str(self.source), "-o", str(program), *FLAGS],
            check=True,
        )
        return subprocess.run([str(program)], text=True, capture_output=True, timeout=60, check=False)

    def assert_fails(self) -> None:
        result = self.ran()
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("FAILED", result.stdout + result.stderr)

    # ------------------------------------------------------------------ no fault

    def test_no_fault(self) -> None:
        for name, config in [
            ("counter", {}),
            ("good_loader", {"waits": {"loading": {"at": "/isLoading", "equals": True}}}),
            ("good_clock", {"quiet": {"stopped": {"at": "/isRunning", "equals": False}}}),
        ]:
            with self.subTest(name):
                report = self.report(name, config)
                self.assertEqual(report["faults"], [])
                self.assertTrue(report["complete"])
                self.assertFalse(self.tests.exists())

    def test_the_text_says_within_these_bounds(self) -> None:
        result = self.command("--no-judge")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("6 situations", result.stdout)
        self.assertIn("Everything within the bounds was tried.", result.stdout)
        self.assertIn("No fault within these bounds.", result.stdout)

    def test_the_page_shows_what_the_command_prints(self) -> None:
        page = (ROOT / "docs/check.md").read_text()
        shown = page.split("--out test_account.c\n", 1)[1].split("```", 1)[0]
        (self.folder / "account.json").write_text(page.split("```json\n", 1)[1].split("```", 1)[0])
        names = ["--reducer", "account_reducer", "--state", "account_state", "--no-judge", "--jobs", "1"]
        result = self.command(*names, "--config", "account.json", "--out", "test_account.c")
        self.assertEqual(re.sub(r"[0-9.]+ s\.", "0.0 s.", result.stdout), shown)

    def test_a_graph_shows_the_screens(self) -> None:
        names = ["--reducer", "sheet_reducer", "--state", "sheet_state", "--no-judge"]
        result = subprocess.run(
            [sys.executable, str(ROOT / "tools/kumiki"), "graph", str(self.features), *names],
            text=True, capture_output=True, env={**os.environ, "KUMIKI_LIBRARY": str(LIBRARY)}, check=False,
        )  # fmt: skip
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn('"root" -> "/sheet=value" [label="open"];', result.stdout)
        self.assertIn('"/sheet=value" -> "root" [label="sheet.dismiss"];', result.stdout)

    def test_places_are_counted(self) -> None:
        report = self.report("clock_left")
        self.assertEqual(sorted(report["places"]), ["/isRunning", "/seconds"])

    def test_a_run_is_continued(self) -> None:
        whole = self.report("account", {"numbers": [1, 2]})
        path = str(self.folder / "account.run")
        first = self.report("account", {"numbers": [1, 2]}, "--file", path, "--time", "0.000001")
        self.assertFalse(first["complete"])
        for _ in range(2):  # the second of these finds everything done
            again = self.report("account", {"numbers": [1, 2]}, "--file", path)
            self.assertTrue(again["complete"])
            self.assertEqual(again["states"], whole["states"])
        for config, name in (({"numbers": [1]}, path), ({}, str(self.source))):
            before = Path(name).stat().st_size
            options = self.folder / "other.json"
            options.write_text(json.dumps(config))
            result = self.command("--reducer", "account_reducer", "--state", "account_state", "--config", str(options), "--file", name)
            self.assertEqual(result.returncode, 2, result.stdout)
            self.assertIn("it belongs to another feature or other options, or is no file of a run", result.stderr)
            self.assertEqual(Path(name).stat().st_size, before)

    def test_an_interrupt_ends_a_run_with_its_report(self) -> None:
        report = self.report("endless")  # its action sends SIGINT to the command
        self.assertIn("interrupt", report["bounds"])

    # -------------------------------------------------------------------- faults

    def test_a_broken_invariant(self) -> None:
        report = self.report("account", {"always": {"covered": {"at": "/balance", "from": 0}}, "numbers": [1, 2]})
        fault = self.fault(report, "always", [{"send": {"put": 1}}, {"send": {"take": 2}}])
        self.assertEqual(fault["history"][1]["changes"], [{"at": "/balance", "from": 1, "to": -1}])
        self.assert_fails()

    def test_a_dead_end(self) -> None:
        report = self.report("wizard")
        self.fault(report, "stuck", [{"send": "next"}] * 3)
        self.assert_fails()
        self.assertEqual(self.report("wizard", {"ends": {"at": "/step", "equals": 3}})["faults"], [])

    def test_a_name_in_the_options_that_nothing_has_is_noted(self) -> None:
        pools = {"putt": [1], "put": [1, 2], "take": [1]}
        places = {"ignore": ["/seconds", "/balance"], "sets": ["/tags"]}
        report = self.report("account", {"pools": pools, **places, "depth": 3})
        unmet = [(note["option"], note["name"]) for note in report["notes"] if "option" in note]
        self.assertEqual(unmet, [("pools", "putt"), ("ignore", "/seconds"), ("sets", "/tags")])
        named = ["--reducer", "account_reducer", "--state", "account_state", "--no-judge"]
        text = self.command(*named, "--config", str(self.folder / "account.json")).stdout
        self.assertIn("Note: this pool gives no value within the bounds: pools, putt", text)
        self.assertIn("Note: this place changes nothing within the bounds: ignore, /seconds", text)

    def test_a_feature_without_declared_actions(self) -> None:
        fault = self.fault(self.report("silent"), "stuck", [])
        self.assertIn('must declare its actions (kmk_cases), or the option "actions" must list them', fault["message"])
        self.assertEqual(self.report("silent", {"actions": ["on"], "ends": {"at": "/isOn", "equals": True}})["faults"], [])

    def test_a_lost_answer(self) -> None:
        report = self.report("loader", {"waits": {"loading": {"at": "/isLoading", "equals": True}}})
        self.fault(report, "waits", [{"send": "load"}, {"request": "load", "turn": 0, "fail": "failed"}])
        self.assert_fails()

    def test_an_effect_that_is_left_over(self) -> None:
        report = self.report("clock_left", {"quiet": {"stopped": {"at": "/isRunning", "equals": False}}})
        self.fault(report, "quiet", [{"send": "start"}, {"send": "stop"}])
        self.assert_fails()

    def test_an_issue(self) -> None:
        report = self.report("sheet")
        answer = {"request": "value", "turn": 0, "answer": None}
        fault = self.fault(report, "issue", [{"send": "open"}, {"send": {"sheet": "dismiss"}}, answer])
        self.assertEqual(fault["name"], "absent-destination at /sheet")
        self.assert_fails()
        self.assertEqual(self.report("sheet", {"allow": ["absent-destination"]})["faults"], [])

    def test_a_crash(self) -> None:
        report = self.report("rows")
        self.fault(report, "crash", [{"send": "add"}] * 3)
        self.assert_fails()

    def test_a_hang(self) -> None:
        report = self.report("spinner", {"hang": 2})
        self.fault(report, "hang", [{"send": "up"}, {"send": "up"}, {"send": "spin"}])

    def test_no_way_home(self) -> None:
        report = self.report("trap", {"home": {"hall": {"at": "/at", "equals": "hall"}}})
        self.fault(report, "home", [{"send": {"go": "cellar"}}])
        self.assert_fails()

    def test_a_reducer_that_reads_more_than_its_state(self) -> None:
        kinds = {fault["kind"] for fault in self.report("dice")["faults"]}
        self.assertIn("history", kinds)

    def test_a_judge(self) -> None:
        result = self.command("--json")
        report = json.loads(result.stdout)
        fault = self.fault(report, "judge", [{"send": "up"}] * 4)
        self.assertEqual(fault["message"], "four is not allowed")

    def test_a_walk_finds_it_too(self) -> None:
        report = self.report("wizard", {}, "--walk", "2000", "--seed", "5")
        self.assertEqual([fault["kind"] for fault in report["faults"]], [])
        report = self.report("account", {"always": {"covered": {"at": "/balance", "from": 0}}, "numbers": [1, 2]}, "--walk", "2000")
        self.assertEqual([fault["kind"] for fault in report["faults"]], ["always"])

    def test_a_history_becomes_a_log(self) -> None:
        logs = self.folder / "logs"
        logs.mkdir()
        self.report("account", {"always": {"covered": {"at": "/balance", "from": 0}}, "numbers": [1, 2]}, "--logs", str(logs))
        lines = [json.loads(line) for line in (logs / "1.log").read_text().splitlines()]
        self.assertEqual([line["action"] for line in lines if "action" in line], [{"put": 1}, {"take": 2}])

    # ----------------------------------------------------------------- bad input

    def test_what_cannot_begin_has_a_reason(self) -> None:
        bad = self.folder / "bad.json"
        for text, said in [
            ("[", "is not JSON"),
            ("3", "expected an object of options"),
            ('{"foo": 1}', "the option /foo: expected one of state"),
            ('{"rows": -1}', "the option /rows: expected an integer that is not negative"),
            ('{"always": {"a": {"at": 3}}}', "/always/a"),
            ('{"pools": {"a": 3}}', "the option /pools/a: expected an array of values"),
            ('{"state": {"count": "x"}}', "/count"),
        ]:
            with self.subTest(text):
                bad.write_text(text)
                result = self.command("--config", str(bad))
                self.assertEqual(result.returncode, 2, result.stdout)
                self.assertIn(said, result.stderr)
                self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        for words, said in [
            (["--reducer", "nothing"], "exports no function nothing"),
            (["--config", "nowhere.json"], "nowhere.json cannot be read"),
            (["--out", "test.txt"], "expected a name that ends with .c, .py or .swift"),
        ]:
            with self.subTest(words):
                result = self.command(*words)
                self.assertEqual(result.returncode, 2, result.stdout)
                self.assertIn(said, result.stderr)
        result = self.command(feature="./nothing.so")
        self.assertEqual(result.returncode, 2)
        self.assertIn("./nothing.so cannot be loaded", result.stderr)


if __name__ == "__main__":
    unittest.main()
