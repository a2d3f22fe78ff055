"""A program on memory beside what it does to arrays: results, and what buffers hold at the end, by argument."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Program:
    """The text of `@f`, the same in JAX, arguments, and the numbers of those that are differentiated."""

    text: str
    twin: Callable
    arguments: list
    wrt: list[int]


_random = np.random.default_rng(0)


def N(*shape):
    return _random.normal(size=shape)
