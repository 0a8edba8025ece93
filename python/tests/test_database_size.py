"""How large the file of a database becomes."""

from __future__ import annotations

from pathlib import Path

import pytest
from databases import counted, rows, undoable_text
from features import FIRST, kept
from kumiki import Database, Loop


def test_Z72_of_a_large_history_what_is_undone_first_stays(loop: Loop, path: Path) -> None:
    with Database(path, history_bytes=100_000) as database:
        store = database.open(loop, undoable_text(), {"text": "", "history": None})
        for number in range(8):
            store.send({"text": str(number) * 30_000})
    with Database(path) as database:
        store = database.open(loop, undoable_text())
        assert store["/history"] == {"undo": 3, "redo": 0}
        store.send("undo")
        assert store["/text"] == "6" * 30_000


@pytest.mark.parametrize("batch", [1, 3, 1000])
def test_Z62_steps_are_compacted(loop: Loop, path: Path, batch: int) -> None:
    with Database(path, compact_steps=10, batch_steps=batch) as database:
        counted(database.open(loop, kept(), FIRST), 47)
        database.flush()
        assert rows(path, "SELECT step FROM kumiki_moment") == [(40,)]
        assert rows(path, "SELECT count(*), max(step) FROM kumiki_step") == [(7, 47)]
    with Database(path) as database:
        assert database.open(loop, kept())["/n"] == 47


BYTES_OF_STEPS = "SELECT coalesce(sum(length(record)), 0) FROM kumiki_step"


def test_Z98_steps_take_bounded_bytes(loop: Loop, path: Path) -> None:
    with Database(path, compact_bytes=2000) as database:
        store = database.open(loop, kept(), FIRST)
        for _ in range(100):
            counted(store, 1)
            database.flush()
            ((taken,),) = rows(path, BYTES_OF_STEPS)
            assert taken < 2300
        ((step,),) = rows(path, "SELECT step FROM kumiki_moment")
        assert 60 <= step <= 100
        counted(store, 100)
    with Database(path) as database:
        assert database.open(loop, kept())["/n"] == 200


def test_Z98_a_state_is_not_written_again_for_fewer_bytes_than_it_has(
    loop: Loop, path: Path
) -> None:
    with Database(path, compact_bytes=0) as database:
        store = database.open(loop, kept(), {**FIRST, "text": "\u00e9" * 10_000})
        taken = 0
        while rows(path, "SELECT coalesce(max(step), 0) FROM kumiki_moment") == [(0,)]:
            counted(store, 1)
            database.flush()
            taken = max(taken, rows(path, BYTES_OF_STEPS)[0][0])
        assert 20_000 <= taken < 21_000


def test_Z71_a_note_beside_a_large_state_does_not_write_the_state(loop: Loop, path: Path) -> None:
    with Database(path) as database:
        store = database.open(loop, kept(), {**FIRST, "text": "x" * 1_000_000})
        for _ in range(10):
            store.send("open")
            database.flush()
        assert path.with_name("app.db-wal").stat().st_size < 2_000_000
        sheet = store.presentation_id("/sheet")
    with Database(path) as database:
        assert database.open(loop, kept()).presentation_id("/sheet") == sheet
