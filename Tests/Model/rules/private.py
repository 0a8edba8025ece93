"""Private cases (M210, M211): which sender an action may have."""

from .actions import child_action
from .features import AROUND, Reducer
from .values import MISSING, case_of, descend_raw, text

WORD = "private "
PROGRAM, ANYONE = -1, float("inf")


def bare(name):
    """The name of a case, without the word before it."""
    return name.removeprefix(WORD)


def refusal(reducer, action, depth):
    """Returns a pointer to the first private case that the sender may not send, or None.

    `depth` is the number of features around the sender's. The actions of an effect are wrapped by the features around
    it, so the private cases on the way to its own feature are allowed, and no others.
    """
    found = _refusal(reducer, action, depth, ())
    return None if found is None else text(found)


def _refusal(reducer, action, depth, keys):
    cases, parts = [], []
    for one in here(reducer):
        (cases if one.op == "cases" else parts).append(one)
    case = case_of(action)
    if depth < 0 and case is not None:
        if any(name == WORD + case[0] for one in cases for name, _ in one.node["cases"]):
            return keys
    for part in parts:
        payload = descend_raw(action, part["case"])
        if payload is MISSING:
            continue
        inside, inner = child_action(part, payload)
        if inner is MISSING:
            continue
        below = keys + tuple(part["case"].split(".")) + tuple(inside) + (("action",) if inside == ["element"] else ())
        found = _refusal(part.at("child"), inner, depth - 1, below)
        if found is not None:
            return found
    return None


def here(reducer, entered=()):
    """The declarations and the operators with a child around one state. A dynamic reducer's choice is not judged."""
    op = reducer.op
    if op in ("recurse", "self"):
        known = reducer.known()
        if id(known.node) not in entered:
            yield from here(known, entered + (id(known.node),))
    elif op == "combine":
        for member in reducer.node["of"]:
            yield from here(Reducer(member, reducer.names), entered)
    elif op in AROUND:
        if op == "cases":
            yield reducer
        if op != "swift":
            yield from here(reducer.at(AROUND[op]), entered)
    elif op not in ("base", "reader", "bindings"):
        yield reducer
        if "parent" in reducer.node:
            yield from here(reducer.at("parent"), entered)
