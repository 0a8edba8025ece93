"""Tests that scripts/check-house measures small trees and a small library correctly, and fails for a worse figure."""

import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import knots  # noqa: E402
import prose  # noqa: E402
import weights  # noqa: E402


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


class WeightTests(Tree):
    MAP = """             VMA              LMA     Size Align Out     In      Symbol
             200              200       10     4 .dynsym
             200              200       10     4         <internal>:(.dynsym)
             210              210       60    16 .text
             210              210       20    16         /build/KumikiC.build/API.swift.o:(.text.a)
             210              210       20     1                 $s7KumikiC1ayyF
             230              230       18    16         /lib/libswiftCore.a(Swift.o):(.text)
             250              250       11    16         /lib/libswiftCore.a(Casting.cpp.o):(.text)
             280              280      400     8 .bss
             280              280      400     8         /build/KumikiC.build/API.swift.o:(.bss)
"""
    SECTIONS = {".dynsym": (0x200, 0x10), ".text": (0x210, 0x60)}  # .bss takes no room in the file

    def measured(self) -> dict[str, dict[str, int]]:
        library = self.root / "libkumiki.so"
        library.write_bytes(bytes(1000))
        with unittest.mock.patch.object(weights, "in_file", lambda _: self.SECTIONS):
            return {part: dict(columns) for part, columns in weights.measured(library, self.MAP).items()}

    def test_each_section_belongs_to_a_part_and_all_parts_are_the_file(self) -> None:
        self.assertEqual(self.measured(), {
            weights.REST: {"data": 1000 - 0x10 - 0x20 - 0x18 - 0x11}, "KumikiC": {"code": 0x20},
            "Swift: standard library": {"code": 0x18}, "Swift: runtime in C++": {"code": 0x11},
            "symbols and relocations": {"data": 0x10}})

    def test_the_map_of_another_build_is_refused(self) -> None:
        self.SECTIONS = self.SECTIONS | {".text": (0x210, 0x70)}
        with self.assertRaisesRegex(SystemExit, "another build: .text"):
            self.measured()

    def test_functions_are_below_their_section(self) -> None:
        self.assertEqual([each.symbol for each in weights.entries(self.MAP) if each.symbol], ["$s7KumikiC1ayyF"])


class HouseTests(Tree):
    def check(self, house: str, *options: str) -> subprocess.CompletedProcess[str]:
        """Runs check-house in a small project with this file of figures."""
        for name in "check-house", "knots.py", "prose.py", "tools.py", "version", "weights.py":
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
