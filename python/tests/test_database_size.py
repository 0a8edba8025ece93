"""The size of a database file."""

from __future__ import annotations

from pathlib import Path

import kumiki
import pytest
from databases import counted, refused, rows, undoable_text
from features import FIRST, kept
from kumiki import Action, Database, Env, Loop, State, Status


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


def written(path: Path) -> int:
    """The bytes of all rows except whole states."""
    records = rows(path, BYTES_OF_STEPS)[0][0]
    return int(records + rows(path, "SELECT coalesce(sum(length(patch)), 0) FROM kumiki_note")[0][0])


def test_Z181_what_is_written_of_a_history_is_what_a_step_changed(loop: Loop, path: Path) -> None:
    def mark(state: State, action: Action, env: Env) -> None:
        if action == "all":
            for index in range(len(state["/rows"])):
                state[f"/rows/{index}/read"] = True
        elif action.is_case("one"):
            state[f"/rows/{action.payload('one')}/read"] = 7
        else:
            state["/key"] += 1

    feature = kumiki.reducer(mark).for_each("/rows", "rows", kumiki.reducer(lambda *_: None))
    feature = feature.undoable(state_path="/rows", history_path="/history")
    first = {"rows": [{"id": n, "read": False} for n in range(2000)], "key": 0, "history": None}
    with Database(path) as database:
        store = database.open(loop, feature, first)
        store.send("key")
        store.send("all")
        database.flush()
        log = path.with_name("app.db-wal")  # grows until it has 1,000 pages
        for action in ["key", {"one": 1000}, "undo", "redo", {"one": 3}]:
            before, in_log = written(path), log.stat().st_size
            store.send(action)
            database.flush()
            assert written(path) - before < 1000, action
            assert log.stat().st_size - in_log <= 10 * 4120, action  # frames of pages
    with Database(path) as database:
        store = database.open(loop, feature)
        assert store["/history"] == {"undo": 3, "redo": 0}
        for _ in range(3):
            store.send("undo")
        assert store["/rows/1000"] == {"id": 1000, "read": False}


def test_Z188_actions_are_written_where_that_is_asked_for(loop: Loop, path: Path) -> None:
    def login(state: State, action: Action, env: Env) -> None:
        if action.is_case("login"):
            state["/user"] = "Ada"
            state["/password"] = action.payload("login")

    feature = kumiki.reducer(login).shape("{user: text, password: text = '', large: text?}")
    feature = feature.undoable(history_path=None)
    secrets = ["/password", "login"]
    for keeps_actions in (False, True):
        path.unlink(missing_ok=True)
        with Database(path, keeps_actions=keeps_actions, secret_paths=secrets) as database:
            store = database.open(loop, feature, {"user": ""})
            store.send({"other": "x" * 100_000})
            database.flush()
            records = rows(path, "SELECT record FROM kumiki_step")
            assert len(records) == keeps_actions
            assert (written(path) > 100_000) == keeps_actions
            store.send({"login": "hunter2"})
            store.send({"login": "hunter2 too"})
        assert b"hunter2" not in path.read_bytes() and b"Ada" in path.read_bytes()
        with Database(path, secret_paths=secrets) as database:
            store = database.open(loop, feature)
            assert store.state == {"user": "Ada", "password": ""}


def test_Z188_a_malformed_secret_is_refused(path: Path) -> None:
    for secrets in (["/a~"], [""], "/a"):
        with refused(Status.INVALID_ARGUMENT, "secret_paths"):
            Database(path, secret_paths=secrets)
    assert not path.exists()
