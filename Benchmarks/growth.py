"""Measures how the cost of operations grows with their surroundings, and writes the tables of docs/engine/performance.md."""

import json
import subprocess
import sys

import pages
from measure import FLOOR, HERE, c_program, linked_with, swift_program, tools
from saved import RESULTS, circumstances, in_words
from themes import PLOTS

FIGURES, PAGE = RESULTS / "growth.json", tools.ROOT / "docs/engine/performance.md"
UNITS = {"ns": ["ns", "µs", "ms", "s"], "B": ["B", "kB", "MB", "GB"]}


def in_c():
    heap = HERE / "Swift/Sources/HeapBytes"
    shared = [HERE / "C/bench.c", *sorted(FLOOR.glob("*.c")), heap / "heap_bytes.c"]
    options = [f"-I{HERE / 'C'}", f"-I{heap / 'include'}", "-Wno-missing-field-initializers"]
    sources = [*sorted((HERE / "Growth").glob("*.c")), *shared]
    return c_program("growth", sources, [*options, *linked_with(tools.library())])


def measured(program, prefix):
    """The output of a program: name -> [[size, minimum, median, repetitions], ...]."""
    found = {}
    with subprocess.Popen(
        [program, prefix] if prefix else [program],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as running:
        for line in running.stdout:
            name, size, least, median, repetitions = line.split()
            point = [int(size), round(float(least), 1), round(float(median), 1), int(repetitions)]
            found.setdefault(name, []).append(point)
            show(name, *(f"{value:,}" for value in point))
        complaint = running.stderr.read()
    # The engine writes its issues there. An issue means that the measurement is wrong.
    if running.returncode or complaint:
        sys.exit(f"{program} ended with {running.returncode}: {complaint}")
    return found


def faster(points, again):
    """Merges two measurements of a series: for each size, the point with the lower minimum."""
    found = {point[0]: point for point in points}
    for point in again:
        if point[0] not in found or point[1] < found[point[0]][1]:
            found[point[0]] = point
    return [found[size] for size in sorted(found)]


def show(name, *columns):
    size, least, median, repetitions = columns
    print(f"{name:26} {size:>9} {least:>16} {median:>16} {repetitions:>3}", flush=True)


def amount(value, unit):
    """Formats two significant digits in a suitable unit: 1.7 µs."""
    names = iter(UNITS[unit])
    name = next(names)
    while float(f"{value:.2g}") >= 1000:
        value, name = value / 1000, next(names)
    return f"{float(f'{value:.2g}'):g} {name}"


def table(plot, series):
    """A Markdown table: one line for each operation, one column for each size."""
    shown = {label: {size: least for size, least, *_ in series.get(name, [])} for name, label in plot.series.items()}
    sizes = sorted({size for points in shown.values() for size in points})
    yield f"| {plot.x} | {' | '.join(f'{size:,}' for size in sizes)} |"
    yield "|---" + "|--:" * len(sizes) + "|"
    for label, points in shown.items():
        # Empty if the size was not measured, or if the time was too short to measure.
        cells = (amount(points[size], plot.unit) if points.get(size, 0) > 0 else "" for size in sizes)
        yield f"| {label} | {' | '.join(cells)} |"


def write_page(report):
    """Writes the tables in the page, each with its title."""
    parts = {"about": [f"{in_words(report['about'])}."]}
    parts |= {plot.name: [f"{plot.title}:", "", *table(plot, report["series"])] for plot in PLOTS}
    pages.write(PAGE, parts)


def measure(wanted):
    if wanted.page:
        return write_page(json.loads(FIGURES.read_text()))
    programs = [swift_program("GrowthBenchmarks"), in_c()]
    report = {"about": circumstances(), "series": {}}
    if wanted.keep:
        report["series"] = json.loads(FIGURES.read_text())["series"]
    show("", "size", "minimum", "median", "repetitions")
    found = {}
    for _ in range(wanted.passes):
        for prefix in wanted.prefix or [""]:
            for program in programs:
                for name, points in measured(program, prefix).items():
                    found[name] = faster(found.get(name, []), points)
    report["series"] |= found
    FIGURES.parent.mkdir(parents=True, exist_ok=True)
    FIGURES.write_text(json.dumps(report))
    if wanted.keep or not wanted.prefix:
        write_page(report)
    print(f"\nsaved in {tools.relative(FIGURES)}")
