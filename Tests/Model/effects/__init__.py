"""The effects around another effect, one file each: the file's name is the effect's name.

Its description is a list: the name, the members, and last the inner effect. A file contains everything that the model knows about
its effect:

    WEIGHT                    how often it is drawn, relative to the other weights of play/profiles.py
    PLAYED_BY                 the profiles that play it: "c", "mixed", "swift"
    MEMBERS                   the kinds of its members: "id" (the first; the effect runs under it), "time", "flag", "count", "action"
    HOLDS_WORKERS             whether a worker's effect may be drawn inside; otherwise it would start at another time
    take(table, place, around, done, *members)      its behaviour: the rules
    draw(maker, level, state, mode, depth, nesting) a random effect, if its members are not drawn separately

In addition to its file an effect needs a function in c/effects.c, and a case in swift/Play/ScriptRunner.swift if Swift plays it.
The file's first line shows its description, as the players receive it.
"""

from typing import Any

from folders import Folder

FOLDER = Folder(__name__)
NAMES, effect, played_by = FOLDER.names, FOLDER.file, FOLDER.played_by


def members(name: Any) -> tuple[str, ...]:
    """The kinds of an effect's members; empty for an effect that does not contain another."""
    return effect(name).MEMBERS if name in NAMES else ()
