"""Databases: stores in an SQLite file.

The ids are from docs/rules.txt.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import kumiki
from databases import counted, rows, undoable_text
from features import FIRST, kept
from kumiki import Action, Database, Env, Loop, State


def test_Z60_a_store_goes_on_with_its_ids_and_effects(loop: Loop, path: Path) -> None:
    with Database(path) as database:
        store = database.open(loop, kept(), FIRST)
        counted(store, 25)
        store.send("open")
        store.send("work")
        before = (store.state, store.presentation_id("/sheet"), store.effect_count)
    assert store.closed
    assert before[0]["n"] == 25 and before[2] == 1
    for _ in range(2):
        with Database(path) as database:
            store = database.open(loop, kept())
            assert (store.state, store.presentation_id("/sheet"), store.effect_count) == before


def test_Z72_a_store_goes_on_with_its_history(loop: Loop, path: Path) -> None:
    with Database(path, compact_steps=3) as database:
        store = database.open(loop, undoable_text(), {"text": "", "history": None})
        for text in "abcd":
            store.send({"text": text})
        store.send("undo")
    for text in ["b", "a", "", ""]:
        with Database(path) as database:
            store = database.open(loop, undoable_text())
            store.send("undo")
            assert store["/text"] == text
    with Database(path) as database:
        store = database.open(loop, undoable_text())
        for text in "abcdd":
            store.send("redo")
            assert store["/text"] == text


def test_Z60_a_store_goes_on_after_a_restore(loop: Loop, path: Path) -> None:
    with Database(path) as database:
        store = database.open(loop, kept(), FIRST)
        counted(store, 3)
        moment = store.snapshot()
        counted(store, 4)
        store.restore(moment)
        assert counted(store, 1) == 4
    with Database(path) as database:
        assert database.open(loop, kept())["/n"] == 4


def test_Z93_a_store_goes_on_where_its_reducer_was_replaced(loop: Loop, path: Path) -> None:
    with Database(path) as database:
        store = database.open(loop, kept(), FIRST)
        counted(store, 3)
        store.replace_reducer(kept())
        assert counted(store, 1) == 4
    with Database(path) as database:
        assert database.open(loop, kept())["/n"] == 4


def test_Z60_ids_follow_a_row_that_moves(loop: Loop, path: Path) -> None:
    def swap(state: State, action: Action, env: Env) -> None:
        if action.is_case("swap"):
            state.move("/rows/0", "/rows/1")

    feature = kumiki.reducer(swap).for_each("/rows", "rows", kept())
    first = {"rows": [{"id": number, **FIRST} for number in (1, 2)]}
    with Database(path, batch_seconds=1000) as database:
        store = database.open(loop, feature, first)
        store.send({"rows": {"element": {"id": 1, "action": "open"}}})
        before = store.presentation_id("/rows/0/sheet")
        store.send("swap")
    with Database(path) as database:
        store = database.open(loop, feature)
        assert (store["/rows/1/id"], store.presentation_id("/rows/1/sheet")) == (1, before)


def test_Z61_several_stores_are_in_one_file_which_others_read(loop: Loop, path: Path) -> None:
    read = "import kumiki, sys\nwith kumiki.Database(sys.argv[1], read_only=True) as it:\n"
    read += "    print({name: it.snapshot(name).state['n'] for name in it.names()})"
    with Database(path) as database:
        a = database.open(loop, kept(), FIRST, name="a")
        b = database.open(loop, kept(), FIRST, name="b")
        counted(a, 3)
        counted(b, 1)
        database.flush()
        found = subprocess.check_output([sys.executable, "-c", read, path], text=True)
        assert found.strip() == "{'a': 3, 'b': 1}"
        assert rows(path, "SELECT count(*) FROM kumiki_step WHERE store = 'a'") == [(3,)]
        assert database.names() == ["a", "b"] and database.snapshot("c") is None
        a.close()
        a = database.open(loop, kept(), name="a")
        assert (a["/n"], b["/n"]) == (3, 1)
