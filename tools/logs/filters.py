"""Chooses the steps of a log by --case, --place, --origin, --since and --until."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from .reading import Line
from .steps import case_of, origin_of
from .values import keys


def chosen(given: argparse.Namespace) -> Callable[[Line], bool]:
    """The function that tests a step for the options of `options.add_filters`."""
    tests: list[Callable[[Line], bool]] = []
    if given.case is not None:
        names = given.case.split(".")
        tests.append(lambda line: case_of(line.value.get("action"))[: len(names)] == names)
    if given.place is not None:
        tests.append(lambda line: _touches(line.value, given.place))
    if given.origin is not None:
        tests.append(lambda line: origin_of(line.value) == given.origin)
    if given.since is not None:
        tests.append(lambda line: line.value["clock"] >= given.since * 1e9)
    if given.until is not None:
        tests.append(lambda line: line.value["clock"] <= given.until * 1e9)
    return lambda line: all(test(line) for test in tests)


def _touches(step: dict[str, Any], path: list[str]) -> bool:
    """Whether a step changes a place, a value in it, or a value around it. A restore changes every place."""
    if "snapshot" in step:
        return True
    for operation in step["patch"]:
        for name in ("path", "from"):
            written = operation.get(name)
            if isinstance(written, str):
                changed = keys(written)
                least = min(len(changed), len(path))
                if changed[:least] == path[:least]:
                    return True
    return False
