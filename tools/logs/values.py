"""JSON values of a log: names of their types, JSON Pointers (RFC 6901) and JSON Patches (RFC 6902)."""

from __future__ import annotations

import json
from typing import Any

NOTHING: Any = object()
"""The result of `found` for a place that does not exist."""


def type_of(value: Any) -> str:
    """The type of a value with its article, for messages."""
    if value is None:
        return "null"
    names = {bool: "a boolean", int: "an integer", float: "a number", str: "a string", list: "an array", dict: "an object"}
    return names[type(value)]


def text(value: Any) -> str:
    """A value as JSON text in one line."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def keys(pointer: str) -> list[str]:
    """The keys of a pointer. ValueError: not a pointer."""
    if not pointer:
        return []
    if pointer[0] != "/":
        raise ValueError(f"{text(pointer)} is not a place: expected a / in front, such as /{pointer}")
    return [key.replace("~1", "/").replace("~0", "~") for key in pointer[1:].split("/")]


def _index(key: str, count: int) -> int:
    """The index that a key names, at most `count`; -1 if it names none."""
    if key == "-":
        return count
    return int(key) if key.isascii() and key.isdigit() and (key == "0" or key[0] != "0") and int(key) <= count else -1


def found(value: Any, path: list[str]) -> Any:
    """The value at a path; NOTHING if the path leads nowhere."""
    for key in path:
        if isinstance(value, dict):
            value = value.get(key, NOTHING)
        elif isinstance(value, list):
            index = _index(key, len(value))
            value = value[index] if 0 <= index < len(value) else NOTHING
        else:
            return NOTHING
        if value is NOTHING:
            return NOTHING
    return value


def patched(value: Any, patch: Any) -> Any:
    """Applies a patch. Objects and arrays of `value` change in place. Values of the patch become parts of the result.

    Raises ValueError with the operation's number if the patch does not match the value.
    """
    if not isinstance(patch, list):
        raise ValueError(f"the patch is {type_of(patch)}, expected an array")
    for number, operation in enumerate(patch):
        try:
            value = _applied(value, operation)
        except (KeyError, ValueError, TypeError) as error:
            said = f"no member {error}" if isinstance(error, KeyError) else str(error)
            raise ValueError(f"operation {number} of the patch does not match the state: {said}") from None
    return value


def _applied(root: Any, operation: dict[str, Any]) -> Any:
    kind, path = operation["op"], keys(operation["path"])
    if kind == "test":
        if found(root, path) != operation["value"]:
            raise ValueError(f"the value at {operation['path']} is different")
        return root
    if kind in ("copy", "move"):
        origin = keys(operation["from"])
        value = _copied(found(root, origin))
        if value is NOTHING:
            raise ValueError(f"nothing at {operation['from']}")
        if kind == "move":
            root = _changed(root, origin, "remove", None)
        return _changed(root, path, "add", value)
    if kind not in ("add", "remove", "replace"):
        raise ValueError(f"no operation {text(kind)}")
    return _changed(root, path, kind, None if kind == "remove" else _copied(operation["value"]))


def _copied(value: Any) -> Any:
    """A copy of a patch's value: later patches change the state in place, but never a patch."""
    if isinstance(value, dict):
        return {key: _copied(each) for key, each in value.items()}
    return [_copied(each) for each in value] if isinstance(value, list) else value


def _changed(root: Any, path: list[str], kind: str, value: Any) -> Any:
    if not path:
        return value
    parent, key = found(root, path[:-1]), path[-1]
    if isinstance(parent, dict):
        if kind != "add" and key not in parent:
            raise KeyError(key)
        if kind == "remove":
            del parent[key]
        else:
            parent[key] = value
        return root
    if not isinstance(parent, list):
        raise ValueError(f"nothing at /{'/'.join(path[:-1])}")
    index = _index(key, len(parent) if kind == "add" else len(parent) - 1)
    if index < 0:
        raise ValueError(f"no element {key} at /{'/'.join(path[:-1])}")
    if kind == "add":
        parent.insert(index, value)
    elif kind == "remove":
        del parent[index]
    else:
        parent[index] = value
    return root
