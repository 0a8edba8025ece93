"""Uses of kinds.py and errands.py that every type checker must refuse: each marked line is an error, and no other line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

import errands
import kinds
from errands import Requests
from kumiki import Case, Database, Derived, Effect, Env, List, Loop, Replay, Request, Sender, State, Store
from kumiki import Types, apply_patch, in_case, place, some
from kumiki.testing import TestStore


@kinds.types.reducer
def feature(state: State[kinds.State], action: kinds.Action, env: Env) -> Effect | None:
    state[kinds.at.count] += 1
    state[kinds.at.cuont] += 1  # refused
    state[kinds.at.count] = "three"  # refused
    state[kinds.at.level] = "hihg"  # refused
    state[kinds.at.sheet] = kinds.SheetRow(3)  # refused
    state[kinds.at.rows] = [kinds.Row(id=1, name="a")]
    state[kinds.at.rows] = [kinds.Row(id=1)]  # refused
    row = state.row(kinds.at.rows, 1)
    if row is not None:
        print(row.name, row.nmae)  # refused
    name: str = state[kinds.at.a_b_c]
    count: str = state[kinds.at.count]  # refused
    print(name, count, kinds.Cases.child_reset)
    print(kinds.Cases.child_reste)  # refused
    return None


def told(phase: kinds.Phase) -> str:
    match phase:
        case kinds.PhaseIdle():
            return ""
        case kinds.PhaseFailed(why):
            return why
        case kinds.PhaseLoading(done):
            return done  # refused
        case kinds.PhaseRetrying():  # refused
            return ""
        case _:
            assert_never(phase)  # refused


def run(loop: Loop) -> None:
    store = Store(loop, kinds.types.declare(feature), kinds.State())
    store.send(kinds.ActionIncrement())
    store.send(kinds.ActionSetCount("three"))  # refused
    store.send("incremnt")  # refused
    store.send(kinds.Actions.child_rename("x"))
    store.send(kinds.Actions.child_rename(3))  # refused
    store.send(kinds.Actions.child_remane("x"))  # refused
    print(store.state.count + 1, store.state.cuont)  # refused
    store.observe(kinds.at.count, lambda count: print(count + 1))
    store.observe(kinds.at.count, lambda count: print(count.upper()))  # refused


async def work(send: Sender[kinds.Action]) -> None:
    send(kinds.ActionIncrement())
    send("incremnt")  # refused
    send.latest("key", "incremnt")  # refused


def kept(loop: Loop, database: Database) -> None:
    store = database.open(loop, feature, kinds.State())
    store.send(kinds.ActionIncrement())
    store.send("incremnt")  # refused
    print(store.state.count + 1, store.state.cuont)  # refused
    database.open(loop, feature, 5)  # refused
    store.mailbox().post("incremnt")  # refused
    row = store.row(kinds.at.rows, 7)
    print(row.name, row.nmae)  # refused


def tested() -> None:
    with TestStore(feature, kinds.State()) as test:
        test.send(kinds.ActionIncrement(), {"count": 4})
        test.send("incremnt")  # refused
        test.receive("incremnt")  # refused
        print(test.state.cuont)  # refused
        print(test.store.state.count, test.store.state.cuont)  # refused
    TestStore(feature, 5)  # refused
    print(Replay("log", feature).store.state.cuont)  # refused


def next_count(store: Store[kinds.State, kinds.Action]) -> int:
    return store.state.count + 1


def shown(loop: Loop) -> None:
    store = Store(loop, feature, kinds.State())
    rows = List(store, kinds.at.rows, sort=[kinds.Row.at.name])
    print(rows[0].name, rows[0].nmae)  # refused
    print([each.name for each in rows[1:]], [each.nmae for each in rows])  # refused
    untyped = List(store, "/rows")
    print(untyped[0]["name"])
    child = store.scope_element(kinds.at.rows, kinds.Cases.rows, 7)
    print(child.state.name, child.state.nmae)  # refused
    tree = store.scope(kinds.at.tree, "tree")
    print(tree.state.label, tree.state.lable)  # refused
    count = Derived(store, next_count)
    print(count.value + 1, count.value.upper())  # refused
    names = Derived(store, lambda it: it[kinds.at.rows], type=list[kinds.Row])
    print(names.value[0].name, names.value[0].nmae)  # refused
    Derived(store, lambda it: it.state.cuont)  # refused
    Store(loop, feature, kinds.State()).send(kinds.ActionIncrement())


def asked(loop: Loop, name: str) -> Effect:
    Requests.net_check.serve(loop, lambda request: errands.Answer(name=request.question, size=1))
    Requests.net_check.serve(loop, lambda request: request.question)  # refused
    Requests.log.serve(loop, lambda request: print(request.question.url))  # refused
    Requests.net_check.ask(5)  # refused
    Requests.net_fetch.ask(name)  # refused
    Requests.net_chekc.ask(name)  # refused
    return Requests.net_check.ask(name, answer="checked")


def replied(request: Request[errands.Job, None, errands.Progress, errands.NetFetchFailure]) -> None:
    url: str = request.question.url
    request.part(errands.ProgressBegan(1))
    request.part(1)  # refused
    request.answer(url)  # refused
    request.fail(errands.NetFetchFailureLost())
    request.fail(url)  # refused
    request.answer(None)


@dataclass
class Task:
    id: int
    title: str = ""


@dataclass(frozen=True)
class Edit(Case, name="edit"):
    value: Task


@dataclass(frozen=True)
class Close(Case, name="close"):
    pass


@dataclass
class Board:
    tasks: list[Task]
    by_name: dict[str, Task]
    sheet: Edit | Close | None = None
    best: Task | None = None


board_types: Types[Board, Edit | Close] = Types(Board, Edit | Close)
tasks = board_types.place(lambda board: board.tasks)
third = place(Board, lambda board: board.tasks[3].title)
title = place(Task, lambda task: task.title)
best = board_types.place(lambda board: some(board.best).title)
sheet = board_types.place(lambda board: in_case(board.sheet, Edit).value.title)
place(Board, lambda board: board.taks)  # refused
place(Board, lambda board: board.tasks[3].titel)  # refused
place(Board, lambda board: board.tasks["a"])  # refused
place(Board, lambda board: board.best.title)  # refused
board_types.place(lambda board: board.by_name[3])  # refused
board_types.place(lambda board: in_case(board.sheet, Edit).title)  # refused


def placed(state: State[Board], store: Store[Board, Edit | Close]) -> None:
    state[third] = "a"
    state[third] = 3  # refused
    state[best] = state[sheet]
    state[best] = None  # refused
    state.append(tasks, Task(1))
    state.append(tasks, "a")  # refused
    state.append(tasks, state[third])  # refused
    state.set_row(tasks, 1, title, "a")
    state.set_row(tasks, 1, title, 3)  # refused
    print(state.get(third, "").upper(), store[third].upper())
    state.get(third, 3)  # refused
    print(store[third] + 1)  # refused
    print(store.row(tasks, 1).title, store.row(tasks, 1).titel)  # refused
    store.write_binding(title, "a")
    store.write_binding(title, 3)  # refused
    List(store, tasks, filter=lambda row: row.title == "")
    List(store, tasks, filter=lambda row: row.titel == "")  # refused
    child = store.scope_element(tasks, "tasks", 1, Types[Task, Close](Task, Close))
    child.send(Close())
    child.send(Edit(Task(1)))  # refused
    print(apply_patch(store.state, []).tasks, apply_patch(store.state, []).taks)  # refused
