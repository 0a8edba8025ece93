"""The command `kumiki check`: explores what a feature can do, and writes tests. See docs/check.md."""
