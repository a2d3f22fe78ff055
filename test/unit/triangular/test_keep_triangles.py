"""Products with triangular matrices that run column by column compute what the full matrices give."""

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines

PIPELINE = "lagrad-default,lagrad-to-llvm"
WITHOUT = "lagrad-default," + str(pipelines.read("lagrad-to-llvm")).removeprefix("builtin.module(").removesuffix(
    ")"
).replace("lagrad-keep-triangles,", "")

# y = A x or A^T x for all columns of x, and the sums of their squares.
PROGRAM = """
#ij = affine_map<(i, p, j) -> (MATRIX)>
#jp = affine_map<(i, p, j) -> (j, p)>
#ip = affine_map<(i, p, j) -> (i, p)>
#id = affine_map<(i, p) -> (i, p)>
#p = affine_map<(i, p) -> (p)>
func.func @f(%a: tensor<?x?xT, "TRIANGLE">, %x: tensor<?x?xT>, %y: tensor<?x?xT>, %t: tensor<?xT>)
    -> (tensor<?x?xT>, tensor<?xT>) {
  %r = linalg.generic {indexing_maps = [#ij, #jp, #ip], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %x : tensor<?x?xT, "TRIANGLE">, tensor<?x?xT>) outs(%y : tensor<?x?xT>) {
    ^bb0(%l: T, %v: T, %out: T):
      %m = arith.mulf %v, %l : T
      %s = arith.SUM %out, %m : T
      linalg.yield %s : T
  } -> tensor<?x?xT>
  %q = linalg.generic {indexing_maps = [#id, #p], iterator_types = ["reduction", "parallel"]}
      ins(%r : tensor<?x?xT>) outs(%t : tensor<?xT>) {
    ^bb0(%v: T, %out: T):
      %m = arith.mulf %v, %v : T
      %s = arith.addf %out, %m : T
      linalg.yield %s : T
  } -> tensor<?xT>
  return %r, %q : tensor<?x?xT>, tensor<?xT>
}
func.func private @df(tensor<?x?xT, "TRIANGLE">, tensor<?x?xT>, tensor<?x?xT>, tensor<?xT>, tensor<?x?xT>, tensor<?xT>)
    -> (tensor<?x?xT, "TRIANGLE">, tensor<?x?xT>, tensor<?x?xT>, tensor<?xT>)
    attributes {lagrad.pullback = @f, lagrad.wrt = [0, 1, 2, 3]}
"""
HALVES = {"ltri": np.tril, "utri": np.triu, "sltri": lambda a: np.tril(a, -1), "sutri": lambda a: np.triu(a, 1)}


def program(triangle, transposed, kind="f64", sum="addf"):
    text = PROGRAM.replace("TRIANGLE", triangle).replace("MATRIX", "j, i" if transposed else "i, j").replace("SUM", sum)
    return text.replace("xT", f"x{kind}").replace(": T", f": {kind}")


def arguments(half, d, n, type="f8"):
    random = np.random.default_rng(d + n)
    shapes = (d, d), (d, n), (d, n), n, (d, n), n
    a, *others = (random.standard_normal(shape).astype(type) for shape in shapes)
    return half(a), *others


# Rows run two at a time, columns 16 at a time, or four and 32; 8 of the last columns.
@pytest.mark.parametrize("processor", ["x86-64-v3", "x86-64-v4"])
@pytest.mark.parametrize("triangle", HALVES)
@pytest.mark.parametrize("transposed", [False, True])
def test_any_size(triangle, transposed, processor):
    compiled = lagrad.compile(
        program(triangle, transposed), entry=["f", "df"], pipeline=f"{PIPELINE}{{processor={processor}}}"
    )
    half = HALVES[triangle]
    for d, n in ((0, 5), (1, 1), (2, 40), (3, 32), (4, 9), (5, 31), (7, 33), (8, 71), (11, 0), (13, 64)):
        a, x, y, t, ct_r, ct_t = given = arguments(half, d, n)
        m = a.T if transposed else a
        r = y + m @ x
        for here, there in zip(compiled.f(a, x, y, t), (r, t + (r**2).sum(0))):
            np.testing.assert_allclose(here, there, rtol=1e-12, atol=1e-12)
        by_r = ct_r + 2 * r * ct_t
        by_m = by_r @ x.T
        expected = half(by_m.T if transposed else by_m), m.T @ by_r, by_r, ct_t
        for here, there in zip(compiled.df(*given), expected):
            np.testing.assert_allclose(here, there, rtol=1e-11, atol=1e-11)


@pytest.mark.parametrize("triangle, strict", [("pltri", 0), ("sputri", 1)])
def test_packed_matrices(triangle, strict):
    """They are copied to full ones; their adjoints are packed again."""
    compiled = lagrad.compile(program(triangle, False), entry=["f", "df"], pipeline=PIPELINE)
    half = HALVES[triangle.replace("p", "")]
    for d, n in ((2, 3), (5, 40), (9, 70)):
        a, x, y, t, ct_r, ct_t = arguments(half, d, n)
        lower = "l" in triangle.removesuffix("tri")
        places = np.triu_indices(d, strict) if lower else np.tril_indices(d, -strict)
        r = y + a @ x
        for here, there in zip(compiled.f(a.T[places], x, y, t), (r, t + (r**2).sum(0))):
            np.testing.assert_allclose(here, there, rtol=1e-12, atol=1e-12)
        by_r = ct_r + 2 * r * ct_t
        by_a, by_x, *_ = compiled.df(a.T[places], x, y, t, ct_r, ct_t)
        np.testing.assert_allclose(by_a, (by_r @ x.T).T[places], rtol=1e-11, atol=1e-11)
        np.testing.assert_allclose(by_x, a.T @ by_r, rtol=1e-11, atol=1e-11)


def test_f32_and_what_is_subtracted():
    f = lagrad.compile(program("ltri", False, "f32", "subf"), entry="f", pipeline=PIPELINE)
    a, x, y, t, *_ = arguments(np.tril, 9, 100, "f4")
    np.testing.assert_allclose(f(a, x, y, t)[0], y - a @ x, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("transposed", [False, True])
def test_what_is_not_stored_is_not_multiplied(transposed):
    """Zero times infinity would be NaN: as by loops over the half, it is not computed."""
    text, half = program("sltri", transposed), HALVES["sltri"]
    a, x, y, t, *_ = arguments(half, 7, 45)
    x[2, 5] = np.inf
    kept, loops = (lagrad.compile(text, entry="f", pipeline=p)(a, x, y, t) for p in (PIPELINE, WITHOUT))
    assert (
        np.isfinite(kept[0]).sum() > np.isfinite(y + np.einsum("ji,jp->ip" if transposed else "ij,jp->ip", a, x)).sum()
    )
    for here, there in zip(kept, loops):
        np.testing.assert_allclose(here, there, rtol=1e-12)


def test_what_is_tested_is_kept_and_tiled():
    report = pipelines.run(execute.parse(program("utri", False)), PIPELINE)
    said = [remark.message for remark in report.remarks]
    assert (
        said.count("of this product with a triangular matrix the zeros are left out") == 3
    )  # the primal, its copy and a transpose
    assert sum("columns at a time" in text for text in said) >= 2


VECTOR = """
func.func @f(%l: tensor<8x8xf64, "ltri">, %x: tensor<8xf64>, %y: tensor<8xf64>) -> tensor<8xf64> {
  %r = linalg.matvec ins(%l, %x : tensor<8x8xf64, "ltri">, tensor<8xf64>) outs(%y : tensor<8xf64>) -> tensor<8xf64>
  return %r : tensor<8xf64>
}"""


def test_a_product_with_a_vector_has_no_columns():
    module = execute.parse(VECTOR)
    pipelines.run(module, "lagrad-keep-triangles")
    assert "lagrad.triangle" not in str(module)


ROWS = """
func.func @rows(%l: tensor<?x?xf64, "ltri">, %x: tensor<?x4xf64>, %y: tensor<?x4xf64>, %places: tensor<?xindex>, %e:
    tensor<?x4xf64>) -> tensor<?x4xf64> {
  %r = linalg.matmul ins(%l, %x : tensor<?x?xf64, "ltri">, tensor<?x4xf64>) outs(%y : tensor<?x4xf64>)
      -> tensor<?x4xf64>
  %z = linalg.generic {indexing_maps = [affine_map<(c, v) -> (c)>, affine_map<(c, v)
      -> (c, v)>], iterator_types = ["parallel", "parallel"]}
      ins(%places : tensor<?xindex>) outs(%e : tensor<?x4xf64>) {
    ^bb0(%p: index, %out: f64):
      %v = linalg.index 1 : index
      %n = tensor.extract %r[%p, %v] : tensor<?x4xf64>
      linalg.yield %n : f64
  } -> tensor<?x4xf64>
  return %z : tensor<?x4xf64>
}
"""


def test_rows_that_are_chosen_by_data_are_no_triangle():
    """Which terms are zero is said of all rows: no pass may take some of them and leave that as it is."""
    random = np.random.default_rng(0)
    a, x, y = (
        np.tril(random.standard_normal((40, 40))),
        random.standard_normal((40, 4)),
        random.standard_normal((40, 4)),
    )
    places = np.array([3, 17, 39])
    chosen = lagrad.compile(ROWS, pipeline=PIPELINE)(a, x, y, places, np.empty((3, 4)))
    np.testing.assert_allclose(chosen, (y + a @ x)[places], rtol=1e-12)
