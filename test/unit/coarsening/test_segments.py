"""Which operations are segments, and in which functions."""

import pytest
from coarse_programs import text_of

import lagrad
from lagrad import pipelines
from lagrad.coarsening.formulas.terms import literal
from lagrad.coarsening.segments.cones import segments
from lagrad.errors import Report
from lagrad.mlir import ir

PASS = "lagrad-coarsen-segments"


def coarsened(text: str, pipeline: str = PASS) -> tuple[str, list[str]]:
    """The program, and what was said of its segments."""
    with pipelines.new_context():
        module, report = ir.Module.parse(text), Report()
        pipelines.run(module, pipeline, report)
        return str(module), [r.message for r in report.remarks if r.message.startswith("a segment")]


def function(body: str, words: str = "attributes {lagrad.coarsen}") -> str:
    return f"func.func @f(%x: f64, %y: f64, %z: f64, %c: i1) -> f64 {words} {{ {body} return %r : f64 }}"


def sizes(body: str, largest: int = 40) -> list[tuple[int, int]]:
    """Operations and inputs of each segment."""
    with pipelines.new_context():
        module = ir.Module.parse(function(body))
        found = segments(module.body.operations[0].operation, largest)
        return [(len(segment.ops), len(segment.inputs)) for segment in found]


CHAIN = "".join(f"%v{n + 1} = arith.mulf %v{n}, %y : f64 " for n in range(9))
CHAIN = "%v0 = math.sin %x : f64 " + CHAIN + "%r = math.cos %v9 : f64"


@pytest.mark.parametrize("largest", [2, 3, 5, 10])
def test_a_large_segment_is_cut(largest):
    assert sizes(CHAIN) == [(11, 2)]
    parts = [ops for ops, _ in sizes(CHAIN, largest)]
    assert len(parts) > 1 and max(parts) <= largest
    _, said = coarsened(function(CHAIN), f"{PASS}{{largest={largest}}}")
    assert max(int(own.split()[3]) for own in said) <= largest


def test_it_is_cut_where_it_is_reused():
    body = """%a = arith.mulf %x, %y : f64
              %b = arith.mulf %a, %a : f64
              %d = arith.mulf %b, %z : f64
              %e = math.sin %d : f64
              %r = math.cos %e : f64"""
    assert sizes(body) == [(5, 3)]
    assert sizes(body, 4) == [(4, 2)]  # what is left of %a is one operation, which is no segment


def test_what_two_segments_read_is_the_root_of_a_third():
    body = """%a = arith.mulf %x, %y : f64
              %s = math.sin %a : f64
              %b = arith.mulf %s, %x : f64
              %p = arith.mulf %b, %b : f64
              %k = arith.cmpf ogt, %s, %z : f64
              %d = math.cos %s : f64
              %r = arith.select %k, %p, %d : f64"""
    assert sizes(body) == [(2, 2), (4, 3)]


def test_the_last_sum_with_what_nothing_else_reads_stays_outside():
    """A loop that adds up a segment stays a loop that adds up something."""
    product = "%a = math.sin %x : f64 %b = arith.mulf %a, %y : f64 "
    assert sizes(product + "%r = arith.addf %z, %b : f64") == [(2, 2)]
    assert sizes(product + "%s = arith.subf %b, %z : f64 %r = arith.addf %s, %z : f64") == [(4, 3)]
    assert sizes(product + "%r = arith.addf %y, %b : f64") == [(3, 2)]
    assert sizes(product + "%k = arith.constant 1.0 : f64 %r = arith.subf %b, %k : f64") == [(3, 2)]


def test_a_branch_of_two_numbers_is_no_term():
    branch = """%a = math.sin %x : f64
                %i:2 = scf.if %c -> (f64, f64) {
                  %b = arith.mulf %a, %y : f64
                  scf.yield %b, %a : f64, f64
                } else { scf.yield %a, %z : f64, f64 }
                %r = arith.mulf %i#0, %i#1 : f64"""
    assert sizes(branch) == []
    lagrad.compile(function(branch), pipeline="lagrad-coarsened,lagrad-to-llvm")


NEST = """%a = math.sin %x : f64
          %n = scf.if %c -> f64 {{
            {made}
            %i = scf.if %k -> f64 {{ %b = arith.mulf %a, %y : f64 scf.yield %b : f64 }} else {{ scf.yield %z : f64 }}
            scf.yield %i : f64
          }} else {{ scf.yield %a : f64 }}
          %r = arith.mulf %n, %n : f64"""


@pytest.mark.parametrize(
    "made, inputs",
    [
        ("%k = arith.cmpf ogt, %y, %z : f64", 5),
        ("%k = arith.cmpf ogt, %a, %z : f64", 5),
        ("%d = arith.divf %y, %a : f64 %e = arith.cmpf une, %d, %z : f64 %k = arith.andi %e, %c : i1", 5),
        ("%k = arith.xori %c, %c : i1", 5),
    ],
)
def test_branches_in_branches(made, inputs):
    """Inputs are %x, %y, %z, %c, and the condition that is made inside, not what that is made of."""
    assert sizes(NEST.format(made=made)) == [(3, inputs)]


def test_what_is_inside_a_nest_counts():
    """The nest alone has five operations: with four allowed it is none, and what it has inside makes no segment."""
    body = NEST.format(made="%d = arith.subf %y, %z : f64 %k = arith.cmpf ogt, %d, %z : f64")
    assert [sizes(body, largest) for largest in (7, 6, 5, 4)] == [[(3, 5)], [(2, 5)], [(1, 5)], []]


@pytest.mark.parametrize(
    "made",
    [
        "%d = arith.fptosi %y : f64 to i64 %e = arith.divsi %d, %d : i64 %k = arith.cmpi eq, %e, %d : i64",
        "%k = scf.if %c -> i1 { %e = arith.cmpf ogt, %y, %z : f64 scf.yield %e : i1 } else { scf.yield %c : i1 }",
        "%t = tensor.empty() : tensor<1xi1> %o = arith.constant 0 : index %k = tensor.extract %t[%o] : tensor<1xi1>",
    ],
)
def test_conditions_that_may_not_run_where_the_program_does_not(made):
    """Integer division traps, a read may be out of bounds; what is left are no segments of two operations."""
    assert sizes(NEST.format(made=made)) == []


def test_functions_with_derivatives_of_their_own_stay():
    """A second run coarsens nothing in what the first one made a segment."""
    once, said = coarsened(text_of("softplus", words=""))
    twice, _ = coarsened(once)
    assert "coarsened: " in said[0] and "@f_segment(" in once
    assert "@f_segment_segment" not in twice


def test_every_request_counts():
    """With respect to %x, and with respect to %y by another derivative."""
    body = """%a = arith.mulf %x, %x : f64 %b = arith.mulf %a, %x : f64 %d = arith.mulf %b, %x : f64
              %e = arith.mulf %y, %y : f64 %g = arith.mulf %e, %y : f64 %h = arith.mulf %g, %y : f64
              %k = arith.constant 2.0 : f64 %i = arith.maximumf %d, %k : f64 %r = arith.minimumf %i, %h : f64"""
    request = "func.func private @by_{n}(f64, f64, f64, i1) -> f64 attributes {{{words} = [{n}]}} ".replace(
        "{words}", "lagrad.gradient = @f, lagrad.wrt"
    )
    requests = request.format(n=0) + request.format(n=1)
    _, said = coarsened(function(body, "") + requests)
    assert len(said) == 2 and all("coarsened" in own for own in said)


@pytest.mark.parametrize("number", [0.1, 1 / 3, 1e-300, 1.7976931348623157e308, 2.0**-1074, 0.5, 1048577.0, -0.3])
def test_literals_keep_their_bits(number):
    assert float(literal(number)) == number


@pytest.mark.parametrize("number", [float("inf"), float("nan")])
def test_literals_that_are_not_finite_are_refused(number):
    with pytest.raises((OverflowError, ValueError)):
        literal(number)
