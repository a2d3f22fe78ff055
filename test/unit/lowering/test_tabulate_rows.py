"""What is computed once for each row of a table is what each trip would compute, to the last bit."""

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines
from lagrad.lowering import pipeline as lowering

PASS = "lagrad-tabulate-rows"
# Turned by an angle that belongs to the row: functions, divisions, a branch on the row's length, a row read in two
# ways.
PROGRAM = """
func.func @turned(%rows: tensor<?x3xf64>, %at: tensor<?xi32>, %b: tensor<?x2xf64>, %first: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %at, %c0 : tensor<?xi32>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %start = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %all = scf.for %i = %first to %n step %c1 iter_args(%out = %start) -> tensor<?xf64> {
    %place_i32 = tensor.extract %at[%i] : tensor<?xi32>
    %place = arith.index_cast %place_i32 : i32 to index
    %row = tensor.extract_slice %rows[%place, 0] [1, 3] [1, 1] : tensor<?x3xf64> to tensor<3xf64>
    %r0 = tensor.extract %row[%c0] : tensor<3xf64>
    %r1 = tensor.extract %row[%c1] : tensor<3xf64>
    %r2 = tensor.extract %rows[%place, %c2] : tensor<?x3xf64>
    %x = tensor.extract %b[%i, %c0] : tensor<?x2xf64>
    %y = tensor.extract %b[%i, %c1] : tensor<?x2xf64>
    %s0 = arith.mulf %r0, %r0 : f64
    %s1 = arith.mulf %r1, %r1 : f64
    %s = arith.addf %s0, %s1 : f64
    %is_turned = arith.cmpf une, %s, %zero : f64
    %t = scf.if %is_turned -> f64 {
      %length = math.sqrt %s : f64
      %cos = math.cos %length : f64
      %sin = math.sin %length : f64
      %u = arith.divf %r0, %length : f64
      %cx = arith.mulf %cos, %x : f64
      %sy = arith.mulf %sin, %y : f64
      %turned = arith.subf %cx, %sy : f64
      %scaled = arith.mulf %turned, %u : f64
      scf.yield %scaled : f64
    } else {
      %plain = arith.addf %x, %r2 : f64
      scf.yield %plain : f64
    }
    %e = math.exp %r2 : f64
    %z = arith.mulf %t, %e : f64
    %next = tensor.insert %z into %out[%i] : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %all : tensor<?xf64>
}
func.func private @pullback(tensor<?x3xf64>, tensor<?xi32>, tensor<?x2xf64>, index, tensor<?xf64>)
    -> (tensor<?x3xf64>, tensor<?x2xf64>)
    attributes {lagrad.pullback = @turned, lagrad.wrt = [0, 2]}
"""


@pytest.fixture(scope="module")
def programs():
    strict = lowering.pipeline(strict=True, inspect="true")
    assert f"{PASS}," in strict
    with_table, without = (
        lagrad.compile(PROGRAM, pipeline=f"lagrad-default,{p}") for p in (strict, strict.replace(f"{PASS},", ""))
    )
    return with_table, without, lagrad.compile(PROGRAM, pipeline="lagrad-default,lagrad-to-llvm{inspect=true}")


def given(rows, trips, seed=0):
    rng = np.random.default_rng(seed)
    table = rng.normal(size=(rows, 3))
    table[rng.random(rows) < 0.3, :2] = 0.0
    return table, rng.integers(0, rows, trips).astype(np.int32), rng.normal(size=(trips, 2))


def expected(table, at, b, first):
    r, x, y = table[at], b[:, 0], b[:, 1]
    length = np.hypot(r[:, 0], r[:, 1])
    safe = np.where(length == 0, 1.0, length)
    turned = (np.cos(length) * x - np.sin(length) * y) * (r[:, 0] / safe)
    out = np.where(length == 0, x + r[:, 2], turned) * np.exp(r[:, 2])
    out[:first] = 0
    return out


@pytest.mark.parametrize(("rows", "trips"), [(5, 100), (1, 9), (100, 5), (17, 17), (16, 17), (18, 17), (3, 0), (4, 1)])
@pytest.mark.parametrize("first", [0, 1, 3])
def test_values(programs, rows, trips, first):
    args = *given(rows, trips), first
    with_table, without, default = (p.turned(*args) for p in programs)
    assert (with_table == without).all()
    np.testing.assert_allclose(default, expected(*args), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize(("rows", "trips"), [(5, 100), (100, 5), (17, 17)])
def test_derivatives(programs, rows, trips):
    args = *given(rows, trips, seed=1), 0, np.random.default_rng(2).normal(size=trips)
    with_table, without, default = (p["pullback"](*args) for p in programs)
    for one, other, fast in zip(with_table, without, default):
        assert (one == other).all()
        np.testing.assert_allclose(fast, one, rtol=1e-11, atol=1e-13)


def test_tables_are_made():
    report = pipelines.run(execute.parse(PROGRAM), f"lagrad-default,{lowering.pipeline(inspect='true')}")
    assert any("computed once for each row" in remark.message for remark in report.remarks)
