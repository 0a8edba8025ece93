"""Tests that scripts/check-house measures small trees correctly, and fails for a worse figure."""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import knots  # noqa: E402
import prose  # noqa: E402


class Tree(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, **texts: str) -> list[Path]:
        files = []
        for name, text in texts.items():
            file = self.root / (name.replace("__", "/") + ".swift")
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
            files.append(file)
        return files


class KnotTests(Tree):
    def test_files_that_reach_each_other_are_a_circle(self) -> None:
        files = self.write(a="final class A { var b: B? }", b="public struct B { let c: [C] }", c="enum C { case a(A) }",
                           d="protocol D { var a: A { get } }")
        self.assertEqual(knots.circles(knots.arrows(files)), [files[:3]])

    def test_comments_texts_and_nested_types_are_no_arrows(self) -> None:
        files = self.write(a='/// As a B.\nstruct A { let text = "a B" /* B */ }', b="struct B { struct A {} }")
        self.assertEqual(knots.circles(knots.arrows(files)), [])

    def test_an_arrow_up_names_a_type_of_a_later_folder(self) -> None:
        low, high = self.write(low__a="struct A { var b: B? }", high__b="struct B { var a: [A] }")
        found = knots.upward(knots.arrows([low, high]), self.root, ["low", "high"])
        self.assertEqual(found, [(low, high)])
        self.assertEqual(str(found[0]), "low/a.swift -> high/b.swift")

    def test_the_page_lists_folders_from_the_lowest(self) -> None:
        page = "| folder | contents |\n| `Core/Low` | a |\n| `Core/High` | names `Core/Low` |\n"
        self.assertEqual(knots.written_order(page), {"Core": ["Low", "High"]})


class ProseTests(Tree):
    def marked(self, text: str, ending: str = ".md") -> list[tuple[int, str]]:
        file = self.root / f"page{ending}"
        file.write_text(text)
        return [(found.line, found.text) for found in prose.sentences(file) if found.marks]

    def test_a_clause_in_place_of_a_noun_is_marked_and_a_question_is_not(self) -> None:
        self.assertEqual(self.marked("What is kept is never lost. What is a store? A store keeps its state."),
                         [(1, "What is kept is never lost.")])

    def test_code_and_tables_are_left_out(self) -> None:
        self.assertEqual(self.marked("```\nWhat is kept is lost.\n```\n\n| what is kept | of what is lost here |\n"), [])

    def test_comments_are_read_with_their_lines(self) -> None:
        self.assertEqual(self.marked("int a;\n/* It is made of what is here. */\n// A second comment, of plain words.\n", ".c"),
                         [(2, "It is made of what is here.")])


class HouseTests(Tree):
    def check(self, house: str, *options: str) -> subprocess.CompletedProcess[str]:
        """Runs check-house in a small project with this file of figures."""
        for name in "check-house", "knots.py", "prose.py", "tools.py", "version":
            (self.root / "scripts").mkdir(exist_ok=True)
            shutil.copy(ROOT / "scripts" / name, self.root / "scripts")
        for name, text in {
            "include/kumiki/base.h": (ROOT / "include/kumiki/base.h").read_text(), "docs/engine/architecture.md": "",
            "docs/house.txt": house, "docs/decisions/0007-why.md": "", "README.md": "One line.\nA second line.\n",
        }.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text)
        subprocess.run(["git", "init", "-q", self.root], check=True)
        return subprocess.run([self.root / "scripts/check-house", *options], capture_output=True, text=True)

    HEAD = "# Figures.\n\n[words] none\n\n[lines] 2 %\n"
    REST = "include 10000\nscripts 10000\ndocs 10000\n"

    def test_a_worse_figure_fails_with_both_values(self) -> None:
        ran = self.check(self.HEAD + self.REST + "README.md 1\n")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("lines: README.md: 2 where docs/house.txt has 1", ran.stdout)

    def test_a_better_figure_passes_and_is_recorded(self) -> None:
        ran = self.check(self.HEAD + self.REST + "README.md 9\n", "--record")
        self.assertIn("README.md 2\n", (self.root / "docs/house.txt").read_text(), ran.stdout + ran.stderr)

    def test_a_worse_one_is_recorded_only_with_a_decision(self) -> None:
        house = self.HEAD + self.REST + "README.md 1\n"
        self.assertEqual(self.check(house, "--record").returncode, 1)
        self.assertNotEqual(self.check(house, "--record", "--because", "it grew").returncode, 0)
        self.assertNotEqual(self.check(house, "--record", "--because", "it grew (decision 8)").returncode, 0)
        self.assertEqual(self.check(house, "--record", "--because", "it grew (decision 7)").returncode, 0)
        self.assertIn("README.md 2  # it grew (decision 7)\n", (self.root / "docs/house.txt").read_text())


if __name__ == "__main__":
    unittest.main()
