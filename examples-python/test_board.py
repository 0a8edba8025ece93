"""Tests of board.py, on a virtual clock and exhaustive. Run by pytest."""

from board import Add, Board, Edit, Editing, Load, Loaded, Loading, Task, app, tasks

from kumiki.testing import TestStore


def test_loaded_tasks_get_the_next_ids() -> None:
    with TestStore(app, Board()) as test:
        test.send(Add("Saw"), {"tasks": [Task(1, "Saw")], "next": 2})
        test.send(Load(), {"status": "loading"})
        assert test.state.status == Loading()
        test.advance(0.1)
        titles = ["Saw", "Sand it", "Oil it"]
        rows = [Task(number, title) for number, title in enumerate(titles, 1)]
        test.receive(Loaded(titles[1:]), {"tasks": rows, "next": 4, "status": None})
        assert test.store.row(tasks, 3).title == "Oil it"


def test_editing_copies_the_title() -> None:
    with TestStore(app, Board([Task(7, "Saw")])) as test:
        test.send(Edit(7), {"status": Editing(7, "Saw")})
        test.send(Edit(8))
