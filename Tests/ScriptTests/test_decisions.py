"""Each decision has the common form, and the list of decisions shows its status. The changelog stays readable for users."""

import re
import unittest
from pathlib import Path

DECISIONS = Path(__file__).resolve().parent.parent.parent / "docs/decisions"
STATUS = re.compile(r"Status: (accepted|superseded by \[decision (\d+)\]\([^)]*\)), \d{4}-\d\d-\d\d([.;])")


class Decisions(unittest.TestCase):
    def test_each_has_a_number_a_status_a_context_and_a_place_in_the_list(self) -> None:
        listed = (DECISIONS / "README.md").read_text()
        for file in sorted(DECISIONS.glob("[0-9]*.md")):
            with self.subTest(file.name):
                title, status, rest = file.read_text().split("\n\n", 2)
                number = int(file.name[:4])
                self.assertRegex(title, rf"^# {number}\. \S")
                found = STATUS.match(status)
                self.assertTrue(found, status)
                self.assertTrue(rest.startswith("## Context\n\n"), rest[:40])
                line = re.search(rf"^{number}\. \[.*\]\({file.name}\)(.*)$", listed, re.M)
                self.assertTrue(line, "not in the list")
                partly = re.findall(r"\d+(?=\]\()", status.partition("superseded in part")[2].partition(".\n")[0])
                said = f" (superseded by {found[2]})" if found[2] else ""
                if "superseded in part" in status:
                    self.assertTrue(line[1].startswith(f" (superseded in part by {partly[0]}"), line[0])
                else:
                    self.assertEqual(line[1], said)


class Changes(unittest.TestCase):
    def test_the_changelog_is_short_and_its_versions_have_dates(self) -> None:
        text = (DECISIONS.parents[1] / "CHANGELOG.md").read_text()
        self.assertLessEqual(text.count("\n"), 250)
        first, *released = re.findall(r"^## (.*)", text, re.M)
        self.assertTrue(first.startswith("Unreleased"), first)
        for version in released:
            self.assertRegex(version, r"^\d+\.\d+\.\d+, \d{4}-\d\d-\d\d$")


if __name__ == "__main__":
    unittest.main()
