"""Names that declarations exclude: cases of operators (S170), and places that a program observes (S171)."""

from .actions import names_case
from .composing import ROW
from .features import AROUND, LISTS, PATHS, SLOTS, Reducer, parts
from .forms import shapes_here
from .private import bare

NO_ACTION = ("integer", "unsigned", "number", "boolean")  # kinds of values without content


# ------------------------------------------------------------------------------------------- actions


def is_misnamed(reducer, seen=()):
    """S170: whether an operator's case is missing from the cases declared around it."""
    if id(reducer.node) in seen:
        return False
    if any(is_no_path(reducer, names) for names in own_names(reducer)):
        return True
    for part in known_parts(reducer):
        if is_unnamed(reducer, part["case"].split(".")):
            return True
        if part.op != "bindings" and is_misnamed(part.at("child"), seen + (id(reducer.node),)):
            return True
    return False


def known_parts(reducer):
    """The operators of a tree in C. Its declarations do not cover the inside of a Swift feature."""
    return [part for part in parts(reducer) if not part["is_typed"]]


def own_names(reducer, entered=()):
    """The case paths in the options of the undoables around one state."""
    op = reducer.op
    if op in ("recurse", "self"):
        known = reducer.known()
        if id(known.node) not in entered:
            yield from own_names(known, entered + (id(known.node),))
    elif op == "combine":
        for member in reducer.node["of"]:
            yield from own_names(Reducer(member, reducer.names), entered)
    elif op in AROUND and op != "swift":
        if op == "undoable":
            given = reducer["options"] or {}
            names = [given[name] for name in ("undo_case", "redo_case", "clear_case") if name in given]
            for path in names + list(given.get("actions", ())) + list(given.get("ignored", ())):
                yield path.split(".")
        yield from own_names(reducer.at(AROUND[op]), entered)
    elif "parent" in reducer.node:
        yield from own_names(reducer.at("parent"), entered)


def is_no_path(reducer, names):
    """Whether no action has the cases of a path. The path may lead into children."""
    if not names:
        return False
    if is_unnamed(reducer, names):
        return True
    for part in known_parts(reducer):
        case = part["case"].split(".")
        case += ["presented"] if part.op in SLOTS else ["element"] if part.op in LISTS else []
        is_child = part.op != "bindings" and names[: len(case)] == case
        if is_child and is_no_path(part.at("child"), names[len(case):]):
            return True
    return False


def is_unnamed(reducer, names):
    """Whether the declared cases around one state lack a case, or the case's content lacks the rest of the path."""
    if names_case(reducer, names[0]) is False:
        return True
    return len(names) > 1 and any(
        payload is None or payload.rstrip("?") in NO_ACTION for payload in payloads(reducer, names[0]))


def payloads(reducer, name, entered=()):
    op = reducer.op
    if op in ("recurse", "self"):
        known = reducer.known()
        if id(known.node) not in entered:
            yield from payloads(known, name, entered + (id(known.node),))
    elif op == "combine":
        for member in reducer.node["of"]:
            yield from payloads(Reducer(member, reducer.names), name, entered)
    elif op in AROUND and op != "swift":
        if op == "cases":
            yield from (payload for case, payload in reducer.node["cases"] if bare(case) == name)
        yield from payloads(reducer.at(AROUND[op]), name, entered)
    elif "parent" in reducer.node:
        yield from payloads(reducer.at("parent"), name, entered)


# -------------------------------------------------------------------------------------------- places


def is_excluded(reducer, keys, around=()):
    """S171: whether a shape on the way to a place excludes any value there."""
    if any(cannot_be(form, keys) for form in shapes_here(reducer)):
        return True
    for part in known_parts(reducer):
        here = (id(part.node), len(keys))
        if part.op == "bindings" or here in around or keys[: len(part.keys)] != part.keys:
            continue
        rest = keys[len(part.keys):]
        if part.op in LISTS:
            inner = ("element",) if part.op in PATHS else ()
            if not rest or rest[1: 1 + len(inner)] != inner:
                continue
            rest = rest[1 + len(inner):]
        if is_excluded(part.at("child"), rest, around + (here,)):
            return True
    return False


def cannot_be(form, keys):
    for key in keys:
        if form.kind == "any":
            return False
        if key == ROW and form.kind != "array":
            return True
        if form.kind in ("object", "only", "enum"):
            if key not in form.of:
                return form.kind != "object"
            member = form.of[key]
            form = member if form.kind == "enum" else member.form
            if form is None:
                return key != keys[-1]
        elif form.kind == "map" or form.kind == "array" and (key == ROW or key.isdecimal()):
            form = form.of
        else:
            return True
    return False


def place_of(view, reducer):
    """The keys to a view's part, with ROW in place of a row's id, even if the part is absent."""
    if view is None:
        return ()
    keys = place_of(view.outer, reducer) + view.keys
    return keys + (ROW,) + inside_entry(reducer, keys) if view.is_row else keys


def inside_entry(reducer, keys):
    """The keys that lead from an entry of a path to its element."""
    for part in known_parts(reducer):
        if part.op == "bindings" or keys[: len(part.keys)] != part.keys:
            continue
        rest = keys[len(part.keys):]
        if part.op in PATHS and not rest:
            return ("element",)
        if part.op in LISTS:
            rest = rest[2 if part.op in PATHS else 1:]
        elif not part.keys:
            continue
        found = inside_entry(part.at("child"), rest) if len(rest) < len(keys) else ()
        if found:
            return found
    return ()


class Naming:
    """Refuses places that can never exist; mixed into the commands."""

    def cannot_be_there(self, view, *places):
        if self.manner.is_typed:
            return False
        base = place_of(view, self.store.feature)
        return any(is_excluded(self.store.feature, base + keys) for keys in places)
