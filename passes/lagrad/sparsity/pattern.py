"""The pattern of a Jacobian: the places of the entries that may be other than zero, by rows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, eq=False)
class Part:
    """The rows of one result, or the columns of one argument: where they begin, and its shape."""

    number: int
    start: int
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        return int(np.prod(self.shape, dtype=np.int64))

    @property
    def stop(self) -> int:
        return self.start + self.size


@dataclass(frozen=True, eq=False)
class Pattern:
    """Row i has the columns `indices[indptr[i]:indptr[i + 1]]`, in increasing order, as in SciPy's CSR.

    The rows are the elements of the float results, one result after the other, the columns those of
    the arguments in wrt.
    """

    indptr: np.ndarray
    indices: np.ndarray
    results: tuple[Part, ...]
    arguments: tuple[Part, ...]

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.indptr) - 1, sum(part.size for part in self.arguments)

    @property
    def count(self) -> int:
        """How many entries it has."""
        return len(self.indices)

    @property
    def rows(self) -> np.ndarray:
        """The row of each entry."""
        return np.repeat(np.arange(self.shape[0], dtype=self.indices.dtype), np.diff(self.indptr))

    def transposed(self) -> "Pattern":
        """The pattern by columns."""
        order = np.argsort(self.indices, kind="stable")
        indptr = np.concatenate([[0], np.cumsum(np.bincount(self.indices, minlength=self.shape[1]))])
        return Pattern(indptr.astype(self.indptr.dtype), self.rows[order], self.arguments, self.results)

    def symmetric(self) -> "Pattern":
        """Of a square one: each entry together with its mirror image."""
        n = self.shape[0]
        rows, columns = self.rows.astype(np.int64), self.indices.astype(np.int64)
        places = np.unique(np.concatenate([rows * n + columns, columns * n + rows]))
        return of_places(places // n, places % n, self.results, self.arguments)

    def block(self, result: Part, argument: Part) -> "Pattern":
        """One result by one argument."""
        rows, columns = self.rows, self.indices
        inside = (result.start <= rows) & (rows < result.stop)
        inside &= (argument.start <= columns) & (columns < argument.stop)
        part = lambda p: (Part(p.number, 0, p.shape),)  # noqa: E731
        return of_places(rows[inside] - result.start, columns[inside] - argument.start, part(result), part(argument))

    def dense(self) -> np.ndarray:
        """As an array of booleans."""
        array = np.zeros(self.shape, bool)
        array[self.rows, self.indices] = True
        return array


def of_places(rows: np.ndarray, columns: np.ndarray, results, arguments) -> Pattern:
    """The pattern with entries at these places, which come row by row."""
    height = sum(part.size for part in results)
    indptr = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=height))])
    return Pattern(indptr.astype(np.int32), columns.astype(np.int32), tuple(results), tuple(arguments))


def parts(numbers, shapes) -> tuple[Part, ...]:
    """Results or arguments one after the other."""
    made, start = [], 0
    for number, shape in zip(numbers, shapes):
        made.append(Part(number, start, tuple(shape)))
        start = made[-1].stop
    return tuple(made)


@dataclass(frozen=True)
class Blocks:
    """How a result depends on an argument, by blocks: an element of the result's first dimension by one of the
    argument's."""

    count: int  # of blocks with any entry
    height: int
    width: int
    entries: int  # inside them

    @property
    def share(self) -> float:
        """Of the places in the blocks, those that have an entry."""
        return self.entries / (self.count * self.height * self.width) if self.count else 1.0


MOSTLY_FULL = 0.9  # of a block: then it counts as a block


def blocks(part: Pattern) -> Blocks:
    """The blocks of one result by one argument."""
    heights, widths = part.results[0].shape[1:], part.arguments[0].shape[1:]
    height, width = int(np.prod(heights)), int(np.prod(widths))
    if not part.count:
        return Blocks(0, height, width, 0)
    return Blocks(len(_block_numbers(part, height, width)), height, width, part.count)


def _block_numbers(part: Pattern, height: int, width: int) -> np.ndarray:
    """The blocks with any entry, numbered by rows."""
    across = part.shape[1] // width
    return np.unique(part.rows.astype(np.int64) // height * across + part.indices // width)


def with_full_blocks(pattern: Pattern) -> Pattern:
    """The pattern with those blocks filled that are full but for a few entries, wherever all are.

    A Jacobian is then made of dense blocks, for the price of a few zeros.
    """
    rows, columns = [pattern.rows], [pattern.indices]
    for result in pattern.results:
        for argument in pattern.arguments:
            part = pattern.block(result, argument)
            found = blocks(part)
            if MOSTLY_FULL <= found.share < 1.0:
                numbers = _block_numbers(part, found.height, found.width)
                across = part.shape[1] // found.width
                down, right = np.divmod(np.arange(found.height * found.width), found.width)
                rows.append(((numbers // across * found.height)[:, None] + down).reshape(-1) + result.start)
                columns.append(((numbers % across * found.width)[:, None] + right).reshape(-1) + argument.start)
    if len(rows) == 1:
        return pattern
    width = pattern.shape[1]
    places = np.unique(np.concatenate(rows).astype(np.int64) * width + np.concatenate(columns))
    return of_places(places // width, places % width, pattern.results, pattern.arguments)


def full(results: tuple[Part, ...], arguments: tuple[Part, ...]) -> Pattern:
    """Every entry."""
    height, width = (sum(part.size for part in side) for side in (results, arguments))
    return of_places(np.repeat(np.arange(height), width), np.tile(np.arange(width), height), results, arguments)
