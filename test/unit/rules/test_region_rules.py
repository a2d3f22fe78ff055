"""Rules of operations with regions, which call for the derivatives of these, against finite differences."""

from __future__ import annotations

import numpy as np
import pytest
from tables import registered

import lagrad
from lagrad import build, execute, gradcheck, pipelines, rules
from lagrad.errors import Failure
from lagrad.mlir import ir
from lagrad_cli.check import run

ROW = "tensor<?xf64>"


@pytest.fixture
def called():
    """Which rules have been asked."""
    with registered():
        asked: list[str] = []
        twice_rules(asked)
        yield asked


def twice_rules(asked: list[str]) -> None:
    rules.terminators("toy.end")

    @rules.lowering("toy.twice")
    def lower(op):
        (block,) = op.regions[0].blocks
        return rules.copy_block(block, rules.copy_block(block, op.operands))

    @rules.adjoint("toy.twice")
    def adjoint(op, cts, sweep):
        asked.append("adjoint")
        region, x = sweep.region(), sweep.value(op.operands[0])
        middle, *second = region.pullback(region([x]), cts)
        dx, *first = region.pullback([x], [middle])
        return [dx, *map(build.add, first, second)]

    @rules.tangent("toy.twice")
    def tangent(op, dxs, sweep):
        asked.append("tangent")
        region, x = sweep.region(), sweep.value(op.operands[0])
        return region.pushforward(region([x]), [*region.pushforward([x], dxs), *dxs[1:]])


def sum_over_rules() -> None:
    """The sum of what the region gives for each element; its adjoint is a loop of the rule's."""

    def loop(tensor, starts, body):
        bounds = [build.index(0), build.size_of(tensor, 0), build.index(1)]
        types = [v.type for v in starts]
        made = ir.Operation.create("scf.for", results=types, operands=[*bounds, *starts], regions=1)
        takes = [build.index_type(), *types]
        with ir.InsertionPoint(made.regions[0].blocks.append(*takes, arg_locs=[made.location] * len(takes))) as at:
            counter, *carried = at.block.arguments
            build.emit("scf.yield", [], body(counter, carried))
        return list(made.results)

    @rules.lowering("toy.sum_over")
    def lower(op):
        def body(i, carried):
            return [build.add(*rules.copy_block(op.regions[0].blocks[0], [build.extract(tensor, [i])]), *carried)]

        tensor = op.operands[0]
        return loop(tensor, [build.constant(op.results[0].type, 0.0)], body)

    @rules.adjoint("toy.sum_over")
    def adjoint(op, cts, sweep):
        def body(i, carried):
            gradient, *outside = carried
            dx, *more = sweep.region().pullback([build.extract(tensor, [i])], cts)
            return [build.insert(dx, gradient, [i]), *map(build.add, outside, more)]

        tensor = sweep.value(op.operands[0])
        zeros = [sweep.zeros(v) for v in sweep.outside]
        return loop(tensor, [sweep.zeros(op.operands[0]), *zeros], body)


# Inner and outer regions read values from outside: floats, of which one is an operand, too, a constant, an integer.
NESTED = """func.func @f(%x: f64, %s: f64) -> f64 {
  %n = arith.constant 3 : i64
  %m = arith.addi %n, %n : i64
  %half = arith.constant 0.5 : f64
  %0 = "toy.twice"(%x) ({
  ^bb0(%y: f64):
    %1 = math.sin %y : f64
    %2 = "toy.twice"(%1) ({
    ^bb0(%z: f64):
      %3 = arith.mulf %z, %y : f64
      %4 = arith.mulf %3, %s : f64
      %5 = arith.addf %4, %x : f64
      %6 = arith.sitofp %m : i64 to f64
      %7 = arith.mulf %5, %6 : f64
      %8 = arith.mulf %7, %half : f64
      %9 = math.cos %8 : f64
      "toy.end"(%9) : (f64) -> ()
    }) : (f64) -> f64
    "toy.end"(%2) : (f64) -> ()
  }) : (f64) -> f64
  %1 = arith.mulf %0, %x : f64
  return %1 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @f}
func.func private @pushforward(f64, f64, f64, f64) -> f64 attributes {lagrad.pushforward = @f}
func.func private @gradient(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @f}
func.func private @forward_over_reverse(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pushforward = @gradient}
func.func private @reverse_over_reverse(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @gradient}
"""


def check(text: str, values: list, count: int) -> None:
    outcomes = gradcheck.check(execute.parse(text), lambda _: values)
    assert len(outcomes) == count and all(outcome.passed for outcome in outcomes), "\n".join(map(str, outcomes))


def test_both_modes_and_second_order_of_regions_in_regions(called):
    check(NESTED, [0.7, 1.2], 5)
    assert called == ["adjoint", "tangent"] * 2


@pytest.mark.parametrize("size", [0, 3])
def test_a_rule_calls_back_from_its_own_loop(called, size):
    sum_over_rules()
    check(
        f"""func.func @f(%v: {ROW}, %w: {ROW}, %s: f64) -> f64 {{
          %0 = "toy.sum_over"(%v) ({{
          ^bb0(%x: f64):
            %1 = math.sin %x : f64
            %2 = arith.mulf %1, %s : f64
            %4 = "toy.twice"(%w) ({{
            ^bb0(%y: {ROW}):
              %5 = math.cos %y : {ROW}
              "toy.end"(%5) : ({ROW}) -> ()
            }}) : ({ROW}) -> {ROW}
            %c0 = arith.constant 0 : index
            %6 = tensor.extract %4[%c0] : {ROW}
            %7 = arith.mulf %6, %2 : f64
            "toy.end"(%7) : (f64) -> ()
          }}) : ({ROW}) -> f64
          return %0 : f64 }}
        func.func private @df({ROW}, {ROW}, f64) -> ({ROW}, {ROW}, f64) attributes {{lagrad.gradient = @f}}
        func.func private @jvp({ROW}, {ROW}, {ROW}, {ROW}, f64, f64) -> f64 attributes {{lagrad.pushforward = @f}}
        func.func private @hvp({ROW}, {ROW}, f64, {ROW}, {ROW}, f64) -> ({ROW}, {ROW}, f64)
          attributes {{lagrad.pullback = @df}}""",
        [np.linspace(0.3, 0.9, size), np.array([0.4, 1.1]), 1.3],
        3,
    )


def test_what_no_derivative_reaches_is_what_it_is_made_of(called):
    """Nothing is differentiated, so a region may hold what has no derivative; one on memory has its lowering's."""
    text = """func.func @g(%x: f64) -> f64 {
      %0 = "toy.twice"(%x) ({
      ^bb0(%y: f64):
        %1 = arith.bitcast %y : f64 to i64
        %2 = arith.bitcast %1 : i64 to f64
        "toy.end"(%2) : (f64) -> ()
      }) : (f64) -> f64
      return %0 : f64 }
    func.func @f(%x: f64) -> f64 {
      %m = memref.alloca() : memref<f64>
      memref.store %x, %m[] : memref<f64>
      %0 = "toy.twice"(%x) ({
      ^bb0(%y: f64):
        %1 = memref.load %m[] : memref<f64>
        %2 = arith.mulf %y, %1 : f64
        "toy.end"(%2) : (f64) -> ()
      }) : (f64) -> f64
      return %0 : f64 }
    func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}"""
    module = execute.parse(text)
    pipelines.run(module, "lagrad-default")
    assert "lagrad.custom" not in str(module) and "toy.twice_region" not in str(module)
    program = lagrad.compile(text)
    assert program.g(2.5) == 2.5 and program.df(2.0) == 12.0


def test_the_check_of_a_rule_asks_it(called, capfd):
    region = """({
    ^bb0(%x: f64):
      %s = math.sin %x : f64
      "toy.end"(%s) : (f64) -> ()
    })"""
    arguments = ["--points=1", "--rule=toy.twice", f"--type={region} : (f64) -> f64"]
    assert run(arguments) == 0 and "@alone_pullback_pullback" in capfd.readouterr().out

    @rules.adjoint("toy.twice")
    def once(op, cts, sweep):
        return sweep.region().pullback([sweep.value(op.operands[0])], cts)

    assert run(arguments) == 1
    assert "wrong @alone_pullback: pullback of @alone" in capfd.readouterr().out


def test_gradients_of_values_from_outside_must_be_there(called):
    rules.adjoint("toy.twice")(lambda op, cts, sweep: [cts[0]])
    text = """func.func @f(%x: f64, %s: f64) -> f64 {
      %0 = "toy.twice"(%x) ({
      ^bb0(%y: f64):
        %1 = arith.mulf %y, %s : f64
        "toy.end"(%1) : (f64) -> ()
      }) : (f64) -> f64
      return %0 : f64 }
    func.func private @df(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @f}"""
    for pipeline in ("lagrad-differentiate", "lagrad-default"):
        with pytest.raises(Failure) as refused:
            pipelines.run(execute.parse(text), pipeline)
        (told,) = refused.value.diagnostics
        assert told.message == "the adjoint of 'toy.twice' gives [f64], and not [f64, f64]"
        assert ":2:" in str(told.location)
        assert "then for each float from outside that the regions read" in told.notes[0].message


def test_inactive_operations_and_a_second_run_of_the_pass(called):
    text = """func.func @f(%x: f64, %s: f64) -> f64 {
      %0 = "toy.twice"(%x) ({
      ^bb0(%y: f64):
        %1 = arith.mulf %y, %s : f64
        "toy.end"(%1) : (f64) -> ()
      }) WORD : (f64) -> f64
      %2 = arith.mulf %0, %s : f64
      return %2 : f64 }
    func.func private @df(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @f}"""
    again = "lagrad-differentiate,lagrad-default,lagrad-to-llvm"
    assert lagrad.compile(text.replace("WORD", ""), pipeline=again).df(2.0, 3.0) == (27.0, 54.0)
    inactive = text.replace("WORD", "{lagrad.inactive}")
    assert lagrad.compile(inactive, pipeline="lagrad-differentiate,lagrad-to-llvm").df(2.0, 3.0) == (0.0, 18.0)
