"""The command `kumiki check`: explores what a feature can do, and answers with tests. See docs/check.md."""
