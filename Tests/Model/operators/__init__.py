"""The operators around one reducer on the same state, one file each: the file's name is the operator's name.

A file contains everything that the model knows about its operator:

    WEIGHT                   how often it is drawn, relative to the other weights of play/profiles.py
    PLAYED_BY                the profiles that play it: "c", "mixed", "swift"
    HAS_SCRIPT               whether the member "script" of its description defines its behaviour
    run(step, reducer, at, action, dependencies)    its behaviour: the rules
    fits(maker, level)                              whether it may be drawn at a level
    draw(maker, level, reducer)                     a random operator, around a reducer

In addition to its file an operator needs a function in c/feature.c, and a type in swift/Play/Around.swift if Swift plays it.
The file's first lines show its description, as the players receive it.
"""

from folders import Folder

FOLDER = Folder(__name__)
NAMES, operator, played_by = FOLDER.names, FOLDER.file, FOLDER.played_by
