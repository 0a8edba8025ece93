"""`kumiki generate`: typed code from the shape of a feature. docs/types.md describes the command.

The library reads a shape (library.py) and describes it as JSON Schema. reading.py turns the schema into a model
(model.py), and a module for each language (c.py and others) writes code. The package uses only Python's standard library.
"""
