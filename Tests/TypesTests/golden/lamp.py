"""The types of lamp.shape, written by kumiki generate: change that file, and not this one."""

from __future__ import annotations

from dataclasses import dataclass, field as _field

from kumiki.typed import Case, Place, Types


@dataclass(kw_only=True)
class State:
    """State."""

    name: str = "lamp"
    light: Light = _field(default_factory=lambda: LightOff())
    """and how bright"""
    fault: str | None = None


@dataclass(frozen=True)
class LightOff(Case, name="off"):
    """State.light.off."""


@dataclass(frozen=True)
class LightOn(Case, name="on"):
    """State.light.on."""

    value: int


Light = LightOff | LightOn
"""State.light."""


@dataclass(frozen=True)
class ActionToggle(Case, name="toggle"):
    """Action.toggle."""


@dataclass(frozen=True)
class ActionDim(Case, name="dim"):
    """Action.dim."""

    value: int


@dataclass(frozen=True)
class ActionReport(Case, name="report"):
    """Action.report."""

    fault: str | None = None


Action = ActionToggle | ActionDim | ActionReport
"""Action."""


class at:
    """Places of the state, each with the type of what is there."""

    name: Place[str] = Place("/name", "str", __name__)
    light: Place[Light] = Place("/light", "Light", __name__)
    light_on: Place[int | None] = Place("/light/on", "int | None", __name__)
    fault: Place[str | None] = Place("/fault", "str | None", __name__)


class Cases:
    """Case paths of the actions."""

    toggle = "toggle"
    dim = "dim"
    report = "report"


class Actions:
    """Makes whole actions, for views and effects."""

    @staticmethod
    def toggle() -> Action:
        return ActionToggle()

    @staticmethod
    def dim(value: int) -> Action:
        return ActionDim(value)

    @staticmethod
    def report(fault: str | None = None) -> Action:
        return ActionReport(fault)


types: Types[State, Action] = Types(
    State,
    Action,
    shape=(
        "{name: text = 'lamp', light: (off | on: integer) = 'off', fault: text?}"
    ),
    cases={
        "toggle": None,
        "dim": "integer",
        "report": "{fault: text?}",
    },
    hash="594d73b437113ec3",
)
"""Makes typed reducers and stores."""
