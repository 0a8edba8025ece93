"""Random actions and scripts.

An action carries the script that it performs, so its consequences end: a script contains its own consequences. Scripts
that run repeatedly (answers, on_change, timers) cannot trigger themselves: see Mode.
"""

from collections.abc import Callable
from typing import Any

from operators.indexed import asked
from play.commands import CommandMaker
from play.dice import Dice
from play.effects import ANSWER, SENT, EffectMaker, Mode
from play.levels import Level, Operator, places
from play.profiles import C, Profile
from play.routes import PRESENTING, STACKS, child_state, in_case, inner_shape
from play.shapes import ANYTHING, SPELLINGS, Scalar
from play.writes import WriteMaker

SPOILED = ("dismis", "presentd", "elemen", "pus", "", "a.b", "presented", "element", "dismiss")


class ScriptMaker(EffectMaker):
    def __init__(self, dice: Dice, profile: Profile) -> None:
        self.dice, self.profile = dice, profile
        self.writes = WriteMaker(dice)
        self.values = self.writes.values
        self.commands = CommandMaker(self, dice)
        self.levels: list[Level] = []
        self.plain = ANSWER
        self.feature: Any = None
        self.another: Callable[[], tuple[Any, Level]] = lambda: (self.feature, self.levels[0])
        self.started = 0

    # ------------------------------------------------------------ actions

    def sent(self, level: Level, state: Any, mode: Mode = SENT, depth: int = 2) -> Any:
        """An action from outside; it may be invalid."""
        action = self.action(level, state, mode, depth)
        if self.dice.chance(self.profile.misfits) and not self.is_typed(level):
            return self.spoiled(action)
        return action

    def is_typed(self, level: Level) -> bool:
        """Whether an action for a level might reach a reducer that accepts only matching actions."""
        return level.profile is not C and (
            level.profile.steps_must_fit or level.profile.swift_children > 0)

    def action(self, level: Level, state: Any, mode: Mode, depth: int) -> Any:
        dice = self.dice
        # A level without a base ignores its actions.
        if not mode.anywhere or not level.operators or dice.chance(0.42 if level.bases else 0.05):
            return self.own(level, state, mode, depth)
        operator, below = None, None
        for _ in range(4):
            operator = dice.pick(level.operators)
            below = child_state(operator, state)
            if below not in (None, []):
                break
        is_there = below not in (None, []) or operator.kind == "presentation_destination"
        if not is_there and dice.chance(0.75):
            return self.own(level, state, mode, depth)
        return in_case(operator.case, self.for_child(operator, below, mode, depth))

    def own(self, level: Level, state: Any, mode: Mode, depth: int) -> Any:
        dice = self.dice
        if mode.anywhere and level.undos and dice.chance(0.5):
            names = dice.pick(level.undos)
            if dice.chance(level.profile.misfits * 0.3):
                return {names[0]: dice.pick(ANYTHING)}
            if dice.chance(0.15):
                return {dice.pick(names[:2]): dice.pick(({"steps": 2}, {"to": dice.below(4)}, {"to": 0}, {"steps": 1}))}
            return dice.pick((names[0], names[0], names[0], names[1], names[1], names[1], names[0],
                              names[2])) if dice.chance(0.4) else dice.pick(names[:2])
        if mode.anywhere and level.bindings and dice.chance(0.3):
            return self.binding(level)
        if mode.anywhere and level.profile.misfits and dice.chance(0.03):
            return dice.pick(("ping", {"ping": 1}, {"rename": "x"}, {"move": {"from": 0, "to": 1}}))
        return {"do": self.script(level, state, mode, depth)}

    def binding(self, level: Level) -> Any:
        case, fields = self.dice.pick(level.bindings)
        if not fields:
            return {case: {"path": "/n", "value": 1}}
        pointer, kind = self.dice.pick(fields)
        value: Any = self.dice.below(4)
        shape = dict(places(level.shape)).get(pointer)
        if shape is not None and not isinstance(shape, Scalar):
            value = self.values.value(shape, 3)
        if kind.startswith("text"):
            value = self.dice.pick(("a", "b", "c"))
        if kind.startswith("boolean"):
            value = True
        if self.dice.chance(level.profile.misfits * 2):
            value = self.dice.pick(ANYTHING)
        if self.dice.chance(level.profile.misfits * 3):
            pointer += self.dice.pick(("", "/x", "x", "/0"))
        return {case: {"path": pointer, "value": value}}

    def for_child(self, operator: Operator, below: Any, mode: Mode, depth: int) -> Any:
        kind, dice, child = operator.kind, self.dice, operator.child
        if kind in PRESENTING:
            if kind == "presentation_destination" and dice.chance(0.5 if below is None else 0.15):
                return self.present(operator)
            if dice.chance(0.2):
                return "dismiss"
            return {"presented": self.action(child, below, mode, depth)}
        if kind == "for_each":
            return self.element(operator, below, mode, depth)
        if kind in STACKS:
            if dice.chance(0.65 if below else 0.2):
                return self.element(operator, below, mode, depth)
            return self.path_action(operator, below)
        return self.action(child, below, mode, depth)

    def present(self, operator: Operator) -> Any:
        dice = self.dice
        if dice.chance(0.2):
            return dice.pick(("present", {"present": {}}, {"present": {"id": "p", "state": None}}))
        form = "any" if operator.child.profile.any_path else "long"
        made: dict[str, Any] = {"state": self.values.formed(form, inner_shape(operator), 3)}
        if dice.chance(0.5):
            is_odd = dice.chance(operator.child.profile.misfits)
            made = {"id": "p\0" if is_odd else dice.pick(("p", "q", *SPELLINGS)), **made}
        return {"present": made}

    def element(self, operator: Operator, below: Any, mode: Mode, depth: int) -> Any:
        """The action of a row, or of an entry of a path; mostly of a present one."""
        items = [item for item in below or () if isinstance(item, dict)] \
            if isinstance(below, list) else []
        unknown = self.dice.pick((0, 1, 3, 9) if operator.kind in STACKS else ("a", 1, "zz"))
        if not items or self.dice.chance(0.06):
            return {"element": {"id": unknown,
                                "action": self.action(operator.child, None, mode, depth)}}
        item = self.dice.pick(items)
        state = item.get("element") if operator.kind in STACKS else item
        id = item.get("id" if operator.kind in STACKS else operator.id_key, unknown)
        return {"element": {"id": id, "action": self.action(operator.child, state, mode, depth)}}

    def path_action(self, operator: Operator, below: Any) -> Any:
        dice, shape = self.dice, operator.shape
        form = "any" if operator.child.profile.any_path else "plain"
        ids = [i["id"] for i in below or () if isinstance(i, dict) and "id" in i] \
            if isinstance(below, list) else []
        known = dice.pick(ids) if ids and dice.chance(0.85) else dice.below(8)
        if operator.kind == "stack":
            if dice.chance(0.4):
                return {"popFrom": {"id": known}}
            made = {"state": self.values.formed(form, inner_shape(operator), 2)}
            has_id = dice.chance(0.5) or not operator.child.profile.push_gives_id
            id = known if dice.chance(0.5) else dice.below(9)
            return {"push": {"id": id, **made} if has_id else made}
        if dice.chance(0.35):
            return {"dismiss": {"id": known}}
        if isinstance(below, list) and below and dice.chance(0.6):
            self.writes.profile = operator.child.profile
            return {"setPath": self.writes.rearranged(shape, below)}
        return {"setPath": self.values.formed(form, shape, 3)}

    def spoiled(self, action: Any) -> Any:
        """An almost valid action: a misspelt name, or an extra, missing or odd member."""
        dice = self.dice
        if not isinstance(action, dict) or not action or dice.chance(0.12):
            return dice.pick(("", 1, None, [], {}, "a.b", True, {"x": 1, "y": 2}, "c0"))
        name = dice.pick(tuple(action))
        inside = action[name]
        if name != "do" and isinstance(inside, dict) and dice.chance(0.65):
            return {**action, name: self.spoiled(inside)}
        how = dice.below(5)
        if how == 0:
            return {(dice.pick(SPOILED) if n == name else n): v for n, v in action.items()}
        if how == 1:
            return {**action, "extra": 1}
        if how == 2:
            return {n: v for n, v in action.items() if n != name}
        return {**action, name: dice.pick(ANYTHING) if how == 3 else dice.pick(SPOILED)}

    # ------------------------------------------------------------ scripts

    def script(self, level: Level, state: Any, mode: Mode, depth: int) -> dict[str, Any]:
        dice, script = self.dice, {}
        if mode.writes and dice.chance(0.7):
            count = dice.weighted({1: 6, 2: 2, 3: 1})
            script["writes"] = self.writes.writes(
                level.profile, level.shape, state, count, not mode.anywhere)
        if mode.writes and level.indexes and dice.chance(0.6):
            writes = script.setdefault("writes", [])
            for _ in range(dice.between(1, 2)):
                writes.insert(dice.below(len(writes) + 1), asked(dice, level))
        if dice.chance(0.12):
            script["calls"] = self.commands.some(
                level, mode, depth - 1, 2, level.profile.not_in_scripts)
            if "write_path" in level.profile.commands and dice.chance(0.1):
                script["calls"].append(self.commands.write_path(mode, depth - 1))
        if level.profile.replies and dice.chance(level.profile.replies):
            script.setdefault("calls", []).append(self.commands.from_inside(mode, depth - 1))
        if depth > 0 and dice.chance(0.6):
            script["effect"] = self.effect(level, state, mode, depth, 3)
        if depth > 0 and mode.anywhere and level.profile.any_path and dice.chance(0.04):
            return self.there_and_back(level, state) or script
        return script

    def there_and_back(self, level: Level, state: Any) -> dict[str, Any] | None:
        """Removes or exchanges a value, and puts it back in a later step of the burst."""
        spot = self.writes.spot_for("remove", level.shape, state, False)
        if not spot.value or spot.pointer == "":
            return None
        self.writes.profile = level.profile
        nothing = [] if isinstance(spot.value, list) else None
        gone = self.dice.pick((nothing, self.writes.near(spot)))
        back = {"do": {"writes": [["set", spot.pointer, spot.value]]}}
        return {"writes": [["set", spot.pointer, gone]], "effect": ["send", back]}
