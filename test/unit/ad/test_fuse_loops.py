"""Loops that run together, and updates that are gathered: the derivatives are the same."""

import numpy as np
import pytest
from against_jax import check
from programs import NAMES, load

import lagrad

PIPELINE = "lagrad-default,lagrad-fuse-loops,cse,lagrad-gather-updates,canonicalize,lagrad-to-llvm"
WITH_LOOPS = [name for name in NAMES if any(word in load(name).text for word in ("scf.for", "scf.while", "affine.for"))]

# An unstructured mesh: fluxes along edges, and a second loop over the edges; nodes are met in any order.
MESH = """
func.func @f(%u: tensor<?xf64>, %edges: tensor<?x2xindex>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %edges, %c0 : tensor<?x2xindex>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %i = tensor.extract %edges[%k, %c0] : tensor<?x2xindex>
    %j = tensor.extract %edges[%k, %c1] : tensor<?x2xindex>
    %a = tensor.extract %u[%i] : tensor<?xf64>
    %b = tensor.extract %u[%j] : tensor<?xf64>
    %d = arith.subf %a, %b : f64
    %e = math.sin %d : f64
    %s = arith.addf %t, %e : f64
    scf.yield %s : f64
  }
  %q = scf.for %k = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %i = tensor.extract %edges[%k, %c0] : tensor<?x2xindex>
    %j = tensor.extract %edges[%k, %c1] : tensor<?x2xindex>
    %a = tensor.extract %u[%i] : tensor<?xf64>
    %b = tensor.extract %u[%j] : tensor<?xf64>
    %d = arith.mulf %a, %b : f64
    %e = math.exp %d : f64
    %s = arith.addf %t, %e : f64
    scf.yield %s : f64
  }
  %p = arith.mulf %r, %q : f64
  return %p : f64
}
func.func private @gradient(tensor<?xf64>, tensor<?x2xindex>) -> tensor<?xf64> attributes {lagrad.gradient = @f}
"""


def test_a_loop_over_edges():
    fused, plain = lagrad.compile(MESH, pipeline=PIPELINE), lagrad.compile(MESH)
    rng = np.random.default_rng(2)
    for nodes, edges in ((7, 40), (1, 3), (3, 0)):
        u, ends = rng.uniform(-1, 1, nodes), rng.integers(0, nodes, (edges, 2))
        np.testing.assert_allclose(fused.gradient(u, ends), plain.gradient(u, ends), rtol=1e-12, atol=1e-13)


def check_fused(name: str) -> None:
    program = load(name)
    functions = lagrad.compile(program.text, pipeline=PIPELINE)
    for request in program.requests.values():
        check(program, functions, request, {})


@pytest.mark.parametrize("name", WITH_LOOPS[7::20])
def test_programs_agree_with_jax(name):
    check_fused(name)


@pytest.mark.long
@pytest.mark.parametrize("name", WITH_LOOPS)
def test_all_programs_agree_with_jax(name):
    check_fused(name)
