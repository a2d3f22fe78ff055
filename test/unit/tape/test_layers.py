"""Layers at every depth of a nest, and at every size, leave gradients as they are, bit for bit."""

from __future__ import annotations

import functools
from math import prod

import numpy as np
import pytest

import lagrad
from lagrad import pipelines
from lagrad.dialect import LAYER, LAYER_BYTES
from lagrad.lowering.walk import walk
from lagrad.mlir import ir

NEST = """
func.func @f(%x: tensor<6x9xf64>, %y: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c9 = arith.constant 9 : index
  %0 = scf.for %i = %c0 to %c6 step %c1 iter_args(%p = %y) -> f64 {
    %1 = scf.for %j = %c0 to %c9 step %c1 iter_args(%q = %p) -> f64 {
      %v = tensor.extract %x[%i, %j] : tensor<6x9xf64>
      %2 = arith.mulf %q, %v : f64
      %3 = math.sin %2 : f64
      %4 = math.exp %3 : f64
      scf.yield %4 : f64
    }
    %5 = arith.mulf %1, %p : f64
    scf.yield %5 : f64
  }
  return %0 : f64
}
func.func private @df(tensor<6x9xf64>, f64) -> (tensor<6x9xf64>, f64) attributes {lagrad.gradient = @f}
"""
DEEPER = """
func.func @f(%x: tensor<3x4x9xf64>, %y: tensor<3x4x9xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0.0 : f64
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %zero) -> f64 {
    %1 = scf.for %j = %c0 to %c4 step %c1 iter_args(%q = %p) -> f64 {
      %2 = scf.for %k = %c0 to %c9 step %c1 iter_args(%r = %q) -> f64 {
        %v = tensor.extract %x[%i, %j, %k] : tensor<3x4x9xf64>
        %w = tensor.extract %y[%i, %j, %k] : tensor<3x4x9xf64>
        %3 = arith.mulf %w, %v : f64
        %4 = arith.addf %r, %3 : f64
        scf.yield %4 : f64
      }
      scf.yield %2 : f64
    }
    scf.yield %1 : f64
  }
  return %0 : f64
}
func.func private @df(tensor<3x4x9xf64>, tensor<3x4x9xf64>) -> (tensor<3x4x9xf64>, tensor<3x4x9xf64>)
    attributes {lagrad.gradient = @f}
"""
RECORDED = "lagrad-differentiate{tape=record},lagrad-default"
LAYERS = "lagrad-layout-tape{{field-bytes=0}},lagrad-layer-tape{{scratchpad-bytes={room}}},lagrad-index-scratchpad"

# A tensor that a loop fills row by row, as a tape is filled, and a loop that runs on behind its end, and reads it in a
# branch only.
GUARDED = """
func.func @f(%x: tensor<8xf64>) -> tensor<12xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c12 = arith.constant 12 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<8xf64>
  %0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %e) -> tensor<8xf64> {
    %v = tensor.extract %x[%i] : tensor<8xf64>
    %s = math.sin %v : f64
    %u = tensor.insert %s into %t[%i] : tensor<8xf64>
    scf.yield %u : tensor<8xf64>
  } {lagrad.tape = array<i64: 0>}
  %n = tensor.empty() : tensor<12xf64>
  %1 = scf.for %i = %c0 to %c12 step %c1 iter_args(%t = %n) -> tensor<12xf64> {
    %j = arith.subi %i, %{by} : index
    %enough = arith.cmpi sge, %j, %c0 : index
    %few = arith.cmpi slt, %j, %c8 : index
    %there = arith.andi %enough, %few : i1
    %v = scf.if %there -> f64 {
      %w = tensor.extract %0[%j] : tensor<8xf64>
      scf.yield %w : f64
    } else {
      scf.yield %zero : f64
    }
    %u = tensor.insert %v into %t[%i] : tensor<12xf64>
    scf.yield %u : tensor<12xf64>
  }
  return %1 : tensor<12xf64>
}
"""


def nest_arguments() -> list:
    return [np.random.default_rng(5).uniform(0.2, 0.9, (6, 9)), 0.4]


@functools.cache
def nest_gradient(room: int | None):
    passes = [] if room is None else [LAYERS.format(room=room)]
    compiled = lagrad.compile(NEST, pipeline=",".join([RECORDED, *passes, "lagrad-to-llvm-strict"]), entry="df")
    return compiled.df(*nest_arguments())


@pytest.mark.parametrize("room", [64, 100, 250, 1024])
def test_a_nest_has_the_same_bits(room):
    for found, expected in zip(nest_gradient(room), nest_gradient(None), strict=True):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("room", [64, 400])
def test_loops_are_cut_inside_where_rows_do_not_fit(room):
    """Of the largest tapes, a row of the outer loop has 9 times 2 numbers twice, one of the inner loop 2 of them."""
    with pipelines.new_context():
        module = ir.Module.parse(NEST)
        pipelines.run(module, pipelines.read(f"{RECORDED},{LAYERS.format(room=room)}"))
        cut = [op for op in walk(module.operation) if LAYER in op.attributes]
        assert any(LAYER in each.attributes for op in cut for each in _loops(op))
        assert all(0 < _scratchpad_bytes(op) <= room for op in cut)


# States, which are one more than iterations, two numbers, and a matrix, which no loop takes apart.
SHARED = """
func.func @f(%x: tensor<100xf64>, %m: tensor<4x4xf64>) -> (f64, tensor<4x4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %one = arith.constant 1.0 : f64
  %0:2 = scf.for %i = %c0 to %c100 step %c1 iter_args(%p = %one, %n = %m) -> (f64, tensor<4x4xf64>) {
    %v = tensor.extract %x[%i] : tensor<100xf64>
    %1 = arith.mulf %p, %v : f64
    %2 = math.sin %1 : f64
    %3 = math.exp %2 : f64
    %4 = math.tanh %n : tensor<4x4xf64>
    scf.yield %3, %4 : f64, tensor<4x4xf64>
  }
  return %0#0, %0#1 : f64, tensor<4x4xf64>
}
func.func private @df(tensor<100xf64>, tensor<4x4xf64>, f64, tensor<4x4xf64>) -> (tensor<100xf64>, tensor<4x4xf64>)
    attributes {lagrad.pullback = @f}
"""


@pytest.mark.parametrize("room, iterations, pads", [(64, 2, 2), (127, 4, 2), (160, 1, 3), (2000, 13, 3)])
def test_scratchpads_fit_and_sweeps_have_the_same_layers(room, iterations, pads):
    """Three numbers are 24 bytes an iteration, and a matrix is 128: it stays in memory where it does not fit.

    The adjoint reads a state more than it has iterations.
    """
    with pipelines.new_context():
        module = ir.Module.parse(SHARED)
        pipelines.run(module, pipelines.read(f"{RECORDED},{LAYERS.format(room=room)},canonicalize,cse"))
        cut = [op for op in walk(module.operation) if LAYER in op.attributes]
        assert [ir.IntegerAttr(op.attributes[LAYER]).value for op in cut] == [iterations] * 2
        assert all(len(_pads(op)) == pads and _scratchpad_bytes(op) <= room for op in cut)


# Two tapes of one loop, one of numbers and one of rows of eight, of which a scratchpad of 64 bytes has room for one.
ROWS = """
func.func @f(%a: tensor<8x8xf64>, %x: tensor<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f64 {
    %1 = scf.for %j = %c0 to %c8 step %c1 iter_args(%p = %zero) -> f64 {
      %v = tensor.extract %a[%i, %j] : tensor<8x8xf64>
      %w = tensor.extract %x[%j] : tensor<8xf64>
      %2 = arith.mulf %v, %w : f64
      %3 = arith.addf %p, %2 : f64
      scf.yield %3 : f64
    }
    %4 = arith.mulf %1, %1 : f64
    %5 = arith.addf %s, %4 : f64
    scf.yield %5 : f64
  }
  return %0 : f64
}
func.func private @df(tensor<8x8xf64>, tensor<8xf64>) -> tensor<8xf64>
    attributes {lagrad.gradient = @f, lagrad.wrt = [1]}
"""


def test_what_has_no_room_beside_others_goes_inside():
    """Of 64 bytes, rows of eight numbers, and numbers: each has a loop of its own, which has two layers."""
    with pipelines.new_context():
        module = ir.Module.parse(ROWS)
        pipelines.run(module, pipelines.read(f"{RECORDED},{LAYERS.format(room=64)},canonicalize,cse"))
        cut = [op for op in walk(module.operation) if LAYER in op.attributes]
        assert [ir.IntegerAttr(op.attributes[LAYER]).value for op in cut] == [4] * 4
        assert [len(_pads(op)) for op in cut] == [1] * 4


def test_what_goes_inside_takes_no_room_outside():
    """With two rows, a layer outside has one, for which 64 bytes would do: numbers have them, and rows have none."""
    program = ROWS.replace("tensor<8x8xf64>", "tensor<2x8xf64>").replace("%i = %c0 to %c8", "%i = %c0 to %c2")
    program = program.replace("%c8 =", "%c2 = arith.constant 2 : index\n  %c8 =")
    with pipelines.new_context():
        module = ir.Module.parse(program)
        pipelines.run(module, pipelines.read(f"{RECORDED},{LAYERS.format(room=64)}"))
        outside = [op for op in walk(module.operation) if LAYER in op.attributes and _loops(op)[1:]]
        assert [ir.IntegerAttr(op.attributes[LAYER]).value for op in outside] == [1, 1]
        shapes = [ir.RankedTensorType(pad.results[0].type).shape for op in outside for pad in _pads(op)]
        assert shapes == [[1], [1]]


@pytest.mark.parametrize("room, depth", [(64 + 8, 1), (64 + 7, 2)])
def test_rows_that_just_fit_beside_others(room, depth):
    """A number and a row of eight are 72 bytes."""
    with pipelines.new_context():
        module = ir.Module.parse(ROWS)
        pipelines.run(module, pipelines.read(f"{RECORDED},{LAYERS.format(room=room)}"))
        cut = [op for op in walk(module.operation) if LAYER in op.attributes]
        assert len(cut) == 2 * depth


def test_a_loop_without_a_limit_has_all_tapes_in_scratchpads():
    """Of programs that are written by hand, or were made before there was one."""
    with pipelines.new_context():
        module = ir.Module.parse(SHARED)
        pipelines.run(module, pipelines.read(f"{RECORDED},lagrad-layout-tape,lagrad-layer-tape{{scratchpad-bytes=64}}"))
        for op in walk(module.operation):
            if LAYER in op.attributes:
                del op.attributes[LAYER_BYTES]
        pipelines.run(module, pipelines.read("lagrad-index-scratchpad,canonicalize,cse"))
        assert all(len(_pads(op)) == 3 for op in walk(module.operation) if LAYER in op.attributes)


@pytest.mark.parametrize("room, rows", [(64, 4), (200, 1), (700, 1)])
def test_a_row_is_in_one_scratchpad(room, rows):
    """Rows of 16, 144 or 576 bytes: one loop writes them into a scratchpad and one reads them, at whatever depth."""
    with pipelines.new_context():
        module = ir.Module.parse(DEEPER)
        pipelines.run(module, pipelines.read(f"{RECORDED},{LAYERS.format(room=room)}"))
        pads = [op for op in walk(module.operation) if op.name == "bufferization.alloc_tensor"]
        assert [ir.RankedTensorType(op.results[0].type).shape[0] for op in pads] == [rows, rows]
        assert all(8 * prod(ir.RankedTensorType(op.results[0].type).shape) <= room for op in pads)
    layers = f"{RECORDED},{LAYERS.format(room=room)},lagrad-to-llvm-strict"
    x, y = np.random.default_rng(8).uniform(size=(2, 3, 4, 9))
    of_x, of_y = lagrad.compile(DEEPER, pipeline=layers, entry="df").df(x, y)
    np.testing.assert_array_equal(of_x, y)
    np.testing.assert_array_equal(of_y, x)


def _loops(layers: ir.Operation) -> list[ir.Operation]:
    """The loops in layers."""
    return [op for op in walk(layers) if op.name == "scf.for" and op != layers]


def _scratchpad_bytes(layers: ir.Operation) -> int:
    """Of the scratchpads of a loop over layers itself, of f64 and indices."""
    return sum(8 * prod(ir.RankedTensorType(pad.results[0].type).shape) for pad in _pads(layers))


def _pads(layers: ir.Operation) -> list[ir.Operation]:
    own = [view.operation for view in layers.regions[0].blocks[0].operations]
    return [op for op in own if op.name == "bufferization.alloc_tensor"]


@pytest.mark.parametrize("by, trips", [("c0", 12), ("c1", 12), ("c20", 40), ("c0", 40)])
@pytest.mark.parametrize("room", [64, 72, 1024])
def test_rows_in_front_and_behind_the_end_are_not_moved(by, trips, room):
    """With 40 iterations, some layers read no row of the tape at all."""
    x = np.random.default_rng(6).uniform(size=8)
    program = GUARDED.replace("%{by}", f"%{by}").replace("%c12", f"%c{trips}").replace("12xf64", f"{trips}xf64")
    program = program.replace(f"%c{trips} = arith.constant 12", f"%c{trips} = arith.constant {trips}")
    program = program.replace("%zero =", "%c20 = arith.constant 20 : index\n  %zero =")
    layers = f"lagrad-layer-tape{{scratchpad-bytes={room}}},lagrad-index-scratchpad"
    checked = f"{layers},lagrad-to-llvm-strict{{check-bounds=true}}"
    found = lagrad.compile(program, pipeline=checked, entry="f").f(x)
    np.testing.assert_array_equal(found, lagrad.compile(program, pipeline="lagrad-to-llvm-strict", entry="f").f(x))
