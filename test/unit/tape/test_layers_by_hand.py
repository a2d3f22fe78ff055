"""Loops that no differentiation makes, and that fill a tensor as a tape is filled: layers leave what they give."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines

PROGRAM = """
func.func @f(%x: tensor<8xf64>) -> tensor<8xf64> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : tensor<8xf64>
  %twos = arith.constant dense<2.0> : tensor<4xf64>
  %e = tensor.empty() : tensor<{type}>
  %0 = scf.for {compared}%i = %c0 to %c8 step %{step} iter_args(%t = %e) -> tensor<{type}> {{
    %v = tensor.extract %x[%i] : tensor<8xf64>
    %s = math.sin %v : f64
    {write}
    scf.yield %u : tensor<{type}>
  }} {{lagrad.tape = array<i64: 0>}}
  {view}
  %1 = scf.for {compared}%i = %c0 to %c8 step %{step} iter_args(%r = %zeros) -> tensor<8xf64> {{
    {read}
    %q = tensor.insert %w into %r[%i] : tensor<8xf64>
    scf.yield %q : tensor<8xf64>
  }}
  return %1 : tensor<8xf64>
}}
"""
ROW = "[1, 4] [1, 1] : tensor<4xf64> into tensor<8x4xf64>"


def of_rows(read: str) -> dict[str, str]:
    """A tape of rows of four, the row `%p` of which a loop reads."""
    return dict(
        type="8x4xf64", step="c1", view="",
        write=f"%row = tensor.splat %s : tensor<4xf64>\n%u = tensor.insert_slice %row into %t[%i, 0] {ROW}",
        read=f"%p = tensor.extract_slice %0[%i, 0] [1, 4] [1, 1] : tensor<8x4xf64> to tensor<4xf64>\n{read}\n"
        "%w = tensor.extract %c[%c1] : tensor<4xf64>",
    )  # fmt: skip


CASES = {  # and how many of the two loops run in layers
    "downwards": (1, dict(
        type="8xf64", step="c1", view="",
        write="%j = arith.subi %c7, %i : index\n%u = tensor.insert %s into %t[%j] : tensor<8xf64>",
        read="%w = tensor.extract %0[%i] : tensor<8xf64>",
    )),
    "every second row": (0, dict(
        type="8xf64", step="c2", view="",
        write="%u = tensor.insert %s into %t[%i] : tensor<8xf64>",
        read="%w = tensor.extract %0[%i] : tensor<8xf64>",
    )),
    "every second row, from the first on": (1, dict(
        type="4xf64", step="c2", view="",
        write="%k = arith.divui %i, %c2 : index\n%u = tensor.insert %s into %t[%k] : tensor<4xf64>",
        read="%k = arith.divui %i, %c2 : index\n%w = tensor.extract %0[%k] : tensor<4xf64>",
    )),
    "compared as unsigned": (1, dict(
        type="8xf64", step="c1", view="", compared="unsigned ",
        write="%u = tensor.insert %s into %t[%i] : tensor<8xf64>",
        read="%w = tensor.extract %0[%i] : tensor<8xf64>",
    )),
    "from the second row on": (2, dict(
        type="9xf64", step="c1", view="%p = tensor.extract_slice %0[1] [8] [1] : tensor<9xf64> to tensor<8xf64>",
        write="%j = arith.addi %i, %c1 : index\n%u = tensor.insert %s into %t[%j] : tensor<9xf64>",
        read="%w = tensor.extract %p[%i] : tensor<8xf64>",
    )),
    "two rows an iteration": (2, dict(
        type="9xf64", step="c1", view="",
        write="%j = arith.addi %i, %c1 : index\n%k = tensor.insert %s into %t[%i] : tensor<9xf64>\n"
        "%u = tensor.insert %v into %k[%j] : tensor<9xf64>",
        read="%j = arith.addi %i, %c1 : index\n%w = tensor.extract %0[%j] : tensor<9xf64>",
    )),
    "a row, or another tensor": (2, of_rows(
        "%early = arith.cmpi slt, %i, %c3 : index\n"
        "%c = scf.if %early -> tensor<4xf64> { scf.yield %p : tensor<4xf64> } "
        "else { scf.yield %twos : tensor<4xf64> }"
    )),
    "a row that a loop changes": (2, of_rows(
        "%c = scf.for %k = %c0 to %i step %c1 iter_args(%z = %p) -> tensor<4xf64> {\n"
        "%m = tensor.extract %z[%c1] : tensor<4xf64>\n%h = arith.mulf %m, %m : f64\n"
        "%n = tensor.insert %h into %z[%c1] : tensor<4xf64>\nscf.yield %n : tensor<4xf64>\n}"
    )),
    "a row, or what a loop makes of it": (2, of_rows(
        "%early = arith.cmpi slt, %i, %c3 : index\n"
        "%c = scf.if %early -> tensor<4xf64> { scf.yield %p : tensor<4xf64> } else {\n"
        "%d = scf.for %k = %c0 to %c3 step %c1 iter_args(%z = %twos) -> tensor<4xf64> {\n"
        "%m = tensor.insert %zero into %z[%k] : tensor<4xf64>\nscf.yield %m : tensor<4xf64>\n}\n"
        "scf.yield %d : tensor<4xf64> }"
    )),
    "a row, or another tensor, as a choice": (2, of_rows(
        "%early = arith.cmpi slt, %i, %c3 : index\n"
        "%c = arith.select %early, %p, %twos : tensor<4xf64>"
    )),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_same_bits(name):
    layers, parts = CASES[name]
    text = PROGRAM.format(**{"compared": "", **parts})
    passes = "lagrad-layer-tape{scratchpad-bytes=64},lagrad-index-scratchpad"
    module = execute.parse(text)
    pipelines.run(module, pipelines.read(passes))
    assert str(module).count("lagrad.layer =") == layers
    x = np.random.default_rng(9).uniform(size=8)
    expected = lagrad.compile(text, pipeline="lagrad-to-llvm-strict", entry="f").f(x)
    checked = f"{passes},lagrad-to-llvm-strict{{check-bounds=true}}"
    np.testing.assert_array_equal(lagrad.compile(text, pipeline=checked, entry="f").f(x), expected)


# Each iteration of a loop that reads a tape row by row fills another tape, and reads that of its own in one place.
OWN = """
func.func @f(%x: tensor<8xf64>) -> tensor<8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : tensor<8xf64>
  %e = tensor.empty() : tensor<8xf64>
  %0 = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %e) -> tensor<8xf64> {
    %v = tensor.extract %x[%i] : tensor<8xf64>
    %u = tensor.insert %v into %t[%i] : tensor<8xf64>
    scf.yield %u : tensor<8xf64>
  } {lagrad.tape = array<i64: 0>}
  %1 = scf.for %i = %c0 to %c8 step %c1 iter_args(%r = %zeros) -> tensor<8xf64> {
    %a = tensor.extract %0[%i] : tensor<8xf64>
    %2 = scf.for %j = %c0 to %c8 step %c1 iter_args(%t = %e) -> tensor<8xf64> {
      %v = tensor.extract %x[%j] : tensor<8xf64>
      %w = arith.mulf %v, %a : f64
      %u = tensor.insert %w into %t[%j] : tensor<8xf64>
      scf.yield %u : tensor<8xf64>
    } {lagrad.tape = array<i64: 0>}
    %b = tensor.extract %2[%i] : tensor<8xf64>
    %u = tensor.insert %b into %r[%i] : tensor<8xf64>
    scf.yield %u : tensor<8xf64>
  }
  return %1 : tensor<8xf64>
}
"""
# Rows of the outer loop that the tape lacks are read in no iteration of the inner loop.
LACKING = """
func.func @f(%x: tensor<16xf64>) -> tensor<12x16xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c12 = arith.constant 12 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x16xf64>
  %h = tensor.empty() : tensor<16xf64>
  %0 = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %e) -> tensor<4x16xf64> {
    %k = arith.index_cast %i : index to i64
    %l = arith.sitofp %k : i64 to f64
    %1 = scf.for %j = %c0 to %c16 step %c1 iter_args(%r = %h) -> tensor<16xf64> {
      %v = tensor.extract %x[%j] : tensor<16xf64>
      %w = arith.mulf %v, %l : f64
      %u = tensor.insert %w into %r[%j] : tensor<16xf64>
      scf.yield %u : tensor<16xf64>
    } {lagrad.tape = array<i64: 0>}
    %u = tensor.insert_slice %1 into %t[%i, 0] [1, 16] [1, 1] : tensor<16xf64> into tensor<4x16xf64>
    scf.yield %u : tensor<4x16xf64>
  } {lagrad.tape = array<i64: 0>}
  %n = tensor.empty() : tensor<12x16xf64>
  %2 = scf.for %i = %c0 to %c12 step %c1 iter_args(%t = %n) -> tensor<12x16xf64> {
    %there = arith.cmpi slt, %i, %c4 : index
    %3 = scf.for %j = %c0 to %c16 step %c1 iter_args(%r = %t) -> tensor<12x16xf64> {
      %v = scf.if %there -> f64 {
        %w = tensor.extract %0[%i, %j] : tensor<4x16xf64>
        scf.yield %w : f64
      } else {
        scf.yield %zero : f64
      }
      %u = tensor.insert %v into %r[%i, %j] : tensor<12x16xf64>
      scf.yield %u : tensor<12x16xf64>
    }
    scf.yield %3 : tensor<12x16xf64>
  }
  return %2 : tensor<12x16xf64>
}
"""


@pytest.mark.parametrize("text", [OWN, LACKING])
@pytest.mark.parametrize("room", [64, 72, 1024])
def test_what_is_no_row_of_a_layer_stays_in_memory(text, room):
    x = np.random.default_rng(4).uniform(size=8 if text == OWN else 16)
    passes = f"lagrad-layer-tape{{scratchpad-bytes={room}}},lagrad-index-scratchpad"
    found = lagrad.compile(text, pipeline=f"{passes},lagrad-to-llvm-strict{{check-bounds=true}}", entry="f").f(x)
    np.testing.assert_array_equal(found, lagrad.compile(text, pipeline="lagrad-to-llvm-strict", entry="f").f(x))


# One tensor is filled upwards, row by row, and one downwards: the loop runs in layers for the first one only.
BOTH_WAYS = """
func.func @f(%x: tensor<8xf64>) -> tensor<8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0.0> : tensor<8xf64>
  %e = tensor.empty() : tensor<8xf64>
  %0:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %e, %b = %e) -> (tensor<8xf64>, tensor<8xf64>) {
    %v = tensor.extract %x[%i] : tensor<8xf64>
    %s = math.sin %v : f64
    %j = arith.subi %c7, %i : index
    %u = tensor.insert %s into %t[%i] : tensor<8xf64>
    %w = tensor.insert %v into %b[%j] : tensor<8xf64>
    scf.yield %u, %w : tensor<8xf64>, tensor<8xf64>
  } {lagrad.tape = array<i64: 0, 1>}
  %1 = scf.for %i = %c0 to %c8 step %c1 iter_args(%r = %zeros) -> tensor<8xf64> {
    %s = tensor.extract %0#0[%i] : tensor<8xf64>
    %v = tensor.extract %0#1[%i] : tensor<8xf64>
    %p = arith.mulf %s, %v : f64
    %q = tensor.insert %p into %r[%i] : tensor<8xf64>
    scf.yield %q : tensor<8xf64>
  }
  return %1 : tensor<8xf64>
}
"""


def test_what_is_filled_downwards_stays_in_memory():
    x = np.random.default_rng(3).uniform(size=8)
    passes = "lagrad-layer-tape{scratchpad-bytes=64},lagrad-index-scratchpad"
    checked = f"{passes},lagrad-to-llvm-strict{{check-bounds=true}}"
    found = lagrad.compile(BOTH_WAYS, pipeline=checked, entry="f").f(x)
    np.testing.assert_array_equal(found, lagrad.compile(BOTH_WAYS, pipeline="lagrad-to-llvm-strict", entry="f").f(x))
