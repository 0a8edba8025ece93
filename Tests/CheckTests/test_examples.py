"""`kumiki check` finds no fault in the examples, in the seconds that a test has."""

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
STAGE = Path(os.environ.get("STAGE", ROOT / "build/stage"))
TOOL = [sys.executable, str(ROOT / "tools/kumiki")]
ENVIRONMENT = {**os.environ, "KUMIKI_LIBRARY": str(STAGE / "lib/libkumiki.so.0")}


class Examples(unittest.TestCase):
    def assert_no_fault(self, name: str, sources: list[str], words: list[str], config: dict[str, Any]) -> None:
        folder = ROOT / "examples-c" / name
        with tempfile.TemporaryDirectory() as place:
            header, library, options = Path(place, f"{name}_shape.h"), Path(place, f"lib{name}.so"), Path(place, "options")
            options.write_text(json.dumps({"states": 1500, "seconds": 600, **config}))
            if (folder / f"{name}.shape").exists():
                shape = [*TOOL, "generate", "--language", "c", "--output", str(header), str(folder / f"{name}.shape")]
                subprocess.run(shape, check=True, env=ENVIRONMENT)
            files = [str(folder / source) for source in sources]
            subprocess.run(
                ["gcc", "-g", "-shared", "-fPIC", f"-I{place}", f"-I{STAGE}/include", f"-I{folder}", *files, "-o", str(library)],
                check=True,
            )
            command = [*TOOL, "check", str(library), "--reducer", f"{name}_reducer", "--config", str(options), *words, "--json"]
            result = subprocess.run(command, text=True, capture_output=True, check=False, env=ENVIRONMENT)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        report = json.loads(result.stdout)
        self.assertEqual(report["faults"], [])
        self.assertGreaterEqual(report["states"], 1500)

    def test_contacts(self) -> None:
        loaded = {"contacts": [{"id": "a", "name": "Ann"}]}
        self.assert_no_fault(
            "contacts", ["contacts.c"], ["--state", "contacts_initial"], {"pools": {"contacts.load answer": [loaded]}}
        )

    def test_feeds(self) -> None:
        feed = {"id": "f", "url": "http://example.org/", "title": "F"}
        item = {"id": "i", "feed": "f", "title": "I"}
        self.assert_no_fault("feeds", ["feeds.c"], [], {"state": {"library": {"feeds": [feed], "items": [item]}}})

    def test_meetings(self) -> None:
        # A tap on another meeting under a recording leaves the timer of the recording, whose tick then finds no screen:
        # a write from further out ends the effects of a screen at the next action that reaches it.
        words = ["--register", "meetings_register", "--feature", "Meetings"]
        sources = ["detail.c", "form.c", "known.c", "list.c", "record.c"]
        self.assert_no_fault("meetings", sources, words, {"allow": ["absent-destination"]})

    def test_downloads(self) -> None:
        self.assert_no_fault("downloads", ["downloads.c"], [], {"state": {}})


if __name__ == "__main__":
    unittest.main()
