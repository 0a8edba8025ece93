"""Makes a table of the measurements."""

from dataclasses import asdict, dataclass

from measure import tools
from rows import GROUPS, REFERENCE, SIZE_BUDGET


@dataclass
class Result:
    """A measured row. Times are in nanoseconds per operation."""

    name: str
    group: str
    title: str
    floor: str  # the name of its floor, and the floor's minimum
    floor_minimum: float
    minimum: float
    median: float
    whole: float  # the minimum before another row's was subtracted
    scale: str  # the name of the floor that represents the machine's speed, and its minimum
    scale_minimum: float
    allocations: float | None
    budget: float | None  # where the budgets were set, and scaled to this machine
    budget_here: float | None
    budget_by_parse: float | None  # for JSON rows: scaled by the time of jansson's parse
    verdict: str

    @property
    def ratio(self):
        return self.minimum / self.floor_minimum

    def saved(self):
        values = asdict(self) | {"ratio": self.ratio}
        return {
            key: round(value, 3) if isinstance(value, float) else value
            for key, value in values.items()
        }


def verdict(value, budget):
    if budget is None:
        return ""
    return "within" if value <= budget else "within twice" if value <= 2 * budget else "over"


def budgets(row, times, scale):
    """A row's budget here, without an added floor; and the budget scaled by jansson's parse."""
    if row.budget is None:
        return None, None
    here = row.budget * (times[scale][0] / REFERENCE[row.scale] if row.scale else 1)
    is_json = row.program in ("c", "mixed") and row.scale == "counter"
    parse = times["c.floor.parse"][0] / REFERENCE["parse"] if is_json else 0
    return here, row.budget * parse or None


def result(group, row, times, allocations):
    """The result of a row. None if the row, or a row that it refers to, was not measured."""
    floor = row.floor_name(row.floor)
    scale = row.floor_name(row.scale) if row.scale else floor
    needed = [row.name, floor, scale, *([row.less] if row.less else [])]
    if not all(name in times for name in needed):
        return None
    least, median = times[row.name]
    counted = allocations.get(row.name)
    if row.less:
        least, median = (mine - base for mine, base in zip((least, median), times[row.less]))
        counted = None if counted is None else counted - allocations[row.less]
    here, by_parse = budgets(row, times, scale)
    # "Within twice" doubles only the budget, not a floor that is added to it.
    base = times[scale][0] if row.plus_floor else 0
    found = verdict(least - base, here)
    if row.few in times:
        found += f", x{least / times[row.few][0]:.1f} of few"
    return Result(
        name=row.name, group=group, title=row.title,
        floor=floor, floor_minimum=times[floor][0],
        minimum=least, median=median, whole=times[row.name][0],
        scale=scale, scale_minimum=times[scale][0], allocations=counted,
        budget=row.budget, budget_here=None if here is None else here + base,
        budget_by_parse=by_parse, verdict=found,
    )


def results(times, allocations):
    found = [
        result(group, row, times, allocations) for group, rows in GROUPS.items() for row in rows
    ]
    return [row for row in found if row]


def size_result(size):
    return Result(
        name="library", group="The shared library", title="stripped (bytes)", floor="",
        floor_minimum=1, minimum=size, median=size, whole=size, scale="", scale_minimum=1,
        allocations=None, budget=SIZE_BUDGET, budget_here=SIZE_BUDGET, budget_by_parse=None,
        verdict=verdict(size, SIZE_BUDGET),
    )


# MARK: As text


def number(value):
    if value is None:
        return ""
    return f"{value:,.1f}" if abs(value) < 100 else f"{value:,.0f}"


def count(value):
    """Formats a number of allocations, without decimals if it is whole."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value - round(value)) < 0.05 else f"{value:,.1f}"


def cells(row):
    is_time = bool(row.floor)
    return [
        f"  {row.title}", number(row.floor_minimum) if is_time else "", number(row.minimum),
        number(row.median) if is_time else "", f"{row.ratio:,.1f}" if is_time else "",
        count(row.allocations), number(row.budget_here), number(row.budget_by_parse), row.verdict,
    ]


def aligned(lines):
    """Aligns text to the left and figures to the right. The verdict comes last."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in lines:
        figures = [cell.rjust(width) for cell, width in zip(line[1:-1], widths[1:-1])]
        yield "  ".join([line[0].ljust(widths[0]), *figures, line[-1]]).rstrip()


def table(rows):
    lines = [["", "floor", "min", "median", "min/floor", "alloc", "budget here", "by jansson", ""]]
    group = None
    for row in rows:
        if row.group != group:
            group = row.group
            lines.append([group, *[""] * 8])
        lines.append(cells(row))
    yield from aligned(lines)
