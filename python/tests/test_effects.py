"""Effects of Python: coroutines and generators, on the clock of their loop."""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import AsyncGenerator
from datetime import timedelta
from typing import Any

import pytest
from effect_features import opened
from kumiki import Effect, KumikiError, Loop, Sender


def test_a_coroutine_sleeps_on_the_loops_clock(loop: Loop) -> None:
    async def work(send: Sender, name: str, *, times: int) -> None:
        for number in range(times):
            await asyncio.sleep(0.3)
            send({name: number})

    store = opened(loop, go=Effect.run(work, "tick", times=3))
    store.send("go")
    loop.advance(0.3)
    assert store["/log"] == [{"tick": 0}]
    assert store.effect_count == 1
    loop.advance(timedelta(milliseconds=600))
    assert store["/log"] == [{"tick": 0}, {"tick": 1}, {"tick": 2}]
    assert store.effect_count == 0


def test_a_coroutine_sleeps_in_real_time_without_an_event_loop() -> None:
    async def work(send: Sender) -> None:
        await asyncio.sleep(0.002)
        send("woken")

    with Loop() as loop:
        store = opened(loop, go=Effect.run(work))
        task = store.send_task("go")
        task.finish()
        assert store["/log"] == ["woken"]


def test_a_virtual_loop_keeps_its_clock_inside_an_event_loop(loop: Loop) -> None:
    async def work(send: Sender) -> None:
        await asyncio.sleep(1000)
        send(type(asyncio.get_running_loop()).__name__)

    async def main() -> None:
        store = opened(loop, go=Effect.run(work))
        store.send("go")
        loop.advance(1000)
        assert store["/log"] == ["ClockLoop"]
        assert type(asyncio.get_running_loop()).__name__ != "ClockLoop"

    asyncio.run(main())


def test_a_coroutine_is_cancelled_with_its_effect(loop: Loop) -> None:
    log: list[str] = []

    async def work(send: Sender) -> None:
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError:
            log.append("cancelled")
            with pytest.raises(KumikiError, match="CLOSED"):
                send("too late")
            raise

    store = opened(loop, go=Effect.run(work).cancellable("it"), stop=Effect.cancel("it"))
    store.send("go")
    loop.advance(1)
    store.send("stop")
    loop.advance(0)
    assert log == ["cancelled"]
    assert store.effect_count == 0


def test_a_coroutine_that_never_began_leaves_nothing(loop: Loop) -> None:
    async def work(send: Sender) -> None:
        raise AssertionError("it began")

    store = opened(loop, go=Effect.run(work).cancellable("it"), stop=Effect.cancel("it"))
    store.send("go")
    store.send("stop")
    loop.advance(1)
    assert store["/log"] == []


def test_timeouts_and_gathering_go_by_the_loops_clock(loop: Loop) -> None:
    async def part(send: Sender, time: float) -> None:
        await asyncio.sleep(time)
        send({"part": time})

    async def work(send: Sender) -> None:
        try:
            async with asyncio.timeout(2):
                await asyncio.gather(part(send, 1), part(send, 3))
        except TimeoutError:
            send("timeout")

    store = opened(loop, go=Effect.run(work))
    store.send("go")
    loop.advance(5)
    assert store["/log"] == [{"part": 1}, "timeout"]


def test_a_generator_sends_what_it_yields(loop: Loop) -> None:
    log: list[str] = []

    async def ticks(count: int) -> AsyncGenerator[Any, None]:
        try:
            for number in range(count):
                await asyncio.sleep(1)
                yield {"tick": number}
        finally:
            log.append("closed")

    store = opened(loop, go=Effect.stream(ticks, 100).cancellable("it"), stop=Effect.cancel("it"))
    store.send("go")
    loop.advance(2)
    store.send("stop")
    loop.advance(5)
    assert store["/log"] == [{"tick": 0}, {"tick": 1}]
    assert log == ["closed"]


def test_an_effect_sees_the_context_variables_of_the_send(loop: Loop) -> None:
    request: contextvars.ContextVar[str] = contextvars.ContextVar("request", default="none")
    seen: list[str] = []

    async def coroutine(send: Sender, name: str) -> None:
        await asyncio.sleep(1)
        seen.append(f"{name} {request.get()}")
        request.set("changed by an effect")
        if name == "run":
            send("again")

    def function(send: Sender) -> None:
        seen.append(f"function {request.get()}")

    store = opened(
        loop,
        go=Effect.merge(
            Effect.run(coroutine, "run"), Effect.start(function), Effect.blocking(function)
        ),
        again=Effect.run(coroutine, "inner"),
    )
    context = contextvars.copy_context()
    context.run(request.set, "42")
    context.run(store.send, "go")
    loop.run_until_idle()
    loop.advance(5)
    assert sorted(seen) == [
        "function 42",
        "function 42",
        "inner changed by an effect",
        "run 42",
    ]
    assert request.get() == "none"
