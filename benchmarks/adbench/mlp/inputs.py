"""Inputs of MLP: generated from the number of hidden units and the type, as in `256:f32`."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from ..number_file import FormatError

DESCRIBED = r"([1-9]\d*):(f32|f64)"
PIXELS, CLASSES, BATCH = 784, 10, 64


@dataclass(frozen=True)
class MlpInput:
    """A batch of n images, one a column, and the weights and biases of three layers."""

    x: np.ndarray  # pixels x n
    labels: np.ndarray  # n, i32
    layers: tuple[np.ndarray, ...]  # weights (outputs x inputs) and biases, in turn

    @property
    def type(self) -> str:
        return {"float32": "f32", "float64": "f64"}[self.x.dtype.name]


def read(word: str) -> MlpInput:
    """The input that a word such as `256:f32` describes."""
    described = re.fullmatch(DESCRIBED, word)
    if not described:
        raise FormatError(f"{word}: inputs of mlp are described as HIDDEN:f32 or HIDDEN:f64")
    return generate(int(described[1]), type=described[2])


def generate(
    hidden: int, seed: int = 0, type: str = "f64", pixels: int = PIXELS, classes: int = CLASSES, n: int = BATCH
) -> MlpInput:
    """A random input; a layer keeps the size of what it is given."""
    random = np.random.default_rng(seed)
    float_type = {"f32": np.float32, "f64": np.float64}[type]
    x = random.random((pixels, n))
    labels = random.integers(0, classes, n).astype(np.int32)
    layers = []
    for outputs, inputs in [(hidden, pixels), (hidden, hidden), (classes, hidden)]:
        layers.append(random.standard_normal((outputs, inputs)) / np.sqrt(inputs))
        layers.append(random.standard_normal(outputs))
    return MlpInput(x.astype(float_type), labels, tuple(part.astype(float_type) for part in layers))


def arguments(given: MlpInput) -> tuple:
    """The arguments of @mlp_objective."""
    return given.x, given.labels, *given.layers
