"""Folders in which each file is one thing that the model knows, named after the file."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any


class Folder:
    """A package of such files. Each has WEIGHT, how often it is drawn, and PLAYED_BY, the profiles that play it."""

    def __init__(self, package: str) -> None:
        self.package = package
        folder = Path(__file__).parent / package
        self.names = tuple(sorted(file.stem for file in folder.glob("[a-z]*.py")))
        self.file = cache(self._file)

    def _file(self, name: str) -> Any:
        return import_module(f"{self.package}.{name}")

    def played_by(self, profile: str) -> dict[str, float]:
        """The weights of the files that a profile plays."""
        return {name: self.file(name).WEIGHT for name in self.names
                if profile in self.file(name).PLAYED_BY}
