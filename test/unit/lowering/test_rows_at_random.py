"""Random loops over rows that data refer to: with a table of what is computed from them, and without, to the last
bit."""

import random

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines
from lagrad.lowering import pipeline as lowering

PASS = "lagrad-tabulate-rows"
UNARY = ("math.sin", "math.cos", "math.exp", "math.tanh", "arith.negf", "math.absf")
BINARY = ("arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.maximumf")
COMPARED = ("olt", "oge", "une", "oeq")


class Loop:
    """A program of one loop, being written: numbers of a trip, of the rows that it looks up, and what comes of them."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.count = 0

    def make(self, text: str, depth: int) -> str:
        self.count += 1
        self.lines.append("  " * depth + f"%v{self.count} = {text}")
        return f"%v{self.count}"

    def statements(self, scope: list[str], many: int, depth: int) -> str:
        """Some statements, which see what is in scope; the name of the last number."""
        scope = list(scope)
        for _ in range(many):
            choice = self.random.random()
            if choice < 0.3:
                scope.append(self.make(f"{self.random.choice(UNARY)} {self.random.choice(scope)} : f64", depth))
            elif choice < 0.8 or depth > 3:
                x, y = (self.random.choice(scope) for _ in range(2))
                scope.append(self.make(f"{self.random.choice(BINARY)} {x}, {y} : f64", depth))
            else:
                scope.append(self.branch(scope, depth))
        return scope[-1]

    def branch(self, scope: list[str], depth: int) -> str:
        x, y = (self.random.choice(scope) for _ in range(2))
        on = self.make(f"arith.cmpf {self.random.choice(COMPARED)}, {x}, {y} : f64", depth)
        self.count += 1
        name = f"%v{self.count}"
        for text in (f"{name} = scf.if {on} -> f64 {{", "} else {"):
            self.lines.append("  " * depth + text)
            last = self.statements(scope, self.random.randint(1, 4), depth + 1)
            self.lines.append("  " * (depth + 1) + f"scf.yield {last} : f64")
        self.lines.append("  " * depth + "}")
        return name

    def program(self) -> str:
        scope = [self.make("tensor.extract %b[%i] : tensor<?xf64>", 2)]
        for table in ("a", "c")[: self.random.randint(1, 2)]:
            place = self.make(f"tensor.extract %at_{table}[%i] : tensor<?xindex>", 2)
            scope += [self.make(f"tensor.extract %{table}[{place}, %c{n}] : tensor<?x2xf64>", 2) for n in range(2)]
        last = self.statements(scope, self.random.randint(4, 14), 2)
        body = "\n".join(self.lines)
        return f"""func.func @f(%a: tensor<?x2xf64>, %at_a: tensor<?xindex>, %c: tensor<?x2xf64>,
    %at_c: tensor<?xindex>, %b: tensor<?xf64>) -> tensor<?xf64> {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %b, %c0 : tensor<?xf64>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%out = %empty) -> tensor<?xf64> {{
{body}
    %next = tensor.insert {last} into %out[%i] : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }}
  return %all : tensor<?xf64>
}}
"""


def check(seed: int) -> bool:
    """Compares one program; whether there was a table."""
    text = Loop(seed).program()
    strict = lowering.pipeline(strict=True, inspect="true")
    pipeline = strict.replace(PASS, f"{PASS}{{least=1}}")
    tabulated, plain = (lagrad.compile(text, pipeline=p).f for p in (pipeline, strict.replace(f"{PASS},", "")))
    rng = np.random.default_rng(seed)
    for rows_a, rows_c, trips in ((3, 5, 40), (30, 2, 17), (9, 9, 9)):
        a, c, b = rng.normal(size=(rows_a, 2)), rng.normal(size=(rows_c, 2)), rng.normal(size=trips)
        a[rng.random((rows_a, 2)) < 0.2] = 0.0
        given = a, rng.integers(0, rows_a, trips), c, rng.integers(0, rows_c, trips), b
        np.testing.assert_array_equal(tabulated(*given), plain(*given), err_msg=text)
    remarks = pipelines.run(execute.parse(text), pipeline).remarks
    return any("computed once for each row" in remark.message for remark in remarks)


def test_some():
    assert sum(check(seed) for seed in range(20)) > 5, "few programs have a table"


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 1400, 20))
def test_many(first):
    for seed in range(first, first + 20):
        check(seed)
