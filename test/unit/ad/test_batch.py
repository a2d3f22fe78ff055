"""Functions of a direction, batched by hand: also where a direction decides, so that the directions take their
turns."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import lagrad
from lagrad import execute
from lagrad.ad.directions.many import OneDirection
from lagrad.analysis.call_graph import functions, signature
from lagrad.analysis.derivative_types import many
from lagrad.errors import Failure
from lagrad.mlir import ir

MAP = "#id = affine_map<(d0) -> (d0)>"

# name -> what it does with %x : tensor<4xf64>, %s : f64, and the direction %d : tensor<4xf64>
BODIES = {
    "branch": """
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.extract %d[%c1] : tensor<4xf64>
  %p = arith.cmpf ogt, %e, %zero : f64
  %r = scf.if %p -> tensor<4xf64> {
    %0 = arith.mulf %d, %x : tensor<4xf64>
    scf.yield %0 : tensor<4xf64>
  } else {
    scf.yield %x : tensor<4xf64>
  }""",
    "while": """
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f64
  %e = tensor.extract %d[%c1] : tensor<4xf64>
  %w = scf.while (%a = %e) : (f64) -> f64 {
    %go = arith.cmpf olt, %a, %s : f64
    scf.condition(%go) %a : f64
  } do {
  ^bb0(%a: f64):
    %b = arith.addf %a, %two : f64
    scf.yield %b : f64
  }
  %r = tensor.splat %w : tensor<4xf64>""",
    "trips": """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.extract %d[%c0] : tensor<4xf64>
  %i = arith.fptosi %e : f64 to i64
  %n = arith.index_cast %i : i64 to index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf64> {
    %0 = arith.addf %a, %a : tensor<4xf64>
    scf.yield %0 : tensor<4xf64>
  }""",
    "position": """
  %c0 = arith.constant 0 : index
  %e = tensor.extract %d[%c0] : tensor<4xf64>
  %i = arith.fptosi %e : f64 to i64
  %n = arith.index_cast %i : i64 to index
  %m = arith.remui %n, %four : index
  %v = tensor.extract %x[%m] : tensor<4xf64>
  %r = tensor.insert %v into %d[%m] : tensor<4xf64>""",
    "choice": """
  %c1 = arith.constant 1 : index
  %e = tensor.extract %d[%c1] : tensor<4xf64>
  %p = arith.cmpf ogt, %e, %s : f64
  %r = arith.select %p, %x, %d : tensor<4xf64>""",
    "gather": """
  %empty = tensor.empty() : tensor<4xf64>
  %three = arith.constant 3 : index
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf64>) outs(%empty : tensor<4xf64>) {
    ^bb0(%y: f64, %o: f64):
      %i = linalg.index 0 : index
      %j = arith.subi %three, %i : index
      %p = arith.cmpf ogt, %y, %s : f64
      %v = scf.if %p -> f64 {
        %0 = tensor.extract %d[%j] : tensor<4xf64>
        scf.yield %0 : f64
      } else {
        scf.yield %y : f64
      }
      linalg.yield %v : f64
  } -> tensor<4xf64>""",
    "slices in a body": """
  %empty = tensor.empty() : tensor<4xf64>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%empty : tensor<4xf64>) {
    ^bb0(%o: f64):
      %c0 = arith.constant 0 : index
      %i = linalg.index 0 : index
      %one = tensor.extract_slice %d[%i] [1] [1] : tensor<4xf64> to tensor<1xf64>
      %v = tensor.extract %one[%c0] : tensor<1xf64>
      %w = arith.mulf %v, %s : f64
      linalg.yield %w : f64
  } -> tensor<4xf64>""",
    "elements": """
  %c2 = arith.constant 2 : index
  %e = tensor.extract %d[%c2] : tensor<4xf64>
  %0 = arith.mulf %e, %s : f64
  %r = tensor.from_elements %0, %s, %e, %e : tensor<4xf64>""",
    "reshapes": """
  %e = tensor.expand_shape %d [[0, 1]] output_shape [2, 2] : tensor<4xf64> into tensor<2x2xf64>
  %row = tensor.extract_slice %e[1, 0] [1, 2] [1, 1] : tensor<2x2xf64> to tensor<1x2xf64>
  %f = tensor.insert_slice %row into %e[0, 0] [1, 2] [1, 1] : tensor<1x2xf64> into tensor<2x2xf64>
  %shape = tensor.from_elements %four : tensor<1xindex>
  %0 = tensor.reshape %f(%shape) : (tensor<2x2xf64>, tensor<1xindex>) -> tensor<4xf64>
  %g = tensor.expand_shape %0 [[0, 1]] output_shape [4, 1] : tensor<4xf64> into tensor<4x1xf64>
  %r = tensor.collapse_shape %g [[0, 1]] : tensor<4x1xf64> into tensor<4xf64>""",
}


def program_of(name: str) -> str:
    return f"""{MAP}
func.func @f(%x: tensor<4xf64>, %s: f64, %d: tensor<4xf64>) -> tensor<4xf64> {{
  %four = arith.constant 4 : index
{BODIES[name]}
  return %r : tensor<4xf64>
}}"""


def batched(text: str, count: int, inner: bool):
    """The program with `@many`, which is `@f` for so many directions; their dimension is the last one, if `inner`."""
    module = execute.parse(text)
    with module.context, ir.Location.unknown():
        for dialect in ("scf", "linalg", "tensor"):
            module.context.get_dialect_descriptor(dialect)
        one = OneDirection(SimpleNamespace(module=module, bring=lambda: None), "f", [2])
        (x, s, d), (r,) = signature(functions(module.operation)["f"])
        wide = [ir.RankedTensorType.get([4, count], ir.F64Type.get()) if inner else many(t, count) for t in (d, r)]
        with ir.InsertionPoint(module.body):
            function = ir.Operation.create(
                "func.func",
                attributes={
                    "sym_name": ir.StringAttr.get("many"),
                    "function_type": ir.TypeAttr.get(ir.FunctionType.get([x, s, wide[0]], [wide[1]])),
                },
                regions=1,
            )
        entry = function.regions[0].blocks.append(x, s, wide[0], arg_locs=[ir.Location.unknown()] * 3)
        with ir.InsertionPoint(entry):
            results = one.emit(list(entry.arguments), count, 0, inner)
            ir.Operation.create("func.return", operands=results)
    return module


@pytest.mark.parametrize("inner", [False, True], ids=["first", "last"])
@pytest.mark.parametrize("name", BODIES)
def test_each_direction_by_itself(name, inner):
    program = lagrad.compile(batched(program_of(name), 3, inner))
    rng = np.random.default_rng(2)
    x, s = rng.uniform(0.5, 1.5, 4), 1.1
    directions = np.array([[3.5, -0.5, 1.0, 2.0], [1.5, 0.5, -1.0, 0.25], [2.5, 1.5, 4.0, 1.0]])
    found = program.many(x, s, directions.T.copy() if inner else directions)
    expected = np.stack([program.f(x, s, d) for d in directions])
    np.testing.assert_allclose(found.T if inner else found, expected, rtol=1e-14)


def test_a_size_that_a_direction_decides_is_refused():
    text = """
func.func @f(%x: tensor<4xf64>, %s: f64, %d: tensor<4xf64>) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %d[%c0] : tensor<4xf64>
  %i = arith.fptosi %e : f64 to i64
  %n = arith.index_cast %i : i64 to index
  %0 = tensor.extract_slice %x[0] [%n] [1] : tensor<4xf64> to tensor<?xf64>
  %r = tensor.insert_slice %0 into %d[0] [%n] [1] : tensor<?xf64> into tensor<4xf64>
  return %r : tensor<4xf64>
}"""
    with pytest.raises(
        Failure, match="depends on a direction in more than its values, and its result has no static shape"
    ):
        batched(text, 3, False)


def test_an_assertion_about_a_direction_is_refused():
    text = """
func.func @f(%x: tensor<4xf64>, %s: f64, %d: tensor<4xf64>) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %d[%c0] : tensor<4xf64>
  %p = arith.cmpf ogt, %e, %s : f64
  cf.assert %p, "positive"
  return %d : tensor<4xf64>
}"""
    with pytest.raises(Failure, match="'cf.assert' depends on a direction"):
        batched(text, 3, False)
