"""The saved form of a store: a moment as a whole, and later the changes (kumiki/saver.h)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kumiki._errors import WORD, KumikiError, Status, new_error, number, required
from kumiki._library import NULL, ffi, is_text, lib, utf8
from kumiki.snapshot import Snapshot


class Saver:
    """Knows what was saved of one store last. For one thread at a time."""

    def __init__(
        self,
        version: int = 0,
        history_bytes: int = 0,
        secret_paths: Sequence[str] = (),
        keeps_actions: bool = False,
    ) -> None:
        if isinstance(secret_paths, str) or not all(is_text(path) for path in secret_paths):
            message = f"secret_paths is a list of pointers and case paths, not {secret_paths!r:.100}"
            raise KumikiError(Status.INVALID_ARGUMENT, message)
        secrets = [ffi.new("char[]", utf8(each)) for each in secret_paths]
        listed = ffi.new("const char *[]", [*secrets, NULL])
        options = ffi.new(
            "kmk_saver_options *",
            {
                "size": ffi.sizeof("kmk_saver_options"),
                "version": number(version, "version"),
                # 0 is its own word for a default.
                "history_bytes": max(1, number(history_bytes, "history_bytes", WORD)),
                "secret_paths": listed if secrets else NULL,
                "keeps_actions": keeps_actions,
            },
        )
        error = new_error()
        made = required(lib.kmk_saver_new(options, error), error)
        self._pointer = ffi.gc(made, lib.kmk_saver_free)

    def whole(self, snapshot: Snapshot) -> Any:
        """The saved form of a moment, as a json_t *."""
        error = new_error()
        return _held(lib.kmk_saver_whole(self._pointer, snapshot._handle, error), error)

    def change(self, snapshot: Snapshot) -> tuple[Any, int]:
        """The changes beside the state since the last moment, as a json_t *, and the time that has passed."""
        error, passed = new_error(), ffi.new("uint64_t *")
        patch = lib.kmk_saver_change(self._pointer, snapshot._handle, passed, error)
        return _held(patch, error), int(passed[0])

    def step(self, step: Any) -> Any:
        """The saved form of a trace's step, as a json_t *."""
        error = new_error()
        return _held(lib.kmk_saver_step(self._pointer, step, error), error)


def _held(pointer: Any, error: Any) -> Any:
    return ffi.gc(required(pointer, error), lib.kmk_json_release)
