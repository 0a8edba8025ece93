"""The profile of the library (Benchmarks/training.py): one line for each function that runs often."""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Benchmarks"), str(ROOT / "scripts")]
import training  # noqa: E402

MERGED = """# IR level Instrumentation Flag
:ir
$s4Kiln4fireyyF
# Func Hash:
17
# Num Counters:
2
# Counter Values:
200000
3

$s4Kiln4coolyyF
# Func Hash:
18
# Num Counters:
1
# Counter Values:
99999

json_reader.c;read_value
# Func Hash:
19
# Num Counters:
1
# Counter Values:
100000
# Num Value Kinds:
1
# ValueKind = IPVK_MemOPSize:
1
"""


class Profile(unittest.TestCase):
    def test_each_function_that_runs_often_is_one_line_and_its_counts_end_with_no_bitmap_bytes(self) -> None:
        self.assertEqual(training.often_run(MERGED), (
            ":ir\n"
            "$s4Kiln4fireyyF\t17\t2\t200000\t3\t$0\n"
            "json_reader.c;read_value\t19\t1\t100000\t$0\t1\t1\n"))

    def test_the_profile_in_the_repository_names_no_folder(self) -> None:
        self.assertNotIn("/", training.FILE.read_text())


if __name__ == "__main__":
    unittest.main()
