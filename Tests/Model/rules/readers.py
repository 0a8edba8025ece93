"""The places of dynamic reducers, and their choices: parts of the model's open results depend on them."""

from .features import AROUND, LISTS, SLOTS, Reducer, choice, choices_known, elements, parts
from .values import MISSING, resolve


def readers(reducer, state, keys=()):
    """The choice of each dynamic reducer that chooses among slots or lists, by its place."""
    chosen = []
    for one in reachable_readers(reducer, state):
        if not one["is_typed"] and any(needs_places(Reducer(of, one.names)) for _, of in one.node["choices"]):
            choice_now = choice(one, state)
            chosen.append((keys, id(one.node), choice_now and id(choice_now.node)))
    for part in parts(reducer, state):
        if part.op == "bindings":
            continue
        value = resolve(state, part.keys)
        for inner, inner_keys, _ in elements(part, value, (), {}):
            if part.keys + inner_keys:
                chosen += readers(part.at("child"), inner, keys + part.keys + inner_keys)
    return chosen


def reachable_readers(reducer, state, entered=()):
    op = reducer.op
    if op == "reader":
        yield reducer
        for chosen in choices_known(reducer, state):
            yield from reachable_readers(chosen, state, entered)
    elif op in ("recurse", "self"):
        known = reducer.known()
        if id(known.node) not in entered:
            yield from reachable_readers(known, state, entered + (id(known.node),))
    elif op == "combine":
        for member in reducer.node["of"]:
            yield from reachable_readers(Reducer(member, reducer.names), state, entered)
    elif op in AROUND:
        yield from reachable_readers(reducer.at(AROUND[op]), state, entered)
    elif "parent" in reducer.node:
        yield from reachable_readers(reducer.at("parent"), state, entered)


def needs_places(reducer, depth=0):
    """Whether an operator in here requires something of its place."""
    if depth > 8:
        return True
    for part in parts(reducer):
        if part.op in SLOTS + LISTS:
            return True
        if part.op != "bindings" and needs_places(part.at("child"), depth + 1):
            return True
    return any(needs_places(Reducer(of, one.names), depth + 1)
               for one in reachable_readers(reducer, MISSING) for _, of in one.node["choices"])


def all_parts(reducer, state=MISSING, seen=None):
    """Every operator of a feature, whatever its state."""
    seen = set() if seen is None else seen
    for one in [reducer] + [Reducer(of, reader.names)
                            for reader in reachable_readers(reducer, state)
                            for _, of in reader.node["choices"]]:
        for part in parts(one):
            if id(part.node) not in seen:
                seen.add(id(part.node))
                yield part
                if part.op != "bindings":
                    yield from all_parts(part.at("child"), MISSING, seen)


def writes_an_id(part):
    """Whether an operator is at a row's id: the fate of that row is open."""
    return part.op == "for_each" and any(
        inner.op != "bindings" and inner.keys[:1] == (part.id_key,)
        for inner in parts(part.at("child")))
