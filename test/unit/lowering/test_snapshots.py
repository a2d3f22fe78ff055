"""`lagrad.snapshots` and `lagrad.checkpoint`: derivatives of any order, and the memory that they take."""

import counted_heap
import numpy as np
import pytest

import lagrad
from benchmarks.derivatives import large_states
from lagrad.dialect import SCHEDULES

# A recurrence with a matrix and a scalar that is carried beside it; x is what goes in at each step.
PROGRAM = """
func.func @f(%a: tensor<8x8xf64>, %x: tensor<?x8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x8xf64>
  %e = tensor.empty() : tensor<8xf64>
  %start = linalg.fill ins(%zero : f64) outs(%e : tensor<8xf64>) -> tensor<8xf64>
  %last, %total = scf.for %i = %c0 to %n step %c1 iter_args(%s = %start, %t = %zero) -> (tensor<8xf64>, f64) {
    %row = tensor.extract_slice %x[%i, 0] [1, 8] [1, 1] : tensor<?x8xf64> to tensor<8xf64>
    %u = linalg.matvec ins(%a, %s : tensor<8x8xf64>, tensor<8xf64>) outs(%row : tensor<8xf64>) -> tensor<8xf64>
    %v = math.sin %u : tensor<8xf64>
    %first = tensor.extract %v[%c0] : tensor<8xf64>
    %product = arith.mulf %first, %t : f64
    %sum = arith.addf %product, %first : f64
    scf.yield %v, %sum : tensor<8xf64>, f64
  } MARK
  %end = tensor.extract %last[%c1] : tensor<8xf64>
  %result = arith.addf %end, %total : f64
  return %result : f64
}
func.func private @gradient(tensor<8x8xf64>, tensor<?x8xf64>) -> (tensor<8x8xf64>, tensor<?x8xf64>)
    attributes {lagrad.gradient = @f}
"""
SECOND = """
func.func private @pushed(tensor<8x8xf64>, tensor<8x8xf64>, tensor<?x8xf64>, tensor<?x8xf64>) -> f64
    attributes {lagrad.pushforward = @f}
func.func private @forward_over_reverse(tensor<8x8xf64>, tensor<8x8xf64>, tensor<?x8xf64>, tensor<?x8xf64>)
    -> (tensor<8x8xf64>, tensor<?x8xf64>) attributes {lagrad.pushforward = @gradient}
func.func private @reverse_over_forward(tensor<8x8xf64>, tensor<8x8xf64>, tensor<?x8xf64>, tensor<?x8xf64>, f64)
    -> (tensor<8x8xf64>, tensor<8x8xf64>, tensor<?x8xf64>, tensor<?x8xf64>) attributes {lagrad.pullback = @pushed}
func.func private @reverse_over_reverse(tensor<8x8xf64>, tensor<?x8xf64>, tensor<8x8xf64>, tensor<?x8xf64>)
    -> (tensor<8x8xf64>, tensor<?x8xf64>) attributes {lagrad.pullback = @gradient}
"""


def text(snapshots: int | None, schedule: str = "binomial", second: bool = False) -> str:
    mark = f'{{lagrad.snapshots = {snapshots}, lagrad.schedule = "{schedule}"}}' if snapshots else ""
    return PROGRAM.replace("MARK", mark) + SECOND * second


def arguments(n: int) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(n)
    return rng.uniform(-1, 1, (8, 8)) / 3, rng.uniform(-1, 1, (n, 8))


@pytest.fixture(scope="module")
def plain():
    """Derivatives with a tape."""
    return lagrad.compile(text(None, second=True))


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_gradients_are_those_with_a_tape(plain, schedule):
    program = lagrad.compile(text(3, schedule))
    for n in (0, 1, 2, 3, 4, 20, 101):
        for found, expected in zip(program.gradient(*arguments(n)), plain.gradient(*arguments(n)), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-13, atol=1e-14)


def test_gradients_have_the_same_bits_where_sums_keep_their_order():
    strict = "lagrad-default,lagrad-to-llvm-strict"
    program, plain = (lagrad.compile(text(k), pipeline=strict) for k in (4, None))
    for n in (1, 5, 64):
        for found, expected in zip(program.gradient(*arguments(n)), plain.gradient(*arguments(n)), strict=True):
            np.testing.assert_array_equal(found, expected)


def test_second_order(plain):
    program = lagrad.compile(text(3, second=True))
    for n in (0, 1, 3, 17):
        (a, x), (da, dx) = arguments(n), (arguments(n + 1000)[0], np.random.default_rng(3).uniform(-1, 1, (n, 8)))
        for name, given in (
            ("forward_over_reverse", (a, da, x, dx)),
            ("reverse_over_forward", (a, da, x, dx, 0.7)),
            ("reverse_over_reverse", (a, x, da, dx)),
        ):
            for found, expected in zip(program[name](*given), plain[name](*given), strict=True):
                np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-13, err_msg=name)


def test_a_scheduled_derivative_can_be_differentiated_again(plain):
    """What `lagrad-default` gives is an ordinary program."""
    again = f"lagrad-default,lagrad-differentiate{{function=gradient mode=pullback result=again}},lagrad-to-llvm"
    program = lagrad.compile(text(2), pipeline=again)
    (a, x), (da, dx) = arguments(9), (arguments(1000)[0], np.random.default_rng(3).uniform(-1, 1, (9, 8)))
    for found, expected in zip(program.again(a, x, da, dx), plain.reverse_over_reverse(a, x, da, dx), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-13)


MANY = """
func.func private @many(tensor<8x8xf64>, tensor<3x8x8xf64>, tensor<?x8xf64>, tensor<3x?x8xf64>)
    -> (tensor<3x8x8xf64>, tensor<3x?x8xf64>) attributes {lagrad.pushforward = @gradient, lagrad.vectors = 3}
"""


def test_many_directions_and_threads():
    program, plain = lagrad.compile(text(3) + MANY, threads=2), lagrad.compile(text(None) + MANY)
    rng, (a, x) = np.random.default_rng(5), arguments(30)
    given = a, rng.uniform(-1, 1, (3, *a.shape)), x, rng.uniform(-1, 1, (3, *x.shape))
    for found, expected in zip(program.many(*given), plain.many(*given), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-13)


def test_against_differences():
    program, (a, x) = lagrad.compile(text(3)), arguments(40)
    da, dx = arguments(41)[0], np.random.default_rng(4).uniform(-1, 1, x.shape)
    gradient = program.gradient(a, x)
    h = 1e-5
    difference = (program.f(a + h * da, x + h * dx) - program.f(a - h * da, x - h * dx)) / (2 * h)
    assert sum((g * d).sum() for g, d in zip(gradient, (da, dx))) == pytest.approx(difference, rel=1e-7)


def memory(snapshots: int | None, n: int, name: str = "gradient") -> int:
    """Bytes of the heap that a derivative needs at most; its results are not among them."""
    second = name != "gradient"
    program, heap = counted_heap.compile(text(snapshots, second=second), "lagrad-default,lagrad-to-llvm")
    a, x = arguments(n)
    given = {"gradient": (a, x), "forward_over_reverse": (a, a, x, x), "reverse_over_reverse": (a, x, a, x)}[name]
    program[name](*given, out=(np.empty_like(a), np.empty_like(x)))
    return heap.most


def test_memory_is_that_of_the_snapshots():
    row, n = 8 * (8 + 1 + 1), 20_000  # a vector, a scalar and a position
    assert memory(None, n) > 9 * 8 * n
    assert memory(500, n) < 1.1 * 500 * row + 10_000
    for name in ("forward_over_reverse", "reverse_over_reverse"):
        assert memory(500, n, name) < 2.2 * 500 * row + 10_000


BESIDE = """
func.func private @valued(tensor<8x8xf64>, tensor<?x8xf64>) -> (f64, tensor<8x8xf64>, tensor<?x8xf64>)
    attributes {lagrad.gradient = @f, lagrad.with_primal}
func.func private @pulled(tensor<8x8xf64>, tensor<?x8xf64>, f64) -> tensor<8x8xf64>
    attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
func.func private @of_valued(tensor<8x8xf64>, tensor<?x8xf64>, f64, tensor<8x8xf64>, tensor<?x8xf64>)
    -> (tensor<8x8xf64>, tensor<?x8xf64>) attributes {lagrad.pullback = @valued}
func.func private @of_pulled(tensor<8x8xf64>, tensor<?x8xf64>, f64, tensor<8x8xf64>)
    -> (tensor<8x8xf64>, f64, tensor<?x8xf64>)
    attributes {lagrad.pullback = @pulled, lagrad.wrt = [2, 1], lagrad.with_primal}
func.func private @in_cotangent(tensor<8x8xf64>, tensor<?x8xf64>, f64, tensor<8x8xf64>) -> f64
    attributes {lagrad.pullback = @pulled, lagrad.wrt = [2]}
func.func private @of_sum(tensor<8x8xf64>, tensor<?x8xf64>, f64) -> (tensor<8x8xf64>, tensor<?x8xf64>, f64)
    attributes {lagrad.gradient = @pulled, lagrad.of_sum}
"""


def test_pullbacks_of_pullbacks_of_any_signature():
    program, plain = (lagrad.compile(text(k) + BESIDE) for k in (3, None))
    for n in (0, 1, 17):
        (a, x), (v, w) = arguments(n), arguments(n + 1000)
        w = w[:n]
        for name, given in (
            ("of_valued", (a, x, 0.3, v, w)),
            ("of_pulled", (a, x, 0.7, v)),
            ("in_cotangent", (a, x, 0.7, v)),
            ("of_sum", (a, x, 0.7)),
        ):
            found, expected = (each[name](*given) for each in (program, plain))
            if name == "in_cotangent":
                found, expected = [found], [expected]
            for one, other in zip(found, expected, strict=True):
                np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-13, err_msg=name)


def test_snapshots_stay_where_they_are():
    """Of a state that the loop updates in place, too: there is one stack, and no copy of it."""
    state, kept = 8 * 5_000, 20
    program = large_states.PROGRAM.format(snapshots=kept, directory="", apart=1).replace(
        ', lagrad.snapshots_on = ""', ""
    )
    program, heap = counted_heap.compile(program, "lagrad-default,lagrad-to-llvm", "gradient")
    program.gradient(0.01, np.full(5_000, 0.5), 60)
    assert kept * state < heap.most < (kept + 5) * state


PIECE = """
  %xNEXT = scf.execute_region -> f64 {
    %end = scf.for %i = %c0 to %n step %c1 iter_args(%s = %xLAST) -> f64 {
      %p = arith.mulf %a, %s : f64
      %t = math.sin %p : f64
      scf.yield %t : f64
    }
    scf.yield %end : f64
  } MARK
"""
PIECES = """
func.func @f(%a: f64, %x0: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  ALL
  return %x8 : f64
}
func.func private @gradient(f64, f64, index) -> (f64, f64) attributes {lagrad.gradient = @f}
func.func private @second(f64, f64, index, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @gradient}
"""


def pieces(mark: str, n: int) -> tuple[list, int]:
    """The first and second derivatives of eight loops in a row, and the bytes that the first one needs at most."""
    parts = [PIECE.replace("NEXT", str(k + 1)).replace("LAST", str(k)).replace("MARK", mark) for k in range(8)]
    recording = "lagrad-differentiate{tape=record}"
    pipeline = f"lagrad-protect-derivatives,inline,canonicalize,{recording},lagrad-to-llvm"
    program, heap = counted_heap.compile(PIECES.replace("ALL", "".join(parts)), pipeline)
    found = list(program.gradient(1.1, 0.5, n))
    most = heap.most
    return [*found, *program.second(1.1, 0.5, n, 1.0, 0.5)], most


def test_one_piece_at_a_time_is_recorded():
    n = 1 << 16
    (plain, without), (found, within) = pieces("", n), pieces("{lagrad.checkpoint}", n)
    np.testing.assert_allclose(found, plain, rtol=1e-9, atol=1e-200)
    assert without >= 8 * 8 * n
    assert within < 3 * 8 * n
