"""Which actions match (M9, M40, M42, M62), and how an issue names them (A28)."""

from .declared import Misspelt, check_cases
from .features import AROUND, LISTS, PARTS, SLOTS, Reducer, is_entry, known_cases, parts
from .forms import complete_all
from .history import command_of, word_of
from .misfits import Misfit, case_misfits, misfits
from .values import MISSING, case_of, clone, descend_raw, resolve, text


def misfit(reducer, action):
    """The mismatching part of an action, as a pointer into it; None if every part that operators read has its form. A
    dynamic reducer's choice reports its mismatches when it runs."""
    if not is_action(action):
        return ""
    return misfit_inside(reducer, action)


def misfit_inside(reducer, action):
    """The mismatch of a child's action, which may be any object."""
    try:
        check(reducer, action, ())
    except Misspelt as wrong:
        return text(wrong.keys)
    return None


def is_misfit_of_swift(reducer, action):
    """Whether the mismatch is inside a Swift feature in a tree in C: its type decides what it reads."""
    try:
        check(reducer, action, ())
    except Misspelt as wrong:
        return wrong.in_swift
    return False


def is_action(action):
    """An action is a case: a string, or an object with one member."""
    return isinstance(action, str) or (isinstance(action, dict) and len(action) == 1)


def check(reducer, action, keys, entered=(), is_named=False):
    """`is_named`: a sibling reducer names the action's case (A60)."""
    op = reducer.op
    if op in ("recurse", "self"):
        known = reducer.known()
        if (id(known.node), id(action)) not in entered:
            check(known, action, keys, entered + ((id(known.node), id(action)),),
                  is_named and op == "recurse")
    elif op == "combine":
        members = [Reducer(member, reducer.names) for member in reducer.node["of"]]
        named = [names_case(member, action) for member in members]
        are_joined = not is_named and len(named) - named.count(None) > 1
        if are_joined and True not in named:
            raise Misspelt(*keys)
        for member, names in zip(members, named):
            check(member, action, keys, entered, is_named or are_joined and names is False)
    elif op in AROUND:
        if op == "undoable":
            found = word_of(reducer, action)
            if found is not None:
                if command_of(found[0], found[2]) is None:
                    raise Misspelt(*keys, found[1])
                return
        if op == "cases" and not is_named:
            check_cases(reducer.node["cases"], action, keys)
        try:
            check(reducer.at(AROUND[op]), action, keys, entered, is_named and op != "swift")
        except Misspelt as wrong:
            wrong.in_swift |= op == "swift"
            raise
    elif op not in ("base", "reader"):
        check_branch(reducer, action, keys, entered)
        if "parent" in reducer.node:
            check(reducer.at("parent"), action, keys, entered, is_named)


def names_case(reducer, action):
    """A60: whether the action's case is among the cases that a reducer names; None if it names none."""
    op = reducer.op
    if op == "combine":
        answers = [names_case(Reducer(member, reducer.names), action) for member in reducer.node["of"]]
        answers = [each for each in answers if each is not None]
        return any(answers) if answers else None
    if op == "cases":
        found = case_of(action)
        is_here = found is not None and found[0] in [name.removeprefix("private ") for name, _ in reducer.node["cases"]]
        return is_here and names_case(reducer.at("base"), action) is not False
    if op == "recurse":
        return names_case(reducer.known(), action)
    if op == "undoable" and word_of(reducer, action) is not None:
        return True
    if op in AROUND and op != "swift":
        return names_case(reducer.at(AROUND[op]), action)
    return names_case(reducer.at("parent"), action) if "parent" in reducer.node else None


def check_branch(part, action, keys, entered):
    """An operator's own branch: the action belongs elsewhere, or has the form that the operator reads."""
    here = action
    for name in part["case"].split("."):
        found = case_of(here)
        if found is None:
            if isinstance(here, dict) and name in here:
                raise Misspelt(*keys)
            return
        if found[0] != name:
            return
        keys, here = keys + (name,), found[1]
    if part.op in PARTS:
        check(part.at("child"), here, keys, entered)
    elif part.op == "bindings":
        if binding_write(here) is None:
            raise Misspelt(*keys)
    elif part.op in SLOTS:
        check_slot(part, here, keys, entered)
    elif part.op == "for_each":
        inner = descend_raw(here, "element")
        if not isinstance(here, dict) or inner is MISSING:
            raise Misspelt(*keys)
        check_element(part, inner, keys + ("element",), entered)
    else:
        check_path(part, here, keys, entered)


def is_binding(reducer, action, state=MISSING):
    """Whether a binding reducer handles the action."""
    for part in parts(reducer, state):
        payload = descend_raw(action, part["case"])
        if payload is MISSING:
            continue
        if part.op == "bindings":
            if binding_write(payload) is not None:
                return True
            continue
        inner = child_action(part, payload)[1]
        here = MISSING if part.op in LISTS else resolve(state, part.keys)
        if inner is not MISSING and is_binding(part.at("child"), inner, here):
            return True
    return False


def is_inner(value):
    return isinstance(value, (str, dict))


def check_slot(part, action, keys, entered):
    found = case_of(action)
    if found is None:
        raise Misspelt(*keys)
    name, payload = found
    if name == "presented" and isinstance(action, dict):
        if not is_inner(payload):
            raise Misspelt(*keys, "presented")
        check(part.at("child"), payload, keys + ("presented",), entered)
    elif name == "present" and part.op == "presentation_destination":
        check_present(part, payload, keys + ("present",))
    elif name == "dismiss":
        if payload is not None and payload != {}:
            raise Misspelt(*keys, "dismiss")
    else:
        raise Misspelt(*keys)


def check_present(part, payload, keys):
    if payload is None:
        return
    if not isinstance(payload, dict):
        raise Misspelt(*keys)
    for key in payload:
        if key not in ("id", "state"):
            raise Misspelt(*keys, key)
    name = payload.get("id")
    if name is not None and not (isinstance(name, str) and "\0" not in name):
        raise Misspelt(*keys, "id")
    check_usable(part, payload.get("state"), keys + ("state",))


def check_element(part, payload, keys, entered):
    """M42."""
    if not isinstance(payload, dict):
        raise Misspelt(*keys)
    for member in ("id", "action"):
        if member not in payload:
            raise Misspelt(*keys, member)
    if len(payload) > 2:
        raise Misspelt(*keys)
    if not is_inner(payload["action"]):
        raise Misspelt(*keys, "action")
    check(part.at("child"), payload["action"], keys + ("action",), entered)


def is_number(value):
    return type(value) is int and value >= 0


def check_path(part, action, keys, entered):
    found = case_of(action)
    if found is None or isinstance(action, str):
        raise Misspelt(*keys)
    name, payload = found
    below = keys + (name,)
    if name == "element":
        check_element(part, payload, below, entered)
        if not is_number(payload["id"]):
            raise Misspelt(*below, "id")
    elif name == ("popFrom" if part.op == "stack" else "dismiss"):
        if not isinstance(payload, dict) or not is_number(payload.get("id")):
            raise Misspelt(*below, "id")
    elif name == "push" and part.op == "stack":
        if not isinstance(payload, dict) or "state" not in payload:
            raise Misspelt(*below)
        if "id" in payload and not is_number(payload["id"]):
            raise Misspelt(*below, "id")
        check_usable(part, payload["state"], below + ("state",))
    elif name == "setPath" and part.op != "stack":
        if not isinstance(payload, list):
            raise Misspelt(*below)
        entries = all(is_entry(row) for row in payload)
        for index, row in enumerate(payload):
            inner = below + (str(index),)
            # An id that occurs twice is an issue, and is not checked here (E10).
            check_usable(part, row["element"] if entries else row,
                         inner + ("element",) if entries else inner)
    else:
        raise Misspelt(*keys)


def check_usable(part, state, keys):
    """M62: a state that is to be presented or pushed."""
    known = known_cases(part) if part.op in SLOTS else None
    if state is None and part.op in SLOTS:
        return
    state = clone(state)
    complete_all(part.at("child"), state, ())
    found = [Misfit(*one) for one in case_misfits(part, state, (), known)]
    for wrong in found + [one for one in misfits(part.at("child"), state) if not one.in_reader]:
        raise Misspelt(*keys, *wrong.keys)


def binding_write(payload):
    """The path and value of a binding action; None for any other action."""
    if isinstance(payload, dict) and set(payload) == {"path", "value"} and isinstance(
            payload["path"], str):
        return payload["path"], payload["value"]
    return None


# ------------------------------------------------------------------- the names


def names(reducer, action):
    """The cases of an action as far as operators read it, and the first case after that (A28)."""
    found = case_of(action)
    if found is None:
        return []
    for part in parts(reducer):
        if part.op == "bindings":
            continue
        payload = descend_raw(action, part["case"])
        if payload is MISSING:
            continue
        own = part["case"].split(".")
        inside, inner = child_action(part, payload)
        if inner is MISSING:
            rest = case_of(payload)
            return own + ([rest[0]] if rest else [])
        return own + inside + names(part.at("child"), inner)
    return [found[0]]


def child_action(part, payload):
    if part.op in PARTS:
        return [], payload
    if not isinstance(payload, dict):
        return [], MISSING
    if part.op in SLOTS:
        return ["presented"], descend_raw(payload, "presented")
    inner = payload.get("element", MISSING) if len(payload) == 1 else MISSING
    if not isinstance(inner, dict) or not {"id", "action"} <= set(inner):
        return [], MISSING
    return ["element"], inner["action"]
