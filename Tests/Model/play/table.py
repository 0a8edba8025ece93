"""The items that the cases have met: operators, writes, effects, commands, observers, events."""

from collections import Counter
from typing import Any

import observers
from play.effects import NESTING
from play.profiles import MISFITS, Profile

CODES = (
    "absent-child", "absent-destination", "wrong-case", "missing-element", "missing-stack-element",
    "pop-missing", "push-duplicate", "present-not-hydrated", "dismiss-unavailable",
    "path-not-handled", "binding-unhandled", "binding-failed", "effect-threw", "reentrant-send",
    "read-while-reducing", "element-id-changed",
)
# Results of calls that easily become too rare.
ANSWERS = (
    "dismiss KMK_ERR_DECODE", "dismiss_id KMK_OK", "dismiss_id KMK_ERR_NOT_FOUND", "finish_task KMK_ERR_CLOSED",
    "present KMK_ERR_DECODE", "presented KMK_ERR_DECODE", "replace_reducer KMK_ERR_DECODE",
    "scope KMK_ERR_INVALID_ARGUMENT", "write_path KMK_ERR_BUSY", "write_path KMK_ERR_DECODE",
    "write_path KMK_ERR_NOT_FOUND",
)
UNDO = ("step", "joined", "ignored", "undo done", "redo done", "clear", "passed over", "left out", "jump",
        "group", "key", "excluded", "included")


def known(profile: Profile) -> list[str]:
    """Everything that a profile can meet, by the names that the table counts."""
    names = [f"op:{name}" for name in ("base", *profile.ops) if profile.ops.get(name, 1)]
    if profile.swift_children:
        names.append("op:swift")
    if profile.ops.get("undoable"):
        names += [f"undo:{name}" for name in UNDO]
    names += [f"write:{name}" for name in profile.writes]
    names += [f"effect:{name}" for name in profile.effects]
    names += [f"command:{name}" for name in profile.commands]
    if profile.odd_calls:
        names += [f"answer:{name}" for name in ANSWERS if name.split()[0] in profile.commands]
    names += [f"observer:{name}" for name in profile.observers]
    names += [f"told:{word}" for name in profile.observers for word in observers.kind(name).TOLD]
    names += ["observer:shared", "event:updating"] if "shared_update" in profile.commands else []
    names += ["observer:derived", "told:derived", "event:computed"] if "derive" in profile.commands else []
    names += ["observer:list", "told:list"] if "list_rows" in profile.commands else []
    if "serve" in profile.commands:
        names += ["event:served", "issue:request-misfit", "issue:request-unserved"]
    if profile.effects.get("ask", 0) > 10:
        names += [f"request:{way}" for way in ("asked", "again", "fail", "drop", "promised", "in turn")]
    names += ["event:counted", "issue:missing-index"] if profile.ops.get("indexed") else []
    names += [f"issue:{name}" for name in CODES + (MISFITS if profile.misfits else ())]
    return names + ["event:changed", "event:written", "event:started", "event:cancelled", "event:caught", "event:asked"] + (
        ["event:left"] if profile.ops.get("on_end") else [])


def in_trace(steps: list[list[list[Any]]]) -> Counter[str]:
    """The items that a trace shows."""
    met: Counter[str] = Counter()
    for events in steps:
        for event in events:
            if event[0] == "?":
                continue
            kind = event[0]
            script = event[2].get("do") if kind == "ran" and isinstance(event[2], dict) else None
            if isinstance(script, dict):
                count_effect(met, script.get("effect"))
            if kind == "told":
                met[f"told:{event[2]}"] += 1
            elif kind == "issue":
                met[f"issue:{event[1]}"] += 1
            elif kind == "wrote":
                met[f"wrote:{event[1]}"] += 1
            elif kind == "answer":
                met[f"answer:{event[1]} {event[2]}"] += 1
            elif kind != "after":
                met[f"event:{kind}"] += 1
    return met


def count_effect(met: Counter[str], effect: Any) -> None:
    """The kinds of an effect and its inner effects, without the effects of its actions."""
    if not isinstance(effect, list) or not effect or not isinstance(effect[0], str):
        return
    met[f"effect:{effect[0]}"] += 1
    inner = effect[-1]
    for member in inner if effect[0] in ("merge", "chain") else [inner]:
        if effect[0] in NESTING:
            count_effect(met, member)


def printed(met: Counter[str], profile: Profile) -> str:
    """The table, one paragraph per area; it includes items that were never met."""
    names = sorted({*met, *known(profile)})
    lines, room = [], ""
    for name in names:
        if name.partition(":")[0] != room:
            room = name.partition(":")[0]
            lines.append(room)
        lines.append(f"  {name.partition(':')[2]:42} {met[name]:>12,}")
    return "\n".join(lines)


def missing(met: Counter[str], profile: Profile, least: int) -> list[str]:
    """The items that were met too rarely."""
    return [f"{name} was met {met[name]:,} times, not {least:,}"
            for name in known(profile) if met[name] < least]
