"""The programs that `run` has built, for the tests in this folder."""

COMMANDS: dict[str, list[str]] = {}  # by the name of the file that defines main
STILL = 60  # seconds for which a program may make no progress
