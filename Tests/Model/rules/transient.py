"""Transient members (U161, Z211 to Z215): a state and the steps of a history without them."""

import json

from .features import LISTS, PATHS, parts
from .forms import shapes_here
from .values import MISSING

KNOWN = {}  # by the text of a feature


def has_transient(reducer):
    text = json.dumps(reducer.node)
    if text not in KNOWN:
        KNOWN[text] = "transient " in text
    return KNOWN[text]


def lasting(reducer, value, path=()):
    """A value at a place of a state without its transient members."""
    if not has_transient(reducer):
        return value
    if isinstance(value, dict):
        return {name: lasting(reducer, inner, (*path, name)) for name, inner in value.items()
                if not is_transient(reducer, (*path, name))}
    if isinstance(value, list):
        return [lasting(reducer, inner, (*path, "0")) for inner in value]
    return value


def is_transient(reducer, path, seen=()):
    """Whether a place is in a transient member. An element is any step."""
    if any(leads(form, path) for form in shapes_here(reducer)):
        return True
    for part in parts(reducer):  # a dynamic reducer's choice is not known
        here = id(part.node), len(path)
        if part.op == "bindings" or here in seen or path[: len(part.keys)] != part.keys:
            continue
        rest = path[len(part.keys):]
        if part.op in LISTS:
            size = 2 if part.op in PATHS else 1
            if len(rest) < size or part.op in PATHS and rest[1] != "element":
                continue
            rest = rest[size:]
        if is_transient(part.at("child"), rest, (*seen, here)):
            return True
    return False


def leads(form, path):
    for step in path:
        if form is None:
            return False
        if form.kind in ("array", "map"):
            form = form.of
        elif form.kind == "enum":
            form = form.of.get(step)
        elif form.kind in ("object", "only"):
            member = form.of.get(step)
            if member is None or member.is_transient:
                return member is not None
            form = member.form
        else:
            return False
    return False


def leave_out(reducer, step, part):
    """U161: a step consists of no writes of transient members, and restores none, unless the part is in one. Whether it
    had any."""
    if not has_transient(reducer) or is_transient(reducer, part):
        return False
    size = len(step.written)
    for path, (value, node) in list(step.written.items()):
        if is_transient(reducer, path):
            del step.written[path]
            step.silent.discard(path)
        elif value is not MISSING:
            step.written[path] = lasting(reducer, value, path), node
    for one in step.removed:
        one.value = lasting(reducer, one.value, one.path)
    return len(step.written) < size
