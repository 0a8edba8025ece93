"""Makes a case while the model plays it: each step is drawn for the current state."""

import json
import signal
from collections.abc import Callable
from types import FrameType
from typing import Any

from play.commands import CommandMaker
from play.dice import Dice
from play.effects import ANSWER, CHANGE, FOLLOWING, SENT, TIMES
from play.features import FeatureMaker
from play.levels import Level
from play.profiles import PROFILES
from play.routes import PRESENTING, Route, cases_of, child_state, in_case, routes
from play.scripts import ScriptMaker
from play.shapes import (
    ANY_IDS, ANYTHING, SPELLINGS, TEXTS, Optional, Shape, ShapeMaker)
from play.sharing import SHARED

MOST_IDS = 5
NEW_PROCESS = ["new_process"]
PATIENCE = 10  # seconds of CPU time that the model may take for a case


class TooLong(Exception):
    """The model did not finish: the case is useless."""


class Made:
    """A case and the trace that the model expects."""

    def __init__(self, case: dict[str, Any], expected: dict[str, Any], world: Any) -> None:
        self.case, self.expected = case, expected
        self.met = world.met
        self.problem = ""  # a failure of the model itself


class Generator:
    """Draws cases. `make_world` is the model's World; tests bring their own."""

    def __init__(self, make_world: Callable[..., Any], profile: str, leaves: bool = False) -> None:
        self.make_world, self.name, self.profile = make_world, profile, PROFILES[profile]
        self.leaves = leaves  # whether cases continue in another process, from a randomly drawn step

    def case(self, seed: int) -> Made:
        """The case of a seed."""
        dice = Dice(seed)
        shape = ShapeMaker(dice, self.profile.bare_cases).root()
        maker = FeatureMaker(dice, dice.between(2, 8))
        maker.is_shaped = "shape" in self.profile.ops and dice.chance(self.profile.shaped)
        feature, level = maker.feature(shape, self.profile)
        scripts = ScriptMaker(dice, self.profile)
        if self.profile.any_ids:
            scripts.values.row_ids = ANY_IDS
            scripts.values.texts = (*TEXTS, SPELLINGS[1])
        scripts.levels, scripts.feature = maker.levels, feature
        scripts.writes.oddness = 5.0 if maker.is_shaped else 1.0
        scripts.another = lambda: self.another(scripts, shape, maker)
        state = scripts.values.value(shape, 4)
        scripts.commands.look(Route("", "", level, state))
        self.fill(scripts, maker.levels)
        if dice.chance(self.profile.misfits) and isinstance(state, dict):
            state = {**state, dice.pick(tuple(state) or ("n",)): dice.pick(ANYTHING)}
        # A replay begins with the defaults of transient members.
        case = {"feature": feature, "state": without_transient(state), "shared": SHARED, "steps": []}
        with Alarm():
            return self.history(dice, scripts, level, case)

    def another(
        self, scripts: ScriptMaker, shape: Shape, before: FeatureMaker
    ) -> tuple[dict[str, Any], Level]:
        """Another feature over the same state."""
        maker = FeatureMaker(scripts.dice, scripts.dice.between(2, 8))
        maker.number = before.number = before.number + 50
        feature, level = maker.feature(shape, self.profile)
        before.number = maker.number
        scripts.levels = scripts.levels + maker.levels
        self.fill(scripts, maker.levels)
        return feature, level

    def fill(self, scripts: ScriptMaker, levels: list[Level]) -> None:
        """Gives bases their answers, and changes their scripts, once all levels are known."""
        dice = scripts.dice
        for level in levels:
            sample = scripts.values.value(level.shape, 3)
            cases = cases_of(level)
            for base in level.bases:
                for _ in range(dice.below(3)):
                    script = scripts.script(level, sample, ANSWER, 1)
                    base["answers"].append([dice.pick(cases), script])
                if level.operators and dice.chance(0.25):
                    self.answer_by_another(scripts, level, base)
            for change in level.changes:
                # It may write itself: its own writes are not compared again.
                script = change["script"]
                if dice.chance(0.5):
                    script["writes"] = scripts.writes.writes(
                        level.profile, level.shape, sample, 1, True)
                if dice.chance(0.4):
                    script["effect"] = scripts.effect(level, sample, CHANGE, 1, 1)

            for declared in level.following:
                if dice.chance(0.95):
                    mode = FOLLOWING if dice.chance(0.7) else CHANGE
                    effect = scripts.effect(level, sample, mode, 1, 2)
                    if effect and "moment" in self.profile.commands and dice.chance(0.4):
                        effect = scripts.waiting(effect)
                    declared["script"]["effect"] = effect
                    # The rules leave open whether a server's calls come before the action for the end.
                    if dice.chance(0.3) and self.profile.effects.get("ask", 0) <= 10:
                        declared["ended"] = scripts.later(level, sample, mode, 1)

            for operator in level.operators:
                for declared in operator.child.ends:
                    if dice.chance(0.8):
                        declared["script"]["effect"] = scripts.effect(level, sample, CHANGE, 1, 1)

    def answer_by_another(
        self, scripts: ScriptMaker, level: Level, base: dict[str, Any]
    ) -> None:
        """Lets a base respond to a child's action by replacing the child."""
        operator = scripts.dice.pick(level.operators)
        if isinstance(operator.shape, Optional):
            write = ["set", operator.at, scripts.values.value(operator.shape, 3)]
            base["answers"].append([operator.case, {"writes": [write]}])

    def history(
        self, dice: Dice, scripts: ScriptMaker, level: Level, case: dict[str, Any]
    ) -> Made:
        world, steps = self.opened(case), case["steps"]
        if world.made != "KMK_OK" and self.profile.steps_must_fit:
            raise TooLong("a first state that does not fit")
        if world.made != "KMK_OK":
            return Made(case, {"made": world.made, "steps": [world.end()]}, world)
        events: list[Any] = []
        wanted, left_out = dice.between(10, 30), 0
        leaves_at = dice.between(1, wanted - 1) if self.leaves else wanted
        while len(steps) < wanted and left_out < 6:
            if len(steps) >= leaves_at:
                world, leaves_at = self.left(world, case, events, scripts.commands, wanted)
            scripts.commands.look(Route("", "", level, world.state), world.slots())
            for drawn in self.drawn(scripts, world, level, len(steps)):
                # A drawn value may be part of the model's own state, which is still in use.
                step = json.loads(json.dumps(drawn))
                told = world.step(step)
                steps.append(step)
                events.append(told)
                if world.unclear or self.profile.refuses(told):
                    steps.pop()
                    left_out += 1
                    world, events = self.again(case)
                    break
                self.learn(scripts.commands, step["do"], told)
                level = self.learn_level(scripts, step["do"], told, level)
        events.append(world.end())
        if world.unclear or self.profile.refuses(events[-1]):
            raise TooLong("the end of the case does what the rules leave open")
        return Made(case, {"made": world.made, "steps": events}, world)

    def left(
        self, world: Any, case: dict[str, Any], events: list[Any], commands: CommandMaker, wanted: int
    ) -> tuple[Any, int]:
        """Continues in another process, if the rules define the result. Otherwise it tries again a few steps later."""
        case["steps"].append({"do": NEW_PROCESS, "ids": []})
        told = world.step(case["steps"][-1])
        if world.unclear:
            case["steps"].pop()
            world, again = self.again(case)
            events[:] = again
            return world, len(events) + 3
        events.append(told)
        commands.begin_process()
        return world, wanted

    def opened(self, case: dict[str, Any]) -> Any:
        world = self.make_world(case["feature"], case["state"], self.name)
        world.share(case["shared"])
        return world

    def drawn(
        self, scripts: ScriptMaker, world: Any, level: Level, number: int
    ) -> list[dict[str, Any]]:
        """The next step, and an idle step where a worker must have ended before the next one."""
        ids = world.slots()[:MOST_IDS]
        taken = self.taken_away(scripts, level, world.state)
        steps = []
        taken = taken or self.gone_back(scripts, level) or self.gone_on(scripts, level)
        taken = taken or self.gone_through(scripts)
        for command in taken or [scripts.commands.for_step(SENT, number)]:
            steps.append({"do": command, "ids": ids})
            if has_worker(command):
                steps.append({"do": ["idle"], "ids": ids})
        return steps

    def taken_away(self, scripts: ScriptMaker, level: Level, state: Any) -> list[list[Any]]:
        """Sometimes a child's step, a write from outside that removes the child, and the undo."""
        dice = scripts.dice
        histories = [one for one in level.undone if "do" in one.get("ignored", ())]
        places = [one for one in level.operators if one.at]
        there = [one for one in places if child_state(one, state) not in (None, [])]
        if not histories or not places or not dice.chance(0.85):
            return []
        if not there:
            child = dice.pick(places)
            write = ["set", child.at, scripts.values.value(child.shape, 3)]
            return [["send", 0, {"do": {"writes": [write]}}]] if dice.chance(0.6) else []
        child, history = dice.pick(there), dice.pick(histories)
        below = child_state(child, state)
        write = ["set", child.at, None]
        if isinstance(below, list) and dice.chance(0.6):
            write = ["remove", f"{child.at}/{dice.below(len(below))}"]
        step = scripts.for_child(child, below, SENT, 2)
        for _ in range(6):
            if "writes" in str(step):
                break
            step = scripts.for_child(child, below, SENT, 2)
        if not isinstance(below, list) and dice.chance(0.7):
            step = {"do": {"writes": [["add", "/n", 1]]}}
            step = {"presented": step} if child.kind in PRESENTING else step
        return [["send", 0, in_case(child.case, step)],
                ["send", 0, {"do": {"writes": [write]}}],
                ["send", 0, history.get("undo_case", "undo")]]

    def gone_back(self, scripts: ScriptMaker, level: Level) -> list[list[Any]]:
        """Sometimes an undo, with a snapshot before it to restore, and then further undos and redos."""
        dice, commands = scripts.dice, scripts.commands
        if "moment" not in self.profile.commands or not level.undone or not dice.chance(0.03):
            return []
        history = dice.pick(level.undone)
        undo, redo = ["send", 0, history.get("undo_case", "undo")], ["send", 0, history.get("redo_case", "redo")]
        if dice.chance(0.4):
            return [undo]
        moment = commands.moment()
        back = ["restore", commands.counts["moment"] - 1, dice.chance(0.5)]
        write = ["send", 0, {"do": {"writes": [["add", "/n", 1]]}}]
        if history.get("group") and dice.chance(0.6):
            # The write after the restore may join the last step before the snapshot.
            return [write, moment, ["advance", history["group"]], back, write, undo]
        return [write, moment, undo, back, undo, redo]

    def gone_on(self, scripts: ScriptMaker, level: Level) -> list[list[Any]]:
        """Sometimes a snapshot, some time, and then the same state-driven effects, even while they are late."""
        dice, commands = scripts.dice, scripts.commands
        if "moment" not in self.profile.commands or not any("time" in one for one in level.following) \
                or not dice.chance(0.1):
            return []
        taken = []
        for _ in range(2 if dice.chance(0.3) else 1):
            taken += [commands.moment(), ["advance", dice.pick(TIMES)],
                      ["restore", commands.counts["moment"] - 1, dice.chance(0.5)]]
        return [*taken, ["advance", dice.pick(TIMES)]]

    def gone_through(self, scripts: ScriptMaker) -> list[list[Any]]:
        """Sometimes a snapshot with requests in flight, some changes, and the return to it or another reducer."""
        dice, commands = scripts.dice, scripts.commands
        if not commands.asked or not dice.chance(self.profile.replies / 2):
            return []
        taken = [commands.moment()] if dice.chance(0.8) or not commands.counts["moment"] else []
        changes = {"request_part": 2, "request_answer": 1, "send": 2, "advance": 1, "dispatch": 1}
        taken += [commands.made(dice.weighted(changes), SENT, 2) for _ in range(dice.below(3))]
        back = dice.weighted({"restore": 3, "reopen": 3, "replace_reducer": 1})
        last = commands.counts["moment"] - 1
        if back == "restore":
            taken.append([back, last, dice.chance(0.5)])
        elif back == "reopen":
            commands.views.clear()
            taken.append([back, last])
        else:
            taken.append(commands.replace_reducer(SENT, 1))
        reply = commands.made(dice.weighted({"request_answer": 2, "request_part": 1}), SENT, 2)
        return [*taken, ["dispatch"], reply]

    def again(self, case: dict[str, Any]) -> tuple[Any, list[Any]]:
        """Plays an existing part of a case from its start."""
        world = self.opened(case)
        return world, [world.step(step) for step in case["steps"]]

    def learn(self, commands: CommandMaker, command: list[Any], told: list[Any]) -> None:
        """Counts the items that a step has made, so that later steps can name them."""
        counts = commands.counts
        after = told[-1][1]
        counts["task"] = len(after["tasks"])
        for event in told:
            if event[0] == "started":
                counts["sender"] = max(counts["sender"], event[1] + 1)
        commands.learn_requests(told)
        before, counts["view"] = counts.pop("views", 0), len(after["views"])
        counts["views"] = counts["view"]
        if command[0] == "scope" and counts["view"] == before + 1 and after["views"][-1]:
            self.learn_view(commands, counts["view"], command)
        for number, view in enumerate(after["views"], 1):
            if view is None:
                commands.views.pop(number, None)

    def learn_level(
        self, scripts: ScriptMaker, command: list[Any], told: list[Any], level: Level
    ) -> Level:
        """The level of the store's reducer, which a step may have replaced."""
        if command[0] != "replace_reducer" or ["answer", command[0], "KMK_OK"] not in told:
            return level
        scripts.feature = command[1]
        if scripts.commands.next_level is None:
            return level
        scripts.commands.views.clear()
        return scripts.commands.next_level

    def learn_view(self, commands: CommandMaker, number: int, command: list[Any]) -> None:
        """Records the level of a new view, if the command determines it."""
        store = commands.views.get(command[1]) if command[1] else commands.top
        route = store and find(store, command[2], command[3])
        if route:
            commands.views[number] = Route("", store.pointer + command[2], route.level, None)


def find(store: Route, pointer: str, case: str) -> Route | None:
    """The level at a pointer and a case path, or None."""
    waiting = routes(Route("", "", store.level, store.state))
    for _ in range(60):
        if not waiting:
            return None
        route = waiting.pop()
        if (route.pointer, route.case) == (pointer, case):
            return route
        if case.startswith(route.case):
            waiting += routes(route)
    return None


def without_transient(value: Any) -> Any:
    """A value without the members that shapes declare as transient."""
    if isinstance(value, dict):
        return {name: without_transient(inner) for name, inner in value.items() if name != "z"}
    return [without_transient(inner) for inner in value] if isinstance(value, list) else value


def has_worker(command: Any) -> bool:
    """Whether a command may start a worker."""
    return "['blocking'," in str(command)


class Alarm:
    """Stops the model after a while: with a bug in it, it might never end."""

    def __enter__(self) -> None:
        signal.signal(signal.SIGPROF, self.ring)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)

    def ring(self, number: int, frame: FrameType | None) -> None:
        raise TooLong("the model took too long")
