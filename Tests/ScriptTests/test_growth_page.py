"""The growth page has a place for each measured table."""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Benchmarks"))

from themes import PLOTS  # noqa: E402


class GrowthPage(unittest.TestCase):
    def test_each_table_has_one_place(self):
        page = (ROOT / "docs/engine/performance.md").read_text()
        for plot in PLOTS:
            with self.subTest(plot.name):
                self.assertEqual(page.count(f"<!-- {plot.name} -->"), 1)
                self.assertEqual(page.count(f"<!-- /{plot.name} -->"), 1)


if __name__ == "__main__":
    unittest.main()
