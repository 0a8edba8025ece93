#!/usr/bin/env python3
"""Prints the bytes of each part of the library, from the linker's map that scripts/build-library puts beside it.

    scripts/weights.py                      the table of the library that `make` has built
    scripts/weights.py --functions PART     the largest functions of a part, such as KumikiC
    scripts/weights.py --library FILE       another library of scripts/build-library

docs/engine/size.md explains the table.
"""

import argparse
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Iterator, NamedTuple

import tools

# The first pattern that an object file's path contains names its part.
PARTS = {
    r"/(Kumiki\w+)\.build/": "",
    r"/C\w+\.build/|libreplaced": "C sources",
    r"/\w+\.build/": "swift-collections",
    r"libswiftCore\.a\(Swift\.o": "Swift: standard library",
    r"libswiftCore\.a": "Swift: runtime in C++",
    r"libswift_Concurrency\.a": "Swift: concurrency",
    r"libswiftObservation\.a": "Swift: observation",
    r"libdispatch\.a|libBlocksRuntime\.a": "Swift: Dispatch",
    r"^[^<]": "other libraries",
}
# The same for an output section: its column, and the part of the linker's own contributions.
COLUMNS = {
    r"swift5_|\.swift": ("metadata", ""),
    r"\.eh_frame_hdr": ("unwinding", "search in unwinding tables"),
    r"\.eh_frame": ("unwinding", ""),
    r"\.(text|init|fini)$": ("code", ""),
    r"\.plt": ("code", "symbols and relocations"),
    r"\.rodata": ("constants", "merged strings"),
    r"\.(dyn|gnu|rel|hash|got|shstrtab|comment)": ("data", "symbols and relocations"),
    r".": ("data", ""),
}
TABLE = ["code", "constants", "data", "metadata", "unwinding"]
REST = "alignment and headers"
# VMA, LMA, size and alignment; then an output section, or indented an input section, or further indented a symbol.
LINE = re.compile(r" *(\w+) +\w+ +(\w+) +\d+ ( *)(\S.*)")


class Entry(NamedTuple):
    section: str
    file: str  # the path of the object file; "" for the output section
    symbol: str  # "" for a whole input section
    address: int
    size: int


def entries(text: str) -> Iterator[Entry]:
    """The lines of a map of lld."""
    section = file = ""
    for line in text.splitlines()[1:]:
        found = LINE.fullmatch(line)
        if not found:
            continue
        address, size, name = int(found[1], 16), int(found[2], 16), found[4]
        if not found[3]:
            section = name
            yield Entry(section, "", "", address, size)
        elif len(found[3]) == 8:
            file = name.rpartition(":(")[0]
            yield Entry(section, file, "", address, size)
        elif size:
            yield Entry(section, file, name, address, size)


def map_of(library: Path) -> Path:
    return library.with_name(f"{library.name}.map")


def in_file(library: Path) -> dict[str, tuple[int, int]]:
    """The sections that take room in the file, with their addresses and sizes."""
    lines = tools.output(["readelf", "--sections", "--wide", library])
    found = re.findall(r"\] (\S+) +(\S+) +([0-9a-f]+) [0-9a-f]+ ([0-9a-f]+) ", lines)
    return {name: (int(address, 16), int(size, 16)) for name, kind, address, size in found if kind not in ("NOBITS", "NULL")}


def part_of(file: str, section: str) -> tuple[str, str]:
    """The part and the column of an input section."""
    column, of_linker = next(value for pattern, value in COLUMNS.items() if re.match(pattern, section))
    for pattern, part in PARTS.items():
        if found := re.search(pattern, file):
            return part or found[1], column
    return of_linker or REST, column


def measured(library: Path, text: str) -> dict[str, Counter[str]]:
    """Part -> column -> bytes. All parts together are the file. Ends the script if the map is of another build."""
    sections, parts = in_file(library), defaultdict(Counter)
    for each in entries(text):
        if each.section not in sections or each.symbol:
            continue
        if each.file:
            part, column = part_of(each.file, each.section)
            parts[part][column] += each.size
        elif sections[each.section] != (each.address, each.size):
            sys.exit(f"weights: {map_of(library)} is the map of another build: {each.section} differs")
    parts[REST]["data"] += library.stat().st_size - sum(sum(columns.values()) for columns in parts.values())
    return dict(sorted(parts.items(), key=lambda item: -item[1].total()))


def kilobytes() -> dict[str, int]:
    """Part -> KB of the library that `make` has built; empty without a library and its map."""
    library = tools.library()
    if not library.exists() or not map_of(library).exists():
        return {}
    return {part: round(columns.total() / 1000) for part, columns in measured(library, map_of(library).read_text()).items()}


def table(parts: dict[str, Counter[str]]) -> str:
    rows = {**parts, "the file": sum(parts.values(), Counter())}
    lines = [f"| KB | {' | '.join(TABLE)} | together |", "|---" * (len(TABLE) + 2) + "|"]
    for part, columns in rows.items():
        figures = [*(columns[name] for name in TABLE), columns.total()]
        lines.append(f"| {part} | {' | '.join(f'{figure / 1000:,.0f}' for figure in figures)} |")
    return "\n".join(lines)


def functions(text: str, part: str, count: int) -> Iterator[str]:
    found = (each for each in entries(text) if each.symbol and each.section == ".text")
    largest = sorted((each for each in found if part_of(each.file, ".text")[0] == part), key=lambda each: -each.size)[:count]
    names = tools.output(["swift", "demangle", "--simplified"], input="\n".join(each.symbol for each in largest) + "\n")
    for each, name in zip(largest, names.splitlines()):
        yield f"{each.size:8,} {name}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", type=Path, default=tools.library(), metavar="FILE")
    parser.add_argument("--functions", metavar="PART", help="the largest functions of a part")
    parser.add_argument("--count", type=int, default=40, metavar="N", help="the number of functions")
    given = parser.parse_args()
    if not map_of(given.library).exists():
        sys.exit(f"weights: there is no {map_of(given.library)}: scripts/build-library writes it")
    text = map_of(given.library).read_text()
    lines = functions(text, given.functions, given.count) if given.functions else [table(measured(given.library, text))]
    print(*lines, sep="\n")


if __name__ == "__main__":
    main()
