"""Casts are linear: the cotangent is cast back, exactly, and nothing is read."""

import numpy as np
import pytest
from elementwise import dtype

import lagrad
from lagrad import execute, pipelines, rules

WIDTH = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}
CASTS = [
    (op, a, b)
    for op, allowed in (
        ("arith.extf", lambda a, b: WIDTH[a] < WIDTH[b]),
        ("arith.truncf", lambda a, b: WIDTH[a] > WIDTH[b]),
        ("arith.convertf", lambda a, b: WIDTH[a] == WIDTH[b] and a != b),
    )
    for a in WIDTH
    for b in WIDTH
    if allowed(a, b)
]


@pytest.mark.parametrize("op, source, target", CASTS)
def test_the_cotangent_is_cast_back(op, source, target):
    functions = lagrad.compile(f"""
        func.func @f(%x: tensor<5x{source}>, %y: {source}) -> (tensor<5x{target}>, {target}) {{
          %0 = {op} %x : tensor<5x{source}> to tensor<5x{target}>
          %1 = {op} %y : {source} to {target}
          return %0, %1 : tensor<5x{target}>, {target}
        }}
        func.func private @df(tensor<5x{source}>, {source}, tensor<5x{target}>, {target})
            -> (tensor<5x{source}>, {source}) attributes {{lagrad.pullback = @f}}
    """)
    x = np.linspace(-1, 1, 5).astype(dtype(source))
    ct = np.array([1.5, -0.1, 3e-3, 7.0, 1 / 3]).astype(dtype(target))
    of_tensor, of_scalar = functions.df(x, x[0], ct, ct[-1])
    np.testing.assert_array_equal(of_tensor, ct.astype(dtype(source)))
    assert of_scalar == ct[-1].astype(dtype(source))


def test_every_cast_of_the_table_is_tried():
    assert {op for op, *_ in CASTS} == {op for op, rule in rules.RULES.items() if isinstance(rule, rules.Casts)}


def test_flushing_denormals_passes_the_cotangent():
    """Upstream cannot lower this operation, so its derivative is looked at, not run."""
    module = execute.parse("""
        func.func @f(%x: f64) -> f64 {
          %0 = arith.flush_denormals %x : f64
          return %0 : f64
        }
        func.func private @df(f64, f64) -> f64 attributes {lagrad.pullback = @f}
    """)
    pipelines.run(module, "lagrad-default")
    derivative = next(op for op in module.body if op.name.value == "df")
    (only,) = derivative.entry_block.operations
    assert only.operands[0] == derivative.arguments[1]
