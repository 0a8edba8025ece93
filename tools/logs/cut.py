"""kumiki cut: writes a test from the steps of a log."""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any

from . import options
from .errors import CRASHED, SUCCESS, CommandError, unreadable
from .output import Progress
from .plan import Plan, planned
from .reading import Log
from .replies import REPLIES, expectations

LANGUAGES = ("c", "python", "swift")


def main(arguments: list[str]) -> int:
    """Runs the command. Returns the exit code."""
    made = options.parser("cut", "Writes a test: the state before FROM, the actions from FROM to TO, and the changes that each must make.")
    made.add_argument("first", type=options.step, metavar="FROM", help="the first step")
    made.add_argument("last", type=options.step, metavar="TO", help="the last step")
    made.add_argument("--test", dest="language", choices=LANGUAGES, help="the language of the test; needed without --json")
    options.add_feature(made, required=False)
    made.add_argument("--output", metavar="FILE", help="the file to write; default: standard output")
    given = made.parse_args(arguments)
    if given.last < given.first:
        made.error(f"FROM is {given.first} and TO is {given.last}: expected FROM before TO")
    if given.language is None and not given.json:
        made.error("expected --test c, python or swift, or --json")
    if given.library is not None and given.language == "python":
        made.error("--with runs a feature in C: expected --test c or swift, or no --with")
    plan = planned(Log(given.log), given.first, given.last)
    for item in plan.items if given.language == "swift" else ():
        item.mode = "send" if item.mode in REPLIES else item.mode  # requests in Swift have types
    if given.library is not None:
        _try(given, plan)
    expectations(plan.items)
    code = json.dumps(_record(plan), ensure_ascii=False) + "\n" if given.json else _written(given, plan)
    if given.output is None:
        sys.stdout.write(code)
        return SUCCESS
    try:
        with open(given.output, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(code)
    except OSError as error:
        raise unreadable(error, given.output) from None
    return SUCCESS


def _written(given: Any, plan: Plan) -> str:
    return str(importlib.import_module(f".cut_{given.language}", __package__).write(plan, given.reducer))


def _try(given: Any, plan: Plan) -> None:
    """Runs the plan on the feature, and takes over what the feature's effects need."""

    from .child import Crash, in_child

    def work(mark: Any) -> Any:
        from .engine import Engine
        from .migrated import migrated, take_over
        from .trial import tried

        engine = Engine(given.library, given.reducer.rpartition(".")[2])
        found = migrated(engine, plan, mark)
        take_over(plan, found)
        return {"migrated": found, **tried(engine, plan, mark)}

    try:
        result = in_child(work, Progress("cut", plan.last))
    except Crash as crash:
        line = next((item.line for item in plan.items if item.step == crash.mark), 0)
        raise CommandError(f"{given.log}:{line}: the feature {crash.how} in step {crash.mark}", CRASHED) from None
    from .migrated import take_over

    take_over(plan, result["migrated"])
    for item, mode in zip(plan.items, result["modes"]):
        item.mode = mode
    plan.skips_in_flight, plan.skips_received = result["skips_in_flight"], result["skips_received"]


def _record(plan: Plan) -> dict[str, Any]:
    steps = [{"step": item.step, "line": item.line, "wait": wait, "mode": item.mode, "given": item.given,
              "action": item.action, "patch": item.patch} for item, wait in zip(plan.items, plan.waits())]
    return {"log": plan.log, "state": plan.state, "clock": plan.start, "steps": steps,
            "skips_in_flight": plan.skips_in_flight, "skips_received": plan.skips_received}
