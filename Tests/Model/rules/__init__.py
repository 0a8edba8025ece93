"""The rules of docs/rules.txt once more, in the plainest way. Nothing here knows the engine."""
