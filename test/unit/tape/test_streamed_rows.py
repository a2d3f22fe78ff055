"""Rows of tapes that go to memory past the caches: the same bits, if the tape is large."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines
from lagrad.lowering import pipeline as lowering
from lagrad.mlir import ir
from lagrad.tape.stream import _is_dense

# A step has a branch with a hint of chaos, so that an element that is lost or doubled shows.
PROGRAM = """
func.func @f(%x: T, %y: T, %n: index) -> T {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  BOUND
  %0 = scf.for %i = %c0 to %m step %c1 iter_args(%p = %x) -> T {
    %1 = arith.mulf %p, %y : T
    %2 = math.sin %1 : T
    %3 = math.exp %2 : T
    scf.yield %3 : T
  }
  return %0 : T
}
func.func private @df(T, T, index) -> (T, T) attributes {lagrad.gradient = @f}
"""
DYNAMIC = "%m = arith.addi %n, %c0 : index"
PASS = "lagrad-stream-results"


def program(type: str, bound: str) -> str:
    return PROGRAM.replace("BOUND", bound).replace("T", type)


def pipeline(bytes: int, room: int) -> str:
    lowered = lowering.pipeline(strict=True).replace(PASS, f"{PASS}{{bytes={bytes}}}")
    layers = f"lagrad-layout-tape,lagrad-layer-tape{{scratchpad-bytes={room}}},lagrad-index-scratchpad"
    return f"lagrad-default,{layers},{lowered}"


@functools.cache
def compiled(type: str, bytes: int, room: int):
    return lagrad.compile(program(type, DYNAMIC), pipeline=pipeline(bytes, room), entry="df").df


def streams(bound: str, bytes: int, type: str = "f64") -> int:
    """How many loops write past the caches."""
    module = execute.parse(program(type, bound))
    pipelines.run(module, pipelines.read(pipeline(bytes, 1024).partition("lagrad-place-buffers")[0].rstrip(", \n")))
    return str(module).count("nontemporal")


@pytest.mark.parametrize("room", [64, 1024])
@pytest.mark.parametrize("type", ["f64", "f32"])
def test_the_same_bits(type, room):
    for n in (0, 1, 2, 7, 8, 9, 63, 64, 65, 1000):
        for x in (0.3, -1.7):
            past, ordinary = (compiled(type, bytes, room)(x, 0.9, n) for bytes in (0, 1 << 40))
            np.testing.assert_array_equal(past, ordinary, f"{n} iterations")


def test_large_tapes_only():
    assert streams("%m = arith.constant 1000 : index", 0) == 1
    assert streams("%m = arith.constant 1000 : index", 1 << 22) == 0
    assert streams("%m = arith.constant 1000000 : index", 1 << 22) == 1
    assert streams(DYNAMIC, 1 << 22) == 1  # it is asked when the function runs


def test_half_floats_stay_in_the_caches():
    assert streams(DYNAMIC, 0, "f16") == 0


@pytest.mark.parametrize(
    "type, expected",
    [
        ("memref<2x4xf64>", True),
        ("memref<?x4xf64, strided<[4, 1], offset: ?>>", True),
        ("memref<?x4xf64, strided<[5, 1], offset: ?>>", False),
        ("memref<3x2x4xf64, strided<[16, 4, 1]>>", False),
        ("memref<2x4xf64, strided<[1, 2]>>", False),
        ("memref<2x?xf64>", False),
        ("memref<4xf64>", False),  # one row already
    ],
)
def test_what_lies_without_gaps(type, expected):
    with pipelines.new_context():
        module = ir.Module.parse(f"func.func @f(%m: {type}) {{ return }}")
        assert _is_dense(module.body.operations[0].regions[0].blocks[0].arguments[0]) is expected
