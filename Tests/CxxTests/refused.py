#!/usr/bin/env python3
"""Compiles a file with the given command, whose last argument is the file. The compiler must refuse the marked lines,
and no others."""

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
wanted = {number for number, line in lines if line.endswith("// refused")}
if wrong := sorted(told ^ wanted):
    sys.exit(f"{done.stderr}lines {wrong} should be refused, or should not")
print(f"{len(wanted)} uses are refused")
