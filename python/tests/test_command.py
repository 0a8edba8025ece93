"""`python -m kumiki`, the command of the wheel."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PROGRAM = """
import kumiki

def count(state, action, env):
    state["/count"] = state["/count"] + 1

store = kumiki.Store(kumiki.Loop(), kumiki.Reducer(count), {"count": 0})
for _ in range(3):
    store.send("up")
"""


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kumiki", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_a_program_is_recorded_and_its_log_read(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    command = ["record", "--output", "a.log", "--", sys.executable, "program.py"]
    recorded = run(*command, folder=tmp_path)
    assert recorded.returncode == 0, recorded.stderr
    assert "a.log: 3 steps; the last one is step 3, up" in recorded.stderr
    shown = run("show", "a.log", "--json", folder=tmp_path).stdout.splitlines()
    assert [json.loads(line)["patch"][0]["value"] for line in shown] == [1, 2, 3]
    found = run("bisect", "a.log", "--until", "/count > 1", folder=tmp_path)
    assert "step 2 is the first" in found.stdout


def test_an_unknown_command_gets_the_list(tmp_path: Path) -> None:
    refused = run("shwo", folder=tmp_path)
    assert refused.returncode == 2
    assert "generate, check, graph, record, show" in refused.stderr
