"""The end of a program: `Loop.finish`."""

from __future__ import annotations

import asyncio
import os
import threading

import pytest
from effect_features import opened
from kumiki import Effect, KumikiError, Loop, Sender


def test_the_end_of_a_program_saves_the_last_edit(loop: Loop) -> None:
    def save(send: Sender) -> None:
        send("saved")

    work = Effect.blocking(save).serial("save", latest=True).debounce("save", 5)
    store = opened(loop, edit=work)
    store.send("edit")
    loop.finish()
    assert store["/log"] == ["saved"]
    assert loop.is_idle


def test_the_end_of_a_program_may_drop_what_waits(loop: Loop) -> None:
    store = opened(loop, edit=Effect.send("saved").debounce("save", 5))
    store.send("edit")
    loop.finish(drop_delayed=True)
    assert store["/log"] == []
    assert loop.is_idle


def test_the_end_of_a_program_may_cancel_work() -> None:
    def work(send: Sender) -> None:
        while not send.cancelled:
            os.sched_yield()

    with Loop() as loop:
        store = opened(loop, go=Effect.blocking(work))
        store.send("go")
        loop.dispatch()
        loop.finish(cancel_work=True)
        assert store.effect_count == 0


def test_the_end_of_a_program_waits_for_the_coroutines_that_it_begins() -> None:
    """In real time, and for longer than the longest wait between two checks for signals."""
    log: list[str] = []

    async def save(send: Sender) -> None:
        async with asyncio.timeout(3600):
            await asyncio.to_thread(log.append, "thread")
            await asyncio.sleep(0.12)
        send("saved")

    with Loop() as loop:
        store = opened(loop, edit=Effect.run(save).debounce("save", 60))
        store.send("edit")
        loop.finish()
        assert log == ["thread"] and store["/log"] == ["saved"]


def test_the_end_of_a_program_waits_for_started_effects_that_it_begins() -> None:
    def save(send: Sender) -> None:
        def end() -> None:
            send("saved")
            send.finish()

        threading.Timer(0.12, end).start()

    with Loop() as loop:
        store = opened(loop, edit=Effect.start(save).debounce("save", 60))
        store.send("edit")
        loop.finish()
        assert store["/log"] == ["saved"]
        assert store.effect_count == 0


@pytest.mark.parametrize("drop_delayed", [True, False])
def test_the_end_of_a_program_leaves_what_coroutines_sleep(drop_delayed: bool) -> None:
    polls: list[str] = []

    async def poll(send: Sender) -> None:
        while True:
            polls.append("poll")
            await asyncio.sleep(3600)

    with Loop() as loop:
        store = opened(loop, go=Effect.run(poll))
        store.send("go")
        loop.dispatch()
        loop.dispatch()
        loop.finish(drop_delayed=drop_delayed)
        assert polls == ["poll"] and store.effect_count == 1
        with pytest.raises(KumikiError, match="TIMEOUT"):
            loop.finish(0.001, wait_for_started=True)
        assert polls == ["poll"]


def test_the_end_of_a_program_on_a_virtual_loop_moves_no_clock(loop: Loop) -> None:
    async def save(send: Sender) -> None:
        await asyncio.sleep(1)
        send("saved")

    store = opened(loop, edit=Effect.run(save).debounce("save", 5))
    store.send("edit")
    with pytest.raises(KumikiError, match="TIMEOUT"):
        loop.finish()
    with pytest.raises(KumikiError, match="TIMEOUT"):
        loop.finish(wait_for_started=True)
    assert store["/log"] == []
    loop.advance(1)
    loop.finish(wait_for_started=True)
    assert store["/log"] == ["saved"]


def test_work_that_delays_itself_is_not_waited_for() -> None:
    with Loop() as loop:
        store = opened(loop, go=Effect.send("go again").delay(1), **{"go again": Effect.send("go")})
        store.send("go")
        with pytest.raises(KumikiError, match="TIMEOUT"):
            loop.finish()


def test_W150_the_end_of_a_program_waits_for_what_is_awaited() -> None:
    may_end = threading.Event()

    def save(send: Sender) -> None:
        def end() -> None:
            may_end.wait()
            send("saved")
            send.finish()

        threading.Thread(target=end).start()

    with Loop() as loop:
        store = opened(loop, edit=Effect.start(save).awaited())
        store.send("edit")
        with pytest.raises(KumikiError, match="at work|TIMEOUT|time"):
            loop.finish(timeout=0)
        threading.Timer(0.12, may_end.set).start()
        loop.finish()
        assert store["/log"] == ["saved"]


def test_W150_and_for_a_coroutine_that_is_awaited() -> None:
    async def save(send: Sender) -> None:
        await asyncio.sleep(0.12)
        send("saved")

    with Loop() as loop:
        store = opened(loop, edit=Effect.run(save).awaited())
        store.send("edit")
        loop.dispatch()
        loop.finish()
        assert store["/log"] == ["saved"]


def test_W150_and_for_nothing_else_that_has_begun(loop: Loop) -> None:
    senders: list[Sender] = []
    store = opened(loop, edit=Effect.start(senders.append))
    store.send("edit")
    loop.dispatch()
    loop.finish()
    assert store.effect_count == 1
    senders[0].finish()
