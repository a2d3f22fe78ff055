"""What depends on what: exact patterns of small programs, and of bundle adjustment."""

import numpy as np
import pytest

from benchmarks.adbench.ba import inputs as ba_inputs
from benchmarks.derivatives.sparsity import BA, BY_OBSERVATION
from lagrad import execute
from lagrad.errors import Failure
from lagrad.sparsity.coloring import color
from lagrad.sparsity.detect import detect
from lagrad.sparsity.pattern import blocks, with_full_blocks


def pattern(text, *arguments, wrt=(0,), name="f"):
    module = execute.parse(text)
    with module.context:
        return detect(module.operation, name, wrt, arguments or None)


def pictured(found) -> list[str]:
    return ["".join(".x"[entry] for entry in row) for row in found.dense().astype(int)]


STENCIL = """
func.func @f(%x: tensor<5xf64>) -> tensor<3xf64> {
  %out = tensor.empty() : tensor<3xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k)
      -> (k)>, affine_map<(i, k) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<5xf64>, tensor<3xf64>) outs(%out : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64):
    %0 = arith.mulf %a, %b : f64
    %1 = arith.addf %c, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<3xf64>
  return %y : tensor<3xf64>
}""".replace("  %out", "  %w = arith.constant dense<1.0> : tensor<3xf64>\n  %out", 1)


def test_windows_of_a_convolution():
    assert pictured(pattern(STENCIL)) == ["xxx..", ".xxx.", "..xxx"]


LOOP = """
func.func @f(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %start = tensor.empty() : tensor<4xf64>
  %y:2 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %start, %sum = %one) -> (tensor<4xf64>, f64) {
    %e = tensor.extract %x[%i] : tensor<4xf64>
    %next = arith.mulf %sum, %e : f64
    %inserted = tensor.insert %next into %y[%i] : tensor<4xf64>
    scf.yield %inserted, %next : tensor<4xf64>, f64
  }
  return %y#0 : tensor<4xf64>
}"""


def test_a_loop_runs_as_often_as_it_does():
    assert pictured(pattern(LOOP, np.ones(4), 3)) == ["x...", "xx..", "xxx.", "...."]


def test_a_loop_of_unknown_length_may_do_anything():
    assert pictured(pattern(LOOP)) == ["xxxx"] * 4


GATHER = """
func.func @f(%x: tensor<?xf64>, %at: tensor<?xi32>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %at, %c0 : tensor<?xi32>
  %y = tensor.generate %n {
  ^bb0(%i: index):
    %place = tensor.extract %at[%i] : tensor<?xi32>
    %index = arith.index_cast %place : i32 to index
    %e = tensor.extract %x[%index] : tensor<?xf64>
    %s = math.sin %e : f64
    tensor.yield %s : f64
  } : tensor<?xf64>
  return %y : tensor<?xf64>
}"""


def test_indices_that_are_data():
    at = np.array([2, 0, 2, 1], np.int32)
    assert pictured(pattern(GATHER, np.ones(3), at)) == ["..x", "x..", "..x", ".x."]


def test_unknown_sizes_are_refused():
    with pytest.raises(Failure, match="sizes of argument 0"):
        pattern(GATHER)


HASH = """
func.func @f(%x: tensor<8xf64>, %seed: i32) -> f64 {
  %a = arith.constant 1664525 : i32
  %b = arith.constant 1013904223 : i32
  %shift = arith.constant 29 : i32
  %0 = arith.muli %seed, %a : i32
  %1 = arith.addi %0, %b : i32
  %2 = arith.shrui %1, %shift : i32
  %3 = arith.index_castui %2 : i32 to index
  %4 = tensor.extract %x[%3] : tensor<8xf64>
  return %4 : f64
}"""


def test_integers_wrap_around():
    for seed in (0, 1, 17, -5):
        place = (seed * 1664525 + 1013904223) % 2**32 >> 29
        assert pictured(pattern(HASH, np.ones(8), seed)) == ["." * place + "x" + "." * (7 - place)]


BRANCH = """
func.func @f(%x: tensor<3xf64>, %limit: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = tensor.extract %x[%c0] : tensor<3xf64>
  %b = tensor.extract %x[%c1] : tensor<3xf64>
  %c = tensor.extract %x[%c2] : tensor<3xf64>
  %less = arith.cmpf olt, %c, %limit : f64
  %y = scf.if %less -> f64 {
    scf.yield %a : f64
  } else {
    scf.yield %b : f64
  }
  return %y : f64
}"""


def test_both_sides_of_a_branch_on_a_float_count():
    assert pictured(pattern(BRANCH, np.ones(3), 0.0)) == ["xx."]


EXTERNAL = """
func.func private @g(f64, f64) -> (f64, f64) attributes {lagrad.custom_pullback = @g_pullback}
func.func private @g_pullback(f64, f64, f64, f64) -> (f64, f64)
func.func @f(%x: f64, %y: f64, %z: f64) -> (f64, f64) {
  %0:2 = func.call @g(%x, %y) : (f64, f64) -> (f64, f64)
  %1 = arith.mulf %0#1, %z : f64
  return %0#0, %1 : f64, f64
}"""


def test_a_derivative_of_its_own_may_say_anything():
    assert pictured(pattern(EXTERNAL, wrt=(0, 1, 2))) == ["xx.", "xxx"]


def observed(n, m, p):
    """Bundle adjustment in which observation i is of a random point by a random camera."""
    given = ba_inputs.generate(n, m, p)
    random = np.random.default_rng(1)
    given.observations[:] = np.stack([random.integers(n, size=p), random.integers(m, size=p)], 1)
    return ba_inputs.arguments(given)


def test_bundle_adjustment_shows_its_blocks():
    found = pattern(BA, *observed(5, 20, 60), wrt=(0, 1, 2), name="ba_objective")
    shown = {(r.number, a.number): blocks(found.block(r, a)) for r in found.results for a in found.arguments}
    sizes = {pair: (b.count, b.height, b.width) for pair, b in shown.items() if b.count}
    assert sizes == {(0, 0): (60, 2, 11), (0, 1): (60, 2, 3), (0, 2): (60, 2, 1), (1, 2): (60, 1, 1)}
    # All of them are full, except that each image coordinate has a principal point of its own.
    assert [b.share for b in shown.values() if b.count] == [20 / 22, 1, 1, 1]


def test_bundle_adjustment_takes_15_directions():
    found = pattern(BA, *observed(5, 20, 60), wrt=(0, 1, 2), name="ba_objective")
    assert color(with_full_blocks(found)).count == 15
    assert color(found).count == 14  # no row has both principal points


def test_by_observation_it_takes_2_cotangents():
    p = 12
    cameras, points, weights, features, _ = ba_inputs.arguments(ba_inputs.generate(p, p, p))
    found = with_full_blocks(
        pattern(BA + BY_OBSERVATION, cameras, points, weights, features, wrt=(0, 1, 2), name="residuals")
    )
    assert color(found, "forward").count == 15
    assert color(found).mode == "reverse" and color(found).count == 2
