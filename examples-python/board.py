"""A board of tasks, whose classes declare its shape.

The feature of 05_board.py, which test_board.py tests.
"""

import asyncio
from dataclasses import dataclass, field
from typing import Literal

from kumiki import Case, Effect, Env, Sender, State, Types


@dataclass
class Task:
    id: int
    title: str = ""
    is_done: bool = False


@dataclass(frozen=True)
class Editing(Case, name="editing"):
    id: int
    title: str


@dataclass(frozen=True)
class Loading(Case, name="loading"):
    pass


@dataclass
class Board:
    tasks: list[Task] = field(default_factory=list[Task])
    next: int = 1
    filter: Literal["all", "open"] = "all"
    status: Editing | Loading | None = None


@dataclass(frozen=True)
class Add(Case, name="add"):
    title: str


@dataclass(frozen=True)
class Edit(Case, name="edit"):
    value: int


@dataclass(frozen=True)
class Load(Case, name="load"):
    pass


@dataclass(frozen=True)
class Loaded(Case, name="loaded", private=True):
    value: list[str]


@dataclass(frozen=True)
class Rename(Case, name="rename"):
    value: str


@dataclass(frozen=True)
class Toggle(Case, name="toggle"):
    pass


Action = Add | Edit | Load | Loaded
TaskAction = Rename | Toggle

types: Types[Board, Action] = Types(Board, Action)
task_types: Types[Task, TaskAction] = Types(Task, TaskAction)

tasks = types.place(lambda board: board.tasks)
next_id = types.place(lambda board: board.next)
status = types.place(lambda board: board.status)
filter = types.place(lambda board: board.filter)
title = task_types.place(lambda task: task.title)
is_done = task_types.place(lambda task: task.is_done)


async def load(send: Sender[Action]) -> None:
    await asyncio.sleep(0.001)
    send(Loaded(["Sand it", "Oil it"]))


def add(state: State[Board], title: str) -> None:
    state.append(tasks, Task(state[next_id], title))
    state[next_id] += 1


@types.reducer
def board(state: State[Board], action: Action, env: Env) -> Effect | None:
    match action:
        case Add(title):
            add(state, title)
        case Edit(id):
            row = state.row(tasks, id)
            if row is not None:
                state[status] = Editing(id, row.title)
        case Load():
            state[status] = Loading()
            return Effect.run(load)
        case Loaded(titles):
            for each in titles:
                add(state, each)
            state[status] = None
    return None


@task_types.reducer
def task(state: State[Task], action: TaskAction, env: Env) -> None:
    match action:
        case Rename(text):
            state[title] = text
        case Toggle():
            state[is_done] = not state[is_done]


# The type of the board's actions omits the actions of rows: `declare` finds them in the operators.
app = types.declare(board.for_each(tasks, "tasks", task_types.declare(task)))
