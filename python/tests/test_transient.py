"""Transient members: in the state, but in no file."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, TypedDict

import kumiki
import pytest
from kumiki import Case, Database, KumikiError, Loop, Snapshot, State, Store, Types, transient
from kumiki._shapes import cases_of, shape_of


@dataclass
class Row:
    id: int
    seen: Annotated[bool, transient] = False


@dataclass
class Download:
    name: str = ""
    progress: Annotated[float, transient] = 0.0
    hovered: Annotated[int | None, "a note", transient] = None
    rows: list[Row] = field(default_factory=list)


@dataclass(frozen=True)
class Progressed(Case, name="progressed"):
    progress: Annotated[float, transient]


@dataclass(frozen=True)
class Named(Case, name="named"):
    name: str


types: Types[Download, Progressed | Named] = Types(Download, Progressed | Named)


@types.reducer
def download(state: State[Download], action: Progressed | Named, env: kumiki.Env) -> None:
    match action:
        case Progressed(progress):
            state["/progress"] = progress
        case Named(name):
            state["/name"] = name


def test_A131_a_field_is_marked_in_its_annotation() -> None:
    assert shape_of(Download) == (
        "Download = only {name: text = \"\", transient progress: number = 0.0, "
        "transient hovered: integer? = null, rows: [Row] = []}; "
        "Row = only {id: integer, transient seen: boolean = false}; Download"
    )
    assert cases_of(Progressed) == {"progressed": "only {progress: number}"}


def test_A131_a_typed_dict_may_have_transient_members() -> None:
    class Plain(TypedDict, total=False):
        a: Annotated[int, transient]

    assert shape_of(Plain) == "Plain = only {transient a: integer?}; Plain"


def test_A131_a_transient_field_has_a_default() -> None:
    @dataclass
    class Wrong:
        a: Annotated[int, transient]

    wrong: Types[Wrong, Any] = Types(Wrong, Any)
    with Loop() as loop, pytest.raises(KumikiError, match="a default after the kind of a transient member"):
        Store(loop, wrong.declare(kumiki.empty()), Wrong(1))


def test_Z211_a_snapshot_has_no_transient_member(loop: Loop) -> None:
    store = Store(loop, types.declare(download), Download(progress=0.5, rows=[Row(1, True)]))
    moment = store.snapshot()
    assert moment.json()["state"] == {"name": "", "rows": [{"id": 1}]}
    assert moment.state == {"name": "", "rows": [{"id": 1}]}
    again = Store.from_snapshot(loop, types.declare(download), Snapshot(moment.json()))
    assert again.state == Download(rows=[Row(1)])


def test_Z214_a_trace_may_omit_transient_members(loop: Loop) -> None:
    store = Store(loop, types.declare(download), Download())
    all_of_it: list[Any] = []
    some: list[Any] = []
    store.trace(all_of_it.append)
    store.trace(some.append, transient=False)
    store.send(Progressed(0.5))
    assert [len(step["patch"]) for step in all_of_it] == [1]
    assert [step["patch"] for step in some] == [[]]
    assert all_of_it[0]["hash"] == some[0]["hash"]


def test_Z212_a_database_does_not_write_them(loop: Loop, tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with Database(path) as database:
        store = database.open(loop, types.declare(download), Download())
        for percent in range(100):
            store.send(Progressed(percent / 100))
        store.send(Named("a"))
        assert store.state.progress == 0.99
    with Database(path) as database:
        again = database.open(loop, types.declare(download))
        assert again.state == Download(name="a")
    assert b"progress" not in path.read_bytes()
