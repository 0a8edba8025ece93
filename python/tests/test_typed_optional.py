"""Types that `kumiki generate` wrote for optional.shape: null and missing members are read and written as such."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from kumiki import Effect, Env, Loop, State, Store

# scripts/test-python puts the generated modules there.
GENERATED = Path(__file__).parents[2] / "build/types"
sys.path.insert(0, str(GENERATED))
import optional  # noqa: E402

sent: list[optional.Action] = []


@optional.types.reducer
def feature(state: State[optional.State], action: optional.Action, env: Env) -> Effect | None:
    sent.append(action)
    return None


def test_S51_the_first_state_of_a_store_is_that_of_the_class() -> None:
    with Loop() as loop:
        first: Any = {}
        store = Store(loop, optional.types.declare(feature), first)
        state = store.state
        assert state == optional.State()
        assert state.hull == optional.HullOpen(None)
        assert (state.text, state.mode, state.words, state.note) == ("x", "none", [], None)


@pytest.mark.parametrize(
    ("action", "read"),
    [
        ("open", optional.ActionOpen(None)),
        ({"open": None}, optional.ActionOpen(None)),
        ({"open": {"id": "a"}}, optional.ActionOpen(optional.ActionOpenValue(id="a"))),
        ("pick", optional.ActionPick(None)),
        ("some", optional.ActionSome(None)),
        ("noted", optional.ActionNoted(None)),
    ],
)
def test_S51_a_case_may_be_without_its_optional_payload(action: Any, read: optional.Action) -> None:
    with Loop() as loop:
        store = Store(loop, optional.types.declare(feature), optional.State())
        store.send(action)
        assert sent[-1] == read
        store.send(read)
        assert sent[-1] == read
