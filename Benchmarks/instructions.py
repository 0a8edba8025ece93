"""Counts the instructions of one operation with callgrind. The count does not depend on the machine's load."""

import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import measure

# The rows in C and C++ whose figures are in docs/house.txt: a few of each theme.
HOUSE = [
    "c.counter", "c.presented", "c.present", "c.nested-100", "c.effect", "c.effect-send", "c.request", "c.row-of-10", "c.append-remove",
    "c.row-told", "c.row-undoable", "c.row-undone", "c.row-listed", "c.observers", "c.state", "c.text-fresh", "c.text-again",
    "c.in-out", "c.derived-asked", "c.derived-elsewhere", "c.untraced", "c.traced", "c.traced-inverse", "c.recorded",
    "c.snapshot-restored",
    "cxx.case-last", "cxx.case-none", "cxx.which-last",
]
# The number of operations before the measured ones, and of the measured ones.
WARM_UP, COUNTED = 1000, 2000
# No random hash seeds, and the C library's generic functions: so the figures are the same everywhere. Nothing else is in the
# environment, because it moves the stack: strcmp takes longer for a text on the stack that ends near a page's end.
SAME = {
    "SWIFT_DETERMINISTIC_HASHING": "1",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX2,-AVX,-ERMS,-FSRM,-BMI2,-MOVBE,-RTM,-SSE4_2,-SSSE3",
}


def collected(program, row, times, env):
    """All instructions of a run."""
    counter = [shutil.which("valgrind"), "--tool=callgrind", "--callgrind-out-file=/dev/null", f"./{program.name}", row, str(times)]
    done = subprocess.run(counter, cwd=program.parent, env=SAME | env, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"run: {row}: {done.stderr}")
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def of_operation(program, row, env=None, warm_up=WARM_UP, counted=COUNTED):
    """The instructions of one operation: the increase from further operations, divided by their number."""
    fewer, more = (collected(program, row, times, env or {}) for times in (warm_up, warm_up + counted))
    return (more - fewer) / counted


def house():
    """Name -> instructions, for the rows in docs/house.txt."""
    programs = {"c": measure.rows(), "cxx": measure.rows_cxx()}
    with ThreadPoolExecutor(measure.tools.processors()) as pool:
        counts = pool.map(lambda row: of_operation(programs[row.split(".")[0]], row), HOUSE)
        return dict(zip(HOUSE, map(round, counts)))


def run():
    for row, count in house().items():
        print(f"{row:20} {count:10,}")
