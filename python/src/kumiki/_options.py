"""C structs of options, made from keyword arguments. An argument has the name of its member."""

from __future__ import annotations

from collections.abc import Iterable
from os.path import commonprefix
from typing import Any, cast

from kumiki._errors import KumikiError, Status
from kumiki._library import NULL, ffi, utf8


class Options:
    """A C struct with its size, and the strings that it points to.

        Options("kmk_running_options", time="deadline", id=b"poll").pointer

    The type of a member determines the conversion. None becomes NULL, and a list of names a NULL-terminated
    array. The constant of an enum is the end of its name in lower case: "deadline" for KMK_TIME_DEADLINE.
    """

    def __init__(self, struct: str, **members: object) -> None:
        kinds = {name: field.type for name, field in ffi.typeof(struct).fields}
        self._kept: list[Any] = []
        values = {name: self._converted(name, kinds[name], given) for name, given in members.items()}
        self.pointer = ffi.new(f"{struct} *", {"size": ffi.sizeof(struct), **values})

    def _converted(self, name: str, kind: Any, given: object) -> Any:
        if kind.kind == "enum":
            return _constant(name, kind.relements, given)
        if given is None:
            return NULL
        if kind.cname == "char *":
            return self._text(given)
        if kind.cname == "char * *":
            if isinstance(given, str):
                raise KumikiError(Status.INVALID_ARGUMENT, f"{name} is a list of names")
            texts = [self._text(each) for each in cast("Iterable[object]", given)]
            return self._keep(ffi.new("const char *[]", [*texts, NULL]))
        return given

    def _text(self, given: object) -> Any:
        return self._keep(ffi.new("char[]", given if isinstance(given, bytes) else utf8(given)))

    def _keep(self, made: Any) -> Any:
        self._kept.append(made)
        return made


def _constant(name: str, constants: dict[str, int], given: object) -> int:
    """The enum constant that a word stands for."""
    shared = commonprefix(list(constants)).rpartition("_")[0] + "_"
    words = [full.removeprefix(shared).lower() for full in sorted(constants, key=constants.__getitem__)]
    if given not in words:
        raise KumikiError(Status.INVALID_ARGUMENT, f"{name} is one of {words}, not {given!r}")
    return constants[f"{shared}{given}".upper()]
