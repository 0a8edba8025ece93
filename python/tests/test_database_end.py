"""Databases that are closed, dropped or left open."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from databases import FOLDER, counted, refused
from features import FIRST, kept
from kumiki import Database, Loop, Status


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
