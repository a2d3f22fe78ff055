"""Rows of two, three or four that are gathered as one vector are what they were, and nothing beside them is written."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines
from lagrad.lowering import pipeline as lowering

# In two directions: points, and where vertices are at the places of their numbers; GIVEN are the caller's.
GIVEN = """
#dci = affine_map<(d, c, i) -> (d, c, i)>
#c = affine_map<(d, c, i) -> (c)>
func.func @missed(%points: tensor<2x?xSIZExTYPE>, %y: tensor<SIZEx?xTYPE>, %scales: tensor<?xTYPE>, %at: tensor<?xi32>)
    -> tensor<2x?xSIZExTYPE> {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : TYPE
  %n = tensor.dim %points, %c1 : tensor<2x?xSIZExTYPE>
  %empty = tensor.empty(%n) : tensor<2x?xSIZExTYPE>
  %0 = linalg.generic {indexing_maps = [#dci, #c, #c, #dci], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%points, %scales, %at : tensor<2x?xSIZExTYPE>, tensor<?xTYPE>, tensor<?xi32>)
          outs(%empty : tensor<2x?xSIZExTYPE>) {
    ^bb0(%point: TYPE, %scale: TYPE, %place: i32, %out: TYPE):
      %i = linalg.index 2 : index
      %v = arith.index_cast %place : i32 to index
      %here = tensor.extract %y[%i, %v] : tensor<SIZEx?xTYPE>
      %first = tensor.extract %y[%i, %c0] : tensor<SIZEx?xTYPE>
      %rest = arith.subf %one, %scale : TYPE
      %a = arith.mulf %scale, %here : TYPE
      %b = arith.mulf %rest, %first : TYPE
      %mean = arith.addf %a, %b : TYPE
      %1 = arith.subf %point, %mean : TYPE
      linalg.yield %1 : TYPE
  } -> tensor<2x?xSIZExTYPE>
  return %0 : tensor<2x?xSIZExTYPE>
}
""".replace("  %c1 = ", "  %c0 = arith.constant 0 : index\n  %c1 = ")
# The same from vertices that the program computes.
PROGRAM = GIVEN.replace("%y: tensor", "%x: tensor").replace(
    "  %empty =",
    """  %vertices = tensor.dim %x, %c1 : tensor<SIZEx?xTYPE>
  %room = tensor.empty(%vertices) : tensor<SIZEx?xTYPE>
  %y = linalg.generic {indexing_maps = [affine_map<(i, v) -> (i, v)>, affine_map<(i, v) -> (i, v)>], iterator_types =
  ["parallel", "parallel"]}
      ins(%x : tensor<SIZEx?xTYPE>) outs(%room : tensor<SIZEx?xTYPE>) {
    ^bb0(%a: TYPE, %o: TYPE):
      %e = arith.mulf %a, %a : TYPE
      linalg.yield %e : TYPE
  } -> tensor<SIZEx?xTYPE>
  %empty =""",
)
PIPELINE = "lagrad-default,lagrad-to-llvm-blas{inspect=true}"
KINDS = {"f64": np.float64, "f32": np.float32}


def text(size: int, kind: str, program: str = PROGRAM) -> str:
    return program.replace("SIZE", str(size)).replace("TYPE", kind)


@pytest.fixture(scope="module", params=[(2, "f64"), (3, "f64"), (4, "f64"), (3, "f32")], ids=str)
def case(request):
    size, kind = request.param
    return lagrad.compile(text(size, kind), pipeline=PIPELINE), size, KINDS[kind]


@pytest.mark.parametrize("places, vertices", [(0, 1), (1, 1), (1, 2), (2, 2), (3, 40), (57, 8), (5, 4000)])
def test_rows(case, places, vertices):
    program, size, kind = case
    random = np.random.default_rng(places)
    points, x, scales = (
        random.normal(0, 1, shape).astype(kind) for shape in ((2, places, size), (size, vertices), places)
    )
    at = random.integers(0, vertices, places).astype(np.int32)
    around = np.full(2 * places * size + 10, 7, kind)
    out = around[5:-5].reshape(2, places, size)
    program(points, x, scales, at, out=out)
    y = x * x
    expected = points - (scales * y[:, at] + (1 - scales) * y[:, :1]).T
    np.testing.assert_allclose(out, expected, rtol=20 * np.finfo(kind).eps, atol=20 * np.finfo(kind).eps)
    assert (around[:5] == 7).all() and (around[-5:] == 7).all()


def test_scratch_is_not_copied():
    module = execute.parse(text(3, "f64"))
    before_loops, _, _ = lowering.pipeline(blas="openblas", inspect="true").partition(",lagrad-hoist-invariants")
    pipelines.run(module, f"lagrad-default,{before_loops}")
    code = str(module)
    assert code.count("memref.alloc(") == 1 and "strides: [1, 3]" in code


@pytest.mark.parametrize(
    "kind, program, count", [("f64", PROGRAM, 1), ("f32", PROGRAM, 1), ("i64", PROGRAM, 0), ("f64", GIVEN, 0)]
)
def test_remarks_say_where(kind, program, count):
    source = text(3, kind, program)
    if kind == "i64":
        for old, new in (("1.0", "1"), ("subf", "subi"), ("mulf", "muli"), ("addf", "addi")):
            source = source.replace(old, new)
    report = pipelines.run(execute.parse(source), PIPELINE)
    assert [r.message for r in report.remarks].count("what is gathered at one place is one vector") == count
