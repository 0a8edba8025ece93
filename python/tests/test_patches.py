"""Patches of observers, traces and logs, applied in Python."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import kumiki
import pytest
from kumiki import Case, KumikiError, Loop, Recorder, Store, apply_patch


@dataclass
class Row:
    id: int
    title: str = ""


@dataclass
class Board:
    rows: list[Row] = field(default_factory=list[Row])
    query: str = ""


class Point(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Move(Case, name="move"):
    start: int
    end: int


@kumiki.reducer
def feature(state: kumiki.State, action: kumiki.Action, env: kumiki.Env) -> None:
    match action.value:
        case {"add": id}:
            state.append("/rows", {"id": id})
        case {"ask": text}:
            state["/query"] = text
        case "clear":
            state["/rows"] = []


def test_a_copy_follows_the_patches_of_an_observer(loop: Loop) -> None:
    store = Store(loop, feature, {"rows": [], "query": ""})
    copies: list[Any] = [store.state]
    store.observe_patches("", lambda patch: copies.append(apply_patch(copies[-1], patch)))
    for action in ({"add": 1}, {"add": 2}, {"ask": "a"}, "clear"):
        store.send(action)
        assert copies[-1] == store.state
    assert copies[0] == {"rows": [], "query": ""} and len(copies) == 5


def test_an_inverse_patch_leads_back(loop: Loop) -> None:
    store = Store(loop, feature, {"rows": [], "query": ""})
    inverses: list[Any] = []
    store.observe_changes("", lambda _, inverse: inverses.append(inverse))
    store.send({"add": 1})
    assert apply_patch(store.state, inverses[0]) == {"rows": [], "query": ""}


def test_the_patches_of_a_log_lead_to_its_state(loop: Loop, tmp_path: Path) -> None:
    store = Store(loop, feature, {"rows": [], "query": ""})
    traced: list[Any] = []
    store.trace(lambda step: traced.extend(step["patch"]))
    with Recorder(store, tmp_path / "log"):
        store.send({"add": 1})
        store.send({"ask": "b"})
    _, first, *steps = map(json.loads, (tmp_path / "log").read_text().splitlines())
    state = first["state"]
    for step in steps:
        state = apply_patch(state, step["patch"])
    assert state == store.state == apply_patch(first["state"], traced)


def test_the_result_has_the_class_of_the_value() -> None:
    board = Board([Row(1, "a")])
    patched: Board = apply_patch(board, [{"op": "replace", "path": "/rows/0/title", "value": "b"}])
    assert patched == Board([Row(1, "b")]) and board == Board([Row(1, "a")])
    assert apply_patch(Point(1, 2), [{"op": "replace", "path": "/1", "value": 5}]) == Point(1, 5)
    moved = apply_patch(Move(0, 2), [{"op": "replace", "path": "/move/end", "value": 3}])
    assert moved == Move(0, 3)
    assert apply_patch(board, [{"op": "remove", "path": ""}]) is None
    assert apply_patch([1, 2], [{"op": "add", "path": "/-", "value": 3}]) == [1, 2, 3]


def test_a_model_stays_a_model() -> None:
    pydantic = pytest.importorskip("pydantic")

    class Model(pydantic.BaseModel):  # type: ignore[name-defined, misc]
        count: int = 0

    assert apply_patch(Model(), [{"op": "replace", "path": "/count", "value": 4}]) == Model(count=4)


@pytest.mark.parametrize(
    "patch, told",
    [
        ([{"op": "replace", "path": "/quer", "value": 1}], "NOT_FOUND at /0: nothing is at"),
        ([{"op": "rotate", "path": "/query"}], "DECODE at /0/op"),
        ([{"op": "replace", "path": "/query", "value": 3}], "DECODE at /query: found 3, expected a text"),
        ({"op": "remove"}, "DECODE"),
    ],
)
def test_a_patch_that_does_not_apply_is_refused_with_its_place(patch: Any, told: str) -> None:
    board = Board()
    with pytest.raises(KumikiError) as refused:
        apply_patch(board, patch)
    assert str(refused.value).startswith(told) and "kmk_" not in refused.value.message
    assert board == Board()
