"""A feature's types also apply in databases, test stores, scoped stores, lists and derived values."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import kumiki
import pytest
from kumiki import Case, Database, Derived, Env, KumikiError, List, Loop, Place, Recorder, Replay
from kumiki import State, Store, Types
from kumiki.testing import TestStore


@dataclass
class Row:
    id: str
    title: str = ""


@dataclass
class Screen:
    id: int
    element: Row


@dataclass
class Whole:
    rows: list[Row] = field(default_factory=lambda: [Row("a", "x"), Row("b", "y")])
    path: list[Screen] = field(default_factory=list)
    first: Row | None = None
    query: str = ""


@dataclass(frozen=True)
class Take(Case, name="take"):
    value: str


@dataclass(frozen=True)
class Rename(Case, name="rename"):
    value: str


rows = Place[list[Row]]("/rows", list[Row])
path = Place[list[Screen]]("/path", list[Screen])
first = Place[Row | None]("/first", Row | None)
query = Place[str]("/query", str)
types: Types[Whole, Take] = Types(Whole, Take)
row_types: Types[Row, Rename] = Types(Row, Rename)


@types.reducer
def feature(state: State[Whole], action: Take, env: Env) -> None:
    row = state.row(rows, action.value)
    assert row is not None
    state[first] = row
    state.push(path, row)


@row_types.reducer
def row_feature(state: State[Row], action: Rename, env: Env) -> None:
    state["/title"] = action.value


app = feature.for_each(rows, "rows", row_feature).stack(path, "path", kumiki.empty())


def test_M194_a_row_and_an_element_of_a_store_are_of_the_places_type(loop: Loop) -> None:
    store = Store(loop, app, Whole())
    store.send(Take("a"))
    assert store.row(rows, "b") == Row("b", "y")
    assert store.row(path, 0) == Screen(0, Row("a", "x"))
    assert store.row("/rows", "b") == {"id": "b", "title": "y"}
    with pytest.raises(KumikiError, match="NOT_FOUND"):
        store.row(rows, "c")
    wrong = Place[list[Screen]]("/rows", list[Screen])
    with pytest.raises(KumikiError, match="DECODE at /rows/-/"):
        store.row(wrong, "b")


def test_M194_a_view_is_of_its_places_type(loop: Loop) -> None:
    store = Store(loop, app, Whole())
    store.send(Take("a"))
    assert store.scope(first, "first").state == Row("a", "x")
    assert store.scope("/first", "first").state == {"id": "a", "title": "x"}
    view = store.scope_element(rows, "rows", "b", row_types)
    view.send(Rename("z"))
    assert view.state == Row("b", "z") == store.scope_element(rows, "rows", "b").state
    element: Any = store.scope_element(path, "path", 0).state
    assert element == Row("a", "x")


def test_M194_test_stores_and_replays_read_their_types(tmp_path: Path) -> None:
    with TestStore(app, Whole()) as test:
        test.set_exhaustive(False)
        test.send(Take("a"))
        test.set_exhaustive(True)
        assert test.state.first == test.store.state.first == Row("a", "x")
    with Loop(virtual=True) as loop:
        store = Store(loop, app, Whole())
        with Recorder(store, tmp_path / "log"):
            store.send(Take("b"))
    with Replay(tmp_path / "log", app) as replay:
        replay.run()
        assert replay.store.state.first == Row("b", "y")


def test_M194_a_store_of_a_database_is_of_its_reducers_types(loop: Loop, tmp_path: Path) -> None:
    with Database(tmp_path / "app.db") as database:
        store: Store[Whole, Take] = database.open(loop, app, Whole())
        store.send(Take("a"))
        mailbox = store.mailbox()
        mailbox.post(Take("b"))
        loop.dispatch()
        assert store.state.first == Row("b", "y")


def test_M194_lists_of_places_are_typed_and_so_is_what_their_functions_receive(loop: Loop) -> None:
    store = Store(loop, app, Whole(query="y"))
    received: list[Any] = []

    def is_shown(row: Row, text: str) -> bool:
        received.append(row)
        return text in row.title

    shown = List(store, rows, sort=[Place[str]("/title", str)], filter=is_shown, parameters=[query])
    assert shown[0] == Row("b", "y") and list(shown) == [Row("b", "y")] and received[0] == Row("a", "x")
    assert List(store, "/rows")[0] == {"id": "a", "title": "x"}


def test_M194_a_derived_value_may_have_a_type(loop: Loop) -> None:
    store = Store(loop, app, Whole())
    shown = Derived(store, lambda it: it[rows][:1], type=list[Row], places=[rows])
    told: list[list[Row]] = []
    shown.observe(told.append)
    assert shown.value == [Row("a", "x")] == told[0]
    plain = Derived(store, lambda it: it[rows][0])
    assert plain.value == {"id": "a", "title": "x"}
    with pytest.raises(TypeError, match="is not a type that JSON can be read as"):
        Derived(store, lambda it: 1j, type=complex)


def test_M195_types_by_hand_have_no_hash() -> None:
    with pytest.raises(KumikiError) as refused:
        types.expect(feature)
    assert "Types.expect: expected types that `kumiki generate` made" in refused.value.message
    assert "found types written by hand" in refused.value.message
