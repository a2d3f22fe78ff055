"""Loops over integers of every width, signed and unsigned, up to the ends of their range: the function, and its
derivatives by complex steps."""

from __future__ import annotations

import functools
import itertools

import numpy as np
import pytest

import lagrad
from lagrad.forms import trip_count
from lagrad.mlir import ir
from lagrad.pipelines import new_context

BITS = {"i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64}
PASSED = {"i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64, "index": np.int64}


def text(of: str, unsigned: bool, constants: tuple[int, int, int] | None) -> str:
    """`acc = acc * x + sin(x * c)` over the counter `c`, in parts of a hundred of its range, so that the order of
    iterations counts."""
    cast, scale = ("uitofp" if unsigned else "sitofp"), 100.0 / 2.0 ** BITS[of]
    numbers = constants or ("lo", "hi", "by")
    given = "" if constants else f", %lo: {of}, %hi: {of}, %by: {of}"
    types = "" if constants else f", {of}, {of}, {of}"
    wide = "%i64 = arith.index_cast %i : index to i64" if of == "index" else ""
    counter, counted = ("%i64", "i64") if of == "index" else ("%i", of)
    lines = "\n".join(f"  %{n} = arith.constant {v} : {of}" for n, v in zip(("lo", "hi", "by"), numbers) if constants)
    unsigned_text = "unsigned " if unsigned else ""
    return f"""
func.func @f(%x: f64{given}) -> f64 {{
{lines}
  %one = arith.constant 1.0 : f64
  %scale = arith.constant {scale!r} : f64
  %r = scf.for {unsigned_text}%i = %lo to %hi step %by iter_args(%acc = %one)
      -> f64 {": " + of if of != "index" else ""} {{
    {wide}
    %n = arith.{cast} {counter} : {counted} to f64
    %c = arith.mulf %n, %scale : f64
    %xc = arith.mulf %x, %c : f64
    %s = math.sin %xc : f64
    %p = arith.mulf %acc, %x : f64
    %q = arith.mulf %p, %acc : f64
    %h = math.sin %q : f64
    %t = arith.addf %h, %s : f64
    scf.yield %t : f64
  }}
  return %r : f64
}}
func.func private @grad(f64{types}) -> f64 attributes {{lagrad.gradient = @f, lagrad.wrt = [0]}}
func.func private @push(f64, f64{types}) -> (f64, f64) attributes {{lagrad.pushforward = @f, lagrad.wrt = [0],
    lagrad.with_primal}}
"""


def expected(x: float, lower: int, upper: int, step: int, of: str, unsigned: bool) -> tuple[float, float]:
    def run(x):
        acc = 1.0
        for i in range(lower, upper, step):
            acc = np.sin(acc * x * acc) + np.sin(x * (i * (100.0 / 2.0 ** BITS[of])))
        return acc

    return run(x), float(np.imag(run(x + 1e-30j)) / 1e-30)


def ranges(of: str, unsigned: bool) -> list[tuple[int, int, int]]:
    """Across zero, at both ends, past the end, one iteration, none, and the wrong way around; a span that the type does
    not hold."""
    most = (1 << BITS[of]) - 1 if unsigned else (1 << (BITS[of] - 1)) - 1
    least = 0 if unsigned else -most - 1
    third, half = (most - least) // 3, (most - least) // 2
    largest = min(half + 7, (1 << (BITS[of] - 1)) - 1)
    found = [
        (least, most, third), (least, most, half), (least, most, largest), (most - 5, most, 1), (most - 5, most, 2),
        (most - 5, most, 4),
        (least, least + 6, 5), (least, least + 1, 1), (most, most, 1), (most, least, 1), (most, least, third),
        (least + 3, least + 2, 1),
        (0, 7, 1), (0, 100, 33), (1, 120, 50), (most // 2, most // 2 + 9, 4), (most // 2 - 4, most // 2 + 5, 3),
    ]  # fmt: skip
    return found + ([] if unsigned else [(-100, 100, 50), (-100, 100, 1), (-7, -2, 2), (-3, 4, 1), (-1, least, 1)])


def passed(of: str, number: int) -> int:
    """A number as the type holds it."""
    bits = BITS[of]
    number %= 1 << bits
    return number - (1 << bits) if number >> (bits - 1) else number


@functools.cache
def compiled(of: str, unsigned: bool, strict: bool = False):
    return lagrad.compile(
        text(of, unsigned, None),
        pipeline="lagrad-default,lagrad-to-llvm-strict" if strict else "lagrad-default,lagrad-to-llvm",
    )


def agree(functions, arguments: list, bounds: tuple[int, int, int], of: str, unsigned: bool) -> None:
    for x in (0.3, -0.7):
        value, slope = expected(x, *bounds, of, unsigned)
        assert functions.f(x, *arguments) == pytest.approx(value, rel=1e-9, abs=1e-12)
        assert functions.grad(x, *arguments) == pytest.approx(slope, rel=1e-8, abs=1e-10)
        primal, tangent = functions.push(x, 1.0, *arguments)
        assert primal == pytest.approx(value, rel=1e-9, abs=1e-12) and tangent == pytest.approx(
            slope, rel=1e-8, abs=1e-10
        )


@pytest.mark.parametrize(("of", "unsigned"), list(itertools.product(BITS, (False, True))))
def test_bounds_that_are_passed(of, unsigned):
    for bounds in ranges(of, unsigned):
        if of == "index" and bounds[1] + bounds[2] > (1 << 63) - 1 and not unsigned:
            continue  # docs/limitations.md: the counter itself leaves its range
        agree(compiled(of, unsigned), [passed(of, n) for n in bounds], bounds, of, unsigned)


@pytest.mark.parametrize(("of", "unsigned"), list(itertools.product(BITS, (False, True))))
def test_bounds_that_are_constants(of, unsigned):
    cases = ranges(of, unsigned)
    for bounds in cases[:: 1 if of == "i8" else 3]:
        agree(lagrad.compile(text(of, unsigned, tuple(passed(of, n) for n in bounds))), [], bounds, of, unsigned)


def test_strict_code():
    for bounds in ranges("i8", False):
        agree(compiled("i8", False, True), [passed("i8", n) for n in bounds], bounds, "i8", False)


def test_nested_loops_of_different_types():
    """The inner one starts where the outer one is; each part of the tape has as many rows as the inner loop has
    iterations."""
    program = """
func.func @f(%x: f64, %n: i8) -> f64 {
  %c100 = arith.constant -100 : i8
  %c70 = arith.constant 70 : i8
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c100 to %n step %c70 iter_args(%a = %one) -> f64 : i8 {
    %w = arith.extsi %i : i8 to i16
    %hi = arith.constant 130 : i16
    %by = arith.constant 60 : i16
    %s = scf.for %j = %w to %hi step %by iter_args(%b = %a) -> f64 : i16 {
      %v = arith.sitofp %j : i16 to f64
      %m = arith.mulf %b, %x : f64
      %t = arith.addf %m, %v : f64
      %u = math.sin %t : f64
      scf.yield %u : f64
    }
    scf.yield %s : f64
  }
  return %r : f64
}
func.func private @grad(f64, i8) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [0]}
"""

    def run(x, n):
        acc = 1.0
        for i in range(-100, n, 70):
            for j in range(i, 130, 60):
                acc = np.sin(acc * x + j)
        return acc

    functions = lagrad.compile(program)
    for n in (-128, -100, -99, 0, 100, 127):
        assert functions.f(0.4, n) == pytest.approx(float(run(0.4, n)), rel=1e-12)
        slope = np.imag(run(0.4 + 1e-30j, n)) / 1e-30
        assert functions.grad(0.4, n) == pytest.approx(float(slope), rel=1e-9, abs=1e-14)


@pytest.mark.parametrize(("of", "unsigned"), list(itertools.product(BITS, (False, True))))
def test_known_counts(of, unsigned):
    with new_context(), ir.Location.unknown():
        for bounds in ranges(of, unsigned):
            module = ir.Module.parse(
                text(of, unsigned, tuple(passed(of, n) for n in bounds)).split("func.func private")[0]
            )
            (function,) = module.body.operations
            (loop,) = [op.operation for op in function.body.blocks[0].operations if op.operation.name == "scf.for"]
            assert trip_count.known(loop) == len(range(*bounds))
            most = (1 << BITS[of]) - 1 if unsigned else (1 << (BITS[of] - 1)) - 1
            assert trip_count.ends_in_range(loop) == (bounds[0] + len(range(*bounds)) * bounds[2] <= most)
