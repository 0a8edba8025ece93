"""The option structs of operators, with what they refer to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kumiki._errors import WORD, KumikiError, Status, number
from kumiki._library import NULL, ffi, utf8
from kumiki.typed import Pointer


class SlotOptions:
    """kmk_slot_options, with what they refer to."""

    def __init__(
        self,
        kind: str = "auto",
        id_key: str | None = None,
        ephemeral_cases: Sequence[str] = (),
        ephemeral: bool = False,
    ) -> None:
        kinds = ["auto", "struct", "enum"]
        if kind not in kinds:
            raise KumikiError(Status.INVALID_ARGUMENT, f"kind is one of {kinds}, not {kind!r}")
        if isinstance(ephemeral_cases, str):
            raise KumikiError(Status.INVALID_ARGUMENT, "ephemeral_cases is a list of names")
        self._key = NULL if id_key is None else ffi.new("char[]", utf8(id_key))
        self._cases = [ffi.new("char[]", utf8(case)) for case in ephemeral_cases]
        self._list = ffi.new("const char *[]", [*self._cases, NULL])
        self.options = ffi.new(
            "kmk_slot_options *",
            {
                "size": ffi.sizeof("kmk_slot_options"),
                "kind": kinds.index(kind),
                "id_key": self._key,
                "ephemeral_cases": self._list if self._cases else NULL,
                "ephemeral": ephemeral,
            },
        )


class RunningOptions:
    """kmk_running_options."""

    def __init__(self, id: str, time: str) -> None:
        times = ["restart", "remaining", "deadline"]
        if time not in times:
            raise KumikiError(Status.INVALID_ARGUMENT, f"time is one of {times}, not {time!r}")
        self._id = ffi.new("char[]", utf8(id))
        self.options = ffi.new(
            "kmk_running_options *",
            {
                "size": ffi.sizeof("kmk_running_options"),
                "id": self._id,
                "time": times.index(time),
            },
        )


class UndoOptions:
    """kmk_undo_options."""

    def __init__(
        self,
        limit: int,
        group_nanoseconds: int,
        texts: Sequence[Pointer | None],
        actions: Sequence[str] | None,
        ignored: Sequence[str],
    ) -> None:
        if number(limit, "limit", WORD) < 1 or isinstance(actions, str) or isinstance(ignored, str):
            raise KumikiError(
                Status.INVALID_ARGUMENT,
                "limit is at least 1, actions and ignored are lists of names",
            )
        self._texts = [NULL if each is None else ffi.new("char[]", utf8(each)) for each in texts]
        self._lists: list[Any] = []
        names = ["state_path", "history_path", "undo_case", "redo_case", "clear_case"]
        self.options = ffi.new(
            "kmk_undo_options *",
            {
                "size": ffi.sizeof("kmk_undo_options"),
                "limit": limit,
                "actions": NULL if actions is None else self._list(actions),
                "ignored": self._list(ignored),
                "group_nanoseconds": group_nanoseconds,
                **dict(zip(names, self._texts, strict=True)),
            },
        )

    def _list(self, names: Sequence[str]) -> Any:
        texts = [ffi.new("char[]", utf8(name)) for name in names]
        made = ffi.new("const char *[]", [*texts, NULL])
        self._lists.extend([texts, made])
        return made
