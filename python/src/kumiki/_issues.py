"""Issues: mistakes that surface while an action is reduced, and are no error of a call."""

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
    """A programmer's mistake, told to `Loop.on_issue`. It has aborted and rolled back nothing."""

    code: str
    """One of docs/issues.md: "absent-destination"."""
    message: str
    """What happened, the likely causes, what to change."""
    label: str
    """The operator and its place; "" if none."""
    path: str
    """JSON Pointer of the state concerned."""
    action_case: str | None
    """Case path of the action, without payloads."""
    action: Any
    """The action as JSON, None if none."""
    exception: BaseException | None = None
    """Of "effect-threw": what was raised, if the effect is one of Python."""


def log_issue(issue: Issue) -> None:
    """What is done with issues unless a program says otherwise: they are logged as errors."""
    place = f" at {issue.path}" if issue.path else ""
    label = f" ({issue.label})" if issue.label else ""
    action = f" (action {issue.action_case})" if issue.action_case else ""
    log.error(
        "%s%s%s: %s%s", issue.code, place, label, issue.message, action, exc_info=issue.exception)


class Issues:
    """Where the issues of one loop go."""

    def __init__(self) -> None:
        self.tell: Callable[[Issue], object] = log_issue
        self.holding: list[list[Issue]] = []
        """Lists that collect what comes in, the last one all of it: of calls that raise what an issue
        says."""

    def receive(self, issue: Issue) -> None:
        if self.holding:
            self.holding[-1].append(issue)
        else:
            self.tell(issue)


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
