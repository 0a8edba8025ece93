"""The plan of a test whose steps an earlier version of the program recorded: in the feature's version."""

from __future__ import annotations

import ctypes
import os
from typing import Any

from .child import Mark
from .engine import Engine
from .errors import CommandError
from .plan import Plan, members_of
from .what_if import NOT_FOUND, OK, differences


def migrated(engine: Engine, plan: Plan, mark: Mark) -> dict[str, Any] | None:
    """Replays the steps with the feature's migrations: {"state", "steps": [{"action", "after"}]}.

    None if the plan is of the feature's own version.
    """
    if not engine.migrates(plan.version):
        return None
    error = engine.new_error()
    replay = engine.open_replay(os.fsencode(plan.log), max(plan.first - 1, 0), error)
    if not replay:
        raise CommandError(f"{plan.log}: {engine.message(error)}")

    def after(step: int) -> Any:
        mark.set(step)
        status = engine.kmk_replay_run(replay, step, ctypes.byref(error))
        if status not in (OK, NOT_FOUND) and engine.taken(engine.kmk_replay_divergence(replay)) is None:
            raise CommandError(f"{plan.log}: {engine.message(error)}")
        return engine.taken(engine.kmk_store_state(engine.kmk_replay_store(replay)))

    state = after(plan.first - 1)
    steps = [{"action": engine.migrated_action(item.action, plan.version), "after": after(item.step)} for item in plan.items]
    engine.kmk_replay_free(replay)
    return {"state": state, "steps": steps}


def take_over(plan: Plan, found: dict[str, Any] | None) -> None:
    """Puts the migrated states and actions into the plan. Steps whose actions are left out are not a part of the test."""
    if found is None:
        return
    plan.state = before = found["state"]
    for item, step in zip(plan.items, found["steps"]):
        item.action, item.after = step["action"], step["after"]
        item.patch = differences(before, item.after)
        item.members = members_of(before, item.patch)
        before = item.after
    plan.items = [item for item in plan.items if item.action is not None]
    if not plan.items:
        raise CommandError(f"{plan.log}: the migrations leave out all steps from {plan.first} to {plan.last}")
