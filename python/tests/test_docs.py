"""Runs each block of Python in the pages, which must do what the page says."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*ROOT.glob("*.md"), ROOT / "python/README.md", *ROOT.glob("docs/**/*.md")]
BLOCK = re.compile(r"^```python\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?", re.M | re.S)
PROGRAMS = [
    pytest.param(page, *block.groups(""), id=f"{page.relative_to(ROOT)}:{number}")
    for page in sorted(PAGES)
    for number, block in enumerate(BLOCK.finditer(page.read_text()), 1)
]


def test_the_pages_have_programs() -> None:
    assert len(PROGRAMS) >= 8


@pytest.mark.parametrize("page, program, printed", PROGRAMS)
def test_a_program_runs_and_prints_what_stands_below_it(
    page: Path,
    program: str,
    printed: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = ModuleType("page")
    monkeypatch.setitem(sys.modules, "page", module)  # a dataclass looks up names there
    names = module.__dict__
    exec(compile(program, page.name, "exec", dont_inherit=True), names)
    for name, value in list(names.items()):
        if name.startswith("test_") and callable(value):
            value()
    names.clear()  # a reducer of a module lives as long as the module
    assert capsys.readouterr().out == printed
