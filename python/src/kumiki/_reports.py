"""The reports of a test store, which are raised at the test's own line."""

from __future__ import annotations

import sys
from typing import Any

from kumiki._calls import callback, kept
from kumiki._failures import raised_by
from kumiki._library import lib, text, utf8
from kumiki._names import in_python
from kumiki.action import Action

OURS = {__file__, __file__.replace("_reports", "testing")}


class Reports:
    """Reports of a test store that were not raised yet."""

    def __init__(self) -> None:
        self.failures: list[str] = []
        self.cause: BaseException | None = None  # the exception of an effect, for the first failure
        self.notes: list[str] = []


def test_line() -> tuple[bytes, int]:
    """The nearest line outside this package, for later reports of a call."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename in OURS:
        frame = frame.f_back
    return utf8(frame.f_code.co_filename), frame.f_lineno


@callback("kmk_test_failure_fn")  # type: ignore[untyped-decorator]
def failed(file: Any, line: int, message: Any, user_data: Any) -> None:
    reports, said = kept(user_data), text(message)
    reports.failures.append(f"{text(file)}:{line}: {in_python(said)}")
    reports.cause = reports.cause or raised_by(said)


@callback("kmk_test_failure_fn")  # type: ignore[untyped-decorator]
def noted(file: Any, line: int, message: Any, user_data: Any) -> None:
    kept(user_data).notes.append(f"{text(file)}:{line}: {in_python(text(message))}")


@callback("kmk_test_match_fn", False)  # type: ignore[untyped-decorator]
def matches_action(action: Any, user_data: Any) -> bool:
    return bool(kept(user_data)(Action._of(lib.kmk_json_retain(action))))
