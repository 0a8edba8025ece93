"""Reads a log line by line (docs/formats.md). Damaged lines are reported and skipped, as in a replay."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from .errors import CommandError, unreadable
from .values import type_of

HEADER, CHECKPOINT, STEP = "header", "checkpoint", "step"
FORM = 1


class Line:
    """A readable line of a log.

    `step` counts through all runs: the number of the step, or of the step before a checkpoint. A restore is a step too.
    """

    __slots__ = ("kind", "number", "run", "step", "value")

    def __init__(self, kind: str, number: int, run: int, step: int, value: dict[str, Any]) -> None:
        self.kind, self.number, self.run, self.step, self.value = kind, number, run, step, value


class Log:
    """A log file. `damage` receives a message for each damaged line; without it, a damaged line ends the command."""

    def __init__(self, path: str, damage: Callable[[str], None] | None = None) -> None:
        self.path, self.damage = path, damage
        self.damaged = 0
        self.unfinished = 0
        """The number of an incomplete last line, which was ignored; 0 if the last line is complete."""
        self.begun: Line | None = None
        """The action whose step has not ended, as a step without changes: its reducer may have crashed."""
        self._number = 0
        self._run, self._before, self._last, self._clock = 0, 0, 0, 0
        self._begins = True
        self._file = opened(path)

    @property
    def step(self) -> int:
        """The number of the last step that was read."""
        return self._last

    @property
    def size(self) -> int:
        """The size of the file in bytes."""
        return os.fstat(self._file.fileno()).st_size

    @property
    def place(self) -> int:
        """The number of bytes that were read."""
        return self._file.tell()

    def is_at(self, path: str) -> bool:
        """Whether a path still leads to this file, and the file was not cut."""
        here, there = os.fstat(self._file.fileno()), os.stat(path)
        return (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino) and there.st_size >= self._file.tell()

    def lines(self) -> Iterator[Line]:
        """The lines that were not read yet. A caller may call again when the file has grown.

        A last line without its newline is read again next time.
        """
        while raw := self._file.readline():
            if not raw.endswith(b"\n"):
                if self._number == 0:
                    raise self.error(1, "this is not a log: its first line is incomplete")
                self._file.seek(-len(raw), 1)
                self.begun = self._begun(raw)
                self.unfinished = 0 if self.begun else self._number + 1
                return
            self._number += 1
            self.unfinished, self.begun = 0, None
            line = self._line(raw)
            if line is not None:
                yield line

    def lines_and_begun(self) -> Iterator[Line]:
        """The lines, and after each run the step that did not end."""
        for line in self.lines():
            if line.kind == HEADER and "begun" in line.value:
                yield self._begun_step(line.number, self._last + 1, line.value["begun"])
            yield line
        if self.begun is not None:
            yield self.begun

    def _begun_step(self, number: int, step: int, action: Any) -> Line:
        value = {"step": step - self._before, "clock": self._clock, "origin": "program", "action": action, "patch": [], "begun": True}
        return Line(STEP, number, self._run, step, value)

    def _line(self, raw: bytes) -> Line | None:
        try:
            value = json.loads(raw)
        except (ValueError, RecursionError) as error:
            said = f"not JSON at byte {error.pos + 1}: {error.msg}" if isinstance(error, json.JSONDecodeError) else str(error)
            self._damaged(said)
            return None
        try:
            kind = kind_of(value)
        except ValueError as error:
            self._damaged(str(error))
            return None
        if self._number == 1 and kind != HEADER:
            raise self.error(1, 'this is not a log: expected {"kumiki": "log", ...}')
        if kind == HEADER:
            if value.get("form") != FORM:
                raise self.error(self._number, f"the log has form {value.get('form')}, expected {FORM}: another kumiki wrote it")
            self._begins = True
            return Line(kind, self._number, self._run + 1, self._last, value)
        if kind == CHECKPOINT and self._begins:
            self._run, self._begins = self._run + 1, False
            self._before = max(self._last - value["step"], 0)
        self._last, self._clock = value["step"] + self._before, value["clock"]
        return Line(kind, self._number, self._run, self._last, value)

    def _begun(self, raw: bytes) -> Line | None:
        """The last line, if it is an action that had only begun (kmk_record_part)."""
        try:
            value = json.loads(raw)
        except (ValueError, RecursionError):
            return None
        if not isinstance(value, dict) or value.get("begun") is not True or "action" not in value or type(value.get("step")) is not int:
            return None
        return self._begun_step(self._number + 1, value["step"] + self._before, value["action"])

    def _damaged(self, said: str) -> None:
        if self._number == 1:
            raise self.error(1, f"this is not a log: {said}")
        self.damaged += 1
        message = f"{self.path}:{self._number}: the line is damaged: {said}"
        if self.damage is None:
            raise CommandError(message)
        self.damage(message)

    def error(self, number: int, said: str) -> CommandError:
        """An error that names the file and a line."""
        return CommandError(f"{self.path}:{number}: {said}")


def version_of(checkpoint: Line) -> int:
    """The version of the program that wrote a checkpoint."""
    version = checkpoint.value["checkpoint"].get("version", 0)
    return version if type(version) is int else 0


def opened(path: str) -> BinaryIO:
    """Opens a file for reading, as a log: not a directory, and not empty."""
    try:
        file = open(path, "rb")
        mode = os.fstat(file.fileno())
    except OSError as error:
        raise unreadable(error, path) from None
    if not stat.S_ISREG(mode.st_mode):
        raise CommandError(f"{path}: not a regular file")
    if mode.st_size == 0:
        raise CommandError(f"{path}:1: this is not a log: the file is empty")
    return file


_TYPES: dict[str, tuple[type, str]] = {
    "clock": (int, "an integer"), "hash": (str, "a string"), "patch": (list, "an array"), "given": (list, "an array"),
    "presentations": (dict, "an object"), "began": (list, "an array"), "ended": (list, "an array"),
    "asked": (list, "an array"), "duration": (int, "an integer"), "issues": (list, "an array"), "checkpoint": (dict, "an object"), "snapshot": (dict, "an object"),
}


def kind_of(value: Any) -> str:
    """The kind of a line. ValueError: the line is not of a log, or a member has a wrong type."""
    if not isinstance(value, dict):
        raise ValueError(f"found {type_of(value)}, expected an object")
    if value.get("kumiki") == "log":
        return HEADER
    step = value.get("step")
    if type(step) is not int or step < 0:
        raise ValueError(f"step: found {type_of(step) if 'step' in value else 'nothing'}, expected an integer from 0")
    for name, each in value.items():
        known = _TYPES.get(name)
        if known is not None and type(each) is not known[0]:
            raise ValueError(f"{name}: found {type_of(each)}, expected {known[1]}")
    if "checkpoint" in value:
        if "state" not in value:
            raise ValueError("state: found nothing, expected the state of the checkpoint")
        return CHECKPOINT
    if "clock" not in value:
        raise ValueError("clock: found nothing, expected an integer")
    if "snapshot" in value or ("action" in value and "patch" in value):
        _check_step(value)
        return STEP
    raise ValueError("expected a header, a checkpoint, a step with an action and a patch, or a restore")


def _check_step(step: dict[str, Any]) -> None:
    """Checks the parts of a step that the commands read."""
    origin = step.get("origin")
    if isinstance(origin, dict) and len(origin) in (1, 2) and ("effect" in origin) >= (len(origin) == 2):
        places = (("view", str), ("binding", str), ("send", int), ("effect", int), ("step", int))
        if not all(type(origin[name]) is kind for name, kind in places if name in origin):
            raise ValueError(f"origin: found {type_of(origin)} with a member of a wrong type")
    elif not isinstance(origin, str):
        raise ValueError(f"origin: found {type_of(origin) if 'origin' in step else 'nothing'}, expected a string or an object")
    for operation in step.get("patch", ()):
        path = operation.get("path") if isinstance(operation, dict) else None
        if not isinstance(path, str) or path[:1] not in ("", "/") or not isinstance(operation.get("op"), str):
            raise ValueError("patch: expected operations with the members op and path")
        if operation["op"] in ("add", "replace", "test") and "value" not in operation:
            raise ValueError(f"patch: the operation {operation['op']} has no value")
    for pair in step.get("given", ()):
        if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], str):
            raise ValueError("given: expected pairs of a kind and a value")
    for name in ("began", "ended"):
        if not all(type(each) is int for each in step.get(name, ())):
            raise ValueError(f"{name}: expected integers")
    if not all(isinstance(each, dict) for name in ("issues", "asked") for each in step.get(name, ())):
        raise ValueError("issues and asked: expected objects")
