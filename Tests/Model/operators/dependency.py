"""{"op": "dependency", "base": R, "key": NAME, "value": VALUE}"""

WEIGHT = 3
PLAYED_BY = ("c", "mixed", "swift")
HAS_SCRIPT = False


def run(step, reducer, at, action, dependencies):
    """H1, H2."""
    return step.run(reducer.at("base"), at, action, overridden(reducer, dependencies))


def follow(step, reducer, at, dependencies):
    return step.follow(reducer.at("base"), at, overridden(reducer, dependencies))


def overridden(reducer, dependencies):
    key, given = reducer["key"], reducer["value"]
    inside = dict(dependencies, **{key: given})
    # Some set dependencies that the library itself reads, if the value has the right form.
    if type(given) is {"date": int, "uuid": str, "isPresented": bool}.get(key):
        inside["set " + key] = given
        if key == "uuid":
            inside["counts"] = id(reducer.node)
    return inside


def fits(maker, level):
    return True


def draw(maker, level, reducer):
    key, given = maker.dice.pick(level.profile.dependencies)
    return {"op": "dependency", "base": reducer, "key": key, "value": given}
