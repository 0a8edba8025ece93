"""Every test must leave as much alive as it found."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import kumiki
import pytest


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    gc.collect()
    before = kumiki.live_objects()
    yield
    gc.collect()
    assert kumiki.live_objects() == before, "the test has left objects alive"


@pytest.fixture
def loop() -> Iterator[kumiki.Loop]:
    """A virtual loop, whose issues fail the send that raised them."""

    def fail(issue: kumiki.Issue) -> None:
        raise AssertionError(f"{issue.code}: {issue.message}")

    with kumiki.Loop(virtual=True) as made:
        made.on_issue(fail)
        yield made
