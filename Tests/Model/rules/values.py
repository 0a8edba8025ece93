"""JSON values, pointers and cases: M1 to M8, M10, and RFC 6901."""

import json
from functools import cache


class Missing:
    """A missing value: neither a value nor null."""

    def __repr__(self):
        return "MISSING"

    def __deepcopy__(self, memo):
        return self


MISSING = Missing()


def canon(value):
    """A string that two equal values share (M1, M3): 1 is not 1.0, nor true."""
    return json.dumps(value, sort_keys=True, ensure_ascii=True)


def same(one, other):
    if one is MISSING or other is MISSING:
        return one is other
    return canon(one) == canon(other)


def clone(value):
    if isinstance(value, dict):
        return {key: clone(member) for key, member in value.items()}
    if isinstance(value, list):
        return [clone(element) for element in value]
    return value


def is_container(value):
    return isinstance(value, (dict, list))


def is_absent(value):
    """Null and missing: the value of an optional child or an empty slot."""
    return value is MISSING or value is None


# ----------------------------------------------------------------- pointers


def parse(pointer):
    """The keys of a JSON Pointer; None for an invalid pointer."""
    return keys_of(pointer) if isinstance(pointer, str) else None


@cache
def keys_of(pointer):
    if pointer == "":
        return ()
    if pointer[0] != "/":
        return None
    keys = []
    for part in pointer[1:].split("/"):
        rest = part.replace("~0", "").replace("~1", "")
        if "~" in rest:
            return None
        keys.append(part.replace("~1", "/").replace("~0", "~"))
    return tuple(keys)


def text(keys):
    return "".join("/" + key.replace("~", "~0").replace("/", "~1") for key in keys)


def index_of(key, array):
    """The index that a key names in an array; None if it names none of its elements."""
    if not key.isascii() or not key.isdigit() or (len(key) > 1 and key[0] == "0"):
        return None
    index = int(key)
    return index if index < len(array) else None


def child(value, key):
    if isinstance(value, dict):
        return value.get(key, MISSING)
    if isinstance(value, list):
        index = index_of(key, value)
        return MISSING if index is None else value[index]
    return MISSING


def resolve(value, keys):
    for key in keys:
        value = child(value, key)
        if value is MISSING:
            return MISSING
    return value


def put(root, keys, value):
    """The root with a value in its place, whose container is present."""
    if not keys:
        return value
    around = resolve(root, keys[:-1])
    if isinstance(around, list):
        around[int(keys[-1])] = value
    else:
        around[keys[-1]] = value
    return root


# -------------------------------------------------------------------- cases


def case_of(value):
    """The case of a value, with its payload; None if the value is not a case (json.md)."""
    if isinstance(value, str):
        return value, None
    if isinstance(value, dict) and len(value) == 1:
        return next(iter(value.items()))
    return None


def descend(action, path):
    """The value under a case path; MISSING if the action is another case.

    A case without a payload has null under it, in any spelling (M10).
    """
    for name in path.split("."):
        found = case_of(action)
        if found is None or found[0] != name:
            return MISSING
        action = None if found[1] == {} else found[1]
    return action


def descend_raw(action, path):
    """The same value as written: the action that a child gets."""
    for name in path.split("."):
        found = case_of(action)
        if found is None or found[0] != name:
            return MISSING
        action = found[1]
    return action


def wrap(path, action):
    """An action under a case path."""
    for name in reversed(path.split(".")):
        action = {name: action}
    return action


def case_path(action):
    """The names of an action's cases, without their payloads (A28)."""
    names = []
    while True:
        found = case_of(action)
        if found is None:
            break
        names.append(found[0])
        action = found[1]
        if isinstance(action, dict) and set(action) == {"id", "action"}:
            action = action["action"]
    return ".".join(names) if names else None
