"""Reads shapes with libkumiki itself: one grammar, and the messages of kmk_shape."""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .model import GenerateError

_NAME = "libkumiki.so.0"


class Error(ctypes.Structure):
    """kmk_error of kumiki/error.h."""

    _fields_ = [
        ("status", ctypes.c_int),
        ("position", ctypes.c_size_t),
        ("path", ctypes.c_char * 128),
        ("message", ctypes.c_char * 256),
    ]


class Details(ctypes.Structure):
    """kmk_error_details of kumiki/error.h."""

    _fields_ = [
        ("status", ctypes.c_int),
        ("position", ctypes.c_size_t),
        ("path", ctypes.c_char_p),
        ("message", ctypes.c_char_p),
    ]


class _Case(ctypes.Structure):
    """kmk_case of kumiki/cases.h."""

    _fields_ = [("name", ctypes.c_char_p), ("payload", ctypes.c_char_p)]


def candidates() -> Iterator[str]:
    """Where the library may be: KUMIKI_LIBRARY, then near these files, then the system."""
    if named := os.environ.get("KUMIKI_LIBRARY"):
        yield named
        return
    # PREFIX/share/kumiki/generate, kumiki/_generate of a wheel, tools/generate of the tree.
    for folder in Path(__file__).resolve().parents[1:4]:
        for pattern in (f"_lib/{_NAME}", f"lib*/{_NAME}", f"lib/*/{_NAME}", f"build/lib/{_NAME}"):
            yield from (str(found) for found in sorted(folder.glob(pattern)))
    yield _NAME


def opened(mode: int = ctypes.DEFAULT_MODE) -> Any:
    """Opens the library; `mode` is RTLD_GLOBAL if libraries that are opened later need its functions."""
    failed = []
    for path in candidates():
        try:
            # A wheel contains the jansson that its library needs.
            if (carried := Path(path).with_name("libjansson.so.4")).is_file():
                ctypes.CDLL(str(carried), mode)
            return ctypes.CDLL(path, mode)
        except OSError as error:
            failed.append(str(error))
    raise GenerateError(f"no libkumiki ({'; '.join(failed)}); name it by KUMIKI_LIBRARY")


class Library:
    """The functions of libkumiki that the generator uses."""

    def __init__(self) -> None:
        self._lib = opened()
        handle, text = ctypes.c_void_p, ctypes.c_char_p
        for name, result, arguments in [
            ("kmk_version", text, []),
            ("kmk_empty", handle, []),
            ("kmk_shape", handle, [handle, text]),
            ("kmk_cases", handle, [handle, ctypes.c_size_t, handle]),
            ("kmk_reducer_free", None, [handle]),
            ("kmk_reducer_describe", handle, [handle, handle]),
            ("kmk_reducer_hash", handle, [handle, handle]),
            ("kmk_json_text", handle, [handle, ctypes.c_size_t]),
            ("kmk_json_release", None, [handle]),
            ("kmk_text_free", None, [handle]),
            ("kmk_error_read", None, [handle, handle, ctypes.c_size_t]),
        ]:
            function = getattr(self._lib, name)
            function.restype, function.argtypes = result, arguments

    def version(self) -> str:
        """The version of the library."""
        return bytes(self._lib.kmk_version()).decode()

    def described(self, shape: str) -> Any:
        """The JSON Schema of a shape, from kmk_reducer_describe."""
        schema = self._asked(self._declared(shape, []), self._lib.kmk_reducer_describe)
        text = self._lib.kmk_json_text(schema, 0)
        self._lib.kmk_json_release(schema)
        return json.loads(self._taken(text))

    def hash(self, shape: str, cases: list[tuple[str, str | None]]) -> str:
        """kmk_reducer_hash of a reducer with only this shape and these cases."""
        made = self._asked(self._declared(shape, cases), self._lib.kmk_reducer_hash)
        return self._taken(made)

    def _declared(self, shape: str, cases: list[tuple[str, str | None]]) -> Any:
        """A reducer that does nothing, with this shape and these cases."""
        reducer = self._lib.kmk_empty()
        if cases:
            rows = [_Case(name.encode(), kind and kind.encode()) for name, kind in cases]
            reducer = self._lib.kmk_cases(reducer, len(rows), (_Case * len(rows))(*rows))
        return self._lib.kmk_shape(reducer, shape.encode())

    def _asked(self, reducer: Any, call: Any) -> Any:
        """The result of a function for a reducer, which it consumes."""
        error, details = Error(), Details()
        answer = call(reducer, ctypes.byref(error))
        self._lib.kmk_reducer_free(reducer)
        if not answer:
            whole = (ctypes.byref(error), ctypes.byref(details), ctypes.sizeof(details))
            self._lib.kmk_error_read(*whole)
            raise GenerateError((details.message or b"").decode("utf-8", "replace"))
        return answer

    def _taken(self, text: Any) -> str:
        """Converts a string that the library allocated, and frees it."""
        copy = ctypes.string_at(text).decode()
        self._lib.kmk_text_free(text)
        return copy
