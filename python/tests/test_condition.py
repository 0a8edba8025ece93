"""Conditions as data."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import kumiki
import pytest
from kumiki import Condition, KumikiError, List, Loop, Status, Store

ROOT = Path(__file__).resolve().parents[2]


def test_M420_a_condition_compares_a_value() -> None:
    search = Condition({"at": "/title", "contains": {"place": "/search"}, "fold": True})
    assert search.holds({"title": "A Bear"}, {"search": "bear"})
    assert search.holds({"title": "A Bear"}, {"search": None})
    assert not search.holds({"title": "A Bear"}, {"search": "bee"})
    assert not search.holds({}, {"search": ""})
    assert Condition({"at": "/age", "from": 3, "to": 9}).holds({"age": 9.0})
    assert Condition({"at": "", "in": ["a", 1]}).holds(1)
    assert Condition({"at": "/x", "exists": False}).holds({})
    assert Condition({"at": "", "equals": {"literal": {"a": [1]}}}).holds({"a": [1]})


def test_M421_every_letter_folds_as_in_Unicode() -> None:
    def folded(letter: str) -> str:
        return next(one for one in (letter.casefold(), letter.lower(), letter) if len(one) == 1)

    made = re.search(r"Unicode ([\d.]+\d)", (ROOT / "Sources/CKumikiCalls/letter_case_ranges.h").read_text())
    assert made is not None
    if made[1] != unicodedata.unidata_version:
        pytest.skip("this Python has another version of Unicode")
    letters = [chr(code) for code in range(1, 0x20000) if not 0xD800 <= code < 0xE000]
    whole = "".join(letters)
    assert Condition({"at": "", "equals": "".join(map(folded, letters)), "fold": True}).holds(whole)
    different = "".join(one for one in letters if folded(one) == one)
    same = Condition({"at": "", "equals": {"place": ""}})
    folding = Condition({"at": "", "equals": {"place": ""}, "fold": True})
    for one in range(0, len(different) - 1, 997):
        pair = different[one], different[one + 1]
        assert not folding.holds(*pair) and not same.holds(*pair)


def test_M421_the_table_of_letters_is_made_by_its_script() -> None:
    subprocess.run([sys.executable, ROOT / "scripts/letter-case", "--check"], check=True)


def test_M422_conditions_are_combined() -> None:
    rows = {"rows": [{"n": 1}, {"n": 2}], "least": 2}
    large: Any = {"at": "/n", "from": {"place": "/least"}}
    assert Condition({"some": "/rows", "is": large}).holds(rows, rows)
    assert not Condition({"every": "/rows", "is": large}).holds(rows, rows)
    assert Condition({"count": "/rows", "is": large, "from": 1, "to": 1}).holds(rows, rows)
    assert Condition({"and": [{"not": {"or": []}}]}).holds(None)


def test_M423_a_mistake_has_its_place() -> None:
    with pytest.raises(KumikiError, match="expected at, place, equals") as error:
        Condition({"and": [{"at": "/a", "equal": 1}]})
    assert (error.value.status, error.value.path) == (Status.INVALID_ARGUMENT, "/and/0/equal")
    with pytest.raises(KumikiError):
        Condition(json.loads('{"at": "a", "equals": 1}'))


ROWS: Any = [{"id": 1, "title": "Ape"}, {"id": 2, "title": "bear"}, {"id": 3, "title": "Cub", "read": True}]


@kumiki.reducer
def rows(state: kumiki.State, action: kumiki.Action, env: kumiki.Env) -> None:
    if (text := action.payload("search")) is not None:
        state["/search"] = text
    if action.is_case("mark"):
        state.set_rows("/rows", "/read", True, {"at": "/read", "equals": None})
    if action.is_case("forget"):
        state.remove_rows("/rows", Condition({"at": "/id", "from": {"place": "/least"}}))
    if action.is_case("wrong"):
        state.set_rows("/rows", "/id", 1, {"and": []})


def ids(shown: List[Any]) -> list[int]:
    return [row["id"] for row in shown]


def test_J424_a_list_shows_the_rows_of_a_condition(loop: Loop) -> None:
    store = Store(loop, rows, {"rows": ROWS, "search": ""})
    shown = List(store, "/rows", where={"at": "/title", "contains": {"place": "/search"}, "fold": True})
    assert ids(shown) == [1, 2, 3]
    store.send({"search": "B"})
    assert ids(shown) == [2, 3]
    both = List(store, "/rows", where=Condition({"at": "/id", "to": 2}), filter=lambda row: row["id"] > 1)
    assert ids(both) == [2]
    with pytest.raises(KumikiError) as error:
        List(store, "/rows", where={"at": "/title", "contain": "x"})
    assert error.value.path == "/contain"


def test_F425_F426_rows_are_written_and_removed_by_conditions(loop: Loop) -> None:
    feature = rows.for_each("/rows", "rows", kumiki.empty())
    store = Store(loop, feature, {"rows": ROWS, "least": 2})
    store.send("mark")
    assert all(row["read"] for row in store.get("/rows"))
    store.send("forget")
    assert store.get("/rows") == [{**ROWS[0], "read": True}]
    store = Store(loop, feature, {"rows": ROWS})
    with pytest.raises(KumikiError, match="id"):
        store.send("wrong")
    assert store.get("/rows") == ROWS
