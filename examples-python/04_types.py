"""04_types: a feature whose states and actions are types.

Teaches: types that were generated from a shape, actions as dataclasses in a match, places with a
         type, a row's feature, views of rows that are not copied.
Made:    kumiki generate --language python --output todos_types.py todos.shape
Run:     python 04_types.py
Prints:  expected/04_types.txt
"""

import todos_types as todos
from todos_types import Action, Actions, Cases, Todo, at

import kumiki
from kumiki import Effect, Env, KumikiError, Loop, State, Store


@todos.types.reducer
def parent(state: State[todos.State], action: Action, env: Env) -> Effect | None:
    match action:
        case todos.ActionAdd(title):
            state[at.todos] = [*state[at.todos], Todo(id=state[at.next], title=title)]
            state[at.next] += 1
        case todos.ActionShow(filter):
            state[at.filter] = filter
        case todos.ActionClear():
            done = sum(todo.is_done for todo in shown(state.value, "done"))
            state[at.alert] = todos.Alert(title=f"Remove {done}?")
        case todos.ActionAlert(todos.ActionAlertPresented("confirm")):
            state[at.todos] = shown(state.value, "open")
        case todos.ActionAlert() | todos.ActionTodos():
            pass  # a dismissal, or an action that a row has handled
    return None


def row(state: State[Todo], action: kumiki.Action, env: Env) -> None:
    match action.value:
        case "toggle":
            state[Todo.at.is_done] = not state[Todo.at.is_done]
        case {"rename": title}:
            state[Todo.at.title] = title


def shown(state: todos.State, filter: todos.Filter) -> list[Todo]:
    return [todo for todo in state.todos if filter == "all" or todo.is_done == (filter == "done")]


app = todos.types.declare(
    parent.for_each(at.todos, Cases.todos, kumiki.reducer(row)).presentation(
        at.alert, Cases.alert, kumiki.empty(), ephemeral=True
    )
)

with Loop() as loop:
    store = Store(loop, app, todos.State())
    store.observe(at.filter, lambda filter: print("filter:", filter))
    store.send(todos.ActionAdd("Saw the wood"))
    store.send(todos.ActionAdd("Join it"))
    store.send(Actions.todos_element_toggle(1))
    store.send(todos.ActionShow("done"))
    print([todo.title for todo in shown(store.state, store[at.filter])])
    store.send(Actions.clear())
    store.send(Actions.alert_presented_confirm())
    print(store.state)
    print(len(store.view(at.todos)), store.view(at.todos)[0]["title"])
    try:
        store.send(kumiki.Action({"add": 3}))
    except KumikiError as error:
        print(error)
