"""Measures starts of the programs with a user interface, and the cost of an input among many rows.

Each program is started in its own terminal. A start is timed until the first screen appears. An input
is timed from the key until its result is on the screen. The same action is also sent to the program
logic alone, without a user interface (core.c). Both are measured with few and with many rows. The
figures are the fastest of several repetitions, in milliseconds: the cost of the rows in the whole
program, the share of the program logic, and the rest, which the user interface adds.

For the GTK 4 programs, a start is timed from outside, until the running X server shows the window.
They take turns with a window of plain GTK. All are also started without OpenGL: on a machine without
a graphics card, GTK would otherwise load Mesa's software driver in every program. An input is measured
inside the program (inputs.c), with 100,000 contacts. docs/engine/performance.md contains the table.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import tools
import windows
from terminal import BACKSPACE, DOWN, ENTER, ESCAPE, UP, Terminal, install_entry

FEW, PATIENCE = 10, 60
QUIET = 1.5  # seconds within which changes are saved


class Step(NamedTuple):
    """One action of a user. It is timed if it has a name."""

    name: str
    keys: str
    seen: list[str]  # on the screen afterwards
    gone: list[str]
    action: object = None  # the same without a user interface
    pointer: str = ""  # a place in the state that is not null afterwards, if that takes a while


def presented(case: str, action: object) -> object:
    return {"sheet": {"presented": {case: action}}}


def writes(path: str, value: str) -> object:
    return {"binding": {"path": path, "value": value}}


STEPS = [
    Step("the cursor moves", DOWN, ["> +000001"], []),
    Step("", UP, ["> +000000"], []),
    Step("a star", "s", [r">\* 000000"], [],
         {"contacts": {"element": {"id": "0", "action": "star"}}}),
    Step("its undo", "u", ["> +000000"], [r"\*"], "undo"),
    Step("a contact opens", "\n", ["─ Contact ─"], [], {"open": "0"}),
    Step("", ESCAPE, [], ["─ Contact ─"], {"detail": "dismiss"}),
    Step("a form opens", "e", ["─ Edit ─"], [], {"edit": "0"}),
    Step("a letter in the form", "X", ["Name: +000000X +│"], [],
         presented("edit", writes("/name", "000000X"))),
    Step("the form is done", ENTER, [">  000000X"], ["─ Edit ─"], presented("edit", "done")),
    Step("its undo", "u", [">  000000 "], [], "undo"),
    Step("", "d", [r"Delete 000000\?"], [], {"delete": "0"}),
    Step("a row is deleted", "y", ["> +000001"], ["Delete", "000000"],
         presented("alert", "delete")),
    Step("its undo", "u", ["> +000000"], [], "undo"),
    Step("a letter in the search field", "/0", ["Search: 0"], [], writes("/query", "0")),
    Step("", "0000", ["Search: 00000_"], [], writes("/query", "00000")),
    Step("a row is found", "0" + ENTER, ["Contacts: 1 "], ["Search: .*_"],
         writes("/query", "000000"), "/hits"),
    Step("", "/" + BACKSPACE * 5, ["Search: 0_"], [], writes("/query", "0")),
    Step("all rows again", BACKSPACE, ["  000001 "], [], writes("/query", "")),
    Step("", ENTER, ["Search:$"], []),
]
NAMES = list(dict.fromkeys(step.name for step in STEPS if step.name))


def save(file, rows):
    contacts = [{"id": str(each), "name": f"{each:06}", "phone": "555", "favourite": False}
                for each in range(rows)]
    file.write_text(json.dumps({"contacts": contacts}))


def settle(terminal):
    """Reads what the program draws while it saves."""
    deadline = time.monotonic() + QUIET
    while time.monotonic() < deadline:
        terminal.read()


def in_terminal(command, folder, file, repeat):
    """The times of the named steps."""
    times = {name: [] for name in NAMES}
    with Terminal([command, str(file)], folder, PATIENCE) as terminal:
        terminal.wait("> +000000")
        for _ in range(repeat):
            settle(terminal)
            for step in STEPS:
                began = time.perf_counter()
                terminal.type(step.keys)
                terminal.wait(*step.seen, gone=tuple(step.gone))
                if step.name:
                    times[step.name].append(1000 * (time.perf_counter() - began))
        terminal.type("q")
        terminal.wait_for_end()
    return times


def alone(command, file, repeat):
    """The times of the same actions in the program logic alone."""
    lines = [f"{step.name}\t{json.dumps(step.action)}\t{step.pointer}\n" for step in STEPS if step.action]
    done = subprocess.run([command, str(file), str(repeat)], input="".join(lines), text=True,
                          stdout=subprocess.PIPE, check=True)
    times = {name: [] for name in NAMES}
    for line in done.stdout.splitlines():
        name, taken = line.split("\t")
        if name:
            times[name].append(float(taken))
    return times


def start(command, folder, file, pattern, repeat):
    """The time that a program takes until a line is on the screen."""
    times = []
    for _ in range(repeat):
        began = time.perf_counter()
        with Terminal([command, str(file)], folder, PATIENCE) as terminal:
            terminal.wait(pattern)
            times.append(1000 * (time.perf_counter() - began))
            terminal.type("q")
            terminal.wait_for_end()
    return min(times)


def in_windows(given):
    """The starts of the programs with windows, and the figures of inputs.c."""
    programs = tools.built("gcc", given.stage, "gtk")
    with windows.Screen() as screen, tempfile.TemporaryDirectory() as folder:
        commands = {
            "GTK alone": [programs / "plain"],
            "meetings": [programs / "meetings_main"],
            "contacts": [programs / "contacts_main", f"{folder}/contacts.json"],
        }
        for manner, setting in ("", None), (", without OpenGL", "gl-disable"):
            starts = {name: [] for name in commands}
            for _ in range(given.repeat):
                for name, command in commands.items():
                    starts[name].append(screen.start(command, GDK_DEBUG=setting))
            print(f"{'milliseconds until it is there':36} {'least':>10} {'median':>10}")
            for name, times in starts.items():
                print(f"{name + manner:36} {min(times):10.0f} {sorted(times)[len(times) // 2]:10.0f}")
            print(flush=True)
        sys.exit(0 if screen.run([programs / "inputs"]) else 1)


def terminals(given):
    """The tables of the programs in a terminal."""
    programs = tools.built("gcc", given.stage, "main", "meetings", "core")
    contacts, meetings, core = (str(programs / name) for name in ("main", "meetings", "core"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        install_entry(folder)
        few, many = folder / "few.json", folder / "many.json"
        save(few, FEW)
        save(many, given.rows)
        print("| start | ms |\n|---|---|")
        for label, command, file, pattern in (
            ("meetings", meetings, folder / "none.json", "> Design"),
            (f"contacts, {FEW} rows", contacts, few, "> +000000"),
            (f"contacts, {given.rows:,} rows, the first screen", contacts, many, "^Loading|^Contacts"),
            (f"contacts, {given.rows:,} rows, with its rows", contacts, many, "> +000000"),
        ):
            print(f"| {label} | {start(command, folder, file, pattern, given.repeat):.0f} |", flush=True)
        runs = [in_terminal(contacts, folder, file, given.repeat) for file in (few, many)]
        runs += [alone(core, file, given.repeat) for file in (few, many)]
    print(f"\n| input | {FEW} rows | {given.rows:,} rows | the core's part | the face adds |")
    print("|---|---|---|---|---|")
    for name in NAMES:
        shown_few, shown_many, core_few, core_many = [min(each[name], default=0) for each in runs]
        rows, part = shown_many - shown_few, core_many - core_few
        print(f"| {name} | {shown_few:.1f} | {shown_many:.1f} | {part:.1f} | {max(rows - part, 0):.1f} |")
