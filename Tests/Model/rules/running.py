"""The effects in flight, and their owners (B11, B19, B42)."""

from dataclasses import dataclass, field, replace

from effects import NAMES, members


@dataclass(frozen=True)
class Place:
    """The position of a feature: the owner of its effects, and the route of its actions back.

    `owner` has a segment for each operator around it: ("scope", …) adds no identity of its own (A7); any other segment
    is a child that may be removed. `presented` is the target of dismiss (D73): the owner of that presentation and the
    action that dismisses it; None if nothing is presented. `name` is the name of its state.
    """

    owner: tuple = ()
    embed: object = staticmethod(lambda action: action)
    presented: object = None
    name: tuple = field(default=(), compare=False)
    outer: object = field(default=None, compare=False)  # the place of the feature around it
    depth: int = 0  # the number of features around it that wrap its actions
    requests: tuple = field(default=(), compare=False)  # the declarations of requests around it, innermost first

    @property
    def namespace(self):
        return features_of(self.owner)


def features_of(owner):
    return tuple(segment for segment in owner if segment[0] != "scope")


def starts_with(path, prefix):
    return path[: len(prefix)] == prefix


@dataclass
class Chain:
    """B7 to B9: members, one after the other. The chain ends as a whole through an id around it, or with its owner."""

    ids: tuple
    is_over: bool = False
    members: list = field(default_factory=list)
    next: int = 0  # of the member that starts next
    place: object = None
    around: object = None


@dataclass(eq=False)
class Running:
    """One effect in flight. Around it: ids, catches and chains, the innermost last."""

    place: Place
    around: "Around"
    done: object
    timer: object = None
    sender: object = None
    asking: object = None
    held: object = None
    finishes: bool = False
    is_starting: bool = False
    is_cancelled: bool = False
    is_refused: bool = False
    data: dict = field(default_factory=dict)


@dataclass(eq=False)
class Beginning:
    """The effect that is being accepted."""

    place: Place
    around: "Around"
    is_cancelled: bool = False


@dataclass(frozen=True)
class Around:
    ids: tuple = ()
    catches: tuple = ()
    chains: tuple = ()
    tasks: frozenset = frozenset()
    inside: tuple = ()
    turns: tuple = ()
    part: object = None  # in a state-driven effect: the rest of it
    follows: tuple = ()  # its owner
    anew: object = None  # where it requests its turns while it is restored, if its time starts again
    is_in_window: bool = False  # whether it then waits in a throttle's window, and not only for a turn
    tries: dict = field(default_factory=dict, compare=False)  # the failures so far, by the retries around it
    counts_sleep: bool = False
    waited: object = None  # of the effect being accepted: its waiting position before a restore

    def where(self):
        """The position that an effect requests while it is restored: AT_WORK, NEW, or that of a wait."""
        return next((one for one in (self.waited, self.anew) if one is not None), float("inf"))

    def let_in(self):
        return replace(self, waited=None)


def names_id(effect, identifier):
    """Whether an effect contains an id, or cancels by it."""
    if not isinstance(effect, list) or not effect:
        return False
    if (effect[0] == "cancel" or "id" in members(effect[0])) and effect[1] == identifier:
        return True
    return any(names_id(part, identifier) for part in effect[1:] if isinstance(part, list)) or any(
        names_id(member, identifier) for part in effect[1:] if isinstance(part, list)
        for member in part)


def is_nothing(effect):
    """B6, B14: the combinations from which the effect none is removed."""
    if not effect:
        return True
    if effect[0] in ("merge", "chain"):
        return all(is_nothing(member) for member in effect[1])
    if effect[0] in NAMES:
        return is_nothing(effect[-1])
    return False
