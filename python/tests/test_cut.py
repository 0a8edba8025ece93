"""`kumiki cut --test python`: the test that it writes passes, and fails with another feature."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import kumiki
from kumiki import Effect, Loop, Reducer, Store

KUMIKI = Path(__file__).resolve().parents[2] / "tools/kumiki"


def feature(by: int) -> Reducer[object, object]:
    def step(state: kumiki.State, action: kumiki.Action, env: kumiki.Env) -> Effect | None:
        if action == "later":
            return Effect.after(1, "add")
        if action == "add":
            state["/count"] += by
        if action == "name":
            state["/id"] = str(env.uuid())
        return None

    return Reducer(step)


def test_a_cut_test_passes_and_fails_with_another_feature(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "a.log"
    monkeypatch.setenv("KUMIKI_RECORD", str(log))
    with Loop(virtual=True) as loop, Store(loop, feature(1), {"count": 0, "it's": 'a "b"'}) as store:
        for action in ("add", "later", "name"):
            store.send(action)
        loop.advance(1)
    monkeypatch.delenv("KUMIKI_RECORD")
    command = [sys.executable, str(KUMIKI), "cut", str(log), "1", "4", "--test", "python"]
    code = subprocess.run(
        [*command, "--reducer", "counted:feature()"], check=True, capture_output=True, text=True
    ).stdout
    for by in (1, 2):
        module = ModuleType("counted")
        module.__dict__["feature"] = lambda by=by: feature(by)
        monkeypatch.setitem(sys.modules, "counted", module)
        names: dict[str, object] = {}
        exec(compile(code, "test_cut_log.py", "exec"), names)
        test = names["test_steps_1_to_4"]
        assert callable(test)
        if by == 1:
            test()
        else:
            with pytest.raises(AssertionError):
                test()
