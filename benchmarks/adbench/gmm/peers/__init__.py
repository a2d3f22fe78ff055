"""GMM as other tools write it."""

import numpy as np

from ...peers.native import Native
from ..inputs import GmmInput
from ..reference import constant_part


def variants(given: GmmInput) -> dict[str, tuple[str, ...]]:
    """`gemm`: Q x - Q mean, one product of matrices. `centered`: Q (x - mean), as the formula has it. `monomials`: its
    square as a polynomial in x. `points`: Q (x - mean) for blocks of points; Enzyme differentiates what is summed over
    the points, for each of them."""
    return {
        "jax": ("monomials", "gemm", "centered", "pushforward"),
        "torch": ("monomials", "gemm", "centered", "pushforward"),
        "c": ("monomials", "points"),
        "enzyme": ("monomials-fast", "points-fast", "points", "whole-fast", "whole", "pushforward-fast", "pushforward"),
    }


def native(given: GmmInput, variant: str) -> Native:
    (K, d), n = given.means.shape, len(given.x)
    scalars = np.array([given.gamma, given.m, constant_part(given)])
    return Native(
        sizes=(d, K, n),
        inputs=(given.alphas, given.means, given.icf, given.x, scalars),
        objective=((),),
        derivative=((K,), (K, d), given.icf.shape),
        flags={"whole": ("-DWHOLE",), "monomials": ("-DMONOMIALS",), "pushforward": ("-DMONOMIALS",)}.get(variant, ()),
    )


def triangle(d: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows and columns of the packed strict lower triangle."""
    columns, rows = np.triu_indices(d, 1)
    return rows, columns


def monomials(d: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Pairs i <= j of the coordinates of (x, 1), and how often each is in the square of their sum."""
    first, second = np.triu_indices(d + 1)
    return first, second, np.where(first == second, 1.0, 2.0)
