"""`lagrad-pack-functions`: functions of a vector are those of its numbers, with the same bits in any vector."""

from __future__ import annotations

import jax
import numpy as np
import pytest

import lagrad

jax.config.update("jax_enable_x64", True)

PACKED = ("sin", "cos", "tanh", "sinh", "expm1")
SPECIAL = (0.0, -0.0, np.inf, -np.inf, np.nan, 2.0**30, -(2.0**31), 1e300, 5e-324, 709.7, 1e-9, 19.1, np.pi / 2)

pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")  # NumPy's, of infinities


def of_each(name: str, operations: tuple[str, ...], count: int, t: str, mark: str = "") -> str:
    """A function that has some functions of each element of a vector, written out."""
    reads = [f"%c{n} = arith.constant {n} : index" for n in range(count)]
    reads += [f"%x{n} = tensor.extract %x[%c{n}] : tensor<8x{t}>" for n in range(count)]
    made = [(op, n, f"%{op}{n}") for op in operations for n in range(count)]
    calls = [f"{result} = math.{op} %x{n} {mark} : {t}" for op, n, result in made]
    of = f"tensor<{len(made)}x{t}>"
    end = f"%r = tensor.from_elements {', '.join(result for *_, result in made)} : {of}\n return %r : {of}"
    return f"func.func @{name}(%x: tensor<8x{t}>) -> {of} {{\n " + "\n ".join([*reads, *calls, end]) + "\n}\n"


@pytest.mark.parametrize("t", ["f64", "f32"])
def test_values(t):
    dtype = {"f64": np.float64, "f32": np.float32}[t]
    program = lagrad.compile("".join(of_each(f"f{n}", PACKED, n, t) for n in (1, 2, 3, 8)))
    assert "lagrad-pack-functions" in str(lagrad.pipelines.read("lagrad-to-llvm"))
    random = np.random.default_rng(3)
    rows = [random.normal(size=8) * 10.0 ** random.integers(-6, 3) for _ in range(200)]
    rows += [np.roll(np.resize(SPECIAL, 16), k)[:8] for k in range(len(SPECIAL))]
    for row in np.array(rows).astype(dtype):
        for count in (1, 2, 3, 8):
            got = getattr(program, f"f{count}")(row).reshape(len(PACKED), count)
            wanted = [getattr(np, name)(row[:count].astype(np.longdouble)).astype(dtype) for name in PACKED]
            np.testing.assert_array_max_ulp(got, np.array(wanted), 4)


def test_copies_have_the_same_bits():
    """Of vectors of 8, of 4 and of 2 numbers, where all are marked."""
    mark = "{lagrad.exact}"
    counts = {8: ("sin", "cos", "tanh"), 3: ("sin", "cos", "tanh"), 2: ("tanh",)}
    program = lagrad.compile("".join(of_each(f"f{n}", operations, n, "f64", mark) for n, operations in counts.items()))
    random = np.random.default_rng(4)
    for row in random.normal(size=(500, 8)) * 10.0 ** random.integers(-3, 4, size=(500, 1)):
        whole, part, pair = (getattr(program, f"f{n}")(row).reshape(-1, n) for n in counts)
        assert np.array_equal(whole[:, :3], part) and np.array_equal(whole[2:, :2], pair)


STATES = """
func.func @f(%x: tensor<3xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %a0 = tensor.extract %x[%c0] : tensor<3xf64>
  %b0 = tensor.extract %x[%c1] : tensor<3xf64>
  %c = tensor.extract %x[%c2] : tensor<3xf64>
  %end:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %a0, %b = %b0) -> (f64, f64) {
    %d = arith.addf %a, %c : f64
    %s = math.sin %a : f64
    %t = math.sin %b : f64
    %u = math.sin %d : f64
    %st = arith.mulf %s, %t : f64
    %positive = arith.cmpf ogt, %st, %zero : f64
    %v = scf.if %positive -> f64 {
      %w = math.cos %a : f64
      %0 = arith.mulf %w, %u : f64
      scf.yield %0 : f64
    } else {
      scf.yield %st : f64
    }
    %next = arith.addf %b, %v : f64
    scf.yield %next, %d : f64, f64
  }
  %r = arith.mulf %end#0, %end#1 : f64
  return %r : f64
}
func.func private @df(tensor<3xf64>, index) -> tensor<3xf64> attributes {lagrad.gradient = @f}
"""


def test_derivatives_of_a_state():
    """A loop with branches that sines decide; three sines in each iteration are one vector."""
    program = lagrad.compile(STATES)

    def f(x, n):
        a, b = x[0], x[1]
        for _ in range(n):
            d = a + x[2]
            st = jax.numpy.sin(a) * jax.numpy.sin(b)
            a, b = b + jax.numpy.where(st > 0, jax.numpy.cos(a) * jax.numpy.sin(d), st), d
        return a * b

    gradient = jax.jit(jax.grad(f), static_argnums=1)
    random = np.random.default_rng(5)
    for n in (0, 1, 2, 9):
        for x in random.normal(size=(5, 3)) * 2:
            np.testing.assert_allclose(program.df(x, n), gradient(x, n), rtol=1e-11, atol=1e-13)
