"""The differences of typed features from those over JSON (README, "What Swift plays")."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Manner:
    """How a kind of store resolves the parts that the rules leave to it."""

    # J1: an equal write of a container notifies its observers. Null and a missing value differ.
    tells_of_writes: bool = True
    # Observers of presentations are notified of changes inside them.
    tells_updates: bool = True
    # The result of a script's write is reported.
    tells_statuses: bool = True
    # Calls that a program cannot make, because of its types, are not played.
    is_typed: bool = False


MANNERS = {
    "swift": Manner(tells_of_writes=False, tells_updates=False, tells_statuses=False,
                    is_typed=True),
}


def manner(profile):
    return MANNERS.get(profile, Manner())


def with_types(node, is_typed):
    """A description whose operators are marked as typed or not: all operators in a Swift feature are."""
    if isinstance(node, list):
        return [with_types(member, is_typed) for member in node]
    if not isinstance(node, dict):
        return node
    is_typed = is_typed or node.get("op") == "swift"
    copy = {name: with_types(member, is_typed) for name, member in node.items()}
    if is_typed and "op" in node:
        copy["is_typed"] = True
    return copy
