"""The types of a class's members: resolved annotations, including members of generic classes."""

from __future__ import annotations

import sys
import types as kinds
import typing
from typing import Any, Union

Bindings = dict[Any, Any]
"""The types that stand for the type variables of a class."""

_WRAPPERS = ("Final", "ReadOnly", "Required", "NotRequired")


def hints_of(type: Any, *, extras: bool = False) -> dict[str, Any]:
    """The types of a class's annotated members, by name, with type variables replaced."""
    origin = typing.get_origin(type) or type
    hints = typing.get_type_hints(origin, include_extras=extras)
    bindings = _bindings_by_class(type)
    if typing.is_typeddict(origin):  # it contains the annotations of its bases
        bindings = {origin: {key: each for one in bindings.values() for key, each in one.items()}}
    return {
        name: substituted(hint, bindings.get(_owner(origin, name), {}))
        for name, hint in hints.items()
    }


def _owner(type: Any, name: str) -> Any:
    """The class that annotates a member."""
    mro = getattr(type, "__mro__", (type,))
    return next((each for each in mro if name in getattr(each, "__annotations__", {})), type)


def _bindings_by_class(type: Any) -> dict[Any, Bindings]:
    """The bindings of the type variables of a class, and of each of its bases."""
    origin = typing.get_origin(type) or type
    own = dict(zip(getattr(origin, "__parameters__", ()), typing.get_args(type)))
    names = getattr(origin, "__dict__", {})
    found: dict[Any, Bindings] = {}
    for base in names.get("__orig_bases__", getattr(origin, "__bases__", ())):
        if typing.get_origin(base) is not typing.Generic:
            found |= _bindings_by_class(substituted(base, own))
    found[origin] = own
    return found


def substituted(type: Any, bindings: Bindings) -> Any:
    """A type with its variables replaced. An unbound variable becomes its default or its bound."""
    if isinstance(type, typing.TypeVar):
        return bindings[type] if type in bindings else _unbound(type)
    variables = getattr(type, "__parameters__", ())
    if not variables or isinstance(type, builtin_type):
        return type
    return type[tuple(substituted(each, bindings) for each in variables)]


builtin_type = type


def _unbound(variable: Any) -> Any:
    """The type that an unbound type variable stands for."""
    has_default = getattr(variable, "has_default", lambda: False)()
    if has_default:
        return variable.__default__
    if variable.__constraints__:
        return Union[variable.__constraints__]
    return variable.__bound__ or Any


def unwrapped(type: Any) -> Any:
    """A type without wrappers that do not affect its JSON: Annotated, NewType, Final, an alias."""
    while True:
        origin = typing.get_origin(type)
        if isinstance(type, typing.TypeVar):
            type = _unbound(type)
        elif origin is typing.Annotated:
            type = type.__origin__
        elif isinstance(type, typing.NewType):
            type = type.__supertype__
        elif is_wrapper(type, *_WRAPPERS):
            type = typing.get_args(type)[0]
        elif _is_alias(type):
            type = _value_of(type)
        elif _is_alias(origin):
            value = _value_of(origin)
            type = substituted(value, dict(zip(origin.__type_params__, typing.get_args(type))))
        else:
            return type


class Transient:
    """The type of `kumiki.transient`."""

    def __repr__(self) -> str:
        return "kumiki.transient"


transient = Transient()
"""Marks a member that is in the state, but in no file, log or undo step: `progress: Annotated[float, transient] = 0`.
It needs a default, or None as a value."""


def is_transient(type: Any) -> bool:
    """Whether a member is marked as transient."""
    while typing.get_origin(type) is typing.Annotated or is_wrapper(type, *_WRAPPERS):
        if transient in getattr(type, "__metadata__", ()):
            return True
        type = typing.get_args(type)[0]
    return False


def is_wrapper(type: Any, *names: str) -> bool:
    """Whether a type is one of these special forms around another type, from any module."""
    origin = typing.get_origin(type)
    return getattr(origin, "_name", None) in names and bool(typing.get_args(type))


def _is_alias(type: Any) -> bool:
    """Whether a type was named by `type Name = ...`, or by TypeAliasType."""
    return builtin_type(type).__name__ == "TypeAliasType"


def _value_of(alias: Any) -> Any:
    """The type that an alias stands for. Strings in it are names in the module of the alias."""
    holder = kinds.SimpleNamespace(__annotations__={"it": alias.__value__})
    names = vars(sys.modules[alias.__module__]) if alias.__module__ in sys.modules else {}
    return typing.get_type_hints(holder, names, {alias.__name__: alias})["it"]


def members_of(type: Any) -> tuple[Any, ...]:
    """The members of a union, or the type itself."""
    type = unwrapped(type)
    is_union = typing.get_origin(type) in (Union, kinds.UnionType)
    return typing.get_args(type) if is_union else (type,)
