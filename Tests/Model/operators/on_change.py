"""{"op": "on_change", "base": R, "at": POINTER, "n": N, "script": SCRIPT}"""

from play.c_program import is_number
from play.c_text import Call
from play.levels import places
from play.swift_scripts import step as script_number
from play.swift_steps import reading
from play.swift_types import keys
from rules.values import MISSING, clone, parse, resolve, same

WEIGHT = 3
PLAYED_BY = ("c", "mixed", "swift")
HAS_SCRIPT = True


def run(step, reducer, at, action, dependencies):
    """A23, A24."""
    store = step.store
    place = at.keys + parse(reducer["at"])
    old = clone(resolve(store.state, place))
    result = step.run(reducer.at("base"), at, action, dependencies)
    new = resolve(store.state, place)
    if reducer["is_typed"]:
        # Null and nothing are one value there.
        old, new = (None if value is MISSING else value for value in (old, new))
    if same(old, new):
        return result
    store.say("changed", reducer["n"], None if old is MISSING else old,
              None if new is MISSING else clone(new), clone(action),
              clone(resolve(store.state, at.keys)))
    effect = step.perform(reducer["script"], at, dependencies)
    return result + step.returned([effect], at)


def fits(maker, level):
    return True


def draw(maker, level, reducer):
    at = maker.dice.pick([pointer for pointer, _ in places(level.shape)] or [""])
    return maker.answering("on_change", level, reducer, at)


def in_c(features, r):
    number = r.get("n") if is_number(r.get("n")) else 0
    script = features.scripts.script(r.get("script"))
    parameters = [
        "kmk_state *state", "const json_t *old_value", "const json_t *new_value",
        "const json_t *action", "kmk_env *env", "void *data",
    ]  # fmt: skip
    body = [
        f'  say("change {number} from", old_value);',
        '  say("      to", new_value);',
        f"  return {script}(state, env);",
    ]
    name = features.answer(f"changed_{number}", parameters, body)
    return Call("kmk_on_change", [features.base(r), *features.texts(r, "at"), name, "NULL", "NULL"])


def in_swift(printer, feature, level):
    base = printer.reducer(feature.get("base"), level)
    read = reading(level, keys(feature.get("at")), "$0")
    number = script_number(level, feature.get("script"))
    return "\n".join([
        f"  {base}.onChange(of: {{ {read} }}) {{ old, new in",
        f"    Reduce<{level.name}, {level.action}> {{ state, _ in",
        f'      seen("changed {feature.get("n")}: \\(old), \\(new)")',
        f"      return perform({number}, &state)", "    }", "  }",
    ])
