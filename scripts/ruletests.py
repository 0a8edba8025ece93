"""The tests that carry rules' ids in their names, and the scenarios that name rules.

A Swift test carries ids in front of its display name ("D60, D61: a changed id", "E1-E3: ids"), a C
test in front of its function's name (D60_D61_a_changed_id, E1_to_E3_ids).
"""

import re
from pathlib import Path
from typing import NamedTuple

import tools

ID = r"[A-Z][0-9]+"

# A type, which the tests after it are in; a test's display name; a function. In the order of the file.
SWIFT = re.compile(
    rf'^(?:@\w.*\s)?(?:struct|enum|final class|extension) (?P<suite>\w+)'
    rf'|@Test\(\s*"(?P<name>[^"]*)"|\bfunc (?P<function>\w+)',
    re.M,
)


class Test(NamedTuple):
    rules: list
    file: Path
    title: str  # without the ids, where that is a text
    function: str  # Suite/function, or C's function


def spread(first, last):
    """The ids from one to another of the same group."""
    return [f"{first[0]}{number}" for number in range(int(first[1:]), int(last[1:]) + 1)]


def expand(words):
    """The ids in a list of ids and of ranges, A1-A3."""
    found = []
    for word in words:
        first, _, last = word.partition("-")
        found += spread(first, last or first)
    return found


def swift_tests():
    for file in sorted((tools.ROOT / "Tests").rglob("*.swift")):
        suite = name = None
        for match in SWIFT.finditer(file.read_text()):
            suite = match["suite"] or suite
            name = match["name"] or name
            if not match["function"] or not name:
                continue
            ids = re.match(rf"{ID}(?:(?:, ?|-|–){ID})*(?=:)", name)
            if ids:
                rules = expand(re.split(", ?", ids[0].replace("–", "-")))
                title = name[ids.end() + 1 :].strip()
                yield Test(rules, file, title, f"{suite}/{match['function']}")
            name = None


def c_tests():
    for file in sorted((tools.ROOT / "Tests").rglob("test_*.c")):
        for name in re.findall(r"^static void\s+(\w+)\(\s*void \*\*", file.read_text(), re.M):
            ids = re.match(rf"{ID}(?:_(?:to_)?{ID})*(?=_)", name)
            if ids:
                rules = expand(ids[0].replace("_to_", "-").split("_"))
                yield Test(rules, file, name, name)


def scenario_tests(player):
    """The scenarios (Tests/Scenarios) that a player plays, "c" or "swift"."""
    for file in sorted((tools.ROOT / "Tests/Scenarios").rglob("*.yaml")):
        words = dict(re.findall(r"^(rules|promise|players): *(.*)$", file.read_text(), re.M))
        if player in words.get("players", "c swift"):
            rules = expand(words["rules"].replace(",", " ").split())
            yield Test(rules, file, words["promise"], file.stem)
