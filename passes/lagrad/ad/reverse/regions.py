"""Which tapes share a tensor: one rule, for differentiation and for `lagrad-layout-tape`.

A region is the memory that one iteration fills (M. Hakimi, "Tapeflow", M.Sc. thesis, Simon Fraser University, 2023,
which groups what is recorded by producer and consumer). Tapes have a region in common if they are filled together, are
of one kind, and are read together. What these three are made of, the caller knows: differentiation, before there are
loops, keys of a plan; `lagrad-layout-tape`, behind all optimisation, the loops themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import TypeVar

# Differentiation does not wait for `lagrad-layout-tape` if so many scalars of one loop would share a tensor: it would
# carry hundreds of values through every pass in between.
EARLY = 8
LEAST = 2  # a tensor that is shared by one is the tape as it was

T = TypeVar("T")


@dataclass(frozen=True)
class Region:
    """What tapes must agree in: how they are filled, the kind of their elements, and where they are read."""

    filled_by: Hashable
    kind: Hashable
    read_in: Hashable


def regions(tapes: Iterable[T], region_of: Callable[[T], Region | None], least: int = LEAST) -> list[list[T]]:
    """The tapes that share a tensor, `least` of them or more, in the order in which they come.

    Where `region_of` is None, a tape has a tensor to itself.
    """
    found: dict[Region, list[T]] = {}
    for tape in tapes:
        if (region := region_of(tape)) is not None:
            found.setdefault(region, []).append(tape)
    return [together for together in found.values() if len(together) >= least]
