"""Declared cases (M9, M63): which payloads an action may have."""

from .values import MISSING, case_of


class Misspelt(Exception):
    """The mismatching parts of an action, as keys from the action."""

    def __init__(self, *keys):
        super().__init__(keys)
        self.keys, self.in_swift = keys, False


def check_cases(cases, action, keys):
    """cases.h: the action is one of the cases, and has its payload."""
    found = case_of(action)
    for name, form in cases:
        name = name.removeprefix("private ")
        if found is not None and found[0] == name:
            return check_payload(form, found[1], keys + (name,))
    raise Misspelt(*keys)


def check_payload(form, payload, keys):
    if form is None:
        if payload is not None and payload != {}:
            raise Misspelt(*keys)
    elif ":" not in form:
        if not fits_form(form, payload):
            raise Misspelt(*keys)
    else:
        if payload is not None and not isinstance(payload, dict):
            raise Misspelt(*keys)
        for name, kind in [member.split(":") for member in form.split(",")]:
            if not fits_form(kind, (payload or {}).get(name.strip(), MISSING)):
                raise Misspelt(*keys, name.strip())


def fits_form(form, value):
    """The kinds of cases.h and compose.h: integer, unsigned, number, text, boolean, any, each with or without ?."""
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
