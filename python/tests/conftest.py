"""Fixtures. Every test must leave the same number of live objects as it found."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from pathlib import Path

import kumiki
import pytest

LOOKS = 5000  # counts of live objects after a test, before they are reported as a leak


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    gc.collect()
    before = kumiki.live_objects()
    yield
    gc.collect()
    # The thread of a blocking function drops its objects shortly after its loop has seen the end.
    for _ in range(LOOKS):
        if kumiki.live_objects() <= before:
            break
        time.sleep(0.001)
    assert kumiki.live_objects() == before, "the test has left objects alive"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A path for a test's database."""
    return tmp_path / "app.db"


@pytest.fixture
def loop() -> Iterator[kumiki.Loop]:
    """A virtual loop on which an issue fails the send that caused it."""

    def fail(issue: kumiki.Issue) -> None:
        raise AssertionError(f"{issue.code}: {issue.message}")

    with kumiki.Loop(virtual=True) as made:
        made.on_issue(fail)
        yield made
