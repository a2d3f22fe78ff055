"""Tensors that loops fill as tapes are filled, at places of their own: which share one, and with the same bits."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines

PROGRAM = """
func.func @f(%x: tensor<8xf64>) -> tensor<8x8xf64> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty() : tensor<8x8xf64>
  %h = tensor.empty() : tensor<8xf64>
  %0:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %e, %s = %e) -> (tensor<8x8xf64>, tensor<8x8xf64>) {{
    %y = tensor.extract %x[%i] : tensor<8xf64>
    %1:2 = scf.for %j = %c0 to %c8 step %c1 iter_args(%r = %h, %q = %h) -> (tensor<8xf64>, tensor<8xf64>) {{
      %z = tensor.extract %x[%j] : tensor<8xf64>
      %v = arith.mulf %y, %z : f64
      %w = arith.divf %y, %z : f64
      %u = tensor.insert %v into %r[%j] : tensor<8xf64>
      %o = tensor.insert %w into %q[%j] : tensor<8xf64>
      scf.yield %u, %o : tensor<8xf64>, tensor<8xf64>
    }} {{lagrad.tape = array<i64: 0, 1>}}
    %u = tensor.insert_slice %1#0 into %t{first} [1, 1] : tensor<8xf64> into tensor<8x8xf64>
    %o = tensor.insert_slice %1#1 into %s{second} [1, 1] : tensor<8xf64> into tensor<8x8xf64>
    scf.yield %u, %o : tensor<8x8xf64>, tensor<8x8xf64>
  }} {{lagrad.tape = array<i64: 0, 1>}}
  {read}
  return %2 : tensor<8x8xf64>
}}
"""
NEST = """{name} = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = {start}) -> tensor<8x8xf64> {{
    %4 = scf.for %j = %c0 to %c8 step %c1 iter_args(%r = %t) -> tensor<8x8xf64> {{
      {body}
      %u = tensor.insert %w into %r[%i, %j] : tensor<8x8xf64>
      scf.yield %u : tensor<8x8xf64>
    }}
    scf.yield %4 : tensor<8x8xf64>
  }}"""
FIRST, SECOND = (f"%{name} = tensor.extract %0#{number}[%i, %j] : tensor<8x8xf64>" for number, name in enumerate("ab"))
TOGETHER = NEST.format(name="%2", start="%e", body=f"{FIRST}\n{SECOND}\n%w = arith.subf %a, %b : f64")
SWAPPED = NEST.format(name="%2", start="%e", body=f"{SECOND}\n{FIRST}\n%w = arith.subf %a, %b : f64")
BEFORE = "%p = tensor.extract %r[%i, %j] : tensor<8x8xf64>"
APART = "\n".join([
    NEST.format(name="%3", start="%e", body=f"{FIRST}\n%w = math.sin %a : f64"),
    NEST.format(name="%2", start="%3", body=f"{BEFORE}\n{SECOND}\n%w = arith.subf %p, %b : f64"),
])  # fmt: skip
ROW, COLUMN = "[%i, 0] [1, 8]", "[0, %i] [8, 1]"
CASES = {
    "rows": (ROW, ROW, TOGETHER, "tensor.empty() : tensor<8x2x8xf64>"),
    "read the other way around": (ROW, ROW, SWAPPED, "tensor.empty() : tensor<8x2x8xf64>"),
    "columns": (COLUMN, COLUMN, TOGETHER, "tensor.empty() : tensor<8x8x2xf64>"),
    "a row and a column": (ROW, COLUMN, TOGETHER, None),
    "read by two loops": (ROW, ROW, APART, None),
}


@pytest.mark.parametrize("name", CASES)
def test_what_shares_a_tensor(name):
    first, second, read, type = CASES[name]
    text = PROGRAM.format(first=first, second=second, read=read)
    module = execute.parse(text)
    pipelines.run(module, pipelines.read("lagrad-layout-tape"))
    assert ("x2x" in str(module) or "x2xf64" in str(module)) is (type is not None)
    assert type is None or type in str(module)
    x = np.random.default_rng(2).uniform(0.5, 1.5, 8)
    checked = "lagrad-layout-tape,lagrad-to-llvm-strict{check-bounds=true}"
    found = lagrad.compile(text, pipeline=checked, entry="f").f(x)
    np.testing.assert_array_equal(found, lagrad.compile(text, pipeline="lagrad-to-llvm-strict", entry="f").f(x))


# Both tensors have a number before the loop fills them; of one, another loop reads a part only.
BEGUN = """
func.func @f(%x: tensor<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %seven = arith.constant 7 : i64
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %d = tensor.empty() : tensor<9xf64>
  %e = tensor.empty() : tensor<9xi64>
  %g = tensor.insert %half into %d[%c8] : tensor<9xf64>
  %h = tensor.insert %seven into %e[%c8] : tensor<9xi64>
  %0:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%t = %g, %s = %h) -> (tensor<9xf64>, tensor<9xi64>) {
    %v = tensor.extract %x[%i] : tensor<8xf64>
    %n = arith.index_cast %i : index to i64
    %u = tensor.insert %v into %t[%i] : tensor<9xf64>
    %o = tensor.insert %n into %s[%i] : tensor<9xi64>
    scf.yield %u, %o : tensor<9xf64>, tensor<9xi64>
  } {lagrad.tape = array<i64: 0, 1>}
  %part = tensor.extract_slice %0#0[1] [8] [1] : tensor<9xf64> to tensor<8xf64>
  %other = tensor.extract_slice %0#1[1] [8] [1] : tensor<9xi64> to tensor<8xi64>
  %1 = scf.for %i = %c0 to %c8 step %c1 iter_args(%r = %zero) -> f64 {
    %a = tensor.extract %part[%i] : tensor<8xf64>
    %n = tensor.extract %other[%i] : tensor<8xi64>
    %b = arith.sitofp %n : i64 to f64
    %c = arith.mulf %a, %b : f64
    %q = arith.addf %r, %c : f64
    scf.yield %q : f64
  }
  return %1 : f64
}
"""


def test_numbers_from_before_the_loop_and_parts_of_what_it_fills():
    module = execute.parse(BEGUN)
    pipelines.run(module, pipelines.read("lagrad-layout-tape"))
    casts = [line for line in str(module).splitlines() if "arith.bitcast" in line]
    assert "tensor<9x2xi64>" in str(module) and casts and not any("tensor" in line for line in casts)
    x = np.random.default_rng(3).uniform(0.5, 1.5, 8)
    checked = "lagrad-layout-tape,lagrad-to-llvm-strict{check-bounds=true}"
    found = lagrad.compile(BEGUN, pipeline=checked, entry="f").f(x)
    np.testing.assert_allclose(found, np.arange(1, 8) @ x[1:] + 7 * 0.5, rtol=1e-14)
