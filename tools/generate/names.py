"""Names of a shape as names of a language."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .model import GenerateError

# Reserved in C or C++; a name that is one of them ends in an underscore.
C_WORDS = set(
    """alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept
    const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default
    delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline
    int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public
    register reinterpret_cast requires restrict return short signed sizeof static static_assert
    static_cast struct switch template this thread_local throw true try typedef typeid typename union
    unsigned using virtual void volatile wchar_t while xor xor_eq""".split()
)


def words(name: str) -> list[str]:
    """The words of a name, in small letters: "isReady", "is-ready" and "is_ready" have two."""
    apart = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", name))
    found = [word.lower() for word in re.split(r"[^A-Za-z0-9]+", apart) if word]
    if not found:
        raise GenerateError(f"{name!r} has no letters that a name of code may have")
    return found


def snake(names: str | Iterable[str]) -> str:
    parts = [names] if isinstance(names, str) else names
    made = "_".join(word for part in parts for word in words(part))
    return f"_{made}" if made[0].isdigit() else made


def camel(names: str | Iterable[str]) -> str:
    """Each word with a capital: SheetAlert."""
    parts = [names] if isinstance(names, str) else names
    made = "".join(word.capitalize() for part in parts for word in words(part))
    return f"_{made}" if made[0].isdigit() else made


def lower_camel(names: str | Iterable[str]) -> str:
    made = camel(names)
    return made[0].lower() + made[1:]


def apart(name: str, reserved: set[str]) -> str:
    """A name that is no reserved word."""
    return name + "_" if name in reserved else name


class Taken:
    """The names of one scope: two things with one name are an error and not overwritten."""

    def __init__(self) -> None:
        self._of: dict[str, str] = {}

    def take(self, name: str, what: str) -> str:
        before = self._of.setdefault(name, what)
        if before != what:
            raise GenerateError(f"{before} and {what} would both be {name}: rename one of them")
        return name
