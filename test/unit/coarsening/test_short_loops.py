"""Loops over small tensors at random, written out and as scalars: the same values and derivatives as before."""

import random

import numpy as np
import pytest

import lagrad
from lagrad import pipelines
from lagrad.mlir import ir

PASSES = "lagrad-unroll-loops{functions=8},canonicalize,cse,lagrad-lift-elements,canonicalize,cse"
BEFORE = f"lagrad-protect-derivatives,canonicalize,{PASSES},lagrad-default,lagrad-to-llvm-strict"


class Writer:
    """A function of a tensor of three numbers, in loops and branches that read and write elements."""

    def __init__(self, seed: int):
        self.rng, self.lines, self.count = random.Random(seed), [], 0

    def new(self, text: str, kind: str = "v") -> str:
        self.count += 1
        self.lines.append(f"%{kind}{self.count} = {text}")
        return f"%{kind}{self.count}"

    def work(self, tensor: str, places: list[str], depth: int) -> str:
        """A few operations; the tensor after them."""
        for _ in range(self.rng.randint(1, 3)):
            kind = self.rng.random()
            if kind < 0.35 and depth < 2:
                tensor = self.loop(tensor, places, depth + 1)
            elif kind < 0.55 and depth < 2:
                tensor = self.branch(tensor, places, depth + 1)
            else:
                x, y = (
                    self.new(f"tensor.extract {tensor}[{self.rng.choice(places)}] : tensor<3xf64>") for _ in range(2)
                )
                z = self.new(f"{self.rng.choice(['arith.mulf', 'arith.addf', 'arith.subf'])} {x}, {y} : f64")
                z = self.new(f"math.sin {z} : f64") if self.rng.random() < 0.4 else z
                tensor = self.new(f"tensor.insert {z} into {tensor}[{self.rng.choice(places)}] : tensor<3xf64>")
        return tensor

    def loop(self, tensor: str, places: list[str], depth: int) -> str:
        lower, upper = self.rng.choice([("%c0", "%c3"), ("%c1", "%c3"), ("%c0", "%c2"), ("%c0", "%n")])
        self.count += 1
        i, s, r = f"%i{self.count}", f"%s{self.count}", f"%r{self.count}"
        self.lines.append(
            f"{r} = scf.for {i} = {lower} to {upper} step %c1 iter_args({s} = {tensor}) -> tensor<3xf64> {{"
        )
        end = self.work(s, places + ([i] if upper != "%n" else []), depth)
        self.lines.append(f"scf.yield {end} : tensor<3xf64> }}")
        return r

    def branch(self, tensor: str, places: list[str], depth: int) -> str:
        x = self.new(f"tensor.extract {tensor}[{self.rng.choice(places)}] : tensor<3xf64>")
        c = self.new(f"arith.cmpf ogt, {x}, %half : f64")
        self.count += 1
        r = f"%r{self.count}"
        self.lines.append(f"{r} = scf.if {c} -> tensor<3xf64> {{")
        self.lines.append(f"scf.yield {self.work(tensor, places, depth)} : tensor<3xf64> }} else {{")
        self.lines.append(f"scf.yield {self.work(tensor, places, depth)} : tensor<3xf64> }}")
        return r

    def program(self) -> str:
        end = self.work(self.work("%t", ["%c0", "%c1", "%c2"], 0), ["%c0", "%c1", "%c2"], 0)
        body = "\n".join(self.lines)
        return f"""
            func.func @f(%t: tensor<3xf64>, %n: index) -> tensor<3xf64> {{
              %c0 = arith.constant 0 : index
              %c1 = arith.constant 1 : index
              %c2 = arith.constant 2 : index
              %c3 = arith.constant 3 : index
              %half = arith.constant 0.5 : f64
              {body}
              return {end} : tensor<3xf64>
            }}
            func.func private @back(tensor<3xf64>, index, tensor<3xf64>)
                -> tensor<3xf64> attributes {{lagrad.pullback = @f}}
        """


def check(seed: int) -> None:
    text = Writer(seed).program()
    new, old = (lagrad.compile(text, pipeline=p) for p in (BEFORE, "lagrad-default,lagrad-to-llvm-strict"))
    rng = np.random.default_rng(seed)
    for n in (0, 2):
        point, ct = rng.uniform(0.2, 1.0, 3), rng.normal(size=3)
        np.testing.assert_array_equal(new.f(point, n), old.f(point, n))
        np.testing.assert_allclose(new.back(point, n, ct), old.back(point, n, ct), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("seed", (1, 4, 9, 12))
def test_some(seed):
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 200))
def test_many(seed):
    check(seed)


NEST = """
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %x) -> f64 {
    %a = arith.mulf %s, %x : f64
    %t = scf.for %j = %c0 to %c3 step %c1 iter_args(%u = %a) -> f64 {
      %b = arith.mulf %u, %x : f64
      %c = arith.addf %b, %x : f64
      scf.yield %c : f64
    }
    scf.yield %t : f64
  }
  return %r : f64
}
"""


@pytest.mark.parametrize(("operations", "left"), [(8, 2), (9, 1), (21, 1), (22, 0)])
def test_operations_of_all_iterations_count(operations, left):
    """Three each in the inner loop, its end among them, and in the outer one eleven."""
    with pipelines.new_context():
        module = ir.Module.parse(NEST)
        pipelines.run(module, f"lagrad-unroll-loops{{operations={operations}}}")
        assert str(module).count("scf.for") == left


@pytest.mark.parametrize(
    "text",
    ["lagrad-unroll-loops{iterations=0}", "lagrad-unroll-loops{functions=-1}", "lagrad-lift-elements{elements=0}"],
)
def test_options_that_make_no_sense(text):
    with pytest.raises(lagrad.Failure, match="from 1 on|or more, not"):
        lagrad.compile("func.func @f(%x: f64) -> f64 { return %x : f64 }", pipeline=f"{text},lagrad-to-llvm")
