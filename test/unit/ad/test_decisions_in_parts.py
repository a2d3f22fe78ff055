"""Every part of an adjoint decides by the same bits as the primal: also where rounding decides."""

from __future__ import annotations

import numpy as np
import pytest
from deciding_loops import LOWER

import lagrad

PARTS = """
    #ij = affine_map<(i, j) -> (i, j)>
    #i = affine_map<(i, j) -> (i)>
    #j = affine_map<(i, j) -> (j)>
    #none = affine_map<(i, j) -> ()>
    func.func @f(%x: tensor<?x?xf64>, %y: tensor<?xf64>, %z: tensor<?xf64>, %s: f64, %out: TO) -> TO {
      %r = linalg.generic {indexing_maps = [#ij, #j, #i, MAP], iterator_types = ["KIND", "KIND"]}
          ins(%x, %y, %z : tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) outs(%out : TO) {
      ^bb0(%a: f64, %b: f64, %c: f64, %o: f64):
        %q = arith.mulf %a, %s : f64
        %t = arith.mulf %q, %b : f64
        %u = arith.mulf %t, %c : f64
        %d = arith.subf %u, %a : f64
        BODY
        linalg.yield %v : f64
      } -> TO
      return %r : TO
    }
    func.func private @back(tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, f64, TO, TO)
        -> (tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, f64)
        attributes {lagrad.pullback = @f, lagrad.wrt = [0, 1, 2, 3]}
"""
KINKS = {
    "absf": "%v = math.absf %d : f64",
    "maximumf": "%v = arith.maximumf %u, %a : f64",
    "select": """%zero = arith.constant 0.0 : f64
        %k = arith.cmpf ogt, %d, %zero : f64
        %v = arith.select %k, %u, %a : f64""",
}


@pytest.mark.parametrize("kink", KINKS)
@pytest.mark.parametrize("shape", ["elements", "sum"])
def test_parts_of_an_adjoint_agree(kink, shape):
    """%x, %y, %z and %s have maps of their own, so an operation each, which all ask on which side of the kink they are.

    Of %y, %z and %s, only the product matters: so the gradient by each, times it, is the same.
    """
    body = KINKS[kink]
    if shape == "elements":
        put = {"BODY": body, "TO": "tensor<?x?xf64>", "MAP": "#ij", "KIND": "parallel"}
    else:
        body += "\n %w = arith.addf %o, %v : f64"
        put = {"yield %v": "yield %w", "BODY": body, "TO": "tensor<f64>", "MAP": "#none", "KIND": "reduction"}
    text = PARTS
    for name, by in put.items():
        text = text.replace(name, by)
    back, random = lagrad.compile(text, pipeline=LOWER).back, np.random.default_rng(0)
    for _ in range(50):
        x, s, z = random.uniform(0.5, 2.0, (6, 5)), 1.3, np.full(6, random.uniform(0.5, 2.0))
        y = np.full(5, 1 / (s * z[0]))  # so %d is zero, or as small as rounding makes it
        ct = np.ones((6, 5)) if shape == "elements" else np.array(1.0)
        _, dy, dz, ds = back(x, y, z, s, 0 * ct, ct)
        assert np.allclose([np.dot(y, dy), np.dot(z, dz)], s * ds, rtol=1e-9, atol=1e-12)


PAIRS = """
    #i = affine_map<(i, j) -> (i)>
    #j = affine_map<(i, j) -> (j)>
    #none = affine_map<(i, j) -> ()>
    func.func @f(%y: tensor<?xf64>, %z: tensor<?xf64>, %s: f64) -> tensor<f64> {
      %start = arith.constant 0.0 : f64
      %empty = tensor.empty() : tensor<f64>
      %none = linalg.fill ins(%start : f64) outs(%empty : tensor<f64>) -> tensor<f64>
      %r = linalg.generic {indexing_maps = [#j, #i, #none], iterator_types = ["reduction", "reduction"]}
          ins(%y, %z : tensor<?xf64>, tensor<?xf64>) outs(%none : tensor<f64>) {
      ^bb0(%b: f64, %c: f64, %o: f64):
        %t = arith.mulf %b, %s : f64
        %u = arith.mulf %t, %c : f64
        %a = arith.constant 1.0 : f64
        %d = arith.subf %u, %a : f64
        BODY
        %w = arith.addf %o, %v : f64
        linalg.yield %w : f64
      } -> tensor<f64>
      return %r : tensor<f64>
    }
    func.func private @back(tensor<?xf64>, tensor<?xf64>, f64, tensor<f64>) -> (tensor<?xf64>, tensor<?xf64>, f64)
        attributes {lagrad.pullback = @f}
"""


@pytest.mark.parametrize("kink", KINKS)
def test_parts_of_sums_over_pairs_agree(kink):
    """As above, but no tensor has the size of the sum, and none is made."""
    back, random = lagrad.compile(PAIRS.replace("BODY", KINKS[kink]), pipeline=LOWER).back, np.random.default_rng(0)
    for _ in range(50):
        s, z = 1.3, np.full(6, random.uniform(0.5, 2.0))
        y = np.full(5, 1 / (s * z[0]))
        dy, dz, ds = back(y, z, s, np.array(1.0))
        assert np.allclose([np.dot(y, dy), np.dot(z, dz)], s * ds, rtol=1e-9, atol=1e-12)
