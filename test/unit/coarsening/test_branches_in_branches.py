"""Branches in branches: what is coarsened has the derivatives that ordinary AD gives, whatever sides are taken."""

import itertools

import numpy as np
import pytest
from random_branches import program

import lagrad
from lagrad import pipelines
from lagrad.coarsening.segments.cones import segments
from lagrad.errors import Report
from lagrad.mlir import ir

PIPELINE = "lagrad-coarsened,lagrad-to-llvm"
POINTS = [(0.7, -0.4, 1.3), (-0.6, 0.9, 0.2), (0.0, 0.5, -0.8), (0.0, 0.0, 0.0), (1.1, 1.1, -1.1)]  # ties among them


@pytest.mark.parametrize("seed", (1, 2, 3))
def test_some(seed):
    check(seed)


@pytest.mark.parametrize("seed", (4, 5))
def test_narrow_floats(seed):
    check(seed, "f32")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2000, 2060))
def test_many(seed):
    check(seed)


def check(seed: int, type: str = "f64") -> None:
    text = program(seed, type)
    coarse, ordinary = lagrad.compile(text, pipeline=PIPELINE), lagrad.compile(text)
    tolerance = {"f64": 1e-9, "f32": 2e-4}[type]
    direction, number = (0.3, -1.2, 0.8), {"f64": np.float64, "f32": np.float32}[type]
    for point, conditions in itertools.product(POINTS, itertools.product((False, True), repeat=2)):
        interleaved = [number(v) for pair in zip(point, direction) for v in pair]
        plain = [number(v) for v in point]
        if not np.isfinite(ordinary.f(*plain, *conditions)):
            continue  # NaN in, NaN out
        for name, arguments in (
            ("f", (*plain, *conditions)),
            ("gradient", (*plain, *conditions)),
            ("pullback", (*plain, *conditions, number(0.0))),
            ("pushforward", (*interleaved, *conditions)),
            ("twice", (*interleaved, *conditions)),
        ):
            expected = np.array(getattr(ordinary, name)(*arguments))
            if np.isfinite(expected).all():
                found = np.array(getattr(coarse, name)(*arguments))
                np.testing.assert_allclose(
                    found, expected, rtol=tolerance, atol=tolerance, err_msg=f"@{name} of seed {seed} at {arguments}"
                )


def compiled(body: str, words: str = "attributes {lagrad.coarsen}") -> list:
    """A program coarsened, and by ordinary AD."""
    text = f"""func.func @f(%x: f64, %y: f64, %z: f64, %c: i1) -> f64 {words} {{
        %zero = arith.constant 0.0 : f64
        %one = arith.constant 1.0 : f64
        {body}
        return %r : f64
      }}
      func.func private @gradient(f64, f64, f64, i1) -> (f64, f64, f64) attributes {{lagrad.gradient = @f}}
      func.func private @twice(f64, f64, f64, f64, f64, f64, i1) -> (f64, f64, f64)
          attributes {{lagrad.pushforward = @gradient}}"""
    return [lagrad.compile(text, pipeline=PIPELINE), lagrad.compile(text)]


NEST = """%n = scf.if %c -> f64 {{
            {made}
            %i = scf.if %k -> f64 {{
              {above}
              scf.yield %b : f64
            }} else {{
              %d = arith.mulf %y, %z : f64
              scf.yield %d : f64
            }}
            scf.yield %i : f64
          }} else {{ scf.yield %x : f64 }}
          %r = arith.mulf %n, %n : f64"""


@pytest.mark.parametrize("point", list(itertools.permutations((0.1, 0.2, 0.3))))
def test_a_condition_is_rounded_as_the_program_rounds_it(point):
    """x - y - z is zero but for roundings here, and on the two sides are different functions."""
    made = "%e = arith.subf %x, %y : f64 %h = arith.subf %e, %z : f64 %k = arith.cmpf olt, %h, %zero : f64"
    coarse, ordinary = compiled(NEST.format(made=made, above="%b = arith.mulf %x, %x : f64"))
    np.testing.assert_allclose(coarse.gradient(*point, True), ordinary.gradient(*point, True), rtol=1e-12)
    assert coarse.f(*point, True) == ordinary.f(*point, True)


@pytest.mark.parametrize("taken", [False, True])
@pytest.mark.parametrize("x", [0.0, -0.0, np.nan, -1.0])
def test_what_is_not_taken_leaks_nothing(taken, x):
    """A logarithm and a quotient by x, and a condition on them, where x is no positive number."""
    made = """%p = arith.cmpf ogt, %x, %zero : f64
              %m = scf.if %p -> f64 {
                %l = math.log %x : f64
                %q = arith.divf %l, %x : f64
                %w = arith.cmpf ogt, %q, %y : f64
                %g = arith.select %w, %q, %l : f64
                scf.yield %g : f64
              } else { scf.yield %z : f64 }
              %k = arith.cmpf ogt, %m, %y : f64"""
    nest = NEST.format(made=made, above="%b = arith.mulf %m, %y : f64").replace("yield %x", "yield %z")
    coarse, ordinary = compiled(nest)
    point, direction = (x, 0.5, 1.5), (1.0, 2.0, -1.0)
    interleaved = [v for pair in zip(point, direction) for v in pair]
    for name, arguments in (("gradient", point), ("twice", interleaved)):
        found = np.array(getattr(coarse, name)(*arguments, taken))
        assert np.isfinite(found).all()
        np.testing.assert_allclose(found, getattr(ordinary, name)(*arguments, taken), rtol=1e-12)


def said(text: str) -> list[str]:
    with pipelines.new_context():
        module, report = ir.Module.parse(text), Report()
        pipelines.run(module, "canonicalize,cse,lagrad-coarsen-segments", report)
        return [r.message for r in report.remarks if r.message.startswith("a segment")]


LOOP = """func.func @f(%x: f64, %y: f64, %n: index) -> f64 {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%q = %x) -> f64 {{
    %near = arith.cmpf olt, %q, %y : f64
    %w = scf.if %near -> f64 {{
      {first}
      scf.yield %a : f64
    }} else {{
      %d = arith.subf %q, %y : f64
      %far = arith.cmpf ogt, %d, %y : f64
      %v = scf.if %far -> f64 {{ {second} scf.yield %b : f64 }} else {{ scf.yield %q : f64 }}
      scf.yield %v : f64
    }}
    %g = arith.mulf %w, %q : f64
    scf.yield %g : f64
  }}
  return %r : f64
}}
func.func private @gradient(f64, f64, index) -> f64 attributes {{lagrad.gradient = @f, lagrad.wrt = [0]}}"""
FIFTH = """%a0 = arith.mulf %q, %q : f64 %a1 = arith.mulf %a0, %q : f64 %a2 = arith.mulf %a1, %q : f64
           %a = arith.mulf %a2, %q : f64"""


def test_parts_of_a_nest_that_does_not_pay_are_segments():
    """A sine on one side is dear for all; the fifth power on the other is worth its formula."""
    found = said(LOOP.format(first=FIFTH, second="%s = math.sin %q : f64 %b = math.exp %s : f64"))
    assert "left to ordinary AD" in found[0]
    assert any("4 operations on 1 values" in own and "coarsened: as" in own for own in found[1:])


def test_parts_that_save_more_are_taken():
    found = said(LOOP.format(first=FIFTH, second="%b = arith.addf %q, %y : f64"))
    assert "its parts save as much" in found[0] and len(found) == 2 and "; coarsened: " in found[1]


def test_a_nest_alone_has_parts_too():
    """One operation, whose result no term reads."""
    alone = LOOP.format(first=FIFTH, second="%b = arith.addf %q, %y : f64")
    found = said(alone.replace("arith.mulf %w, %q", "arith.maximumf %w, %q"))
    assert found[0].startswith("a segment of 1 operations") and "; coarsened: " in found[-1]


def test_without_phi_nests_are_no_segments():
    text = LOOP.format(first=FIFTH, second="%b = arith.addf %q, %y : f64")
    with pipelines.new_context():
        module = ir.Module.parse(text)
        found = list(segments(module.body.operations[0].operation, 40, phi=False))
        assert [len(own.ops) for own in found] == [4]
