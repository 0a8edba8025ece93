"""kumiki export: writes a log in the format of another tool."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import BinaryIO

from . import options
from .errors import DIFFERENT, SUCCESS, unreadable
from .output import Progress, warn
from .reading import Log

FORMATS = ("perfetto", "chrome", "itf")


def main(arguments: list[str]) -> int:
    """Runs the command. Returns the exit code."""
    made = options.parser("export", "Writes a log for another tool: steps as slices, effects as spans and causes as flows for Perfetto "
                                    "(its own format) and Chrome (JSON), or the states as ITF for model checkers.")
    made.add_argument("--to", dest="format", required=True, choices=FORMATS)
    made.add_argument("--output", metavar="FILE", help="the file to write; default: standard output")
    given = made.parse_args(arguments)
    if given.json and given.format == "perfetto":
        made.error("the format perfetto is binary: expected --to chrome or itf with --json")
    log = Log(given.log, lambda said: warn("export", said))
    if given.format == "perfetto":
        from .perfetto import parts
    elif given.format == "chrome":
        from .chrome import parts
    else:
        from .itf import parts
    if given.output is None:
        if given.format == "perfetto" and sys.stdout.isatty():
            made.error("the format perfetto is binary: expected --output FILE on a terminal")
        _write(parts(log), log, sys.stdout.buffer)
    else:
        try:
            with open(given.output, "wb") as file:
                _write(parts(log), log, file)
        except OSError as error:
            raise unreadable(error, given.output) from None
    if log.unfinished:
        warn("export", f"{log.path}:{log.unfinished}: the last line is incomplete, and was ignored")
    return DIFFERENT if log.damaged else SUCCESS


def _write(parts: Iterable[bytes], log: Log, file: BinaryIO) -> None:
    progress = Progress("export", log.size)
    for index, part in enumerate(parts):
        file.write(part)
        if index % 1024 == 0:
            progress.at(log.place)
    progress.end()
    file.flush()
