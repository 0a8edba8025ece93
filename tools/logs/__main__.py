"""Runs one of the commands, and turns its errors into a line and an exit code."""

from __future__ import annotations

import importlib
import os
import sys

from .errors import CommandError, unreadable

COMMANDS = {
    "record": "runs a program and records its stores",
    "show": "shows the steps of a log",
    "tail": "shows the last steps of a log",
    "replay": "runs a log on a feature, and reports the first step that differs",
    "diff": "compares two logs",
    "bisect": "finds the first step that makes a condition true",
    "cut": "writes a test from the steps of a log",
    "export": "writes a log for Perfetto, Chrome or a model checker",
}


def main(command: str, arguments: list[str]) -> int:
    """Runs a command of COMMANDS. Returns the exit code."""
    sys.setrecursionlimit(12_000)  # values may be 2,048 deep
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        # Only the modules of this command are loaded.
        code = int(importlib.import_module(f"{__package__}.{command}").main(arguments))
        sys.stdout.flush()
        return code
    except CommandError as error:
        sys.stdout.flush()
        print(f"kumiki {command}: {error}", file=sys.stderr)
        return error.code
    except BrokenPipeError:
        # The reader of the output has gone. Python would report it again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 141
    except OSError as error:
        known = unreadable(error, command)
        print(f"kumiki {command}: {known}", file=sys.stderr)
        return known.code
    except KeyboardInterrupt:
        return 130
