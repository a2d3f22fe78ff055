"""Facts of attributes and types, found once in a run.

Attributes, types and maps never change, and equal ones are one object of their context: what is asked of one of them
again and again is kept, until the run of a pipeline ends and lets go of the context.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable
from typing import TypeVar

_MOST = 4096  # facts of a kind: who asks outside of a run holds no more
Fact = TypeVar("Fact", bound=Hashable)
R = TypeVar("R")

_kept: list[Callable[[], None]] = []


def remembered(function: Callable[[Fact], R]) -> Callable[[Fact], R]:
    """The same function of an attribute, a type or a map, whose results, which nobody may change, are kept."""
    known = functools.lru_cache(maxsize=_MOST)(function)
    _kept.append(known.cache_clear)
    return known


def forget() -> None:
    """Lets go of all that is kept, and with it of the contexts that it is of."""
    for clear in _kept:
        clear()
