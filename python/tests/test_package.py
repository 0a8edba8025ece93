"""The installed package: its libraries, its bill of materials, and the message without a library."""

from __future__ import annotations

import ctypes
import hashlib
import json
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import kumiki
import pytest
from kumiki import _library

LIBRARIES = Path(kumiki.__file__).parent / "_lib"


def bill_of_materials() -> dict[str, Any]:
    (found,) = [
        file for file in distribution("kumiki").files or [] if file.parts[-2:] == ("sboms", "kumiki.spdx.json")
    ]
    assert found.parts[0].endswith(".dist-info")  # where PEP 770 puts it
    read: dict[str, Any] = json.loads(found.read_text())
    return read


def test_the_bill_of_materials_lists_each_library_of_the_package() -> None:
    bill = bill_of_materials()
    listed = {
        each["packageFileName"]: each["checksums"][0]["checksumValue"]
        for each in bill["packages"]
        if "packageFileName" in each
    }
    assert listed == {
        each.name: hashlib.sha256(each.read_bytes()).hexdigest() for each in LIBRARIES.glob("*.so.*")
    }
    versions = {each["name"]: each["versionInfo"] for each in bill["packages"]}
    assert versions["kumiki"] == kumiki.__version__ and versions["swift-collections"]
    jansson = ctypes.CDLL(str(LIBRARIES / "libjansson.so.4"))
    jansson.jansson_version_str.restype = ctypes.c_char_p
    assert versions["libjansson.so.4"] == jansson.jansson_version_str().decode()


def test_the_libraries_find_each_other_without_the_package() -> None:
    program = "import ctypes, sys; [ctypes.CDLL(each) for each in sys.argv[1:]]"
    for each in LIBRARIES.glob("libkumiki.so.*"):
        subprocess.run([sys.executable, "-c", program, each], check=True)
        assert b"$ORIGIN" in each.read_bytes()


def test_the_message_without_a_library_names_the_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KUMIKI_LIBRARY", raising=False)
    assert "install its wheel again" in _library._missing()
    monkeypatch.setattr(_library, "_CARRIED", tmp_path / "none")
    message = _library._missing()
    assert "run make in the source tree before pip install ./python" in message
