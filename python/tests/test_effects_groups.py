"""An effect with a TaskGroup ends quietly when it is cancelled, and only real failures are reported."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import kumiki
import pytest
from kumiki import Action, Effect, Env, KumikiError, Loop, Sender, State, Status, Store
from kumiki.testing import TestStore

Work = Callable[[Sender], Awaitable[None]]


def feature(work: Work) -> kumiki.Reducer:
    @kumiki.reducer
    def reduce(state: State, action: Action, env: Env) -> Effect | None:
        if action.value == "go":
            return Effect.run(work).cancellable("work")
        return Effect.cancel("work") if action.value == "stop" else None

    return reduce


async def wait(send: Sender) -> None:
    async with asyncio.TaskGroup() as group:
        group.create_task(asyncio.sleep(3600))
        group.create_task(asyncio.sleep(3600))


async def say_goodbye(send: Sender) -> None:
    async def child() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            send("bye")

    async with asyncio.TaskGroup() as group:
        group.create_task(child())
        group.create_task(child())


async def say_goodbye_deeper(send: Sender) -> None:
    async with asyncio.timeout(7200), asyncio.TaskGroup() as group:
        group.create_task(say_goodbye(send))


async def stop_itself(send: Sender) -> None:
    async def child() -> None:
        send("stop")
        send("late")

    async with asyncio.TaskGroup() as group:
        group.create_task(child())
        group.create_task(asyncio.sleep(3600))


async def fail_beside_a_goodbye(send: Sender) -> None:
    async def child() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            raise LookupError("no row")

    async with asyncio.TaskGroup() as group:
        group.create_task(say_goodbye(send))
        group.create_task(child())


QUIET = [wait, say_goodbye, say_goodbye_deeper, stop_itself]


async def run_under_asyncio(work: Work, end: str) -> list[Any]:
    told: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context["exception"]))
    async with Loop() as loop:
        loop.on_issue(told.append)
        store = Store(loop, feature(work), {})
        store.send("go")
        await asyncio.sleep(0.001)
        store.send("stop") if end == "cancelled" else store.close()
    return told


@pytest.mark.parametrize("end", ["cancelled", "closed"])
@pytest.mark.parametrize("work", QUIET)
def test_a_group_ends_quietly_under_asyncio(work: Work, end: str) -> None:
    assert asyncio.run(run_under_asyncio(work, end)) == []


@pytest.mark.parametrize("work", QUIET)
def test_a_group_ends_quietly_on_a_virtual_loop(work: Work, loop: Loop) -> None:
    store = Store(loop, feature(work), {})
    store.send("go")
    loop.advance(1)
    store.send("stop")
    loop.advance(1)
    assert store.effect_count == 0


@pytest.mark.parametrize("work", QUIET)
def test_a_group_ends_quietly_in_a_test(work: Work) -> None:
    with TestStore(feature(work), {}) as test:
        test.send("go")
        test.advance(1)
        if work is stop_itself:
            test.receive("stop")
        else:
            test.send("stop")


def test_a_failure_beside_a_late_send_is_reported_alone() -> None:
    (told,) = asyncio.run(run_under_asyncio(fail_beside_a_goodbye, "cancelled"))
    assert isinstance(told, ExceptionGroup)
    assert [str(each) for each in told.exceptions] == ["no row"]


def test_a_group_that_fails_while_its_effect_runs_fails_the_effect(loop: Loop) -> None:
    async def work(send: Sender) -> None:
        async def child() -> None:
            raise KumikiError(Status.CLOSED, "some other object")

        async with asyncio.TaskGroup() as group:
            group.create_task(child())

    caught: list[BaseException] = []
    store = Store(loop, kumiki.reducer(lambda *_: Effect.run(work).catch(caught.append)), {})
    store.send("go")
    loop.advance(1)
    assert [type(error) for error in caught] == [ExceptionGroup]
