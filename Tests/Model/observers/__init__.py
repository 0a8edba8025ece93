"""The kinds of a store's observers, one file each: the file's name is the kind's name.

A file contains everything that the model knows about its kind:

    WEIGHT         how often it is drawn, relative to the other kinds
    ORDER          its position among the kinds in a draw: a seed keeps its case while these numbers stay
    PLAYED_BY      the profiles that play it: "c", "mixed", "swift"
    TOLD           the third members of its "told" events
    draw(maker, number, store)    the number of a store and a pointer worth observing, or None;
                                  `draw = None`: any place is possible
    Kind           the rules, an Observer: begin(keys) when it subscribes, hear_at(keys, touched) after a burst;
                   refused(commands, pointer) and place() if those of Observer do not apply

In addition to its file a kind needs a row of `kinds` in c/observers.c, and a case of "observe" in swift/Play if Swift plays it.
The file's first lines show its events, as the players write them.
"""

from folders import Folder

FOLDER = Folder(__name__)
NAMES, kind = FOLDER.names, FOLDER.file


def played_by(profile):
    """The weights of the kinds that a profile plays, in the order of drawing."""
    weights = FOLDER.played_by(profile)
    return {name: weights[name] for name in sorted(weights, key=lambda name: kind(name).ORDER)}
