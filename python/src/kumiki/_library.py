"""Finds libkumiki and opens it.

cffi is used in its ABI mode: it calls the library's functions through the C declarations in
kumiki/_cdef.py, and nothing is compiled. So one wheel works with every Python.
"""

import functools
import os
from pathlib import Path
from typing import Any

from kumiki._cdef import ffi as _ffi

ffi: Any = _ffi

_CARRIED = Path(__file__).parent / "_lib"
# Prefixes of the side libraries' functions. These libraries are opened when they are first needed.
_OF_SIDES = ("kmk_sqlite_",)


def _open(flags: int = 0) -> Any:
    """The library named by KUMIKI_LIBRARY, or else in the package, or else in the system."""
    named = os.environ.get("KUMIKI_LIBRARY")
    if named:
        return ffi.dlopen(named, flags)
    if not _CARRIED.is_dir():
        return ffi.dlopen("libkumiki.so.0", flags)
    # Opened first, so that the dynamic linker finds this jansson for the library.
    global _carried
    _carried = ffi.dlopen(str(_CARRIED / "libjansson.so.4"))
    return ffi.dlopen(str(_CARRIED / "libkumiki.so.0"), flags)


def _opened() -> Any:
    """The library, after a check that it contains every function the package was built for."""
    try:
        opened = _open()
        for name in dir(opened):
            if name.startswith("kmk_") and not name.startswith(_OF_SIDES):
                getattr(opened, name)
    except (OSError, ffi.error) as error:
        raise ImportError(f"kumiki: found {_missing()} ({error})") from error
    return opened


def _missing() -> str:
    """The reason why no library was opened, and the remedy."""
    named = os.environ.get("KUMIKI_LIBRARY")
    if named:
        return f"no libkumiki of this version at KUMIKI_LIBRARY={named}: name another one"
    if _CARRIED.is_dir():
        return "no usable library in the package: install its wheel again"
    return (
        "no libkumiki.so.0 of this version in the system, and the package was built without one: install the "
        "library, or run make in the source tree before pip install ./python, or set KUMIKI_LIBRARY to its path"
    )


_carried: Any = None
lib = _opened()
jansson: Any = ffi.dlopen("libjansson.so.4")
"""The jansson that the library uses: the loaded library of this name."""

NULL: Any = ffi.NULL


@functools.cache
def side(name: str, needed: str) -> Any:
    """A side library: beside the library, or else in the package, or else in the system. It needs the
    library `needed`, for which the package carries a substitute."""
    file, named = f"libkumiki-{name}.so.0", os.environ.get("KUMIKI_LIBRARY", "")
    folders = [Path(named).parent] * ("/" in named) + [_CARRIED]
    found = next((str(each / file) for each in folders if (each / file).is_file()), file)
    try:
        # It calls the functions of any library that is loaded globally: a team's may not be named libkumiki.
        _open(ffi.RTLD_NOW | ffi.RTLD_GLOBAL)
        # The system's goes first, since other modules of the program use it; the carried one is a substitute.
        try:
            _needed[needed] = ffi.dlopen(needed)
        except OSError:
            if (_CARRIED / needed).is_file():
                _needed[needed] = ffi.dlopen(str(_CARRIED / needed))
        return ffi.dlopen(found)
    except OSError as error:
        raise ImportError(f"kumiki: no libkumiki-{name} ({error}); install it beside libkumiki") from error


_needed: dict[str, Any] = {}


def text(pointer: Any) -> str:
    """The string at a borrowed C pointer."""
    found: str = ffi.string(pointer).decode("utf-8", "replace")
    return found


def new_text(pointer: Any) -> str:
    """The string at a new C pointer, which is freed."""
    try:
        return text(pointer)
    finally:
        lib.kmk_text_free(pointer)


def utf8(value: Any) -> bytes:
    """A string, or the pointer of a `Place`, encoded for C.

    The library refuses a string that is not UTF-8, with the usual error.
    """
    try:
        return _utf8(value)
    except TypeError:
        message = f"expected a string, not {value!r:.100}"
        if isinstance(value, (list, tuple)):
            message += ": a pointer is a str, and kumiki.pointer(*steps) makes one of steps"
        raise TypeError(message) from None


@functools.lru_cache(maxsize=4096)
def _utf8(value: Any) -> bytes:
    """Cached, because the same few strings are used all the time.

    A NUL would end the string early, so a string with a NUL is replaced with invalid UTF-8.
    """
    if not isinstance(value, str):
        value = getattr(value, "pointer", value)
        if not isinstance(value, str):
            raise TypeError
    encoded = value.encode("utf-8", "surrogatepass")
    return encoded if b"\0" not in encoded else b"\xff"


def is_text(value: object) -> bool:
    """Whether a value is a string that C accepts: without a NUL, and valid UTF-8 when encoded."""
    try:
        return isinstance(value, str) and b"\0" not in value.encode()
    except UnicodeEncodeError:
        return False
