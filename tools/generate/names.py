"""Names of a shape as names of a language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from .model import GenerateError, Model

# Reserved in C or C++, or a macro of their headers and compilers. A name that is one of them ends in an underscore.
C_WORDS = set(
    """alignas alignof and and_eq asm auto bitand bitor bool break case catch char class compl concept
    const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default
    delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline
    int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public
    register reinterpret_cast requires restrict return short signed sizeof static static_assert
    static_cast struct switch template this thread_local throw true try typedef typeid typename union
    unsigned using virtual void volatile wchar_t while xor xor_eq
    alloca assert errno i386 linux offsetof stderr stdin stdout unix""".split()
)
# Inside a header for C++ these are the namespaces that it uses.
CXX_WORDS = C_WORDS | {"kumiki", "std"}
# Members that each case has in C++ and Python.
CASE_WORDS = {"case_name", "value"}
# Functions and variables of the system's headers for which a file may be named. No namespace may have their names.
GLOBALS = set(
    """abort abs accept access acct alarm atexit basename bind brk bsearch calloc ceil chdir chmod chown clearenv clock
    clone close connect cos creat ctime daemon daylight dirname div dup environ erf exit exp fabs ffs floor fmod fork
    free fsync gamma getline getopt hypot index ioctl isalpha kill labs ldiv link listen log lseek main malloc memcpy
    mkdir mount nice open optarg pause perror pipe poll pow printf putchar puts qsort raise rand random read readlink
    realloc realpath reboot recv remainder remove rename rewind rindex rint rmdir round sbrk scanf select send setenv
    setstate shutdown signal sin sleep socket splice sprintf sqrt srand strlen swab symlink sync syscall syslog system
    tan tee time times timezone tolower toupper trunc truncate umask umount uname unlink usleep vfork wait write""".split()
)


def check(model: Model) -> None:
    """Raises an error, with its place, where a part of a shape cannot have a name of code."""
    for name in model.named:
        words(name, name)
    for it in model.types:
        for name in [*(member.name for member in it.kind.members), *(case.name for case in it.kind.cases)]:
            words(name, f"{it.where}.{name}")


def words(name: str, where: str = "") -> list[str]:
    """The words of a name, in small letters: "isReady", "is-ready" and "is_ready" have two."""
    apart = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", name))
    found = [word.lower() for word in re.split(r"[^A-Za-z0-9]+", apart) if word]
    if not found:
        raise GenerateError(f"{name!r} has no letters that a name of code may have", about=(where,))
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


def printable(text: str, written: Callable[[str], str]) -> str:
    """A text with what cannot be seen, or turns the order of letters around, as a language writes it."""
    return "".join(letter if letter.isprintable() else written(letter) for letter in text)


def code_point(letter: str) -> str:
    """A letter by its number, as Python writes it in a text."""
    number = ord(letter)
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def prefix(name: str, taken: set[str]) -> str:
    """What the names of a file begin with. What a library's names begin with is refused."""
    made = snake(name)
    if made in taken:
        raise GenerateError(f"names that begin with {made} are those of a library: give others by --prefix")
    return made


class Taken:
    """The names of one scope: two things with one name are an error and not overwritten."""

    def __init__(self) -> None:
        self._of: dict[str, str] = {}

    def take(self, name: str, what: str) -> str:
        before = self._of.setdefault(name, what)
        if before != what:
            message = f"{before} and {what} would both be {name}: rename one of them"
            raise GenerateError(message, about=(what, before))
        return name
