"""A search field: searches for the text once the user has stopped typing for a while.

The feature of 02_search.py, which test_search.py tests.
"""

from collections.abc import Awaitable, Callable
from typing import Any

import kumiki
from kumiki import Action, Effect, Env, Sender, State

Look = Callable[[str], Awaitable[list[str]]]


async def find(send: Sender, look: Look, text: str) -> None:
    send({"found": await look(text)})


def reduce(state: State, action: Action, env: Env) -> Effect | None:
    match action.value:
        case {"type": text}:
            state["/text"] = text
            if not text:
                state["/hits"] = []
                return Effect.cancel("search")
            search = Effect.run(find, env.service("look"), text)
            return search.catch(failed).debounce("search", 0.3)
        case {"found": hits}:
            state["/hits"] = hits
        case {"failed": why}:
            state["/alert"] = {"title": why}
        case "close":
            return Effect.cancel("search")
    return None


def failed(error: BaseException) -> dict[str, Any]:
    return {"failed": f"{type(error).__name__}: {error}"}


def feature(look: Look) -> kumiki.Reducer:
    """Makes the feature with a function that searches for a text."""
    no_alert = kumiki.combine()  # its actions only dismiss it
    return (
        kumiki.reducer(reduce)
        .presentation("/alert", "alert", no_alert, ephemeral=True)
        .cases(type="text", found="any", failed="text", alert="any", close=None)
        .service("look", look)
    )


EMPTY: dict[str, Any] = {"text": "", "hits": [], "alert": None}
