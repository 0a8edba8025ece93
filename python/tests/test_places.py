"""Places that are named by attributes of classes."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypedDict

import kumiki
import pytest
from kumiki import Case, Derived, Env, KumikiError, List, Loop, Place, State, Status, Store, Types
from kumiki import in_case, place, some
from kumiki.testing import TestStore


class Size(NamedTuple):
    width: int
    height: int


class Extra(TypedDict):
    note: str


class Key(enum.Enum):
    FIRST = 1


@dataclass
class Task:
    id: int
    title: str = ""
    size: Size = Size(0, 0)


@dataclass
class Photo:
    title: str
    url: str


@dataclass(frozen=True)
class Edit(Case, name="edit"):
    value: Task


@dataclass(frozen=True)
class Alert(Case, name="a/b"):
    title: str


@dataclass
class Board:
    tasks: list[Task] = field(default_factory=list[Task])
    by_name: dict[str, Task] = field(default_factory=dict[str, Task])
    by_key: dict[Key, Task] = field(default_factory=dict[Key, Task])
    flags: dict[bool, int] = field(default_factory=dict[bool, int])
    pair: tuple[int, str] = (0, "")
    many: tuple[Task, ...] = ()
    extra: Extra = field(default_factory=lambda: Extra(note=""))
    sheet: Edit | Alert | None = None
    best: Task | None = None
    either: Task | Photo = field(default_factory=lambda: Task(0))
    from_: str = field(default="", metadata={"json": "from"})


@dataclass(frozen=True)
class Go(Case, name="go"):
    pass


@dataclass(frozen=True)
class Rename(Case, name="rename"):
    value: str


types: Types[Board, Go] = Types(Board, Go)
NAMED: list[tuple[Callable[[Board], object], str, Any]] = [
    (lambda board: board, "", Board),
    (lambda board: board.tasks, "/tasks", list[Task]),
    (lambda board: board.tasks[3].title, "/tasks/3/title", str),
    (lambda board: board.tasks[0].size.height, "/tasks/0/size/1", int),
    (lambda board: board.tasks[0].size[0], "/tasks/0/size/0", int),
    (lambda board: board.by_name["a/b"].id, "/by_name/a~1b/id", int),
    (lambda board: board.by_key[Key.FIRST], "/by_key/1", Task),
    (lambda board: board.flags[True], "/flags/true", int),
    (lambda board: board.pair[1], "/pair/1", str),
    (lambda board: board.many[2].id, "/many/2/id", int),
    (lambda board: board.extra["note"], "/extra/note", str),
    (lambda board: some(board.best).title, "/best/title", str),
    (lambda board: board.best, "/best", Task | None),
    (lambda board: board.either.title, "/either/title", str),
    (lambda board: in_case(board.sheet, Edit).value.title, "/sheet/edit/title", str),
    (lambda board: in_case(board.sheet, Alert).title, "/sheet/a~1b/title", str),
    (lambda board: board.from_, "/from", str),
]


@pytest.mark.parametrize("path, pointer, type", NAMED)
def test_a_place_has_its_pointer_and_its_type(path: Any, pointer: str, type: Any) -> None:
    named = types.place(path)
    assert named.pointer == pointer and named.type == type
    assert place(Board, path).pointer == pointer


WRONG: list[tuple[Callable[[Any], object], str]] = [
    (lambda board: board.taks, "no field taks in the class; did you mean tasks?"),
    (lambda board: board.tasks[0].titel, "at /tasks/0: no field titel in the class; did you mean title?"),
    (lambda board: board.tasks["a"], "at /tasks: no item 'a'"),
    (lambda board: board.tasks[-1], "at /tasks: no item -1"),
    (lambda board: board.pair[2], "at /pair: no item 2"),
    (lambda board: board.extra["nope"], "at /extra: no item 'nope'"),
    (lambda board: board.tasks[0].title.size, "at /tasks/0/title: no field size"),
    (lambda board: in_case(board.sheet, Rename).value, "no case Rename in the class; there are Edit, Alert"),
    (lambda board: in_case(board.sheet, Edit), "at /sheet/edit: expected a field of the case Edit"),
    (lambda board: in_case(3, Edit), "found a function that returns 3"),
    (lambda board: "/tasks", "expected a place like lambda board: board.tasks"),
]


@pytest.mark.parametrize("path, told", WRONG)
def test_a_place_that_the_class_does_not_have_is_refused(path: Any, told: str) -> None:
    with pytest.raises(KumikiError) as refused:
        types.place(path)
    assert refused.value.status is Status.INVALID_ARGUMENT and told in str(refused.value)


tasks = types.place(lambda board: board.tasks)
second = types.place(lambda board: board.tasks[1])
best = types.place(lambda board: board.best)
title = place(Task, lambda task: task.title)
task_types: Types[Task, Rename] = Types(Task, Rename)


@types.reducer
def feature(state: State[Board], action: Go, env: Env) -> None:
    state.append(tasks, Task(1, "a"))
    state.append(tasks, Task(3, "c"))
    state.insert(second, Task(2, "b"))
    state.set_row(tasks, 3, title, "d")
    state[best] = state.row(tasks, 2)
    assert state.get(second, Task(0)).id == 2 and second in state


@task_types.reducer
def task(state: State[Task], action: Rename, env: Env) -> None:
    state[title] = action.value


app = types.declare(feature.for_each(tasks, "tasks", task_types.declare(task)))


def test_places_work_wherever_a_pointer_does(loop: Loop) -> None:
    store = Store(loop, app, Board())
    told: list[Task | None] = []
    store.observe(best, told.append)
    store.send(Go())
    assert told == [None, Task(2, "b")] and store.row(tasks, 3) == Task(3, "d")
    assert store.get(second) == store[second] == Task(2, "b")
    shown = List(store, tasks, sort=[title], filter=lambda row: row.title > "a")
    assert [row.id for row in shown] == [2, 3]
    assert Derived(store, lambda it: len(it[tasks]), places=[tasks]).value == 3
    row = store.scope_element(tasks, "tasks", 2, task_types)
    row.send(Rename("z"))
    assert row.state.title == "z" and store.scope(second, "none").state.title == "z"


def test_places_work_in_test_stores() -> None:
    with TestStore(app, Board([Task(1, "a")])) as test:
        test.expect_row(tasks, 1, {"title": "b"})
        test.send(kumiki.action_at("tasks", Rename("b"), id=1))
        assert test.store[tasks] == [Task(1, "b")]


def test_a_place_by_hand_and_one_by_attributes_are_alike(loop: Loop) -> None:
    by_hand = Place[list[Task]]("/tasks", list[Task])
    store = Store(loop, app, Board([Task(1)]))
    assert store[by_hand] == store[tasks]


def test_a_place_of_a_generic_class_and_of_names_defined_later() -> None:
    assert place(Later, lambda later: later.inner.count).type is int


@dataclass
class Later:
    inner: Inner


@dataclass
class Inner:
    count: int
