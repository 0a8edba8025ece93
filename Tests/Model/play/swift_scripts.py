"""What the reducers of a Swift test do: actions, writes and effects as Swift code."""

from __future__ import annotations

import json
from typing import Any, Callable

import effects
from play.swift_types import Level, NotPrinted, Part, content, keys, literal, text, value, word

PATHS = ("stack", "navigation_destination")
SLOTS = ("presentation", "presentation_destination")


def action(level: Level, given: Any) -> str:
    """An action of a level. What is no child's own is a step with a number, or has a name alone."""
    if isinstance(given, str):
        given = {given: None}
    if not isinstance(given, dict) or len(given) != 1:
        raise NotPrinted("an action that is no case")
    ((case, payload),) = given.items()
    if case == "do":
        return f"{level.action}.step({step(level, payload)})"
    part = level.by_case(case)
    if part is None:
        return f"{level.action}.other({text(case)})"
    return f"{level.action}.{word(case)}({part_action(part, payload)})"


def part_action(part: Part, given: Any) -> str:
    """What stands in the case of a child."""
    if part.kind not in SLOTS + PATHS + ("for_each",):
        return action(part.level, given)
    if given in ("dismiss", "present"):
        return ".dismiss" if given == "dismiss" else ".present(id: nil, nil)"
    ((name, payload),) = given.items() if isinstance(given, dict) else (("", None),)
    if name == "presented":
        return f".presented({action(part.level, payload)})"
    if name == "present":
        state = (payload or {}).get("state")
        identity = (payload or {}).get("id")
        shown = "nil" if state is None else literal(part.level, state)
        return f".present(id: {text(identity) if identity else 'nil'}, {shown})"
    if name == "element":
        inner = action(part.level, payload["action"])
        return f".element(id: {value(payload['id'])}, action: {inner})"
    if name in ("popFrom", "dismiss"):
        return f".{name}(id: {payload['id']})"
    if name == "push":
        return f".push(id: {payload['id']}, state: {literal(part.level, payload['state'])})"
    if name == "setPath":
        return f".setPath({content(part, payload)})"
    raise NotPrinted("an action that no operator reads")


def step(level: Level, script: Any) -> int:
    """The number of a script among those of its level."""
    key = json.dumps(script, sort_keys=True)
    if key not in level.texts:
        number = level.texts[key] = len(level.texts)
        level.steps.append("")
        level.steps[number] = body(level, script or {}, number)
    return level.texts[key]


def body(level: Level, script: dict[str, Any], number: int) -> str:
    """The case of a script in the function that performs those of its level."""
    lines = [f"  case {number}:"]
    for write in script.get("writes") or []:
        try:
            lines += ["    " + line for line in written(level, write)]
        except NotPrinted:
            lines.append(f"    // Not printed: {json.dumps(write)}")
    lines += ["    " + called(level, call) for call in script.get("calls") or []]
    return "\n".join([*lines, f"    return {effect(level, script.get('effect'))}"])


def called(level: Level, call: list[Any]) -> str:
    """A call to the store, in the middle of a step."""
    if level.root is not None and call[0] == "post":
        return f"caseStore?.post({action(level.root, call[1])})"
    if level.root is not None and call[:2] == ["send", 0]:
        return f"caseStore?.send({action(level.root, call[2])})"
    return f"// Not printed: {json.dumps(call)}"


# ------------------------------------------------------------------------------------- writes

Leaf = Callable[[str, Any], list[str]]  # an lvalue, and the level or part that stands there


def reach(level: Level, steps: list[str], place: str, leaf: Leaf) -> list[str]:
    """The lines that go to a place and do something there."""
    if not steps:
        return leaf(place, level)
    name, rest = steps[0], steps[1:]
    part = level.parts.get(name)
    if level.is_enum:
        if part is None:
            raise NotPrinted("a case that no operator knows")
        inside = reach(part.level, rest, "payload", leaf)
        bare = place.rstrip("?")
        pattern = f".{word(name)}(var payload){'?' if place.endswith('?') else ''}"
        back = f"  {bare} = .{word(name)}(payload)"
        return [f"if case {pattern} = {bare} {{", *("  " + line for line in inside), back, "}"]
    if part is None:
        return leaf(f"{place}.values[{', '.join(map(text, steps))}]", None)
    here = f"{place}.{word(name)}"
    if part.kind == "scope":
        return reach(part.level, rest, here, leaf)
    if not rest:
        return leaf(here, part)
    if part.kind == "for_each" or part.kind in PATHS:
        return element(part, rest, here, leaf)
    return reach(part.level, rest, f"{here}?", leaf)


def element(part: Part, rest: list[str], here: str, leaf: Leaf) -> list[str]:
    """The lines that go into a row, or an element of a path."""
    below = rest[1:]
    if part.kind in PATHS:
        if below[:1] != ["element"]:
            raise NotPrinted("an entry of a path")
        below = below[1:]
    inside = reach(part.level, below, f"{here}[{int(rest[0])}]", leaf)
    check = f"if {here}.indices.contains({int(rest[0])}) {{"
    return [check, *("  " + line for line in inside), "}"]


def written(level: Level, write: list[Any]) -> list[str]:
    """The lines of one write."""
    name, steps = write[0], keys(write[1])
    given = write[2] if len(write) > 2 else None
    if name in ("push", "pop", "pop_to"):
        call = {"push": "append(%s)", "pop": "pop(from: %s)", "pop_to": "pop(to: %s)"}[name]

        def change(place: str, part: Any) -> list[str]:
            if not isinstance(part, Part):
                raise NotPrinted("no path")
            made = literal(part.level, given) if name == "push" else str(given)
            return [f"{place}.{call % made}"]

        return reach(level, steps, "state", change)
    if name in ("insert", "remove", "move") and len(steps) > 1:
        return listed(level, name, steps, given)
    if name == "remove":
        return reach(level, steps, "state", lambda place, _: [f"{place} = nil"])
    if name == "add":
        return reach(level, steps, "state", lambda p, _: [f"{p} = sum({p}, {given})"])
    if name == "env":
        return reach(level, steps, "state", lambda p, _: [f"{p} = asked({json.dumps(given)})"])
    return reach(level, steps, "state", lambda place, at: assigning(place, at, given))


def listed(level: Level, name: str, steps: list[str], given: Any) -> list[str]:
    """A write to a list by an index."""
    index, target = steps[-1], given
    if name != "move" and not index.isdigit() and index != "-":
        code = "nil" if name == "remove" else None
        return reach(level, steps, "state", lambda place, at: [
            f"{place} = {code}"] if code else assigning(place, at, given))

    def change(place: str, part: Any) -> list[str]:
        if not isinstance(part, Part) or part.kind != "for_each":
            raise NotPrinted("a list that is no rows")
        if name == "insert":
            at = f"{place}.count" if index == "-" else str(int(index))
            return [f"{place}.insert({literal(part.level, given)}, at: {at})"]
        check = f"if {place}.indices.contains({int(index)}) {{"
        if name == "remove":
            return [check, f"  {place}.remove(at: {int(index)})", "}"]
        return [check, f"  {place}.move(from: {int(index)}, to: {int(keys(target)[-1])})", "}"]

    return reach(level, steps[:-1], "state", change)


def assigning(place: str, at: Any, given: Any) -> list[str]:
    """Assigns a value to what stands at a place: a value, a part, or each member of a level."""
    if at is None:
        return [f"{place} = {value(given)}"]
    if isinstance(at, Part):
        return [f"{place} = {content(at, given)}"]
    if at.is_enum or not isinstance(given, dict):
        return [f"{place} = {literal(at, given)}"]
    plain = {name: member for name, member in given.items() if name not in at.parts}
    lines = [f"{place}.values = {value(plain)}"]
    for name, part in at.parts.items():
        here: Any = part.level if part.kind == "scope" else part
        missing = {} if part.kind == "scope" else [] if "for" in part.kind else None
        missing = [] if part.kind in PATHS else missing
        found = given.get(name)
        inside = f"{place}.{word(name)}"
        lines += assigning(inside, here, missing if found is None else found)
    return lines


# ------------------------------------------------------------------------------------ effects


def effect(level: Level, given: Any) -> str:
    """An effect of a level."""
    if not isinstance(given, list) or not given:
        return ".none"
    name, rest = given[0], given[1:]
    if name == "send":
        return f".send({action(level, rest[0])})"
    if name in ("after", "every"):
        return f".{name}(nanoseconds: {rest[0]}, {action(level, rest[1])})"
    if name == "dismiss":
        return ".dismiss"
    if name == "cancel":
        return f".cancel(id: {text(rest[0])})"
    if name == "limit":
        return f".limit(id: {text(rest[0])}, to: {rest[1]})"
    if name in ("merge", "chain"):
        members = ", ".join(effect(level, member) for member in rest[0])
        call = "merge" if name == "merge" else "concatenate"
        return f".{call}([{members}])" if members else ".none"
    if name == "fail":
        return f".run {{ _ in throw Failure(value: {value(rest[0])}) }}"
    if name == "start":
        return started(level, rest)
    return around(level, given)


def started(level: Level, rest: list[Any]) -> str:
    """A task that does what its commands say, and then waits until it is cancelled."""
    lines = [f"seen({text('started ' + rest[0])})"]
    for command in rest[1] if len(rest) > 1 else []:
        if command[:2] == ["sender_send", "self"]:
            lines.append(f"await send({action(level, command[2])})")
        elif command[:2] == ["sender_finish", "self"]:
            return "; ".join([".run { send in " + lines[0], *lines[1:]]) + " }"
        elif command[:2] == ["sender_fail", "self"]:
            lines.append(f"throw Failure(value: {value(command[2])})")
            return "; ".join([".run { send in " + lines[0], *lines[1:]]) + " }"
    return "; ".join([".run { send in " + lines[0], *lines[1:], "await forever()"]) + " }"


def around(level: Level, given: list[Any]) -> str:
    """An effect with something around it."""
    name = given[0]
    if name not in effects.NAMES:
        raise NotPrinted(f"the effect {name}")
    own = effects.effect(name)
    if hasattr(own, "in_swift"):
        return str(own.in_swift(level, given))
    members = [member(kind, value) for kind, value in zip(own.MEMBERS, given[1:])]
    return f"{inside(level, given)}.{own.SWIFT.format(*members)}"


def inside(level: Level, given: list[Any]) -> str:
    """The effect that one is around."""
    inner = effect(level, given[-1])
    return f"Effect<{level.action}>{inner}" if inner.startswith(".") else inner


def member(kind: str, value: Any) -> str:
    """The member of an effect around another one."""
    if kind == "id":
        return text(value)
    if kind == "count":
        return str(value)
    return f".nanoseconds({value})" if kind == "time" else json.dumps(value is True)
