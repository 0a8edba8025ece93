"""Counts the additional instructions of programs with KUMIKI_CHECKS=1."""

import measure
from instructions import of_operation

# Whole programs first: the time that a user waits for.
PROGRAMS = ["contacts-10", "contacts-10000", "downloads-10", "downloads-10000"]
ROWS = [
    "c.counter", "c.presented", "c.row-of-10", "c.row-of-100000", "c.row-listed", "c.append-remove",
    "c.traced", "c.recorded", "c.text-again", "c.in-out", "c.effect", "c.observers", "c.state", "c.state-large",
]


def programs():
    """Builds the program logic of examples-c, with the reads of their screens but no screens."""
    examples = measure.tools.ROOT / "examples-c"
    cores = ["contacts/contacts.c", "contacts/shown.c", "downloads/downloads.c"]
    here = measure.HERE / "C"
    sources = [*sorted(here.glob("programs*.c")), here / "support.c", here / "bench.c"]
    sources += [*sorted(measure.FLOOR.glob("*.c")), *(examples / core for core in cores)]
    folders = {measure.types("c", f"{name}_shape.h", examples / f"{name}/{name}.shape") for name in ("contacts", "downloads")}
    return measure.c_program("programs", sources, [*folders, *measure.linked_with(measure.tools.library())])


def run():
    whole, rows = programs(), measure.rows()
    wanted = [(whole, row, 20) for row in PROGRAMS] + [(rows, row, 500) for row in ROWS]
    print(f"{'instructions':18} {'':>12} {'checked':>12}  ratio")
    for program, row, times in wanted:
        plain, checked = (of_operation(program, row, {"KUMIKI_CHECKS": value}, times, times) for value in "01")
        print(f"{row:18} {plain:12.0f} {checked:12.0f}  {checked / plain:5.2f}", flush=True)
