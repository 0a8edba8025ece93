"""The errors of the commands, and their exit codes, which share/kumiki.1 documents."""

from __future__ import annotations

SUCCESS = 0
DIFFERENT = 1
"""The result is negative: the replay or the other log differs, no step has the condition, a file has damaged lines."""
USAGE = 2
"""A wrong option or argument."""
WRONG_INPUT = 3
"""A file that cannot be read or is not a log, or a feature that cannot be used."""
CRASHED = 4
"""The feature crashed."""


class CommandError(Exception):
    """Ends a command with a line on standard error."""

    def __init__(self, message: str, code: int = WRONG_INPUT) -> None:
        super().__init__(message)
        self.code = code


def unreadable(error: OSError, path: str) -> CommandError:
    """The error for a file that the system refuses."""
    return CommandError(f"{error.filename or path}: {error.strerror or error}")
