"""`kumiki check` on features in Python. Run with a Python that has the package kumiki."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "Tests/CheckTests"


class PythonFeatures(unittest.TestCase):
    def run_check(self, name: str, config: dict[str, Any] | None = None) -> tuple[Any, int, str]:
        """The report for a feature of todo_features.py, and the status and the output of pytest for its tests."""
        with tempfile.TemporaryDirectory() as folder:
            options, tests = Path(folder, "options.json"), Path(folder, "test_found.py")
            options.write_text(json.dumps(config or {}))
            result = subprocess.run(
                [sys.executable, str(ROOT / "tools/kumiki"), "check", str(HERE / "todo_features.py"), "--reducer", name,
                 "--config", str(options), "--json", "--jobs", "2", "--time", "50", "--out", str(tests)],
                text=True, capture_output=True, check=False,
            )  # fmt: skip
            self.assertIn(result.returncode, (0, 1), result.stderr)
            report = json.loads(result.stdout)
            if not report["faults"]:
                return report, 0, ""
            ran = subprocess.run(
                [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)],
                text=True, capture_output=True, check=False, env={"PYTHONPATH": str(HERE), "PATH": "/usr/bin:/bin"},
            )  # fmt: skip
            return report, ran.returncode, ran.stdout

    def assert_found(self, found: tuple[Any, int, str], kind: str, events: list[Any]) -> None:
        report, status, output = found
        self.assertEqual([fault["kind"] for fault in report["faults"]], [kind], report["faults"])
        self.assertEqual([step["event"] for step in report["faults"][0]["history"]], events)
        self.assertEqual(status, 1, output)
        self.assertIn("1 failed", output)

    def test_no_fault(self) -> None:
        self.assertEqual(self.run_check("good")[0]["faults"], [])

    def test_an_exception(self) -> None:
        found = self.run_check("raising")
        self.assert_found(found, "judge", [{"send": "add"}] * 3)
        self.assertIn("IndexError", found[0]["faults"][0]["message"])

    def test_a_lost_answer(self) -> None:
        config = {"waits": {"open": {"at": "/isOpen", "equals": True}}, "pools": {"ask answer": [1], "ask failure": [2]},
                  "only_actions": True, "actions": ["open"]}  # fmt: skip
        reply = {"request": "ask", "turn": 0, "fail": 2}
        self.assert_found(self.run_check("forgetful", config), "waits", [{"send": "open"}, reply])


if __name__ == "__main__":
    unittest.main()
