"""Every test must leave as much alive as it found."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from pathlib import Path

import kumiki
import pytest

LOOKS = 5000  # at what is alive after a test, before it is called a leak


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    gc.collect()
    before = kumiki.live_objects()
    yield
    gc.collect()
    # A blocking function's thread lets go of what it used a moment after its loop has heard of its end.
    for _ in range(LOOKS):
        if kumiki.live_objects() <= before:
            break
        time.sleep(0.001)
    assert kumiki.live_objects() == before, "the test has left objects alive"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a test's database may be."""
    return tmp_path / "app.db"


@pytest.fixture
def loop() -> Iterator[kumiki.Loop]:
    """A virtual loop, whose issues fail the send that raised them."""

    def fail(issue: kumiki.Issue) -> None:
        raise AssertionError(f"{issue.code}: {issue.message}")

    with kumiki.Loop(virtual=True) as made:
        made.on_issue(fail)
        yield made
