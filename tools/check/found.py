"""Where libkumiki is, and the structs of its errors: by the generator's module, which looks it up for every command."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

# The tree and an installation have the package generate beside this one; a wheel has kumiki._generate.
_generator: Any = importlib.import_module("generate.library" if __package__ == "check" else "kumiki._generate.library")
Error: Any = _generator.Error


def library_path(feature: str | None = None) -> str:
    """The library with the engine. A library of Swift features contains one; otherwise the first existing place counts.
    Every command looks in the same places, and last in the system."""
    if feature and Path(feature).is_file() and b"\0kmk_version\0" in Path(feature).read_bytes():
        return str(Path(feature).resolve())
    places = [str(place) for place in _generator.candidates()]
    return next((place for place in places if Path(place).is_file()), places[-1])
