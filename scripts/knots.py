"""Finds the Swift files of a target that depend on each other in a circle, and dependencies on later folders.

The script scans words. File A has an arrow to file B if A names a type that only B declares at its outermost level;
comments and string literals do not count. A circle is a maximal set of files that all reach each other.
"""

import re
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

TEXT = re.compile(r'//.*|/\*[\s\S]*?\*/|"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"')
DECLARED = re.compile(
    r"^(?:@\w+(?:\([^)]*\))? +|[a-z]+(?:\([a-z]+\))? +)*(?:actor|class|enum|macro|protocol|struct|typealias) ([A-Z]\w*)",
    re.M)
NAME = re.compile(r"\b[A-Z]\w*")
FOLDER_ROW = re.compile(r"^\| `(\w+)/(\w+)` \|", re.M)

Arrows = dict[Path, set[Path]]


class Upward(NamedTuple):
    """A file that names a type of a later folder."""

    file: Path
    other: Path

    def __str__(self) -> str:
        return f"{self.file.parent.name}/{self.file.name} -> {self.other.parent.name}/{self.other.name}"


def arrows(files: list[Path]) -> Arrows:
    """Returns, for each file, the files whose types it names."""
    texts = {file: TEXT.sub(" ", file.read_text()) for file in files}
    homes = defaultdict(set)
    for file, text in texts.items():
        for name in DECLARED.findall(text):
            homes[name].add(file)
    return {
        file: {home for name in set(NAME.findall(text)) if file not in homes[name] for home in homes[name]}
        for file, text in texts.items()
    }


def circles(found: Arrows) -> list[list[Path]]:
    """The circles of two or more files, the largest first, by Kosaraju's algorithm without recursion."""
    back = defaultdict(set)
    for file, others in found.items():
        for other in others:
            back[other].add(file)
    finished, seen = [], set()
    for start in found:
        if start in seen:
            continue
        seen.add(start)
        way = [(start, iter(found[start]))]
        while way:
            file, rest = way[-1]
            step = next((other for other in rest if other not in seen), None)
            if step is None:
                finished.append(file)
                way.pop()
            else:
                seen.add(step)
                way.append((step, iter(found[step])))
    groups, placed = [], set()
    for start in reversed(finished):
        group, waiting = [], [start]
        while waiting:
            file = waiting.pop()
            if file not in placed:
                placed.add(file)
                group.append(file)
                waiting.extend(back[file] - placed)
        if len(group) > 1:
            groups.append(sorted(group))
    return sorted(groups, key=len, reverse=True)


def written_order(page: str) -> dict[str, list[str]]:
    """The folders of each target from the lowest to the highest, as docs/engine/architecture.md lists them."""
    order = defaultdict(list)
    for target, folder in FOLDER_ROW.findall(page):
        order[target].append(folder)
    return order


def upward(found: Arrows, root: Path, order: list[str]) -> list[Upward]:
    """The arrows to a later folder. Files outside the folders come after all of them."""
    def height(file: Path) -> int:
        folder = file.relative_to(root).parts[0]
        return order.index(folder) if folder in order else len(order)

    return sorted(Upward(file, other) for file, others in found.items() for other in others
                  if height(other) > height(file))
