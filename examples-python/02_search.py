"""02_search: a search field under asyncio.

Teaches: asyncio serving the loop, a coroutine as an effect, debounce, a failure as an alert, a
         sheet's view side.
Run:     python 02_search.py
Prints:  expected/02_search.txt
"""

import asyncio

import search

from kumiki import Loop, Store

WORDS = ["kumiki", "kumquat", "swift", "swirl"]


async def look(text: str) -> list[str]:
    await asyncio.sleep(0.01)
    if text == "?":
        raise ConnectionError("no such place")
    return [word for word in WORDS if word.startswith(text)]


async def main() -> None:
    async with Loop() as loop:
        store = Store(loop, search.feature(look), search.EMPTY)
        store.observe("/hits", lambda hits: print("hits:", hits))
        store.observe_presentation(
            "/alert",
            present=lambda id, case, state: print("alert:", state["title"]),
            dismiss=lambda id: print("alert goes"),
        )
        typing = [store.send_task({"type": text}) for text in ("s", "sw", "swi")]
        await typing[-1].wait()
        await store.send_task({"type": "?"}).wait()
        store.dismiss("alert")
        store.send({"type": ""})


asyncio.run(main())
