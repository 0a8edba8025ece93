"""Saves measurements, and compares a new measurement with a saved one."""

import datetime
import json
import os
import platform
import subprocess
import sys
from pathlib import Path

from measure import HERE, tools
from table import aligned, count, number

RESULTS = tools.ROOT / "build/bench/results"

# Between two runs of the same build, a ratio of minima changes by up to this much.
NOISE = 0.15


def circumstances():
    """The machine, the build and the date of the figures."""
    model = next(
        (
            line.split(":", 1)[1].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.machine(),
    )
    commit = tools.output(["git", "-C", tools.ROOT, "describe", "--always", "--dirty"]).strip()
    swift = tools.output(["swift", "--version"], stderr=subprocess.DEVNULL).splitlines()[0]
    cc = tools.output([os.environ.get("CC", "cc"), "--version"]).splitlines()[0]
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    return {
        "date": datetime.date.today().isoformat(),
        "build": f"Kumiki {tools.version()}, {commit}; release",
        "machine": f"{os.cpu_count()} x {model}, {platform.system()} {platform.release()}",
        "tools": f"{swift}; {cc}",
        "load": f"{load} (over 1, 5 and 15 minutes)",
    }


def in_words(about):
    """The circumstances for a page."""
    return f"{about['build']}; {about['machine']}; {about['date']}"


def save(about, rows, text):
    """Writes a table as text and as JSON, named by the date."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{about['date']}.txt"
    path.write_text("\n".join(text) + "\n")
    whole = about | {"rows": [row.saved() for row in rows]}
    path.with_suffix(".json").write_text(json.dumps(whole, indent=2) + "\n")
    print(f"\nsaved in {tools.relative(path)}, and beside it as JSON")


def newest():
    found = sorted(RESULTS.glob("[0-9]*.json"))
    return found[-1] if found else sys.exit("run: nothing was saved yet; `make bench-save` does it")


# MARK: Comparing


def in_floors(row):
    """A row's time as a multiple of the floor that represents the machine's speed in the same run."""
    return row["minimum"] / row["scale_minimum"]


def moved(old, new):
    """Describes a row that has moved by more than noise. "" if it has not.

    The noise of a difference is the noise of its two times.
    """
    is_time = bool(new["floor"])
    times_noise = NOISE * max(row["whole"] / row["minimum"] for row in (old, new))
    noise = times_noise if is_time else 0.01
    # The difference of two disturbed times may be negative.
    is_sound = old["minimum"] > 0 and new["minimum"] > 0
    factor = in_floors(new) / in_floors(old) if is_sound else 1
    words = []
    if factor > 1 + noise:
        words.append(f"{'slower' if is_time else 'larger'} x{factor:.2f}")
    elif factor < 1 / (1 + noise):
        words.append(f"{'faster' if is_time else 'smaller'} x{1 / factor:.2f}")
    before, after = old["allocations"], new["allocations"]
    if None not in (before, after) and abs(before - after) >= 0.5:
        words.append(f"allocations {count(before)} -> {count(after)}")
    return ", ".join(words)


def was_busy(rows):
    """Whether the machine was busy for so long that even the fastest repetitions may be disturbed."""
    disturbed = sum(row["median"] > 2 * row["minimum"] for row in rows)
    return disturbed > len(rows) / 4


def comparison(path, about, rows):
    """Lists the rows that have moved since a saved table."""
    whole = json.loads(Path(path).read_text())
    before = {row["name"]: row for row in whole["rows"]}
    yield f"beside {tools.relative(path)} ({whole['build']})"
    if whole["machine"] != about["machine"]:
        yield f"which is of another machine: {whole['machine']}"
    yield ""
    lines = [["", "min then", "now", "in floors then", "now", ""]]
    fresh = []
    now = [row.saved() for row in rows]
    for row in now:
        title = f"{row['group']}: {row['title']}"
        old = before.get(row["name"])
        if not old:
            fresh.append(title)
            continue
        words = moved(old, row)
        if words:
            ratios = [number(in_floors(one)) if row["floor"] else "" for one in (old, row)]
            lines.append([title, number(old["minimum"]), number(row["minimum"]), *ratios, words])
    if len(lines) > 1:
        yield from aligned(lines)
        yield ""
    same = len(now) - len(fresh) - (len(lines) - 1)
    yield f"{same} of {len(now)} rows have not moved by more than {NOISE:.0%}"
    for title in fresh:
        yield f"not measured then: {title}"
    if was_busy(now) or was_busy(whole["rows"]):
        yield "the machine was busy in one of the two runs: measure again before you believe a move"
