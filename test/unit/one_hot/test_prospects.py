"""Functions in which nothing gets shorter are told by a look: what the rewriting finds is the judge of both answers."""

from __future__ import annotations

import pytest

from lagrad import pipelines
from lagrad.mlir import ir
from lagrad.one_hot import function as rewriting
from lagrad.one_hot.prospects import may_shorten
from lagrad.transforms import propagate_one_hot

ZEROS = """
    %zero = arith.constant 0.0 : f64
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant 8 : index
    %empty = tensor.empty() : tensor<8xf64>
    %z = linalg.fill ins(%zero : f64) outs(%empty : tensor<8xf64>) -> tensor<8xf64>
"""

# What a loop writes at an index of its own is dense behind it; what it writes at one place is not.
LOOP = """
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %z) -> (tensor<8xf64>) {{
      %w = tensor.insert %v into %t[{at}] : tensor<8xf64>
      scf.yield %w : tensor<8xf64>
    }}
    return %r : tensor<8xf64>
"""

# The inner loop writes at one place of its own, but the outer one at others in each iteration.
NEST = """
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %z) -> (tensor<8xf64>) {{
      %s = scf.for %j = %c0 to %n step %c1 iter_args(%u = %t) -> (tensor<8xf64>) {{
        %e = tensor.extract %u[{at}] : tensor<8xf64>
        %sum = arith.addf %e, %v : f64
        %w = tensor.insert %sum into %u[{at}] : tensor<8xf64>
        scf.yield %w : tensor<8xf64>
      }}
      scf.yield %s : tensor<8xf64>
    }}
    return %r : tensor<8xf64>
"""

BRANCH = """
    %hot = tensor.insert %v into %z[%k] : tensor<8xf64>
    %p = arith.cmpi eq, %k, %c0 : index
    %r = scf.if %p -> (tensor<8xf64>) {{
      scf.yield %{one} : tensor<8xf64>
    }} else {{
      scf.yield %z : tensor<8xf64>
    }}
    %neg = arith.negf %r : tensor<8xf64>
    return %neg : tensor<8xf64>
"""

SLICES = """
    %part = tensor.extract_slice %x[0] [4] [1] : tensor<8xf64> to tensor<4xf64>
    %w = tensor.insert_slice %part into %z[4] [4] [1] : tensor<4xf64> into tensor<8xf64>
    %sum = arith.addf %w, %x : tensor<8xf64>
    return %sum : tensor<8xf64>
"""

ADDED = """
    %w = tensor.insert %v into %z[%k] : tensor<8xf64>
    %sum = arith.mulf %w, %x : tensor<8xf64>
    return %sum : tensor<8xf64>
"""

RETURNED = "%w = tensor.insert %v into %z[%k] : tensor<8xf64>\n return %w : tensor<8xf64>"

CASES = {
    "a loop at its own index": (LOOP.format(at="%i"), False),
    "a loop at one index": (LOOP.format(at="%k"), True),
    "a nest at the outer index": (NEST.format(at="%i"), False),
    "a nest at the inner index": (NEST.format(at="%j"), False),
    "a nest at one index": (NEST.format(at="%k"), True),
    "both branches": (BRANCH.format(one="hot"), True),
    "one branch": (BRANCH.format(one="x"), False),
    "a slice of many": (SLICES, False),
    "a product": (ADDED, True),
    "an insertion alone": (RETURNED, False),
}


@pytest.fixture(params=CASES, ids=lambda name: name.replace(" ", "-"))
def case(request):
    body, shortens = CASES[request.param]
    text = f"func.func @f(%v: f64, %k: index, %x: tensor<8xf64>) -> tensor<8xf64> {{{ZEROS}{body}}}"
    with pipelines.new_context(), ir.Location.unknown():
        yield ir.Module.parse(text), shortens


def function_of(module):
    return module.body.operations[0].operation


def test_a_look_tells(case):
    module, shortens = case
    assert may_shorten(function_of(module), rewriting.RULES) is shortens


def test_the_rewriting_agrees(case, monkeypatch):
    module, shortens = case
    monkeypatch.setattr(rewriting, "may_shorten", lambda function, rules: True)
    monkeypatch.setattr(propagate_one_hot, "_begins", lambda function: True)
    report = pipelines.run(module, "lagrad-propagate-one-hot")
    assert bool(report.remarks) is shortens


def test_calls_may_shorten():
    with pipelines.new_context(), ir.Location.unknown():
        module = ir.Module.parse(
            "func.func private @g(f64) -> f64\n"
            "func.func @f(%x: f64) -> f64 { %y = call @g(%x) : (f64) -> f64\n return %y : f64 }"
        )
        assert may_shorten(module.body.operations[1].operation, rewriting.RULES)


def test_what_fills_memory_is_no_zero_tensor():
    """It has no result."""
    text = """func.func @f(%m: memref<8xf64>) {
  %zero = arith.constant 0.0 : f64
  linalg.fill ins(%zero : f64) outs(%m : memref<8xf64>)
  return
}"""
    with ir.Context():
        module = ir.Module.parse(text)
        assert not may_shorten(module.body.operations[0].operation, rewriting.RULES)
