"""Measures kmk_list beside the lists of GTK, Qt and reselect, and writes the table of docs/why.md."""

import sys

import pages
from measure import HERE, bundle, c_program, lines, linked_with, tools
from peers import PAGE, Peer, built
from saved import circumstances, in_words

SIZES = [10_000, 100_000]
CHANGES = 100
# The figures that each program prints (Benchmarks/Lists/lists.h).
FIGURES = {"change": "100 changes a second", "again": "changes without a pause", "sort": "another sort key"}
SOURCES = HERE / "Lists"


def program(name, source, *packages):
    options = ["-DNDEBUG", "-fPIC"]
    if packages:
        options += tools.output(["pkg-config", "--cflags", "--libs", *packages]).split()
    return c_program(f"lists-{name}", [SOURCES / source, SOURCES / "lists.c"], [*options, "-lstdc++"])


def kumiki(_):
    sources = [SOURCES / "kumiki.c", SOURCES / "lists.c"]
    return [c_program("lists-kumiki", sources, linked_with(tools.library()))]


COLUMNS = [
    Peer("kmk_list", kumiki),
    Peer("GtkSortListModel", lambda _: [program("gtk", "gtk.c", "gtk4")], ["pkg-config gtk4"]),
    Peer("QSortFilterProxyModel", lambda _: [program("qt", "qt.cpp", "Qt6Core")], ["pkg-config Qt6Core"]),
    Peer("reselect", lambda folder: ["node", bundle("lists-reselect.mjs", SOURCES / "reselect.mjs", folder)],
         ["redux/src/index.ts", "reselect/src/index.ts", "esbuild", "node"]),
]


def measured(commands, rounds):
    """(title, size, figure) -> the least of all rounds. Ends the program if two lists differ."""
    found = {}
    for turn in range(rounds):
        for size in SIZES:
            orders = set()
            for title, command in commands.items():
                figures = dict(lines([*command, str(size), str(CHANGES)]))
                orders.add(figures.pop("order"))
                for figure, value in figures.items():
                    key = title, size, figure
                    found[key] = min(float(value), found.get(key, float(value)))
            if len(orders) > 1:
                sys.exit(f"run: the lists of {size:,} rows are not equal")
        print(f"round {turn + 1} of {rounds}", file=sys.stderr, flush=True)
    return found


def cell(found, *key):
    """Microseconds with two significant digits."""
    return f"{float(f'{found[key] / 1000:.2g}'):,.10g}" if key in found else "–"


def versions(found):
    packages = {"GtkSortListModel": ("GTK", "gtk4"), "QSortFilterProxyModel": ("Qt", "Qt6Core")}
    for title, (name, package) in packages.items():
        if any(title in key for key in found):
            yield f"{name} {tools.output(['pkg-config', '--modversion', package]).strip()}"


def run(wanted):
    found = measured(built(COLUMNS, wanted.folder.resolve()), wanted.rounds)
    table = pages.table(["µs", *(column.title for column in COLUMNS)], [
        [f"{label}, {size:,} rows", *(cell(found, column.title, size, figure) for column in COLUMNS)]
        for figure, label in FIGURES.items() for size in SIZES])
    text = [*table, "", f"{'; '.join([in_words(circumstances()), *versions(found)])}."]
    print("\n".join(text))
    if wanted.write:
        pages.write(PAGE, {"lists": text})
