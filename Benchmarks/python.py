"""Measures sends and reads of the Python package, and their floors, in the interpreter that the wheel is installed in."""

import json
import statistics
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROUNDS = 61
LENGTH = 2_000_000  # nanoseconds of one repetition, if an operation is shorter
WARM = 20  # operations before the first measured one
ROWS = 10_000


def run():
    """Installs the wheel as scripts/test-python does, and measures with it."""
    import measure

    root = measure.tools.ROOT
    measure.run(["make", "--no-print-directory", "wheel"], cwd=root)
    python = measure.tools.output([root / "scripts/python-venv"]).strip()
    (wheel,) = (root / "build/dist").glob("kumiki-*.whl")
    pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    measure.run([*pip, "--force-reinstall", "--no-deps", wheel])
    measure.run([*pip, wheel])  # what it needs
    print(measure.tools.output([python, Path(__file__).resolve()]), end="")


@dataclass
class Row:
    id: str
    title: str
    done: bool
    size: int


@dataclass
class Table:
    rows: list[Row]
    query: str


@dataclass
class Counter:
    count: int = 0


def measured(operations):
    """The fastest and the median time of each operation in nanoseconds. The operations take turns."""
    times = {name: [] for name in operations}
    counts = {}
    for name, operation in operations.items():
        for _ in range(WARM):
            start = time.process_time_ns()
            operation()
            took = time.process_time_ns() - start
        counts[name] = max(1, LENGTH // took)
    for _ in range(ROUNDS):
        for name, operation in operations.items():
            count = counts[name]
            start = time.process_time_ns()
            for _ in range(count):
                operation()
            times[name].append((time.process_time_ns() - start) / count)
    return {name: (min(each), statistics.median(each)) for name, each in times.items()}


def by_hand(loop):
    """A send that adds one, made of the same calls of the library and of jansson, and nothing else."""
    from kumiki._calls import Calling, callback
    from kumiki._errors import new_error
    from kumiki._json import lent
    from kumiki._library import NULL, jansson, lib

    @callback("kmk_reduce_fn", NULL)
    def reduce(state, action, env, user_data):
        count = jansson.json_integer_value(lib.kmk_state_get(state, b"/count"))
        lib.kmk_state_set_new(state, b"/count", jansson.json_integer(count + 1))
        return NULL

    with Calling(loop):
        reducer = lib.kmk_reducer_new(reduce, NULL, NULL)
        store = lib.kmk_store_new(loop._at(), reducer, lent({"count": 0}), new_error())
    # The reducer is kept by the function that sends.
    return lambda kept=reduce: lib.kmk_store_send_new(store, jansson.json_stringn(b"increment", 9), NULL)


def operations(loop):
    import kumiki

    @dataclass(frozen=True)
    class Move(kumiki.Case, name="move"):
        source: int
        target: int
        title: str

    types = kumiki.Types(Counter, Move)

    @kumiki.reducer
    def untyped(state, action, env):
        assert action.value
        state["/count"] += 1

    @types.reducer
    def typed(state, action, env):
        state["/count"] += 1

    @kumiki.reducer
    def counter(state, action, env):
        state["/count"] += 1

    rows = [{"id": f"r{n}", "title": f"The title of {n}", "done": n % 3 == 0, "size": n} for n in range(ROWS)]
    whole = {"rows": rows, "query": "title"}
    text = json.dumps(whole, separators=(",", ":"))
    counting, sent_untyped = (kumiki.Store(loop, each, {"count": 0}) for each in (counter, untyped))
    sent_typed, sent_declared = (kumiki.Store(loop, each, Counter()) for each in (typed, types.declare(typed)))
    plain = kumiki.Store(loop, kumiki.empty(), whole)
    table = kumiki.Store(loop, kumiki.empty().typed(kumiki.Types(Table, Move)), whole)
    action, move = {"move": {"source": 1, "target": 2, "title": "abc"}}, Move(1, 2, "abc")

    def made():
        found = json.loads(text)
        return Table([Row(**each) for each in found["rows"]], found["query"])

    assert table.state == made() and plain.state == whole
    return {
        "send": lambda: counting.send("increment"),
        "send-by-hand": by_hand(loop),
        "send-fields": lambda: sent_untyped.send(action),
        "send-typed": lambda: sent_typed.send(move),
        "send-declared": lambda: sent_declared.send(move),
        "state": lambda: plain.state,
        "loads": lambda: json.loads(text),
        "state-typed": lambda: table.state,
        "loads-made": made,
    }


TITLES = {
    "send": ("a send that adds one", "send-by-hand", "the same calls through cffi, by hand"),
    "send-fields": ("a send of three fields, untyped", "send-by-hand", "the same calls through cffi, by hand"),
    "send-typed": ("a send of three fields, typed", "send-fields", "the untyped send"),
    "send-declared": ("the same, with the shape of its classes", "send-fields", "the untyped send"),
    "state": (f"store.state of {ROWS:,} rows", "loads", "json.loads of the same text"),
    "state-typed": (f"store.state of {ROWS:,} typed rows", "loads-made", "json.loads, and dataclasses made by hand"),
}


def main():
    import kumiki

    with kumiki.Loop() as loop:
        times = measured(operations(loop))
    print(f"{'microseconds of the processor':36} {'min':>10} {'median':>10} {'floor':>10} {'min/floor':>10}")
    for name, (title, floor, about) in TITLES.items():
        (least, median), base = times[name], times[floor][0]
        print(f"{title:36} {least / 1e3:10.1f} {median / 1e3:10.1f} {base / 1e3:10.1f} {least / base:10.2f}  {about}")


if __name__ == "__main__":
    sys.path.remove(str(Path(__file__).resolve().parent))  # its modules are not the benchmark's
    main()
