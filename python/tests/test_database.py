"""Databases: stores in a file of SQLite, and what is left of them after a kill, and on a full disk.

The ids are those of docs/rules.txt.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import json
import os
import resource
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kumiki
import pytest
from features import FIRST, kept
from kumiki import Action, Database, Effect, Env, KumikiError, Loop, State, Status, Store
from kumiki._tables import Place

FOLDER = Path(__file__).parent
KILLS = os.environ.get("KUMIKI_KILLS", "30")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "app.db"


def counted(store: Store, times: int) -> int:
    for _ in range(times):
        store.send("inc")
    return int(store["/n"])


def rows(path: Path, sql: str, *values: Any) -> list[Any]:
    """What a statement of a program that is not ours answers."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as file:
        return file.execute(sql, values).fetchall()


@contextlib.contextmanager
def refused(status: Status, *words: object) -> Iterator[None]:
    with pytest.raises(KumikiError) as error:
        yield
    assert error.value.status == status, error.value
    for word in words:
        assert str(word) in error.value.message


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


def write_text(state: State, action: Action, env: Env) -> None:
    if action.is_case("text"):
        state["/text"] = action.payload("text")


def undoable_text() -> kumiki.Reducer:
    reducer = kumiki.Reducer(write_text)
    return reducer.undoable(state_path="/text", history_path="/history")


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


def test_Z72_of_a_large_history_what_is_undone_first_stays(loop: Loop, path: Path) -> None:
    with Database(path, history_bytes=100_000) as database:
        store = database.open(loop, undoable_text(), {"text": "", "history": None})
        for number in range(8):
            store.send({"text": str(number) * 30_000})
    with Database(path) as database:
        store = database.open(loop, undoable_text())
        assert store["/history"] == {"undo": 2, "redo": 0}
        store.send("undo")
        assert store["/text"] == "6" * 30_000


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


def test_Z61_what_is_read_is_of_one_moment(loop: Loop, path: Path) -> None:
    with Database(path) as database:
        store = database.open(loop, kept(), FIRST)
        database.flush()
        with database._place.reading() as file:
            count = "SELECT count(*) FROM kumiki_step"
            assert file.execute(count).fetchall() == [(0,)]
            counted(store, 3)
            database.flush()
            assert file.execute(count).fetchall() == [(0,)]
        assert rows(path, count) == [(3,)]


def test_Z61_what_is_read_only_is_not_written(loop: Loop, path: Path) -> None:
    with refused(Status.INVALID_ARGUMENT, path, "unable to open"):
        Database(path, read_only=True)
    assert not path.exists()
    Database(path).close()
    with Database(path, read_only=True) as database:
        assert database.names() == []
        for call in (lambda: database.open(loop, kept(), FIRST), database.flush):
            with refused(Status.INVALID_ARGUMENT, path, "read only"):
                call()


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


def test_Z63_what_is_no_database_is_refused(loop: Loop, path: Path) -> None:
    path.write_text("this is a text, and long enough to be looked at as a database of pages")
    for read_only in (False, True):
        with refused(Status.INVALID_ARGUMENT, path, "not a database"):
            Database(path, read_only=read_only)
    with refused(Status.INVALID_ARGUMENT, path.parent):
        Database(path.parent)
    least: dict[str, Any] = {"batch_steps": 1, "compact_steps": 1, "compact_bytes": 0, "timeout": 0}
    for option, value in least.items():
        with refused(Status.INVALID_ARGUMENT):
            Database(path, **{option: value - 1})


def test_Z63_what_is_no_whole_file_or_no_name_is_refused(loop: Loop, path: Path) -> None:
    with Database(path) as database:
        counted(database.open(loop, kept(), FIRST), 3)
        with refused(Status.NOT_FOUND, path, "no store other"):
            database.open(loop, kept(), name="other")
        with refused(Status.INVALID_ARGUMENT):
            database.open(loop, kept(), FIRST, name="")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with refused(Status.INVALID_ARGUMENT, path, "malformed"), Database(path) as database:
        database.open(loop, kept(), FIRST)


def record(text: str) -> str:
    return f"UPDATE kumiki_step SET record = {text} WHERE step = 5"


def snapshot(text: str) -> str:
    return f"UPDATE kumiki_moment SET snapshot = {text}"


def beside(text: str) -> str:
    return f"UPDATE kumiki_beside SET beside = {text}"


# Tests/GlueTests/test_sqlite_broken.c has the same list.
BROKEN = [
    ("DELETE FROM kumiki_step WHERE step = 4", "step 4 is missing"),
    ("DELETE FROM kumiki_step WHERE step = 5", "step 5 is missing"),
    ("DELETE FROM kumiki_step WHERE step >= 5", "step 5 is missing"),
    ("UPDATE kumiki_step SET step = 2 WHERE step = 5", "step 2 is older than the snapshot"),
    ("UPDATE kumiki_step SET step = 'x' WHERE step = 6", "a row of kumiki_step has no number"),
    (record('NULL'), "record of step 5 is NULL"),
    (record("'{'"), "record of step 5: "),
    (record("x'00ff'"), "record of step 5: "),
    (record("'{}'"), "record of step 5 is not an object with the member patch"),
    (record("'[1]'"), "record of step 5 is not an object with the member patch"),
    (record('7'), "record of step 5 is not an object with the member patch"),
    (record('\'{"patch":5}\''), "record of step 5: patch is not an array"),
    (record('\'{"patch":[{}]}\''), "record of step 5: "),
    (record('\'{"patch":[{"op":"remove","path":"/no/where"}]}\''), "record of step 5: "),
    ("DELETE FROM kumiki_moment", "the row of kumiki_moment is missing"),
    ("UPDATE kumiki_moment SET step = 'many'", "the row of kumiki_moment has no number"),
    ("UPDATE kumiki_moment SET step = 9223372036854775807", "row of kumiki_moment has no number"),
    ("UPDATE kumiki_moment SET step = 2", "step 3 is missing"),
    ("UPDATE kumiki_moment SET step = 5", "step 4 is older than the snapshot"),
    (snapshot('NULL'), "snapshot is NULL"),
    (snapshot("'{'"), "snapshot: "),
    (snapshot('7'), "snapshot is not an object with the member state"),
    (snapshot("'[]'"), "snapshot is not an object with the member state"),
    (snapshot("'{}'"), "snapshot is not an object with the member state"),
    ("UPDATE kumiki_beside SET step = NULL", "the row of kumiki_beside has no number"),
    ("UPDATE kumiki_beside SET step = 2", "the row of kumiki_beside is older than the snapshot"),
    (beside('NULL'), "beside is NULL"),
    (beside("'['"), "beside: "),
    (beside('7'), "beside is not an object with the member kumiki"),
    (beside("'{}'"), "beside is not an object with the member kumiki"),
    (beside('\'{"kumiki":"x"}\''), ""),
]
NO_JSON = [record("'{'"), record("x'00ff'"), snapshot("'{'"), beside("'['")]


def content(path: Path) -> list[Any]:
    tables = ("kumiki_moment", "kumiki_beside", "kumiki_step")
    return [rows(path, f"SELECT * FROM {table}") for table in tables]


@pytest.fixture
def with_steps(loop: Loop, path: Path) -> Path:
    """A file whose store has a snapshot of step 3, the steps 4 to 6, and a note beside the state at
    step 5."""
    with Database(path, compact_steps=3, batch_seconds=1000) as database:
        counted(database.open(loop, kept(), FIRST), 3)
    with Database(path, batch_steps=2, batch_seconds=1000) as database:
        store = database.open(loop, kept())
        for action in ("inc", "open", "inc"):
            store.send(action)
    assert rows(path, "SELECT step FROM kumiki_beside") == [(5,)]
    return path


@pytest.mark.parametrize(("sql", "words"), BROKEN)
def test_Z97_a_broken_row_is_an_error_with_its_name_and_nothing_is_written(
    loop: Loop, with_steps: Path, sql: str, words: str
) -> None:
    rows(with_steps, sql)
    before = content(with_steps)
    whole = f"the database {with_steps}: the store main: "
    status = Status.JSON if sql in NO_JSON else Status.DECODE
    with Database(with_steps) as database:
        with refused(status, whole, words):
            database.open(loop, kept(), FIRST)
        with refused(status, whole, words):
            database.snapshot()
    assert content(with_steps) == before


def test_Z97_the_place_of_an_operation_that_cannot_be_applied_is_told(with_steps: Path) -> None:
    # Steps of so many bytes are not one patch with those before them.
    large = """'{"patch": [], "action": "' || hex(zeroblob(600000)) || '"}'"""
    rows(with_steps, f"UPDATE kumiki_step SET record = {large} WHERE step = 4")
    patch = '[{"op": "replace", "path": "/n", "value": 1}, {"op": "what"}]'
    rows(with_steps, f"UPDATE kumiki_step SET record = '{{\"patch\": {patch}}}' WHERE step = 6")
    with Database(with_steps) as database, pytest.raises(KumikiError) as error:
        database.snapshot()
    assert error.value.path == "/patch/1/op" and "record of step 6: " in error.value.message


def test_Z64_nothing_acknowledged_is_lost_when_a_process_is_killed(loop: Loop, path: Path) -> None:
    command = [sys.executable, str(FOLDER / "killed.py"), str(path), KILLS]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with Database(path) as database:
        store = database.open(loop, kept())
        assert store["/n"] == int(done.stdout) >= 7
        counted(store, 1)
        database.flush()


@contextlib.contextmanager
def largest_file(size: int) -> Iterator[None]:
    """A disk that takes no more than so many bytes of a file."""
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)


def count_until_it_fails(loop: Loop, path: Path) -> tuple[int, bool]:
    """How far what was counted was acknowledged, and whether the disk failed."""
    acknowledged = 0
    try:
        with Database(path, compact_steps=10, waits_for_disk=True) as database:
            store = database.open(loop, kept(), FIRST)
            for _ in range(12):
                counted(store, 3)
                database.flush()
                acknowledged = store["/n"]
    except KumikiError as error:
        assert error.status == Status.INVALID_ARGUMENT and str(path) in error.message
        assert isinstance(error.__cause__, sqlite3.Error)
        return acknowledged, True
    return acknowledged, False


def test_Z65_nothing_acknowledged_is_lost_when_a_write_fails(loop: Loop, tmp_path: Path) -> None:
    failures, has_failed = 0, True
    while has_failed:
        path = tmp_path / f"{failures}.db"
        with largest_file(2048 * (failures + 1)):
            acknowledged, has_failed = count_until_it_fails(loop, path)
        failures += has_failed
        with Database(path) as database:
            store = database.open(loop, kept(), FIRST)
            assert acknowledged <= store["/n"] <= acknowledged + 3
            counted(store, 1)
            database.flush()
    assert failures > 30


def other_side(path: Path, compact: int, *actions: str) -> Any:
    program = os.environ.get("KUMIKI_SQLITE_STORE")
    if program is None:
        pytest.skip("scripts/test-python builds the program in C")
    return json.loads(subprocess.check_output([program, path, "main", str(compact), *actions]))


@pytest.mark.parametrize("compact", [4, 10_000])
def test_Z66_a_file_of_the_c_header_is_gone_on_with_in_python_and_the_other_way_round(
    loop: Loop, tmp_path: Path, compact: int
) -> None:
    def this_side(path: Path, *actions: str) -> Any:
        with Database(path, compact_steps=compact) as database:
            store = database.open(loop, kept(), FIRST)
            for action in actions:
                store.send(action)
            sheet = store.presentation_id("/sheet")
            return {"state": store.state, "sheet": sheet, "effects": store.effect_count}

    first = ["inc", "inc", "open", "inc", "work", "inc"]
    theirs, ours = tmp_path / "c.db", tmp_path / "python.db"
    found = other_side(theirs, compact, *first)
    assert found["state"] == {"n": 4, "sheet": {"n": 0}, "job": True}
    assert found["sheet"] and found["effects"] == 1
    assert this_side(theirs) == found
    assert this_side(theirs, *["inc"] * 7)["sheet"] == found["sheet"]
    assert other_side(theirs, compact)["state"]["n"] == 11

    found = this_side(ours, *first)
    assert other_side(ours, compact) == found
    assert other_side(ours, compact, *["inc"] * 7)["sheet"] == found["sheet"]
    assert this_side(ours)["state"] == {"n": 11, "sheet": {"n": 0}, "job": True}

    tables = "SELECT name, sql FROM sqlite_master ORDER BY name"
    assert rows(theirs, tables) == rows(ours, tables)


def test_Z67_a_send_waits_for_no_disk_and_many_steps_are_one_transaction(
    loop: Loop, path: Path
) -> None:
    with Database(path, timeout=1000) as database:
        store = database.open(loop, kept(), FIRST)
        database.flush()
        written: list[str] = []
        assert database._writer is not None
        database._writer._file.set_trace_callback(written.append)
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            # None of these could return if they waited for the file.
            assert counted(store, 999) == 999
            other.execute("ROLLBACK")
        database.flush()
        assert written.count("COMMIT") <= 2
        snapshot = database.snapshot()
        assert snapshot is not None and snapshot.state["n"] == 999


def test_Z67_a_step_becomes_no_value_of_python(
    loop: Loop, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(text: str) -> Any:
        raise AssertionError(f"{text!r:.100} was read")

    with Database(path, batch_seconds=1000) as database:
        store = database.open(loop, kept(), FIRST)
        with monkeypatch.context() as patched:
            patched.setattr("kumiki._json._load", refuse)
            for action in ("inc", "open", "work"):
                store.send(action)
            database.flush()
        assert rows(path, "SELECT max(step) FROM kumiki_step") == [(3,)]
        assert rows(path, "SELECT step FROM kumiki_beside") == [(3,)]


def test_Z67_any_thread_may_wait_for_the_file(loop: Loop, path: Path) -> None:
    raised: list[Status] = []

    def flush_and_close() -> None:
        database.flush()
        try:
            database.close()
        except KumikiError as error:
            raised.append(error.status)

    with Database(path, batch_seconds=1000) as database:
        store = database.open(loop, kept(), FIRST)
        counted(store, 5)
        thread = threading.Thread(target=flush_and_close)
        thread.start()
        thread.join()
        assert raised == [Status.WRONG_THREAD]
        assert rows(path, "SELECT max(step) FROM kumiki_step") == [(5,)]
        assert counted(store, 1) == 6


def test_Z67_a_database_serves_a_loop_under_asyncio(path: Path) -> None:
    async def save(send: kumiki.Sender) -> None:
        await asyncio.sleep(0)
        send("inc")
        await asyncio.to_thread(database.flush)

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        match action.value:
            case "save":
                return Effect.run(save)
            case "inc":
                state["/n"] += 1
        return None

    async def run() -> None:
        async with Loop() as loop:
            with database:
                store = database.open(loop, kumiki.reducer(reduce), FIRST)
                await store.send_task("save").wait()
                snapshot = database.snapshot()
                assert snapshot is not None and snapshot.state["n"] == 1

    database = Database(path)
    asyncio.run(run())


def test_Z68_an_older_state_stays_in_the_file_until_the_first_step(loop: Loop, path: Path) -> None:
    def led(state: Any) -> Any:
        return {"n": state["number"], "sheet": None, "job": None}

    saved = json.dumps({"kumiki": 1, "version": 1, "state": {"number": 4}})
    Database(path).close()
    rows(path, "INSERT INTO kumiki_moment VALUES ('main', 9, ?)", saved)
    with Database(path) as database:
        store = database.open(loop, kept(), version=2, migrations={1: led})
        assert store["/n"] == 4
    assert rows(path, "SELECT step, snapshot FROM kumiki_moment") == [(9, saved)]
    with Database(path) as database:
        assert counted(database.open(loop, kept(), version=2, migrations={1: led}), 1) == 5
    with Database(path) as database:
        for call in (
            lambda: database.open(loop, kept(), version=1),
            lambda: database.open(loop, kept()),
            lambda: database.snapshot(version=1),
        ):
            with refused(Status.DECODE, path, "main", "version"):
                call()
        assert database.open(loop, kept(), version=2)["/n"] == 5


def test_Z69_two_writers_of_one_store_are_noticed(loop: Loop, path: Path) -> None:
    with Database(path) as first, contextlib.ExitStack() as failing:
        store = first.open(loop, kept(), FIRST)
        first.flush()
        failing.enter_context(refused(Status.BUSY, path, "another program"))
        second = failing.enter_context(Database(path))
        later = second.open(loop, kept())
        counted(store, 2)
        first.flush()
        counted(later, 1)
        with refused(Status.BUSY, path, "main"):
            second.flush()
        with refused(Status.BUSY, "main is open"):
            first.open(loop, kept())
        # The one that failed holds the file no longer, which is the other's to write.
        counted(store, 1)
        first.flush()
    with Database(path) as database:
        assert database.open(loop, kept())["/n"] == 3


def test_Z70_a_file_that_is_locked_is_told_by_its_name(
    loop: Loop, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("CREATE TABLE theirs(x)")
        other.execute("BEGIN EXCLUSIVE")
        with refused(Status.INVALID_ARGUMENT, path, "locked"):
            Database(path, timeout=0.01)
        other.execute("ROLLBACK")
        database = Database(path, timeout=0.01)
        store = database.open(loop, kept(), FIRST)
        counted(store, 3)
        database.flush()
        other.execute("BEGIN IMMEDIATE")
        counted(store, 1)
        with refused(Status.INVALID_ARGUMENT, path, "locked"):
            database.flush()
        assert "nothing is written any more" in caplog.text and str(path) in caplog.text
        other.execute("ROLLBACK")
    counted(store, 1)
    for call in (database.flush, lambda: database.open(loop, kept(), name="b"), database.close):
        with refused(Status.INVALID_ARGUMENT, path, "locked"):
            call()
    assert database.closed and store.closed
    with Database(path) as database:
        assert database.open(loop, kept())["/n"] == 3


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


class Refusing:
    """jansson's allocator, of whose requests on this thread one is refused."""

    def __init__(self, number: int) -> None:
        system = ctypes.CDLL(None)
        system.malloc.restype, system.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
        thread = threading.get_ident()

        def allocate(size: int) -> int | None:
            mine = threading.get_ident() == thread
            self.requests += mine
            if mine and self.requests == number:
                return None
            return int(system.malloc(size))

        self.requests, self.number = 0, number
        self._jansson = ctypes.CDLL("libjansson.so.4")
        self._free = ctypes.cast(system.free, ctypes.c_void_p)
        self._malloc = ctypes.cast(system.malloc, ctypes.c_void_p)
        self._allocate = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_size_t)(allocate)

    def __enter__(self) -> Refusing:
        self._jansson.json_set_alloc_funcs(self._allocate, self._free)
        return self

    def __exit__(self, *_: object) -> None:
        self._jansson.json_set_alloc_funcs(self._malloc, self._free)

    @property
    def has_refused(self) -> bool:
        return self.requests >= self.number


@pytest.mark.parametrize("action", ["inc", "open", "work"])
@pytest.mark.parametrize("goes_on", [False, True])
def test_Z73_a_step_without_memory_is_in_the_file_as_a_whole_state(
    loop: Loop, path: Path, action: str, goes_on: bool
) -> None:
    missing, number, refused = 0, 0, True
    loop.on_issue(lambda _: None)
    while refused:
        number += 1
        with Database(path.with_name(f"{number}.db")) as database:
            store = database.open(loop, kept(), FIRST)
            store.send("inc")
            was_told = False
            with Refusing(number) as refusing:
                try:
                    store.send(action)
                except (KumikiError, MemoryError):
                    was_told = True
            refused = refusing.has_refused
            if goes_on:
                store.send("inc")
            database.flush()
            state, sheet = store.state, store.presentation_id("/sheet")
            store.close()
            snapshot = database.snapshot()
            assert snapshot is not None
            assert snapshot.state == state or (was_told and not goes_on)
            again = database.open(loop, kept())
            assert again.presentation_id("/sheet") == sheet or was_told
            missing += not was_told and refused
    assert missing > 0


def test_a_closed_database_is_not_used(loop: Loop, path: Path) -> None:
    database = Database(path)
    database.close()
    database.close()
    for call in (database.flush, database.names, database.snapshot):
        with refused(Status.CLOSED):
            call()
    with refused(Status.CLOSED):
        database.open(loop, kept(), FIRST)


def test_a_store_that_cannot_be_made_leaves_its_name_free(loop: Loop, path: Path) -> None:
    declared = kept().shape("{n: integer, sheet: any? = null, job: any? = null}")
    with Database(path) as database:
        with refused(Status.DECODE):
            database.open(loop, declared, {"n": "x"})
        assert counted(database.open(loop, declared, {"n": 1}), 1) == 2


def test_what_a_database_that_nobody_closed_has_is_written(path: Path) -> None:
    forgetful = """
import os, sys
from features import FIRST, kept
from kumiki import Database, KumikiError, Loop
loop, database = Loop(), Database(sys.argv[1], batch_seconds=1000)
store = database.open(loop, kept(), FIRST)
store.send("inc")
child = os.fork()
if child == 0:
    try:
        database.flush()
    except KumikiError:
        os._exit(7)
    os._exit(1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
"""
    command = [sys.executable, "-W", "default::ResourceWarning", "-c", forgetful, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=FOLDER)
    assert done.returncode == 0, done.stderr
    assert "Database object at" in done.stderr and "was not closed" in done.stderr
    with Database(path, read_only=True) as database:
        snapshot = database.snapshot()
        assert snapshot is not None and snapshot.state["n"] == 1


def test_a_database_that_is_dropped_is_closed(path: Path) -> None:
    database = Database(path)
    with pytest.warns(ResourceWarning, match="was not closed"):
        del database


@pytest.mark.parametrize("make", [Database, lambda path: Database(path, read_only=True)])
def test_a_path_with_a_nul_is_none(path: Path, make: Any) -> None:
    Database(path).close()
    with refused(Status.INVALID_ARGUMENT, "NUL"):
        make(f"{path}\0.db")


@pytest.mark.parametrize("name", ["history_bytes", "batch_steps", "compact_steps"])
def test_a_count_of_a_database_is_a_whole_number(path: Path, name: str) -> None:
    options: dict[str, Any] = {name: 1e6}
    with pytest.raises(TypeError, match="float"):
        Database(path, **options)
    options[name] = -1
    with refused(Status.INVALID_ARGUMENT):
        Database(path, **options)
    assert not path.exists()


@pytest.fixture
def unwritable(path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that cannot be written, where nobody is root."""
    access = os.access

    def asked(place: Any, mode: int) -> bool:
        return access(place, mode) and not (Path(place) == path.parent and mode == os.W_OK)

    monkeypatch.setattr(os, "access", asked)
    return path


def test_what_is_read_only_needs_no_folder_that_can_be_written(loop: Loop, unwritable: Path) -> None:
    path = unwritable
    with Database(path) as database:
        counted(database.open(loop, kept(), FIRST), 3)
    path.parent.chmod(0o555)
    try:
        with Database(path, read_only=True) as database:
            snapshot = database.snapshot()
            assert snapshot is not None and snapshot.state["n"] == 3
            assert os.listdir(path.parent) == [path.name]
    finally:
        path.parent.chmod(0o755)


def test_a_writer_that_comes_while_a_file_is_read_is_noticed(
    loop: Loop, unwritable: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = unwritable
    with Database(path) as database:
        counted(database.open(loop, kept(), FIRST), 3)
    connect = Place.connect

    def write_meanwhile(place: Place, mode: str) -> sqlite3.Connection:
        if "immutable" in mode:
            with contextlib.closing(sqlite3.connect(path)) as other:
                other.execute("CREATE TABLE of_another_program(n)")
        return connect(place, mode)

    with Database(path, read_only=True) as database:
        monkeypatch.setattr(Place, "connect", write_meanwhile)
        with refused(Status.BUSY, path, "while it was read"):
            database.snapshot()
        monkeypatch.setattr(Place, "connect", connect)
        with Database(path) as writer:
            counted(writer.open(loop, kept()), 2)
            writer.flush()
            snapshot = database.snapshot()
            assert snapshot is not None and snapshot.state["n"] == 5


@dataclass
class OfOldProgram:
    old: int = 1


@dataclass
class WithDefault:
    new: int = 7


@dataclass
class WithoutDefault:
    must: int


def test_a_state_that_the_types_do_not_read_is_refused_when_it_is_opened(
    loop: Loop, path: Path
) -> None:
    def of(type: Any) -> kumiki.Reducer[Any, Any]:
        types: kumiki.Types[Any, Any] = kumiki.Types(type, Any)

        @types.reducer
        def reduce(state: State[Any], action: Any, env: Env) -> None:
            state["/n"] = 1

        return reduce

    with Database(path) as database:
        database.open(loop, of(OfOldProgram), OfOldProgram()).send("inc")
    before = [rows(path, f"SELECT * FROM kumiki_{table}") for table in ("moment", "step", "beside")]
    with Database(path) as database:
        with refused(Status.DECODE, path, "main", "found nothing"):
            database.open(loop, of(WithoutDefault), WithoutDefault(1))
        store = database.open(loop, of(WithDefault))
        assert store.state == WithDefault()
        assert store.get("/new") is None
    now = [rows(path, f"SELECT * FROM kumiki_{table}") for table in ("moment", "step", "beside")]
    assert now == before


def timed() -> kumiki.Reducer:
    """An effect of 5 s, of which only the time counts while the program runs."""

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        match action.value:
            case "on":
                state["/on"] = True
            case "fired":
                state["/n"] += 1
        return None

    def effect(value: Any, env: Env) -> Effect:
        return Effect.after(5, "fired")

    return kumiki.reducer(reduce).running("/on", effect, time="remaining")


@pytest.mark.parametrize("how", ["close", "flush"])
def test_Z96_the_time_of_effects_goes_on_where_a_program_ends_without_a_step(
    path: Path, how: str
) -> None:
    fired = []
    for run in range(3):
        with Loop(virtual=True) as loop, Database(path) as database:
            store = database.open(loop, timed(), {"on": False, "n": 0})
            if run == 0:
                store.send("on")
            loop.advance(2)
            fired.append(store["/n"])
            if how == "flush":
                database.flush()
                store.close()
    assert fired == [0, 0, 1]


def test_Z96_an_effect_that_ends_behind_its_last_action_has_ended(path: Path) -> None:
    begun = []

    def work(value: Any, env: Env) -> Effect:
        async def once(send: Any) -> None:
            begun.append(value)
            send("done")

        return Effect.run(once)

    def reduce(state: State, action: Action, env: Env) -> None:
        if action == "on":
            state["/on"] = True

    for run in range(3):
        with Loop() as loop, Database(path) as database:
            store = database.open(loop, kumiki.reducer(reduce).running("/on", work), {"on": False})
            if run == 0:
                store.send("on")
            loop.run_until_idle()
    assert begun == [True]


def test_a_file_of_an_older_program_is_left_without_a_step(loop: Loop, path: Path) -> None:
    with Database(path) as database:
        database.open(loop, timed(), {"on": False, "n": 0}).send("on")
    before = [rows(path, f"SELECT * FROM kumiki_{table}") for table in ("moment", "step", "beside")]
    migrations: dict[int, Any] = {0: dict}
    with Database(path) as database:
        database.open(loop, timed(), version=1, migrations=migrations)
        loop.advance(1)
    with Database(path) as database:
        database.open(loop, timed().presentation("/sheet", "sheet", kept()))
        loop.advance(1)
    now = [rows(path, f"SELECT * FROM kumiki_{table}") for table in ("moment", "step", "beside")]
    assert now == before


def test_Z96_the_time_of_effects_gives_way_to_another_program(loop: Loop, path: Path) -> None:
    with Database(path) as database, Database(path) as other:
        database.open(loop, timed(), {"on": False, "n": 0}).send("on")
        database.flush()
        other.open(loop, timed())
        last = rows(path, "SELECT max(step) FROM kumiki_step")
        with Database(path) as third:
            third.open(loop, timed()).send("fired")
        assert rows(path, "SELECT max(step) FROM kumiki_step") != last
        beside = rows(path, "SELECT * FROM kumiki_beside")
        loop.advance(1)
        other.close()
        database.close()
    assert rows(path, "SELECT * FROM kumiki_beside") == beside


def test_a_migration_that_returns_nothing_is_refused(loop: Loop, path: Path) -> None:
    def changes(state: Any) -> Any:
        state["n"] += 100

    with Database(path) as database:
        counted(database.open(loop, kept(), FIRST, version=1), 2)
    before = rows(path, "SELECT * FROM kumiki_moment"), rows(path, "SELECT * FROM kumiki_step")
    with Database(path) as database:
        with refused(Status.DECODE, path, "main", "the migration from version 1 returned None"):
            database.open(loop, kept(), version=2, migrations={1: changes})
    assert before == (rows(path, "SELECT * FROM kumiki_moment"), rows(path, "SELECT * FROM kumiki_step"))
