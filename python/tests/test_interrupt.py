"""Bursts that a program ends: by a deadline, by an exception, by their limit."""

from __future__ import annotations

from typing import Any

import pytest
from kumiki import Effect, Issue, Loop, Store, reducer


@reducer
def again(state: Any, action: Any, env: Any) -> Effect:
    state["/count"] += 1
    return Effect.send("again")


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_an_exception_of_a_deadline_ends_the_burst(error: type[BaseException]) -> None:
    issues: list[Issue] = []
    asked: list[None] = []

    def is_over() -> bool:
        asked.append(None)
        if len(asked) == 3:
            raise error("enough")
        return False

    with Loop(virtual=True) as loop:
        loop.on_issue(issues.append)
        store = Store(loop, again, {"count": 0})
        loop.set_interrupt(is_over)
        with pytest.raises(error, match="enough"):
            store.send("again")
        assert len(asked) == 3
        assert store.state["count"] == 48
        loop.set_interrupt(None)
    assert [issue.code for issue in issues] == ["interrupted-burst"]


def test_also_where_the_burst_begins_in_a_turn() -> None:
    def is_over() -> bool:
        raise RuntimeError("enough")

    with Loop(virtual=True) as loop:
        loop.on_issue(lambda issue: None)
        store = Store(loop, again, {"count": 0})
        loop.set_interrupt(is_over)
        store.mailbox().post("again")
        with pytest.raises(RuntimeError, match="enough"):
            loop.run_until_idle()
        assert store.state["count"] == 16
        loop.set_interrupt(None)


def test_a_burst_without_an_end_names_the_option_as_it_is_here() -> None:
    issues: list[Issue] = []
    with Loop(virtual=True, burst_limit=100) as loop:
        loop.on_issue(issues.append)
        Store(loop, again, {"count": 0}).send("again")
    assert [issue.code for issue in issues] == ["endless-burst"]
    assert "asks the loop for it (Loop(burst_limit=...))" in issues[0].message
