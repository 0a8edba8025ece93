"""Many waiting coroutines: their cost, and that each is woken."""

from __future__ import annotations

import asyncio
from typing import Any

import kumiki
import pytest
from effect_features import opened
from kumiki import Action, Effect, Env, Loop, Sender, State, Store, Task

MANY = 500


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """A list with one element for each check of whether a task has ended."""
    asked: list[None] = []
    finished: Any = vars(Task)["finished"].fget

    def ask(task: Task) -> bool:
        asked.append(None)
        return bool(finished(task))

    monkeypatch.setattr(Task, "finished", property(ask))
    return asked


async def forever(send: Sender) -> None:
    await asyncio.Event().wait()


def reduce(state: State, action: Action, env: Env) -> Effect | None:
    match action.value:
        case {"begin": number}:
            return Effect.run(forever).cancellable(str(number))
        case {"end": number}:
            return Effect.cancel(str(number))
    return None


def test_a_send_costs_the_same_with_many_who_wait(asked: list[None]) -> None:
    async def main() -> None:
        async with Loop() as loop:
            store = Store(loop, kumiki.reducer(reduce), {})
            waits = [
                asyncio.create_task(store.send_task({"begin": each}).wait())
                for each in range(MANY)
            ]
            await asyncio.sleep(0)
            asked.clear()
            for _ in range(MANY):
                store.send("nothing")
            assert not asked
            store.close()
            await asyncio.gather(*waits)

    asyncio.run(main())


def test_many_who_wait_cost_as_much_each_as_few(asked: list[None]) -> None:
    async def main() -> None:
        async with Loop() as loop:
            store = Store(loop, kumiki.reducer(reduce), {})
            tasks = [store.send_task({"begin": each}) for each in range(MANY)]
            waits = [asyncio.create_task(task.wait()) for task in tasks]
            await asyncio.sleep(0)
            for each in range(MANY):
                store.send({"end": each})
                await asyncio.sleep(0)
            await asyncio.gather(*waits)
            assert len(asked) < 100 * MANY

    asyncio.run(main())


def test_who_waits_on_another_event_loop_is_told_too() -> None:
    """One coroutine waits on a virtual loop, the other on asyncio."""

    async def inner(send: Sender) -> None:
        await store.send_task("timer").wait()
        send("inner")

    with Loop(virtual=True) as loop:
        store = opened(loop, go=Effect.run(inner), timer=Effect.after(1, "tick"))

        async def main() -> None:
            outer = asyncio.create_task(store.send_task("go").wait())
            await asyncio.sleep(0)
            loop.advance(1)
            loop.run_until_idle()
            await outer

        asyncio.run(main())
        assert store["/log"] == ["tick", "inner"]
        assert loop.is_idle
