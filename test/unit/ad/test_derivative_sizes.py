"""A tangent has the sizes of its argument and a cotangent those of its result; a call with others is refused."""

from pathlib import Path

import numpy as np
import pytest

import lagrad

PROGRAM = """
func.func @f(%x: tensor<?x2xf64>, %s: f64) -> tensor<?x2xf64> {
  %y = math.exp %x : tensor<?x2xf64>
  return %y : tensor<?x2xf64>
}
func.func private @push(tensor<?x2xf64>, tensor<?x2xf64>, f64, f64) -> tensor<?x2xf64>
    attributes {lagrad.pushforward = @f}
func.func private @pull(tensor<?x2xf64>, f64, tensor<?x2xf64>) -> (tensor<?x2xf64>, f64)
    attributes {lagrad.pullback = @f}
"""


@pytest.mark.parametrize("size", [0, 2, 4])
def test_other_sizes_are_refused(size):
    functions = lagrad.compile(PROGRAM)
    x, other = np.ones((3, 2)), np.ones((size, 2))
    with pytest.raises(ValueError, match=f"argument 1 of push has the size {size} in dimension 0; it must be 3"):
        functions.push(x, other, 1.0, 1.0)
    with pytest.raises(ValueError, match=f"argument 2 of pull has the size {size} in dimension 0; it must be 3"):
        functions.pull(x, 1.0, other)


def test_right_sizes_are_taken():
    functions = lagrad.compile(PROGRAM)
    x = np.ones((3, 2))
    np.testing.assert_allclose(functions.push(x, x, 1.0, 1.0), np.exp(x))
    np.testing.assert_allclose(functions.pull(x, 1.0, x)[0], np.exp(x))


def test_a_size_that_is_computed_is_checked_too():
    """The cotangent of two tensors end to end is as long as both."""
    program = lagrad.compile("""
    func.func @ends(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
      %c = tensor.concat dim(0) %x, %y : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      %s = math.sin %c : tensor<?xf64>
      return %s : tensor<?xf64>
    }
    func.func private @back(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
        attributes {lagrad.pullback = @ends}
    func.func private @part(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
        attributes {lagrad.pullback = @ends, lagrad.wrt = [1]}""")
    x, y = np.ones(2), np.ones(3)
    dx, dy = program.back(x, y, np.arange(5.0))
    np.testing.assert_allclose(dx, np.cos(1) * np.arange(2))
    np.testing.assert_allclose(dy, np.cos(1) * np.arange(2, 5))
    for size in (0, 4, 6):
        for function in (program.back, program.part):
            with pytest.raises(ValueError, match=f"argument 2 of .* has the size {size} in dimension 0; it must be 5"):
                function(x, y, np.ones(size))


@pytest.mark.parametrize("rows, trips", [(3, 1), (1, 1), (2, 1), (2, 3), (3, 0)])
def test_the_last_state_may_have_another_size(rows, trips):
    """Only the next iteration would say that a state is as long as the one before."""
    text = (Path(__file__).resolve().parents[2] / "programs" / "for_sizes_of_another.mlir").read_text()
    pullback = lagrad.compile(text).pullback
    w, h = np.linspace(0.1, 0.6, 2 * rows).reshape(rows, 2), np.array([0.3, -0.2])
    states = [h]
    for _ in range(trips):
        states.append(np.tanh(w @ states[-1]))
    ct = np.arange(1.0, len(states[-1]) + 1.0)
    got, h_bar, w_bar = pullback(w, h, trips, ct), ct, np.zeros_like(w)
    for before, after in reversed(list(zip(states, states[1:]))):
        inner = h_bar * (1.0 - after * after)
        w_bar += np.outer(inner, before)
        h_bar = w.T @ inner
    np.testing.assert_allclose(got[0], w_bar, rtol=1e-12)
    np.testing.assert_allclose(got[1], h_bar, rtol=1e-12)


def test_the_gradient_of_a_convolution_is_as_long_as_its_input():
    """Not as long as the result and the filter together, as upstream takes it to be."""
    program = lagrad.compile("""
    func.func @f(%x: tensor<?xf64>, %w: tensor<?xf64>, %i: tensor<?xf64>) -> tensor<?xf64> {
      %r = linalg.conv_1d ins(%x, %w : tensor<?xf64>, tensor<?xf64>) outs(%i : tensor<?xf64>) -> tensor<?xf64>
      return %r : tensor<?xf64>
    }
    func.func private @first(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
        attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
    func.func private @second(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
        -> tensor<?xf64> attributes {lagrad.pullback = @first, lagrad.wrt = [3]}""")
    x, w, i = np.linspace(1.0, 2.0, 9), np.array([0.5, 2.0, 3.0]), np.zeros(7)
    np.testing.assert_allclose(program.second(x, w, i, np.ones(7), x), np.correlate(x, w, "valid"))
