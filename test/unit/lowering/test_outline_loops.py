"""Functions with many loops, or with parts that are alike: these are functions, one for all that are, and the bits
stay."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad
from lagrad import emit, execute, pipelines
from lagrad.lowering import pipeline as lowering
from lagrad.lowering.outlining.repeats import Repeat, repeats

# One layer of a network.
LAYER = """
  %e{n} = tensor.empty() : tensor<{rows}x{rows}xf32>
  %z{n} = linalg.fill ins(%zero : f32) outs(%e{n} : tensor<{rows}x{rows}xf32>) -> tensor<{rows}x{rows}xf32>
  %p{n} = linalg.matmul ins(%x{last}, %w : {types}) outs(%z{n} : tensor<{rows}x{rows}xf32>) -> tensor<{rows}x{rows}xf32>
  %x{n} = math.tanh %p{n} : tensor<{rows}x{rows}xf32>"""


def layers(count: int, rows: int = 5) -> str:
    """`count` layers, tanh(x w), and the pullback."""
    matrix = f"tensor<{rows}x{rows}xf32>"
    steps = [LAYER.format(n=n, last=n - 1, rows=rows, types=f"{matrix}, {matrix}") for n in range(1, count + 1)]
    return f"""
func.func @f(%x0: {matrix}, %w: {matrix}) -> {matrix} {{
  %zero = arith.constant 0.0 : f32{"".join(steps)}
  return %x{count} : {matrix}
}}
func.func private @df({", ".join([matrix] * 3)}) -> ({matrix}, {matrix}) attributes {{lagrad.pullback = @f}}
"""


def pipeline(loops: int, **options) -> str:
    whole = lowering.pipeline(**options)
    assert "lagrad-outline-loops" in whole
    return "lagrad-default," + whole.replace("lagrad-outline-loops", f"lagrad-outline-loops{{loops={loops}}}")


@pytest.mark.parametrize("options", [{}, {"strict": True}, {"threads": "2"}], ids=str)
def test_the_bits_stay(options):
    x, w, y_bar = np.random.default_rng(0).normal(size=(3, 5, 5)).astype(np.float32)
    one, several = (lagrad.compile(layers(3), pipeline=pipeline(n, **options)) for n in (10**6, 2))
    for expected, found in zip(one.df(x, w, y_bar), several.df(x, w, y_bar), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_many_layers_are_calls_of_the_same_functions_whatever_else_there_is():
    def functions(count: int) -> int:
        module = execute.parse(layers(count, rows=24))
        pipelines.run(module, "lagrad-default,lagrad-to-llvm")
        return emit.llvm_text(module.operation).count("define ")

    assert functions(2) < functions(10) == functions(14)


def test_more_layers_are_more_calls_of_the_same_functions():
    def functions(count: int) -> int:
        module = execute.parse(layers(count))
        pipelines.run(module, pipeline(2, blas="openblas"))
        return emit.llvm_text(module.operation).count("define ")

    assert functions(6) == functions(12)


# -- parts ----------------------------------------------------------------------------------


def test_repeats():
    found = lambda text, least=1: list(repeats(text, [1] * len(text), least))
    assert found("xabcabcabcay") == [Repeat(begin=1, length=3, step=3, count=3, spare=1)]
    assert found("xabcabcabcay", least=7) == []
    # What interrupts one of two parts: those before and behind it.
    assert found("abcdefabcxef") == [Repeat(0, 3, 6, 2, 0), Repeat(4, 2, 6, 2, 0)]
    assert found("abcd") == found("") == []


def test_no_item_is_in_two_repeats_wherever_they_begin():
    random = np.random.default_rng(0)
    several = 0
    for _ in range(300):
        text = random.integers(0, 3, size=30).tolist()
        found = list(repeats(text, [1] * len(text), 1))
        starts = [[each.begin + k * each.step for k in range(each.count)] for each in found]
        items = [{n for s in at for n in range(s, s + e.length + e.spare)} for e, at in zip(found, starts)]
        assert sum(map(len, items)) == len(set().union(*items))
        several += len(found) > 1
    assert several > 100


@pytest.mark.parametrize("options", [{}, {"strict": True, "threads": "2"}], ids=str)
def test_the_bits_of_layers_stay(options):
    x, w, y_bar = np.random.default_rng(0).normal(size=(3, 40, 40)).astype(np.float32)
    pipelines = [pipeline(10**6, **options).replace("-parts", f"-parts{{least={least}}}") for least in (20, 10**6)]
    one, several = (lagrad.compile(layers(5, 40), pipeline=each).df(x, w / 8, y_bar) for each in pipelines)
    for expected, found in zip(one, several, strict=True):
        np.testing.assert_array_equal(found, expected)


def test_a_layer_more_is_two_calls_more():
    def lowered(count: int) -> str:
        module = execute.parse(layers(count, 40))
        pipelines.run(module, "lagrad-default,lagrad-to-llvm{stop-after=loops}")
        return str(module)

    few, many = lowered(12), lowered(16)
    assert many.count("call @df.part") == few.count("call @df.part") + 2 * 4
    assert many.count("\n") < few.count("\n") + 20 * 4
