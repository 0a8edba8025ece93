"""Replaces the names of C functions in the library's messages with the names of this package."""

from __future__ import annotations

import re

_MEMBERS = {
    "effect": ("Effect", {"work": "blocking"}),
    "loop": ("Loop", {"free": "close", "set_diagnostics": "on_issue"}),
    "recorder": ("Recorder", {"free": "close"}),
    "replay": ("Replay", {"free": "close"}),
    "request": ("Request", {}),
    "state": ("State", {}),
    "store": ("Store", {}),
    "task": ("Task", {}),
    "test_store": ("TestStore", {"free": "close"}),
    "test": (
        "TestStore",
        {
            "assert": "expect",
            "finish_task": "finish",
            "receive_payload": "receive_case",
            "receivef": "receive",
            "sendf": "send",
            "set_dependency_pointer": "set_service",
            "shared": "expect_shared",
        },
    ),
}
"""For C functions that begin with a noun: the class, and the members with other names."""

_FUNCTIONS = {
    "alert": "kumiki.alert",
    "binding_fields": "kumiki.binding_fields",
    "bindings": "kumiki.binding_fields",
    "combine": "kumiki.combine",
    "dependency_pointer": "Reducer.service",
    "feature": "kumiki.feature",
    "handlers": "Reducer.cases",
    "json_patched": "kumiki.apply_patch",
    "reader": "kumiki.reader",
    "reader_env": "kumiki.reader",
    "recurse": "kumiki.recurse",
    "reducer": "kumiki.reducer",
    "scope": "kumiki.scope",
    "scope_case": "kumiki.scope_case",
    "state": "State",
    "state_remove": "del state[...]",
    "state_set": "state[...] = value",
    "store": "Store",
    "test_store": "TestStore",
}
"""C functions that are not methods of a reducer."""

_OPTION = re.compile(r"\w+, in C kmk_loop_options\.(\w+)")
"""An option of a loop, after its name in Swift."""

_NAME = re.compile(r"\bkmk_([a-z_]+?)(?:_new|_text)?\b")


def in_python(message: str) -> str:
    """A message with the names of this package instead of the C names."""
    if "kmk_" not in message:
        return message
    message = _OPTION.sub(r"Loop(\1=...)", message)
    return _NAME.sub(lambda found: _spelt(found[1]), message)


def _spelt(name: str) -> str:
    if name in _FUNCTIONS:
        return _FUNCTIONS[name]
    for noun, (holder, others) in sorted(_MEMBERS.items(), key=lambda it: -len(it[0])):
        member = name.removeprefix(noun + "_")
        if member != name:
            return f"{holder}.{others.get(member, member)}"
    return f"Reducer.{name}"
