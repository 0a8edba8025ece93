"""Randomness that is the same on every machine and with every version of Python."""

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Draws from a seed. It only calls random(), whose sequence is guaranteed to stay the same."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random

    def below(self, limit: int) -> int:
        """A number from 0 up to, not including, the limit."""
        return int(self.random() * limit)

    def between(self, low: int, high: int) -> int:
        return low + int(self.random() * (high - low + 1))

    def chance(self, share: float) -> bool:
        return self.random() < share

    def pick(self, items: Sequence[T]) -> T:
        return items[int(self.random() * len(items))]

    def weighted(self, weights: dict[T, float]) -> T:
        """One of the keys, weighted by its value."""
        rest = self.random() * sum(weights.values())
        for key, weight in weights.items():
            rest -= weight
            if rest < 0:
                return key
        return key

    def mixed(self, items: Sequence[T]) -> list[T]:
        """The items in random order."""
        left, out = list(items), []
        while left:
            out.append(left.pop(self.below(len(left))))
        return out
