"""Kinds as C types: the types for reading, building and borrowing a value, and the calls that convert them.

An object or enum has one struct for each use, so that the compiler rejects a different kind: T_json for reading, T_made
for building, T_ref for the state in a reducer.
"""

from __future__ import annotations

from .model import Kind, Model, Type
from .names import apart, snake
from .words import C_WORDS

_SCALARS = {  # the C type, the call that reads it, the call that makes it
    "text": ("const char *", "json_string_value", "json_string"),
    "integer": ("json_int_t ", "json_integer_value", "json_integer"),
    "unsigned": ("json_int_t ", "json_integer_value", "json_integer"),
    "number": ("double ", "json_number_value", "json_real"),
    "boolean": ("bool ", "json_is_true", "json_boolean"),
}
# Words that follow a type's name in the header's own names. A member or an action with such a name is renamed.
HELPERS = set("case get json json_of made made_of new ref ref_of which".split())
# Words between a type's name and a member's.
_INFIXES = set("append as clear find get has of put remove set".split())


def own(name: str) -> str:
    """The name of a member or an action after its type's name."""
    return apart(snake(name), HELPERS)


def joined(words: list[str]) -> str:
    """The name of a nested place or action after its type's name."""
    return "_".join([*map(snake, words[:-1]), own(words[-1])])


class Kinds:
    def __init__(self, model: Model, prefix: str) -> None:
        self.model, self.prefix = model, prefix

    def stem(self, it: Type) -> str:
        """The prefix of a type's names. A nested type never gets the name of the outer type's function."""
        first, *inside = map(snake, it.words)
        return "_".join([self.prefix, first, *(apart(word, _INFIXES) for word in inside)])

    def stem_of(self, kind: Kind) -> str:
        return self.stem(self.model.type_of(kind))

    def is_optional(self, kind: Kind) -> bool:
        """Whether the value may be null or missing, so that a program must check whether it is present."""
        return self.model.is_optional(kind) or self.model.resolved(kind).word == "any"

    def is_struct(self, kind: Kind) -> bool:
        """Whether its values have structs: an object, or an enum with payloads."""
        return self.model.is_type(kind) and not self.model.resolved(kind).is_plain_enum

    def is_json(self, kind: Kind) -> bool:
        """Whether its values are JSON in C, not a native C value."""
        inner = self.model.resolved(kind)
        return not (inner.is_scalar or inner.is_plain_enum)

    # ------------------------------------------------------------------- types

    def read_type(self, kind: Kind) -> str:
        """The type for reading a value, ready for a name to follow."""
        return self._type(kind, "_json ", "const json_t *")

    def made_type(self, kind: Kind) -> str:
        """The type for building a value; its ownership is transferred."""
        return self._type(kind, "_made ", "json_t *")

    def lent_type(self, kind: Kind) -> str:
        """The type of a borrowed value."""
        return "const json_t *" if self.is_json(kind) else self.read_type(kind)

    def _type(self, kind: Kind, struct: str, json: str) -> str:
        inner = self.model.resolved(kind)
        if inner.is_plain_enum:
            return f"{self.stem_of(kind)}_case "
        if inner.is_scalar:
            return _SCALARS[inner.word][0]
        return f"{self.stem_of(kind)}{struct}" if self.is_struct(kind) else json

    # ------------------------------------------------------------------- calls

    def read(self, kind: Kind, value: str) -> list[str]:
        """Reads JSON that may be missing. A required string is "" if the JSON is not a string."""
        inner = self.model.resolved(kind)
        if inner.is_plain_enum:
            return [f"return {self.stem_of(kind)}_which({self.stem_of(kind)}_json_of({value}));"]
        if inner.word == "text" and not self.is_optional(kind):
            return [f"const char *text = json_string_value({value});", 'return text ? text : "";']
        if inner.is_scalar:
            return [f"return {_SCALARS[inner.word][1]}({value});"]
        if self.is_struct(kind):
            return [f"return {self.stem_of(kind)}_json_of({value});"]
        return [f"return {self.prefix}_some({value});"]

    def made(self, kind: Kind, value: str) -> str:
        """Converts a C value to JSON."""
        inner = self.model.resolved(kind)
        if inner.is_plain_enum:
            return f"{self.stem_of(kind)}_new({value})"
        if not inner.is_scalar:
            return f"{value}.json" if self.is_struct(kind) else value
        call = f"{_SCALARS[inner.word][2]}({value})"
        return f"{value} ? {call} : json_null()" if inner.word == "text" and self.is_optional(kind) else call

    def given(self, kind: Kind, value: str) -> str:
        """Converts a C value to JSON; NULL becomes null if the value is optional."""
        made = self.made(kind, value)
        is_pointer = self.is_json(kind) and self.is_optional(kind)
        return f"{made} ? {made} : json_null()" if is_pointer else made

    def parameter(self, name: str, kind: Kind) -> str:
        return self.made_type(kind) + self.variable(name)

    def variable(self, name: str) -> str:
        """The name of a parameter, distinct from the functions and variables in scope."""
        made = snake(name)
        is_beside = made.startswith(("json_", "kmk_", f"{self.prefix}_"))
        return f"{made}_" if is_beside else apart(made, C_WORDS | {"made", "wrong", "action"})
