"""What the Swift modules promise: their declarations as lines, and how two lists of them differ."""

import re
from fnmatch import fnmatchcase
from typing import Iterator

from swiftgraphs import Declaration


def listed(text: str) -> list[str]:
    """The lines of a list, without its comments."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


class Parts:
    """The types that are public only so that others can be compiled with them."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        bare = "|".join(each.split(".")[-1] for each in names)
        self.generic = re.compile(rf"\b(?:{bare})<")

    def holds(self, line: str) -> bool:
        """Whether a line is about such a type, or about a conformance to one."""
        about = re.match(r"[^ ]+ : ([\w.]+)", line)
        names = [line] + ([f"{line.split('.')[0]}.{about[1]}"] if about else [])
        return any(re.match(rf"{re.escape(part)}\b", name) for part in self.names for name in names)

    def shortened(self, line: str) -> str:
        """A line without the generic arguments of such types: what they are made of may change."""
        begins = self.generic.search(line)
        while begins:
            depth, end = 1, begins.end()
            while depth:
                arrow = line[end - 1] == "-"
                depth += (line[end] == "<") - (line[end] == ">" and not arrow)
                end += 1
            line = line[: begins.end() - 1] + "<…>" + line[end:]
            begins = self.generic.search(line, begins.end() + 1)
        return line


def promised(found: list[Declaration], parts: Parts) -> dict[str, list]:
    """What may not change, each line with what it was made of."""
    lines: dict[str, list] = {}
    for each in found:
        if not parts.holds(each.line):
            lines.setdefault(parts.shortened(each.line), []).append(each)
    return lines


def breaks(before: list[str], now: dict[str, list[Declaration]]) -> Iterator[tuple[str, str]]:
    """The lines that are gone or have come and may not, each with what there is now."""
    for line in before:
        if line not in now:
            name = line.split(" ")[0]
            same = [each for each in now if each.split(" ")[0] == name and each not in before]
            yield line, "".join(f"\n    now: {each}" for each in same) or "\n    now: gone"
    known = {line.split(" ")[0] for line in before}
    for line in sorted(now.keys() - set(before)):
        for each in now[line]:
            if each.owner and f"{each.module}.{each.owner}" in known:
                why = "a switch" if each.kind == "swift.enum.case" else "a type that conforms"
                yield line, f"\n    now: new, and {why} has to name it ({each.place})"


def problems(release: str, before: list[str], now: dict[str, list[Declaration]],
             allowed: list[str]) -> Iterator[str]:
    """What may not change and has, and the exceptions that nothing needs."""
    used = set()
    for line, said in breaks(before, now):
        by = {each for each in allowed if each == line or fnmatchcase(line, each)}
        used |= by
        if not by:
            yield f"{release} has another contract than now:\n    was: {line}{said}"
    for each in allowed:
        if each not in used:
            yield f"Tests/ABI/swift-allowed: nothing has changed in: {each}"


def silent(found: list[Declaration]) -> Iterator[str]:
    """The declarations without a comment."""
    for each in found:
        if not each.comment:
            yield f"{each.place}: {each.name} has no comment"


def names(taken: set[str], said: list[str]) -> Iterator[str]:
    """The names that are in a program's way and are not listed, and those that are listed for nothing."""
    for each in sorted(taken - set(said)):
        yield (f"{each} is a new name in a program's way: if it has to be, say so in Tests/ABI/swift-names, and "
               "where programs are likely to have it, in docs/coming-from.md")
    for each in sorted(set(said) - taken):
        yield f"Tests/ABI/swift-names: there is no {each}"
