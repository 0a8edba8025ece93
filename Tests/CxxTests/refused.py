#!/usr/bin/env python3
"""Compiles refused.cpp by the command that is given: the marked lines must be refused, and no others."""

import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).with_name("refused.cpp")
ALL_OF_THEM = "-ferror-limit=0" if "clang" in sys.argv[1] else "-fmax-errors=0"

done = subprocess.run([*sys.argv[1:], ALL_OF_THEM, SOURCE], text=True, capture_output=True)
told = {int(number) for number in re.findall(r"refused\.cpp:(\d+):\d+", done.stderr)}
lines = enumerate(SOURCE.read_text().splitlines(), 1)
wanted = {number for number, line in lines if line.endswith("// refused")}
if wrong := sorted(told ^ wanted):
    sys.exit(f"{done.stderr}lines {wrong} should be refused, or should not")
print(f"{len(wanted)} uses are refused")
