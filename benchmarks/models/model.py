"""What a model is: a function, the shapes of its arguments, and what its gradient is by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

PROGRAMS = Path(__file__).parent / "programs"
SEED = 28  # of every model's inputs: nobody chooses them by the result


@dataclass(frozen=True)
class Argument:
    """An array of random numbers.

    `kind` is "normal" with standard deviation `scale`, "uniform" between `low` and `high`, or "indices" from 0 to
    below `high`, of i32.
    """

    shape: tuple[int, ...]
    kind: str = "normal"
    scale: float = 1.0
    low: float = 0.0
    high: float = 1.0

    def draw(self, random: np.random.Generator, dtype: str) -> np.ndarray:
        match self.kind:
            case "normal":
                return (self.scale * random.standard_normal(self.shape)).astype(dtype)
            case "uniform":
                return random.uniform(self.low, self.high, self.shape).astype(dtype)
            case "indices":
                return random.integers(0, int(self.high), self.shape, np.int32)
        raise ValueError(f"no kind of numbers is called '{self.kind}'")


def normal(*shape: int, scale: float = 1.0) -> Argument:
    return Argument(shape, scale=scale)


def weights(*shape: int) -> Argument:
    """Normal numbers, scaled by the square root of how many of them a sum has: all dimensions but the last."""
    return Argument(shape, scale=float(1 / np.sqrt(np.prod(shape[:-1]))))


def filters(*shape: int) -> Argument:
    """The weights of a convolution, whose first dimension is that of the outputs."""
    return Argument(shape, scale=float(1 / np.sqrt(np.prod(shape[1:]))))


def uniform(*shape: int, low: float = 0.0, high: float = 1.0) -> Argument:
    return Argument(shape, "uniform", low=low, high=high)


def indices(*shape: int, below: int) -> Argument:
    return Argument(shape, "indices", high=below)


@dataclass(frozen=True)
class Model:
    """A function of arrays that gives a number.

    `wrt` are the arguments that its gradient is by. `function` is the function in JAX, where JAX is loaded. `source` is
    what the program is exported from, "jax" or "torch", whose indices are i64.
    """

    name: str
    arguments: tuple[Argument, ...]
    wrt: tuple[int, ...]
    dtype: str = "float32"
    function: Callable | None = None
    source: str = "jax"

    def inputs(self) -> list[np.ndarray]:
        random = np.random.default_rng(SEED)
        drawn = [argument.draw(random, self.dtype) for argument in self.arguments]
        return [x.astype(np.int64) if x.dtype == np.int32 and self.source == "torch" else x for x in drawn]

    @property
    def twin(self) -> str:
        """The name of the function in JAX and PyTorch."""
        return self.name.removesuffix("_torch")

    @property
    def path(self) -> Path:
        return PROGRAMS / f"{self.name}.mlir"

    @property
    def allowed(self) -> float:
        """The largest error of value or gradient, `max |a - b| / max |b|` of each array, against f64."""
        return 1e-4 if self.dtype == "float32" else 1e-10


def model(
    name: str, function: Callable, *arguments: Argument, wrt: tuple[int, ...] = (), dtype: str = "float32"
) -> Model:
    """Without `wrt`, the gradient is by every argument that is no index."""
    floats = tuple(k for k, argument in enumerate(arguments) if argument.kind != "indices")
    return Model(name, arguments, wrt or floats, dtype, function)
