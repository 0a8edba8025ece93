"""Malformed pointers and damaged lines of a log: the message names the problem and its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import kumiki
import pytest
from kumiki import Action, Derived, Env, KumikiError, List, Loop, Place, Recorder, Replay, State, Status
from kumiki import Store

WRITES: list[Callable[[State], Any]] = [
    lambda state: state.__setitem__("count", 1),
    lambda state: state["count"],
    lambda state: state.get("count", 3),
    lambda state: "count" in state,
    lambda state: state.__delitem__("count"),
    lambda state: state.insert("count", 1),
    lambda state: state.move("/a", "count"),
    lambda state: state.view("count"),
    lambda state: state.row("count", 1),
    lambda state: state.set_row("/rows", 1, "count", 2),
    lambda state: state.push("count", {}),
    lambda state: state.count("count"),
    lambda state: state[Place[int]("count", int)],
]

READS: list[Callable[[Store], Any]] = [
    lambda store: store["count"],
    lambda store: store.get("count", 3),
    lambda store: store.view("count"),
    lambda store: store.row("count", 1),
    lambda store: store.observe("count", print),
    lambda store: store.observe_ids("count", print),
    lambda store: store.scope("count", "count"),
    lambda store: store.presentation_id("count"),
    lambda store: List(store, "count"),
    lambda store: List(store, "/rows", sort=["-count"]),
    lambda store: List(store, "/rows", group="count"),
    lambda store: Derived(store, lambda it: 1, places=["count"]),
]

SAID = 'found "count", expected a JSON Pointer, which is "" or begins with "/"; did you mean "/count"?'


@pytest.mark.parametrize("use", WRITES)
def test_M195_a_pointer_that_is_none_is_told_in_a_reducer(use: Callable[[State], Any], loop: Loop) -> None:
    def reduce(state: State, action: Action, env: Env) -> None:
        use(state)

    store = Store(loop, kumiki.reducer(reduce), {"count": 0, "a": 1, "rows": []})
    with pytest.raises(KumikiError) as refused:
        store.send("go")
    assert (refused.value.status, refused.value.message) == (Status.INVALID_ARGUMENT, SAID)
    assert store.state == {"count": 0, "a": 1, "rows": []}


@pytest.mark.parametrize("use", READS)
def test_M195_a_pointer_that_is_none_is_told_by_a_store(use: Callable[[Store], Any], loop: Loop) -> None:
    store = Store(loop, kumiki.empty(), {"count": 0, "rows": []})
    with pytest.raises(KumikiError) as refused:
        use(store)
    assert (refused.value.status, refused.value.message) == (Status.INVALID_ARGUMENT, SAID)


def test_M195_what_was_meant_is_named(loop: Loop) -> None:
    store = Store(loop, kumiki.empty(), {"a": {"b~c": 1}})
    for pointer, said in [("a.b", '"/a/b"'), ("a/b.c", '"/a/b.c"'), ("/a/b~c", '"~" is written "~0"')]:
        with pytest.raises(KumikiError) as refused:
            store[pointer]
        assert said in refused.value.message
    assert store["/a/b~0c"] == 1


def test_M195_a_damaged_line_of_a_log_is_told_with_the_byte_of_the_file(tmp_path: Path) -> None:
    def reduce(state: State, action: Action, env: Env) -> None:
        state["/n"] += 1

    log, counter = tmp_path / "a.log", kumiki.reducer(reduce)
    with Loop(virtual=True) as loop:
        store = Store(loop, counter, {"n": 0})
        with Recorder(store, log):
            for _ in range(4):
                store.send("x")
    lines = log.read_bytes().splitlines(keepends=True)
    lines[4] = lines[4][:30] + b"\n"
    log.write_bytes(b"".join(lines))
    begin = sum(map(len, lines[:4]))
    with Replay(log, counter) as replay, pytest.raises(KumikiError) as damaged:
        replay.run()
    position = damaged.value.position
    assert begin <= position <= begin + len(lines[4])
    assert f"{log} is damaged at byte {position}: the line there: " in damaged.value.message
