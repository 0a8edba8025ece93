"""Where libkumiki is."""

from __future__ import annotations

import os
from pathlib import Path

_NAME = "libkumiki.so.0"


def library_path(feature: str | None = None) -> str:
    """The library with the engine: the feature's own if it contains one, as a library of Swift features does;
    or KUMIKI_LIBRARY, or the library near these files, or the system's."""
    if feature and Path(feature).is_file() and b"\0kmk_version\0" in Path(feature).read_bytes():
        return str(Path(feature).resolve())
    if named := os.environ.get("KUMIKI_LIBRARY"):
        return named
    # PREFIX/share/kumiki/check, kumiki/_check of a wheel, tools/check of the tree.
    for folder in Path(__file__).resolve().parents[1:4]:
        for pattern in (f"_lib/{_NAME}", f"lib*/{_NAME}", f"lib/*/{_NAME}", f"build/lib/{_NAME}"):
            for found in sorted(folder.glob(pattern)):
                return str(found)
    return _NAME
