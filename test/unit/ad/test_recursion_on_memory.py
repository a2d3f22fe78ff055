"""Functions on memory that call themselves: against JAX."""

import re

import jax
import jax.numpy as jnp
import memory_of_recursion
import numpy as np
import on_memory
import pytest

import lagrad
from lagrad import pipelines
from lagrad.errors import Failure
from lagrad.mlir import ir

PROGRAMS = memory_of_recursion.PROGRAMS


@pytest.mark.parametrize("name", PROGRAMS)
def test_both_modes_agree_with_jax(name):
    on_memory.check(PROGRAMS[name])


@pytest.mark.parametrize("name", PROGRAMS)
def test_raised_programs_do_the_same(name):
    on_memory.check_raised(PROGRAMS[name])


TREE = """
func.func private @tree(%x: memref<?xf64>, %lo: index, %hi: index) -> f64 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.subi %hi, %lo : index
  %end = arith.cmpi eq, %n, %c1 : index
  %r = scf.if %end -> f64 {
    %v = memref.load %x[%lo] : memref<?xf64>
    %w = math.sin %v : f64
    scf.yield %w : f64
  } else {
    %h = arith.divsi %n, %c2 : index
    %m = arith.addi %lo, %h : index
    %a = func.call @tree(%x, %lo, %m) : (memref<?xf64>, index, index) -> f64
    %b = func.call @tree(%x, %m, %hi) : (memref<?xf64>, index, index) -> f64
    %s = arith.mulf %a, %b : f64
    scf.yield %s : f64
  }
  return %r : f64
}
func.func @f(%x: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  %r = func.call @tree(%x, %c0, %n) : (memref<?xf64>, index, index) -> f64
  return %r : f64
}
func.func private @pull(memref<?xf64>, f64, memref<?xf64>) attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
func.func private @push(memref<?xf64>, memref<?xf64>) -> f64 attributes {lagrad.pushforward = @f, lagrad.wrt = [0]}
func.func private @many(memref<?xf64>, tensor<3xf64>, memref<3x?xf64>)
  attributes {lagrad.pullback = @f, lagrad.wrt = [0], lagrad.vectors = 3}
func.func private @second(memref<?xf64>, memref<?xf64>, f64, memref<?xf64>, memref<?xf64>)
  attributes {lagrad.pushforward = @pull, lagrad.wrt = [0, 2]}
"""


def test_no_call_copies_what_it_reads():
    with pipelines.new_context():
        module = ir.Module.parse(TREE)
        pipelines.run(module, "lagrad-default,lagrad-to-llvm-strict")
        functions = dict(re.findall(r"llvm\.func internal @tree\.tensors_(\w+)\((.*?\n  })", str(module), re.S))
    for name in ("record", "recall", "adjoint", "pushforward"):
        assert not re.search("malloc|memcpy|memrefCopy", functions[name]), name


def test_directions_and_second_derivatives():
    functions = lagrad.compile(TREE)
    x = np.array([0.3, 0.7, -0.4, 1.2, 0.9])

    def value(x):
        return jnp.prod(jnp.sin(x))

    gradient, hessian = jax.grad(value)(x), jax.hessian(value)(x)
    shadows = np.zeros((3, 5))
    functions.many(x.copy(), np.array([1.0, -2.0, 0.5]), shadows)
    on_memory.close(shadows, np.outer([1.0, -2.0, 0.5], gradient))
    shadow, along, moved = np.zeros(5), np.linspace(-1, 1, 5), np.zeros(5)
    functions.second(x.copy(), along, 1.0, shadow, moved)
    on_memory.close(shadow, gradient)
    on_memory.close(moved, hessian @ along)


SHIFTED = """
func.func @f(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi ne, %n, %c0 : index
  scf.if %more {
    %m = arith.subi %n, %c1 : index
    func.call @f(%x, %y, %m) : (memref<?xf64>, memref<?xf64>, index) -> ()
    %a = memref.load %x[%m] : memref<?xf64>
    %b = memref.load %y[%m] : memref<?xf64>
    %c = arith.mulf %a, %b : f64
    memref.store %c, %y[%m] : memref<?xf64>
  }
  return
}
func.func private @pull(memref<?xf64>, memref<?xf64>, index, memref<?xf64>, memref<?xf64>)
  attributes {lagrad.pullback = @f, lagrad.wrt = [0, 1]}
"""


def test_arguments_that_overlap():
    memory, shadow = np.array([0.5, 1.5, -0.7, 1.1]), np.array([0.1, 0.4, -0.2, 1.0])

    def moved(m):
        for i in range(3):
            m = m.at[i + 1].set(m[i] * m[i + 1])
        return m

    wanted = jax.vjp(moved, jnp.asarray(memory))[1](jnp.asarray(shadow))[0]
    lagrad.compile(SHIFTED, entry="pull")(memory, memory[1:], 3, shadow, shadow[1:])
    on_memory.close(shadow, wanted)


# Sorts, and weighs the squares: what a call leaves is read by calls after it, and by the caller.
SORTED = """
func.func private @sort(%x: memref<?xf64>, %lo: index, %hi: index) {
  %c1 = arith.constant 1 : index
  %go = arith.cmpi slt, %lo, %hi : index
  scf.if %go {
    %p = memref.load %x[%hi] : memref<?xf64>
    %k = scf.for %i = %lo to %hi step %c1 iter_args(%s = %lo) -> (index) {
      %a = memref.load %x[%i] : memref<?xf64>
      %lt = arith.cmpf olt, %a, %p : f64
      %n = scf.if %lt -> (index) {
        %b = memref.load %x[%s] : memref<?xf64>
        memref.store %a, %x[%s] : memref<?xf64>
        memref.store %b, %x[%i] : memref<?xf64>
        %s1 = arith.addi %s, %c1 : index
        scf.yield %s1 : index
      } else {
        scf.yield %s : index
      }
      scf.yield %n : index
    }
    %b = memref.load %x[%k] : memref<?xf64>
    memref.store %p, %x[%k] : memref<?xf64>
    memref.store %b, %x[%hi] : memref<?xf64>
    %km = arith.subi %k, %c1 : index
    %kp = arith.addi %k, %c1 : index
    func.call @sort(%x, %lo, %km) : (memref<?xf64>, index, index) -> ()
    func.call @sort(%x, %kp, %hi) : (memref<?xf64>, index, index) -> ()
  }
  return
}
func.func @f(%x: memref<?xf64>, %w: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %x, %c0 : memref<?xf64>
  %h = arith.subi %n, %c1 : index
  func.call @sort(%x, %c0, %h) : (memref<?xf64>, index, index) -> ()
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %a = memref.load %x[%i] : memref<?xf64>
    %b = memref.load %w[%i] : memref<?xf64>
    %p = arith.mulf %a, %b : f64
    %q = arith.mulf %p, %a : f64
    %t = arith.addf %s, %q : f64
    scf.yield %t : f64
  }
  return %r : f64
}
func.func private @pull(memref<?xf64>, memref<?xf64>, f64, memref<?xf64>, memref<?xf64>)
  attributes {lagrad.pullback = @f}
func.func private @second(memref<?xf64>, memref<?xf64>, memref<?xf64>, memref<?xf64>, f64, memref<?xf64>,
    memref<?xf64>, memref<?xf64>, memref<?xf64>)
  attributes {lagrad.pushforward = @pull, lagrad.wrt = [0, 1, 3, 4]}
"""


def test_calls_that_exchange_elements():
    """Of buffers that lie apart, those that overlap, and in the second derivative."""
    functions, memory = lagrad.compile(SORTED), np.array([0.9, -0.3, 1.4, 0.2, 0.7, -1.1, 0.4, 0.8])

    def value(x, w):
        return jnp.sum(jnp.sort(x) ** 2 * w)

    def shared(m):
        m = m.at[:4].set(jnp.sort(m[:4]))
        return jnp.sum(m[:4] ** 2 * m[1:5])

    x, w, shadow = memory[:4].copy(), memory[4:].copy(), np.zeros(5)
    x_bar, w_bar = np.zeros(4), np.zeros(4)
    both = memory[:5].copy()
    functions.pull(both[:4], both[1:], 1.0, shadow[:4], shadow[1:])
    on_memory.close(shadow, jax.grad(shared)(memory[:5]))
    gradient = jax.grad(value, (0, 1))
    along = np.array([0.3, -0.6, 1.0, 0.1]), np.array([-0.2, 0.5, 0.7, 0.4])
    wanted, moved = jax.jvp(gradient, (x, w), along)
    tangents = np.zeros(4), np.zeros(4)
    functions.second(x, along[0].copy(), w, along[1].copy(), 1.0, x_bar, tangents[0], w_bar, tangents[1])
    for found, expected in zip((x_bar, w_bar, *tangents), (*wanted, *moved), strict=True):
        on_memory.close(found, expected)


GIVES = """
func.func @f(%x: memref<2xf64>, %n: index) -> memref<2xf64> {
  %c0 = arith.constant 0 : index
  %more = arith.cmpi ne, %n, %c0 : index
  %r = scf.if %more -> memref<2xf64> {
    %s = func.call @f(%x, %c0) : (memref<2xf64>, index) -> memref<2xf64>
    scf.yield %s : memref<2xf64>
  } else {
    scf.yield %x : memref<2xf64>
  }
  return %r : memref<2xf64>
}
func.func private @df(memref<2xf64>, index, memref<2xf64>, memref<2xf64>)
  attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
"""

GLOBAL = """
memref.global "private" @count : memref<f64> = dense<1.0>
func.func @f(%x: memref<2xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %more = arith.cmpi ne, %n, %c0 : index
  scf.if %more {
    %g = memref.get_global @count : memref<f64>
    %v = memref.load %x[%c0] : memref<2xf64>
    memref.store %v, %g[] : memref<f64>
    func.call @f(%x, %c0) : (memref<2xf64>, index) -> ()
  }
  return
}
func.func private @df(memref<2xf64>, index, memref<2xf64>) attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
"""


@pytest.mark.parametrize(
    "text, place, message",
    [
        (GIVES, "6:10", "cannot follow memory through 'func.call' of @f, which calls itself and gives memory"),
        (GLOBAL, "3:1", "cannot differentiate @f, which calls itself and uses the global @count"),
    ],
)
def test_what_is_refused(text, place, message):
    with pytest.raises(Failure) as refused:
        lagrad.compile(text)
    assert message in str(refused.value) and f":{place}" in str(refused.value)
