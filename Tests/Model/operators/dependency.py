"""{"op": "dependency", "base": R, "key": NAME, "value": VALUE}"""

import json

from play.c_text import Call, json_of
from play.swift_types import text, value

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
    # Some set what the library itself asks for, where they have the form for that.
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


def in_c(features, r):
    base, key = features.base(r), features.texts(r, "key")
    if "value" not in r:
        return Call("kmk_dependency", [base, *key, "NULL"])
    return Call("given", [base, *key, json_of(r["value"])])


def in_swift(printer, feature, level):
    base = printer.reducer(feature.get("base"), level)
    if feature.get("key") == "uuid" and feature.get("value") == "incrementing":
        base += ".dependency(\\.uuid, .incrementing)"  # made once
    return f"  {base}.transformDependency(\\.self) {{ {known(feature)} }}"


def known(feature):
    """What sets a dependency."""
    key, given = feature.get("key"), feature.get("value")
    named = f"$0.named[{text(key)}] = {value(given)}"
    if key == "isPresented" and isinstance(given, bool):
        return f"{named}; $0.isPresented = {json.dumps(given)}"
    if key == "date" and isinstance(given, int):
        return f"{named}; $0.date = .constant({given})"
    return named
