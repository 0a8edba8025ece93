"""Options that several commands share."""

from __future__ import annotations

import argparse
import re

from .steps import ORIGINS
from .values import keys


def parser(command: str, description: str, *, has_log: bool = True) -> argparse.ArgumentParser:
    """The parser of a command, with LOG and --json."""
    made = argparse.ArgumentParser(prog=f"kumiki {command}", description=description, epilog="See kumiki(1) for the exit codes.")
    if has_log:
        made.add_argument("log", metavar="LOG")
    made.add_argument("--json", action="store_true", help="write JSON, one object in each line")
    return made


def place(written: str) -> list[str]:
    try:
        return keys(written)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def seconds(written: str) -> float:
    try:
        return float(written)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{written!r} is not a number of seconds") from None


def step(written: str) -> int:
    if not (written.isascii() and written.isdigit() and int(written) > 0):
        raise argparse.ArgumentTypeError(f"{written!r} is not a step: expected a number from 1")
    return int(written)


def steps(written: str) -> tuple[int, int]:
    """A step, or a range such as 40..60; one end may be missing."""
    found = re.fullmatch(r"(\d*)(\.\.)?(\d*)", written, re.A)
    if found is None or not written.strip("."):
        raise argparse.ArgumentTypeError(f"{written!r} is not a step: expected 40, 40..60, 40.. or ..60")
    first, dots, last = found.groups()
    return int(first or 1), int(last) if last else (1 << 62 if dots else int(first))


def add_filters(made: argparse.ArgumentParser) -> None:
    """Options that choose steps. All that are given must match."""
    made.add_argument("--case", metavar="CASE", help="steps whose action begins with a case path, such as rows.element")
    made.add_argument("--place", type=place, metavar="PLACE", help="steps that change a place of the state, such as /rows/3")
    made.add_argument("--origin", choices=ORIGINS, help="steps of one origin")
    made.add_argument("--since", type=seconds, metavar="SECONDS", help="steps from a time of the loop's clock on")
    made.add_argument("--until", type=seconds, metavar="SECONDS", help="steps up to a time of the loop's clock")


def add_feature(made: argparse.ArgumentParser, *, required: bool) -> None:
    made.add_argument("--with", dest="library", metavar="LIBRARY", required=required, help="the shared library of the feature")
    made.add_argument("--reducer", metavar="NAME", default="kumiki_reducer",
                      help="the function that makes the reducer; default: kumiki_reducer")
