"""Operations that run for some columns at a time compute what they compute one after the other."""

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines
from lagrad.lowering import pipeline as lowering

PIPELINE = "lagrad-default,lagrad-to-llvm"

# How many of `k` bumps at `c`, each of its own shape, a point lies on: elementwise operations, products and sums over
# rows, and sums over points.
PROGRAM = """
#ip = affine_map<(i, p) -> (i, p)>
#i = affine_map<(i, p) -> (i)>
#p = affine_map<(i, p) -> (p)>
#id = affine_map<(p) -> (p)>
#all = affine_map<(p) -> ()>
func.func @bumps(%a: tensor<?x?xT>, %c: tensor<?xT>, %x: tensor<?x?xT>) -> (tensor<?x?xT>, tensor<?xT>, T) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : T
  %low = arith.constant -3.0 : T
  %k = tensor.dim %a, %c0 : tensor<?x?xT>
  %n = tensor.dim %x, %c1 : tensor<?x?xT>
  %e2 = tensor.empty(%k, %n) : tensor<?x?xT>
  %e1 = tensor.empty(%n) : tensor<?xT>
  %start = linalg.generic {indexing_maps = [#i, #ip], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<?xT>) outs(%e2 : tensor<?x?xT>) {
    ^bb0(%v: T, %out: T):
      %m = arith.negf %v : T
      linalg.yield %m : T
  } -> tensor<?x?xT>
  %y = linalg.matmul ins(%a, %x : tensor<?x?xT>, tensor<?x?xT>) outs(%start : tensor<?x?xT>) -> tensor<?x?xT>
  %lows = linalg.fill ins(%low : T) outs(%e1 : tensor<?xT>) -> tensor<?xT>
  %most = linalg.generic {indexing_maps = [#ip, #p], iterator_types = ["reduction", "parallel"]}
      ins(%y : tensor<?x?xT>) outs(%lows : tensor<?xT>) {
    ^bb0(%v: T, %out: T):
      %m = arith.maximumf %v, %out : T
      linalg.yield %m : T
  } -> tensor<?xT>
  %e = linalg.generic {indexing_maps = [#ip, #p, #ip], iterator_types = ["parallel", "parallel"]}
      ins(%y, %most : tensor<?x?xT>, tensor<?xT>) outs(%e2 : tensor<?x?xT>) {
    ^bb0(%v: T, %w: T, %out: T):
      %d = arith.subf %v, %w : T
      %exp = math.exp %d : T
      linalg.yield %exp : T
  } -> tensor<?x?xT>
  %zeros = linalg.fill ins(%zero : T) outs(%e1 : tensor<?xT>) -> tensor<?xT>
  %s = linalg.generic {indexing_maps = [#ip, #p], iterator_types = ["reduction", "parallel"]}
      ins(%e : tensor<?x?xT>) outs(%zeros : tensor<?xT>) {
    ^bb0(%v: T, %out: T):
      %m = arith.addf %v, %out : T
      linalg.yield %m : T
  } -> tensor<?xT>
  %e0 = tensor.empty() : tensor<T>
  %none = linalg.fill ins(%zero : T) outs(%e0 : tensor<T>) -> tensor<T>
  %t = linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]}
      ins(%s : tensor<?xT>) outs(%none : tensor<T>) {
    ^bb0(%v: T, %out: T):
      %m = arith.addf %out, %v : T
      linalg.yield %m : T
  } -> tensor<T>
  %total = tensor.extract %t[] : tensor<T>
  return %e, %s, %total : tensor<?x?xT>, tensor<?xT>, T
}
"""


def expected(a, c, x):
    y = a @ x - c[:, None]
    e = np.exp(y - np.maximum(y.max(0), -3))
    return e, e.sum(0), e.sum()


@pytest.fixture(scope="module")
def bumps():
    return {
        kind: lagrad.compile(PROGRAM.replace("T", kind).replace(f"{kind}ensor", "tensor"), pipeline=PIPELINE)
        for kind in ("f64", "f32")
    }


# One tile is at most 32 columns of f64 and 64 of f32, and 4 rows of a product; there are at most 4096 points for a
# column.
@pytest.mark.parametrize("kind", ["f64", "f32"])
@pytest.mark.parametrize("n", [0, 1, 7, 8, 31, 32, 33, 64, 100])
@pytest.mark.parametrize("k, d", [(1, 1), (3, 2), (8, 8), (9, 8), (65, 64)])
def test_any_number_of_columns_and_rows(bumps, kind, n, k, d):
    random = np.random.default_rng(n)
    a, c, x = (random.standard_normal(shape).astype("f8" if kind == "f64" else "f4") for shape in ((k, d), k, (d, n)))
    for here, there in zip(bumps[kind](a, c, x), expected(a, c, x)):
        np.testing.assert_allclose(here, there, rtol=1e-13 if kind == "f64" else 1e-4)


# LLVM makes what this processor has of the vectors of others.
@pytest.mark.parametrize("processor, columns", [("x86-64-v2", 8), ("x86-64-v3", 16), ("x86-64-v4", 32)])
def test_tiles_of_any_processor(processor, columns):
    pipeline = f"lagrad-default,{lowering.pipeline(processor=processor)}"
    assert f"lagrad-tile-columns{{processor={processor}}}," in pipeline
    program = lagrad.compile(PROGRAM.replace("T", "f64").replace("f64ensor", "tensor"), pipeline=pipeline)
    random = np.random.default_rng(0)
    for k, d in ((1, 3), (2, 2), (5, 4), (8, 3), (9, 8)):
        for n in (0, 1, columns - 1, columns, columns + 9, 3 * columns):
            a, c, x = random.standard_normal((k, d)), random.standard_normal(k), random.standard_normal((d, n))
            for here, there in zip(program(a, c, x), expected(a, c, x)):
                np.testing.assert_allclose(here, there, rtol=1e-13)


def _with_two_products() -> str:
    """The program where `y` is the sum of two products."""
    text = PROGRAM.replace("T", "f64").replace("f64ensor", "tensor")
    second = (
        "%y = linalg.matmul ins(%b, %z : tensor<?x?xf64>, tensor<?x?xf64>) outs(%y0 : tensor<?x?xf64>) -> "
        "tensor<?x?xf64>\n"
    )
    (first,) = [line + "\n" for line in text.splitlines() if "linalg.matmul" in line]
    text = text.replace(first, first.replace("%y =", "%y0 =") + second)
    return text.replace("%x: tensor<?x?xf64>)", "%x: tensor<?x?xf64>, %b: tensor<?x?xf64>, %z: tensor<?x?xf64>)")


@pytest.mark.parametrize("lowering", ["lagrad-to-llvm", "lagrad-to-llvm-blas"])
def test_two_products_and_what_comes_after_them(lowering):
    """Both in a tile, one in it and one too large for it, both too large."""
    program = lagrad.compile(_with_two_products(), pipeline=f"lagrad-default,{lowering}")
    random = np.random.default_rng(0)
    for k, d, m in ((5, 3, 4), (4, 2000, 3), (7, 2, 700), (3, 1500, 1600), (70, 60, 80)):
        for n in (1, 40, 96):
            a, b = random.standard_normal((k, d)) / d**0.5, random.standard_normal((k, m)) / m**0.5
            c, x, z = random.standard_normal(k), random.standard_normal((d, n)), random.standard_normal((m, n))
            whole = np.concatenate((a, b), axis=1), c, np.concatenate((x, z))
            for here, there in zip(program(a, c, x, b, z), expected(*whole)):
                np.testing.assert_allclose(here, there, rtol=1e-12)


def test_what_is_left_of_a_large_product_is_tiled():
    """Where the product of a group is too large, a sum after it still has its vectors of columns."""
    text = (
        PROGRAM.replace("T", "f64")
        .replace("f64ensor", "tensor")
        .replace("%a: tensor<?x?xf64>", "%a: tensor<20x300xf64>")
    )
    text = text.replace("%k = tensor.dim %a, %c0 : tensor<?x?xf64>", "%k = arith.constant 20 : index")
    text = text.replace("ins(%a, %x : tensor<?x?xf64>", "ins(%a, %x : tensor<20x300xf64>")
    before, name, _ = lowering.pipeline().partition("lagrad-tile-columns")
    module = execute.parse(text)
    pipelines.run(module, f"lagrad-default,{before}{name}{{processor=x86-64-v4}}")
    lines = str(module).splitlines()
    assert any(
        "linalg.generic" in line and line.count("reduction") == 1 and line.count("parallel") == 2 for line in lines
    )  # the product
    assert any("iter_args" in line and "vector<32xf64>" in line for line in lines)


def test_what_is_left_is_tiled_where_the_size_is_found_when_it_runs():
    """Beside the product that is too large for a tile there are vectors of maxima too."""
    before, name, _ = lowering.pipeline().partition("lagrad-tile-columns")
    module = execute.parse(PROGRAM.replace("T", "f64").replace("f64ensor", "tensor"))
    pipelines.run(module, f"lagrad-default,{before}{name}{{processor=x86-64-v4}}")
    lines = str(module).splitlines()
    (product,) = [
        n
        for n, line in enumerate(lines)
        if "linalg.generic" in line and line.count('"parallel"') == 2 and '"reduction"' in line
    ]
    assert any("arith.maximumf" in line and "vector<32xf64>" in line for line in lines[product:])


def test_nothing_but_columns_is_written(bumps):
    """What lies behind the last column belongs to the next row, or to others."""
    memory = np.full(3 * 37 + 8, 5.0)
    e, s = memory[: 3 * 37].reshape(3, 37), np.empty(37)
    a, c, x = np.ones((3, 2)), np.ones(3), np.ones((2, 37))
    bumps["f64"](a, c, x, out=(e, s, np.empty(())))
    np.testing.assert_allclose(e, 1)
    assert (memory[3 * 37 :] == 5).all()


def test_infinity_and_nan_stay_in_their_column(bumps):
    x = np.ones((2, 40))
    x[0, 3], x[1, 39] = np.nan, -np.inf
    for here, there in zip(bumps["f64"](np.ones((3, 2)), np.ones(3), x), expected(np.ones((3, 2)), np.ones(3), x)):
        np.testing.assert_allclose(here, there)


def test_what_is_tested_is_tiled():
    report = pipelines.run(execute.parse(PROGRAM.replace("T", "f64").replace("f64ensor", "tensor")), PIPELINE)
    said = [remark.message for remark in report.remarks if "columns at a time" in remark.message]
    assert sum(int(text.split()[0]) for text in said) == 8


def test_derivatives_are_the_same():
    """Of a gradient with tiles, against one without."""
    request = """
func.func @last(%a: tensor<?x?xf64>, %c: tensor<?xf64>, %x: tensor<?x?xf64>) -> f64 {
  %r:3 = call @bumps(%a, %c, %x) : (tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>)
      -> (tensor<?x?xf64>, tensor<?xf64>, f64)
  return %r#2 : f64
}
func.func private @d(tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>,
    tensor<?x?xf64>)
    attributes {lagrad.gradient = @last}"""
    text = PROGRAM.replace("T", "f64").replace("f64ensor", "tensor") + request
    without = str(pipelines.read(PIPELINE)).replace("lagrad-tile-columns,", "")
    assert without != str(pipelines.read(PIPELINE))
    random = np.random.default_rng(1)
    arguments = random.standard_normal((4, 5)), random.standard_normal(4), random.standard_normal((5, 77))
    tiled, plain = (lagrad.compile(text, entry="d", pipeline=p)(*arguments) for p in (PIPELINE, without))
    for here, there in zip(tiled, plain):
        np.testing.assert_allclose(here, there, rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize("option", ["most", "alone"])
def test_bad_option(option):
    with pytest.raises(lagrad.errors.Failure, match=f"option '{option}' of 'lagrad-tile-columns' is 1 or more, not 0"):
        lagrad.compile(
            PROGRAM.replace("T", "f64").replace("f64ensor", "tensor"),
            pipeline=f"lagrad-tile-columns{{{option}=0}}," + PIPELINE,
        )


def test_a_row_of_what_the_next_operation_reads_is_complete_before():
    """A view and the whole of a buffer are used at other rows: they are not run column by column together."""
    f = lagrad.compile(
        """
func.func @f(%i: index, %a: tensor<3xf64>, %b: tensor<3x4xf64>, %d: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %zeros = arith.constant dense<0.0> : tensor<3x4xf64>
  %no = arith.constant dense<0.0> : tensor<4xf64>
  %row = linalg.vecmat ins(%a, %b : tensor<3xf64>, tensor<3x4xf64>) outs(%no : tensor<4xf64>) -> tensor<4xf64>
  %whole = tensor.insert_slice %row into %zeros[%i, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<3x4xf64>
  %r = arith.mulf %whole, %d : tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}""",
        pipeline=PIPELINE,
    ).f
    random = np.random.default_rng(2)
    a, b, d = random.standard_normal(3), random.standard_normal((3, 4)), random.standard_normal((3, 4))
    for i in range(3):
        expected = np.zeros((3, 4))
        expected[i] = a @ b * d[i]
        np.testing.assert_allclose(f(i, a, b, d), expected, rtol=1e-12)
