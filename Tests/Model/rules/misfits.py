"""Values that an operator could not use at its place (M60 to M63, F9, F15, E10)."""

from dataclasses import dataclass

from .features import LISTS, OPTIONALS, PATHS, SLOTS, is_enum, is_long, known_cases, parts
from .forms import may_be_none, mistakes, shapes_here
from .history import on_one_state, shown_keys
from .values import MISSING, canon, case_of, resolve

CASES = ("scope_case", "if_case_let")


@dataclass(frozen=True)
class Misfit:
    """A value that an operator could not use: its place in the state, and the issue.

    A dynamic reducer's requirements at a place are open until its reducer has run. A state that a Swift feature cannot
    use is refused when an action reaches the feature, and not when a tree in C writes it.
    """

    keys: tuple
    code: str = "state-misfit"
    in_reader: bool = False
    is_typed: bool = False


def misfits(reducer, state, held=None):
    """M60: every value that an operator could not use."""
    sure = [Misfit(*found) for found in state_misfits(reducer, state, held or {}, (), (), False)]
    all_of_it = [Misfit(*found) for found in state_misfits(reducer, state, held or {}, (), (), True)]
    return sure + [Misfit(one.keys, one.code, True, one.is_typed) for one in all_of_it if one not in sure]


def state_misfits(reducer, state, held, keys, seen, reads):
    for form in shapes_here(reducer):
        for place in mistakes(form, state, keys):
            yield place, "state-misfit"
    for undoable in () if state is None else on_one_state(reducer):
        shown = shown_keys(undoable)
        if shown and not isinstance(resolve(state, shown[:-1]), dict):
            yield keys + shown[:-1], "state-misfit"
    for part in parts(reducer, state if reads else MISSING):
        if part.op != "bindings":
            yield from part_misfits(part, state, held, keys, seen, reads)


def part_misfits(part, state, held, keys, seen, reads):
    """The values that one operator could not use, and those inside it."""
    here = (id(part.node), keys)
    value = resolve(state, part.keys)
    if value is MISSING and part.op in CASES and resolve(state, part.keys[:-1]) == part.keys[-1]:
        value = None  # S22: the payload of a case that stands alone
    if here in seen or value is MISSING:
        return
    at, seen_here = keys + part.keys, seen + (here,)
    if value is None and may_be_none(part):
        return
    if part.op in LISTS:
        yield from list_misfits(part, value, at, held, seen_here, reads)
    else:
        if part.op in SLOTS + OPTIONALS:
            yield from case_misfits(part, value, at, known_cases(part))
        yield from state_misfits(part.at("child"), value, held, at, seen_here, reads)


def case_misfits(part, value, at, known):
    """M63. The cases of a path's element are not fully known. Whether a slot in Swift accepts a value outside of its
    cases is up to its type."""
    if value is None or not is_enum(part):
        return
    found = case_of(value)
    if found is None or (known is not None and found[0] not in known):
        yield at, "state-misfit", bool(part["is_typed"])


def list_misfits(part, value, at, held, seen, reads):
    if value is None:
        return
    is_typed = bool(part["is_typed"])
    if not isinstance(value, list):
        yield at, "state-misfit", False, is_typed
        return
    entries = part.op in PATHS and is_long(value)
    for index, row in enumerate(value if part.op == "for_each" else ()):
        place = at + (str(index),)
        if not isinstance(row, dict):
            yield place, "state-misfit", False, is_typed
        elif part.id_key not in row and place not in held:
            yield place + (part.id_key,), "state-misfit", False, is_typed
    if entries or part.op == "for_each":
        ids = [canon(row[part.id_key]) for row in value
               if isinstance(row, dict) and part.id_key in row]
        if len(set(ids)) < len(ids):
            yield at, "duplicate-element-id", False, is_typed
    for index, row in enumerate(value):
        inner = at + (str(index),)
        if entries:
            inner, row = inner + ("element",), row["element"]
        if part.op in PATHS:
            yield from case_misfits(part, row, inner, None)
        yield from state_misfits(part.at("child"), row, held, inner, seen, reads)
