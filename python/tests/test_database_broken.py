"""Files that are not databases or are broken, and arguments that name no file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kumiki
import pytest
from databases import counted, refused, rows
from features import FIRST, kept
from kumiki import Database, Env, KumikiError, Loop, State, Status


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


def snapshot(text: str) -> str:
    return f"UPDATE kumiki_moment SET snapshot = {text}"


def beside(text: str) -> str:
    return f"UPDATE kumiki_beside SET beside = {text}"


def note(text: str) -> str:
    return f"UPDATE kumiki_note SET patch = {text}"


def record(text: str) -> str:
    return f"UPDATE kumiki_step SET record = {text} WHERE step = 5"


# Tests/GlueTests/test_sqlite_broken.c contains the same list.
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
    ("UPDATE kumiki_note SET step = NULL", "note 1 has no number of a step"),
    ("UPDATE kumiki_note SET step = 2", "note 1 is older than the snapshot"),
    ("UPDATE kumiki_note SET step = 9", "step 7 is missing"),
    ("UPDATE kumiki_note SET number = 'x'", "a row of kumiki_note has no number"),
    ("UPDATE kumiki_note SET number = 2", "note 1 is missing"),
    (note("NULL"), "patch of note 1 is NULL"),
    (note("'['"), "patch of note 1: "),
    (note("'{}'"), "patch of note 1 is not an array"),
    (note('\'[{"op":"remove","path":"/no/where"}]\''), "patch of note 1: "),
    (note('\'[{"op":"replace","path":"/kumiki","value":"x"}]\''), ""),
    (
        "INSERT INTO kumiki_note VALUES ('main', 0, 5, '[{\"op\":\"what\"}]')",
        "patch of the note of time",
    ),
]

NO_JSON = [record("'{'"), record("x'00ff'"), snapshot("'{'"), beside("'['"), note("'['")]


def content(path: Path) -> list[Any]:
    tables = ("kumiki_moment", "kumiki_beside", "kumiki_note", "kumiki_step")
    return [rows(path, f"SELECT * FROM {table}") for table in tables]


@pytest.fixture
def with_steps(loop: Loop, path: Path) -> Path:
    """A file with a snapshot at step 3, the steps 4 to 6, and at step 5 a note of changes outside the
    state."""
    with Database(path, compact_steps=3, batch_seconds=1000) as database:
        counted(database.open(loop, kept(), FIRST), 3)
    with Database(path, batch_steps=2, batch_seconds=1000) as database:
        store = database.open(loop, kept())
        store.send("inc")
        store.send("open")
        database.flush()
        store.send("inc")
    assert rows(path, "SELECT step FROM kumiki_note") == [(5,)]
    return path


def make_first_form(path: Path) -> None:
    """Converts a file to the first format, which keeps all data outside the state in one row."""
    saved = "SELECT store, 5, json_remove(snapshot, '$.state') FROM kumiki_moment"
    rows(path, f"INSERT INTO kumiki_beside {saved}")
    rows(path, "DROP TABLE kumiki_note")


def test_Z182_a_file_of_the_first_form_is_gone_on_with(loop: Loop, with_steps: Path) -> None:
    make_first_form(with_steps)
    with Database(with_steps, read_only=True) as database:
        snapshot = database.snapshot()
        assert snapshot is not None and snapshot.state["n"] == 5
    with Database(with_steps) as database:
        assert counted(database.open(loop, kept()), 1) == 6
    assert rows(with_steps, "SELECT * FROM kumiki_beside") == []
    with Database(with_steps) as database:
        assert database.open(loop, kept())["/n"] == 6


@pytest.mark.parametrize(("sql", "words"), BROKEN)
def test_Z97_a_broken_row_is_an_error_with_its_name_and_nothing_is_written(
    loop: Loop, with_steps: Path, sql: str, words: str
) -> None:
    if "kumiki_beside" in sql:
        make_first_form(with_steps)
    rows(with_steps, sql)
    Database(with_steps).close()
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
    # Steps with this many bytes are not merged into one patch with the steps before them.
    large = """'{"patch": [], "action": "' || hex(zeroblob(600000)) || '"}'"""
    rows(with_steps, f"UPDATE kumiki_step SET record = {large} WHERE step = 4")
    patch = '[{"op": "replace", "path": "/n", "value": 1}, {"op": "what"}]'
    rows(with_steps, f"UPDATE kumiki_step SET record = '{{\"patch\": {patch}}}' WHERE step = 6")
    with Database(with_steps) as database, pytest.raises(KumikiError) as error:
        database.snapshot()
    assert error.value.path == "/patch/1/op" and "record of step 6: " in error.value.message


@pytest.mark.parametrize("given", ["", ":memory:", "file:app.db", "file::memory:", "file:x?mode=memory"])
def test_Z186_what_sqlite_takes_for_no_file_is_refused(given: str) -> None:
    for read_only in (False, True):
        with refused(Status.INVALID_ARGUMENT, "expected the path of a file"):
            Database(given, read_only=read_only)


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
    before = [rows(path, f"SELECT * FROM kumiki_{table}") for table in ("moment", "step", "note")]
    with Database(path) as database:
        with refused(Status.DECODE, path, "main", "found nothing"):
            database.open(loop, of(WithoutDefault), WithoutDefault(1))
        store = database.open(loop, of(WithDefault))
        assert store.state == WithDefault()
        assert store.get("/new") is None
    now = [rows(path, f"SELECT * FROM kumiki_{table}") for table in ("moment", "step", "note")]
    assert now == before


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
