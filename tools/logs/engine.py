"""The library and a feature, loaded into this process by ctypes. Use it in a child (child.py): a feature may crash."""

from __future__ import annotations

import ctypes
import importlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import CommandError

# The tree and an installation have the package generate beside this one; a wheel has kumiki._generate.
_GENERATE = "generate" if __package__ == "logs" else "kumiki._generate"
_library: Any = importlib.import_module(f"{_GENERATE}.library")
Details, Error, opened = _library.Details, _library.Error, _library.opened
GenerateError: Any = importlib.import_module(f"{_GENERATE}.model").GenerateError

_HANDLE, _TEXT, _SIZE, _LONG = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64
_INT, _BOOL = ctypes.c_int, ctypes.c_bool
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "kmk_error_read": (None, [_HANDLE, _HANDLE, _SIZE]),
    "kmk_json_parse": (_HANDLE, [_TEXT, _SIZE, _HANDLE]),
    "kmk_json_text": (_HANDLE, [_HANDLE, _SIZE]),
    "kmk_json_release": (None, [_HANDLE]),
    "kmk_text_free": (None, [_HANDLE]),
    "kmk_replay_open_at": (_HANDLE, [_TEXT, _HANDLE, _LONG, _HANDLE]),
    "kmk_replay_run": (_INT, [_HANDLE, _LONG, _HANDLE]),
    "kmk_replay_step": (_LONG, [_HANDLE]),
    "kmk_replay_divergence": (_HANDLE, [_HANDLE]),
    "kmk_replay_store": (_HANDLE, [_HANDLE]),
    "kmk_replay_free": (None, [_HANDLE]),
    "kmk_store_snapshot": (_HANDLE, [_HANDLE, _HANDLE]),
    "kmk_snapshot_free": (None, [_HANDLE]),
    "kmk_loop_new_virtual": (_HANDLE, [_HANDLE]),
    "kmk_loop_free": (None, [_HANDLE]),
    "kmk_store_new_from": (_HANDLE, [_HANDLE, _HANDLE, _HANDLE, _HANDLE]),
    "kmk_store_send": (_INT, [_HANDLE, _HANDLE, _HANDLE]),
    "kmk_store_free": (None, [_HANDLE]),
    "kmk_store_state": (_HANDLE, [_HANDLE]),
    "kmk_test_store_new": (_HANDLE, [_HANDLE, _HANDLE, _HANDLE]),
    "kmk_test_store_store": (_HANDLE, [_HANDLE]),
    "kmk_store_trace": (_HANDLE, [_HANDLE, _HANDLE, _HANDLE, _HANDLE, _HANDLE, _HANDLE]),
    "kmk_test_store_free": (None, [_HANDLE]),
    "kmk_test_store_on_failure": (None, [_HANDLE, _HANDLE, _HANDLE]),
    "kmk_test_send_text_at": (_BOOL, [_HANDLE, _TEXT, _TEXT, _TEXT, _INT]),
    "kmk_test_receive_text_at": (_BOOL, [_HANDLE, _TEXT, _TEXT, _TEXT, _INT]),
    "kmk_test_expect_request_at": (_BOOL, [_HANDLE, _TEXT, _TEXT, _TEXT, _INT]),
    "kmk_test_answer_at": (_BOOL, [_HANDLE, _TEXT, _TEXT, _TEXT, _INT]),
    "kmk_test_part_at": (_BOOL, [_HANDLE, _TEXT, _TEXT, _TEXT, _INT]),
    "kmk_test_fail_request_at": (_BOOL, [_HANDLE, _TEXT, _TEXT, _TEXT, _INT]),
    "kmk_test_advance_at": (_BOOL, [_HANDLE, _LONG, _TEXT, _INT]),
    "kmk_test_skip_received_at": (_BOOL, [_HANDLE, _BOOL, _TEXT, _INT]),
    "kmk_test_skip_in_flight_at": (_BOOL, [_HANDLE, _BOOL, _TEXT, _INT]),
    "kmk_test_set_dependency_at": (_BOOL, [_HANDLE, _TEXT, _HANDLE, _TEXT, _INT]),
}




class _Migration(ctypes.Structure):
    _fields_ = (("start", ctypes.c_uint32), ("migrate", ctypes.CFUNCTYPE(_HANDLE, _HANDLE, _HANDLE)), ("data", _HANDLE))


class _Migrations(ctypes.Structure):
    _fields_ = (("size", _SIZE), ("version", ctypes.c_uint32), ("count", _SIZE), ("steps", ctypes.POINTER(_Migration)))


class _ReplayOptions(ctypes.Structure):
    _fields_ = (("size", _SIZE), ("step", _LONG), ("states", ctypes.POINTER(_Migrations)), ("actions", ctypes.POINTER(_Migrations)))


OPTIONS = "kumiki_replay_options"
"""The function of a feature's library that returns its migrations, if it has some."""


class Engine:
    """The functions of the library that a feature's library uses, as attributes with the names of the headers."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def __init__(self, library: str, reducer: str) -> None:
        """Loads the feature's library. Raises CommandError if it cannot be loaded, or has no function `reducer`."""
        path = str(Path(library).absolute()) if Path(library).exists() else library
        self.library = library
        self._feature = self._loaded(path)
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(self._engine, name)
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        try:
            self._make = getattr(self._feature, reducer)
        except AttributeError:
            expected = f"kmk_reducer *{reducer}(void)"
            raise CommandError(f"{library}: no function {reducer}; expected `{expected}`, or its name in --reducer") from None
        self._make.restype, self._make.argtypes = _HANDLE, []
        self._name = reducer
        self._options = self._replay_options() if hasattr(self._feature, OPTIONS) else None

    def _replay_options(self) -> _ReplayOptions:
        """The migrations that the feature's library exports."""
        make = getattr(self._feature, OPTIONS)
        make.restype, make.argtypes = _HANDLE, []
        options, made = _ReplayOptions(), make()
        if not made:
            raise CommandError(f"{self.library}: {OPTIONS} returned NULL")
        if not hasattr(self._engine, "kmk_replay_open_with"):
            raise CommandError(f"{self.library}: its libkumiki cannot migrate logs: expected 0.4 or newer")
        size = min(_SIZE.from_address(made).value, ctypes.sizeof(options))
        ctypes.memmove(ctypes.addressof(options), made, size)
        options.size = ctypes.sizeof(options)
        self._engine.kmk_replay_open_with.restype = _HANDLE
        self._engine.kmk_replay_open_with.argtypes = [_TEXT, _HANDLE, _HANDLE, _HANDLE]
        return options

    def _loaded(self, path: str) -> Any:
        """Loads a feature with the libkumiki that it names, or else with the command's own."""
        try:
            feature = ctypes.CDLL(path, os.RTLD_GLOBAL)
            self._engine = feature
            if hasattr(feature, "kmk_replay_open"):
                return feature
        except OSError:
            pass  # a plug-in, or a library whose libkumiki the loader does not find
        try:
            self._engine = opened(os.RTLD_GLOBAL)
            return ctypes.CDLL(path, os.RTLD_GLOBAL)
        except GenerateError as error:
            raise CommandError(str(error)) from None
        except OSError as error:
            said = str(error)
            raise CommandError(said if self.library in said else f"{self.library}: {said}") from None

    def reducer(self) -> int:
        """A new reducer of the feature, which the caller passes on."""
        made = self._make()
        if not made:
            raise CommandError(f"{self.library}: {self._name} returned NULL")
        return int(made)

    def open_replay(self, path: bytes, step: int, error: Any) -> int | None:
        """A new replay of a log, with the feature's migrations. `step` is 0 for the first checkpoint."""
        at = ctypes.byref(error)
        if self._options is None:
            return self.kmk_replay_open_at(path, self.reducer(), step, at)  # type: ignore[no-any-return]
        self._options.step = step
        return self._engine.kmk_replay_open_with(path, self.reducer(), ctypes.byref(self._options), at)  # type: ignore[no-any-return]

    def migrates(self, version: int) -> bool:
        """Whether a run of a version is migrated."""
        given = (self._options.states, self._options.actions) if self._options is not None else ()
        return any(each and version < each.contents.version for each in given)

    def migrated_action(self, action: Any, version: int) -> Any:
        """An action in the feature's version; None if it is left out."""
        given = self._options.actions if self._options is not None else None
        if not given:
            return action
        steps = {each.start: each for each in given.contents.steps[: given.contents.count]}
        for number in range(version, given.contents.version):
            if number in steps and action is not None:
                former = self.value(action)
                made = steps[number].migrate(former, steps[number].data)
                self.kmk_json_release(former)
                if not made:
                    raise CommandError(f"{self.library}: the migration of actions from version {number} returned NULL")
                action = self.taken(made)
        return action

    def value(self, value: Any) -> int:
        """A new json_t, to pass on or to release."""
        error = Error()
        data = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
        made = self.kmk_json_parse(data, len(data), ctypes.byref(error))
        if not made:
            raise CommandError(self.message(error))
        return int(made)

    def taken(self, value: int | None) -> Any:
        """The value of a json_t, which is released; None for NULL."""
        if not value:
            return None
        read = self.read(value)
        self.kmk_json_release(value)
        return read

    def read(self, value: int) -> Any:
        """The value of a borrowed json_t."""
        text = self.kmk_json_text(value, 0)
        copy = ctypes.string_at(text)
        self.kmk_text_free(text)
        return json.loads(copy)

    @staticmethod
    def new_error() -> Any:
        return Error()

    def message(self, error: Any) -> str:
        """The whole message of an error, with its path."""
        details = Details()
        self.kmk_error_read(ctypes.byref(error), ctypes.byref(details), ctypes.sizeof(details))
        said, path = ((part or b"").decode("utf-8", "replace") for part in (details.message, details.path))
        return f"{path}: {said}" if path else said
