"""Memory of loops whose trips pass on tensors of other sizes, and of functions called in loops.

It is given back, and never read after that.
"""

from __future__ import annotations

import functools
import pathlib

import numpy as np
import pytest
from counted_heap import compile

import lagrad
from lagrad.lowering import pipeline as lowering

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "programs"

COPIES_FIRST = (
    "lagrad-default,lagrad-add-destinations,symbol-dce,convert-elementwise-to-linalg,"
    + """
    one-shot-bufferize{bufferize-function-boundaries=1 function-boundary-type-conversion=identity-layout-map
                       allow-return-allocs-from-loops=1 copy-before-write=1},
    buffer-deallocation-pipeline,convert-bufferization-to-memref,lagrad-convert-copies,convert-linalg-to-loops,"""
)

# A function that is kept, with scratch and branches of its own and a second one in it, called in a loop.
KEPT = """
func.func @f(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %s = %zero) -> (tensor<?xf64>, f64) {
    %next = func.call @step(%t) : (tensor<?xf64>) -> tensor<?xf64>
    %e = tensor.extract %next[%c0] : tensor<?xf64>
    %sum = arith.addf %s, %e : f64
    scf.yield %next, %sum : tensor<?xf64>, f64
  }
  %once = func.call @step(%r#0) : (tensor<?xf64>) -> tensor<?xf64>
  %e = tensor.extract %once[%c1] : tensor<?xf64>
  %sum = arith.addf %r#1, %e : f64
  return %sum : f64
}
func.func private @step(%t: tensor<?xf64>) -> tensor<?xf64> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.6 : f64
  %e = tensor.extract %t[%c0] : tensor<?xf64>
  %is_small = arith.cmpf olt, %e, %zero : f64
  %r = scf.if %is_small -> (tensor<?xf64>) {
    %a = math.exp %t : tensor<?xf64>
    scf.yield %a : tensor<?xf64>
  } else {
    %a = func.call @inner(%t) : (tensor<?xf64>) -> tensor<?xf64>
    scf.yield %a : tensor<?xf64>
  }
  %b = func.call @inner(%r) : (tensor<?xf64>) -> tensor<?xf64>
  %c = arith.mulf %r, %b : tensor<?xf64>
  %d = math.tanh %c : tensor<?xf64>
  return %d : tensor<?xf64>
}
func.func private @inner(%t: tensor<?xf64>) -> tensor<?xf64> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %t[%c0] : tensor<?xf64>
  %n = tensor.dim %t, %c0 : tensor<?xf64>
  %s = tensor.splat %e[%n] : tensor<?xf64>
  %a = math.sin %t : tensor<?xf64>
  %b = arith.addf %a, %s : tensor<?xf64>
  return %b : tensor<?xf64>
}
func.func private @df(tensor<?xf64>, index) -> tensor<?xf64> attributes {lagrad.gradient = @f}
"""

# Longer and shorter in turn, two that change places, a loop in the loop, and what is passed on unchanged.
ALTERNATES = """
func.func @f(%x: tensor<?xf64>, %n: index) -> (f64, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %u = %x, %s = %zero)
      -> (tensor<?xf64>, tensor<?xf64>, f64) {
    %k = arith.remui %i, %c3 : index
    %is_even = arith.cmpi eq, %k, %c0 : index
    %size = tensor.dim %t, %c0 : tensor<?xf64>
    %next = scf.if %is_even -> (tensor<?xf64>) {
      %longer = tensor.concat dim(0) %t, %u : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
      %a = math.sin %longer : tensor<?xf64>
      scf.yield %a : tensor<?xf64>
    } else {
      %half = arith.ceildivui %size, %c2 : index
      %is_last = arith.cmpi eq, %k, %c2 : index
      %b = scf.if %is_last -> (tensor<?xf64>) {
        scf.yield %t : tensor<?xf64>
      } else {
        %shorter = tensor.extract_slice %t[0] [%half] [1] : tensor<?xf64> to tensor<?xf64>
        %a = scf.for %j = %c0 to %c2 step %c1 iter_args(%v = %shorter) -> tensor<?xf64> {
          %length = tensor.dim %v, %c0 : tensor<?xf64>
          %part = arith.ceildivui %length, %c2 : index
          %w = tensor.extract_slice %v[0] [%part] [1] : tensor<?xf64> to tensor<?xf64>
          %z = math.exp %w : tensor<?xf64>
          scf.yield %z : tensor<?xf64>
        }
        scf.yield %a : tensor<?xf64>
      }
      scf.yield %b : tensor<?xf64>
    }
    %e = tensor.extract %next[%c0] : tensor<?xf64>
    %sum = arith.addf %s, %e : f64
    scf.yield %u, %next, %sum : tensor<?xf64>, tensor<?xf64>, f64
  }
  return %r#2, %r#1 : f64, tensor<?xf64>
}
func.func private @df(tensor<?xf64>, index, f64, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @f}
func.func private @forward(tensor<?xf64>, tensor<?xf64>, index) -> (f64, tensor<?xf64>)
    attributes {lagrad.pushforward = @f, lagrad.wrt = [0]}
"""


compiled = functools.cache(compile)


def all_of(function, *arguments):
    results = function(*arguments)
    return results if isinstance(results, tuple) else (results,)


def calls(program, trips):
    """What the functions of a program give."""
    x = np.linspace(0.5, 0.7, 5)
    results = all_of(program.f, x, trips)
    directions = [np.full_like(r, 0.3) for r in results] if len(results) > 1 else []
    yield results
    yield all_of(program.df, x, trips, *directions)
    if hasattr(program, "forward"):
        yield all_of(program.forward, x, x, trips)


@pytest.mark.parametrize("text", [KEPT, ALTERNATES], ids=["kept", "alternates"])
def test_results_are_those_without_our_passes(text):
    found, heap = compiled(text)
    plain = lagrad.compile(text, pipeline=COPIES_FIRST + lowering.text(lowering.Options(strict=True), first="llvm"))
    for trips in (0, 1, 2, 3, 7, 12):
        for ours, theirs in zip(calls(found, trips), calls(plain, trips), strict=True):
            for a, b in zip(ours, theirs, strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-12)
        assert heap.taken == heap.freed > 0


CALLS = {
    "changing_size_by_contents": lambda program: program.gradient(np.linspace(1.3, 0.4, 23)),
    "cf_switch_leaves_loop": lambda program: program.first(np.linspace(0.2, 0.9, 5), 9, np.linspace(1.0, 2.0, 5)),
}


@pytest.mark.parametrize("name", CALLS)
def test_nothing_is_read_after_it_was_given_back(name):
    text = (FOLDER / f"{name}.mlir").read_text()
    found, heap = compile(text)
    np.testing.assert_array_equal(CALLS[name](found), CALLS[name](lagrad.compile(text)))
    assert heap.taken == heap.freed
    assert (heap.taken > 0) == (name == "changing_size_by_contents")  # the other one has all of it on the stack


SCRATCH = """
func.func private @step(%t: tensor<300x300xf64>) -> tensor<300x300xf64> attributes {no_inline} {
  %a = math.sin %t : tensor<300x300xf64>
  %e = tensor.empty() : tensor<300x300xf64>
  %zero = arith.constant 0.0 : f64
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<300x300xf64>) -> tensor<300x300xf64>
  %p = linalg.matmul ins(%a, %t : tensor<300x300xf64>, tensor<300x300xf64>)
      outs(%z : tensor<300x300xf64>) -> tensor<300x300xf64>
  return %p : tensor<300x300xf64>
}
func.func @f(%x: tensor<300x300xf64>, %n: index) -> tensor<300x300xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<300x300xf64> {
    %next = func.call @step(%t) : (tensor<300x300xf64>) -> tensor<300x300xf64>
    scf.yield %next : tensor<300x300xf64>
  }
  return %r : tensor<300x300xf64>
}
"""


def test_iterations_take_turns_with_the_memory_of_a_function():
    program, heap = compile(SCRATCH, "lagrad-to-llvm")
    x = np.full((300, 300), 0.01)
    program.f(x, 5, out=np.empty_like(x))
    assert heap.most < 2.1 * x.nbytes  # the scratch of @step, and what an iteration passes on beside the result
