"""What LAGrad's chapter on adjoint sparsity shows computes what NumPy does, with as few products as it says."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from products import count

import lagrad

PROGRAM = (Path(__file__).parents[2] / "lit" / "one-hot" / "listings.mlir").read_text()
PASS = "lagrad-propagate-one-hot,canonicalize,cse"
RANDOM = np.random.default_rng(5)
I, J, K = 2, 1, 3
ROW, COLUMN, THREE, SIX = (RANDOM.uniform(0.5, 1.5, n) for n in (5, 4, 3, 6))
B = RANDOM.uniform(0.5, 1.5, (6, 5))
APART, SHARED = np.array([4, 8, 0, 1, 2, 7], dtype=np.int32), np.array([4, 0, 0, 0, 2, 0], dtype=np.int32)


def unit(shape, at, value):
    found = np.zeros(shape)
    found[at] = value
    return found


def overwritten(at):
    """The last point of a vertex decides."""
    found = np.zeros((9, 3))
    for p, vertex in enumerate(at):
        found[vertex] = unit(3, J, -1.5) if p == I else 0.0
    return found


# function, arguments, result, products that are left and of the program as it is
CASES = {
    "figure_4_3_row": (ROW, I, COLUMN, unit((4, 5), I, 1.0) * COLUMN[:, None] * ROW, 5, 20),
    "figure_4_3_sum": (1.5, I, J, unit(5, J, 1.5), 0, 0),
    "figure_4_4": (COLUMN, K, B, np.outer(COLUMN, B[K]), 4 * 5, 4 * 5 * 6),
    "listing_4_4": (1.5, I, J, THREE, unit((6, 3), (I, J), 1.5 * THREE[J]), 1, 18),
    "listing_4_5": (1.5, I, J, APART, unit((9, 3), (APART[I], J), -1.5), 0, 0),
    "listing_4_5 shared": (1.5, I, J, SHARED, unit((9, 3), (SHARED[I], J), -1.5), 0, 0),
    "listing_4_5_overwriting": (1.5, I, J, APART, overwritten(APART), 0, 0),
    "listing_4_5_overwriting shared": (1.5, I, J, SHARED, overwritten(SHARED), 0, 0),
    "beside": (1.5, I, J, SIX, (unit((6, 3), (I, J), 1.5 * np.exp(SIX[I])), unit(3, J, 1.5)), 1, 18),
}


@pytest.fixture(scope="module")
def programs():
    return [lagrad.compile(PROGRAM, pipeline=f"{before}lagrad-to-llvm") for before in ("", PASS + ",")]


@pytest.mark.parametrize("name", CASES)
def test_a_listing_computes_what_it_says(programs, name):
    *arguments, expected, left, all_of_them = CASES[name]
    function = name.split()[0]
    for program in programs:
        found = program[function](*arguments)
        for a, b in zip(*((x if isinstance(x, tuple) else (x,)) for x in (found, expected)), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-15, atol=0)
    assert count(PROGRAM, function, f"linalg-generalize-named-ops,{PASS}") == left
    assert count(PROGRAM, function, "linalg-generalize-named-ops") == all_of_them
