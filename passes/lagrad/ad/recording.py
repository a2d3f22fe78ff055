"""What a derivative may keep for its adjoint, as `lagrad-differentiate` is told."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Recording:
    """`mode` weighs recording against computing again, one of `cost.MODES`.

    `budget` is how many bytes may be kept at most, 0 for any number of them; `trips` is how often a loop runs at most
    that does not say so itself, 0 where that is not known.
    """

    mode: str = "auto"
    budget: int = 0
    trips: int = 0
