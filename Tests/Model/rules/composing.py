"""Configuration errors of a reducer tree, whatever the state is (S23)."""

from .features import LISTS, OPTIONALS, PATHS, SLOTS, is_enum, parts
from .forms import complete, mistakes, shapes_here
from .misfits import part_misfits
from .values import MISSING, clone

ROW = "-"  # any row of an array


def is_mistaken(reducer):
    """S23: whether a shape refuses a default, or the null of a dismissal. The counts of histories are not checked."""
    return are_twice(reducer.node) or any(is_refused(reducer, *written) for written in own_writes(reducer))


def are_twice(node):
    """B319: whether one declaration names a request twice."""
    if isinstance(node, list):
        return any(are_twice(member) for member in node)
    if not isinstance(node, dict) or node.get("op") == "reader":
        return False
    names = [kind["name"] for kind in node["kinds"]] if node.get("op") == "requests" else []
    return len(set(names)) < len(names) or any(are_twice(member) for member in node.values())


def own_writes(reducer, keys=(), around=()):
    """The writes of defaults and dismissals: where, the value, and whether it is a default's. A dynamic reducer's
    choice is refused when it is written, and a recursion inside itself repeats the same result."""
    for form in shapes_here(reducer):
        for inside, value in defaults(form):
            yield keys + inside, value, True
    for part in parts(reducer):
        if part.op == "bindings" or id(part.node) in around:
            continue
        if part.op in SLOTS:
            yield keys + part.keys, None, False
        yield from own_writes(part.at("child"), keys + way(part), around + (id(part.node),))


def way(part):
    """From the state around an operator to the child's."""
    if part.op in LISTS:
        return part.keys + ((ROW, "element") if part.op in PATHS else (ROW,))
    return part.keys


def defaults(form, inside=(), met=()):
    """The defaults in a declared object, and in the objects and the payloads in it; in arrays and maps they depend on
    the state."""
    if form.kind == "enum" and id(form.of) not in met:
        for name, payload in form.of.items():
            if payload is not None:
                yield from defaults(payload, inside + (name,), met + (id(form.of),))
    if form.kind not in ("object", "only") or id(form.of) in met:
        return
    for name, member in form.of.items():
        if member.default is not MISSING:
            value = clone(member.default)
            complete(member.form, value)
            yield inside + (name,), value
        yield from defaults(member.form, inside + (name,), met + (id(form.of),))


def is_refused(reducer, keys, value, is_default, around=()):
    """Whether a shape or an operator on the way to a place rejects a value there."""
    if any(does_not_take(form, keys, value) for form in shapes_here(reducer)):
        return True
    for part in parts(reducer):
        here = (id(part.node), len(keys))
        if part.op == "bindings" or here in around:
            continue
        inner = way(part)
        if part.keys[: len(keys)] == keys and any(part_misfits(part, nested(keys, value), {}, (), (), False)):
            return True
        is_case = part.op in SLOTS + OPTIONALS and is_enum(part)
        if is_default and is_case and part.keys == keys[:-1]:
            return True  # a case has one member
        # An operator's own place was checked together with its content; a row has no operator of its own.
        is_inside = keys[: len(inner)] == inner and (part.op in LISTS or len(keys) > len(inner))
        if is_inside and is_refused(part.at("child"), keys[len(inner):], value, is_default, around + (here,)):
            return True
    return False


def nested(keys, value):
    for key in reversed(keys):
        value = {key: value}
    return value


def does_not_take(form, keys, value):
    """Whether a form refuses a value at a place inside; a value that the form does not describe may be anything."""
    for key in keys:
        if form.kind == "any":
            return False
        if form.kind in ("object", "only", "enum"):
            if key not in form.of:
                return form.kind != "object"
            member = form.of[key]
            form = member if form.kind == "enum" else member.form
        elif form.kind == "map" or form.kind == "array" and (key == ROW or key.isdecimal()):
            form = form.of
        else:
            return True
        if form is None:
            return False  # a case without a payload
    return bool(list(mistakes(form, value, ())))
