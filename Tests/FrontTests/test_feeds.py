"""The reader of feeds from its user's view: it reads real files from a server, and continues after a kill."""

import contextlib
import http.server
import signal
import tempfile
import threading
import unittest
from pathlib import Path

import programs_under_test
from terminal import BACKSPACE, ENTER, ESCAPE, Terminal, install_entry


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves the files. /slow/NAME waits until the test lets it go on."""

    asked: list[str]  # paths, and after the answer the status
    may_go_on: threading.Event

    def do_GET(self) -> None:
        self.asked.append(self.path)
        if self.path.startswith("/slow/"):
            self.may_go_on.wait()
        file = Path(__file__).parent / "feeds" / Path(self.path).name
        body, tag = (file.read_bytes() if file.exists() else b"<html>"), f'"{file.name}"'
        status = 304 if self.headers["If-None-Match"] == tag else 404 if "missing" in self.path else 200
        self.asked.append(str(status))
        self.send_response(status)
        self.send_header("ETag", tag)
        self.end_headers()
        with contextlib.suppress(BrokenPipeError):  # the program was killed
            self.wfile.write(body if status != 304 else b"")

    def log_message(self, *_: object) -> None: ...


class FeedsTests(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        install_entry(self.folder)
        Handler.asked, Handler.may_go_on = [], threading.Event()
        server = self.enterContext(http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler))
        threading.Thread(target=server.serve_forever).start()
        self.addCleanup(server.shutdown)
        self.addCleanup(Handler.may_go_on.set)
        self.address = f"http://127.0.0.1:{server.server_port}/"

    def start(self) -> Terminal:
        command = [*programs_under_test.COMMANDS["feeds"], str(self.folder)]
        return self.enterContext(Terminal(command, self.folder, programs_under_test.STILL))

    def test_feeds_are_fetched_and_read(self) -> None:
        terminal = self.start()
        for path, count, *seen in (
                ("garden.atom", 2, r"> \* 2026-11-29 08:00 Leeks & late frost", "2026-11-02 17:30 The last quinces"),
                ("ferries.rss", 4, r"  \* 2026-11-30 06:05 Fähre nach Föhr", "> . .*Leeks", "2026-11-01 12:00 Winter")):
            terminal.type(f"a{self.address}{path}{ENTER}")
            terminal.wait(f"All feeds: {count}", *seen)
        for keys, seen, gone in (
                ("]", "Notes from a garden: 2", "Winter"), (ENTER, "https://garden.example/leeks", "Winter"),
                (ESCAPE + "]h", "Ferries: 2", "garden"), ("m", "Ferries: 0", "Winter"),
                ("u]/Quin" + ENTER, "All feeds: 1", "Winter"), ("/" + BACKSPACE * 4 + ENTER, "All feeds: 3", "Leeks"),
                ("]d", "All feeds: 2", "The last"), ("u", "All feeds: 3", "removed"), ("os+", "refreshes: 31", "removed")):
            terminal.type(keys)
            terminal.wait(seen, gone=(gone,))
        Handler.asked.clear()
        terminal.type(ESCAPE + "r")
        terminal.wait_until(lambda: Handler.asked.count("304") == 2, "both feeds asked for again")
        terminal.type("q")
        terminal.wait_for_end()

    def test_what_cannot_be_read_says_why(self) -> None:
        terminal = self.start()
        terminal.type(f"a{self.address}missing.xml{ENTER}a{self.address}page.html{ENTER}]")
        terminal.wait("the server answered with the status 404", gone=("fetching",))
        terminal.type("]")
        terminal.wait("not a feed: line 1: ")
        terminal.type("aftp://x" + ENTER)
        terminal.wait("begins with http://")
        terminal.signal(signal.SIGTERM)
        terminal.wait_for_end()

    def test_it_goes_on_behind_a_kill(self) -> None:
        terminal = self.start()
        terminal.type(f"a{self.address}garden.atom{ENTER}a{self.address}slow/ferries.rss{ENTER}")
        terminal.wait("All feeds: 2", "fetching 1")
        terminal.wait_until(lambda: "/slow/ferries.rss" in Handler.asked, "the request")
        terminal.signal(signal.SIGKILL)
        terminal.wait_for_end(-signal.SIGKILL)
        again = self.start()
        again.wait("All feeds: 2", "fetching 1")
        Handler.may_go_on.set()
        again.wait("All feeds: 4", "Fähre", gone=("fetching",))
        again.type("q")
        again.wait_for_end()
