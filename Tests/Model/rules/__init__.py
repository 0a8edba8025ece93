"""A second implementation of the rules in docs/rules.txt, in the plainest way. Nothing here knows the engine."""
