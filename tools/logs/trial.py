"""Runs the plan of a test on a feature, before the test is written: what the feature's own effects send is received."""

from __future__ import annotations

import ctypes
import json
from typing import Any

from .child import Mark
from .conditions import same
from .engine import Engine
from .errors import DIFFERENT, CommandError
from .plan import Plan
from .replies import REPLIES, expectations
from .values import NOTHING

CALLS = {"send": "kmk_test_send_text_at", "receive": "kmk_test_receive_text_at", "answer": "kmk_test_answer_at",
         "part": "kmk_test_part_at", "fail": "kmk_test_fail_request_at"}
_TRACE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_FAILURE = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)


def tried(engine: Engine, plan: Plan, mark: Mark) -> dict[str, Any]:
    """Makes the test pass, and returns {"modes", "skips_in_flight", "skips_received"}.

    An effect whose actions do not come in the test has its source outside, such as the network. Its actions are sent.
    Raises CommandError if the test fails in any other way.
    """
    untried: dict[int, list[str]] = {}
    while True:
        failed = Run(engine, plan, mark).failure
        if failed is None:
            break
        item = plan.items[failed[0]]
        if item.mode == "send":
            said = f"step {item.step}: the test fails with {engine.library}: {failed[1].strip()}"
            raise CommandError(f"{plan.log}:{item.line}: {said}", DIFFERENT)
        if item.mode in REPLIES:
            # Another kind of reply, and in the end the action itself.
            others = untried.setdefault(item.step, [each for each in REPLIES if each != item.mode])
            item.mode = others.pop(0) if others else "send"
            continue
        for each in plan.items:
            each.mode = "send" if each.source == item.source else each.mode
    for skips in ((False, False), (True, False), (False, True), (True, True)):
        plan.skips_in_flight, plan.skips_received = skips
        run = Run(engine, plan, mark)
        if not run.at_end:
            break
    else:
        raise CommandError(f"{plan.log}: the end of the test fails with {engine.library}: {run.at_end[0].strip()}", DIFFERENT)
    return {"modes": [item.mode for item in plan.items],
            "skips_in_flight": plan.skips_in_flight, "skips_received": plan.skips_received}


class Run:
    """One run. `failure` is the index of the first item that failed, and the message; `at_end` are later failures."""

    def __init__(self, engine: Engine, plan: Plan, mark: Mark) -> None:
        self.failure: tuple[int, str] | None = None
        self.at_end: list[str] = []
        self._engine, self._index = engine, -1
        self._items = plan.items
        self._action: Any = NOTHING
        """The action of the last step."""
        error = engine.new_error()
        state = engine.value(plan.state)
        self._test = engine.kmk_test_store_new(engine.reducer(), state, ctypes.byref(error))
        engine.kmk_json_release(state)
        if not self._test:
            raise CommandError(f"{plan.log}: the state before step {plan.first}: {engine.message(error)}")
        failure, trace = _FAILURE(self._failed), _TRACE(self._traced)  # kept until the test ends
        engine.kmk_test_store_on_failure(self._test, failure, None)
        engine.kmk_store_trace(engine.kmk_test_store_store(self._test), None, trace, None, None, None)
        self._play(plan, mark)
        self._index = len(plan.items)
        engine.kmk_test_store_free(self._test)

    def _failed(self, _file: bytes, _line: int, message: bytes, _data: Any) -> None:
        said = message.decode("utf-8", "replace")
        if self.failure is None and self._index < len(self._items):
            self.failure = (max(self._index, 0), said)
        elif self._index == len(self._items):
            self.at_end.append(said)

    def _traced(self, step: int, _data: Any) -> None:
        self._action = self._engine.read(step).get("action")

    def _play(self, plan: Plan, mark: Mark) -> None:
        engine, test, at = self._engine, self._test, (b"cut", 0)
        if plan.start:
            engine.kmk_test_advance_at(test, plan.start, *at)
        expected = expectations(plan.items)
        for self._index, (item, wait) in enumerate(zip(plan.items, plan.waits())):
            if item.is_begun:
                return
            mark.set(item.step)
            for key, value in item.given.items():
                engine.kmk_test_set_dependency_at(test, key.encode(), engine.value(value), *at)
            if wait:
                engine.kmk_test_advance_at(test, wait, *at)
            for request in expected[self._index]:
                question = None if request.question is NOTHING else json.dumps(request.question).encode()
                engine.kmk_test_expect_request_at(test, request.name.encode(), question, *at)
            call = getattr(engine, CALLS[item.mode])
            said = item.value if item.mode in REPLIES else item.action
            call(test, json.dumps(said).encode(), json.dumps(item.patch).encode() if item.patch else None, *at)
            if item.mode in REPLIES and self.failure is None and not same(self._action, item.action):
                self.failure = (self._index, "the reply became another action")
            if self.failure is not None:
                return
        if plan.skips_received:
            engine.kmk_test_skip_received_at(test, False, *at)
        if plan.skips_in_flight:
            engine.kmk_test_skip_in_flight_at(test, False, *at)
