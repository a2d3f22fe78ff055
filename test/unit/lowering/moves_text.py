"""The text of random programs on square matrices, written line by line; parts of matrices there and in NumPy."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

N = 6  # rows and columns
FLAT = N * N
WHOLE = f"tensor<{N}x{N}xf64>"

Arrays = list[np.ndarray]
Counters = dict[str, int]
Step = Callable[[Arrays, Counters], Arrays]  # from the matrices before a statement to those behind it
Offset = tuple[str, Callable[[Counters], int]]


class Writer:
    """Writes lines with names of their own; the matrices that statements change are of one type, some of them."""

    def __init__(self, seed: int):
        self._random = random.Random(seed)
        self._lines: list[str] = []
        self._names = 0
        self.count = self._random.randint(1, 3)
        self.type = self._random.choice([WHOLE, "tensor<?x?xf64>"])

    def _write(self, depth: int, line: str) -> None:
        self._lines.append("  " * depth + line)

    def _name(self) -> str:
        self._names += 1
        return f"%v{self._names}"

    def _define(self, depth: int, operation: str) -> str:
        name = self._name()
        self._write(depth, f"{name} = {operation}")
        return name

    def _constants(self) -> None:
        for k in range(N + 1):
            self._write(1, f"%c{k} = arith.constant {k} : index")

    def _offset(self, counters: dict[str, int], size: int, of: int = N) -> Offset:
        """Where a part of a size begins: a number, or the counter of a loop."""
        fitting = [name for name, trips in counters.items() if trips + size <= of + 1]
        if fitting and self._random.random() < 0.4:
            name = self._random.choice(fitting)
            return name, lambda now: now[name]
        number = self._random.randint(0, of - size)
        return str(number), lambda _: number

    def _sines(self, names: list[str]) -> tuple[list[str], Step]:
        return [self._define(1, f"math.sin {name} : {self.type}") for name in names], lambda state, _: [
            np.sin(a) for a in state
        ]

    def _part(self) -> tuple[int, int]:
        """Rows and columns of a part, which is less than the whole."""
        sizes = [self._random.randint(1, N - 1), self._random.randint(1, N)]
        self._random.shuffle(sizes)
        return sizes[0], sizes[1]

    def _slice(self, depth: int, of: str, i: Offset, j: Offset, h: int, w: int) -> str:
        return self._define(
            depth, f"tensor.extract_slice {of}[{i[0]}, {j[0]}] [{h}, {w}] [1, 1] : {self.type} to tensor<{h}x{w}xf64>"
        )

    def _cast(self, depth: int, name: str, source: str, target: str) -> str:
        return name if source == target else self._define(depth, f"tensor.cast {name} : {source} to {target}")

    def _insert(self, depth: int, part: str, into: str, i: Offset, j: Offset, h: int, w: int) -> str:
        place = f"[{i[0]}, {j[0]}] [{h}, {w}] [1, 1]"
        return self._define(
            depth, f"tensor.insert_slice {part} into {into}{place} : tensor<{h}x{w}xf64> into {self.type}"
        )


def at(number: int) -> Offset:
    return str(number), lambda _: number


def replaced(items: list, k: int, by) -> list:
    return [*items[:k], by, *items[k + 1 :]]


def taken(matrix: np.ndarray, i: Offset, j: Offset, h: int, w: int, now: Counters) -> np.ndarray:
    return matrix[i[1](now) : i[1](now) + h, j[1](now) : j[1](now) + w].copy()


def put(matrix: np.ndarray, part: np.ndarray, i: Offset, j: Offset, now: Counters) -> np.ndarray:
    new = matrix.copy()
    new[i[1](now) : i[1](now) + part.shape[0], j[1](now) : j[1](now) + part.shape[1]] = part
    return new
