"""Typed code from the shape of a feature: `kumiki generate`. docs/types.md describes it.

The library reads a shape (library.py) and describes it as JSON Schema. That becomes a model
(reading.py, model.py), which each language writes as code (c.py and others).
Nothing but Python's standard library is used.
"""
