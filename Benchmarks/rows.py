"""The rows of the table: each operation with its floor and its budget."""

from dataclasses import dataclass


@dataclass
class Row:
    """One line of the table.

    A name with the prefix "c." belongs to the programs in C, "cxx." to the program in C++, and "mixed." to the
    program that uses Swift features from C. All others are native. The floor belongs to the same program as the row. A budget is
    in nanoseconds, for the machine that set the budgets.
    """

    title: str
    name: str
    floor: str = "counter"
    budget: float | None = None
    scale: str = "counter"  # the floor by which the budget is scaled to this machine
    less: str | None = None  # the row whose time is subtracted
    plus_floor: bool = False  # the budget is added to the floor
    few: str | None = None  # the row with the same work among few

    @property
    def program(self):
        """The program of the row: "c", "cxx", "mixed", "start", or "" for a native row."""
        first = self.name.split(".")[0]
        return first if first in ("c", "cxx", "mixed", "start") else ""

    def floor_name(self, floor):
        """The name of a floor in the row's program."""
        if self.program == "start":
            return f"start.{floor}"
        return f"{self.program}.floor.{floor}".lstrip(".")


# The times of the floors on the machine where the budgets were set. A budget is scaled with its floor:
# if the floor takes twice as long here, the budget here is twice as large.
REFERENCE = {"counter": 2.0, "parse": 616.0, "text": 2160.0}

# The budget for the size of the stripped shared library, in bytes.
SIZE_BUDGET = 10_000_000

GROUPS = {
    "A counter": [
        Row("send to a plain counter, one subscriber", "counter", budget=15),
        Row("one Scope deeper (difference)", "scope", budget=8, less="counter"),
        Row("Scope depth 50", "scope-50", budget=500),
        Row("the same in C, ready json_t", "c.counter", "json"),
    ],
    "A presented child": [
        Row("send to it", "presented", budget=35),
        Row("its action made each time", "presented-made"),
        Row("in an enum's case", "presented-case"),
        Row("key path known at run time only", "presented-runtime"),
        Row("in C, ready json_t", "c.presented", "json", 200),
        Row("in C, text never seen before", "c.text-fresh", "parse", 200, "parse", plus_floor=True),
        Row("in C, the same text again", "c.text-again", "parse", 400, "parse"),
        Row("present and dismiss", "present-dismiss", "present-dismiss", 150),
        Row("present and dismiss in C", "c.present", "present-dismiss"),
    ],
    "Rows": [
        Row("one of 10, one observer on it", "row-of-10", "row"),
        Row("one of 100,000", "row-of-100000", "row", 400, few="row-of-10"),
        Row("one of 10, by a store of its own", "row-view-of-10", "row"),
        Row(
            "one of 100,000, by a store of its own", "row-view-of-100000", "row", 400,
            few="row-view-of-10",
        ),
        Row("one of 10 in C", "c.row-of-10", "json-row"),
        Row("one of 100,000 in C", "c.row-of-100000", "json-row", 400, few="c.row-of-10"),
        Row("append and remove one of 100,000", "append-remove", "append-remove", 1000),
        Row("the same in C", "c.append-remove", "json-append-remove", 1000),
        Row("another reducer for 100,000 in C", "c.replace", budget=1_000_000),
        Row("any of 100,000 in C", "c.row-unlisted", "json-row"),
        Row("with a list sorted by it, two sums, an observer", "c.row-listed", "json-row", 2500),
        Row("the same in Swift", "row-listed", "row", 1500),
    ],
    "1,000 rows of four members at once in C, with a shape, a for-each and an undo": [
        Row("open a store with them", "c.rows-open", "rows-copy", 3_500_000),
        Row("the same, with a presentation in each row", "c.rows-open-slots", "rows-copy", 3_500_000),
        Row("write a new array of them", "c.rows-set", "rows-make"),
        Row("replace each", "c.rows-set-each", "rows-make"),
        Row("write one member of each", "c.rows-set-counts", "rows-make"),
        Row("write one member of all together", "c.rows-set-done", "rows-make"),
        Row("remove all, append each", "c.rows-append-each", "rows-make"),
    ],
    "Observers": [
        Row("100 on distinct slices, one changes", "observers", "observers", 500),
        Row("10,000 idle ones beside", "observers-idle", "observers", 500, few="observers"),
        Row("100 that are functions", "functions", "observers", 500),
        Row("10,000 idle functions beside, all asked", "functions-idle", "observers"),
        Row("100 in C", "c.observers", "observers", 500),
        Row(
            "10,000 idle ones beside in C", "c.observers-idle", "observers", 500, few="c.observers"
        ),
    ],
    "History, beside 100,000 rows in C": [
        Row("send to one of them", "c.row-alone", "json-row"),
        Row("kmk_on_write (difference)", "c.row-told", "json-row", 1000, less="c.row-alone"),
        Row("send under kmk_undoable", "c.row-undoable", "json-row"),
        Row("its undo (difference)", "c.row-undone", "json-row", less="c.row-undoable"),
        Row("undo and redo", "c.row-redone", "json-row"),
    ],
    "Snapshots, beside 100,000 rows in C": [
        Row("send to any row, none held", "c.held-none", "json-row"),
        Row("the same, one held", "c.held-1", "json-row", few="c.held-none"),
        Row("the same, 100 held", "c.held-100", "json-row", few="c.held-none"),
        Row("a snapshot before each send", "c.snapshot-each", "json-row"),
        Row("a send and a restore", "c.snapshot-restored", "json-row"),
        Row("a snapshot, a send, reading the state before it", "c.snapshot-read", "json-row"),
    ],
    "A total of 1,000 rows in C, derived": [
        Row("asked for again between two bursts", "c.derived-asked", "json", 200),
        Row("a send elsewhere, observed (difference)", "c.derived-beside", "json", 10, less="c.derived-alone"),
        Row("a send elsewhere, then asked (difference)", "c.derived-elsewhere", "json", 400, less="c.derived-alone"),
        Row("a send to a row, then asked: all are added up", "c.derived-row", "json"),
    ],
    "Steps told, recorded and run again, in C": [
        Row("a trace (difference)", "c.traced", "json", 1500, less="c.untraced"),
        Row(
            "a trace with the way back (difference)", "c.traced-inverse", "json", 1500,
            less="c.untraced",
        ),
        Row("a recorder (difference)", "c.recorded", "json", 3000, less="c.untraced"),
        Row(
            "a recorder with a buffer (difference)", "c.recorded-buffered", "json", 3000,
            less="c.untraced",
        ),
        Row("a database, until it has the last one", "c.stored", "json", 10_000),
        Row("a step of a replay", "c.replayed", "json", 3300),
    ],
    "A Swift feature seen from C": [
        Row("one pointer of ten fields", "mixed.form.get", budget=600),
        Row(
            "one pointer after a change (difference)", "mixed.form.send-get", budget=600,
            less="mixed.form.send",
        ),
        Row("a row of 100,000 by its id", "mixed.row.get", budget=1000),
        Row(
            "a row by its id after a change (difference)", "mixed.row.send-get", budget=1000,
            less="mixed.row.send",
        ),
        Row(
            "one pointer observed (difference)", "mixed.form.observed", budget=600,
            less="mixed.form.send",
        ),
        Row(
            "a row observed by its id (difference)", "mixed.row.observed", budget=1000,
            less="mixed.row.send",
        ),
        Row("an action to ten fields", "mixed.form.send"),
        Row("an action to a row of 100,000", "mixed.row.send"),
    ],
    "Effects": [
        Row("round trip in C", "c.effect", "effect", 300),
        Row("round trip as a Swift task", "effect-task", "effect", 1500),
        Row("an action as an effect", "effect-send", "effect"),
        Row("an action as an effect in C", "c.effect-send", "effect"),
        Row("a request in C, answered at once", "c.request", "effect"),
    ],
    "Depth": [
        Row("presentations nested 100 deep", "nested-100", budget=8000),
        Row("100 deep in C", "c.nested-100", budget=25_000),
        Row("1,000 deep, the first send", "nested-1000-first", budget=400_000),
        Row("1,000 deep, the first send in C", "c.nested-1000-first", budget=400_000),
        Row("1,000 deep, later", "nested-1000"),
        Row("1,000 deep, later in C", "c.nested-1000"),
        Row("one feature inside itself, 50 deep", "recursion-50"),
        Row("boxed states, 1,000 deep", "boxed-1000"),
        Row("boxed states, 2,000 deep", "boxed-2000"),
    ],
    "State and text, in C": [
        Row("read the whole state", "c.state", "json-keep", 30),
        Row(
            "read the whole state of 100,000 rows", "c.state-large", "json-keep", 30, few="c.state"
        ),
        Row("a snapshot of 100,000 rows", "c.snapshot-large", "json-keep", 1000),
        Row("open 100,000 rows from a saved snapshot", "c.snapshot-open", "json-keep", 100_000_000),
        Row("action text in, 10-field state text out", "c.in-out", "text", 2000, "text"),
        Row("the same, texts never seen before", "c.in-out-fresh", "text", 2000, "text"),
    ],
    "Types in C++": [
        Row("read the last of 16 cases, with a text", "cxx.case-last", "case", 100),
        Row("read an optional case that has {}", "cxx.case-none", "case", 100),
        Row("write a case", "cxx.case-written", "case-written"),
        Row("read the last of 16 names of an enum", "cxx.enum-last", "text", 100),
        Row("read a struct of 16 members", "cxx.object", "object"),
        Row("write a struct of 16 members", "cxx.object-written", "object-written"),
        Row("the generated which() in C, last of 16 cases", "cxx.which-last", "case", 100),
    ],
    "A process": [
        Row("start to first state read", "start.kumiki", "plain", 5_000_000, scale=""),
    ],
}
