"""The operators around one reducer on the same state, a file each: the file's name is the operator's.

A file has all that the model knows of its operator:

    WEIGHT                   how often it is drawn, beside the other weights of play/profiles.py
    PLAYED_BY                the profiles that play it: "c", "mixed", "swift"
    HAS_SCRIPT               whether the member "script" of its description is what it does
    run(step, reducer, at, action, dependencies)    what it does: the rules
    fits(maker, level)                              whether one may be drawn at a level
    draw(maker, level, reducer)                     one at random, around a reducer

Beside its file an operator needs a function in c/feature.c, and a type in swift/Play/Around.swift if Swift plays it.
The file's first lines have its description, as the players are given it.
"""

from folders import Folder

FOLDER = Folder(__name__)
NAMES, operator, played_by = FOLDER.names, FOLDER.file, FOLDER.played_by
