"""The report as text."""

from __future__ import annotations

from typing import Any, TextIO

from . import history

_BOUNDS = {
    "states": "the greatest number of situations",
    "seconds": "the time",
    "depth, rows, in_flight or within": "depth, rows, requests and effects in flight, or `within`",
    "events": "the greatest number of events in a situation",
    "interrupt": "an interrupt",
    "crashes": "too many crashes",
}


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def progress(told: dict[str, Any]) -> str:
    """One line for the progress."""
    return (
        f"{told['states']:,} situations, {told['steps']:,} events, depth {told['depth']}, "
        f"{told['waiting']:,} waiting, {told['seconds']:.0f} s"
    )


def _fault(number: int, fault: history.Fault) -> list[str]:
    lines = [f"{number}. {history.title(fault)}", f"   {fault['message']}"]
    if not fault["history"] and fault["kind"] not in ("unreached", "refused"):
        lines.append("   in the first state")
    for turn, step in enumerate(fault["history"], 1):
        lines.append(f"   {turn:>3}  {history.words(step['event'])}")
        lines += [f"          {change}" for change in history.changes(step)]
    return [*lines, ""]


def _bounds(report: dict[str, Any]) -> str:
    if not report["complete"]:
        ends = ", ".join(_BOUNDS.get(bound, bound) for bound in report["bounds"]) or "a random walk"
        return f"Not everything was tried. The run ended by: {ends}."
    if report["bounds"]:
        ends = ", ".join(_BOUNDS.get(bound, bound) for bound in report["bounds"])
        return f"Everything within the bounds was tried. Situations beyond one of these bounds were left out: {ends}."
    return "Everything within the bounds was tried."


def write(report: dict[str, Any], to: TextIO, *, has_colours: bool, has_cases: bool) -> None:
    """Writes a report."""
    faults = report["faults"]
    bold, red, green, plain = ("\033[1m", "\033[31m", "\033[32m", "\033[0m") if has_colours else ("",) * 4
    for number, fault in enumerate(faults, 1):
        head, *rest = _fault(number, fault)
        print(f"{red}{bold}{head}{plain}", *rest, sep="\n", file=to)
    if has_cases:
        for path, counts in sorted(report["cases"].items()):
            print(
                f"{path}: handled {counts['reduced']:,} times, changed something {counts['changed']:,} times"
                + (f", refused {counts['refused']:,} times" if counts["refused"] else ""),
                file=to,
            )
        for place, writes in sorted(report["places"].items()):
            print(f"{place or '(the state)'}: written {writes:,} times", file=to)
        print(file=to)
    for note in report["notes"]:
        subject = note.get("case") or f"{note['option']}, {note['name']}"
        print(f"Note: {note['message']} within the bounds: {subject}", file=to)
    print(
        f"{_counted(report['states'], 'situation')}, {_counted(report['steps'], 'event')}, "
        f"at most {_counted(report['depth'], 'event')} deep, {report['seconds']:.1f} s.",
        file=to,
    )
    if report["own_effects"]:
        print(
            f"In {_counted(report['own_effects'], 'situation')} an effect of the program's own, or a timer, was in flight: "
            "only its timers were driven.",
            file=to,
        )
    print(_bounds(report), file=to)
    if faults:
        print(f"{red}{_counted(len(faults), 'fault')}.{plain}", file=to)
    else:
        print(f"{green}No fault within these bounds.{plain}", file=to)
