"""Measures the same work in other libraries, and writes the table of docs/why.md."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pages
from measure import HERE, SHARED, bundle, c_program, lines, linked_with, not_found, swift_program, tools
from saved import circumstances, in_words

PAGE = tools.ROOT / "docs/why.md"
# The rows of each program in Benchmarks/Peers, and their titles. Actions are ready, and there is one subscriber.
ROWS = {
    "counter": "a counter",
    "row": "one row of 100,000",
    "presented": "a presented child",
    "present": "present and dismiss",
    "observers": "100 subscribers, one changes",
    "effect-send": "an effect that sends at once",
    "effect": "an effect by the loop",
}
# A row without atomic reference counts. Only lager has one.
NON_ATOMIC = "row-without-atomics"
SOURCES = HERE / "Peers"


@dataclass
class Peer:
    """A column: how to build the program from the folder with the libraries' sources, and the program's needs."""

    title: str
    build: Callable[[Path], list]
    needs: list[str] = field(default_factory=list)
    rows: dict[str, str] = field(default_factory=lambda: {row: row for row in ROWS})


def plain(_):
    return [c_program("peers-plain", [SOURCES / "plain.c", *SHARED], [f"-I{HERE / 'C'}"])]


def cedux(folder):
    return [c_program("peers-cedux", [SOURCES / "cedux.c", *SHARED], [f"-I{HERE / 'C'}", f"-isystem{folder / 'cedux'}"])]


def lager(folder):
    options = [f"-I{HERE / 'C'}", "-DNDEBUG", *(f"-isystem{folder / name}" for name in ("lager", "immer", "zug"))]
    return [c_program("peers-lager", [SOURCES / "lager.cpp", *SHARED], [*options, "-lstdc++"])]


def redux(folder):
    return ["node", bundle("peers-redux.mjs", SOURCES / "redux.mjs", folder)]


def kumiki(_):
    rows = [HERE / f"C/rows_{theme}.c" for theme in ("counter", "effects", "collection", "observers")]
    sources = [SOURCES / "kumiki.c", HERE / "C/support.c", *rows, *SHARED]
    return [c_program("peers-kumiki", sources, [f"-I{HERE / 'C'}", *linked_with(tools.library())])]


IN_SWIFT = {
    "counter": "counter", "row": "row-of-100000", "presented": "presented", "present": "present-dismiss",
    "observers": "observers", "effect-send": "effect-send", "effect": "effect-task",
}
PEERS = [
    Peer("plain C", plain),
    Peer("cedux", cedux, ["cedux/cedux.h"], {row: row for row in ROWS if row != "effect-send"}),
    Peer("lager", lager, ["lager/lager/store.hpp", "immer/immer/vector.hpp", "zug/zug/compose.hpp",
                          "/usr/include/boost/hana.hpp"], {row: row for row in [*ROWS, NON_ATOMIC]}),
    Peer("redux", redux, ["redux/src/index.ts", "esbuild", "node"]),
    Peer("Kumiki in C", kumiki),
    Peer("Kumiki in Swift", lambda _: [swift_program("NativeBenchmarks")], ["swift"], IN_SWIFT),
]


def built(columns, folder):
    """Title -> command, for the columns whose needs are met. Says why the others are empty."""
    found = {}
    for column in columns:
        if missing := not_found(column.needs, folder):
            print(f"{column.title}: not measured, because this was not found: {', '.join(missing)}")
        else:
            found[column.title] = column.build(folder)
    return found


def measured(commands, rounds):
    """(title, row) -> the fastest time in nanoseconds. Each row is a process of its own, and the columns take turns."""
    found = {}
    for turn in range(rounds):
        for row in [*ROWS, NON_ATOMIC]:
            for peer in PEERS:
                if peer.title in commands and row in peer.rows:
                    least = float(lines([*commands[peer.title], peer.rows[row]])[0][1])
                    found[peer.title, row] = min(least, found.get((peer.title, row), least))
        print(f"round {turn + 1} of {rounds}", file=sys.stderr, flush=True)
    return found


def cell(found, title, row):
    if (title, row) not in found:
        return "–"
    number = f"{found[title, row]:,.0f}"
    if row == "row" and (title, NON_ATOMIC) in found:
        number += f" ({found[title, NON_ATOMIC]:,.0f} non-atomic)"
    return number


def versions(folder, libraries):
    """The commits of the libraries, if the folder has them as git checkouts."""
    known = (library for library in libraries if (folder / library / ".git").exists())
    commits = ((library, tools.output(["git", "-C", folder / library, "rev-parse", "--short", "HEAD"])) for library in known)
    return ", ".join(f"{library} {commit.strip()}" for library, commit in commits)


def run(wanted):
    folder = wanted.folder.resolve()
    found = measured(built(PEERS, folder), wanted.rounds)
    table = pages.table(["ns", *(peer.title for peer in PEERS)],
                        [[title, *(cell(found, peer.title, row) for peer in PEERS)] for row, title in ROWS.items()])
    about = [in_words(circumstances()), versions(folder, ["lager", "immer", "redux", "cedux"])]
    text = [*table, "", f"{'; '.join(filter(None, about))}."]
    print("\n".join(text))
    if wanted.write:
        pages.write(PAGE, {"peers": text})
