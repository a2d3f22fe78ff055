"""Checks of bounds: what is outside is reported with its place, what is inside is not, and results are the same."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines
from lagrad.errors import CheckFailed, Failure

CHECKED = [pipelines.with_bounds(execute.PIPELINE), pipelines.with_bounds("lagrad-default,lagrad-to-llvm-strict")]
LOWERED_ONLY = "lagrad-to-llvm{check-bounds=true}"


def function(arguments: str, body: str, result: str) -> str:
    """A function whose body begins on line 3."""
    return f"func.func @f({arguments}) -> {result} {{\n%c0 = arith.constant 0 : index\n{body}\n}}"


X5, M34 = np.arange(5.0), np.arange(12.0).reshape(3, 4)

# A program, arguments with which it is right and what it gives, others, and what is reported of them.
CASES = {
    "extract": (
        function("%x: tensor<?xf64>, %i: index", "%e = tensor.extract %x[%i] : tensor<?xf64>\nreturn %e : f64", "f64"),
        [((X5, 4), 4.0), ((X5, 0), 0.0)],
        [((X5, 5), "3:6: index 5 is out of bounds: dimension 0 has the size 5 "
                   "('tensor.extract')"), ((X5, -1), "3:6: index -1 is out of bounds")],
    ),
    "insert": (
        function("%x: tensor<5xf64>, %i: index, "
                 "%v: f64", "%y = tensor.insert %v into %x[%i] : tensor<5xf64>\n"
                            "return %y : tensor<5xf64>", "tensor<5xf64>"),
        [((X5, 4, 7.0), [0, 1, 2, 3, 7])],
        [((X5, 5, 7.0), "3:6: index 5 is out of bounds: dimension 0 has the size 5 ('tensor.insert')")],
    ),
    "extract_slice": (
        function(
            "%x: tensor<?xf64>, %o: index, %n: index, %s: index",
            "%y = tensor.extract_slice %x[%o] [%n] [%s] : tensor<?xf64> to tensor<?xf64>\n"
            "return %y : tensor<?xf64>", "tensor<?xf64>",
        ),
        [((X5, 1, 4, 1), [1, 2, 3, 4]), ((X5, 0, 3, 2), [0, 2, 4]), ((X5, 5, 0, 1), [])],
        [
            ((X5, 2, 4, 1), "3:6: index 5 is out of bounds: dimension 0 has the size 5 ('tensor.extract_slice')"),
            ((X5, 0, 4, 2), "3:6: index 6 is out of bounds"),
            ((X5, -1, 2, 1), "3:6: index -1 is out of bounds"),
            ((X5, 0, -2, 1), "3:6: the size -2 of dimension 0 is negative ('tensor.extract_slice')"),
        ],
    ),
    "insert_slice": (
        function(
            "%x: tensor<?xf64>, %y: tensor<2xf64>, %o: index",
            "%z = tensor.insert_slice %y into %x[%o] [2] [1] : tensor<2xf64> into tensor<?xf64>\n"
            "return %z : tensor<?xf64>", "tensor<?xf64>",
        ),
        [((X5, np.ones(2), 3), [0, 1, 2, 1, 1])],
        [((X5, np.ones(2), 4), "3:6: index 5 is out of bounds: dimension 0 has the size 5 ('tensor.insert_slice')")],
    ),
    "gather": (
        function(
            "%x: tensor<3x4xf64>, %at: tensor<2x1xindex>",
            "%y = tensor.gather %x[%at] gather_dims([0]) : (tensor<3x4xf64>, tensor<2x1xindex>) -> tensor<2x4xf64>\n"
            "return %y : tensor<2x4xf64>",
            "tensor<2x4xf64>",
        ),
        [((M34, np.array([[2], [0]])), M34[[2, 0]])],
        [((M34, np.array([[2], [3]])), "3:6: index 3 is out of bounds: dimension 0 has the size 3")],
    ),
    "scatter": (
        function(
            "%x: tensor<3x4xf64>, %y: tensor<1x4xf64>, %at: tensor<1x1xindex>",
            "%z = tensor.scatter %y into %x[%at] scatter_dims([0]) unique : (tensor<1x4xf64>, tensor<3x4xf64>, "
            "tensor<1x1xindex>)"
            " -> tensor<3x4xf64>\nreturn %z : tensor<3x4xf64>", "tensor<3x4xf64>",
        ),
        [((M34, np.zeros((1, 4)), np.array([[2]])), M34 * [[1], [1], [0]])],
        [((M34, np.zeros((1, 4)), np.array([[-3]])), "3:6: index -3 is out of bounds: dimension 0 has the size 3")],
    ),
    "buffers": (
        function(
            "%x: memref<?x4xf64>, %i: index, %j: index",
            "%e = memref.load %x[%i, %j] : memref<?x4xf64>\nmemref.store %e, %x[%j, %i] : memref<?x4xf64>\n"
            "return %e : f64", "f64",
        ),
        [((M34, 1, 2), 6.0)],
        [
            ((M34, 0, 3), "4:1: index 3 is out of bounds: dimension 0 has the size 3 ('memref.store')"),
            ((M34, 3, 0), "3:6: index 3 is out of bounds: dimension 0 has the size 3 ('memref.load')"),
            ((M34, 0, 4), "3:6: index 4 is out of bounds: dimension 1 has the size 4 ('memref.load')"),
        ],
    ),
    "subview": (
        function(
            "%x: memref<5xf64>, %o: index",
            "%v = memref.subview %x[%o] [2] [1] : memref<5xf64> to memref<2xf64, strided<[1], offset: ?>>\n"
            "%e = memref.load %v[%c0] : memref<2xf64, strided<[1], offset: ?>>\nreturn %e : f64", "f64",
        ),
        [((X5, 3), 3.0)],
        [((X5, 4), "3:6: index 5 is out of bounds: dimension 0 has the size 5 ('memref.subview')")],
    ),
    "empty": (
        function(
            "%n: index, %v: f64",
            "%y = tensor.splat %v[%n] : tensor<?xf64>\nreturn %y : tensor<?xf64>", "tensor<?xf64>",
        ),
        [((2, 1.0), [1, 1]), ((0, 1.0), [])],
        [((-2, 1.0), "3:6: the size -2 of dimension 0 is negative ('tensor.splat')")],
    ),
    "pad": (
        function(
            "%x: tensor<?xf64>, %n: index",
            """%zero = arith.constant 0.0 : f64
            %y = tensor.pad %x low[1] high[%n] {
            ^bb0(%i: index):
              tensor.yield %zero : f64
            } : tensor<?xf64> to tensor<?xf64>
            return %y : tensor<?xf64>""", "tensor<?xf64>",
        ),
        [((X5, 2), [0, *X5, 0, 0]), ((X5, 0), [0, *X5])],
        [((X5, -8), "4:18: the size -2 of dimension 0 is negative")],
    ),
    "in_a_body": (
        function(
            "%x: tensor<?xf64>, %at: tensor<3xindex>",
            """%e = tensor.empty() : tensor<3xf64>
            %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                iterator_types = ["parallel"]} ins(%at : tensor<3xindex>) outs(%e : tensor<3xf64>) {
            ^bb0(%i: index, %o: f64):
              %a = tensor.extract %x[%i] : tensor<?xf64>
              linalg.yield %a : f64
            } -> tensor<3xf64>
            return %y : tensor<3xf64>""", "tensor<3xf64>",
        ),
        [((X5, np.array([4, 0, 2])), [4, 0, 2])],
        [((X5, np.array([4, 9, 2])), "7:20: index 9 is out of bounds: dimension 0 has the size 5 ('tensor.extract')")],
    ),
    "sizes_that_disagree": (
        function(
            "%x: tensor<?xf64>, %n: index",
            """%y = tensor.extract_slice %x[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
            %z = arith.addf %y, %x : tensor<?xf64>
            return %z : tensor<?xf64>""", "tensor<?xf64>",
        ),
        [((X5, 5), 2 * X5)],
        [((X5, 4), "4:18: the sizes 4 and 5 disagree, along dimension 0 of 'arith.addf'")],
    ),
    "matrices_that_disagree": (
        function(
            "%x: tensor<?x?xf64>, %n: index",
            """%c1 = arith.constant 1 : index
            %m = tensor.dim %x, %c0 : tensor<?x?xf64>
            %y = tensor.extract_slice %x[0, 0] [%n, %m] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
            %zero = arith.constant 0.0 : f64
            %e = tensor.empty(%m, %m) : tensor<?x?xf64>
            %a = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
            %z = linalg.matmul ins(%x, %y : tensor<?x?xf64>, tensor<?x?xf64>) outs(%a : tensor<?x?xf64>) ->
            tensor<?x?xf64> return %z : tensor<?x?xf64>""", "tensor<?x?xf64>",
        ),
        [((np.eye(3), 3), np.eye(3))],
        [((np.eye(3), 2), "9:18: the sizes 3 and 2 disagree, along dimension 2 of 'linalg.matmul'")],
    ),
    "loop": (
        function(
            "%x: tensor<?xf64>, %n: index",
            """%c1 = arith.constant 1 : index
            %zero = arith.constant 0.0 : f64
            %s = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
              %a = tensor.extract %x[%i] : tensor<?xf64>
              %t = arith.addf %s, %a : f64
              scf.yield %t : f64
            }
            return %s : f64""", "f64",
        ),
        [((X5, 5), 10.0), ((X5, 0), 0.0), ((X5, -4), 0.0)],
        [((X5, 6), "6:20: index 5 is out of bounds: dimension 0 has the size 5 ('tensor.extract')")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("pipeline", [*CHECKED, LOWERED_ONLY], ids=["default", "strict", "lowered"])
@pytest.mark.parametrize("case", CASES)
def test_outside_is_reported_and_inside_is_not(case, pipeline):
    text, right, wrong = CASES[case]
    program = lagrad.compile(text, pipeline=pipeline)
    for arguments, expected in right:
        np.testing.assert_allclose(program(*_copies(arguments)), expected)
    for arguments, message in wrong:
        with pytest.raises(CheckFailed) as caught:
            program(*_copies(arguments))
        assert str(caught.value).startswith(f"<program>:{message}")
        assert caught.value.place and caught.value.message in message + str(caught.value)


def _copies(arguments):
    return [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]


def test_a_derivative_is_checked_too():
    text = (
        CASES["extract"][0]
        + "\nfunc.func private @df(tensor<?xf64>, index) -> tensor<?xf64> attributes {lagrad.gradient = @f}"
    )
    for pipeline in CHECKED:
        program = lagrad.compile(text, pipeline=pipeline)
        assert list(program.df(X5, 2)) == [0, 0, 1, 0, 0]
        with pytest.raises(CheckFailed, match="index 5 is out of bounds"):
            program.df(X5, 5)


def test_released_code_has_no_checks():
    text, _, _ = CASES["extract"]
    assert "out of bounds" not in lagrad.emit.emit(execute.parse(text), "llvmir")


def test_what_is_proven_is_not_checked():
    text = function(
        "%x: tensor<5xf64>",
        """%c1 = arith.constant 1 : index
        %c5 = arith.constant 5 : index
        %zero = arith.constant 0.0 : f64
        %s = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %zero) -> f64 {
          %a = tensor.extract %x[%i] : tensor<5xf64>
          %t = arith.addf %s, %a : f64
          scf.yield %t : f64
        }
        return %s : f64""", "f64",
    )  # fmt: skip
    module = execute.parse(text)
    pipelines.run(module, "lagrad-check-bounds")
    assert "lagrad.check" not in str(module)
    wider = execute.parse(text.replace("%c5 = arith.constant 5", "%c5 = arith.constant 6"))
    pipelines.run(wider, "lagrad-check-bounds")
    assert str(wider).count("call @lagrad.check") == 1


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("pipeline", ["lagrad-default,lagrad-to-llvm", "lagrad-default,lagrad-to-llvm-strict"])
def test_an_assertion_raises_with_its_message(pipeline, threads):
    program = lagrad.compile(
        """
        func.func @f(%x: tensor<?xf64>, %limit: f64) -> f64 {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %zero = arith.constant 0.0 : f64
          %n = tensor.dim %x, %c0 : tensor<?xf64>
          %s = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
            %a = tensor.extract %x[%i] : tensor<?xf64>
            %is_small = arith.cmpf olt, %a, %limit : f64
            cf.assert %is_small, "below 100% of %limit"
            %b = math.exp %a : f64
            %t = arith.addf %s, %b : f64
            scf.yield %t : f64
          }
          return %s : f64
        }
        func.func private @df(tensor<?xf64>, f64) -> tensor<?xf64> attributes {lagrad.gradient = @f, lagrad.wrt =
        [0]}""",
        pipeline=pipeline, threads=threads,
    )  # fmt: skip
    for name in ("f", "df"):
        np.testing.assert_allclose(np.sum(program[name](X5, 9.0)), np.exp(X5).sum())
        with pytest.raises(CheckFailed) as caught:
            program[name](X5, 3.0)
        assert (
            caught.value.message == "assertion failed: below 100% of %limit" and caught.value.place == "<program>:10:13"
        )
        np.testing.assert_allclose(np.sum(program[name](X5, 9.0)), np.exp(X5).sum())


def test_a_check_that_is_never_reached():
    text = function(
        "%x: tensor<?xf64>, %i: index",
        """%no = arith.constant false
        %zero = arith.constant 0.0 : f64
        %s = scf.if %no -> f64 {
          %a = tensor.extract %x[%i] : tensor<?xf64>
          scf.yield %a : f64
        } else {
          scf.yield %zero : f64
        }
        return %s : f64""", "f64",
    )  # fmt: skip
    assert lagrad.compile(text, pipeline=LOWERED_ONLY)(X5, 9) == 0.0


def test_what_compile_takes():
    text, right, wrong = CASES["extract"]
    program = lagrad.compile(text, check_bounds=True)
    with pytest.raises(CheckFailed):
        program(*wrong[0][0])
    with pytest.raises(Failure, match="checks of bounds need a pipeline with lagrad-to-llvm"):
        lagrad.compile(text, pipeline="lagrad-default", check_bounds=True)
    with pytest.raises(Failure, match="option 'check-bounds' is true or false, not 'perhaps'"):
        lagrad.compile(text, pipeline="lagrad-to-llvm{check-bounds=perhaps}")
