"""The numerical check of many directions, Jacobians and Hessians finds what is wrong, in whichever direction."""

import numpy as np
import pytest

from lagrad import execute, gradcheck
from lagrad.gradcheck.one_direction import of_jacobian, of_many

PROGRAM = """
func.func private @own(%x: f64, %ct: f64) -> f64 {{
  %factor = arith.constant {factor} : f64
  %0 = arith.mulf %x, %factor : f64
  %1 = arith.mulf %ct, %0 : f64
  return %1 : f64
}}
func.func @square(%x: f64) -> f64 attributes {{lagrad.custom_pullback = @own}} {{
  %0 = arith.mulf %x, %x : f64
  return %0 : f64
}}
func.func @f(%x: f64, %y: f64) -> f64 {{
  %0 = func.call @square(%x) : (f64) -> f64
  %1 = arith.mulf %0, %y : f64
  return %1 : f64
}}
func.func private @pullback(f64, f64, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
    attributes {{lagrad.pullback = @f, lagrad.vectors = 3}}
func.func private @jacobian(f64, f64) -> (f64, f64) attributes {{lagrad.jacobian = @f, lagrad.mode = "reverse"}}
func.func private @hessian(f64, f64) -> (f64, f64, f64, f64) attributes {{lagrad.hessian = @f}}
func.func private @hvp(f64, tensor<?xf64>, f64, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
    attributes {{lagrad.hvp = @f, lagrad.vectors = -1}}
func.func private @value(f64, f64) -> (f64, f64, f64) attributes {{lagrad.value_and_grad = @f}}
"""


@pytest.mark.parametrize("factor, passes", [(2.0, True), (3.0, False)])
def test_each_kind_is_checked(factor, passes):
    outcomes = gradcheck.check(execute.parse(PROGRAM.format(factor=factor)), lambda function: [0.75, 1.25])
    assert {o.request: (o.kind, o.passed) for o in outcomes} == {
        "pullback": ("pullback", passes),
        "jacobian": ("jacobian", passes),
        "hessian": ("hessian", passes),
        "hvp": ("hvp", passes),
        "value": ("gradient", passes),
    }
    if not passes:  # the Hessian is that of the gradient, which is wrong
        hessian = next(o for o in outcomes if o.request == "hessian")
        assert "lagrad.custom_pullback in the program may be why" in str(hessian)


def test_one_wrong_direction_shows():
    def doubles(x, directions):
        result = 2.0 * directions
        result[2] += 1.0
        return x, result

    one = of_many(doubles, [1], 1, 3)
    kept, found = one(7.0, np.array([1.0, 2.0]))
    assert kept == 7.0 and not np.allclose(found, [2.0, 4.0])


def test_exchanged_directions_show():
    one = of_many(lambda directions: directions[::-1], [0], 0, 3)
    assert not np.allclose(one(np.array([1.0, 2.0])), [1.0, 2.0])


def test_a_jacobian_is_its_products():
    a, b = np.arange(6.0).reshape(2, 3), np.array([5.0, 7.0])
    push = of_jacobian(lambda x, n, s: (x, a, b), [0, 2], 1)
    kept, tangent = push(np.ones(3), np.array([1.0, 0.0, 2.0]), 4, 0.5, 3.0)
    np.testing.assert_array_equal(kept, np.ones(3))
    np.testing.assert_allclose(tangent, a @ [1.0, 0.0, 2.0] + 3.0 * b)


def test_directions_of_memory_with_gaps():
    outcomes = gradcheck.check(
        execute.parse("""
func.func @f(%a: memref<2x3xf64, strided<[5, 1]>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %a[%c1, %c1] : memref<2x3xf64, strided<[5, 1]>>
  %s = math.sin %x : f64
  memref.store %s, %a[%c0, %c1] : memref<2x3xf64, strided<[5, 1]>>
  return
}
func.func private @pullback(memref<2x3xf64, strided<[5, 1]>>, memref<2x2x3xf64>)
    attributes {lagrad.pullback = @f, lagrad.vectors = 2}
func.func private @pushforward(memref<2x3xf64, strided<[5, 1]>>, memref<2x2x3xf64>)
    attributes {lagrad.pushforward = @f, lagrad.vectors = 2}
"""),
        lambda function: [np.arange(6.0).reshape(2, 3)],
    )
    assert len(outcomes) == 2 and all(outcome.passed for outcome in outcomes)
