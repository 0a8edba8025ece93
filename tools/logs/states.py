"""Follows the state of a log: from checkpoints and restores, by the patches of the steps."""

from __future__ import annotations

from typing import Any

from .reading import CHECKPOINT, HEADER, Line, Log
from .values import NOTHING, patched


class States:
    """The state after the lines that were followed.

    `state` changes in place. NOTHING stands for an unknown state: before the first checkpoint, and after damaged
    lines until the next one.
    """

    def __init__(self, log: Log) -> None:
        self.log = log
        self.state: Any = NOTHING
        self._last = 0

    def follow(self, line: Line) -> None:
        """Applies a line. Raises CommandError if the patch of a step does not match the state."""
        if line.kind == HEADER:
            self._last = -1
            return
        if line.kind == CHECKPOINT:
            self.state = line.value["state"]
        elif "snapshot" in line.value:
            self.state = line.value["snapshot"].get("state", NOTHING)
        else:
            if line.step != self._last + 1:
                self.state = NOTHING  # steps are missing
            if self.state is not NOTHING:
                try:
                    self.state = patched(self.state, line.value["patch"])
                except ValueError as error:
                    raise self.log.error(line.number, f"step {line.step}: {error}") from None
        self._last = line.step
