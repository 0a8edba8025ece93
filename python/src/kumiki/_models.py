"""Models of pydantic, which is not imported here: their fields as `model_dump(mode="json", by_alias=True)` writes them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

Field = tuple[str, Any, bool, Callable[[], Any] | None, list[Any]]
"""The name in JSON, the type, whether the field may be missing, a function that makes its default, and the metadata of
Annotated."""


def is_model(type: Any) -> bool:
    return isinstance(type, builtin_type) and hasattr(type, "model_validate")


builtin_type = type


def is_root_model(type: Any) -> bool:
    """Whether a model is written as its only field, `root`."""
    return is_model(type) and bool(getattr(type, "__pydantic_root_model__", False))


def written_names(type: Any) -> dict[str, str]:
    """The names in JSON of a model's fields."""
    fields = type.model_fields.items()
    return {name: each.serialization_alias or each.alias or name for name, each in fields}


def model_members(type: Any) -> Iterator[Field]:
    """The fields of a model. A field that the program writes itself has the type Any."""
    names, opaque = written_names(type), _written_by_program(type)
    for name, field in type.model_fields.items():
        if field.exclude:
            continue
        is_opaque = name in opaque or "*" in opaque or _has_serializer(field)
        make = None if field.is_required() else _default_of(type, name, names[name])
        annotation = Any if is_opaque else field.annotation
        yield names[name], annotation, not field.is_required(), make, field.metadata
    for name, computed in type.model_computed_fields.items():
        yield computed.alias or name, Any, True, None, []


def _default_of(type: Any, name: str, alias: str) -> Callable[[], Any] | None:
    """A function that returns a field's default as JSON. None if the model refuses it, or makes it from other fields."""
    field = type.model_fields[name]
    if getattr(field, "default_factory_takes_validated_data", False):
        return None

    def make() -> Any:
        whole = type.model_construct(**{name: field.get_default(call_default_factory=True)})
        return whole.model_dump(mode="json", by_alias=True, include={name}, warnings=False)[alias]

    try:
        type.model_validate_json(json.dumps({alias: make()}))
    except ValueError as error:
        problems: Any = error.errors() if hasattr(error, "errors") else [{"loc": (alias,)}]
        if any(each["loc"][:1] == (alias,) for each in problems):
            return None
    return make


def writes_number_of_seconds(type: Any) -> bool:
    """Whether a model writes a timedelta as a number."""
    return bool(type.model_config.get("ser_json_timedelta") == "float")


def _written_by_program(type: Any) -> set[str]:
    """The fields with a serializer, and "*" for a serializer of all fields."""
    decorators = type.__pydantic_decorators__
    found = {name for each in decorators.field_serializers.values() for name in each.info.fields}
    return found | ({"*"} if decorators.model_serializers else set())


def _has_serializer(field: Any) -> bool:
    return any("Serializer" in builtin_type(each).__name__ for each in field.metadata)
