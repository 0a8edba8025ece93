"""The users' book and the book of tools have bounded lengths, and the users' contains no page of another book."""

import re
import unittest
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
LINK = re.compile(r"\]\(([^()#\s]+\.md)\)")
MOST_WORDS = 45_000
MOST_WORDS_OF_TOOLS = 12_000


def pages(contents: Path) -> set[Path]:
    return {(contents.parent / path).resolve() for path in LINK.findall(contents.read_text())}


class Book(unittest.TestCase):
    def setUp(self) -> None:
        recipes = pages(DOCS / "recipes/README.md")
        self.users = {page for page in pages(DOCS / "SUMMARY.md") | recipes if page.is_relative_to(DOCS)}
        self.tools = pages(DOCS / "tools/SUMMARY.md") - {DOCS / "SUMMARY.md"}

    def test_it_can_be_read(self) -> None:
        for book, most in ((self.users, MOST_WORDS), (self.tools, MOST_WORDS_OF_TOOLS)):
            words = sum(len(page.read_text().split()) for page in book)
            self.assertLessEqual(words, most)

    def test_it_leaves_the_engine_to_the_maintainers(self) -> None:
        for folder in ("engine", "decisions"):
            self.assertFalse([page for page in self.users if page.is_relative_to(DOCS / folder)])
        self.assertFalse(self.users & pages(DOCS / "engine/SUMMARY.md"))
        self.assertFalse(self.users & self.tools)


if __name__ == "__main__":
    unittest.main()
