"""What typed features say otherwise than those over JSON (README, "What Swift plays")."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Manner:
    """How a kind of store goes about what the rules leave to it."""

    # J1: an equal write of a container tells its observers. Null and nothing differ.
    tells_of_writes: bool = True
    # Observers of presentations hear of what changes inside of them.
    tells_updates: bool = True
    # What a write of a script answered is said.
    tells_statuses: bool = True
    # What a program cannot ask for, because of its types, is not played.
    is_typed: bool = False


MANNERS = {
    "swift": Manner(tells_of_writes=False, tells_updates=False, tells_statuses=False,
                    is_typed=True),
}


def manner(profile):
    return MANNERS.get(profile, Manner())


def with_types(node, is_typed):
    """A description whose operators say whether they are typed: all are in a Swift feature."""
    if isinstance(node, list):
        return [with_types(member, is_typed) for member in node]
    if not isinstance(node, dict):
        return node
    is_typed = is_typed or node.get("op") == "swift"
    copy = {name: with_types(member, is_typed) for name, member in node.items()}
    if is_typed and "op" in node:
        copy["is_typed"] = True
    return copy
