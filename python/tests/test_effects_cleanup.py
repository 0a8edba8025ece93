"""The cleanup of coroutines that were cancelled or abandoned."""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncGenerator

import pytest
from effect_features import feature, opened
from kumiki import Effect, Loop, Sender, Store
from kumiki.testing import TestStore

CLEANUPS = ["turn", "sleep", "timeout", "thread", "child"]


async def clean_up(log: list[str], how: str, child: asyncio.Task[None]) -> None:
    match how:
        case "turn":
            await asyncio.sleep(0)
        case "sleep":
            await asyncio.sleep(0.01)
        case "timeout":
            async with asyncio.timeout(60):
                await asyncio.sleep(0.001)
        case "thread":
            await asyncio.to_thread(log.append, "thread")
        case "child":
            await child
    log.append("cleaned")


@pytest.mark.parametrize("kind", ["real", "virtual", "test"])
@pytest.mark.parametrize("how", CLEANUPS)
def test_a_coroutine_may_wait_where_it_cleans_up(how: str, kind: str) -> None:
    log: list[str] = []

    async def work(send: Sender) -> None:
        child = asyncio.create_task(asyncio.sleep(0.01))
        try:
            log.append("begun")
            await asyncio.sleep(3600)
        finally:
            await clean_up(log, how, child)

    app = feature({"go": Effect.run(work)})
    if kind == "test":
        with TestStore(app, {"log": []}) as test:
            test.send("go")
            test.advance(0)
            test.skip_in_flight()
    else:
        with Loop(virtual=kind == "virtual") as loop:
            Store(loop, app, {"log": []}).send("go")
            while not log:
                loop.dispatch()
    assert log == ["begun", *["thread"] * (how == "thread"), "cleaned"]


def test_what_a_coroutine_has_left_at_work_is_cancelled_at_the_end() -> None:
    log: list[str] = []

    async def child() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            await asyncio.sleep(0.001)
            log.append("child")

    async def work(send: Sender) -> None:
        children.append(asyncio.create_task(child()))

    children: list[asyncio.Task[None]] = []
    with Loop() as loop:
        store = opened(loop, go=Effect.run(work))
        store.send("go")
        while store.effect_count or not children:
            loop.dispatch()
        loop.dispatch()
    assert log == ["child"]
    children.clear()


def test_a_coroutine_that_goes_on_after_its_end_is_left(caplog: pytest.LogCaptureFixture) -> None:
    is_over: list[bool] = []

    async def work(send: Sender) -> None:
        while not is_over:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(1)

    with Loop(virtual=True) as loop:
        store = opened(loop, go=Effect.run(work))
        store.send("go")
        loop.run_until_idle()
        clock = loop._clock
        assert clock is not None
    assert "did not end after they were cancelled" in caplog.text
    is_over.append(True)
    clock.finish()


def test_an_asynchronous_generator_that_is_left_comes_to_its_end() -> None:
    log: list[str] = []

    async def numbers(name: str) -> AsyncGenerator[int, None]:
        try:
            for number in range(10):
                yield number
        finally:
            await asyncio.sleep(0.001)
            log.append(name)

    async def work(send: Sender) -> None:
        async for number in numbers("left"):
            if number == 2:
                break
        kept.append(numbers("kept"))
        await anext(kept[0])

    kept: list[AsyncGenerator[int, None]] = []
    with Loop() as loop:
        store = opened(loop, go=Effect.run(work))
        store.send("go")
        while store.effect_count:
            loop.dispatch(0.01)
        while not log:
            gc.collect()
            loop.dispatch(0.01)
        assert log == ["left"]
    assert log == ["left", "kept"]
    kept.clear()


def test_the_clock_has_no_factory_of_tasks(loop: Loop) -> None:
    """Task groups of anyio call get_task_factory."""

    async def work(send: Sender) -> None:
        send({"factory": asyncio.get_running_loop().get_task_factory()})

    store = opened(loop, go=Effect.run(work))
    store.send("go")
    loop.run_until_idle()
    assert store["/log"] == [{"factory": None}]
