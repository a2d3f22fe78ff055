"""Gradients by complex steps: no differentiation, exact to rounding, one evaluation for each number."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

STEP = 1e-30


def complex_step_gradient(function: Callable[..., complex], parameters: Sequence[np.ndarray]) -> tuple[np.ndarray, ...]:
    """The derivatives of an analytic function by all its parameters, for small ones.

    The function's imaginary part at p + ih is h times the derivative, to order h^3, and no difference is
    taken.
    """
    parameters = [part.astype(complex) for part in parameters]
    gradients = []
    for part in parameters:
        gradient = np.empty(part.shape)
        for index in np.ndindex(part.shape):
            part[index] += 1j * STEP
            gradient[index] = function(*parameters).imag / STEP
            part[index] = part[index].real
        gradients.append(gradient)
    return tuple(gradients)
