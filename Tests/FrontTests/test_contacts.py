"""The contacts app from its user's view: keys, the screen, and the saved file."""

import json
import signal
import tempfile
import unittest
from pathlib import Path

import programs_under_test
from terminal import (
    BACKSPACE, DOWN, END, ENTER, ESCAPE, HOME, PAGE_DOWN, PAGE_UP, TAB, UP, Terminal, install_entry)

ADA = {"id": "a", "name": "Ada", "phone": "1815", "favourite": True}
GRACE = {"id": "g", "name": "Grace", "phone": "1906", "favourite": False}
KEN = {"id": "k", "name": "Ken", "phone": "1943", "favourite": False}


class ContactsTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.file = self.folder / "contacts.json"
        install_entry(self.folder)

    def start(self, *, file: Path | None = None) -> Terminal:
        command = [*programs_under_test.COMMANDS["main"], str(file or self.file)]
        terminal = Terminal(command, self.folder, programs_under_test.STILL)
        return self.enterContext(terminal)

    def save(self, *contacts: dict, **rest: object) -> None:
        self.file.write_text(json.dumps({"contacts": contacts, **rest}))

    def saved(self) -> dict:
        return json.loads(self.file.read_text())

    def names(self) -> list[str]:
        return [contact["name"] for contact in self.saved()["contacts"]]

    def test_a_day_with_contacts(self) -> None:
        terminal = self.start()
        terminal.wait("Contacts: 0", "a add")
        for name, phone in ("Grace", "1906"), ("Ada", "1815"), ("Ken", "1943"):
            terminal.type("a")
            terminal.wait("─ Edit ─")
            terminal.type(name + TAB + phone)
            terminal.wait(f"> Phone: {phone}")
            terminal.type(ENTER)
            terminal.wait(name, gone=("─ Edit ─",))
        terminal.wait("Contacts: 3", "> +Ada +1815")
        self.search_and_edit(terminal)
        self.delete_and_undo(terminal)
        terminal.type("q")
        terminal.wait_for_end()
        self.assertEqual(self.names(), ["Ada", "Brewster", "Grace"])
        self.assertFalse(self.file.with_name("contacts.json.new").exists())

    def search_and_edit(self, terminal: Terminal) -> None:
        terminal.type("/KEN")
        terminal.wait("Contacts: 1", "Search: KEN_", "> +Ken", gone=("Ada", "Grace"))
        terminal.type(ENTER + ENTER)
        terminal.wait("─ Contact ─", "Phone: 1943")
        terminal.type("s")
        terminal.wait("A favourite")
        terminal.type("e")
        terminal.wait(r"> Name:  Ken +│")
        terminal.type(BACKSPACE * 3 + ENTER)
        terminal.wait("A name is needed")
        terminal.type("Brewster" + ENTER)
        terminal.wait("Brewster", "A favourite", gone=("─ Edit ─", "A name"))
        terminal.type(ESCAPE)
        terminal.wait("Contacts: 0", gone=("─ Contact ─",))  # the search no longer finds it
        terminal.type("/" + BACKSPACE * 3 + ENTER)
        terminal.wait("Contacts: 3", r"\* Brewster", gone=("KEN",))

    def delete_and_undo(self, terminal: Terminal) -> None:
        terminal.type(DOWN + DOWN + DOWN + UP)
        terminal.wait(r">\* Brewster")
        terminal.type("d")
        terminal.wait(r"Delete Brewster\?", "y: yes")
        terminal.type("n")
        terminal.wait("Brewster", gone=("Delete",))
        terminal.type("d")
        terminal.wait(r"Delete Brewster\?")
        terminal.type("y")
        terminal.wait("Contacts: 2", "undo 6, redo 0", gone=("Brewster",))
        terminal.type("u")
        terminal.wait("Contacts: 3", r"\* Brewster", "undo 5, redo 1")
        terminal.type("uu")
        terminal.wait("  Ken", "undo 3, redo 3", gone=("Brewster",))
        terminal.type("rr")
        terminal.wait(r"\* Brewster", "undo 5, redo 1")

    def test_pages_and_both_ends_of_the_list(self) -> None:
        self.save(*({"id": str(i), "name": f"Person {i:03}", "phone": "", "favourite": False} for i in range(100)))
        terminal = self.start()
        terminal.wait("Contacts: 100", "> +Person 000")
        for keys, person in [
            (END, 99), (DOWN, 99), (HOME, 0), (UP, 0), (PAGE_DOWN, 19), (PAGE_DOWN, 38), (PAGE_UP, 19),
            (PAGE_UP * 2, 0), (PAGE_DOWN * 6, 99), (PAGE_UP, 80),
        ]:
            terminal.type(keys)
            terminal.wait(f"> +Person {person:03}")
        terminal.type("/nobody" + ENTER)
        terminal.wait("Contacts: 0")
        terminal.type(END + HOME + PAGE_DOWN + PAGE_UP + "q")
        terminal.wait_for_end()

    def test_a_sheet_and_an_alert_stand_in_boxes(self) -> None:
        self.save(ADA)
        terminal = self.start()
        terminal.wait("Ada")
        for keys, title, lines in ("e", "Edit", 3), ("d", r"Delete Ada\?", 1), (ENTER, "Contact", 3):
            terminal.type(keys)
            terminal.wait(f"┌─ {title} ─*┐$", "^ {10}└─{58}┘$")
            sides = [line for line in terminal.screen.lines() if line[10:11] == "│" and line[69:] == "│"]
            self.assertEqual(len(sides), lines)
            terminal.type(ESCAPE)
            terminal.wait("Ada", gone=("─────",))
        terminal.resize(7, 40)  # the box has little room
        terminal.type("e")
        terminal.wait("┌─ Edit ─+┐$", "Name:  Ada +│$")
        terminal.type(ESCAPE + "q")
        terminal.wait_for_end()

    def test_what_was_left_is_there_again(self) -> None:
        self.save(ADA, GRACE)
        terminal = self.start()
        terminal.wait("Contacts: 2")
        terminal.type("/gra")
        terminal.wait("Contacts: 1", "> +Grace")
        terminal.type(ENTER + ENTER)
        terminal.wait("─ Contact ─")
        terminal.type("e")
        terminal.wait("Name:  Grace")
        terminal.type(" H")
        terminal.wait(r"Name:  Grace H +│")
        terminal.signal(signal.SIGTERM)
        terminal.wait_for_end()
        self.assertEqual(self.names(), ["Ada", "Grace"])

        again = self.start()
        again.wait("Contacts: 1", "Search: gra", "─ Edit ─", r"Name:  Grace H +│")
        again.type(ENTER)
        again.wait("Grace H", gone=("─ Edit ─",))
        again.type(ESCAPE + "q")
        again.wait_for_end()
        self.assertEqual(self.names(), ["Ada", "Grace H"])

    def test_the_last_edit_is_saved_when_the_terminal_goes(self) -> None:
        self.save(ADA)
        terminal = self.start()
        terminal.wait("Ada")
        terminal.type("s")
        terminal.wait(r"> +Ada", gone=(r"\* Ada",))
        terminal.signal(signal.SIGHUP)
        terminal.wait_for_end()
        self.assertFalse(self.saved()["contacts"][0]["favourite"])

    def test_another_size_is_drawn_anew(self) -> None:
        self.save(ADA)
        terminal = self.start()
        terminal.wait("Ada")
        terminal.resize(30, 100)
        terminal.wait_until(
            lambda: terminal.screen.lines()[29].startswith("a add"), "help on the last line")
        terminal.wait("Contacts: 1", "Ada")
        terminal.type("q")
        terminal.wait_for_end()

    def test_what_an_older_file_lacks_is_filled_in(self) -> None:
        for older in '{"contacts": [{"id": "a", "name": "Ada"}]}', '[{"id": "a", "name": "Ada"}]':
            self.file.write_text(older)
            terminal = self.start()
            terminal.wait("Contacts: 1", "Ada")
            terminal.type("s")
            terminal.wait(r">\* Ada")
            terminal.type("q")
            terminal.wait_for_end()
            wanted = {"id": "a", "name": "Ada", "phone": "", "favourite": True}
            self.assertEqual(self.saved()["contacts"], [wanted])

    def test_a_file_that_does_not_fit_is_told_with_its_place_and_left_alone(self) -> None:
        for text, place in (
            (json.dumps({"contacts": [ADA, {"id": "b", "name": 5}]}), "/contacts/1/name"),
            (json.dumps({"contacts": [ADA, ADA]}), "at /contacts: two rows"),
            ('{"contacts": [}', "line 1"),
        ):
            self.file.write_text(text)
            terminal = self.start()
            terminal.wait("Contacts: 0", place)
            terminal.type("aBob" + ENTER)
            terminal.wait("Bob")
            terminal.type("q")
            self.assertIn(place, terminal.wait_for_end(status=1))
            self.assertEqual(self.file.read_text(), text)

    def test_a_file_that_cannot_be_written_is_told(self) -> None:
        nowhere = self.folder / "none" / "contacts.json"
        terminal = self.start(file=nowhere)
        terminal.wait("a add")
        terminal.type("aBob" + ENTER)
        terminal.wait("Not saved: /")  # a long folder name cuts the line
        terminal.type("q")
        self.assertRegex(terminal.wait_for_end(status=1), "Not saved: .*: No such file or directory")

    def test_a_long_list_follows_its_cursor(self) -> None:
        self.save(*({**KEN, "id": str(each), "name": f"{each:03}"} for each in range(300)))
        terminal = self.start()
        terminal.wait("Contacts: 300", "> +000", gone=("299",))
        terminal.type(DOWN * 400 + "s")
        terminal.wait(r">\* 299", "  280", gone=("  279", "000"))
        terminal.type(UP * 5 + "s")
        terminal.wait(r">\* 294", r" \* 299")
        terminal.resize(10, 80)
        terminal.wait(r">\* 294", gone=("299",))
        terminal.type(UP * 400 + "d")
        terminal.wait(r"Delete 000\?")
        terminal.type("y/29")
        terminal.wait("Contacts: 13", "> +029", "  292", gone=("293",))
        terminal.type("4" + ENTER)
        terminal.wait("Contacts: 1 ", r">\* 294", gone=("029",))
        terminal.type("/" + BACKSPACE * 3 + ENTER)
        terminal.wait("Contacts: 299", "> +001")
        terminal.type("q")
        terminal.wait_for_end()

    def test_a_letter_whose_number_is_that_of_a_key_is_a_letter(self) -> None:
        terminal = self.start()
        terminal.wait("Contacts: 0")
        terminal.type("aĂăć")  # Ă has the code of "down" in curses, and ć the code of "backspace"
        terminal.wait(r"> Name: +Ăăć +│")
        terminal.type(ENTER + "q")
        terminal.wait_for_end()
        self.assertEqual(self.names(), ["Ăăć"])

    def test_many_edits_leave_one_whole_file(self) -> None:
        self.save(*({**KEN, "id": str(each), "name": f"{each:03}"} for each in range(300)))
        terminal = self.start()
        terminal.wait("Contacts: 300")
        terminal.type("s" + (DOWN + "s") * 15)
        terminal.wait(r">\* 015")
        terminal.type("q")
        terminal.wait_for_end()
        starred = [each["favourite"] for each in self.saved()["contacts"]]
        self.assertEqual(starred, [True] * 16 + [False] * 284)
        self.assertFalse(self.file.with_name("contacts.json.new").exists())
