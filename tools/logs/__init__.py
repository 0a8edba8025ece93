"""The commands of `kumiki` over a log: record, show, tail, replay, diff, bisect, cut, export. See docs/logs.md."""
