"""The numerical check: it passes right derivatives, and names what is wrong in wrong ones."""

import math

import numpy as np
import pytest

from lagrad import execute, gradcheck, rules
from lagrad.errors import Failure
from lagrad.gradcheck.finite_differences import directional
from lagrad.scalars import call
from lagrad_cli.calls.inputs import inputs_for

PRODUCT = """
func.func @f(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = arith.mulf %x, %y : tensor<3xf64>
  %1 = math.exp %0 : tensor<3xf64>
  return %1 : tensor<3xf64>
}
func.func private @df(tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    attributes {lagrad.pullback = @f, lagrad.wrt = [1]}
"""

# Wrong in one entry of many: the derivative that a user wrote is checked like any other.
WRONG_BY_HAND = """
func.func @f(%x: tensor<20x30xf64>) -> tensor<20x30xf64> {
  %0 = arith.mulf %x, %x : tensor<20x30xf64>
  return %0 : tensor<20x30xf64>
}
func.func private @df(tensor<20x30xf64>, tensor<20x30xf64>) -> tensor<20x30xf64>
    attributes {lagrad.pullback = @f}
"""


def check(text, **options):
    return gradcheck.check(execute.parse(text), inputs_for, **options)


def replace_rule(monkeypatch, header, **adjoints):
    op = header.split("(")[0]
    monkeypatch.setitem(rules.RULES, op, rules.RULES[op])  # restored afterwards
    rules.partials(header, **adjoints)


def test_finite_differences_are_precise():
    for function, derivative in ((math.exp, 1.0), (math.sin, 1.0), (lambda t: (1 + t) ** 7, 7.0)):
        estimate = directional(function, 2.0**-5, 10)
        assert abs(estimate.value - derivative) < 1e-11
        assert estimate.uncertainty < 1e-9


def test_finite_differences_do_not_settle_at_a_jump():
    estimate = directional(lambda t: 1.0 if t > 0 else 0.0, 2.0**-5, 10)
    assert estimate.uncertainty > 1.0


def test_a_right_derivative_passes():
    (outcome,) = check(PRODUCT)
    assert outcome.passed and outcome.error < 1e-10
    assert str(outcome).startswith("ok    @df: pullback of @f with respect to [1]")


def test_a_wrong_rule_is_caught_and_located(monkeypatch):
    replace_rule(monkeypatch, "arith.mulf(x, y)", x=lambda ct, y: ct * y, y=lambda ct, x, y: ct * x * y)
    (outcome,) = check(PRODUCT)
    assert not outcome.passed
    assert outcome.worst.number == 1
    x, y, ct = inputs_for_product()
    wrong = ct * np.exp(x * y) * x * y
    right = ct * np.exp(x * y) * x
    assert np.argmax(abs(wrong - right)) == outcome.worst.index[0]
    at = outcome.worst.index
    assert outcome.worst.got == pytest.approx(wrong[at], rel=1e-9)
    assert outcome.worst.expected == pytest.approx(right[at], rel=1e-9)
    assert f"the gradient of argument 1 at [{at[0]}] is" in str(outcome)


def inputs_for_product():
    module = execute.parse(PRODUCT)
    x, y = inputs_for(module.body.operations[0].operation)
    return x, y, np.random.default_rng([0, 1]).uniform(0.5, 1.5, 3)


def test_a_small_error_is_caught(monkeypatch):
    replace_rule(monkeypatch, "math.exp(x)", x=lambda ct, out: ct * out * (1 + 1e-6))
    (outcome,) = check(PRODUCT)
    assert not outcome.passed and 5e-7 < outcome.error < 2e-6
    (outcome,) = check(PRODUCT, tolerance=1e-5)
    assert outcome.passed


def test_a_missing_contribution_is_caught(monkeypatch):
    replace_rule(monkeypatch, "arith.mulf(x, y)", x=lambda ct, y: ct * y)
    (outcome,) = check(PRODUCT)
    assert not outcome.passed and outcome.worst.got == 0.0


@pytest.mark.parametrize("kind", ["pullback", "pushforward"])
def test_one_wrong_entry_among_many_is_found(monkeypatch, kind):
    module = execute.parse(WRONG_BY_HAND.replace("pullback", kind))
    compiled = execute.compile

    def compile_and_spoil(*arguments, **options):
        program = compiled(*arguments, **options)
        right = program.functions["df"]

        def wrong(*arguments):
            gradient = right(*arguments)
            gradient[7, 11] += 0.5
            return gradient

        return execute.Program({**program.functions, "df": wrong})

    monkeypatch.setattr(execute, "compile", compile_and_spoil)
    (outcome,) = gradcheck.check(module, inputs_for)
    assert not outcome.passed
    assert (outcome.worst.number, outcome.worst.index) == (0, (7, 11))
    assert outcome.worst.got - outcome.worst.expected == pytest.approx(0.5)


PUSHFORWARD = PRODUCT.replace("lagrad.pullback", "lagrad.pushforward")


def test_a_right_pushforward_passes():
    (outcome,) = check(PUSHFORWARD)
    assert outcome.passed and outcome.error < 1e-10
    assert str(outcome).startswith("ok    @df: pushforward of @f with respect to [1]")


def test_a_wrong_pushforward_is_caught_and_located(monkeypatch):
    replace_rule(monkeypatch, "arith.mulf(x, y)", x=lambda ct, y: ct * y, y=lambda ct, x, y: ct * x * y)
    (outcome,) = check(PUSHFORWARD)
    assert not outcome.passed
    assert f"the tangent of result 0 at [{outcome.worst.index[0]}] is" in str(outcome)
    x, y, _ = inputs_for_product()
    assert outcome.worst.got == pytest.approx(outcome.worst.expected * y[outcome.worst.index], rel=1e-6)


def test_a_pushforward_of_complex_numbers_with_its_primal():
    (outcome,) = check("""
        func.func @f(%x: complex<f64>, %n: index, %s: f64) -> (complex<f64>, f64, index) {
          %0 = complex.mul %x, %x : complex<f64>
          %1 = complex.abs %0 : complex<f64>
          %2 = arith.mulf %1, %s : f64
          return %0, %2, %n : complex<f64>, f64, index
        }
        func.func private @df(complex<f64>, complex<f64>, index, f64, f64)
            -> (complex<f64>, f64, index, complex<f64>, f64)
            attributes {lagrad.pushforward = @f, lagrad.wrt = [2, 0], lagrad.with_primal}
    """)
    assert outcome.passed, str(outcome)


AT_A_MINIMUM = """
func.func private @square(%x: f64, %y: f64) -> f64 attributes {lagrad.custom_pullback = @own} {
  %0 = arith.mulf %y, %y : f64
  %1 = math.sqrt %x : f64
  %2 = arith.mulf %1, %0 : f64
  return %2 : f64
}
func.func private @own(%x: f64, %y: f64, %ct: f64) -> (f64, f64) {
  %wrong = arith.constant WRONG : f64
  return %wrong, %wrong : f64, f64
}
func.func @f(%x: f64, %y: f64) -> f64 {
  %r = func.call @square(%x, %y) : (f64, f64) -> f64
  return %r : f64
}
func.func private @df(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @f}
"""


@pytest.mark.parametrize("wrong, passes", [("0.0", True), ("1.0e-6", False)])
def test_a_gradient_of_zero(wrong, passes):
    module = execute.parse(AT_A_MINIMUM.replace("WRONG", wrong))
    (outcome,) = gradcheck.check(module, lambda function: [0.75, 0.0])
    assert outcome.passed == passes


def test_a_kink_is_called_one():
    (outcome,) = check("""
        func.func @f(%x: f64 {lagrad.example = 1.0 : f64}) -> f64 {
          %one = arith.constant 1.0 : f64
          %zero = arith.constant 0.0 : f64
          %c = arith.cmpf ogt, %x, %one : f64
          %0 = arith.select %c, %x, %zero : f64
          return %0 : f64
        }
        func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
    """)
    assert not outcome.passed and "do not settle" in outcome.complaint


def test_a_primal_that_is_not_finite_says_so():
    (outcome,) = check("""
        func.func @f(%x: f64 {lagrad.example = -1.0 : f64}) -> f64 {
          %0 = math.log %x : f64
          return %0 : f64
        }
        func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
    """)
    assert not outcome.passed and "not finite" in outcome.complaint


@pytest.mark.parametrize("type", ["f64", "f32", "f16", "bf16"])
@pytest.mark.parametrize("factor", [1.0, 2.0])
def test_every_width_tells_right_from_wrong(monkeypatch, type, factor):
    replace_rule(monkeypatch, "math.sin(x)", x=lambda ct, x: ct * call("math.cos", x) * factor)
    (outcome,) = check(f"""
        func.func @f(%x: tensor<4x{type}>) -> tensor<4x{type}> {{
          %0 = math.sin %x : tensor<4x{type}>
          return %0 : tensor<4x{type}>
        }}
        func.func private @df(tensor<4x{type}>, tensor<4x{type}>) -> tensor<4x{type}>
            attributes {{lagrad.pullback = @f}}
    """)
    assert outcome.passed == (factor == 1.0), outcome


def test_operations_and_private_primals_are_checked_too():
    outcomes = check("""
        func.func private @f(%x: f64) -> f64 {
          %0 = math.exp %x : f64
          return %0 : f64
        }
        func.func @g(%x: f64) -> f64 {
          %0 = "lagrad.grad"(%x) {F = @f} : (f64) -> f64
          return %0 : f64
        }
        func.func private @dg(f64) -> f64 attributes {lagrad.gradient = @g}
    """)
    assert {outcome.primal for outcome in outcomes} == {"f", "g"}
    assert all(outcome.passed for outcome in outcomes)


def test_a_program_without_requests_is_refused():
    with pytest.raises(Failure, match="asks for no derivative"):
        check("func.func @f(%x: f64) -> f64 { return %x : f64 }")


def test_a_narrow_type_inside_loosens_the_tolerance():
    (outcome,) = check("""
        func.func @f(%x: f64) -> f64 {
          %0 = arith.truncf %x : f64 to f16
          %1 = arith.mulf %0, %0 : f16
          %2 = arith.extf %1 : f16 to f64
          return %2 : f64
        }
        func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
    """)
    assert outcome.passed and outcome.tolerance > 1e-2


def test_a_derivative_that_differs_on_purpose_is_pointed_out():
    (outcome,) = check("""
        func.func @f(%x: f64) -> f64 {
          %0 = "lagrad.stop_gradient"(%x) : (f64) -> f64
          %1 = arith.mulf %0, %x : f64
          return %1 : f64
        }
        func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
    """)
    assert not outcome.passed and "lagrad.stop_gradient in the program may be why" in outcome.complaint


@pytest.mark.parametrize("factor, passes", [(1 + 2**-52, True), (1 + 1e-5, False)])
def test_primal_results_are_the_primals_but_for_rounding(monkeypatch, factor, passes):
    compiled = execute.compile

    def compile(*arguments, **options):
        functions = compiled(*arguments, **options).functions
        derivative = functions["df"]

        def scaled(*given):
            return tuple(factor * x if k == 0 else x for k, x in enumerate(derivative(*given)))

        return execute.Program({**functions, "df": scaled})

    monkeypatch.setattr(gradcheck.execute, "compile", compile)
    (outcome,) = check("""
        func.func @f(%x: f64) -> f64 {
          %0 = arith.mulf %x, %x : f64
          return %0 : f64
        }
        func.func private @df(f64) -> (f64, f64) attributes {lagrad.gradient = @f, lagrad.with_primal}
    """)
    assert outcome.passed == passes and ("not the primal's" in outcome.complaint) != passes


WRONG_ABOVE_ONE = """
func.func private @square(%x: f64) -> f64 attributes {lagrad.custom_pullback = @pullback} {
  %0 = arith.mulf %x, %x : f64
  return %0 : f64
}
func.func private @pullback(%x: f64, %ct: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %three = arith.constant 3.0 : f64
  %is_above = arith.cmpf ogt, %x, %one : f64
  %factor = arith.select %is_above, %three, %two : f64
  %0 = arith.mulf %factor, %x : f64
  %1 = arith.mulf %0, %ct : f64
  return %1 : f64
}
func.func @f(%x: f64) -> f64 {
  %0 = func.call @square(%x) : (f64) -> f64
  return %0 : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
"""
ABSOLUTE = """
func.func @f(%x: f64) -> f64 {
  %0 = math.absf %x : f64
  return %0 : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
"""


def at(*numbers):
    return [lambda function, x=x: [x] for x in numbers]


def test_each_point_counts():
    module = execute.parse(WRONG_ABOVE_ONE)
    (below,) = gradcheck.check(module, *at(0.5, 0.7, 0.9))
    assert below.passed and "at 3 points" in str(below)
    for points, place in (((0.5, 1.5, 0.7), "with --seed 1"), ((0.5, 0.6, 1.5), "with --seed 2")):
        (found,) = gradcheck.check(module, *at(*points))
        assert not found.passed and place in str(found)
        assert "the gradient of argument 0 is 4.5, finite differences give 3" in found.complaint
    (found,) = gradcheck.check(module, *at(1.5, 0.5))
    assert not found.passed and "--seed" not in str(found)


def test_where_differences_say_nothing_another_point_does_no_harm():
    module = execute.parse(ABSOLUTE.replace("absf", "log"))
    assert gradcheck.check(module, *at(0.5, -0.5, 0.7))[0].passed
    (found,) = gradcheck.check(module, *at(-0.5, 0.5))
    assert not found.passed and "the primal is not finite" in found.complaint


def test_each_code_counts(monkeypatch):
    compile = execute.compile

    def wrong_in_strict_code(*arguments, pipeline, **options):
        program = compile(*arguments, pipeline=pipeline, **options)
        if "strict" in pipeline:
            right = program.functions["df"]
            program.functions["df"] = lambda x: 1.001 * right(x)
        return program

    module = execute.parse(ABSOLUTE)
    before = {"strict code": "lagrad-default,lagrad-to-llvm-strict"}
    assert gradcheck.check(module, *at(0.5, 0.7), before=before)[0].passed
    monkeypatch.setattr(execute, "compile", wrong_in_strict_code)
    (found,) = gradcheck.check(module, *at(0.5, 0.7), before=before)
    assert not found.passed and "in strict code" in str(found)
    assert gradcheck.check(module, *at(0.5, 0.7))[0].passed


def test_functions_say_when_they_run():
    from contextlib import contextmanager

    ran = []

    @contextmanager
    def running(name):
        ran.append(name)
        yield

    gradcheck.check(execute.parse(ABSOLUTE), *at(0.5), running=running)
    assert set(ran) == {"f", "df"}


def test_a_derivative_that_rounding_hides_passes():
    """Differences of numbers near 100 over small steps have an error that is larger than this derivative."""
    outcomes = check("""
func.func @f(%x: tensor<30xf64>) -> f64 {
  %zero = arith.constant dense<100.0> : tensor<f64>
  %twelve = arith.constant dense<12.0> : tensor<30xf64>
  %0 = arith.mulf %x, %twelve : tensor<30xf64>
  %1 = math.tanh %0 : tensor<30xf64>
  %2 = linalg.reduce ins(%1 : tensor<30xf64>) outs(%zero : tensor<f64>) dimensions = [0]
    (%in: f64, %sum: f64) {
      %s = arith.addf %in, %sum : f64
      linalg.yield %s : f64
    }
  %3 = tensor.extract %2[] : tensor<f64>
  return %3 : f64
}
func.func private @df(tensor<30xf64>) -> tensor<30xf64> attributes {lagrad.gradient = @f}
""")
    for outcome in outcomes:
        assert outcome.passed and "(allowed 1e-07, and rounding)" in str(outcome)
