"""The pages have a place for each measured table."""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Benchmarks"))

from themes import PLOTS  # noqa: E402


class GrowthPage(unittest.TestCase):
    def test_each_table_has_one_place(self):
        self.check("docs/engine/performance.md", [plot.name for plot in PLOTS])
        self.check("docs/why.md", ["peers", "lists"])

    def check(self, path, names):
        page = (ROOT / path).read_text()
        for name in names:
            with self.subTest(name):
                self.assertEqual(page.count(f"<!-- {name} -->"), 1)
                self.assertEqual(page.count(f"<!-- /{name} -->"), 1)


if __name__ == "__main__":
    unittest.main()
