"""The settings of each kind of player. The files in operators/, effects/ and observers/ add their weights."""

from dataclasses import dataclass, field, replace
from typing import Any

import effects
import observers
import operators
from play.shapes import SPELLINGS

OPS: dict[str, float] = {
    "scope": 2, "if_let": 3, "presentation": 4, "presentation_destination": 4, "for_each": 3,
    "stack": 3, "navigation_destination": 2, "if_case_let": 5, "reader": 3, "bindings": 5, "combine": 2,
    "recurse": 1, "scope_case": 1,
}
WRITES: dict[str, float] = {
    "set": 8, "insert": 2, "remove": 2, "move": 2, "push": 2.5, "pop": 2.5, "pop_to": 2.5, "add": 3,
    "env": 1.5, "set_rows": 1, "remove_rows": 0.5,
}
EFFECTS: dict[str, float] = {
    "send": 3, "after": 4, "at": 1, "daily": 0.5, "woken": 1, "clock_set": 1, "every": 1.5, "dismiss": 4, "cancel": 3, "merge": 3, "chain": 2,
    "start": 4, "fail": 1.5, "blocking": 1.5, "limit": 1, "ask": 6,
}
COMMANDS: dict[str, float] = {
    "send": 40, "advance": 16, "suspend": 3, "set_date": 3, "dispatch": 4, "idle": 3, "post": 3, "send_task": 4,
    "cancel_task": 2, "finish_task": 3, "present": 6, "dismiss": 5, "presented": 5, "save_id": 4,
    "dismiss_id": 9, "write_binding": 10, "write_path": 11, "get": 1.5, "valid": 1, "scope": 3,
    "scope_element": 3, "free_view": 1, "observe": 7, "unobserve": 1.5, "snapshot": 1.5,
    "sender_send": 3, "sender_finish": 2, "sender_fail": 1, "sender_dismiss": 1.5,
    "sender_cancelled": 1, "report_reentrant": 0.7, "limit_effects": 0.7, "replace_reducer": 2,
    "free_store": 0.3, "moment": 3, "restore": 3, "reopen": 1,
    "shared_get": 1, "shared_set": 3, "shared_update": 3, "shared_observe": 2,
    "derive": 4, "derived_get": 5, "observe_derived": 5, "derived_free": 1,
    "list_rows": 3, "list_get": 6, "list_show": 3, "observe_list": 6, "list_free": 0.5,
    "serve": 2, "unserve": 1, "request_answer": 4, "request_fail": 1.5, "request_part": 2, "request_over": 0.3,
    "find_request": 1, "awaited": 0.5, "hold_requests": 0.2, "requests_kept": 0.5,
}
LISTING = ("list_rows", "list_get", "list_show", "observe_list", "list_free")
DERIVING = ("derive", "derived_get", "observe_derived", "derived_free")
MOMENTS = ("moment", "restore", "reopen")
ASKING = ("serve", "unserve", "request_answer", "request_fail", "request_part", "request_over", "find_request", "hold_requests",
          "requests_kept",
          "awaited")
SHARING = ("shared_get", "shared_set", "shared_update", "shared_observe")
KNOWN: tuple[tuple[str, Any], ...] = (
    ("date", 7), ("uuid", "incrementing"), ("isPresented", True), ("isPresented", False),
    ("uuid", "00000000-0000-0000-0000-0000000000ff"),
)
DEPENDENCIES = (*KNOWN, ("k", 1), ("k", "a"), ("k", None), ("k2", [1]), ("date", "no"))
KEYS = ("is_presented", "uuid", "now", "date", "k", "k2", "isPresented")


@dataclass(frozen=True)
class Profile:
    """The weights of the possible draws, and how often an invalid value is drawn."""

    ops: dict[str, float] = field(default_factory=lambda: OPS | operators.played_by("c"))
    writes: dict[str, float] = field(default_factory=lambda: WRITES)
    effects: dict[str, float] = field(default_factory=lambda: EFFECTS | effects.played_by("c"))
    commands: dict[str, float] = field(default_factory=lambda: COMMANDS)
    observers: dict[str, float] = field(default_factory=lambda: observers.played_by("c"))
    misfits: float = 0.06  # the share of mismatching actions, writes and first states
    odd_calls: float = 0.12  # the share of a program's calls that name missing or wrong things
    edits: float = 0.3  # the share of scripts that write to one list again and again
    shared_cases: float = 0.08  # the share of operators in another operator's case
    shaped: float = 0.3  # the share of features with declared states
    odd_places: float = 0.04  # the share of operators at places intended for another kind
    swift_children: float = 0.0  # the share of children that are written in Swift
    steps_must_fit: bool = False  # steps with a mismatch are left out
    bare_cases: bool = True  # states with cases include cases without a payload
    ephemeral_slots: bool = True  # whole slots that are one alert
    any_path: bool = True  # paths are written with ids of any kind, and entry by entry
    push_gives_id: bool = True  # a push may leave its id to the store
    slot_moves: bool = True  # values are moved between slots
    typed_issues: str = "none"  # or "some" or "all": those reported as typed features do, see compare.py
    not_in_scripts: tuple[str, ...] = ()  # commands
    first_calls: float = 0.0  # the share of observers with commands that perform them in their first call
    replies: float = 0.0  # the share of scripts, and of ends of requests, that reply to a request
    any_ids: bool = False  # ids of rows that are objects and arrays too
    keys: tuple[str, ...] = KEYS  # the environment values that scripts read
    dependencies: tuple[tuple[str, Any], ...] = DEPENDENCIES

    def refuses(self, events: list[list[Any]]) -> bool:
        """Whether a step did something that this player does not support, so that it must be left out."""
        return self.steps_must_fit and any(is_misfit(event) for event in events)


MISFITS = ("action-misfit", "private-case", "state-misfit", "write-failed", "write-wrong-case", "invalid-effect",
           "duplicate-element-id")


def is_misfit(event: list[Any]) -> bool:
    """Whether an event reports a mismatch."""
    if event[0] == "wrote":
        return event[1] != "KMK_OK"
    if event[0] == "answer":
        return event[2] in ("KMK_ERR_DECODE", "KMK_ERR_INVALID_ARGUMENT")
    return event[0] == "issue" and event[1] in MISFITS


def without(table: dict[str, float], *names: str) -> dict[str, float]:
    return {name: weight for name, weight in table.items() if name not in names}


C = Profile(any_ids=True, first_calls=0.3, keys=(*KEYS, *SPELLINGS),
             dependencies=(*DEPENDENCIES, (SPELLINGS[0], 1), (SPELLINGS[1], 2)))
SWIFT = Profile(
    writes=without(WRITES, "set_rows", "remove_rows"),
    ops=without(OPS, "bindings") | operators.played_by("swift"),
    effects=without(EFFECTS, "blocking", "ask") | effects.played_by("swift"),
    commands=without(COMMANDS, "dismiss_id", "finish_task", "write_binding", "write_path",
                     "sender_dismiss", "sender_finish", "sender_fail", "replace_reducer", *SHARING, *MOMENTS,
                     *DERIVING, *LISTING, *ASKING),
    observers=observers.played_by("swift"),
    misfits=0.0,
    odd_calls=0.0,
    odd_places=0.0,
    steps_must_fit=True,
    bare_cases=False,
    ephemeral_slots=False,
    any_path=False,
    push_gives_id=False,
    slot_moves=False,
    typed_issues="all",
    not_in_scripts=("get", "valid", "save_id", "scope", "scope_element", "observe", "snapshot"),
    keys=KEYS[:4],
    dependencies=KNOWN,
)
# The player in C again, with cases that ask and answer much more.
REQUESTS = replace(
    C, effects={**C.effects, "ask": 40}, ops={**C.ops, "requests": 8, "running": 12},
    commands={**C.commands, "send": 70, "advance": 8, "dispatch": 25, "serve": 10, "unserve": 8, "request_answer": 35,
              "request_fail": 10, "request_part": 22, "find_request": 10, "request_over": 3, "awaited": 4, "hold_requests": 1, "requests_kept": 6, "moment": 8,
              "restore": 10, "reopen": 5, "replace_reducer": 6},
    replies=0.25)
MIXED = Profile(writes=without(WRITES, "set_rows", "remove_rows"), ops=OPS | operators.played_by("mixed"), effects=without(EFFECTS, "ask") | effects.played_by("mixed"),
                commands=without(COMMANDS, "replace_reducer", *MOMENTS, *DERIVING, *LISTING, *ASKING),
                observers=observers.played_by("mixed"), swift_children=0.35, bare_cases=False, typed_issues="some")
PROFILES = {"c": C, "swift": SWIFT, "mixed": MIXED, "requests": REQUESTS}
