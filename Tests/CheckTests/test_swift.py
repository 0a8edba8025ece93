"""`kumiki check` on features in Swift: TEAM names libteam.so of Tests/ConsumerTests/team, which contains an engine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TEAM = os.environ.get("TEAM", str(ROOT / "build/consumers/libteam.so"))
STAGE = Path(os.environ.get("STAGE", ROOT / "build/stage"))


class SwiftFeatures(unittest.TestCase):
    def run_check(self, feature: str, config: dict[str, Any] | None = None) -> tuple[Any, str]:
        """The report for a feature of the team, and its tests."""
        with tempfile.TemporaryDirectory() as folder:
            options, tests = Path(folder, "options.json"), Path(folder, "FoundTests.swift")
            options.write_text(json.dumps(config or {}))
            result = subprocess.run(
                [sys.executable, str(ROOT / "tools/kumiki"), "check", TEAM, "--register", "team_register", "--feature", feature,
                 "--module", "Team", "--config", str(options), "--json", "--jobs", "2", "--time", "50", "--out", str(tests)],
                text=True, capture_output=True, check=False,
                env={**os.environ, "KUMIKI_LIBRARY": str(STAGE / "lib/libkumiki.so.0"), "SWIFT_BACKTRACE": "enable=no"},
            )  # fmt: skip
            self.assertIn(result.returncode, (0, 1), result.stderr)
            return json.loads(result.stdout), tests.read_text() if tests.exists() else ""

    def assert_found(self, found: tuple[Any, str], kind: str, events: list[Any], test: str) -> None:
        report, tests = found
        self.assertEqual([fault["kind"] for fault in report["faults"]], [kind], report["faults"])
        self.assertEqual([step["event"] for step in report["faults"][0]["history"]], events)
        self.assertIn(test, tests)

    def test_an_invariant(self) -> None:
        found = self.run_check("Ledger", {"always": {"covered": {"at": "/balance", "from": 0}}, "numbers": [1, 2]})
        self.assert_found(found, "always", [{"send": "put"}, {"send": {"take": 2}}], "#expect(try store.state != read(")

    def test_a_dead_end(self) -> None:
        self.assert_found(self.run_check("Maze"), "stuck", [{"send": "down"}] * 2, "@Test func stuck()")

    def test_a_trap(self) -> None:
        self.assert_found(self.run_check("Pile"), "crash", [{"send": "push"}] * 3, "await store.send(")

    def test_no_fault(self) -> None:
        self.assertEqual(self.run_check("Ledger", {"numbers": [1]})[0]["faults"], [])


if __name__ == "__main__":
    unittest.main()
