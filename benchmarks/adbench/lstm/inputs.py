"""Inputs of LSTM: ADBench's file format, and a generator."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..number_file import NumberFile, lines


@dataclass(frozen=True)
class LstmInput:
    """l layers of width b, and a sequence of c elements, all f64."""

    main: np.ndarray  # l x 2 x 4 x b: weights and biases of the gates forget, input, output, change
    extra: np.ndarray  # 3 x b: weights of the input, weights and biases of the output
    state: np.ndarray  # l x 2 x b: hidden and cell state in the beginning
    sequence: np.ndarray  # c x b

    @property
    def parameters(self) -> tuple[np.ndarray, np.ndarray]:
        """What the gradient is taken by."""
        return self.main, self.extra


def read(path: str | Path) -> LstmInput:
    """The input in ADBench's format: l, c, b, then main, extra, state and the sequence."""
    file = NumberFile(path)
    l, c, b = file.sizes("l", "c", "b")  # noqa: E741
    main = file.floats("main parameters", l, 2, 4, b)
    extra = file.floats("extra parameters", 3, b)
    state = file.floats("state", l, 2, b)
    sequence = file.floats("sequence", c, b)
    file.end()
    return LstmInput(main, extra, state, sequence)


def write(path: Path, given: LstmInput) -> None:
    """`read`'s inverse, to six decimals."""
    l, _, _, b = given.main.shape  # noqa: E741
    parts = (given.main.reshape(2 * l, 4 * b), given.extra, given.state.reshape(2 * l, b), given.sequence)
    text = "\n".join([f"{l} {len(given.sequence)} {b}\n", *(lines(part) for part in parts)])
    Path(path).write_text(text, encoding="ascii")


def generate(l: int, c: int, b: int, seed: int = 0) -> LstmInput:  # noqa: E741
    """A random input, distributed like ADBench's: the sequence is of bits."""
    random = np.random.default_rng(seed)
    return LstmInput(
        main=random.random((l, 2, 4, b)),
        extra=random.random((3, b)),
        state=random.random((l, 2, b)),
        sequence=random.integers(0, 2, (c, b)).astype(np.float64),
    )


def arguments(given: LstmInput) -> tuple:
    """The arguments of @lstm_objective."""
    return given.main, given.extra, given.state, given.sequence
