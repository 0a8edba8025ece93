"""The program logic of contacts from a command line: each command is a separate run on the same file."""

import json
import tempfile
import unittest
from pathlib import Path

import programs_under_test
import watched


class CommandTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "contacts.json"

    def run_command(self, *words: str, status: int = 0) -> str:
        """Runs a command, and returns its output, or its error message if it must fail."""
        done = watched.captured(
            [*programs_under_test.COMMANDS["command"], str(self.file), *words])
        self.assertEqual(done.status, status, done)
        return done.stderr if status else done.stdout

    def test_contacts_are_kept_from_one_run_to_the_next(self) -> None:
        self.run_command("add", "Grace", "1906")
        self.run_command("add", "Ada", "1815")
        self.run_command("star", "Grace")
        self.assertEqual(self.run_command("list"), "  Ada, 1815\n* Grace, 1906\n")
        self.assertEqual(self.run_command("find", "grA"), "* Grace, 1906\n")
        self.run_command("delete", "Ada")
        self.assertEqual(self.run_command("list"), "* Grace, 1906\n")

    def test_mistakes_are_told_and_change_nothing(self) -> None:
        self.run_command("add", "Ada", "1815")
        before = self.file.read_bytes()
        self.assertIn("nobody", self.run_command("delete", "Bob", status=1))
        self.assertIn("usage", self.run_command("remove", "Ada", status=2))
        self.assertEqual(self.file.read_bytes(), before)

    def test_a_file_that_does_not_fit_is_told_with_its_place(self) -> None:
        self.file.write_text(json.dumps({"contacts": {"Ada": "1815"}}))
        self.assertIn("/contacts", self.run_command("list", status=1))
