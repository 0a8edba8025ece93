"""The download manager from its user's view: it fetches files, even after a kill, and lists the requested rows."""

import os
import random
import signal
import sqlite3
import tempfile
import unittest
from pathlib import Path

import programs_under_test
from terminal import DOWN, ENTER, ESCAPE, TAB, Terminal, install_entry


class DownloadsTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.sources, self.folder = Path(folder.name, "sources"), Path(folder.name, "fetched")
        self.sources.mkdir()
        self.folder.mkdir()
        self.terminals = Path(folder.name)
        install_entry(self.terminals)

    def start(self, rate: int = 0) -> Terminal:
        command = [*programs_under_test.COMMANDS["downloads"], str(self.folder), str(rate)]
        return self.enterContext(Terminal(command, self.terminals, programs_under_test.STILL))

    def file(self, name: str, size: int) -> Path:
        made = self.sources / name
        made.write_bytes(random.Random(name).randbytes(size))
        return made

    def add(self, terminal: Terminal, file: Path) -> None:
        terminal.type("a")
        terminal.wait("Add", "File: ")
        terminal.type(str(file))
        terminal.wait(f"{file.stat().st_size} bytes", f"Name: {file.name}")
        terminal.type(ENTER)
        terminal.wait(file.name, gone=("File: ",))

    def wait_for_step(self, written: str) -> None:
        """Waits until the database contains a string that a step wrote: the latest steps are written in groups."""
        with sqlite3.connect(self.folder / "downloads.db") as database:
            while not database.execute(
                    "select 1 from kumiki_step where record like ?", [f'%"{written}"%']).fetchone():
                os.sched_yield()

    def assert_fetched(self, *files: Path) -> None:
        for file in files:
            self.assertEqual((self.folder / file.name).read_bytes(), file.read_bytes())
        self.assertEqual(list(self.folder.glob("*.part")), [])

    def test_files_are_fetched_and_listed(self) -> None:
        small, large = self.file("small.bin", 1000), self.file("large.bin", 3_000_000)
        terminal = self.start()
        terminal.wait("Downloads: 0", "a add")
        self.add(terminal, large)
        self.add(terminal, small)
        terminal.wait("Downloads: 2, 3 of 3 MB, 100%", "large.bin +100% #{20} +finished", "small.bin .*finished")
        self.assert_fetched(small, large)
        terminal.type("s")
        terminal.wait("by -/done", "> large")
        terminal.type("s")
        terminal.wait("by /name")
        terminal.type("/SMALL" + ENTER)
        terminal.wait("Downloads: 1", "Search: SMALL", gone=("large",))
        terminal.type("/" + "\x7f" * 5 + ENTER + "c")
        terminal.wait("Remove 2 that have finished")
        terminal.type("y")
        terminal.wait("Downloads: 0")
        terminal.type("u")
        terminal.wait("Downloads: 2", "finished")
        terminal.type("q")
        terminal.wait_for_end()

    def test_what_cannot_be_fetched_says_why(self) -> None:
        terminal = self.start()
        terminal.type("a")
        terminal.wait("Add")
        terminal.type("/nowhere/at/all")
        terminal.wait("No such file")
        terminal.type(ENTER)
        terminal.wait("nothing to fetch")
        terminal.type(ESCAPE)
        terminal.wait("Downloads: 0", gone=("Add",))
        gone = self.file("gone.bin", 100)
        self.add(terminal, gone)
        terminal.wait("gone.bin .*finished")
        gone.unlink()
        terminal.type("a")
        terminal.type("q" + TAB)
        terminal.wait("No such file", "> Name")
        terminal.signal(signal.SIGTERM)
        terminal.wait_for_end()

    def test_it_goes_on_behind_a_kill(self) -> None:
        large, other = self.file("large.bin", 3_000_000), self.file("other.bin", 500_000)
        terminal = self.start(rate=400_000)
        self.add(terminal, large)
        self.add(terminal, other)
        terminal.type("o")
        terminal.wait("Settings", "At once: 2")
        terminal.type("+")
        terminal.wait("At once: 3")
        terminal.type(ESCAPE)
        terminal.wait(" [1-9]+[0-9]* of 3 MB|large.bin +[1-9]", gone=("Settings",))
        terminal.type("p")  # the first item is chosen
        terminal.wait("paused")
        self.wait_for_step("paused")
        terminal.signal(signal.SIGKILL)
        terminal.wait_for_end(-signal.SIGKILL)
        self.assertTrue((self.folder / "large.bin.part").exists())
        again = self.start()
        again.wait("Downloads: 2", "large.bin.* paused", "other.bin .* finished")
        again.type(DOWN + "\x1b[A" + "p")
        again.wait("large.bin.* finished")
        self.assert_fetched(large, other)
        again.type("o")
        again.wait("At once: 3")
        again.type(ESCAPE + ENTER)
        again.wait("3000000 of 3000000 bytes")
        again.type("q")
        again.signal(signal.SIGTERM)
        again.wait_for_end()

    def test_an_end_gives_up_what_is_fetched_until_the_next_start(self) -> None:
        large = self.file("large.bin", 2_000_000)
        terminal = self.start(rate=200_000)
        self.add(terminal, large)
        terminal.wait("large.bin +[1-9]")
        terminal.type("q")
        terminal.wait_for_end()
        again = self.start()
        again.wait("large.bin.* finished")
        self.assert_fetched(large)
