"""The command `kumiki`, for users of the wheel: `python -m kumiki generate`, `check`, `graph`, `record`, `show` …"""

from __future__ import annotations

import importlib
import sys
from typing import Any


def main(arguments: list[str]) -> int:
    command, *rest = arguments or [""]
    if command == "generate":
        return int(_main_of("_generate")(rest))
    if command in ("check", "graph"):
        return int(_main_of("_check")(rest, command))
    logs = importlib.import_module("kumiki._logs.__main__")
    if command in logs.COMMANDS:
        return int(logs.main(command, rest))
    commands = ", ".join(("generate", "check", "graph", *logs.COMMANDS))
    print(f"usage: python -m kumiki COMMAND --help; COMMAND is one of {commands}", file=sys.stderr)
    return 2


def _main_of(package: str) -> Any:
    return importlib.import_module(f"kumiki.{package}.__main__").main


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
