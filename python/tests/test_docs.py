"""The programs of docs/python.md do what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs/python.md"
BLOCKS = re.findall(
    r"^```python\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?", PAGE.read_text(), re.M | re.S
)


def test_the_page_has_programs() -> None:
    assert len(BLOCKS) >= 7


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_a_program_runs_and_prints_what_stands_below_it(
    number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    program, printed = BLOCKS[number]
    names: dict[str, object] = {"__name__": "page"}
    exec(compile(program, f"{PAGE.name}, program {number + 1}", "exec"), names)
    for name, value in list(names.items()):
        if name.startswith("test_") and callable(value):
            value()
    names.clear()  # a reducer of a module lives as long as the module
    assert capsys.readouterr().out == printed
