"""A feature of a Python module: its attributes `reducer`, `state` and, if it has one, `judge`."""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from .engine import CheckError, Engine, Feature
from .found import library_path


def _imported(name: str) -> ModuleType:
    """The module of a file or of a dotted name."""
    sys.path.insert(0, os.getcwd())
    try:
        if not name.endswith(".py"):
            return importlib.import_module(name)
        path = Path(name)
        if not path.is_file():
            raise CheckError(f"{name}: no such file")
        sys.path.insert(0, str(path.resolve().parent))
        return importlib.import_module(path.stem)
    except ImportError as error:
        raise CheckError(f"{name} cannot be imported: {error}") from None


def _engine() -> Engine:
    """libkumiki as the package kumiki has loaded it: a process has one engine."""
    if "KUMIKI_LIBRARY" not in os.environ:
        found = importlib.util.find_spec("kumiki")
        if found is None or found.origin is None:
            raise CheckError("the Python package kumiki is not installed")
        carried = Path(found.origin).with_name("_lib") / "libkumiki.so.0"
        if not carried.is_file():
            os.environ["KUMIKI_LIBRARY"] = library_path()
        else:
            return Engine(str(carried))
    return Engine(os.environ["KUMIKI_LIBRARY"])


def _name(given: str, default: str) -> str:
    """The attribute's name: kumiki_reducer is the name in C."""
    return given if given != f"kumiki_{default}" else default


def loaded(name: str, reducer: str, state: str, judge: str) -> tuple[Engine, Feature]:
    """The engine, and the functions of the module's feature."""
    engine = _engine()
    module = _imported(name)
    import kumiki
    from kumiki._calls import Calling
    from kumiki._library import ffi

    made = getattr(module, _name(reducer, "reducer"), None)
    if not isinstance(made, kumiki.Reducer) and callable(made):
        made = made()
    if not isinstance(made, kumiki.Reducer):
        raise CheckError(f"{name} has no kumiki.Reducer named {_name(reducer, 'reducer')}")
    first = getattr(module, _name(state, "state"), None)
    judged: Callable[[Any], str | None] | None = getattr(module, _name(judge, "judge"), None)
    calling = Calling(None)
    calling.__enter__()  # notes what the reducers raise, for as long as the process lives
    duplicate = ctypes.CDLL(None).strdup
    duplicate.restype, duplicate.argtypes = ctypes.c_void_p, [ctypes.c_char_p]

    def new_reducer(_data: int) -> int:
        return int(ffi.cast("uintptr_t", made._new()))

    def new_state(_data: int) -> int:
        value = first() if callable(first) and not isinstance(first, type) else first
        pointer = kumiki._json.new_json(value)
        return int(ffi.cast("uintptr_t", pointer))

    def wrong(value: int, _data: int) -> int | None:
        raised, calling.raised, calling._repeated = calling.raised, None, None
        if raised:
            text = f"{type(raised[0]).__name__}: {raised[0]}"
        elif judged is None:
            return None
        else:
            try:
                said = judged(json.loads(engine.text(value)))
            except Exception as error:  # the judge's own failure is told like a fault
                said = f"{type(error).__name__}: {error}"
            if said is None:
                return None
            text = said
        return int(duplicate(text.encode("utf-8", "backslashreplace")))

    from .engine import Judge, Reducer, State

    functions = (
        Reducer(new_reducer),
        State(new_state) if first is not None else None,
        Judge(wrong),
    )
    return engine, Feature(*functions, keep=(made, calling, module))
