"""Facts about places and actions that a feature's description determines before anything runs (M9, M41, M60 to M63)."""

from dataclasses import dataclass

from operators import NAMES

from .values import MISSING, canon, case_of, child, is_absent, parse, resolve, same

SLOTS = ("presentation", "presentation_destination")
PATHS = ("stack", "navigation_destination")
LISTS = ("for_each",) + PATHS
OPTIONALS = ("if_let", "if_case_let")
PARTS = ("scope", "scope_case") + OPTIONALS
# The member with the inner reducer of an operator, on the same state.
AROUND = dict.fromkeys(NAMES, "base") | {"swift": "of"}


@dataclass(frozen=True)
class Reducer:
    """A node of a description, and the recursions around it."""

    node: dict
    names: tuple = ()

    @property
    def op(self):
        return self.node["op"]

    def __getitem__(self, member):
        return self.node.get(member)

    def at(self, member):
        return Reducer(self.node[member], self.names)

    def known(self):
        """The reducer that this one stands for: a recursion stands for its content."""
        if self.op == "recurse":
            return Reducer(self.node["of"], self.names + ((self.node["name"], self.node["of"]),))
        if self.op == "self":
            for index in range(len(self.names) - 1, -1, -1):
                name, of = self.names[index]
                if name == self.node["name"]:
                    return Reducer(of, self.names[: index + 1])
            return Reducer({"op": "combine", "of": []})
        return self

    @property
    def keys(self):
        """From the state around an operator to the operator's part."""
        if "state_case" in self.node:
            return (self.node["state_case"],)
        return parse(self.node["at"])

    @property
    def id_key(self):
        return "id" if self.op in PATHS else self["id_key"] or "id"


def parts(reducer, state=MISSING, entered=()):
    """The operators that work on one state, an operator before those that it was attached to.

    For a dynamic reducer these are the operators of its choice for the state. A recursion inside itself on the same
    state adds nothing.
    """
    op = reducer.op
    if op in ("recurse", "self"):
        known = reducer.known()
        if id(known.node) in entered:
            return
        yield from parts(known, state, entered + (id(known.node),))
    elif op == "combine":
        for member in reducer.node["of"]:
            yield from parts(Reducer(member, reducer.names), state, entered)
    elif op in AROUND:
        yield from parts(reducer.at(AROUND[op]), state, entered)
    elif op == "reader":
        for chosen in choices_known(reducer, state):
            yield from parts(chosen, state, entered)
    elif op != "base":
        yield reducer
        if "parent" in reducer.node:
            yield from parts(reducer.at("parent"), state, entered)


def choice(reader, state):
    """A18, A20: the reducer that a dynamic reducer builds for a state; None if it builds nothing."""
    value = resolve(state, parse(reader["at"])) if state is not MISSING else MISSING
    for wanted, chosen in reader.node["choices"]:
        if value is not MISSING and same(value, wanted):
            return Reducer(chosen, reader.names)
    return None


def choices_known(reader, state):
    """The reducers whose operators are known: a dynamic reducer's choice for a state; in a typed feature all choices,
    since the types contain the slots, rows and paths (A41)."""
    if reader["is_typed"]:
        return [Reducer(of, reader.names) for _, of in reader.node["choices"]]
    chosen = choice(reader, state)
    return [] if chosen is None else [chosen]


# ------------------------------------------------------------------ options


def option(reducer, name):
    return (reducer["options"] or {}).get(name)


def reaches_by_case(part):
    """A child that reaches into its state by case, which makes that state an enum. The structure of a typed feature
    cannot be seen from outside."""
    return any(inner.op in ("scope_case", "if_case_let") and inner["is_typed"] == part["is_typed"]
               for inner in parts(part.at("child")))


def is_enum(part):
    kind = option(part, "kind") or "auto"
    if kind == "auto":
        return bool(option(part, "ephemeral_cases")) or reaches_by_case(part)
    return kind == "enum"


def known_cases(part):
    """M63: the possible cases of a child made only of cases; None if it may have other cases."""
    if (option(part, "kind") or "auto") != "auto" or not reaches_by_case(part):
        return None
    if not only_cases(part.at("child")):
        return None
    names = [inner["state_case"] for inner in parts(part.at("child")) if inner.op in ("scope_case", "if_case_let")]
    return names + list(option(part, "ephemeral_cases") or ())


def declarations(reducer):
    """B319: the declarations of requests around one state, outer ones before those inside them."""
    op, inside = reducer.op, []
    if op == "combine":
        inside = [Reducer(member, reducer.names) for member in reducer.node["of"]]
    elif op == "recurse":
        inside = [reducer.known()]
    elif op in AROUND and op != "swift":
        inside = [reducer.at(AROUND[op])]
    elif "parent" in reducer.node:
        inside = [reducer.at("parent")]
    own = [reducer["kinds"]] if op == "requests" else []
    return own + [kinds for one in inside for kinds in declarations(one)]


def only_cases(reducer):
    op = reducer.op
    if op == "combine":
        return all(only_cases(Reducer(member, reducer.names)) for member in reducer.node["of"])
    if op in AROUND:
        return only_cases(reducer.at(AROUND[op]))
    if op == "if_case_let":
        return only_cases(reducer.at("parent"))
    if op == "recurse" and not is_used(reducer.node["name"], reducer.node["of"]):
        return only_cases(reducer.known())
    return op in ("scope_case", "bindings")


def is_used(name, node):
    """Whether a recursion's own name occurs in it."""
    if isinstance(node, list):
        return any(is_used(name, member) for member in node)
    if not isinstance(node, dict):
        return False
    return node.get("op") == "self" and node.get("name") == name or any(
        is_used(name, member) for member in node.values())


def identity(part, value):
    """The identity of a value among the values of its place (D3 to D5, D9); None for nothing."""
    if is_absent(value):
        return None
    name, payload = None, value
    if is_enum(part) and case_of(value) is not None:
        name, payload = case_of(value)
    key = option(part, "id_key")
    own = MISSING if key is None else child(payload, key)
    return name, None if own is MISSING else canon(own)


def is_ephemeral(part, value):
    """D40: the slot's value, or its case, is declared ephemeral."""
    if is_absent(value):
        return False
    if option(part, "ephemeral"):
        return True
    found = case_of(value) if is_enum(part) else None
    return found is not None and found[0] in (option(part, "ephemeral_cases") or ())


# ------------------------------------------------------------------- places


@dataclass(frozen=True)
class Spot:
    """A place of an operator: its keys in the state, and the same with rows by their ids."""

    part: Reducer
    keys: tuple
    name: tuple
    value: object


def spots(reducer, state, held=None, reads=True, keys=(), name=(), seen=()):
    """Every place of an operator whose containers are present.

    `held`: rows in their own step, by their keys, with the names that they keep during the step (F10).
    """
    held = held or {}
    for part in parts(reducer, state if reads else MISSING):
        if part.op == "bindings":
            continue
        here = (id(part.node), keys)
        around = resolve(state, part.keys[:-1]) if part.keys else state
        if here in seen or (part.keys and not isinstance(around, (dict, list))):
            continue
        value = resolve(state, part.keys)
        spot = Spot(part, keys + part.keys, name + part.keys, value)
        yield spot
        for inner, inner_keys, inner_name in elements(part, value, spot.keys, held):
            yield from spots(part.at("child"), inner, held, reads, spot.keys + inner_keys,
                             spot.name + inner_name, seen + (here,))


def elements(part, value, keys, held):
    """The states of an operator's children: its part, or each row."""
    if part.op not in LISTS:
        if not is_absent(value):
            yield value, (), ()
    elif isinstance(value, list):
        entries = part.op in PATHS and is_long(value)
        for index, row in enumerate(value):
            own = (held.get(keys + (str(index),)) or row_name(child(row, part.id_key)),)
            if part.op == "for_each":
                yield row, (str(index),), own
            elif entries:
                yield row["element"], (str(index), "element"), own + ("element",)


def row_name(identifier):
    return "#" + canon(None if identifier is MISSING else identifier)


def is_entry(row):
    """E8: exactly an id, which is an integer from 0 on, and an element."""
    return (isinstance(row, dict) and set(row) == {"id", "element"} and type(row["id"]) is int
            and row["id"] >= 0)


def is_long(array):
    return all(is_entry(row) for row in array)
