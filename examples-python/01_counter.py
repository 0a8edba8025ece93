"""01_counter: the first program.

Teaches: a reducer as a function, a store on a loop, an observer, an effect that comes back later.
Run:     python 01_counter.py
Prints:  expected/01_counter.txt
"""

import kumiki
from kumiki import Action, Effect, Env, State


@kumiki.reducer
def counter(state: State, action: Action, env: Env) -> Effect | None:
    match action.value:
        case "increment":
            state["/count"] += 1
        case {"add": number}:
            state["/count"] += number
        case "incrementSoon":
            return Effect.after(0.01, "increment")
    return None


with kumiki.Loop() as loop:
    store = kumiki.Store(loop, counter, {"count": 0})
    store.observe("/count", lambda count: print("count:", count))
    store.send("increment")
    store.send({"add": 5})
    task = store.send_task("incrementSoon")
    task.finish()
    print("state:", store.state)
