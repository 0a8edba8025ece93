"""Ways to make a case smaller: each is a place in the case and a replacement value."""

from collections.abc import Iterator
from typing import Any

import effects
import operators

Edit = tuple[tuple[Any, ...], Any]
DROP = object()
NOTHING = {"op": "combine", "of": []}
WRAPPED = ("parent", "base", "of", "child")
BROUGHT = ("state", "setPath", "value")  # members of actions that contain states
BRINGING = ("present", "write_path", "write_binding")  # commands that end with a command list
INNERMOST = ("merge", "chain", *effects.NAMES)


def applied(value: Any, path: tuple[Any, ...], put: Any) -> Any:
    """A copy with another value at a place. Everything off that path is shared."""
    if not path:
        return put
    key, rest = path[0], path[1:]
    copy = value.copy()
    if not rest and put is DROP:
        del copy[key]
    else:
        copy[key] = applied(value[key], rest, put)
    return copy


def edits(case: dict[str, Any], is_typed: bool = False) -> Iterator[Edit]:
    """All possible cuts, the large ones first. A typed state keeps its places for operators."""
    for path, put in all_edits(case):
        if not is_typed or not is_place(case, path, put):
            yield path, put


def is_place(case: dict[str, Any], path: tuple[Any, ...], put: Any) -> bool:
    """Whether a cut removes a list or an object from an object in a state."""
    is_data = path[0] == "state" or "writes" in path and isinstance(path[-1], str)
    if not is_data or path[-1] in ("writes", "calls", "effect", "state"):
        return False
    value: Any = case
    for key in path:
        value = value[key]
    return put is None or isinstance(value, (dict, list)) and isinstance(path[-1], str)


def all_edits(case: dict[str, Any]) -> Iterator[Edit]:
    for index in reversed(range(len(case["steps"]))):
        yield ("steps", index), DROP
    yield from of_feature(case["feature"], ("feature",))
    for index, step in enumerate(case["steps"]):
        yield from of_value(step["do"], ("steps", index, "do"))
    yield from of_scripts(case["feature"], ("feature",))
    yield from of_data(case["state"], ("state",))


def of_feature(node: Any, path: tuple[Any, ...]) -> Iterator[Edit]:
    """Operators replaced by the reducers inside them, or without one of their members."""
    if not isinstance(node, dict) or "op" not in node:
        return
    if node["op"] not in ("base", "combine"):
        yield path, NOTHING
    for name in WRAPPED:
        if isinstance(node.get(name), dict):
            yield path, node[name]
    if node["op"] == "combine":
        for index, member in enumerate(node["of"]):
            yield path, member
            yield (*path, "of", index), DROP
    if node["op"] == "undoable":
        for name in node["options"]:
            yield (*path, "options", name), DROP
    for name in ("answers", "choices", "fields", "cases"):
        for index in reversed(range(len(node.get(name) or ()))):
            yield (*path, name, index), DROP
    if node.get("options") and node["op"] != "undoable":
        yield (*path, "options"), None
        for name in node["options"]:
            yield (*path, "options", name), DROP
    for where, inner in children(node):
        yield from of_feature(inner, (*path, *where))


def children(node: dict[str, Any]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    for name in WRAPPED:
        if isinstance(node.get(name), dict):
            yield (name,), node[name]
    if node["op"] == "combine":
        for index, member in enumerate(node["of"]):
            yield ("of", index), member
    for index, choice in enumerate(node.get("choices") or ()):
        yield ("choices", index, 1), choice[1]


def of_scripts(node: Any, path: tuple[Any, ...]) -> Iterator[Edit]:
    """The scripts of bases and changes."""
    if not isinstance(node, dict) or "op" not in node:
        return
    for index, answer in enumerate(node.get("answers") or ()):
        yield from of_value({"do": answer[1]}, (*path, "answers", index, 1), is_script=True)
    if node["op"] in operators.NAMES and operators.operator(node["op"]).HAS_SCRIPT:
        yield from of_value({"do": node["script"]}, (*path, "script"), is_script=True)
    for where, inner in children(node):
        yield from of_scripts(inner, (*path, *where))


def of_value(value: Any, path: tuple[Any, ...], is_script: bool = False) -> Iterator[Edit]:
    """Commands, actions, scripts and effects made smaller, wherever they occur in a value."""
    if isinstance(value, dict) and isinstance(value.get("do"), dict):
        where = path if is_script else (*path, "do")
        yield from of_script(value["do"], where)
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name in BROUGHT:
                yield from of_data(inner, (*path, name))
            else:
                yield from of_value(inner, (*path, name))
    elif isinstance(value, list) and value[:1] == ["replace_reducer"]:
        yield from of_feature(value[1], (*path, 1))
        yield from of_scripts(value[1], (*path, 1))
    elif isinstance(value, list) and value and value[0] in BRINGING:
        yield from of_data(value[-1], (*path, len(value) - 1))
    elif isinstance(value, list):
        yield from of_list(value, path)


def of_script(script: dict[str, Any], path: tuple[Any, ...]) -> Iterator[Edit]:
    if script:
        yield path, {}
    for name in script:
        yield (*path, name), DROP
    for name in ("writes", "calls"):
        for index in reversed(range(len(script.get(name) or ()))):
            yield (*path, name, index), DROP
    for index, write in enumerate(script.get("writes") or ()):
        if write and write[0] in ("set", "insert", "push"):
            yield from of_data(write[-1], (*path, "writes", index, len(write) - 1))
    for index, call in enumerate(script.get("calls") or ()):
        yield from of_value(call, (*path, "calls", index))
    yield from of_value(script.get("effect"), (*path, "effect"))


def of_list(items: list[Any], path: tuple[Any, ...]) -> Iterator[Edit]:
    """An effect, a command, or a list of them."""
    head = items[0] if items else None
    if head in INNERMOST:
        inner = items[-1]
        for member in inner if head in ("merge", "chain") and isinstance(inner, list) else [inner]:
            yield path, member
    lists = [i for i, item in enumerate(items) if isinstance(item, list)
             and all(isinstance(inner, list) for inner in item)]
    for index in lists:
        for place in reversed(range(len(items[index]))):
            yield (*path, index, place), DROP
    for index, item in enumerate(items):
        yield from of_value(item, (*path, index))


def of_data(value: Any, path: tuple[Any, ...]) -> Iterator[Edit]:
    """Members and elements left out, numbers made small."""
    if isinstance(value, dict):
        for name in value:
            yield (*path, name), DROP
            yield (*path, name), None
        for name, inner in value.items():
            yield from of_data(inner, (*path, name))
    elif isinstance(value, list):
        for index in reversed(range(len(value))):
            yield (*path, index), DROP
        for index, inner in enumerate(value):
            yield from of_data(inner, (*path, index))
    elif isinstance(value, int) and value not in (0, True, False):
        yield path, 0
