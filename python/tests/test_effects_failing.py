"""Failures in effects, in their sends, and in the reducers and observers of their actions."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncGenerator, Callable
from typing import Any

import kumiki
import pytest
from effect_features import opened
from kumiki import Action, Effect, Env, KumikiError, Loop, Reducer, Sender, State, Store
from kumiki.testing import TestStore


async def failing(send: Sender) -> None:
    raise ConnectionError("no net")


def failing_blocking(send: Sender) -> None:
    raise ConnectionError("no net")


def failing_start(send: Sender) -> None:
    raise ConnectionError("no net")


@pytest.mark.parametrize(
    "effect", [Effect.run(failing), Effect.blocking(failing_blocking), Effect.start(failing_start)]
)
def test_catch_is_told_of_the_exception(loop: Loop, effect: Effect) -> None:
    caught: list[BaseException] = []

    def catch(error: BaseException) -> Any:
        caught.append(error)
        return {"failed": str(error)}

    store = opened(loop, go=effect.catch(catch), quiet=effect.catch(lambda error: None))
    store.send("go")
    store.send("quiet")
    loop.run_until_idle()
    assert store["/log"] == [{"failed": "no net"}]
    assert type(caught[0]) is ConnectionError
    assert caught[0].__traceback__ is not None


async def waiting_for_what_is_cancelled(send: Sender) -> None:
    part = asyncio.ensure_future(asyncio.sleep(10))
    asyncio.get_running_loop().call_later(1, part.cancel)
    await part


def test_a_cancellation_that_is_not_the_effects_own_is_a_failure(loop: Loop) -> None:
    issues: list[kumiki.Issue] = []
    loop.on_issue(issues.append)
    work = Effect.run(waiting_for_what_is_cancelled)
    caught = work.catch(lambda error: {"failed": type(error).__name__})
    store = opened(loop, go=caught, uncaught=work)
    store.send("go")
    loop.advance(1)
    assert store["/log"] == [{"failed": "CancelledError"}]
    store.send("uncaught")
    loop.advance(1)
    assert [type(issue.exception) for issue in issues] == [asyncio.CancelledError]
    assert store.effect_count == 0


class Mute(Exception):
    """An exception whose __str__ raises."""

    def __str__(self) -> str:
        raise LookupError("no text")


NO_UTF_8 = FileNotFoundError("no file " + os.fsdecode(b"\xff.txt"))


@pytest.mark.parametrize("error", [NO_UTF_8, ValueError("a\0b"), Mute()])
@pytest.mark.parametrize("kind", ["run", "blocking", "start"])
@pytest.mark.parametrize("is_caught", [True, False])
def test_an_exception_whose_text_is_no_json_is_told(
    error: Exception, kind: str, is_caught: bool
) -> None:
    def fail(send: Sender) -> None:
        raise error

    async def fail_later(send: Sender) -> None:
        raise error

    effects = {"run": Effect.run(fail_later), "blocking": Effect.blocking(fail)}
    effect = effects.get(kind, Effect.start(fail))
    told: list[BaseException | None] = []
    with Loop(virtual=True) as loop:
        loop.on_issue(lambda issue: told.append(issue.exception))
        store = opened(loop, go=effect.catch(told.append) if is_caught else effect)
        store.send("go")
        loop.run_until_idle()
        assert store.effect_count == 0
    assert told == [error]


def test_each_of_many_effects_that_fail_at_one_turn_is_told_with_its_exception() -> None:
    count = 300
    caught: list[Any] = []

    senders: list[Sender] = []
    effects = [Effect.start(senders.append).catch(caught.append) for _ in range(count)]
    with Loop(virtual=True) as loop:
        store = opened(loop, go=Effect.merge(*effects))
        store.send("go")
        loop.dispatch()

        def fail() -> None:
            for number, send in enumerate(senders):
                send.fail(LookupError(number))

        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
        senders.clear()
        loop.run_until_idle()
    assert [type(error) for error in caught] == [LookupError] * count
    assert sorted(error.args[0] for error in caught) == list(range(count))


def test_a_failure_that_nobody_catches_is_an_issue_with_its_exception() -> None:
    issues: list[kumiki.Issue] = []
    with Loop(virtual=True) as loop:
        loop.on_issue(issues.append)
        opened(loop, go=Effect.run(failing)).send("go")
        loop.run_until_idle()
    assert [issue.code for issue in issues] == ["effect-threw"]
    assert isinstance(issues[0].exception, ConnectionError)


def test_what_a_catch_raises_comes_out_of_the_dispatch(loop: Loop) -> None:
    def catch(error: BaseException) -> Any:
        raise ZeroDivisionError

    opened(loop, go=Effect.run(failing).catch(catch)).send("go")
    with pytest.raises(ZeroDivisionError):
        loop.run_until_idle()


async def sends_coroutine(send: Sender) -> None:
    sends(send)


async def sends_generator() -> AsyncGenerator[Any, None]:
    yield "bug"
    yield "after"


def sends(send: Sender) -> None:
    send("bug")
    send("after")


SENDING = [
    Effect.run(sends_coroutine),
    Effect.stream(sends_generator),
    Effect.start(sends),
    Effect.blocking(sends),
]


def buggy(effect: Effect) -> kumiki.Reducer:
    """A feature that raises at the action "bug", which its effect sends."""

    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        if action == "go":
            return effect.catch(lambda error: {"failed": repr(error)})
        if action == "bug":
            raise LookupError("bug")
        state.insert("/log/-", action.value)
        return None

    return kumiki.reducer(reduce)


@pytest.mark.parametrize("effect", SENDING)
def test_what_a_reducer_raises_is_no_failure_of_the_effect_that_sent(
    loop: Loop, effect: Effect
) -> None:
    store = Store(loop, buggy(effect), {"log": []})
    store.send("go")
    with pytest.raises(LookupError, match="bug"):
        loop.run_until_idle()
    loop.run_until_idle()
    assert store["/log"] == ["after"]
    assert store.effect_count == 0


@pytest.mark.parametrize("effect", SENDING)
def test_a_bug_in_a_reducer_fails_the_test_of_its_feature(effect: Effect) -> None:
    with TestStore(buggy(effect), {"log": []}) as test:
        test.set_timeout(3600)
        with pytest.raises(LookupError, match="bug"):
            test.send("go")
            test.receive("bug")
        # Only a blocking effect sends after the call that started it; the other effects raised in that call.
        test.set_exhaustive(False)
        test.receive("after", {"log": ["after"]})


def test_what_an_observer_raises_is_no_failure_of_the_effect(loop: Loop) -> None:
    def observe(log: list[Any]) -> None:
        if log:
            raise ValueError("observer")

    store = opened(loop, go=Effect.run(sends_coroutine).catch(lambda error: "failed"))
    store.observe("/log", observe)
    store.send("go")
    with pytest.raises(ExceptionGroup) as raised:
        loop.run_until_idle()
    assert [str(error) for error in raised.value.exceptions] == ["observer", "observer"]
    assert store["/log"] == ["bug", "after"]


def test_a_send_outside_of_every_call_raises_itself(loop: Loop) -> None:
    senders: list[Sender] = []
    store = Store(loop, buggy(Effect.start(senders.append)), {"log": []})
    store.send("go")
    loop.dispatch()
    with pytest.raises(LookupError, match="bug"):
        senders[0]("bug")
    senders.pop()("after")
    assert store["/log"] == ["after"]


async def cleaning_up(send: Sender) -> None:
    try:
        await asyncio.sleep(10)
    finally:
        raise RuntimeError("rollback failed")


async def sending_at_the_end(send: Sender) -> None:
    try:
        await asyncio.sleep(10)
    finally:
        send("too late")


def test_what_a_cancelled_coroutine_raises_is_told(loop: Loop) -> None:
    store = opened(
        loop, go=Effect.run(cleaning_up).cancellable("it"), stop=Effect.cancel("it")
    )
    store.send("go")
    loop.run_until_idle()
    store.send("stop")
    with pytest.raises(RuntimeError, match="rollback failed"):
        loop.run_until_idle()


def test_what_a_coroutine_raises_at_the_end_of_its_loop_is_told() -> None:
    with pytest.raises(RuntimeError, match="rollback failed"), Loop(virtual=True) as loop:
        opened(loop, go=Effect.run(cleaning_up)).send("go")
        loop.run_until_idle()


def test_a_send_that_comes_too_late_is_no_mistake_of_a_cancelled_coroutine(loop: Loop) -> None:
    work = Effect.run(sending_at_the_end).cancellable("it")
    store = opened(loop, go=work, stop=Effect.cancel("it"))
    store.send("go")
    loop.run_until_idle()
    store.send("stop")
    loop.run_until_idle()
    assert store["/log"] == []


@pytest.mark.parametrize(
    "make",
    [
        lambda: Effect.after(-1, "x"),
        lambda: Effect.after(float("inf"), "x"),
        lambda: Effect.after(float("nan"), "x"),
        lambda: Effect.after(1e12, "x"),
        lambda: Effect.after(1e300, "x"),
        lambda: Effect.every(0, "x"),
        lambda: Effect.cancel("a\0b"),
        lambda: Effect.cancel("\ud800"),
        lambda: Effect.send("x").limited("a", 2**32),
        lambda: Effect.send("x").limited("a", -1),
        lambda: Effect.limit("a", 2**32),
        lambda: Effect.merge(Effect.cancel("a"), 3),  # type: ignore[arg-type]
        lambda: Effect.send(1j),  # type: ignore[arg-type]
        lambda: Effect.cancel("a").catch(3),  # type: ignore[arg-type]
    ],
)
def test_mistakes_are_told_where_the_effect_is_made(make: Callable[[], Effect]) -> None:
    with pytest.raises(KumikiError):
        make()


def test_A130_an_issue_that_is_logged_shows_its_place_and_its_action(
    caplog: pytest.LogCaptureFixture,
) -> None:
    nothing = Reducer(lambda state, action, env: None)
    with Loop(virtual=True) as loop:
        store = Store(loop, nothing.presentation("/sheet", "sheet", nothing), {"sheet": None})
        store.send({"sheet": {"presented": "go"}})
    assert "absent-destination at /sheet" in caplog.text
    assert "(action sheet.presented.go)" in caplog.text
