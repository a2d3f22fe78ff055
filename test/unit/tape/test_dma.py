"""What `lagrad-stream-tape{target=dma}` makes gives the same bits on a simulated memory with DMA."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from test_layers import GUARDED, NEST, RECORDED, nest_arguments, nest_gradient
from test_layers import LAYERS as NEST_LAYERS
from with_dma import library, with_dma

import lagrad
from lagrad import execute, pipelines
from lagrad.analysis.call_graph import functions
from lagrad.dialect import IN_LAYER, LAYER
from lagrad.lowering.walk import walk
from lagrad.mlir import ir
from lagrad.tape.rows import direction, row_of
from lagrad.tape.tapes import writes_of

PROGRAM = """
func.func @scalars(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = arith.mulf %p, %y : f64
    %2 = math.sin %1 : f64
    %3 = math.exp %2 : f64
    %4 = math.tanh %3 : f64
    scf.yield %4 : f64
  }
  return %0 : f64
}
func.func private @of_scalars(f64, f64, index) -> (f64, f64) attributes {lagrad.gradient = @scalars}
func.func @vectors(%x: tensor<3xf64>, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %s = %y) -> (tensor<3xf64>, f64) {
    %1 = math.sin %p : tensor<3xf64>
    %e = tensor.extract %1[%c1] : tensor<3xf64>
    %t = arith.mulf %s, %e : f64
    scf.yield %1, %t : tensor<3xf64>, f64
  }
  return %0#1 : f64
}
func.func private @of_vectors(tensor<3xf64>, f64, index) -> (tensor<3xf64>, f64) attributes {lagrad.gradient = @vectors}
"""
LAYERS = "lagrad-default,lagrad-layout-tape,lagrad-layer-tape{{scratchpad-bytes={room}}},lagrad-index-scratchpad"


@functools.cache
def compiled(room: int):
    """The derivatives with DMA."""
    functions, started = with_dma(PROGRAM, LAYERS.format(room=room), ["of_scalars", "of_vectors"])
    # Four tapes: one start and three waits where a loop writes one, two starts and one wait where one is read. Four
    # loops over layers.
    assert started == {"dma_start": 4 * 3, "dma_wait": 4 * 4, "barrier": 4}
    return functions


@functools.cache
def plain():
    return lagrad.compile(PROGRAM, pipeline="lagrad-default,lagrad-to-llvm-strict")


@pytest.mark.parametrize("room", [64, 200])
@pytest.mark.parametrize("trips", [0, 1, 2, 3, 4, 5, 8, 9, 31])
def test_the_same_bits_with_dma(room, trips):
    for name, first in (("of_scalars", 0.7), ("of_vectors", np.array([0.3, 0.9, 1.2]))):
        simulator = library()[1]
        simulator.dma_reset()
        found = compiled(room)[name](first, 0.4, trips)
        for a, b in zip(found, plain()[name](first, 0.4, trips), strict=True):
            np.testing.assert_array_equal(a, b)
        assert simulator.dma_faults() == simulator.dma_pending() == 0
        assert simulator.dma_moved() > 0 or trips == 0


@pytest.mark.parametrize("room", [64, 250, 1024])
def test_layers_of_inner_loops_with_dma(room):
    """Rows of a nest, of which inner loops move parts, and outer loops whole ones."""
    simulator = library()[1]
    simulator.dma_reset()
    functions, started = with_dma(NEST, f"{RECORDED},{NEST_LAYERS.format(room=room)}", ["df"])
    assert started["dma_start"] > 0 and started["dma_wait"] > 0
    for found, expected in zip(functions["df"](*nest_arguments()), nest_gradient(None), strict=True):
        np.testing.assert_array_equal(found, expected)
    assert simulator.dma_faults() == simulator.dma_pending() == 0 < simulator.dma_moved()


UNTIL_ENOUGH = """%r:2 = scf.while (%p = %x, %t = %zero) : (f64, f64) -> (f64, f64) {
    %go = arith.cmpf olt, %t, %end : f64
    scf.condition(%go) %p, %t : f64, f64
  } do {
  ^bb0(%p: f64, %t: f64):
    %1 = arith.mulf %p, %y : f64
    %2 = math.sin %1 : f64
    %3 = math.exp %2 : f64
    %u = arith.addf %t, %3 : f64
    scf.yield %3, %u : f64, f64
  }"""
# Only the loops know how many rows there are: a layer finds its own without a record of what was moved.
RAGGED = """
func.func @f(%x: tensor<12xf64>, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %y) -> f64 {
    %1 = scf.for %j = %c0 to %i step %c1 iter_args(%q = %p) -> f64 {
      %v = tensor.extract %x[%j] : tensor<12xf64>
      %2 = arith.mulf %q, %v : f64
      %3 = math.sin %2 : f64
      %4 = math.exp %3 : f64
      scf.yield %4 : f64
    }
    %5 = arith.mulf %1, %p : f64
    %6 = math.sin %5 : f64
    scf.yield %6 : f64
  }
  return %0 : f64
}
func.func private @df(tensor<12xf64>, f64, index) -> (tensor<12xf64>, f64) attributes {lagrad.gradient = @f}
func.func @g(%x: f64, %y: f64, %end: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  WHILE
  return %r#0 : f64
}
func.func private @dg(f64, f64, f64) -> (f64, f64) attributes {lagrad.gradient = @g, lagrad.wrt = [0, 1]}
func.func @h(%ends: tensor<4xf64>, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %y) -> f64 {
    %end = tensor.extract %ends[%i] : tensor<4xf64>
    WHILE
    scf.yield %r#0 : f64
  }
  return %0 : f64
}
func.func private @dh(tensor<4xf64>, f64, index) -> f64 attributes {lagrad.gradient = @h, lagrad.wrt = [1]}
""".replace("WHILE", UNTIL_ENOUGH)


def test_rows_that_only_the_loops_know():
    """An inner loop with an iteration more each time, a while loop that ends when it has enough, and one in a loop."""
    functions, started = with_dma(RAGGED, f"{RECORDED},{NEST_LAYERS.format(room=64)}", ["df", "dg", "dh"])
    plain = lagrad.compile(RAGGED, pipeline=f"{RECORDED},lagrad-to-llvm-strict", entry=["df", "dg", "dh"])
    x = np.random.default_rng(3).uniform(0.5, 1.5, 12)
    calls = [("df", (x, 0.7, n)) for n in (0, 1, 2, 5, 12)] + [("dg", (0.4, 0.9, end)) for end in (0.0, 1.0, 9.0, 30.0)]
    calls += [("dh", (np.array([9.0, 0.0, 30.0, 2.0]), 0.8, n)) for n in (0, 1, 2, 4)]
    for name, given in calls:
        simulator = library()[1]
        simulator.dma_reset()
        np.testing.assert_equal(functions[name](*given), plain[name](*given))
        assert simulator.dma_faults() == simulator.dma_pending() == 0
        assert (simulator.dma_moved() > 0) == (given[-1] > 0)


def test_trip_counts_that_only_data_knows_are_on_a_stack():
    """The primal pushes that of each run, up; the adjoint pops it, down, and has its layers from it."""
    module = execute.parse(RAGGED)
    pipelines.run(module, pipelines.read(f"{RECORDED},lagrad-layer-tape{{scratchpad-bytes=64}},canonicalize,cse"))
    inside = [op for op in walk(functions(module.operation)["dh"]) if LAYER in op.attributes and is_in_layers(op)]
    popped = [read for layers in inside for read in reads_behind(layers.operands[1])]
    assert len(inside) == 2 and popped[0] == popped[1]  # the loop that computes again, and the adjoint's own
    stack = popped[0].operands[0].owner  # both are in the adjoint, and the primal has filled it
    loop = next(op for op in walk(stack) if IN_LAYER in op.attributes)
    (push,) = writes_of(loop, ir.OpResult(popped[0].operands[0]).result_number)
    assert direction(row_of(push), loop) == 1 and isinstance(push.operands[0].type, ir.IndexType)
    adjoint = popped[0].block.owner.operation
    assert IN_LAYER in adjoint.attributes and direction(row_of(popped[0]), adjoint) == -1


def is_in_layers(op: ir.Operation) -> bool:
    while (op := op.block.owner.operation).name != "func.func":
        if LAYER in op.attributes:
            return True
    return False


def reads_behind(value: ir.Value) -> list[ir.Operation]:
    """The reads of tensors from which arithmetic makes an index."""
    if isinstance(value.owner, ir.Block):
        return []
    op = value.owner.operation
    if op.name == "tensor.extract":
        return [op]
    return [read for operand in op.operands for read in reads_behind(operand)] if op.name.startswith("arith.") else []


def test_the_adjoint_has_the_layers_of_the_primal():
    """Seven rows of 16 bytes in layers of four: what was moved to memory last comes back first, in the same parts."""
    simulator = library()[1]
    functions, _ = with_dma(ONE_TAPE, LAYERS.format(room=64), ["df"])
    simulator.dma_reset()
    functions.df(0.3, 0.1, 7)
    assert [simulator.dma_size(move) for move in range(simulator.dma_moved())] == [64, 48, 48, 64]
    assert simulator.dma_barriers() == 4  # one a layer


ONE_TAPE = """
func.func @f(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = arith.mulf %p, %y : f64
    %2 = math.sin %1 : f64
    %3 = math.exp %2 : f64
    %4 = arith.addf %3, %3 : f64
    scf.yield %4 : f64
  }
  return %0 : f64
}
func.func private @df(f64, f64, index) -> (f64, f64) attributes {lagrad.gradient = @f}
"""


@pytest.mark.parametrize("by", ["c0", "c1"])
def test_rows_that_the_tape_may_lack_are_moved_by_the_processor(by):
    """The first layer lacks its first row, so that rows begin inside of the scratchpad: no DMA brings them there."""
    program = GUARDED.replace("%{by}", f"%{by}")
    layers = "lagrad-layer-tape{scratchpad-bytes=1024},lagrad-index-scratchpad,canonicalize,cse"
    functions, started = with_dma(program, layers, ["f"])
    x = np.random.default_rng(6).uniform(size=8)
    simulator = library()[1]
    simulator.dma_reset()
    plain = lagrad.compile(program, pipeline="lagrad-to-llvm-strict", entry="f")
    np.testing.assert_array_equal(functions.f(x), plain.f(x))
    assert started == {"dma_start": 2, "dma_wait": 6, "barrier": 2}  # of what the two loops write
    assert simulator.dma_faults() == simulator.dma_pending() == 0 < simulator.dma_moved()
