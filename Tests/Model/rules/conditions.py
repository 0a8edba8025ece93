"""Conditions (M420 to M423): whether they are valid, and whether they hold."""

from .values import MISSING, canon, is_absent, parse, resolve

TESTS = ("equals", "contains", "in", "exists")


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


# ------------------------------------------------------------------------------- validity


def is_pointer(value):
    return parse(value) is not None


def is_value(value):
    """A value of a test: any but an object, or one that names a place or an object."""
    if not isinstance(value, dict):
        return True
    if len(value) != 1:
        return False
    (name, inner), = value.items()
    return name == "literal" or name in ("place", "at") and is_pointer(inner)


def is_bound(value, types):
    return isinstance(value, dict) and is_value(value) or is_number(value) or str in types and isinstance(value, str)


def is_valid(condition):
    """M423."""
    if not isinstance(condition, dict):
        return False
    names, ends = set(condition), {"from", "to"}
    for name in ("and", "or"):
        if names == {name}:
            return isinstance(condition[name], list) and all(map(is_valid, condition[name]))
    if names == {"not"}:
        return is_valid(condition["not"])
    for name in ("every", "some"):
        if names == {name, "is"}:
            return is_pointer(condition[name]) and is_valid(condition["is"])
    if "count" in names:
        return (bool(names & ends) and names <= ends | {"count", "is"} and is_pointer(condition["count"])
                and ("is" not in names or is_valid(condition["is"]))
                and all(is_bound(condition[end], ()) for end in names & ends))
    tests = names - {"at", "place", "fold"}
    if ("at" in names) == ("place" in names) or not is_pointer(condition.get("at", condition.get("place"))):
        return False
    if not isinstance(condition.get("fold", False), bool):
        return False
    if tests and tests <= ends:
        return all(is_bound(condition[end], (str,)) for end in tests)
    if len(tests) != 1 or not tests <= set(TESTS):
        return False
    value = condition[tests.pop()]
    if "exists" in names:
        return isinstance(value, bool) and "fold" not in names
    return is_value(value) and ("in" not in names or isinstance(value, (list, dict)))


def places(condition, is_in_row):
    """The keys of the places that a valid condition reads in its subject, or in the whole."""
    name = "at" if is_in_row else "place"
    for key, value in condition.items():
        if key in ("and", "or"):
            for part in value:
                yield from places(part, is_in_row)
        elif key == "not" or key == "is" and not is_in_row:
            yield from places(value, is_in_row)
        elif key == name or key in ("every", "some", "count") and is_in_row:
            yield parse(value)
        elif isinstance(value, dict) and name in value:
            yield parse(value[name])


# ----------------------------------------------------------------------------- evaluation


def folded(text):
    """M421: the simple folding of each letter."""
    return "".join(next(one for one in (letter.casefold(), letter.lower(), letter) if len(one) == 1) for letter in text)


def holds(condition, subject, whole):
    """M420, M422."""
    def read(value):
        if not isinstance(value, dict):
            return value
        (name, inner), = value.items()
        if name == "literal":
            return inner
        return resolve(subject if name == "at" else whole, parse(inner))

    def elements(name):
        found = resolve(subject, parse(condition[name]))
        return [holds(condition["is"], one, whole) if "is" in condition else True
                for one in (found if isinstance(found, list) else [])]

    if "and" in condition:
        return all(holds(part, subject, whole) for part in condition["and"])
    if "or" in condition:
        return any(holds(part, subject, whole) for part in condition["or"])
    if "not" in condition:
        return not holds(condition["not"], subject, whole)
    if "every" in condition:
        return all(elements("every"))
    if "some" in condition:
        return any(elements("some"))
    low, high = (read(condition[end]) if end in condition else MISSING for end in ("from", "to"))
    if "count" in condition:
        return within(sum(elements("count")), low, high, False)
    value = resolve(subject, parse(condition["at"])) if "at" in condition else resolve(whole, parse(condition["place"]))
    folds = condition.get("fold", False)
    if "exists" in condition:
        return (value is not MISSING) == condition["exists"]
    if "equals" in condition:
        return equal(value, read(condition["equals"]), folds)
    if "in" in condition:
        listed = read(condition["in"])
        return isinstance(listed, list) and any(equal(one, value, folds) for one in listed)
    if "contains" in condition:
        return contains(value, read(condition["contains"]), folds)
    return within(value, low, high, folds)


def equal(one, other, folds):
    if is_absent(one) or is_absent(other):
        return is_absent(one) and is_absent(other)
    if is_number(one) and is_number(other):
        return one == other
    if folds and isinstance(one, str) and isinstance(other, str):
        return folded(one) == folded(other)
    return canon(one) == canon(other)


def contains(value, part, folds):
    if isinstance(value, list):
        return is_absent(part) or any(equal(one, part, folds) for one in value)
    if not isinstance(value, str) or is_absent(part):
        return isinstance(value, str)
    return isinstance(part, str) and (folded(part) in folded(value) if folds else part in value)


def within(value, low, high, folds):
    if not is_number(value) and not isinstance(value, str):
        return False

    def key(one):
        return (folded(one) if folds else one).encode("utf-32-be") if isinstance(one, str) else one

    def is_like(one):
        return is_number(one) if is_number(value) else isinstance(one, str)

    return (is_absent(low) or is_like(low) and key(low) <= key(value)) and (
        is_absent(high) or is_like(high) and key(value) <= key(high))
