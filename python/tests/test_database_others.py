"""Several programs that use one file: readers, writers and older versions."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from databases import FOLDER, counted, refused, rows
from features import FIRST, kept
from kumiki import Database, KumikiError, Loop, Status


def test_Z61_what_is_read_is_of_one_moment(loop: Loop, path: Path) -> None:
    """If a read used two transactions, it would miss the steps that the writer deletes in between."""
    read = """
import sys
from kumiki import Database
with Database(sys.argv[1], read_only=True) as database:
    found = [database.snapshot().state["n"] for _ in range(200)]
assert found == sorted(found)
print(len(set(found)))
"""
    with Database(path, compact_steps=3, batch_steps=1) as database:
        store = database.open(loop, kept(), FIRST)
        database.flush()
        command = [sys.executable, "-c", read, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as reader:
            while reader.poll() is None:
                counted(store, 5)
                database.flush()
            assert reader.returncode == 0 and reader.stdout is not None
            assert int(reader.stdout.read()) > 1


def test_Z61_what_is_read_only_is_not_written(loop: Loop, path: Path) -> None:
    with refused(Status.INVALID_ARGUMENT, path, "unable to open"):
        Database(path, read_only=True)
    assert not path.exists()
    Database(path).close()
    with Database(path, read_only=True) as database:
        assert database.names() == []
        for call in (lambda: database.open(loop, kept(), FIRST), database.flush):
            with refused(Status.INVALID_ARGUMENT, path, "read-only"):
                call()


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


def test_Z69_the_first_of_two_writers_writes_on(loop: Loop, path: Path) -> None:
    with Database(path) as first:
        store = first.open(loop, kept(), FIRST)
        for sent in range(1, 4):
            counted(store, 1)
            first.flush()
            with Database(path) as second:
                # The process id in the lock file is lost when the file is closed.
                words = "open in this process" if sent == 1 else "the store main"
                with refused(Status.BUSY, path, words):
                    second.open(loop, kept())
                counted(second.open(loop, kept(), FIRST, name="other"), 1)
                snapshot = second.snapshot()
                assert snapshot is not None and snapshot.state["n"] == sent
        with refused(Status.BUSY, "main is open"):
            first.open(loop, kept())
        store.close()
        # The right to write ends with the store, not with its database.
        first.flush()
        with Database(path) as second:
            assert second.open(loop, kept())["/n"] == 3


def test_Z69_what_a_program_without_locks_has_written_stays(loop: Loop, path: Path) -> None:
    with refused(Status.BUSY, path, "another program"), Database(path) as database:
        store = database.open(loop, kept(), FIRST)
        counted(store, 1)
        database.flush()
        rows(path, "INSERT INTO kumiki_step VALUES ('main', 2, '{\"patch\":[]}')")
        counted(store, 1)
        with refused(Status.BUSY, path, "main"):
            database.flush()
    with Database(path) as database:
        assert database.open(loop, kept())["/n"] == 1


def test_Z183_a_store_of_another_process_is_refused_with_its_number(loop: Loop, path: Path) -> None:
    holder = """
import sys
from features import FIRST, kept
from kumiki import Database, Loop
loop, database = Loop(), Database(sys.argv[1])
store = database.open(loop, kept(), FIRST)
store.send("inc")
database.flush()
print("open", flush=True)
sys.stdin.read()
"""
    command = [sys.executable, "-c", holder, str(path)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=FOLDER
    ) as child:
        assert child.stdout is not None and child.stdout.readline() == "open\n"
        with Database(path) as database:
            with refused(Status.BUSY, path, f"process {child.pid}", "python"):
                database.open(loop, kept())
            child.kill()
            child.wait()
            assert database.open(loop, kept())["/n"] == 1


def test_Z183_c_and_python_keep_each_other_out(loop: Loop, path: Path) -> None:
    program = os.environ.get("KUMIKI_SQLITE_STORE")
    if program is None:
        pytest.skip("KUMIKI_SQLITE_STORE is not set: scripts/test-python builds the other side")
    command = [program, str(path), "main", "100", "inc"]
    with Database(path) as database:
        store = database.open(loop, kept(), FIRST)
        found = subprocess.run(command, capture_output=True, text=True)
        assert found.returncode == 2 and f"process {os.getpid()}" in found.stderr
        counted(store, 1)
        store.close()
        database.flush()
        assert subprocess.run(command, capture_output=True).returncode == 0
        assert database.open(loop, kept())["/n"] == 2


@pytest.mark.parametrize("replaced", [False, True])
def test_Z185_a_file_that_is_removed_or_replaced_while_it_is_open_is_told(
    loop: Loop, path: Path, replaced: bool
) -> None:
    with refused(Status.INVALID_ARGUMENT, path, "removed or replaced"), Database(path) as database:
        store = database.open(loop, kept(), FIRST)
        counted(store, 1)
        database.flush()
        path.unlink()
        if replaced:
            path.touch()
        counted(store, 1)
        with refused(Status.INVALID_ARGUMENT, path, "removed or replaced"):
            database.flush()


def test_Z187_a_new_database_is_its_users_alone(loop: Loop, path: Path) -> None:
    with Database(path) as database:
        counted(database.open(loop, kept(), FIRST), 1)
        database.flush()
        for end in ("", "-wal", "-shm", "-lock"):
            assert path.with_name(f"app.db{end}").stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    Database(path).close()
    assert path.stat().st_mode & 0o777 == 0o640


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
        assert "a write failed" in caplog.text and str(path) in caplog.text
        for call in (database.flush, lambda: database.open(loop, kept(), name="b")):
            with refused(Status.INVALID_ARGUMENT, path, "locked"):
                call()
        with refused(Status.INVALID_ARGUMENT, path, "locked"):
            database.close()
        other.execute("ROLLBACK")
    assert database.closed and store.closed
    with Database(path) as database:
        assert database.open(loop, kept())["/n"] == 3


def test_Z208_what_waited_for_a_locked_file_is_written_after_the_lock(
    loop: Loop, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        Database(path, timeout=0.01) as database,
        contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other,
    ):
        store = database.open(loop, kept(), FIRST)
        database.flush()
        other.execute("BEGIN IMMEDIATE")
        for sent in (1, 2):
            assert counted(store, 1) == sent
            with refused(Status.INVALID_ARGUMENT, path, "locked", "tried again"):
                database.flush()
        assert caplog.text.count("a write failed") == 1
        other.execute("ROLLBACK")
        database.flush()
        assert caplog.text.count("is written again") == 1
        with Database(path, read_only=True) as reader:
            snapshot = reader.snapshot()
            assert snapshot is not None and snapshot.state["n"] == 2


def test_Z206_one_object_writes_a_file_alone(loop: Loop, path: Path) -> None:
    with Database(path, alone=True) as database:
        database.open(loop, kept(), FIRST)
        with refused(Status.BUSY, path, "the file is open in this process"):
            Database(path, alone=True)
        with Database(path) as second, refused(Status.BUSY, path, "the file"):
            second.open(loop, kept(), FIRST, name="b")
    with Database(path) as database:
        database.open(loop, kept())
        with refused(Status.BUSY, path, "the file"):
            Database(path, alone=True)


def test_Z207_an_object_waits_until_a_process_has_ended(loop: Loop, path: Path) -> None:
    holder = """
import sys
from kumiki import Database
database = Database(sys.argv[1], alone=True)
print("open", flush=True)
sys.stdin.read()
"""
    command = [sys.executable, "-c", holder, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None and child.stdout.readline() == "open\n"
        with refused(Status.BUSY, path, f"process {child.pid}"):
            Database(path, alone=True)
        child.kill()
        with Database(path, alone=True, wait=1e6) as database:
            database.open(loop, kept(), FIRST)
    with pytest.raises(KumikiError, match="wait"):
        Database(path, wait=-1)
