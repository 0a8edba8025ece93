"""Random reducers with shapes and cases, and states and actions that match them, or nearly match."""

NAMES = ["a", "b", "c", "d", "e"]
SCALARS = {
    "integer": lambda dice: dice.choice([0, -1, 7, 2**40]),
    "unsigned": lambda dice: dice.choice([0, 3, 2**40]),
    "number": lambda dice: dice.choice([0, -2, 1.5]),
    "text": lambda dice: dice.choice(["", "a", "x"]),
    "boolean": lambda dice: dice.random() < 0.5,
}


class Kind:
    """A type in the language of shapes: its text, and a function that makes values of it."""

    def __init__(self, text, value, is_optional=False):
        self.text, self.value, self.is_optional = text, value, is_optional


class Kinds:
    """Random types. With `named`, also named types, whose definitions come first in the text."""

    def __init__(self, dice, named=True, defaults=True):
        self.dice, self.defaults = dice, defaults
        self.names, self.definitions = {}, []
        self.takes_names = named
        self.levels = 0

    def kind(self, depth):
        dice = self.dice
        choices = ["scalar", "scalar", "any"]
        if depth > 0:
            choices += ["array", "map", "object", "object", "cases", "cases"]
            choices += ["named"] if self.takes_names else []
        kind = getattr(self, dice.choice(choices))(depth)
        if dice.random() < 0.25:
            return Kind(kind.text + "?", lambda: None if dice.random() < 0.3 else kind.value(), True)
        return kind

    def scalar(self, _depth):
        name = self.dice.choice(sorted(SCALARS))
        return Kind(name, lambda: SCALARS[name](self.dice))

    def any(self, _depth):
        return Kind("any", lambda: anything(self.dice, 2))

    def array(self, depth):
        inner = self.kind(depth - 1)
        return Kind(f"[{inner.text}]",
                    lambda: [inner.value() for _ in range(self.dice.randrange(3))])

    def map(self, depth):
        inner = self.kind(depth - 1)
        return Kind(f"[text: {inner.text}]",
                    lambda: {name: inner.value() for name in self.some(2)})

    def object(self, depth):
        dice = self.dice
        members = [(name, self.kind(depth - 1)) for name in self.some(3)]
        texts = []
        for name, kind in members:
            text = f"{name}: {kind.text}"
            if self.defaults and kind.text in SCALARS and dice.random() < 0.3:
                text += " = " + json_text(kind.value())
                kind.is_optional = True
            texts.append(text)
        only = "only " if dice.random() < 0.4 else ""

        def value():
            found = {name: kind.value() for name, kind in members
                     if not kind.is_optional or dice.random() < 0.6}
            if not only and dice.random() < 0.2:
                found[dice.choice(NAMES + ["z"])] = found.get("a", anything(dice, 1))
            return found

        return Kind(f"{only}{{{', '.join(texts)}}}", value)

    def cases(self, depth):
        dice = self.dice
        known = [(name, self.kind(depth - 1) if dice.random() < 0.6 else None)
                 for name in self.some(3) or ["a"]]
        texts = [name if kind is None else f"{name}: {kind.text}" for name, kind in known]

        def value():
            name, kind = dice.choice(known)
            if kind is None:
                return dice.choice([name, {name: None}, {name: {}}])
            return {name: kind.value()}

        return Kind(f"({' | '.join(texts)})", value)

    def named(self, depth):
        name = self.dice.choice(["T", "U"])
        if name not in self.names:
            self.names[name] = None
            found = self.object(depth - 1)
            self.names[name] = found
            self.definitions.append(f"{name} = {found.text}; ")
        return Kind(name, lambda: self.inside(name))

    def inside(self, name):
        """A value of a named type, which may contain itself."""
        if self.levels > 3 or self.names[name] is None:
            return {}
        self.levels += 1
        try:
            return self.names[name].value()
        finally:
            self.levels -= 1

    def some(self, most):
        return self.dice.sample(NAMES, self.dice.randrange(most + 1))

    def text(self, kind):
        return "".join(self.definitions) + kind.text


def json_text(value):
    import json

    return json.dumps(value)


def anything(dice, depth):
    kinds = ["null", "true", "number", "real", "text"] + (["array", "object"] * 2 if depth else [])
    kind = dice.choice(kinds)
    if kind == "array":
        return [anything(dice, depth - 1) for _ in range(dice.randrange(3))]
    if kind == "object":
        return {name: anything(dice, depth - 1)
                for name in dice.sample(NAMES + ["id", "element"], dice.randrange(3))}
    return {"null": None, "true": True, "number": dice.choice([0, -1, 5]), "real": 0.5,
            "text": dice.choice(NAMES + [""])}[kind]


def bent(dice, value):
    """A value with one place changed."""
    places = list(inside(value, ()))
    place = dice.choice(places)
    how = dice.random()
    if place and how < 0.3:
        return changed(value, place, lambda old: None, remove=True)
    if how < 0.6:
        return changed(value, place, lambda old: anything(dice, 2))

    def more(old):
        if isinstance(old, dict):
            return {**old, dice.choice(NAMES + ["id", "element", "z"]): anything(dice, 1)}
        if isinstance(old, list):
            return old + [old[0] if old and dice.random() < 0.5 else anything(dice, 1)]
        return {dice.choice(NAMES): old}

    return changed(value, place, more)


def inside(value, place):
    yield place
    entries = value.items() if isinstance(value, dict) else (
        enumerate(value) if isinstance(value, list) else ())
    for key, inner in entries:
        yield from inside(inner, place + (key,))


def changed(value, place, change, remove=False):
    if not place:
        return change(value)
    copy = dict(value) if isinstance(value, dict) else list(value)
    if remove and len(place) == 1:
        del copy[place[0]]
    else:
        copy[place[0]] = changed(copy[place[0]], place[1:], change, remove)
    return copy


class Reducers:
    """Random reducers: each has a description, a function that makes states, and a function that makes actions."""

    def __init__(self, dice):
        self.dice = dice

    def reducer(self, depth):
        dice = self.dice
        node, state, action = {"op": "base"}, (lambda: self.shaped_state()), (lambda: self.case())
        shape = None
        if dice.random() < 0.7:
            kinds = Kinds(dice)
            kind = kinds.object(2) if depth and dice.random() < 0.7 else kinds.kind(3)
            shape, state = kinds.text(kind), kind.value
        for _ in range(dice.randrange(3) if depth else 0):
            node, state, action = self.operator(depth, node, state, action)
        if shape is not None:
            node = {"op": "shape", "shape": shape, "of": node}
        if dice.random() < 0.4:
            node, action = self.knowing(node, action)
        if dice.random() < 0.1:
            own = action
            node = {"op": "undoable", "of": node}
            action = lambda: dice.choice(["undo", "redo", {"undo": None}]) if dice.random() < 0.3 else own()
        return node, state, action

    def shaped_state(self):
        return {name: anything(self.dice, 1) for name in self.dice.sample(NAMES, 2)}

    def case(self):
        dice = self.dice
        return dice.choice([dice.choice(NAMES), {dice.choice(NAMES): anything(dice, 1)}])

    def knowing(self, node, action):
        """The node with declared cases around it, and its actions, which include the declared cases."""
        dice = self.dice
        found = {}
        for name in dice.sample(NAMES, dice.randrange(1, 5)):
            kind = Kinds(dice, named=False, defaults=False).kind(1) if dice.random() < 0.6 else None
            found[name] = kind
        if dice.random() < 0.6:
            found.update({name: Kind("any", lambda: anything(dice, 1)) for name in NAMES[:3]})
        cases = [[name, kind and kind.text] for name, kind in found.items()]

        def one():
            if dice.random() < 0.5:
                return action()
            name = dice.choice(list(found))
            if found[name] is None:
                return dice.choice([name, {name: None}, {name: {}}])
            return {name: found[name].value()}

        return {"op": "cases", "cases": cases, "of": node}, one

    def operator(self, depth, node, state, action):
        dice = self.dice
        op = dice.choice(["scope", "scope_case", "if_let", "if_case_let", "presentation",
                          "presentation_destination", "for_each", "stack",
                          "navigation_destination", "binding", "combine"])
        name, key = dice.choice(NAMES), dice.choice(NAMES)
        if op == "combine":
            other, other_state, other_action = self.reducer(depth - 1)
            return ({"op": "combine", "of": [node, other]},
                    lambda: dice.choice([state, other_state])(),
                    lambda: dice.choice([action, other_action])())
        if op == "binding":
            fields = [[f"/{each}", Kinds(dice, named=False, defaults=False).kind(1)]
                      for each in dice.sample(NAMES, 2)]

            def write():
                pointer, kind = dice.choice(fields)
                return {name: {"path": pointer, "value": kind.value()}}

            made = {"op": "binding", "case": name,
                    "fields": [[pointer, kind.text] for pointer, kind in fields]}
            return ({"op": "combine", "of": [node, made]}, state,
                    lambda: write() if dice.random() < 0.5 else action())
        child, child_state, child_action = self.reducer(depth - 1)
        is_case = op in ("scope_case", "if_case_let")
        made = {"op": op, "at": key if is_case else f"/{key}", "case": name, "child": child}
        if op in ("scope", "scope_case"):
            made = {"op": "combine", "of": [made, node]}
        else:
            made.update(parent=node, is_enum=dice.random() < 0.15)

        def inner_state():
            if op == "for_each":
                return [{"id": each, **(value if isinstance(value := child_state(), dict) else {})}
                        for each in range(dice.randrange(3))]
            if op in ("stack", "navigation_destination"):
                elements = [child_state() for _ in range(dice.randrange(3))]
                if dice.random() < 0.5:
                    return elements
                return [{"id": index, "element": each} for index, each in enumerate(elements)]
            return None if dice.random() < 0.2 else child_state()

        def whole_state():
            if is_case and dice.random() < 0.6:
                return dice.choice([key, {key: inner_state()}])
            value = state()
            return {**value, key: inner_state()} if isinstance(value, dict) else value

        def whole_action():
            if dice.random() < 0.4:
                return action()
            return {name: self.wrapped(op, child_action, child_state)}

        return made, whole_state, whole_action

    def wrapped(self, op, action, state):
        dice = self.dice
        number = dice.randrange(3)
        if op in ("presentation", "presentation_destination"):
            return dice.choice([
                "dismiss", {"dismiss": None}, {"presented": action()}, "present",
                {"present": {"id": "x", "state": state()}}, {"present": {"state": state()}}])
        if op == "for_each":
            return {"element": {"id": number, "action": action()}}
        if op in ("stack", "navigation_destination"):
            return dice.choice([
                {"element": {"id": number, "action": action()}}, {"push": {"state": state()}},
                {"push": {"id": 5, "state": state()}}, {"popFrom": {"id": number}},
                {"dismiss": {"id": number}}, {"setPath": [state()]},
                {"setPath": [{"id": 7, "element": state()}]}])
        return action()


def sample(dice, states=8, actions=8):
    """A line of input for the taker."""
    node, state, action = Reducers(dice).reducer(2)
    return {
        "reducer": node,
        "states": [found if index == 0 or dice.random() < 0.4 else bent(dice, found)
                   for index, found in ((index, state()) for index in range(states))],
        "actions": [found if dice.random() < 0.5 else bent(dice, found)
                    for found in (action() for _ in range(actions))],
    }
