"""Random arithmetic on small whole numbers and both zeros, exact in any order: the default pipeline has the strict
one's results.

What shows the sign of a zero is among the operations: quotients, angles, copied signs. Only a result that is zero may
have either.
"""

import itertools
import random

import numpy as np
import pytest

import lagrad

NUMBERS = (-2.0, -1.0, -0.0, 0.0, 1.0, 2.0)
UNARY = ("arith.negf", "math.absf", "math.floor")
SHOWING = ("math.atan2", "math.copysign", "arith.divf")


class Body:
    """The text of a function, being written."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.count = 0

    def make(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"    %v{self.count} = {text}")
        return f"%v{self.count}"

    def exact(self, scope: list[str]) -> str:
        x, y = (self.random.choice(scope) for _ in range(2))
        choice = self.random.random()
        if choice < 0.65:
            return self.make(
                f"arith.{self.random.choice(('addf', 'subf', 'subf', 'mulf', 'maximumf', 'minimumf'))} {x}, {y} : f64"
            )
        if choice < 0.8:
            return self.make(f"{self.random.choice(UNARY)} {x} : f64")
        if choice < 0.9:
            on = self.make(f"arith.cmpf olt, {x}, {y} : f64")
            return self.make(f"arith.select {on}, {self.random.choice(scope)}, {self.random.choice(scope)} : f64")
        put = self.make(f"tensor.insert {x} into %t[%c0] : tensor<2xf64>")
        again = self.make(f"tensor.insert {y} into {put}[%i] : tensor<2xf64>")
        return self.make(f"tensor.extract {again}[%c0] : tensor<2xf64>")

    def program(self) -> str:
        scope = ["%x", "%y", "%z", "%carried"]
        for _ in range(self.random.randint(4, 12)):
            scope.append(self.exact(scope[-5:]))
        shown = self.make(f"{self.random.choice(SHOWING)} %two, {scope[-1]} : f64")
        angle = self.make(f"math.atan2 {scope[-2]}, {scope[-1]} : f64")
        lines = "\n".join(self.lines)
        return f"""func.func @f(%x: f64, %y: f64, %z: f64) -> (f64, f64, f64) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %two = arith.constant 2.0 : f64
  %zero = arith.constant -0.0 : f64
  %t = tensor.from_elements %x, %y : tensor<2xf64>
  %all:3 = scf.for %i = %c0 to %c2 step %c1 iter_args(%carried = %zero, %p = %x, %q = %y) -> (f64, f64, f64) {{
{lines}
    scf.yield {scope[-1]}, {shown}, {angle} : f64, f64, f64
  }}
  return %all#0, %all#1, %all#2 : f64, f64, f64
}}
"""


def check(seed: int) -> None:
    text = Body(seed).program()
    default, strict = lagrad.compile(text).f, lagrad.compile(text, pipeline="lagrad-default,lagrad-to-llvm-strict").f
    for given in itertools.product(NUMBERS, repeat=3):
        np.testing.assert_allclose(default(*given), strict(*given), rtol=1e-12, atol=0, err_msg=f"{given}\n{text}")


@pytest.mark.parametrize("seed", range(15))
def test_some(seed):
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 1400, 20))
def test_many(first):
    for seed in range(first, first + 20):
        check(seed)
