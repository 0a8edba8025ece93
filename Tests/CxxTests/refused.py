#!/usr/bin/env python3
"""Compiles a file with the given command, whose last argument is the file. The compiler must refuse the marked lines,
and no others. If a mark has words, `// refused: words`, the compiler must print the words, and one error for each mark."""

import re
import subprocess
import sys
from pathlib import Path

*COMMAND, SOURCE = sys.argv[1:]
LIMITS = {"clang": ["-ferror-limit=0"], "swiftc": []}
ALL_OF_THEM = next((limit for name, limit in LIMITS.items() if name in sys.argv[1]), ["-fmax-errors=0"])

done = subprocess.run([*COMMAND, *ALL_OF_THEM, SOURCE], text=True, capture_output=True)
place = rf"{re.escape(Path(SOURCE).name)}:(\d+):\d+"
told = {int(number) for number in re.findall(place, done.stderr)}
lines = enumerate(Path(SOURCE).read_text().splitlines(), 1)
marks = {number: found[1] for number, line in lines if (found := re.search(r"// refused(?:: (.+))?$", line))}
wanted = set(marks)
if wrong := sorted(told ^ wanted):
    sys.exit(f"{done.stderr}lines {wrong} should be refused, or should not")
if missing := [words for words in marks.values() if words and words not in done.stderr]:
    sys.exit(f"{done.stderr}the compiler does not print: {missing}")
errors = len(re.findall(r": error: ", done.stderr))
if any(marks.values()) and errors != len(marks):
    sys.exit(f"{done.stderr}{errors} errors for {len(marks)} lines")
print(f"{len(wanted)} uses are refused")
