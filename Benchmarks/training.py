"""Records how often the library's functions run in the benchmarks, for the optimizer (scripts/build-library)."""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import checked
import instructions
import measure

ROOT = measure.tools.ROOT
FILE = ROOT / "Sources/Toolchain/library.profile"
FOLDER = ROOT / "build/profile"
# The number of operations of a row in docs/house.txt, and of inputs of a whole program.
OPERATIONS, INPUTS = 1_000_000, 20_000
# Fewer of rows that take long or begin with 100,000 rows: the optimizer should not take their set-up for frequent.
SLOW = {"c.nested-100", "c.append-remove", "c.row-told", "c.row-undoable", "c.row-undone", "c.row-listed", "c.snapshot-restored"}
PROGRAMS = ["contacts-10", "downloads-10"]
# A function that runs less often is left out. Without a profile it is compiled as before.
LEAST = 100_000


def counting_library():
    """Builds a library that counts how often each part of its code runs."""
    library = FOLDER / "lib" / measure.tools.library().name
    command = [ROOT / "scripts/build-library", "--profile", "record", "--output", library]
    measure.run([*command, "--scratch-path", ROOT / ".build/profile"])
    return library


def count(library):
    """Runs the benchmarks with the library, and returns the merged counts as text."""
    rows, programs = measure.rows(), checked.programs()
    names = [name for name in instructions.HOUSE if name.startswith("c.")]
    wanted = [(rows, name, OPERATIONS // 10 if name in SLOW else OPERATIONS) for name in names]
    wanted += [(programs, name, INPUTS) for name in PROGRAMS]
    raw = FOLDER / "raw"
    shutil.rmtree(raw, ignore_errors=True)
    same = instructions.SAME | {"LLVM_PROFILE_FILE": f"{raw}/%p.profraw", "LD_LIBRARY_PATH": str(library.parent)}

    def run(program, name, times):
        done = subprocess.run([program, name, str(times)], env=os.environ | same, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"run: {name}: {done.stderr}")

    with ThreadPoolExecutor(measure.tools.processors()) as pool:
        list(pool.map(lambda each: run(*each), wanted))
    profdata = Path(measure.tools.output([ROOT / "scripts/find-clang"]).strip()).with_name("llvm-profdata")
    return measure.tools.output([profdata, "merge", "-sparse", "-text", "-o", "-", *raw.glob("*.profraw")])


def often_run(text):
    """The functions of a profile that run often, each in one line: the lines of its block, with tabs between them."""
    header, blocks = re.match(r"(?:[#:].*\n)+", text)[0], re.split(r"\n\n+", text.strip())
    blocks[0] = blocks[0].removeprefix(header)
    functions = [function for function in map(line_of, blocks) if function]
    return "".join(f"{line}\n" for line in [":ir", *functions])


def line_of(block):
    """A function in one line: its name, the hash of its branches, the number of counts, the counts, $0, and the values that it
    met. None for a function that runs seldom.

    $0 is the number of bitmap bytes. Without it, a next name that begins with $, as Swift's do, would be read as this number.
    """
    lines = [line for line in block.split("\n") if line[0] != "#"]
    end = 3 + int(lines[2])
    if max(map(int, lines[3:end])) < LEAST:
        return None
    return "\t".join([*lines[:end], "$0", *lines[end:]])


def run():
    text = often_run(count(counting_library()))
    FILE.write_text(text)
    print(f"{measure.tools.relative(FILE)}: {text.count(chr(10)) - 1:,} functions")
