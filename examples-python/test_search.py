"""Tests of search.py, on a virtual clock and exhaustive. Run by pytest."""

import search

from kumiki.testing import TestStore


async def look(text: str) -> list[str]:
    if text == "?":
        raise ConnectionError("no net")
    return [text + "!"]


def test_only_the_last_text_is_looked_for() -> None:
    with TestStore(search.feature(look), search.EMPTY) as test:
        test.send({"type": "a"}, {"text": "a"})
        test.advance(0.2)
        test.send({"type": "ab"}, {"text": "ab"})
        test.advance(0.3)
        test.receive({"found": ["ab!"]}, {"hits": ["ab!"]})


def test_a_failure_is_an_alert() -> None:
    with TestStore(search.feature(look), search.EMPTY) as test:
        test.send({"type": "?"}, {"text": "?"})
        test.advance(0.3)
        test.receive_case("failed", {"alert": {"title": "ConnectionError: no net"}})
        test.send({"alert": "dismiss"}, {"alert": None})


def test_an_empty_text_is_not_looked_for() -> None:
    with TestStore(search.feature(look), search.EMPTY) as test:
        test.send({"type": "a"}, {"text": "a"})
        test.send({"type": ""}, {"text": ""})
        test.advance(1)
