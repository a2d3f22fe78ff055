"""What triangular programs execute, counted: polynomials of the order."""

from __future__ import annotations

import numpy as np
import pytest
from test_triangular_programs import KINDS, arrays, kept, requests, stored, text, types_of

import lagrad
from lagrad.lowering.loops.count_operations import COUNTS, NAMES

PIPELINE = "lagrad-default,lagrad-to-llvm-counted"
ORDERS = (1, 2, 5, 8)


def half(kind: str, n: int) -> int:
    """How many elements of a triangle there are."""
    return n * (n - 1) // 2 if kind.startswith("s") else n * (n + 1) // 2


def counted(compiled, function: str, values: list[np.ndarray]) -> dict[str, int]:
    compiled[COUNTS]()  # begin
    compiled[function](*values)
    return dict(zip(NAMES, compiled[COUNTS]()))


@pytest.mark.parametrize("kind", [*KINDS, None])
def test_product(kind):
    """A product with a vector, and each of the two in its pullback, takes one multiplication for each element."""
    program = text("product", kind, "?")
    compiled = lagrad.compile(program + requests(program), pipeline=PIPELINE)
    for n in ORDERS:
        l, x, ct = np.ones((n, n)), np.ones(n), np.ones(n)
        l = stored(kind, kept(kind, l) if kind else l)
        elements = half(kind, n) if kind else n * n
        assert counted(compiled, "f", [l, x])["products"] == elements
        counts = counted(compiled, "reverse", [l, x, ct])
        assert counts["products"] == 2 * elements
        assert counts["sums"] == elements  # the adjoint of the matrix is no sum
        assert counted(compiled, "forward", [l, l, x, x])["products"] == 2 * elements


@pytest.mark.parametrize("kind", KINDS)
def test_sum_of_squares(kind):
    """One product and one sum an element; the same for its adjoint, which is doubled by a sum."""
    program = text("sum_of_squares", kind, "?")
    compiled = lagrad.compile(program + requests(program), pipeline=PIPELINE)
    for n in ORDERS:
        l = stored(kind, kept(kind, np.ones((n, n))))
        counts = counted(compiled, "f", [l])
        assert (counts["products"], counts["sums"]) == (half(kind, n), half(kind, n))
        counts = counted(compiled, "reverse", [l, 1.0])
        assert (counts["products"], counts["sums"]) == (half(kind, n), half(kind, n))


def test_product_of_triangles():
    """i >= k >= j: a sixth of all triples, not half."""
    program = text("triangular_product", "ltri", "?")
    compiled = lagrad.compile(program, pipeline=PIPELINE)
    for n in ORDERS:
        l = kept("ltri", np.ones((n, n)))
        counts = counted(compiled, "f", [l, l, np.ones(n)])
        assert counts["products"] == n * (n + 1) * (n + 2) // 6


@pytest.mark.parametrize("kind", ["ltri", "pltri", "sutri", "sputri"])
def test_batch(kind):
    """The covariance term of a mixture: three products with a vector, and their adjoints."""
    program = text("batch", kind, 5)
    compiled = lagrad.compile(program + requests(program), pipeline=PIPELINE)
    inputs, results = types_of(program)
    values = [
        stored(kind if type == inputs[0] else None, v)
        for type, v in zip([*inputs, *results], arrays([*inputs, *results], 0))
    ]
    assert counted(compiled, "f", values[:3])["products"] == 3 * half(kind, 5)
    assert counted(compiled, "reverse", values)["products"] == 2 * 3 * half(kind, 5)
