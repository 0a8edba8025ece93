"""Reads scenarios: hand-written tests of rules, played by the model and by each player.

Tests/Scenarios/README.md describes the format. This module turns a scenario into a case as the players read it, and
compares the scenario's expectations with a trace.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

import yaml

from effects import members
from operators import NAMES
from play.compare import text
from play.profiles import COMMANDS, OPS
from rules.values import MISSING, parse, resolve

FOLDER = Path(__file__).resolve().parents[2] / "Scenarios"
RULES = re.compile(r"[A-Z][0-9]+")
TIME = re.compile(r"([0-9]+)(ns|us|ms|s)")
UNITS = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9}
# Commands of one store, which a step selects with "store"; 0 is omitted.
OF_STORE = ("send", "present", "dismiss", "presented", "save_id", "dismiss_id", "write_binding",
            "write_path", "get", "valid", "scope", "scope_element", "free_view", "observe", "derive", "list_rows",)
ALONE = ("idle", "dispatch", "snapshot", "free_store", "moment", "awaited", "hold_requests")  # commands without arguments
MOVES = ("advance", "suspend", "set_date")  # commands with a time
TIMED = ("after", "at", "every")  # effects whose next member is a time; effects around another one declare it in their files
DEFAULTS: dict[str, dict[str, Any]] = {
    "for_each": {"id_key": "id"},
    **dict.fromkeys(("if_let", "if_case_let", "presentation", "presentation_destination"), {"options": None}),
}
PARTS = ("parent", "base", "child")
# The allowed members of "see", and the event that each lists, without the event's name.
LISTS = {"ran": "ran", "told": "told", "started": "started", "cancelled": "cancelled",
         "changed": "changed", "written": "written", "left": "left", "caught": "caught", "asked": "asked",
         "counted": "counted", "computed": "computed", "served": "served", "wrote": "wrote", "issues": "issue",
         "answers": "answer"}
UNEXPECTED = ("wrote", "issues")  # events that must not come unless a step names them
AFTER = ("state", "effects", "tasks", "views", "takes")
PLAYERS = ("c", "swift")
SEED = {"presentation": "presentation_destination"}  # the seed dialect's operators for the modern ones


class Mistake(Exception):
    """A scenario that cannot be read: the place and the expected form."""


@dataclass
class Scenario:
    file: Path
    rules: list[str]
    promise: str
    players: list[str]
    case: dict[str, Any]
    is_both: bool = False  # for both dialects
    status: str = "KMK_OK"  # of making the store
    sees: list[dict[str, Any]] = field(default_factory=list)  # one per step

    is_seed: bool = False

    @property
    def title(self) -> str:
        return f"{self.name} ({', '.join(self.rules)}){', in the seed dialect' * self.is_seed}"

    @property
    def name(self) -> str:
        return self.file.stem


def all_scenarios(names: list[str] | None = None) -> Iterator[Scenario]:
    """The scenarios of the folder; only some names or rules, if any are given."""
    for file in sorted(FOLDER.rglob("*.yaml")):
        for scenario in read(file):
            if not names or set(names) & {scenario.name, *scenario.rules}:
                yield scenario


def read(file: Path) -> list[Scenario]:
    """A file's scenario, in each of its dialects."""
    try:
        given = yaml.safe_load(file.read_text())
        scenarios = [made(file, given)]
        if scenarios[0].is_both:
            scenarios.append(made(file, given, SEED))
        return scenarios
    except yaml.YAMLError as error:
        raise Mistake(f"{file.name}: no YAML: {error}") from None
    except Mistake as mistake:
        raise Mistake(f"{file.name}: {mistake}") from None


def made(file: Path, given: Any, dialect: dict[str, str] = {}) -> Scenario:
    """`dialect`: the operators that replace others."""
    must_be(given, dict, "the scenario", "a mapping")
    known = ("rules", "promise", "players", "dialects", "feature", "state", "shared", "refused", "steps")
    for name in given:
        if name not in known:
            raise Mistake(f'"{name}" is none of {", ".join(known)}')
    for name in ("rules", "promise", "feature", "steps"):
        if name not in given and not (name == "steps" and "refused" in given):
            raise Mistake(f'"{name}" is missing')
    rules = str(given["rules"]).replace(",", " ").split()
    if not rules or not all(RULES.fullmatch(rule) for rule in rules):
        raise Mistake('"rules" are ids such as P11, with commas between them')
    players = given.get("players", list(PLAYERS))
    if not isinstance(players, list) or not set(players) <= set(PLAYERS):
        raise Mistake(f'"players" is a list of {" and ".join(PLAYERS)}')
    if given.get("dialects", "both") != "both":
        raise Mistake('"dialects" says "both", or is missing')
    case = {"feature": reducer(given["feature"], "feature", dialect), "state": given.get("state", {}),
            "steps": []}
    if "shared" in given:
        case["shared"] = given["shared"]
    scenario = Scenario(file, rules, given["promise"], players, case, "dialects" in given)
    scenario.is_seed = bool(dialect)
    scenario.status = given.get("refused", "KMK_OK")
    steps = given.get("steps", [])
    must_be(steps, list, "steps", "a list")
    for number, step in enumerate(steps):
        where = f"step {number}"
        must_be(step, dict, where, "a mapping")
        see = seen_words(step.get("see") or {}, where)
        scenario.sees.append(see)
        words = {name: value for name, value in step.items() if name not in ("see", "store")}
        case["steps"].append({"do": command(words, step.get("store", 0), where),
                              "ids": list(see.get("ids") or {})})
    return scenario


def must_be(value: Any, kind: type, where: str, word: str) -> None:
    if not isinstance(value, kind):
        raise Mistake(f"{where}: expected {word}, found {value!r}")


# MARK: Features


def reducer(given: Any, where: str, dialect: dict[str, str] = {}) -> dict[str, Any]:
    """An operator by its name, with its members and its inner reducers."""
    must_be(given, dict, where, "an operator")
    operators = {*OPS, *NAMES, "base", "self"}
    names = [name for name in given if name in operators and name not in PARTS] or [
        name for name in given if name == "base"]
    if len(names) != 1:
        raise Mistake(f"{where}: expected one operator, found {', '.join(map(str, given)) or 'none'}")
    op, own = names[0], given[names[0]]
    node: dict[str, Any] = {"op": dialect.get(op, op), **DEFAULTS.get(op, {})}
    if op == "base":
        answers = given.get("answers") or {}
        pairs = answers.items() if isinstance(answers, dict) else answers
        node |= {"n": own, "answers": [[path, script(value)] for path, value in pairs]}
        return node
    if op == "combine":
        node["of"] = [reducer(inner, f"{where}.combine", dialect) for inner in own]
        return node
    if isinstance(own, dict):
        node |= own
    elif own is not None:
        node["name"] = own
    for name, value in given.items():
        if name == "of" or name in PARTS:
            node[name] = reducer(value, f"{where}.{name}", dialect)
        elif name == "choices":
            node[name] = [[value, reducer(inner, f"{where}.choices", dialect)] for value, inner in value]
        elif name != op:
            node[name] = value
    if "script" in node:
        node["script"] = script(node["script"])
    return node


def script(given: Any) -> Any:
    """A script; a list stands for its writes."""
    if isinstance(given, list):
        return {"writes": given}
    if not isinstance(given, dict):
        raise Mistake(f"expected a script: writes, calls and effect; found {given!r}")
    made = dict(given)
    if "effect" in made:
        made["effect"] = effect(made["effect"])
    return made


def effect(given: Any) -> Any:
    """An effect with its times in nanoseconds."""
    if not isinstance(given, list) or not given:
        return given
    made = [effect(part) if isinstance(part, list) else part for part in given]
    if made[0] == "start" and len(made) == 2:
        made.append([])  # no commands
    for place, kind in enumerate(("time",) if made[0] in TIMED else members(made[0]), 1):
        if kind == "time" and len(made) > place:
            made[place] = nanoseconds(made[place])
    return made


def nanoseconds(given: Any) -> Any:
    if isinstance(given, str) and (found := TIME.fullmatch(given)):
        return int(found[1]) * UNITS[found[2]]
    if isinstance(given, int):
        return given
    raise Mistake(f"expected a time such as 250ms; found {given!r}")


# MARK: Steps


def command(words: dict[str, Any], store: int, where: str) -> list[Any]:
    if len(words) != 1:
        raise Mistake(f"{where}: expected one command, found {', '.join(words) or 'none'}")
    name, given = next(iter(words.items()))
    if name == "do":
        return ["send", store, {"do": script(given)}]
    if name not in COMMANDS:
        raise Mistake(f'{where}: there is no command "{name}"')
    if name in ALONE:
        return [name]
    if name in MOVES:
        return [name, nanoseconds(given)]
    if name == "replace_reducer":
        return [name, reducer(given, where)]
    given = given if isinstance(given, list) else [given]
    if name in ("send", "post", "send_task"):
        given = [action(part) for part in given]
    return [name, store, *given] if name in OF_STORE else [name, *given]


def action(given: Any) -> Any:
    """An action, with its scripts read. Any other value stays unchanged: an action may be invalid."""
    if isinstance(given, dict):
        return {name: script(value) if name == "do" and is_script(value) else action(value)
                for name, value in given.items()}
    if isinstance(given, list):
        return [action(part) for part in given]
    return given


def is_script(given: Any) -> bool:
    if isinstance(given, dict):
        return True
    return bool(given) and isinstance(given, list) and all(isinstance(part, list) for part in given)


# MARK: Expectations


def seen_words(given: Any, where: str) -> dict[str, Any]:
    must_be(given, dict, f"{where}, see", "a mapping")
    known = (*AFTER, *LISTS, "requests", "at", "ids", "answer")
    for name in given:
        if name not in known:
            raise Mistake(f'{where}, see: "{name}" is none of {", ".join(known)}')
    return given


def misses(
    scenario: Scenario, trace: dict[str, Any], are_issues_typed: bool = False
) -> Iterator[str]:
    """The differences between a trace and the scenario. Typed features report an issue without its place."""
    if trace["made"] != scenario.status:
        yield f"the store, expected {scenario.status}, came {trace['made']}"
        return
    numbers = Numbers()
    for number, see in enumerate(scenario.sees):
        if are_issues_typed and "issues" in see:
            codes = [issue[0] if isinstance(issue, list) else issue for issue in see["issues"]]
            see = {**see, "issues": codes}
        for what, expected, came in seen(see, trace["steps"][number]):
            if what == "ids":
                came = [numbers.number(*pair) for pair in zip(expected, came)]
            if what == "told":
                came = [numbers.told(*pair) for pair in zip_longest(expected, came) if pair[1] is not None]
            if text(expected) != text(came):
                yield f"step {number}, {what}\n  expected {text(expected)}\n  came     {text(came)}"
    if ["live", 0] not in trace["steps"][-1]:
        yield f"the end left objects behind: {trace['steps'][-1]}"


class Numbers:
    """The numbers that a scenario gives to presentations, whatever their ids are: one for each."""

    def __init__(self) -> None:
        self.numbers: dict[str, int | str] = {}

    def number(self, expected: Any, id: str | None) -> Any:
        """The number of an id: a new id gets the expected number, unless another id has it. An id that an action
        supplied is its own number."""
        if id is None or not isinstance(expected, int):
            return id and self.numbers.setdefault(id, id)
        taken = expected in self.numbers.values()
        return self.numbers.setdefault(id, -1 if taken else expected)

    def told(self, expected: Any, came: Any) -> Any:
        """An observer's event, with the number of its presentation."""
        if not isinstance(expected, list) or not isinstance(came, list) or len(came) < 3:
            return came
        is_presentation = came[1] in ("present", "update", "dismiss")
        return [*came[:2], self.number(expected[2], came[2]), *came[3:]] if is_presentation else came


def seen(see: dict[str, Any], events: list[Any]) -> Iterator[tuple[str, Any, Any]]:
    """Pairs of an expected and a received value of a step."""
    computed = certain(see.get("computed", []), events)
    events = [event[1:] if event[0] == "?" else event for event in events]
    after = events[-1][1]
    for name in AFTER:
        if name in see:
            yield name, see[name], after[name]
    if "requests" in see:
        yield "requests", see["requests"], named_members(see["requests"], after["requests"])
    if "ids" in see:
        yield "ids", list(see["ids"].values()), after["ids"]
    for pointer, value in (see.get("at") or {}).items():
        yield f"state at {pointer}", value, resolved(after["state"], pointer)
    for name, event in LISTS.items():
        came = [listed(name, each) for each in events if each[0] == event]
        if name == "computed":
            came = computed
        if name == "wrote":
            came = [each for each in came if each != "KMK_OK"]
        if name in see or name in UNEXPECTED:
            yield name, see.get(name, []), shortened(came, see.get(name, []))
    answers = [event[2:] for event in events if event[0] == "answer"]
    if "answer" in see:
        expected = see["answer"] if isinstance(see["answer"], list) else [see["answer"]]
        yield "answer", expected, answers[-1][: len(expected)] if answers else None
    elif "answers" not in see and any(answer[0] != "KMK_OK" for answer in answers):
        yield "answer", ["KMK_OK"], answers[-1]


def named_members(expected: list[Any], came: Any) -> Any:
    """The requests in flight, each with the members that the scenario names."""
    return [{name: one.get(name) for name in expected[number]} if number < len(expected) else one
            for number, one in enumerate(came or ())]


def certain(expected: list[Any], events: list[Any]) -> list[Any]:
    """The derived values that were computed. The model leaves some of them open: those count if they are expected."""
    came: list[Any] = []
    for event in events:
        if event[0] == "computed" or event[:2] == ["?", "computed"] and expected[len(came) :][:1] == event[2:]:
            came.append(event[-1])
    return came


def listed(name: str, event: list[Any]) -> Any:
    """An event as a scenario lists it: a single member without its list."""
    parts = event[2:] if name == "started" else event[1:]
    return parts[0] if len(parts) == 1 else parts


def shortened(came: list[Any], expected: list[Any]) -> list[Any]:
    """Events cut to the number of members that the scenario names for each."""
    made = []
    for number, event in enumerate(came):
        wanted = expected[number] if number < len(expected) else None
        if isinstance(event, list):
            event = event[: len(wanted)] if isinstance(wanted, list) else event[0]
        made.append(event)
    return made


def resolved(state: Any, pointer: str) -> Any:
    found = resolve(state, parse(pointer))
    return None if found is MISSING else found


# MARK: Writing


def template(rule: str, title: str) -> str:
    """The start of a scenario for a rule."""
    return f"""rules: {rule}
promise: {title}.

feature:
  presentation: {{at: /sheet, case: sheet}}
  parent: {{base: 1}}
  child:
    base: 2
    answers:
      increment: [[add, /count, 1]]
state: {{sheet: {{count: 0}}}}

steps:
- send: {{sheet: {{presented: increment}}}}
  see: {{ran: [2, 1], state: {{sheet: {{count: 1}}}}}}
"""


def can_be_written(case: dict[str, Any], profile: str) -> bool:
    """Whether a scenario can express a case: the case must need one process and one language."""
    return profile in PLAYERS and all(step["do"][:1] != ["new_process"] for step in case["steps"])


def written(case: dict[str, Any], expected: dict[str, Any], profile: str = "c") -> str:
    """A scenario of a case, with everything that the model expects from a profile's player."""
    made = {"rules": "?", "promise": case.get("why", "?"), "players": [profile], "feature": words_of(case["feature"]),
            "state": case["state"]}
    if "shared" in case:
        made["shared"] = case["shared"]
    if expected["made"] != "KMK_OK":
        made["refused"] = expected["made"]
    made["steps"] = [
        {**step_words(step["do"]), "see": all_seen(events, step["ids"])}
        for step, events in zip(case["steps"], expected["steps"])]
    return yaml.safe_dump(made, sort_keys=False, allow_unicode=True, width=112)


def words_of(node: dict[str, Any]) -> dict[str, Any]:
    """A feature as a scenario writes it."""
    if node["op"] == "base":
        answers: Any = node.get("answers") or []
        if len({path for path, _ in answers}) == len(answers):
            answers = dict(answers)
        return {"base": node["n"], **({"answers": answers} if answers else {})}
    if node["op"] == "combine":
        return {"combine": [words_of(inner) for inner in node["of"]]}
    defaults = DEFAULTS.get(node["op"], {})
    made: dict[str, Any] = {node["op"]: {
        name: value for name, value in node.items()
        if name not in ("op", "of", "choices", *PARTS)
        and not (name in defaults and value == defaults[name])}}
    for name, value in node.items():
        if name == "of" or name in PARTS:
            made[name] = words_of(value)
        elif name == "choices":
            made[name] = [[choice, words_of(inner)] for choice, inner in value]
    return made


def step_words(command: list[Any]) -> dict[str, Any]:
    name, *given = command
    store = given.pop(0) if name in OF_STORE else 0
    if name == "replace_reducer":
        return {name: words_of(given[0])}
    made = {name: None if name in ALONE else given[0] if name in MOVES else given}
    return {**made, **({"store": store} if store else {})}


def all_seen(events: list[Any], pointers: list[str]) -> dict[str, Any]:
    """A scenario's expectations of a step's events and of the ids at some pointers."""
    open_kinds = {event[1] for event in events if event[0] == "?"}
    events = [event[1:] if event[0] == "?" else event for event in events]
    after = events[-1][1]
    made = {name: after[name] for name in ("state", "effects")}
    if after.get("requests"):
        made["requests"] = after["requests"]
    if pointers:
        made["ids"] = dict(zip(pointers, after["ids"]))
    for name, event in LISTS.items():
        came = [listed(name, each) for each in events if each[0] == event]
        if name == "computed" and name in open_kinds:
            continue
        if name == "wrote":
            came = [each for each in came if each != "KMK_OK"]
        if came and (name != "answers" or any(each[1] != "KMK_OK" for each in came)):
            made[name] = came
    return made
