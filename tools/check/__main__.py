"""The arguments of `kumiki check`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from .engine import CheckError, Engine, Feature
from .found import library_path

EXITS = "exit status: 0 no fault within the bounds, 1 faults, 2 the run could not begin"

# Options of the command that are options of a run, with their types.
_RUN = {
    "jobs": int, "states": int, "depth": int, "rows": int, "events": int, "in-flight": int, "walk": int,
    "seed": int, "time": float, "hang": float,
}  # fmt: skip
_NAMES = {"time": "seconds", "in-flight": "in_flight"}


def arguments(command: str = "check") -> argparse.ArgumentParser:
    """The parser of the command's arguments."""
    parser = argparse.ArgumentParser(
        prog=f"kumiki {command}",
        description="Explores what a feature can do, and looks for faults."
        if command == "check"
        else "Draws the screens of a feature and the ways between them: to standard output, or to --graph FILE.",
        epilog=f"{EXITS}. docs/check.md describes the file of options and the faults.",
    )
    parser.add_argument("feature", help="a shared library (libfeature.so), or a Python module (module or file.py)")
    parser.add_argument("--config", metavar="FILE", help="a JSON file of options: conditions, values, bounds")
    parser.add_argument("--reducer", metavar="NAME", default="kumiki_reducer", help="the function of the reducer")
    parser.add_argument("--state", metavar="NAME", default="kumiki_state", help="the function of the first state")
    parser.add_argument("--judge", metavar="NAME", default="kumiki_judge", help="a function that judges states")
    parser.add_argument("--register", metavar="NAME", help="a function to call first, which registers features and returns 0")
    parser.add_argument("--feature", dest="feature_name", metavar="NAME", help="checks the registered feature of this name")
    parser.add_argument("--module", metavar="NAME", help="the Swift module of the feature, for tests in Swift")
    parser.add_argument("--no-judge", action="store_true", help="calls no such function")
    parser.add_argument("--time", type=float, metavar="SECONDS", help="the longest run; 60 by default")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes; by default one for each core")
    parser.add_argument("--states", type=int, metavar="N", help="situations; 1,000,000 by default")
    parser.add_argument("--depth", type=int, metavar="N", help="events in a history")
    parser.add_argument("--rows", type=int, metavar="N", help="rows in an array; 3 by default")
    parser.add_argument("--events", type=int, metavar="N", help="events in a situation; 256 by default")
    parser.add_argument("--in-flight", type=int, metavar="N", help="effects and requests in flight; 3 by default")
    parser.add_argument("--hang", type=float, metavar="SECONDS", help="when an event counts as hanging; 10 by default")
    parser.add_argument("--walk", type=int, metavar="N", help="random walks of N events in all, for what is too large")
    parser.add_argument("--seed", type=int, metavar="N", help="of the random walks")
    parser.add_argument("--file", metavar="FILE", help="keeps the run in FILE, and continues the run that FILE has")
    parser.add_argument("--out", metavar="FILE", help="writes tests of the faults: FILE.c, FILE.py or FILE.swift")
    parser.add_argument("--logs", metavar="FOLDER", help="writes the histories as logs for `kumiki replay`")
    parser.add_argument("--itf", metavar="FOLDER", help="writes the histories as traces in the Informal Trace Format")
    parser.add_argument("--graph", metavar="FILE", help="writes the screens and the ways between them: FILE.dot or FILE.svg")
    parser.add_argument("--cases", action="store_true", help="prints how often each case was handled")
    parser.add_argument("--json", action="store_true", help="prints the report as JSON")
    return parser


def _options(given: argparse.Namespace) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if given.config:
        try:
            options = json.loads(Path(given.config).read_text())
        except OSError as error:
            raise CheckError(f"{given.config} cannot be read: {error.strerror}") from None
        except ValueError as error:
            raise CheckError(f"{given.config} is not JSON: {error}") from None
        if not isinstance(options, dict):
            raise CheckError(f"{given.config}: expected an object of options")
    for name in _RUN:
        value = getattr(given, name.replace("-", "_"))
        if value is not None:
            options[_NAMES.get(name, name)] = value
    if "jobs" not in options:
        import os

        options["jobs"] = len(os.sched_getaffinity(0))
    if given.file:
        options["file"] = str(Path(given.file).resolve())
    if given.logs:
        options["logs"] = str(Path(given.logs).resolve())
    return options


def _feature(given: argparse.Namespace, options: dict[str, Any]) -> tuple[Engine, Feature]:
    if given.feature.endswith(".so") or ".so." in given.feature or "/" in given.feature and not given.feature.endswith(".py"):
        engine = Engine(library_path(given.feature), library_path())
        found = engine.library_feature(given, needs_state="state" not in options)
        return engine, found
    from .python_feature import loaded

    return loaded(given.feature, given.reducer, given.state, given.judge)


def _write(path: str, text: str) -> None:
    try:
        Path(path).write_text(text)
    except OSError as error:
        raise CheckError(f"{path} cannot be written: {error.strerror}") from None


def _write_tests(path: str, report: dict[str, Any], given: argparse.Namespace) -> None:
    if path.endswith(".c"):
        from .c_test import write
    elif path.endswith(".py"):
        from .python_test import write
    elif path.endswith(".swift"):
        from .swift_test import write
    else:
        raise CheckError(f"--out {path}: expected a name that ends with .c, .py or .swift")
    _write(path, write(report, Path(path).name, given))


def _ran(given: argparse.Namespace) -> int:
    options = _options(given)
    if given.out and not given.out.endswith((".c", ".py", ".swift")):
        raise CheckError(f"--out {given.out}: expected a name that ends with .c, .py or .swift")
    engine, feature = _feature(given, options)
    from . import text

    is_shown = sys.stderr.isatty() and not given.json

    def told(progress: dict[str, Any]) -> None:
        print(f"\r\033[K{text.progress(progress)}", end="", file=sys.stderr, flush=True)

    report = engine.run(feature, options, told if is_shown else None)
    if is_shown:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    if given.json:
        print(json.dumps(report, ensure_ascii=False))
    else:
        text.write(report, sys.stdout, has_colours=sys.stdout.isatty(), has_cases=given.cases)
    if given.graph:
        from . import graph

        drawn = graph.dot(report)
        _write(given.graph, graph.svg(drawn) if given.graph.endswith(".svg") else drawn)
    if given.itf:
        from .itf import write_all

        write_all(given.itf, report)
    if given.out and report["faults"]:
        _write_tests(given.out, report, given)
        if not given.json:
            print(f"Tests: {given.out}")
    return 1 if report["faults"] else 0


def _drawn(given: argparse.Namespace) -> int:
    """The command `kumiki graph`."""
    options = _options(given)
    engine, feature = _feature(given, options)
    from . import graph

    drawn = graph.dot(engine.run(feature, options, None))
    if not given.graph:
        print(drawn, end="")
    else:
        _write(given.graph, graph.svg(drawn) if given.graph.endswith(".svg") else drawn)
    return 0


def main(words: list[str], command: str = "check") -> int:
    """Runs `kumiki check` or `kumiki graph`. Returns its exit status."""
    given = arguments(command).parse_args(words)
    try:
        return _ran(given) if command == "check" else _drawn(given)
    except CheckError as error:
        print(f"kumiki {command}: {error}", file=sys.stderr)
        return 2
