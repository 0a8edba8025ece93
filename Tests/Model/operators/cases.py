"""{"op": "cases", "base": R, "cases": [[NAME, PAYLOAD or null], ...]}; "private NAME" for a private case"""

WEIGHT = 2
PLAYED_BY = ("c", "mixed")
HAS_SCRIPT = False


def run(step, reducer, at, action, dependencies):
    return step.run(reducer.at("base"), at, action, dependencies)


def fits(maker, level):
    return True


def draw(maker, level, reducer):
    known = {"do": "any"}
    for case in [o.case for o in level.operators] + [case for case, _ in level.bindings]:
        if maker.dice.chance(0.95):
            known[case.split(".")[0]] = "any"
    for names in level.undos:
        known |= {name: None for name in names if name and maker.dice.chance(0.97)}
    known[maker.dice.pick(("rename", "move", "ping"))] = maker.dice.pick(
        ("text", "from: integer, to: integer?", None, "unsigned", "number?"))
    private = {name for name in known if maker.dice.chance(0.12)}
    level.private += [(name, payload is not None) for name, payload in known.items() if name in private]
    return {"op": "cases", "base": reducer,
            "cases": [["private " * (n in private) + n, p] for n, p in known.items()]}
