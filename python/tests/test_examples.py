"""The examples print their expected output, and the package contains everything they need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import kumiki
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples-python"


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("[0-9]*.py")), ids=lambda path: path.stem)
def test_an_example_prints_what_is_expected(example: Path) -> None:
    done = subprocess.run(
        [sys.executable, example], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.stdout == (EXAMPLES / "expected" / f"{example.stem}.txt").read_text()
    assert done.returncode == 0


def test_who_carries_somebody_elses_library_carries_its_licence() -> None:
    held = {path.name for path in (Path(kumiki.__file__).parent / "_lib").iterdir()}
    assert {"libkumiki.so.0", "libjansson.so.4", "LICENSE", "LICENSE.jansson"} <= held
