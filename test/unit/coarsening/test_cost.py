"""What coarsening weighs: where a segment stands, what its derivative shares with its value, and what lanes do."""

import pytest

from lagrad import pipelines
from lagrad.coarsening.budget import Budget
from lagrad.coarsening.cost import cost, dearest_path, operations, saved
from lagrad.coarsening.segments.cones import segments
from lagrad.coarsening.segments.surroundings import Surroundings, surroundings
from lagrad.coarsening.segments.verdict import judge
from lagrad.mlir import ir

# `{body}` makes %r of the scalars %a and %b.
PLACES = {
    "once": "%a = arith.maximumf %x, %y : f64 {body} %end = arith.addf %r, %x : f64",
    "in a branch": """%end = scf.if %c -> f64 {{ %a = arith.maximumf %x, %y : f64 {body} scf.yield %r : f64 }}
                      else {{ scf.yield %x : f64 }}""",
    "lanes": """%end = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {{
                  %a = tensor.extract %t[%i] : tensor<?xf64>
                  {body}
                  %more = arith.addf %s, %r : f64
                  scf.yield %more : f64 }}""",
    "in its turn": """%end = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {{
                        {body}
                        scf.yield %r : f64 }}""",
    "in a branch of a turn": """%end = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {{
                        %d = scf.if %c -> f64 {{
                          %u = tensor.extract %t[%i] : tensor<?xf64>
                          %a = arith.maximumf %u, %s : f64
                          {body}
                          scf.yield %r : f64 }} else {{ scf.yield %s : f64 }}
                        scf.yield %d : f64 }}""",
    "by a branch": """%end = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {{
                        %a = scf.if %c -> f64 {{
                          %u = arith.maximumf %s, %y : f64
                          scf.yield %u : f64 }} else {{ scf.yield %x : f64 }}
                        {body}
                        scf.yield %r : f64 }}""",
    "by an inner loop": """%end = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {{
                        %a = scf.for %j = %c0 to %n step %c1 iter_args(%p = %s) -> f64 {{
                          %q = arith.maximumf %p, %y : f64
                          scf.yield %q : f64 }}
                        {body}
                        scf.yield %r : f64 }}""",
    "while": """%end, %m = scf.while (%s = %x, %k = %c0) : (f64, index) -> (f64, index) {{
                  %goes = arith.cmpi slt, %k, %n : index
                  scf.condition(%goes) %s, %k : f64, index
                }} do {{
                ^bb0(%a: f64, %k: index):
                  {body}
                  %l = arith.addi %k, %c1 : index
                  scf.yield %r, %l : f64, index }}""",
}
IS = {"once": Surroundings.ONCE, "in a branch": Surroundings.ONCE, "lanes": Surroundings.LANES}
SINES = "%r0 = math.sin %a : f64 %r1 = arith.mulf %r0, %y : f64 %r = math.sin %r1 : f64"


def program(place: str, body: str) -> str:
    return f"""func.func @f(%x: f64, %y: f64, %t: tensor<?xf64>, %n: index, %c: i1) -> f64 {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      {PLACES[place].format(body=body)}
      return %end : f64 }}"""


def last(module: ir.Module):
    """The segment of a program that has the most operations."""
    return max(segments(module.body.operations[0].operation, 40), key=lambda own: len(own.ops))


@pytest.mark.parametrize("place", PLACES)
def test_surroundings(place):
    with pipelines.new_context():
        module = ir.Module.parse(program(place, SINES))
        assert surroundings(last(module)) is IS.get(place, Surroundings.TURNS)


def judged(place: str, body: str) -> tuple[int, int, str]:
    """Costs before and after, and what is said."""
    with pipelines.new_context():
        module = ir.Module.parse(program(place, body))
        segment = last(module)
        verdict = judge(segment, set(segment.inputs), Budget(60), False)
        return verdict.before, verdict.after, verdict.text


def before_and_after(place: str, body: str) -> tuple[int, int]:
    return judged(place, body)[:2]


def test_what_is_shared_with_the_value():
    """The first sine is in the value, in its pullback, and in the closed form: there are a sine, two cosines, and five
    products."""
    assert before_and_after("in its turn", SINES) == (65 - 20 + 4, 65)  # recorded for 4 by ordinary AD only
    once, closed = before_and_after("once", SINES)
    assert once == closed < 50


def test_divisions_in_lanes():
    body = "%r0 = math.sqrt %a : f64 %r1 = arith.addf %r0, %y : f64 %r = arith.divf %r1, %r0 : f64"
    (lanes, closed), (turns, _) = before_and_after("lanes", body), before_and_after("in its turn", body)
    assert closed < lanes and turns < lanes


def test_lanes_compute_again():
    assert before_and_after("lanes", SINES) == (65, 65)


def test_a_stable_value_shares_with_its_derivative():
    softplus = "%r0 = math.exp %a : f64 %r1 = math.log1p %r0 : f64 %r = arith.mulf %r1, %y : f64"
    _, after, text = judged("once", softplus)
    assert "softplus" in text and after < 20  # the exponential and the logarithm are those of the value


def test_what_saves_little_is_left():
    before, after, text = judged("in its turn", "%r0 = arith.addf %a, %a : f64 %r = arith.addf %r0, %a : f64")
    assert 0 < before - after < 3 and "left to ordinary AD" in text


def test_a_stable_pattern_is_used_though_it_costs_more():
    before, after, text = judged("in its turn", "%r0 = math.sin %a : f64 %r = arith.divf %r0, %a : f64")
    assert before < after
    assert "stable as sinc; coarsened: it keeps digits" in text


def test_a_quotient_that_cancels_is_used_only_if_it_costs_no_more():
    ratio = "%r0 = arith.addf %a, %y : f64 %r1 = arith.divf %a, %r0 : f64"
    before, after, text = judged("in its turn", f"{ratio} %r2 = math.exp %r1 : f64 %r = math.tanh %r2 : f64")
    assert before < after
    assert "stable as quotient; left to ordinary AD" in text


def test_of_branches_in_branches_the_dearest_path_counts():
    """Ordinary AD runs one side, the closed form all, with what conditions inside are made of in front."""
    text = """%q = scf.if %c -> f64 {{
                %k = arith.cmpf ogt, {of}, %y : f64
                %m = scf.if %k -> f64 {{ %s = math.sinh %a : f64 scf.yield %s : f64 }}
                     else {{ %s = {other} %a : f64 scf.yield %s : f64 }}
                %j = arith.mulf %m, %a : f64
                scf.yield %j : f64 }}
              else {{ %s = math.tanh %a : f64 scf.yield %s : f64 }}
              %r = arith.mulf %q, %q : f64"""
    before, after = before_and_after("in its turn", text.format(of="%a", other="math.sin"))
    cheap, all_sides = before_and_after("in its turn", text.format(of="%a", other="arith.negf"))
    assert before - cheap < 20 <= after - all_sides
    text = text.replace("%k =", "%e = math.exp %a : f64 %k =")
    same, dear = before_and_after("in its turn", text.format(of="%e", other="math.sin"))
    assert (same, dear) == (before, after + 20)


def test_dearest_path():
    text = """func.func @f(%x: f64, %c: i1, %d: i1) -> f64 {
      %r = scf.if %c -> f64 {
        %a = math.sin %x : f64
        %i = scf.if %d -> f64 { %e = arith.divf %a, %x : f64 scf.yield %e : f64 } else { scf.yield %a : f64 }
        scf.yield %i : f64
      } else {
        %a = arith.addf %x, %x : f64
        scf.yield %a : f64
      }
      return %r : f64 }"""
    with pipelines.new_context():
        module = ir.Module.parse(text).operation
        assert dearest_path(module) == 1 + 20 + 1 + 4  # both scf.if, the sine and the quotient
        assert cost(module) == dearest_path(module) + 1
        assert dearest_path(module, in_lanes=True) == dearest_path(module) + 4


def test_costs():
    with pipelines.new_context():
        text = """func.func @f(%x: f64) -> f64 {{
                    %s = {} %x : f64
                    %r = arith.divf %s, %x : f64
                    return %r : f64 }}"""
        sine, root = (ir.Module.parse(text.format(name)).operation for name in ("math.sin", "math.sqrt"))
        assert (cost(sine), cost(root)) == (24, 8)
        assert (cost(sine, in_lanes=True), cost(root, in_lanes=True)) == (28, 24)
        both = operations(sine)
        assert [saved(both, both, both, price) for price in (0, 4, 30)] == [24, 16, 0]
        assert saved(both, operations(root), both + operations(root), 0) == 0
