"""Derivatives on memory of arguments that overlap: each element is one variable, whatever it is called."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from test_memory_at_random import _STEPS, _VIEWS, _text, _twin

import lagrad
from lagrad.errors import CheckFailed, Failure

jax.config.update("jax_enable_x64", True)

OPEN = "memref<3xf64, strided<[?], offset: ?>>"
ENTRIES = ["pullback", "pushforward"]
PLACES = "%o0: index, %s0: index, %o1: index, %s1: index, %o2: index, %s2: index"


def _views(name):
    return "".join(
        f"  %{name}{k} = memref.subview %{name}[%o{k}] [3] [%s{k}] : memref<12xf64> to {OPEN}\n" for k in range(3)
    )


def _of_arguments(steps):
    """The random program with three arguments in place of three views; two functions call its derivatives with
    views."""
    lines = _text([(0, 1)] * 3, steps).replace("memref<3xf64, strided<[1], offset: 0>>", OPEN).split("\n")
    body = "\n".join(line for line in lines[1:] if "memref.subview" not in line)
    six = ", ".join([OPEN] * 6)
    return f"""func.func private @f({", ".join(f"%m{k}: {OPEN}" for k in range(3))}) {{
{body}
func.func private @pull({six}) attributes {{lagrad.pullback = @f}}
func.func private @push({six}) attributes {{lagrad.pushforward = @f}}
func.func @pullback(%x: memref<12xf64>, %d: memref<12xf64>, {PLACES}) {{
{_views("x")}{_views("d")}  func.call @pull(%x0, %x1, %x2, %d0, %d1, %d2) : ({six}) -> ()
  return
}}
func.func @pushforward(%x: memref<12xf64>, %d: memref<12xf64>, {PLACES}) {{
{_views("x")}{_views("d")}  func.call @push(%x0, %d0, %x1, %d1, %x2, %d2) : ({six}) -> ()
  return
}}
"""


def _compare(functions, views, steps):
    random = np.random.default_rng(0)
    start, given = random.normal(size=12), random.normal(size=12)
    places = [n for place in views for n in place]

    def twin(x):
        return _twin(views, steps)(x)[1][0]

    final, pull = jax.vjp(twin, jnp.asarray(start))
    (gradient,) = pull(jnp.asarray(given))
    _, tangent = jax.jvp(twin, [jnp.asarray(start)], [jnp.asarray(given)])
    for derivative, wanted in ((functions.pullback, gradient), (functions.pushforward, tangent)):
        x, direction = start.copy(), given.copy()
        derivative(x, direction, *places)
        np.testing.assert_allclose(x, final, rtol=1e-9, atol=1e-11)
        np.testing.assert_allclose(direction, wanted, rtol=1e-9, atol=1e-11)


_MANY = st.lists(_VIEWS, min_size=4, max_size=4)
_ONE = [(0, 1), (4, 1), (8, 1)]  # apart
_SAME = [(2, 1)] * 3


@settings(max_examples=3, deadline=None, derandomize=True, database=None, phases=[Phase.generate])
@given(_MANY, _STEPS)
def test_overlapping_arguments_are_views_of_one_buffer(many, steps):
    functions = lagrad.compile(_of_arguments(steps), entry=ENTRIES)
    for views in [_ONE, _SAME, *many]:
        _compare(functions, views, steps)


@pytest.mark.long
@settings(max_examples=60, deadline=None, phases=[Phase.generate])
@given(_MANY, _STEPS)
def test_overlapping_arguments_are_views_of_one_buffer_many_times(many, steps):
    functions = lagrad.compile(_of_arguments(steps), entry=ENTRIES)
    for views in [_ONE, _SAME, *many]:
        _compare(functions, views, steps)


CUBES = """
func.func @f(%x: memref<?xf64> MARK, %y: memref<?xf64> MARK) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f64) {
    %a = memref.load %x[%i] : memref<?xf64>
    %b = arith.mulf %a, %a : f64
    %c = arith.mulf %b, %a : f64
    memref.store %c, %y[%i] : memref<?xf64>
    %t = arith.addf %s, %a : f64
    scf.yield %t : f64
  }
  return %sum : f64
}
func.func private @pull(memref<?xf64>, memref<?xf64>, f64, memref<?xf64>, memref<?xf64>)
  attributes {lagrad.pullback = @f}
"""
ALL = (
    CUBES.replace("MARK", "")
    + """
func.func private @gradient(memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>) -> f64
  attributes {lagrad.gradient = @f, lagrad.with_primal}
func.func private @many(memref<?xf64>, memref<?xf64>, tensor<2xf64>, memref<2x?xf64>, memref<2x?xf64>)
  attributes {lagrad.pullback = @f, lagrad.vectors = 2}
func.func private @of_x(memref<?xf64>, memref<?xf64>, f64, memref<?xf64>)
  attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
func.func private @again(memref<?xf64>, memref<?xf64>, memref<?xf64>, f64, memref<?xf64>, memref<?xf64>, memref<?xf64>)
  attributes {lagrad.pushforward = @pull, lagrad.wrt = [0, 3]}
"""
)


def _shifted(memory, ct, shadow):
    """What the pullback leaves for x = memory[:3] and y = memory[1:]: each element is the cube of the one before."""

    def run(first, rest):
        held = [first, first**3, first**9, first**27]
        return held[0] + held[1] + held[2], jnp.stack(held)

    _, pull = jax.vjp(run, memory[0], memory[1:])
    return np.array([pull((ct, jnp.asarray(shadow)))[0], 0, 0, 0])


@pytest.fixture(scope="module")
def cubes():
    return lagrad.compile(ALL)


def test_a_pullback_of_arguments_that_overlap(cubes):
    m, s = np.array([0.9, 5.0, 6.0, 7.0]), np.array([1.0, 2.0, 3.0, 4.0])
    wanted = _shifted(m, 10.0, s)
    cubes.pull(m[:3], m[1:], 10.0, s[:3], s[1:])
    np.testing.assert_allclose(s, wanted)
    np.testing.assert_allclose(m, 0.9 ** np.array([1, 3, 9, 27]))


def test_a_gradient_of_them_gives_the_result_too(cubes):
    m, s = np.array([0.9, 5.0, 6.0, 7.0]), np.zeros(4)
    np.testing.assert_allclose(cubes.gradient(m[:3], m[1:], s[:3], s[1:]), 0.9 + 0.9**3 + 0.9**9)
    np.testing.assert_allclose(s, _shifted(np.array([0.9, 5.0, 6.0, 7.0]), 1.0, np.zeros(4)))


def test_an_argument_without_a_shadow_has_that_of_the_one_it_overlaps(cubes):
    m, s = np.array([0.9, 5.0, 6.0, 7.0]), np.array([1.0, 2.0, 3.0])
    wanted = _shifted(m, 10.0, np.array([1.0, 2.0, 3.0, 0.0]))
    cubes.of_x(m[:3], m[1:], 10.0, s)
    np.testing.assert_allclose(s, wanted[:3])


def test_one_buffer_twice_and_one_shadow_twice(cubes):
    m, s = np.array([0.5, 2.0]), np.array([1.0, -1.0])
    cubes.pull(m, m, 1.0, s, s)
    np.testing.assert_allclose(s, 1 + np.array([1.0, -1.0]) * 3 * np.array([0.25, 4.0]))
    np.testing.assert_allclose(m, [0.125, 8.0])


def test_many_directions_of_arguments_that_overlap(cubes):
    """One dimension more, in front: the shadows of two arguments overlap in each direction if they are one buffer."""
    m, s = np.array([0.5, 2.0]), np.array([[1.0, -1.0], [3.0, 0.0]])
    cubes.many(m, m, np.array([1.0, 2.0]), s, s)
    np.testing.assert_allclose(s, [[1 + 0.75, 1 - 12.0], [2 + 2.25, 2.0]])
    with pytest.raises(CheckFailed, match="do not overlap alike"):
        cubes.many(m, m, np.ones(2), s, s.copy())


def test_shadows_must_overlap_as_arguments_do(cubes):
    m, one, other = np.ones(4), np.zeros(4), np.zeros(4)
    wrong = "@pull takes arguments that overlap, and shadows or tangents that do not overlap alike"
    for arguments in [
        (m, m, 1.0, one, other),  # two shadows of one element
        (m[:3], m[1:], 1.0, one[:3], other[1:]),
        (m[:3], m[1:], 1.0, one[1:], one[:3]),
        (m, other, 1.0, one, one),  # one shadow of two elements
        (m, other, 1.0, one, other),  # a shadow that is an argument
    ]:
        with pytest.raises(CheckFailed, match=wrong):
            cubes.pull(*arguments)
        assert np.all(m == 1) and np.all(one == 0) and np.all(other == 0)  # it stopped before it wrote


def test_a_derivative_of_a_derivative_asserts(cubes):
    m, tangent, s = np.ones(3), np.ones(3), np.zeros(3)
    with pytest.raises(CheckFailed, match="@again takes memory that overlaps its argument"):
        cubes.again(m, tangent, m, 1.0, s, s.copy(), s.copy())


def test_who_says_that_nothing_overlaps_gets_one_version():
    functions = lagrad.compile(CUBES.replace("MARK", "{llvm.noalias}"))
    m, s = np.ones(3), np.zeros(3)
    with pytest.raises(CheckFailed, match="@pull takes memory that overlaps its argument 1, which it writes"):
        functions.pull(m, m, 1.0, s, s)


PARTS = """
!part = memref<3xf64, strided<[1], offset: ?>>
func.func private @g(%x: !part, %y: !part) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    %a = memref.load %x[%i] : !part
    %b = memref.load %y[%i] : !part
    %c = arith.mulf %a, %b : f64
    memref.store %c, %y[%i] : !part
  }
  return
}
func.func private @pull(!part, !part, !part, !part) attributes {lagrad.pullback = @g, lagrad.wrt = [0, 1]}
func.func @h(%x: memref<4xf64>, %s: memref<4xf64>) {
  %a = memref.subview %x[0] [3] [1] : memref<4xf64> to memref<3xf64, strided<[1]>>
  %b = memref.subview %x[1] [3] [1] : memref<4xf64> to memref<3xf64, strided<[1], offset: 1>>
  %c = memref.subview %s[0] [3] [1] : memref<4xf64> to memref<3xf64, strided<[1]>>
  %d = memref.subview %s[1] [3] [1] : memref<4xf64> to memref<3xf64, strided<[1], offset: 1>>
  %p = memref.cast %a : memref<3xf64, strided<[1]>> to !part
  %q = memref.cast %b : memref<3xf64, strided<[1], offset: 1>> to !part
  %r = memref.cast %c : memref<3xf64, strided<[1]>> to !part
  %t = memref.cast %d : memref<3xf64, strided<[1], offset: 1>> to !part
  func.call @pull(OPERANDS) : (!part, !part, !part, !part) -> ()
  return
}
func.func private @push(memref<4xf64>, memref<4xf64>, memref<4xf64>, memref<4xf64>)
  attributes {lagrad.pushforward = @h, lagrad.wrt = [0, 1]}
"""


@pytest.mark.parametrize("operands", ["%p, %q, %r, %t", "%p, %p, %r, %t", "%p, %p, %r, %r"])
def test_a_derivative_that_is_called_with_parts_of_one_buffer_is_not_differentiated_again(operands):
    with pytest.raises(Failure, match="needs its buffers to lie apart, with two parts of one buffer") as refused:
        lagrad.compile(PARTS.replace("OPERANDS", operands), entry="push")
    assert ":25:3: error" in str(refused.value)


RAISED = """
!part = memref<3xf64, strided<[1], offset: ?>>
func.func private @move(%p: !part, %q: !part) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.load %q[%c0] : !part
  memref.store %a, %p[%c0] : !part
  %b = memref.load %p[%c1] : !part
  %s = arith.addf %a, %b : f64
  memref.store %s, %q[%c0] : !part
  %c = memref.load %p[%c1] : !part
  memref.store %c, %q[%c1] : !part
  return
}
func.func @f(%x: memref<4xf64>) {
  %a = memref.subview %x[0] [3] [1] : memref<4xf64> to memref<3xf64, strided<[1]>>
  %b = memref.subview %x[1] [3] [1] : memref<4xf64> to memref<3xf64, strided<[1], offset: 1>>
  %p = memref.cast %a : memref<3xf64, strided<[1]>> to !part
  %q = memref.cast %b : memref<3xf64, strided<[1], offset: 1>> to !part
  func.call @move(%p, %q) : (!part, !part) -> ()
  return
}
"""


@pytest.mark.parametrize("pipeline", ["lagrad-to-llvm", "lagrad-raise-memory,lagrad-to-llvm"])
def test_a_function_is_raised_before_those_that_it_calls_say_that_memory_lies_apart(pipeline):
    x = np.array([1.0, 2.0, 3.0, 4.0])
    lagrad.compile(RAISED, pipeline=pipeline, entry="f")(x)
    assert list(x) == [2, 4, 4, 4]
