"""Reducers, stores, effects and navigation as state, on the engine of libkumiki.

    @kumiki.reducer
    def counter(state, action, env):
        if action.is_case("increment"):
            state["/count"] += 1

    with kumiki.Loop() as loop:
        store = kumiki.Store(loop, counter, {"count": 0})
        store.send("increment")
        print(store.state)

Actions and states are JSON: dict, list, str and so on. JSON Pointers address parts of a state, and
case paths address nested actions. A failed call raises a `KumikiError`; "raises BUSY" names its
status. `kumiki.testing` contains the test store. See docs/python.md.
"""

from kumiki._calls import kept_count as _kept_count
from kumiki._errors import EffectError, KumikiError, Status
from kumiki._hints import transient
from kumiki._issues import Issue
from kumiki._json import JSON, json_encoder, pointer
from kumiki._library import lib as _lib
from kumiki._library import text as _text
from kumiki.action import Action, AnyAction, action_at
from kumiki.compose import (
    alert,
    binding_fields,
    combine,
    empty,
    feature,
    reader,
    recurse,
    register,
    scope,
    scope_case,
    unregister,
)
from kumiki.condition import Condition
from kumiki.database import Database
from kumiki.derived import Derived
from kumiki.effects import Duration, Effect
from kumiki.list import Edit, List
from kumiki.loop import Loop
from kumiki.observing import Subscription
from kumiki.patches import apply_patch
from kumiki.places import in_case, place, some
from kumiki.reducer import Reducer, reducer
from kumiki.request import Request, RequestKind, RequestType
from kumiki.sender import Sender
from kumiki.shared import Shared
from kumiki.snapshot import Snapshot
from kumiki.state import Env, State
from kumiki.store import Mailbox, Store
from kumiki.task import Task
from kumiki.trace import Recorder, Replay
from kumiki.typed import Case, Place, Types
from kumiki.view import View

__version__: str = _text(_lib.kmk_version())


def live_objects() -> int:
    """Returns the number of live library objects in the process. A leak check compares two calls."""
    return int(_lib.kmk_live_objects()) + _kept_count()


__all__ = [
    "JSON",
    "Action",
    "AnyAction",
    "Case",
    "Condition",
    "Database",
    "Derived",
    "Duration",
    "Edit",
    "Effect",
    "EffectError",
    "Env",
    "Issue",
    "KumikiError",
    "List",
    "Loop",
    "Mailbox",
    "Place",
    "Recorder",
    "Reducer",
    "Replay",
    "Request",
    "RequestKind",
    "RequestType",
    "Sender",
    "Shared",
    "Snapshot",
    "State",
    "Status",
    "Store",
    "Subscription",
    "Task",
    "Types",
    "View",
    "__version__",
    "action_at",
    "alert",
    "apply_patch",
    "binding_fields",
    "combine",
    "empty",
    "feature",
    "in_case",
    "json_encoder",
    "live_objects",
    "place",
    "pointer",
    "reader",
    "recurse",
    "reducer",
    "register",
    "scope",
    "scope_case",
    "some",
    "transient",
    "unregister",
]
