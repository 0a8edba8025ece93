"""Kills a process that writes a database, at random times, and checks the file that is left.

    python killed.py FILE ROUNDS

test_database.py runs this as a separate process, which has no other threads when it forks. Each child
continues from the file that the previous child left. Prints the number that the last child reached.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time

from features import FIRST, kept
from kumiki import Database, Loop


def count_until_killed(path: str, out: int) -> None:
    """Counts forever, and writes the number to `out` after each flush."""
    loop, database = Loop(), Database(path, compact_steps=50)
    store = database.open(loop, kept(), FIRST)
    while True:
        for _ in range(7):
            store.send("inc")
        database.flush()
        os.write(out, b"%d\n" % store["/n"])


def killed(path: str, moment: random.Random, waits: bool) -> int:
    """The last number that a child acknowledged before it was killed, or 0."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            count_until_killed(path, writing)
        finally:
            os._exit(1)
    os.close(writing)
    with open(reading, "rb") as told:
        if waits:
            told.readline()
        time.sleep(moment.uniform(0, 0.03))
        os.kill(child, signal.SIGKILL)
        lines = told.read().splitlines()
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status), f"the child ended by itself: {status}"
    return int(lines[-1]) if lines else 0


def main(path: str, rounds: int) -> None:
    acknowledged = found = 0
    for number in range(rounds):
        # Every third child may be killed while it opens the file.
        waits = number % 3 != 2
        acknowledged = max(found, killed(path, random.Random(number), waits))
        with Database(path, read_only=True) as database:
            snapshot = database.snapshot()
        assert snapshot is not None
        found = snapshot.state["n"]
        assert acknowledged <= found, (number, acknowledged, found)
    print(found)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
