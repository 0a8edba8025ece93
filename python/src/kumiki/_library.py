"""Finds libkumiki and opens it.

cffi is used in its ABI mode: the library's functions are called through their C declarations, which
kumiki/_cdef.py holds, and nothing is compiled. So one wheel serves every Python.
"""

import functools
import os
from pathlib import Path
from typing import Any

from kumiki._cdef import ffi as _ffi

ffi: Any = _ffi

_CARRIED = Path(__file__).parent / "_lib"
# Functions of the side libraries, which are opened when they are first needed.
_OF_SIDES = ("kmk_sqlite_",)


def _open(flags: int = 0) -> Any:
    """The library that KUMIKI_LIBRARY names, else the one in the package, else the system's."""
    named = os.environ.get("KUMIKI_LIBRARY")
    if named:
        return ffi.dlopen(named, flags)
    if not _CARRIED.is_dir():
        return ffi.dlopen("libkumiki.so.0", flags)
    # Opened first, it is the jansson that the dynamic linker finds for the library.
    global _carried
    _carried = ffi.dlopen(str(_CARRIED / "libjansson.so.4"))
    return ffi.dlopen(str(_CARRIED / "libkumiki.so.0"), flags)


def _opened() -> Any:
    """The library, with every function that the package was built for."""
    try:
        opened = _open()
        for name in dir(opened):
            if name.startswith("kmk_") and not name.startswith(_OF_SIDES):
                getattr(opened, name)
    except (OSError, ffi.error) as error:
        raise ImportError(
            f"kumiki: no libkumiki that fits ({error}); install it, or name it by KUMIKI_LIBRARY"
        ) from error
    return opened


_carried: Any = None
lib = _opened()
jansson: Any = ffi.dlopen("libjansson.so.4")
"""The jansson that the library uses: the one of this name that is loaded."""

NULL: Any = ffi.NULL


@functools.cache
def side(name: str, needed: str) -> Any:
    """A side library: the one beside the library, else the package's, else the system's. It needs another
    one, for which the package has a substitute."""
    file, named = f"libkumiki-{name}.so.0", os.environ.get("KUMIKI_LIBRARY", "")
    folders = [Path(named).parent] * ("/" in named) + [_CARRIED]
    found = next((str(each / file) for each in folders if (each / file).is_file()), file)
    try:
        # It calls the functions of whichever library is global: a team's has another name than libkumiki.
        _open(ffi.RTLD_NOW | ffi.RTLD_GLOBAL)
        try:
            return ffi.dlopen(found)
        except OSError:
            global _substitute
            _substitute = ffi.dlopen(str(_CARRIED / needed))
            return ffi.dlopen(found)
    except OSError as error:
        raise ImportError(f"kumiki: no libkumiki-{name} ({error}); install it beside libkumiki") from error


_substitute: Any = None


def text(pointer: Any) -> str:
    """A borrowed text of C's."""
    return str(ffi.string(pointer), "utf-8", "replace")


def new_text(pointer: Any) -> str:
    """A text that the library has made for us, which is freed."""
    try:
        return text(pointer)
    finally:
        lib.kmk_text_free(pointer)


def utf8(value: Any) -> bytes:
    """A text for C, or that of a place with a type.

    The library says of what is no UTF-8 that it is wrong, as of any mistake.
    """
    try:
        return _utf8(value)
    except TypeError:
        message = f"a text is wanted, not {value!r:.100}"
        if isinstance(value, (list, tuple)):
            message += ": a pointer is a str, and kumiki.pointer(*steps) makes one of steps"
        raise TypeError(message) from None


@functools.lru_cache(maxsize=4096)
def _utf8(value: Any) -> bytes:
    """The same few are asked for again and again.

    A NUL would end the text early, so what has one is made a text that is no UTF-8 either.
    """
    if not isinstance(value, str):
        value = getattr(value, "pointer", value)
        if not isinstance(value, str):
            raise TypeError
    encoded = value.encode("utf-8", "surrogatepass")
    return encoded if b"\0" not in encoded else b"\xff"


def is_text(value: object) -> bool:
    """Whether C can be handed a value as a text: without a NUL, and UTF-8 once it is encoded."""
    try:
        return isinstance(value, str) and b"\0" not in value.encode()
    except UnicodeEncodeError:
        return False
