"""Operators and limits: how many effects run, when, and how much is accepted."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import kumiki
import pytest
from effect_features import feature, opened
from kumiki import Action, Effect, Env, KumikiError, Loop, Sender, State, Store


def test_limited_effects_wait_for_their_turns(loop: Loop) -> None:
    senders: list[Sender] = []
    store = opened(
        loop, go=Effect.start(senders.append).limited("net", 1), more=Effect.limit("net", 2)
    )
    for _ in range(3):
        store.send("go")
    loop.run_until_idle()
    assert len(senders) == 1
    store.send("more")
    loop.run_until_idle()
    assert len(senders) == 2
    senders[0].finish()
    loop.run_until_idle()
    assert len(senders) == 3
    for sender in senders:
        sender.finish()


def test_of_the_latest_one_waits() -> None:
    def work(send: Sender) -> None:
        for number in range(10):
            send.latest("p", {"p": number})
        send("done")

    with Loop() as loop:
        store = opened(loop, go=Effect.blocking(work))
        mailbox = store.mailbox()
        mailbox.post_latest("q", "first")
        mailbox.post_latest("q", "second")
        store.send("go")
        loop.run_until_idle()
        log = store["/log"]
        assert log[0] == "second" and log[-2:] == [{"p": 9}, "done"]
        with pytest.raises(KumikiError):
            mailbox.post_latest("a\0b", "third")


def test_a_turn_has_a_budget_and_a_loop_its_workers(loop: Loop) -> None:
    store = opened(loop)
    loop.set_workers(2)
    loop.set_turn_budget(jobs=2, time=1)
    mailbox = store.mailbox()
    for number in range(3):
        mailbox.post({"p": number})
    assert [loop.dispatch(), loop.dispatch()] == [2, 1]
    loop.set_turn_budget()


def test_debounce_and_throttle(loop: Loop) -> None:
    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        match action.value:
            case {"search": text}:
                return Effect.send({"found": text}).debounce("search", 0.3)
            case {"scroll": place}:
                return Effect.send({"at": place}).throttle("scroll", 1)
        state.insert("/log/-", action.value)
        return None

    store = Store(loop, kumiki.reducer(reduce), {"log": []})
    for text in "abc":
        store.send({"search": text})
        loop.advance(0.1)
    loop.advance(0.3)
    for place in range(3):
        store.send({"scroll": place})
    loop.advance(1)
    assert store["/log"] == [{"found": "c"}, {"at": 0}, {"at": 2}]


def test_delay_and_every(loop: Loop) -> None:
    every = Effect.every(1, "tick").cancellable("it", cancel_in_flight=True)
    store = opened(loop, go=every, wait=Effect.send("late").delay(2), stop=Effect.cancel("it"))
    store.send("go")
    store.send("go")
    store.send("wait")
    loop.advance(2)
    store.send("stop")
    loop.advance(5)
    assert sorted(store["/log"]) == ["late", "tick", "tick"]


def test_the_sender_dismisses(loop: Loop) -> None:
    async def work(send: Sender) -> None:
        await asyncio.sleep(1)
        send.dismiss()

    child = feature({"go": Effect.run(work)})
    parent = kumiki.combine().presentation("/sheet", "sheet", child)
    store = Store(loop, parent, {"sheet": {"log": []}})
    store.presented("sheet", "go")
    loop.advance(1)
    assert store.state == {"sheet": None}
    loop.advance(1)


def test_a_burst_ends_at_the_limit_of_its_loop() -> None:
    def again(state: State, action: Action, env: Env) -> Effect | None:
        state["/count"] += 1
        return Effect.send("again")

    issues: list[kumiki.Issue] = []
    with Loop(virtual=True, burst_limit=5) as loop:
        loop.on_issue(issues.append)
        with Store(loop, kumiki.reducer(again), {"count": 0}) as store:
            store.send("again")
            assert store["/count"] == 5
    assert [issue.code for issue in issues] == ["endless-burst"]


def test_a_host_limits_what_comes_in_and_how_long_a_burst_goes_on() -> None:
    asked: list[int] = []

    def is_over() -> bool:
        asked.append(1)
        return len(asked) > 1

    def again(state: State, action: Action, env: Env) -> Effect | None:
        return Effect.send("again") if action == "again" else None

    issues: list[kumiki.Issue] = []
    with Loop(virtual=True) as loop:
        loop.on_issue(issues.append)
        loop.set_limits(action_values=3, waiting_actions=1)
        store = Store(loop, kumiki.reducer(again), {"count": 0})
        with pytest.raises(KumikiError) as refused:
            store.send({"none": [1, 2]})
        assert refused.value.status == kumiki.Status.LIMIT
        loop.set_limits(action_bytes=8)
        store.send({"none": "four"})
        with pytest.raises(KumikiError, match="more than 8 bytes of texts and keys"):
            store.send({"none": "fives"})
        loop.set_limits(state_bytes=7)
        with pytest.raises(KumikiError, match="more than 7 bytes of texts and keys"):
            Store(loop, kumiki.reducer(again), {"name": "four"})
        mailbox = store.mailbox()
        mailbox.post("first")
        with pytest.raises(KumikiError) as full:
            mailbox.post("second")
        assert full.value.status == kumiki.Status.LIMIT
        loop.run_until_idle()
        loop.set_interrupt(is_over)
        store.send("again")
        assert len(asked) == 2
        loop.set_interrupt(None)
    assert [issue.code for issue in issues] == ["interrupted-burst"]


def test_a_failed_effect_is_tried_again() -> None:
    tries: list[str] = []

    def work(send: Sender) -> None:
        tries.append("x")
        raise ConnectionError("busy")

    with Loop(virtual=True) as loop:
        effect = Effect.start(work)
        again = effect.retry(2, wait=1, greatest_wait=1.5, only=["ConnectionError", "timeout"])
        store = opened(
            loop,
            go=again.catch(lambda error: {"failed": str(error)}),
            other=effect.retry(2, only=["gone"]).catch(lambda error: "refused"),
        )
        store.send("go")
        loop.advance(1)
        loop.advance(1.5)
        assert len(tries) == 3 and store["/log"] == [{"failed": "busy"}]
        store.send("other")
        loop.run_until_idle()
        assert store["/log"][1] == "refused"
        with pytest.raises(KumikiError):
            effect.retry(1, factor=0.5)
        with pytest.raises(KumikiError):
            effect.retry(1, jitter=2)


def test_a_timeout_cancels_a_coroutine() -> None:
    async def work(send: Sender) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("ended")

    ended: list[str] = []
    with Loop(virtual=True) as loop:
        store = opened(loop, go=Effect.run(work).timeout(5, "late"))
        store.send("go")
        loop.advance(5)
        assert store["/log"] == ["late"] and ended == ["ended"]


def test_an_action_is_sent_every_day() -> None:
    with pytest.raises(KumikiError):
        Effect.daily(24, 0, "morning")
    with Loop(virtual=True) as loop:
        store = opened(loop, go=Effect.daily(6, 30, "morning").cancellable("day"))
        store.send("go")
        loop.advance(3 * 24 * 3600)
        assert store["/log"] == ["morning"] * 3 and store.effect_count == 1


def test_a_machine_that_sleeps_and_a_clock_that_is_set() -> None:
    with Loop(virtual=True) as loop:
        effect = Effect.merge(
            Effect.after(3600, "late").counting_sleep(), Effect.woken("woken"), Effect.clock_set("set")
        )
        store = opened(loop, go=effect)
        store.send("go")
        loop.suspend(3600)
        loop.set_date(datetime(2026, 12, 1, tzinfo=UTC))
        assert store["/log"] == ["late", "woken", "set"]
        with pytest.raises(KumikiError):
            loop.set_date(-1)


def test_the_effects_in_flight_are_listed(loop: Loop) -> None:
    store = opened(loop, go=Effect.after(3600, "late").cancellable("own"))
    store.send("go")
    (found,) = store.effects()
    assert found["kind"] == "timer" and found["ids"] == ["own"] and found["at"] == ""
    assert found["age"] >= 0
