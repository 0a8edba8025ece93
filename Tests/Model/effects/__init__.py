"""The effects around one effect, a file each: the file's name is the effect's.

Its description is a list: the name, the members, and last the effect inside. A file has all that the model knows of
its effect:

    WEIGHT                    how often it is drawn, beside the other weights of play/profiles.py
    PLAYED_BY                 the profiles that play it: "c", "mixed", "swift"
    MEMBERS                   what its members are: "id", the first, under which it runs; "time", "flag", "count", "action"
    HOLDS_WORKERS             whether a worker's effect may be drawn inside; else it would begin at another time
    take(table, place, around, done, *members)      what it does: the rules
    draw(maker, level, state, mode, depth, nesting) one at random, if its members are not drawn each for itself

Beside its file an effect needs a function in c/effects.c, and a case in swift/Play/ScriptRunner.swift if Swift plays it.
The file's first line has its description, as the players are given it.
"""

from typing import Any

from folders import Folder

FOLDER = Folder(__name__)
NAMES, effect, played_by = FOLDER.names, FOLDER.file, FOLDER.played_by


def members(name: Any) -> tuple[str, ...]:
    """The kinds of an effect's members; empty for an effect that is not around another."""
    return effect(name).MEMBERS if name in NAMES else ()
