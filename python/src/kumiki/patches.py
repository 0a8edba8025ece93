"""Patches: applying the JSON Patches (RFC 6902) of observers, traces and logs."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from kumiki._cases import Case
from kumiki._errors import new_error, required
from kumiki._json import from_new_json, lent
from kumiki._library import lib
from kumiki._models import is_model
from kumiki._reading import reader
from kumiki.view import View

T = TypeVar("T")


def apply_patch(value: T, patch: Sequence[Mapping[str, Any]] | View) -> T:
    """The value after a JSON Patch, as `Store.observe_patches` and the steps of a trace or a log give it.

    `value` stays as it is. The result has its class if that is a dataclass, a NamedTuple or a model of
    pydantic; otherwise it is plain JSON. Applies all operations, or raises an error: DECODE if the patch
    is malformed, or if the result does not fit the class, NOT_FOUND if a place is missing. A patch that
    removes the whole value returns None. To apply many patches, join them into one list.
    """
    error, before, changes = new_error(), lent(value), lent(patch)
    made: Any = from_new_json(required(lib.kmk_json_patched(before, changes, error), error))
    if made is not None and _is_typed(value):
        made = reader(type(value))(made)
    result: T = made
    return result


def _is_typed(value: object) -> bool:
    kind = type(value)
    is_tuple = isinstance(value, tuple) and hasattr(kind, "_fields")
    return is_tuple or dataclasses.is_dataclass(kind) or isinstance(value, Case) or is_model(kind)
