"""Snapshots and pieces where the state is a triangle or memory, and where the derivative is sparse, against JAX."""

import counted_heap
import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad

jax.config.update("jax_enable_x64", True)

KEPT = "{lagrad.snapshots = 3}"
PIECE = "{lagrad.checkpoint}"
BOTH = "{lagrad.snapshots = 2, lagrad.checkpoint}"

# The state is a lower triangle: of each iteration the adjoint reads the product and the state.
TRIANGLE = """
func.func @f(%l: tensor<5x5xf64, "ltri">, %b: tensor<5x5xf64, "ltri">, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<5x5xf64, "ltri">
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%s = %l) -> tensor<5x5xf64, "ltri"> {
    %z = linalg.fill ins(%zero : f64) outs(%e : tensor<5x5xf64, "ltri">) -> tensor<5x5xf64, "ltri">
    %p = linalg.matmul ins(%s, %b : tensor<5x5xf64, "ltri">, tensor<5x5xf64, "ltri">)
        outs(%z : tensor<5x5xf64, "ltri">) -> tensor<5x5xf64, "ltri">
    %v = math.sin %p : tensor<5x5xf64, "ltri">
    scf.yield %v : tensor<5x5xf64, "ltri">
  } MARK
  %r = tensor.extract %end[%c3, %c1] : tensor<5x5xf64, "ltri">
  return %r : f64
}
func.func private @gradient(tensor<5x5xf64, "ltri">, tensor<5x5xf64, "ltri">, index)
    -> (tensor<5x5xf64, "ltri">, tensor<5x5xf64, "ltri">) attributes {lagrad.gradient = @f}
func.func private @product(tensor<5x5xf64, "ltri">, tensor<5x5xf64, "ltri">, tensor<5x5xf64, "ltri">,
    tensor<5x5xf64, "ltri">, index) -> (tensor<5x5xf64, "ltri">, tensor<5x5xf64, "ltri">)
    attributes {lagrad.pushforward = @gradient}
"""


def triangle(l, b, n: int):
    s = jnp.tril(l)
    for _ in range(n):
        s = jnp.sin(s @ jnp.tril(b))
    return s[3, 1]


@pytest.mark.parametrize("mark", [KEPT, BOTH])
def test_states_that_are_triangles(mark):
    program = lagrad.compile(TRIANGLE.replace("MARK", mark))
    rng = np.random.default_rng(4)
    l, b, dl, db = (np.tril(rng.uniform(-1, 1, (5, 5))) for _ in range(4))
    for n in (0, 1, 3, 11):
        gradient = jax.grad(lambda l, b: triangle(l, b, n), (0, 1))
        expected, moved = jax.jvp(gradient, (l, b), (dl, db))
        found = [*program.gradient(l, b, n), *program.product(l, dl, b, db, n)]
        for one, other in zip(found, [*expected, *moved], strict=True):
            np.testing.assert_allclose(np.tril(one), other, rtol=1e-10, atol=1e-13)


# Two buffers: the second one has what the first one held before, as in leap-frog schemes.
MEMORY = """
func.func @f(%u: memref<64xf64>, %w: memref<64xf64>, %a: f64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %t = %c0 to %n step %c1 {
    scf.for %i = %c0 to %c64 step %c1 {
      %p = memref.load %u[%i] : memref<64xf64>
      %q = memref.load %w[%i] : memref<64xf64>
      %s = math.sin %p : f64
      %m = arith.mulf %a, %s : f64
      %v = arith.addf %m, %q : f64
      memref.store %p, %w[%i] : memref<64xf64>
      memref.store %v, %u[%i] : memref<64xf64>
    }
  } MARK
  return
}
func.func private @pullback(memref<64xf64>, memref<64xf64>, f64, index, memref<64xf64>, memref<64xf64>) -> f64
    attributes {lagrad.pullback = @f, lagrad.wrt = [0, 1, 2]}
"""


def leaps(u, w, a, n: int):
    for _ in range(n):
        u, w = a * jnp.sin(u) + w, u
    return u, w


def on_memory(program, n: int) -> None:
    rng = np.random.default_rng(n)
    u, w, du, dw = rng.uniform(-1, 1, (4, 64))
    _, pull = jax.vjp(lambda u, w, a: leaps(u, w, a, n), u.copy(), w.copy(), 0.4)
    by_u, by_w, by_a = map(np.array, pull((du.copy(), dw.copy())))  # JAX may look at what it is given later on
    found = program.pullback(u, w, 0.4, n, du, dw)
    for one, other in zip((du, dw, found), (by_u, by_w, by_a), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("mark", [KEPT, BOTH])
def test_states_that_are_memory(mark):
    program = lagrad.compile(MEMORY.replace("MARK", mark))
    for n in (0, 1, 3, 20):
        on_memory(program, n)


def test_of_memory_only_snapshots_are_kept():
    steps, state = 20_000, 2 * 64 * 8
    most = []
    for mark in ("", "{lagrad.snapshots = 10}"):
        (program, heap), (u, w, du, dw) = counted_heap.compile(MEMORY.replace("MARK", mark)), np.full((4, 64), 0.5)
        program.pullback(u, w, 0.4, steps, du, dw)
        most.append(heap.most)
    assert most[0] > steps * state / 4 > 20 * most[1]  # the tape holds %u alone, which is half of a state


# Each entry depends on itself and its neighbour, as often as there are steps: a band above the diagonal.
BAND = """
func.func @band(%x: tensor<12xf64>, %n: index) -> tensor<12xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c11 = arith.constant 11 : index
  %end = scf.for %t = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<12xf64> {
    %moved = scf.for %i = %c0 to %c11 step %c1 iter_args(%y = %s) -> tensor<12xf64> {
      %j = arith.addi %i, %c1 : index
      %a = tensor.extract %s[%i] : tensor<12xf64>
      %b = tensor.extract %s[%j] : tensor<12xf64>
      %p = arith.mulf %a, %b : f64
      %v = math.sin %p : f64
      %next = tensor.insert %v into %y[%i] : tensor<12xf64>
      scf.yield %next : tensor<12xf64>
    }
    scf.yield %moved : tensor<12xf64>
  } MARK
  return %end : tensor<12xf64>
}
"""


def band(x, n: int):
    for _ in range(n):
        x = jnp.concatenate([jnp.sin(x[:-1] * x[1:]), x[-1:]])
    return x


@pytest.mark.parametrize("mark, mode", [(KEPT, "forward"), (KEPT, "reverse"), (PIECE, "reverse")])
def test_sparse_jacobians(mark, mode):
    jacobian = lagrad.sparse_jacobian(BAND.replace("MARK", mark), "band", wrt=[0], mode=mode)
    x = np.random.default_rng(5).uniform(0.5, 1.5, 12)
    for n in (1, 2, 5):
        found = jacobian(x, n)
        np.testing.assert_allclose(found.toarray(), jax.jacrev(band)(x, n), rtol=1e-10, atol=1e-13)
        assert found.nnz < 12 * (n + 2)
