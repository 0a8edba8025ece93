"""Issues: mistakes found while an action is reduced, which are not the error of a call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kumiki._calls import callback, kept, log
from kumiki._failures import raised_by
from kumiki._json import from_json
from kumiki._library import NULL, text
from kumiki._names import in_python


@dataclass(frozen=True)
class Issue:
    """A programming mistake, reported to `Loop.on_issue`. Nothing was aborted or rolled back."""

    code: str
    """A name from docs/issues.md, such as "absent-destination"."""
    message: str
    """What happened, the likely causes, and what to change."""
    label: str
    """The operator and its place, or ""."""
    path: str
    """The JSON Pointer of the state concerned."""
    action_case: str | None
    """The case path of the action, without payloads."""
    action: Any
    """The action as JSON, or None."""
    exception: BaseException | None = None
    """For "effect-threw": the exception, if the effect is written in Python."""


def log_issue(issue: Issue) -> None:
    """Logs an issue as an error. The default handler of issues."""
    place = f" at {issue.path}" if issue.path else ""
    label = f" ({issue.label})" if issue.label else ""
    action = f" (action {issue.action_case})" if issue.action_case else ""
    log.error(
        "%s%s%s: %s%s", issue.code, place, label, issue.message, action, exc_info=issue.exception)


class Issues:
    """The receiver of one loop's issues."""

    def __init__(self) -> None:
        self.tell: Callable[[Issue], object] = log_issue
        self.is_holding = False
        """Whether a call is running that may raise its last issue as an exception."""
        self.held: list[Issue] = []
        """The issues of this call."""

    def receive(self, issue: Issue) -> None:
        if self.is_holding:
            self.held.append(issue)
        else:
            self.tell(issue)

    def release(self, is_last_raised: bool) -> None:
        """Reports the issues of a call that has returned, except the one that it raises."""
        held, self.held = self.held, []
        for each in held[: len(held) - is_last_raised]:
            self.tell(each)


@callback("kmk_diagnostic_fn")  # type: ignore[untyped-decorator]
def receive_issue(diagnostic: Any, user_data: Any) -> None:
    case, code, message = diagnostic.action_case, text(diagnostic.code), text(diagnostic.message)
    kept(user_data).receive(
        Issue(
            code=code,
            message=in_python(message),
            label=text(diagnostic.label),
            path=text(diagnostic.path),
            action_case=None if case == NULL else text(case),
            action=from_json(diagnostic.action),
            exception=raised_by(message) if code == "effect-threw" else None,
        )
    )
