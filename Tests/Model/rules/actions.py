"""Which actions fit (M9, M40, M42, M62), and how an issue names them (A28)."""

from .features import (AROUND, LISTS, PARTS, PATHS, SLOTS, Misfit, Reducer, check_case, check_list,
                       check_state, is_entry, option, parts)
from .values import MISSING, case_of, descend


def fits(reducer, action, entered=()):
    """Whether everything that an operator reads in an action has its form. Readers say it when they run."""
    op = reducer.op
    if op in ("recurse", "self"):
        known = reducer.known()
        if (id(known.node), id(action)) in entered:
            return True
        return fits(known, action, entered + ((id(known.node), id(action)),))
    if op == "combine":
        return all(fits(Reducer(member, reducer.names), action, entered)
                   for member in reducer.node["of"])
    if op == "cases" and not fits_cases(reducer.node["cases"], action):
        return False
    if op in AROUND:
        return fits(reducer.at(AROUND[op]), action, entered)
    if op in ("base", "reader"):
        return True
    return fits_branch(reducer, action, entered) and (
        "parent" not in reducer.node or fits(reducer.at("parent"), action, entered))


def fits_branch(part, action, entered):
    """Whether the action is elsewhere, or its part in the operator's branch has the form for that."""
    here = action
    for name in part["case"].split("."):
        found = case_of(here)
        if found is None:
            return not (isinstance(here, dict) and name in here)
        if found[0] != name:
            return True
        here = None if found[1] == {} else found[1]
    if part.op in PARTS:
        return fits(part.at("child"), here, entered)
    if part.op == "bindings":
        return binding_write(here) is not None
    if part.op in SLOTS:
        return fits_slot(part, here, entered)
    if part.op == "for_each":
        return fits_element(part, descend(here, "element"), entered)
    return fits_path(part, here, entered)


def is_action(value):
    return isinstance(value, (str, dict))


def fits_slot(part, action, entered):
    found = case_of(action)
    if found is None:
        return False
    name, payload = found
    if name == "presented":
        return is_action(payload) and fits(part.at("child"), payload, entered)
    if name == "dismiss":
        return payload is None or payload == {}
    if name != "present" or part.op != "presentation_destination":
        return False
    return payload is None or (isinstance(payload, dict) and all(
        fits_present(part, key, value) for key, value in payload.items()))


def fits_present(part, key, value):
    if key == "id":
        return value is None or (isinstance(value, str) and "\0" not in value)
    return key == "state" and usable(part, value)


def fits_element(part, payload, entered):
    return (isinstance(payload, dict) and set(payload) == {"id", "action"}
            and is_action(payload["action"])
            and fits(part.at("child"), payload["action"], entered))


def is_number(value):
    return type(value) is int and value >= 0


def fits_path(part, action, entered):
    found = case_of(action)
    if found is None or isinstance(action, str):
        return False
    name, payload = found
    if name == "element":
        return fits_element(part, payload, entered) and is_number(payload["id"])
    if name == ("popFrom" if part.op == "stack" else "dismiss"):
        return isinstance(payload, dict) and is_number(payload.get("id"))
    if name == "push" and part.op == "stack":
        return (isinstance(payload, dict) and "state" in payload
                and ("id" not in payload or is_number(payload["id"]))
                and usable(part, payload["state"]))
    if name == "setPath" and part.op != "stack":
        # An id that stands twice is an issue, and not for here (E10).
        return isinstance(payload, list) and all(
            usable(part, row["element"] if is_long_form(payload) else row) for row in payload)
    return False


def is_long_form(array):
    return all(is_entry(row) for row in array)


def usable(part, state):
    """Whether a state may be presented, pushed, or come to stand as a row."""
    try:
        if part.op in SLOTS:
            check_case(part, state, ())
        check_state(part.at("child"), state)
    except Misfit:
        return False
    return True


def binding_write(payload):
    """The path and value of a binding's action; None for what is none."""
    if isinstance(payload, dict) and set(payload) == {"path", "value"} and isinstance(
            payload["path"], str):
        return payload["path"], payload["value"]
    return None


# -------------------------------------------------------------- declared cases


def fits_cases(cases, action):
    found = case_of(action)
    for name, payload in cases:
        if found is not None and found[0] == name:
            return fits_payload(payload, found[1])
    return False


def fits_payload(form, payload):
    if form is None:
        return payload is None or payload == {}
    if ":" not in form:
        return fits_form(form, payload)
    if payload is not None and not isinstance(payload, dict):
        return False
    members = [member.split(":") for member in form.split(",")]
    return all(fits_form(kind, (payload or {}).get(name.strip(), MISSING)) for name, kind in members)


def fits_form(form, value):
    """The kinds of cases.h and compose.h: integer, unsigned, number, text, boolean, any, with ? or not."""
    form = form.strip()
    if form.endswith("?"):
        if value is None or value is MISSING:
            return True
        form = form[:-1]
    kind = type(value)
    if form == "any":
        return True
    if form == "integer":
        return kind is int
    if form == "unsigned":
        return kind is int and value >= 0
    if form == "number":
        return kind in (int, float)
    return kind is (str if form == "text" else bool)


# ------------------------------------------------------------------- the names


def names(reducer, action):
    """The cases of an action as far as operators read it, and the first one of what follows (A28)."""
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


def descend_raw(action, path):
    for name in path.split("."):
        found = case_of(action)
        if found is None or found[0] != name:
            return MISSING
        action = found[1]
    return action


def child_action(part, payload):
    if part.op in PARTS:
        return [], payload
    if not isinstance(payload, dict):
        return [], MISSING
    if part.op in SLOTS:
        return ["presented"], descend_raw(payload, "presented")
    inner = payload.get("element", MISSING)
    if not isinstance(inner, dict) or set(inner) != {"id", "action"}:
        return [], MISSING
    return ["element"], inner["action"]


__all__ = ["fits", "names", "binding_write", "fits_form", "usable", "LISTS", "PATHS", "check_list",
           "option"]
