"""Reads a file into a model: a shape file, or JSON Schema."""

from __future__ import annotations

import re
from pathlib import Path

from . import schema, shape_file
from .library import Library
from .model import GenerateError, Model


def read(path: Path, library: Library) -> Model:
    """The model of a file: JSON Schema if the file begins like JSON, otherwise a shape."""
    try:
        text = path.read_text()
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise GenerateError(f"{path}:{line}: not UTF-8 at byte {error.start + 1}") from None
    if re.match(r'\s*\{\s*(["}]|$)', text):
        return schema.read(path, text)
    return shape_file.read(path, text, library)
