"""Tensors that are found to be triangular: the program computes what it did, and less."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import lagrad
from lagrad.lowering.loops.count_operations import COUNTS

ROOT = Path(__file__).parents[2]
PROGRAM = (
    (ROOT / "lit" / "triangular" / "infer.mlir").read_text()
    + """
func.func private @factors_gradient(index, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>)
    -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>) attributes {lagrad.gradient = @factors, lagrad.of_sum,
        lagrad.wrt = [1, 2, 3]}
func.func private @attention_gradient(tensor<6x6xf64>, tensor<6xf64>, tensor<6x3xf64>, tensor<6x3xf64>)
    -> (tensor<6x6xf64>, tensor<6xf64>, tensor<6x3xf64>) attributes {lagrad.gradient = @attention, lagrad.of_sum,
        lagrad.wrt = [0, 1, 2]}
"""
)
INFER = "lagrad-infer-triangular,"
PACKED = "lagrad-infer-triangular{packed=true},"
REST = "lagrad-default,lagrad-to-llvm-counted"


@pytest.fixture(scope="module")
def plain():
    return lagrad.compile(PROGRAM, pipeline=REST)


def values_of(function: str) -> list:
    draw = np.random.default_rng(0)
    shapes = {"factors": [(5,), (5, 5), (5,), (5,)], "attention": [(6, 6), (6,), (6, 3), (6, 3)]}[function]
    return ([5] if function == "factors" else []) + [draw.uniform(0.5, 1.5, shape) for shape in shapes]


@pytest.mark.parametrize("pipeline", [INFER, PACKED])
def test_same_results(plain, pipeline):
    inferred = lagrad.compile(PROGRAM, pipeline=pipeline + REST)
    for function in ("factors", "attention"):
        values = values_of(function)
        np.testing.assert_allclose(inferred[function](*values), plain[function](*values), rtol=1e-12)
        products = {}
        for name, compiled in (("plain", plain), ("inferred", inferred)):
            compiled[COUNTS]()
            gradients = compiled[f"{function}_gradient"](*values)
            products[name] = int(compiled[COUNTS]()[0])
            if name == "plain":
                wanted = gradients
            else:
                for one, other in zip(gradients, wanted, strict=True):
                    np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-13)
        assert products["inferred"] < products["plain"]


def test_half_of_the_products(plain):
    """The product with the factors, which is all that @factors multiplies: d (d + 1) / 2 instead of d^2."""
    inferred = lagrad.compile(PROGRAM, pipeline=INFER + REST)
    for compiled, wanted in ((plain, 25), (inferred, 15)):
        compiled[COUNTS]()
        compiled.factors(*values_of("factors"))
        assert compiled[COUNTS]()[0] == wanted
