"""Copies of views and values, and objects that must not be copied."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import kumiki
import pytest
from kumiki import Action, Effect, Env, Loop, Place, Reducer, Sender, Snapshot, State, Store

COPY: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    lambda value: pickle.loads(pickle.dumps(value)),
]


@dataclasses.dataclass
class Shown:
    rows: Any


@pytest.mark.parametrize("copied", COPY)
def test_M197_a_copy_of_a_view_is_lists_and_dicts(copied: Callable[[Any], Any], loop: Loop) -> None:
    store = Store(loop, kumiki.empty(), {"rows": [1, {"a": [2]}]})
    rows = store.view("/rows")
    assert copied(rows) == [1, {"a": [2]}] and type(copied(rows)) is list
    assert type(copied(rows[1])) is dict and type(copied(rows[1])["a"]) is list
    assert dataclasses.asdict(Shown(rows)) == {"rows": [1, {"a": [2]}]}
    store.close()
    assert copied(rows) == [1, {"a": [2]}]


def test_M197_values_that_never_change_are_their_own_copies(loop: Loop) -> None:
    kept: list[Any] = []

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        kept.append(copy.deepcopy(action))
        kept.append(copy.copy(action))
        return None

    reducer: Reducer = kumiki.reducer(reduce)
    store = Store(loop, reducer, {"a": 1})
    store.send({"go": 1})
    assert [each.value for each in kept] == [{"go": 1}] * 2
    values: list[Any] = [reducer, Effect.send("x"), store.snapshot(), Action("x")]
    for value in values:
        assert copy.copy(value) is value and copy.deepcopy([value])[0] is value
    assert pickle.loads(pickle.dumps(Action({"a": 1}))) == {"a": 1}
    place = Place[int]("/a", int)
    assert store[place] == store[pickle.loads(pickle.dumps(place))] == 1
    read: Snapshot = pickle.loads(pickle.dumps(store.snapshot()))
    assert read.state == {"a": 1}


@pytest.mark.parametrize("copied", COPY)
def test_M197_what_is_at_work_or_lent_is_not_copied(copied: Callable[[Any], Any], loop: Loop) -> None:
    refused: list[str] = []

    def refuse(value: Any) -> None:
        with pytest.raises(TypeError, match="cannot be copied or pickled: ") as told:
            copied(value)
        refused.append(str(told.value))

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        refuse(state)
        refuse(env)
        return Effect.start(use)

    def use(send: Sender) -> None:
        refuse(send)

    store = Store(loop, kumiki.reducer(reduce), {"rows": []})
    task = store.send_task("go")
    loop.dispatch()
    rows = kumiki.List(store, "/rows")
    for each in (store, loop, task, rows, store.mailbox(), store.observe("/rows", lambda rows: None)):
        refuse(each)
    assert len(refused) == 9
    assert refused[0] == (
        "a State cannot be copied or pickled: it is lent for one call; copy its content, such as state.value"
    )
