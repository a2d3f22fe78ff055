"""ADBench's text files: numbers between white space, sizes first."""

from __future__ import annotations

from pathlib import Path

import numpy as np


class FormatError(ValueError):
    """A file that is not what its sizes promise; the text names the file and the part."""


class NumberFile:
    """The numbers of a file, taken from its beginning part by part."""

    def __init__(self, path: Path):
        self.path = path
        try:
            self._tokens = Path(path).read_text(encoding="ascii").split()
        except UnicodeDecodeError:
            raise FormatError(f"{path}: not a text file of numbers") from None
        self._next = 0

    def sizes(self, *names: str) -> tuple[int, ...]:
        """One positive integer for each name."""
        values = tuple(self.integer(name) for name in names)
        for name, value in zip(names, values):
            if value < 1:
                raise FormatError(f"{self.path}: {name} must be positive, not {value}")
        return values

    def integer(self, name: str) -> int:
        token = self._take(1, name)[0]
        try:
            return int(token)
        except ValueError:
            raise FormatError(f"{self.path}: {name} must be an integer, not '{token}'") from None

    def floats(self, name: str, *shape: int) -> np.ndarray:
        """The next numbers as an f64 array of that shape, row by row."""
        tokens = self._take(int(np.prod(shape, dtype=np.int64)), name)
        try:
            return np.array(tokens, dtype=np.float64).reshape(shape)
        except ValueError as error:
            raise FormatError(f"{self.path}: {name}: {error}") from None

    def left(self) -> int:
        """How many numbers are left."""
        return len(self._tokens) - self._next

    def end(self) -> None:
        """Check that nothing is left."""
        if left := self.left():
            raise FormatError(f"{self.path}: {left} more numbers than its sizes ask for")

    def _take(self, count: int, name: str) -> list[str]:
        tokens = self._tokens[self._next : self._next + count]
        if len(tokens) < count:
            raise FormatError(f"{self.path}: {name} has {count} numbers, but only {len(tokens)} are left")
        self._next += count
        return tokens


def lines(*arrays: np.ndarray) -> str:
    """Each array's last dimension on a line of its own; numbers as ADBench prints them."""
    rows = (row for array in arrays for row in np.atleast_2d(array).reshape(-1, np.shape(array)[-1]))
    return "".join(" ".join(f"{value:.6f}" for value in row) + "\n" for row in rows)
