"""05_board: a board whose classes declare its shape, kept in a database.

Teaches: the shape from the classes (Types.declare), places from attributes (Types.place), a private
         case, and types through a database, rows, lists, derived values and effects. The feature, this
         program and its tests pass mypy --strict without Any.
Run:     python 05_board.py
Prints:  expected/05_board.txt
"""

import asyncio
import tempfile
from pathlib import Path

import board
from board import Action, Add, Board, Edit, Editing, Load, Loading, Rename, Task, Toggle

import kumiki
from kumiki import Database, Derived, KumikiError, List, Loop, Store


def is_shown(task: Task, filter: str) -> bool:
    return filter == "all" or not task.is_done


def open_tasks(store: Store[Board, Action]) -> int:
    return sum(not each.is_done for each in store[board.tasks])


def show(status: Editing | Loading | None) -> None:
    print("status:", status)


async def main(path: Path) -> None:
    async with Loop() as loop:
        with Database(path) as database:
            store = database.open(loop, board.app, Board())
            shown = List(store, board.tasks, sort=[board.title], filter=is_shown, parameters=[board.filter])
            left = Derived(store, open_tasks)
            store.observe(board.status, show)
            store.send(Add("Saw the wood"))
            await store.send_task(Load()).wait()
            row = store.scope_element(board.tasks, "tasks", 1, board.task_types)
            row.send(Rename("Saw it"))
            row.send(Toggle())
            store.send(Edit(2))
            print([each.title for each in shown], left.value)
            print(row.state, store.row(board.tasks, 2).is_done)
            for wrong in ({"taks": "undo"}, {"tasks": {"element": {"id": 1, "action": "togle"}}}, {"loaded": ["x"]}):
                try:
                    store.send(kumiki.Action(wrong))
                except KumikiError as error:
                    print(error)
            try:
                store.observe("/taks", print)
            except KumikiError as error:
                print(error)


with tempfile.TemporaryDirectory() as folder:
    asyncio.run(main(Path(folder, "board.db")))
