"""Runs a check with libkumiki-check, which is loaded beside libkumiki."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .found import Error

_CHECK = "libkumiki-check.so.0"

Reducer = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
State = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
Judge = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
_Progress = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)


class CheckError(Exception):
    """A run that could not begin: a message for the user."""


class _Feature(ctypes.Structure):
    """kmk_check_feature of kumiki_check.h."""

    _fields_ = [
        ("size", ctypes.c_size_t),
        ("reducer", Reducer),
        ("state", State),
        ("judge", Judge),
        ("progress", _Progress),
        ("user_data", ctypes.c_void_p),
    ]


class Feature:
    """The functions of a feature, as addresses or callables; None for a function that the feature lacks."""

    def __init__(self, reducer: Any, state: Any = None, judge: Any = None, keep: Any = None) -> None:
        self.reducer, self.state, self.judge, self.keep = reducer, state, judge, keep


class Engine:
    """libkumiki, and libkumiki-check beside it."""

    def __init__(self, library: str, installed: str | None = None) -> None:
        beside = Path(installed or library).with_name(_CHECK)
        try:
            self._kumiki = ctypes.CDLL(library, mode=ctypes.RTLD_GLOBAL)
            self._check = ctypes.CDLL(str(beside) if beside.is_file() else _CHECK)
        except OSError as error:
            raise CheckError(f"the checker's library cannot be loaded: {error}") from None
        handle, text = ctypes.c_void_p, ctypes.c_char_p
        for name, result, arguments in [
            ("kmk_json_parse", handle, [text, ctypes.c_size_t, handle]),
            ("kmk_json_text", handle, [handle, ctypes.c_size_t]),
            ("kmk_json_release", None, [handle]),
            ("kmk_text_free", None, [handle]),
        ]:
            function = getattr(self._kumiki, name)
            function.restype, function.argtypes = result, arguments
        self._check.kmk_check_run.restype = handle
        self._check.kmk_check_run.argtypes = [handle, handle, handle]

    def text(self, value: int) -> str:
        """A borrowed JSON value as text."""
        address = self._kumiki.kmk_json_text(value, 0)
        text = ctypes.string_at(address).decode()
        self._kumiki.kmk_text_free(address)
        return text

    def value(self, json_value: Any) -> int:
        """A new JSON value of the library."""
        return int(self._kumiki.kmk_json_parse(json.dumps(json_value).encode(), ctypes.c_size_t(-1), None))

    def library_feature(self, given: Any, *, needs_state: bool) -> Feature:
        """The functions that a shared library exports, by the names in the command's arguments."""
        path = given.feature
        try:
            library = ctypes.CDLL(str(Path(path).resolve()) if Path(path).exists() else path)
        except OSError as error:
            raise CheckError(f"{path} cannot be loaded: {error}") from None

        def found(name: str, needed: bool) -> int | None:
            try:
                return ctypes.cast(getattr(library, name), ctypes.c_void_p).value
            except AttributeError:
                if needed:
                    raise CheckError(f"{path} exports no function {name}: see kumiki check --help") from None
                return None

        if given.register:
            found(given.register, True)
            if getattr(library, given.register)() != 0:
                raise CheckError(f"{given.register} did not return 0")
        judge = None if given.no_judge else found(given.judge, given.judge != "kumiki_judge")
        if given.feature_name:
            return self._registered(given.feature_name, judge, library)
        state = found(given.state, given.state != "kumiki_state" or needs_state)
        return Feature(found(given.reducer, True), state, judge, library)

    def _registered(self, name: str, judge: int | None, library: Any) -> Feature:
        """A registered feature, with the state that it was registered with."""
        kumiki, text = self._kumiki, name.encode()
        for function in (kumiki.kmk_feature, kumiki.kmk_loop_new_virtual, kumiki.kmk_store_open, kumiki.kmk_store_state):
            function.restype = ctypes.c_void_p
        handle = ctypes.c_void_p

        def state(_data: int) -> int | None:
            loop = handle(kumiki.kmk_loop_new_virtual(None))
            store = handle(kumiki.kmk_store_open(loop, text, None, None))
            first = kumiki.kmk_store_state(store)
            kumiki.kmk_store_free(store)
            kumiki.kmk_loop_free(loop)
            return None if first is None else int(first)

        return Feature(Reducer(lambda _data: kumiki.kmk_feature(text)), State(state), judge, library)

    def run(self, feature: Feature, options: dict[str, Any], progress: Callable[[dict[str, Any]], None] | None) -> Any:
        """The report of a run."""

        def told(value: int, _data: int) -> None:
            if progress is not None:
                progress(json.loads(self.text(value)))

        def function(kind: Any, given: Any) -> Any:
            return given if isinstance(given, kind) else kind(given or 0)

        given = _Feature(
            ctypes.sizeof(_Feature),
            function(Reducer, feature.reducer),
            function(State, feature.state),
            function(Judge, feature.judge),
            _Progress(told),
            None,
        )
        error, chosen = Error(), self.value(options)
        result = self._check.kmk_check_run(ctypes.byref(given), chosen, ctypes.byref(error))
        self._kumiki.kmk_json_release(chosen)
        if not result:
            path, message = error.path.decode("utf-8", "replace"), error.message.decode("utf-8", "replace")
            raise CheckError(f"{path}: {message}" if path and path not in message else message)
        report = json.loads(self.text(result))
        self._kumiki.kmk_json_release(result)
        return report
