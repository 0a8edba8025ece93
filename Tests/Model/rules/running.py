"""What is in flight, and where it belongs (B11, B19, B42)."""

from dataclasses import dataclass, field, replace

from effects import NAMES, members


@dataclass(frozen=True)
class Place:
    """Where a feature stands: what its effects belong to, and how its actions come back.

    `owner` has a segment for each operator around it: ("scope", …) adds no identity of its own (A7); any
    other is a child that may go. `presented` is what dismiss addresses (D73): the owner of that
    presentation and the action that dismisses it; None where nothing is presented. `name` is the name of its state.
    """

    owner: tuple = ()
    embed: object = staticmethod(lambda action: action)
    presented: object = None
    name: tuple = field(default=(), compare=False)

    @property
    def namespace(self):
        return features_of(self.owner)


def features_of(owner):
    return tuple(segment for segment in owner if segment[0] != "scope")


def starts_with(path, prefix):
    return path[: len(prefix)] == prefix


@dataclass
class Chain:
    """B7 to B9: links, one after the other. It ends as a whole by an id around it, or with its owner."""

    ids: tuple
    is_over: bool = False


@dataclass(eq=False)
class Running:
    """One effect in flight. What is around it: ids, catches and chains, the innermost last."""

    place: Place
    around: "Around"
    done: object
    timer: object = None
    sender: object = None
    finishes: bool = False
    is_starting: bool = False
    is_cancelled: bool = False
    is_refused: bool = False
    data: dict = field(default_factory=dict)


@dataclass(eq=False)
class Beginning:
    """What is just being taken in."""

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
    part: object = None  # in an effect that follows the state: what is left of it
    follows: tuple = ()  # who that is
    anew: object = None  # where it asks for its turns while it is restored, if its time begins anew
    is_in_window: bool = False  # whether it waits in a throttle's window then, and not for a turn alone
    waited: object = None  # of the effect that is taken in: where it waited before a restore

    def where(self):
        """The place that an effect asks for while it is restored: AT_WORK, NEW, or that of a wait."""
        return next((one for one in (self.waited, self.anew) if one is not None), float("inf"))

    def let_in(self):
        return replace(self, waited=None)


def names_id(effect, identifier):
    """Whether an effect has an id in it, or cancels by it."""
    if not isinstance(effect, list) or not effect:
        return False
    if (effect[0] == "cancel" or "id" in members(effect[0])) and effect[1] == identifier:
        return True
    return any(names_id(part, identifier) for part in effect[1:] if isinstance(part, list)) or any(
        names_id(member, identifier) for part in effect[1:] if isinstance(part, list)
        for member in part)


def is_nothing(effect):
    """B6, B14: what none vanishes from."""
    if not effect:
        return True
    if effect[0] in ("merge", "chain"):
        return all(is_nothing(member) for member in effect[1])
    if effect[0] in NAMES:
        return is_nothing(effect[-1])
    return False
