#!/usr/bin/env python3
"""Files for `kumiki generate`: shapes and JSON Schema. It must raise a GenerateError for a file that it cannot read.

    Tests/Fuzz/fuzz_generate.py [SECONDS | FILE...]

If atheris is installed (pip install atheris), it searches for new branches. Otherwise the changes are random.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CORPUS = ROOT / "Tests/Fuzz/corpus/generate"
sys.path.insert(0, str(ROOT / "tools"))
sys.dont_write_bytecode = True
try:
    import atheris
except ImportError:
    atheris = None
if atheris is not None:
    with atheris.instrument_imports():
        from generate import __main__ as command
        from generate.model import GenerateError
else:
    from generate import __main__ as command
    from generate.model import GenerateError

FILE = Path(tempfile.mkdtemp()) / "input.shape"


def generate(data: bytes) -> None:
    FILE.write_bytes(data)
    for language in command.LANGUAGES:
        try:
            command.generate(FILE, language, None)
        except GenerateError:
            pass


def mutated(inputs: list[bytes], chance: random.Random) -> bytes:
    data = bytearray(chance.choice(inputs))
    for _ in range(chance.randint(1, 6)):
        at, other = chance.randint(0, len(data)), chance.choice(inputs)
        cut = chance.randint(0, len(other))
        piece = chance.choice([other[cut:cut + chance.randint(0, 20)], bytes([chance.randrange(256)]),
                               b"null", b"[]", b"{}", b"5", b'"$ref"'])
        data[at:at + chance.randint(0, 8)] = piece
    return bytes(data)


def by_chance(inputs: list[bytes], seconds: float) -> int:
    chance, end, count = random.Random(1), time.monotonic() + seconds, 0
    while time.monotonic() < end:
        data = mutated(inputs, chance)
        count += 1
        try:
            generate(data)
        except Exception:
            print(f"generate: broken by {data!r}", file=sys.stderr)
            raise
    return count


def by_branches(seconds: float) -> None:
    body: Callable[[bytes], None] = generate
    found = ROOT / "build/fuzz/generate/found"
    found.mkdir(parents=True, exist_ok=True)
    atheris.Setup([sys.argv[0], f"-max_total_time={int(seconds)}", f"-artifact_prefix={found.parent}/",
                   str(found), str(CORPUS)], body)
    atheris.Fuzz()


def main() -> None:
    inputs = [file.read_bytes() for file in sorted(CORPUS.iterdir())]
    if sys.argv[1:] and not sys.argv[1].replace(".", "").isdigit():
        inputs = [Path(name).read_bytes() for name in sys.argv[1:]]
    for data in inputs:
        generate(data)
    seconds = float(sys.argv[1]) if len(sys.argv) == 2 and len(inputs) > 1 else 0
    if seconds and atheris is not None and os.environ.get("KUMIKI_BY_CHANCE") is None:
        by_branches(seconds)
    else:
        print(f"generate: inputs tried: {len(inputs) + by_chance(inputs, seconds)}")


if __name__ == "__main__":
    main()
