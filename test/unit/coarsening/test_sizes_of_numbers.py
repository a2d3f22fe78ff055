"""What is known of the size of a number for any arguments."""

from math import inf

import pytest

from lagrad import pipelines
from lagrad.coarsening.ranges import range_of
from lagrad.mlir import ir


@pytest.mark.parametrize(
    "body, expected",
    [
        ("%r = arith.mulf %x, %x : f64", (0, inf)),
        ("%r = arith.mulf %x, %y : f64", (-inf, inf)),
        ("%s = math.sin %x : f64 %r = arith.mulf %s, %s : f64", (0, 1)),
        ("%s = math.sin %x : f64 %r = arith.mulf %s, %three : f64", (-3, 3)),
        ("%s = math.tanh %x : f64 %r = arith.subf %three, %s : f64", (2, 4)),
        ("%s = math.cos %x : f64 %n = arith.negf %s : f64 %r = arith.addf %n, %three : f64", (2, 4)),
        ("%s = arith.addf %three, %three : f64 %r = arith.mulf %s, %s : f64", (36, 36)),
        ("%s = math.exp %x : f64 %r = arith.addf %s, %three : f64", (3, inf)),
        ("%s = math.exp %x : f64 %t = math.sin %y : f64 %r = arith.mulf %s, %t : f64", (-inf, inf)),
        ("%s = math.erf %x : f64 %r = arith.divf %s, %three : f64", (-1 / 3, 1 / 3)),
        ("%s = math.cos %x : f64 %r = arith.divf %three, %s : f64", (-inf, inf)),
        ("%r = math.log %x : f64", (-inf, inf)),
        ("%r = arith.addf %x, %three : f64", (-inf, inf)),
    ],
)
def test_ranges(body, expected):
    text = f"func.func @f(%x: f64, %y: f64) -> f64 {{ %three = arith.constant 3.0 : f64 {body} return %r : f64 }}"
    with pipelines.new_context():
        module = ir.Module.parse(text)
        (function,) = module.body.operations
        *_, end = function.regions[0].blocks[0].operations
        assert range_of(end.operands[0]) == expected
