"""Meetings in a terminal: the state opens and closes windows, and the final state equals the command line's."""

import json
import signal
import tempfile
import time
import unittest
from pathlib import Path

import programs_under_test
import watched
from terminal import (
    BACKSPACE, DOWN, END, ENTER, ESCAPE, HOME, PAGE_DOWN, PAGE_UP, TAB, UP, Terminal, install_entry)

DETAIL = "destination.presented.detail"
DESIGN = {"id": "design", "title": "Design", "duration": 4, "attendees": ["Ada", "Grace"], "held": []}


def at(path: str, action: object) -> object:
    """An action inside the cases of a case path."""
    for case in reversed(path.split(".")):
        action = {case: action}
    return action


class MeetingsTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.file = self.folder / "meetings.json"
        self.actions: list[object] = []  # the actions of the keys typed so far
        install_entry(self.folder)

    def start(self) -> Terminal:
        command = [*programs_under_test.COMMANDS["meetings"], str(self.file)]
        return self.enterContext(Terminal(command, self.folder, programs_under_test.STILL))

    def save(self, state: object) -> None:
        self.file.write_text(json.dumps(state))

    def saved(self) -> dict:
        return json.loads(self.file.read_text())

    def does(self, terminal: Terminal, keys: str, actions: list, *patterns: str,
             gone: tuple[str, ...] = ()) -> None:
        """Types keys, waits for their result on the screen, and notes their actions."""
        self.actions += actions
        terminal.type(keys)
        terminal.wait(*patterns, gone=gone)

    def by_command(self) -> dict:
        """The command line's final state after the same actions."""
        lines = [json.dumps(action) for action in [*self.actions, {"print": ""}]]
        done = watched.captured(
            programs_under_test.COMMANDS["07_meetings"], input="\n".join(lines) + "\n")
        self.assertEqual(done.problem, "", done.stderr)
        self.assertNotIn("   line ", done.stdout)
        self.assertNotIn("   issue ", done.stdout)
        printed = done.stdout[done.stdout.index('{"print"') :].splitlines()[1]
        return json.loads(printed)

    def assert_same_state(self, began: float) -> None:
        """Compares the states without ids, which are new in each run. The terminal's times must be in this run."""
        mine, other = self.saved(), self.by_command()
        for meeting in mine["meetings"]:
            for held in meeting["held"]:
                self.assertTrue(int(began) <= held <= time.time(), held)
        for state in mine, other:
            for number, meeting in enumerate(state["meetings"]):
                meeting["held"] = len(meeting["held"])
                meeting["id"] = number
        self.assertEqual(mine, other)

    def test_a_day_of_meetings_ends_as_by_the_command_line(self) -> None:
        began = time.time()
        terminal = self.start()
        terminal.wait("Meetings: 1", "> Design", "a add")
        self.add(terminal)
        self.edit(terminal)
        self.record(terminal)
        self.delete(terminal)
        terminal.type("q")
        terminal.wait_for_end()
        self.assert_same_state(began)
        self.assertEqual([each["title"] for each in self.saved()["meetings"]], ["Design"])
        self.assertFalse(self.file.with_name("meetings.json.new").exists())

    def add(self, terminal: Terminal) -> None:
        add = "destination.presented.add"
        self.does(terminal, "a", ["addTapped"], "New meeting", "> Title: +", "Seconds: 5")
        self.does(terminal, ESCAPE, [{"destination": "dismiss"}], gone=("New meeting",))
        self.does(terminal, "a", ["addTapped"], "New meeting")
        self.does(terminal, "Rétro", [at(f"{add}.setTitle", "Rétro")], "> Title: +Rétro")
        self.does(terminal, TAB + BACKSPACE + "-", [at(f"{add}.setDuration", 4)], "> Seconds: 4")
        self.does(terminal, DOWN + "Edsger", [], "> Add: +Edsger")
        self.does(terminal, ENTER, [at(f"{add}.addAttendee", "Edsger")], "With: +Edsger",
                  gone=("Add: +Edsger",))
        self.does(terminal, "Barbara" + ENTER, [at(f"{add}.addAttendee", "Barbara")],
                  "With: +Edsger, Barbara")
        self.does(terminal, UP + ENTER, ["confirmAddTapped"], "Meetings: 2", "  Rétro",
                  gone=("New meeting",))

    def edit(self, terminal: Terminal) -> None:
        edit = f"{DETAIL}.destination.presented.edit"
        self.does(terminal, ENTER, [{"meetingTapped": "design"}], "Meetings > Design", "Takes 4 s",
                  "With Ada, Grace", gone=("Meetings: 2",))
        self.does(terminal, "e", [at(DETAIL, "editTapped")], "Edit", "> Title: +Design")
        self.does(terminal, " 2", [at(f"{edit}.setTitle", "Design 2")], "> Title: +Design 2")
        self.does(terminal, ESCAPE, [at(f"{DETAIL}.destination", "dismiss")], "> Design$",
                  gone=("Title:",))
        self.does(terminal, "e", [at(DETAIL, "editTapped")], "> Title: +Design ")
        self.does(terminal, TAB + "6+-", [at(f"{edit}.setDuration", 46)], "> Seconds: 46")
        self.does(terminal, ENTER, [at(DETAIL, "doneTapped")], "Takes 46 s", gone=("Seconds:",))

    def record(self, terminal: Terminal) -> None:
        record = f"{DETAIL}.destination.presented.record"
        begin = [at(DETAIL, "recordTapped"), at(record, "appeared")]
        self.does(terminal, "r", begin, "Recording", "0 of 46 s, Ada")
        self.does(terminal, "", [{"advance": 1}], "[1-9] of 46 s, Ada")
        self.does(terminal, "e", [at(record, "endTapped")], r"End the meeting\?", "s save")
        self.does(terminal, "c", [at(f"{record}.alert", "dismiss")], "of 46 s",
                  gone=("End the meeting",))
        self.does(terminal, "e", [at(record, "endTapped")], r"End the meeting\?")
        self.does(terminal, "s", [at(f"{record}.alert.presented", "save")], "Held 1 times",
                  gone=("End the meeting", "Recording"))
        self.does(terminal, "r", begin, "Recording")
        self.does(terminal, ESCAPE, [at(f"{DETAIL}.destination", "dismiss")], "Held 1 times",
                  gone=("Recording",))
        self.does(terminal, "r", begin, "Recording")
        self.does(terminal, "e", [at(record, "endTapped")], r"End the meeting\?")
        self.does(terminal, HOME, [{"destination": "dismiss"}], "Meetings: 2", "> Design",
                  gone=("End the meeting", "Recording", "Takes"))

    def delete(self, terminal: Terminal) -> None:
        alert = f"{DETAIL}.destination.presented.alert"
        state = self.by_command()
        rest = [{"meetingTapped": state["meetings"][1]["id"]}, at(DETAIL, "deleteTapped")]
        self.does(terminal, DOWN + ENTER, rest[:1], "Meetings > Rétro", "With Edsger, Barbara")
        self.does(terminal, "d", rest[1:], r"Delete Rétro\?")
        self.does(terminal, "n", [at(f"{DETAIL}.destination", "dismiss")], gone=("Delete Rétro",))
        self.does(terminal, "d", rest[1:], r"Delete Rétro\?")
        self.does(terminal, "y", [at(alert, "confirmDeletion")], "Meetings: 1", "> Design",
                  gone=("Rétro",))

    def test_a_recording_whose_time_is_over_goes_by_itself(self) -> None:
        self.save({"meetings": [{**DESIGN, "duration": 1}], "destination": None})
        terminal = self.start()
        terminal.wait("> Design")
        terminal.type(ENTER + "r")
        terminal.wait("Held 1 times", gone=("Recording",))
        terminal.type("q")
        terminal.wait_for_end()

    def test_what_was_presented_is_there_again_and_its_time_goes_on(self) -> None:
        design = {**DESIGN, "duration": 40}
        self.save({"meetings": [design], "destination": None})
        terminal = self.start()
        terminal.wait("> Design")
        terminal.type(ENTER + "re")
        terminal.wait("Meetings > Design", "0 of 40 s", r"End the meeting\?")
        terminal.signal(signal.SIGTERM)
        terminal.wait_for_end()
        left = self.saved()["destination"]["detail"]["destination"]["record"]
        self.assertEqual(left["alert"], {"title": "End the meeting?"})

        again = self.start()
        again.wait("Meetings > Design", "0 of 40 s", r"End the meeting\?")
        again.type("c")
        again.wait("[1-9] of 40 s", gone=("End the meeting",))
        again.type(ESCAPE + ESCAPE + "q")
        again.wait_for_end()
        self.assertEqual(self.saved(), {"meetings": [design], "destination": None})

    def test_windows_are_drawn_anew_in_another_size(self) -> None:
        terminal = self.start()
        terminal.wait("> Design")
        terminal.type("aRetro")
        terminal.wait("> Title: +Retro")
        for lines, columns in (30, 100), (8, 30), (2, 4), (24, 80):
            terminal.resize(lines, columns)
            if lines > 2:
                terminal.wait("New meeting", "> Title: +Retro")
        terminal.type("s" + ENTER)
        terminal.wait("Meetings: 2", "  Retros", gone=("New meeting",))
        terminal.type("q")
        terminal.wait_for_end()

    def test_what_is_longer_than_its_place_is_cut(self) -> None:
        title = "日本" * 60 + "\u202e\x01"
        meetings = [{**DESIGN, "title": title, "attendees": ["A" * 600, "\x07"]}]
        self.save({"meetings": meetings, "destination": None})
        terminal = self.start()
        terminal.wait("> 日")
        terminal.type(ENTER + "e")
        terminal.wait("Title: +日", "With: +A+")
        terminal.type(ESCAPE + "d")
        terminal.wait("Delete 日", "y delete")
        terminal.type(ESCAPE + "q")
        terminal.wait_for_end()
        self.assertEqual(self.saved()["meetings"], meetings)

    def test_a_long_list_follows_its_cursor(self) -> None:
        meetings = [{**DESIGN, "id": str(each), "title": f"No {each:03}"} for each in range(300)]
        self.save({"meetings": meetings, "destination": None})
        terminal = self.start()
        terminal.wait("Meetings: 300", "> No 000", gone=("No 299",))
        terminal.type(DOWN * 400)
        terminal.wait("> No 299", gone=("No 000",))
        terminal.type(ENTER)
        terminal.wait("Meetings > No 299")
        terminal.type(HOME + UP * 400)
        terminal.wait("> No 000", gone=("No 299",))
        for keys, last in (END, 299), (HOME, 0), (PAGE_DOWN, 19), (PAGE_DOWN + PAGE_UP * 2, 0):
            terminal.type(keys)
            terminal.wait(f"> No {last:03}")
        terminal.type("q")
        terminal.wait_for_end()

    def test_a_letter_whose_number_is_that_of_a_key_is_a_letter(self) -> None:
        terminal = self.start()
        terminal.wait("> Design")
        terminal.type("aĂă")  # Ă has the code of "down" in curses
        terminal.wait("> Title: +Ăă")
        terminal.type(ESCAPE + "q")
        terminal.wait_for_end()

    def test_a_file_that_does_not_fit_is_told_with_its_place_and_left_alone(self) -> None:
        for text, place in (('{"meetings": [}', "line 1"), ('{"a": 1, "a": 2}', "duplicate")):
            self.file.write_text(text)
            self.assertIn(place, self.start().wait_for_end(status=1))
            self.assertEqual(self.file.read_text(), text)

    def test_a_file_that_cannot_be_written_is_told(self) -> None:
        self.file = self.folder / "none" / "meetings.json"
        terminal = self.start()
        terminal.wait("> Design")
        terminal.type("q")
        self.assertIn("No such file", terminal.wait_for_end(status=1))
