"""Compares the trace that the model expects with a player's.

An expected event that begins with "?" is left open by the rules: it may come or not. A player over typed states reports
an issue without its place, and follows the action in it to its end. A player over both does so if the issue comes from
a typed part.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

MODEL_ID = re.compile(r"m[0-9]+")


@dataclass
class Difference:
    """The first place where a trace differs from the expected trace. A step of -1: when the store was made."""

    step: int
    event: int
    expected: Any
    came: Any

    @property
    def kind(self) -> str:
        """The kind of the difference: shrinking preserves it."""
        if self.step < 0:
            return "died" if isinstance(self.came, str) and self.came.startswith("died") else "made"
        if is_after(self.expected) and is_after(self.came):
            return "after " + " ".join(self.after_members())
        return f"{label(self.expected)}/{label(self.came)}"

    def after_members(self) -> list[str]:
        """The members that differ between two "after" events."""
        ours, theirs = self.expected[1], self.came[1]
        return [name for name in ours if text(ours[name]) != text(theirs.get(name))]


def is_after(event: Any) -> bool:
    return bool(event) and event[0] == "after" and len(event) == 2


def label(event: Any) -> str:
    """The subject of an event."""
    if not event:
        return "nothing"
    if event[0] in ("issue", "wrote", "answer"):
        return " ".join(str(part) for part in event[:2])
    if event[0] == "told":
        return f"told {event[2]}"
    return str(event[0])


def text(value: Any) -> str:
    """A value as a string: 1 is not 1.0, and the order of members does not count."""
    return json.dumps(value, sort_keys=True)


def died(reason: str) -> Difference:
    return Difference(-1, -1, "an answer", f"died: {reason}")


def compare(
    expected: dict[str, Any], answer: bytes, typed_issues: str = "none"
) -> Difference | None:
    """The first difference, or None."""
    try:
        came = json.loads(answer)
    except ValueError as error:
        return died(f"the answer is no JSON: {error}: {answer[:200]!r}")
    came["steps"] = [in_order(events) for events in came.get("steps", [])]
    expected = {**expected, "steps": settled(expected["steps"], came["steps"], typed_issues)}
    if text(expected) == text(came):
        return None
    return first_difference(expected, came)


def first_difference(expected: dict[str, Any], came: dict[str, Any]) -> Difference:
    if expected["made"] != came.get("made"):
        return Difference(-1, -1, expected["made"], came.get("made"))
    steps = came.get("steps", [])
    for step in range(max(len(expected["steps"]), len(steps))):
        ours = expected["steps"][step] if step < len(expected["steps"]) else []
        theirs = steps[step] if step < len(steps) else []
        for event in range(max(len(ours), len(theirs))):
            left = ours[event] if event < len(ours) else None
            right = theirs[event] if event < len(theirs) else None
            if text(left) != text(right):
                return Difference(step, event, left, right)
    return Difference(-1, -1, expected, came)


class Names:
    """Maps the model's presentation ids to the player's."""

    def __init__(self) -> None:
        self.ours: dict[str, str] = {}
        self.taken: set[str] = set()
        self.goes_back = False

    def ours_for(self, ours: Any, theirs: Any) -> Any:
        """The player's id in the model's terms; unchanged if it cannot be translated."""
        if not isinstance(theirs, str):
            return theirs
        if theirs in self.ours:
            return self.ours[theirs]
        if not isinstance(ours, str) or not MODEL_ID.fullmatch(ours) or ours in self.taken:
            return theirs
        self.ours[theirs] = ours
        self.taken.add(ours)
        return ours

    def go_back(self, up: Any) -> None:
        """From here on the model and the player may generate ids again that they generated after a snapshot, except
        those that are presented."""
        self.ours = {theirs: ours for theirs, ours in self.ours.items() if ours in up}
        self.taken = set(self.ours.values())


def settled(expected: list[Any], came: list[Any], typed_issues: str) -> list[Any]:
    """The expected events, without the open events that did not come.

    Puts the model's presentation ids into the player's trace, one for one through the case.
    """
    names, out = Names(), []
    for number, ours in enumerate(expected):
        theirs = came[number] if number < len(came) else []
        kept: list[Any] = []
        for event in ours:
            right = theirs[len(kept)] if len(kept) < len(theirs) else None
            if event[0] == "?":
                event = event[1:]
                if not has_come(names, event, right):
                    continue
            if typed_issues == "all":
                event = typed_issue(event, right)
            elif typed_issues == "some":
                event = mixed_issue(event, right)
            if right and right[0] == event[0]:
                rename_event(names, event, right, event[0])
            kept.append(event)
        out.append(in_order(kept))
    return out


def in_order(events: list[Any]) -> list[Any]:
    """Sorts the notices of effects and requests that end together: their order is open."""
    result: list[Any] = []
    run: list[Any] = []
    for event in events:
        if event[0] == "cancelled" or event[0] == "served" and event[2] == "cancelled":
            run.append(event)
        else:
            result += sorted(run, key=text) + [event]
            run = []
    return result + sorted(run, key=text)


def typed_issue(event: list[Any], right: list[Any] | None) -> list[Any]:
    """An issue as a typed feature reports it."""
    if event[0] != "issue":
        return event
    action = event[3]
    if right and right[0] == "issue" and str(right[3]).startswith(f"{action}."):
        action = right[3]
    return ["issue", event[1], "", action]


def mixed_issue(event: list[Any], right: list[Any] | None) -> list[Any]:
    """An issue as a tree of both reports it: raised in a typed part it has the place as far as that is known, and the
    action is followed to the border, or starts there (M102)."""
    if event[0] != "issue" or not right or right[:2] != event[:2] or len(right) != len(event):
        return event
    ours, theirs = f".{event[3]}.", f".{right[3]}."
    # A send has no place in the state: the place is then that of the sending feature.
    is_known = event[1] == "reentrant-send" or f"{event[2]}/".startswith(f"{right[2]}/")
    place = right[2] if is_known else event[2]
    return ["issue", event[1], place, right[3] if theirs in ours else event[3]]


def has_come(names: Names, event: list[Any], right: list[Any] | None) -> bool:
    """Whether an open event is the event that the player reports."""
    if not right or len(right) != len(event) or right[:3] != event[:3]:
        return False
    if event[0] == "told" and event[2] in ("present", "update", "dismiss"):
        right = [*right[:3], names.ours.get(right[3], right[3]), *right[4:]]
    return text(event) == text(right)


def rename_event(names: Names, left: list[Any], right: list[Any], kind: str) -> None:
    if kind == "answer" and left[1] in ("restore", "reopen"):
        names.goes_back = left[2] == "KMK_OK"
    if kind == "after":
        ids = right[1].get("ids")
        known = left[1].get("ids")
        if ids and known:
            right[1]["ids"] = [names.ours_for(a, b) for a, b in zip(known, ids)] + ids[len(known):]
        if names.goes_back:
            names.go_back(known or ())
            names.goes_back = False
    elif kind == "told" and len(right) > 3 and len(left) > 3:
        if right[2] in ("present", "update", "dismiss"):
            right[3] = names.ours_for(left[3], right[3])
    elif kind == "answer" and right[1] == "save_id" and len(right) > 3 and len(left) > 3:
        right[3] = names.ours_for(left[3], right[3])
