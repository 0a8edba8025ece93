"""Rows that a reducer counts without reading each row."""

from __future__ import annotations

from typing import Any

import kumiki
import pytest
from kumiki import KumikiError, Loop, Store

ROWS = [{"k": "x", "n": 3}, {"k": "y", "n": 1}, {"k": "x", "n": 2}]


@kumiki.reducer
def count(state: kumiki.State, action: kumiki.Action, env: kumiki.Env) -> None:
    if (write := action.payload("put")) is not None:
        state[write["pointer"]] = write["value"]
    of = action.payload("count") or ["x"]
    state["/found"] = state.totals("/rows", "/k", *of)
    assert state.count("/rows", "/k", *of) == state["/found"]["count"]


def found(store: Store, action: Any) -> Any:
    store.send(action)
    return store.get("/found")


def of(count: int, **numbers: int) -> dict[str, Any]:
    return {"count": count, "numbers": {"/n": {"count": count, **numbers}}}


def test_a_reducer_counts_rows(loop: Loop) -> None:
    store = Store(loop, count.indexed("/rows", "/k", numbers=["/n"]), {"rows": ROWS})
    assert found(store, {"count": ["x"]}) == of(2, sum=5, min=2, max=3)
    put = {"put": {"pointer": "/rows/1/k", "value": "x"}}
    assert found(store, put) == of(3, sum=6, min=1, max=3)
    assert found(store, {"count": [None]}) == of(0, sum=0)
    assert found(store, {"count": []}) == of(3, sum=6, min=1, max=3)


def test_a_value_is_that_of_a_group(loop: Loop) -> None:
    @kumiki.reducer
    def ask(state: kumiki.State, action: kumiki.Action, env: kumiki.Env) -> None:
        with pytest.raises(KumikiError, match="group"):
            state.count("/rows", value="x")
        state["/all"] = state.count("/rows")

    store = Store(loop, ask.indexed("/rows"), {"rows": ROWS})
    store.send("ask")
    assert store.get("/all") == 3
