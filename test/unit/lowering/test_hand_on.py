"""Elements that one iteration adds to and the next one too: handed on, with the sums in their order."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad
from lagrad import pipelines
from lagrad.errors import Report
from lagrad.mlir import ir

LOWER = "lagrad-to-llvm"
SAID = "runs the iterations of this loop one by one: it hands on what the next one adds to"


def program(count: int, step: int, factor: int, ahead_first: bool, width: int) -> str:
    """`for i in 0, step, ..: a[f (i + step) + c, :] += x[i, :]; a[f i + c, :] -= 2 x[i, :]`, in either order."""
    last = step * (count - 1)
    start = max(0, -factor * (last + step))
    rows = abs(factor) * (last + step) + 1
    a, x = f"tensor<{rows}x{width}xf64>", f"tensor<{last + 1}x{width}xf64>"
    order = [("%next", "addf", "%v"), ("%here", "subf", "%w")][:: 1 if ahead_first else -1]
    updates = "\n".join(
        f"""      %old{n} = tensor.extract %a{n}[{at}, %j] : {a}
      %new{n} = arith.{sum} %old{n}, {term} : f64
      %a{n + 1} = tensor.insert %new{n} into %a{n}[{at}, %j] : {a}"""
        for n, (at, sum, term) in enumerate(order)
    )
    return f"""func.func @f(%x: {x}, %a: {a}) -> {a} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %step = arith.constant {step} : index
  %end = arith.constant {last + 1} : index
  %width = arith.constant {width} : index
  %factor = arith.constant {factor} : index
  %start = arith.constant {start} : index
  %distance = arith.constant {factor * step} : index
  %two = arith.constant 2.0 : f64
  %r = scf.for %i = %c0 to %end step %step iter_args(%b = %a) -> {a} {{
    %moved = arith.muli %i, %factor : index
    %here = arith.addi %moved, %start : index
    %next = arith.addi %here, %distance : index
    %row = scf.for %j = %c0 to %width step %c1 iter_args(%a0 = %b) -> {a} {{
      %v = tensor.extract %x[%i, %j] : {x}
      %w = arith.mulf %v, %two : f64
{updates}
      scf.yield %a2 : {a}
    }}
    scf.yield %row : {a}
  }}
  return %r : {a}
}}"""


def expected(x, a, count, step, factor, ahead_first):
    start = max(0, -factor * step * count)
    a = a.copy()
    for i in range(0, step * count, step):
        moves = [(factor * (i + step) + start, x[i]), (factor * i + start, -(2 * x[i]))]
        for at, term in moves[:: 1 if ahead_first else -1]:
            a[at] += term
    return a


def said(text: str) -> int:
    """How often the pass fires on the way down."""
    report = Report()
    with pipelines.new_context():
        pipelines.run(ir.Module.parse(text), LOWER, report)
        return [each.message for each in report.remarks].count(SAID)


@pytest.mark.parametrize("ahead_first", [True, False])
@pytest.mark.parametrize(
    "count, step, factor, width", [(2, 1, 1, 1), (9, 1, 1, 2), (9, 1, -1, 2), (20, 2, 1, 3), (5, 3, -2, 8)]
)
def test_the_sums_are_those_of_the_loop_to_the_last_bit(count, step, factor, width, ahead_first):
    text = program(count, step, factor, ahead_first, width)
    random = np.random.default_rng(count + width)
    x = random.standard_normal((step * (count - 1) + 1, width))
    a = random.standard_normal((abs(factor) * step * count + 1, width))
    right = expected(x, a, count, step, factor, ahead_first)
    for pipeline in (LOWER, "lagrad-to-llvm-strict"):
        assert np.array_equal(lagrad.compile(text, pipeline=pipeline).f(x, a), right)
    assert said(text) == 1


def test_long_rows_inside_are_left_alone():
    assert said(program(9, 1, 1, True, 9)) == 0


def chain(count: int, space: int) -> str:
    """The energy of springs between `count` points, and its gradient by the points."""
    p, k = f"tensor<{count}x{space}xf64>", f"tensor<{count - 1}xf64>"
    return f"""func.func @f(%p: {p}, %k: {k}) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant {count - 1} : index
  %space = arith.constant {space} : index
  %zero = arith.constant 0.0 : f64
  %e = scf.for %i = %c0 to %last step %c1 iter_args(%sum = %zero) -> f64 {{
    %next = arith.addi %i, %c1 : index
    %square = scf.for %j = %c0 to %space step %c1 iter_args(%s = %zero) -> f64 {{
      %x = tensor.extract %p[%i, %j] : {p}
      %y = tensor.extract %p[%next, %j] : {p}
      %d = arith.subf %y, %x : f64
      %dd = arith.mulf %d, %d : f64
      %t = arith.addf %s, %dd : f64
      scf.yield %t : f64
    }}
    %length = math.sqrt %square : f64
    %ki = tensor.extract %k[%i] : {k}
    %term = arith.mulf %ki, %length : f64
    %t = arith.addf %sum, %term : f64
    scf.yield %t : f64
  }}
  return %e : f64
}}
func.func private @df({p}, {k}) -> {p} attributes {{lagrad.gradient = @f, lagrad.wrt = [0]}}"""


@pytest.mark.parametrize("count, space", [(3, 2), (10, 2), (40, 3)])
def test_the_gradient_of_a_chain_in_space_is_that_of_jax(count, space):
    random = np.random.default_rng(count)
    p, k = random.standard_normal((count, space)), random.random(count - 1)

    def energy(p):
        return jnp.sum(k * jnp.sqrt(jnp.sum((p[1:] - p[:-1]) ** 2, 1)))

    with jax.enable_x64(True):
        right = np.asarray(jax.grad(energy)(jnp.asarray(p)))
    np.testing.assert_allclose(lagrad.compile(chain(count, space), entry="df").df(p, k), right, rtol=1e-12, atol=1e-14)
