"""Which contributions are guarded, what is a constant, and derivatives of guarded derivatives."""

import numpy as np
import pytest

import lagrad
from lagrad import pipelines
from lagrad.errors import Report
from lagrad.execute import parse

GRADIENT = "func.func private @df(f64, f64, i1, index) -> (f64, f64) attributes {lagrad.gradient = @f}\n"


def program(body: str, beside: str = "") -> str:
    return f"""{beside}
        func.func @f(%x: f64, %y: f64, %p: i1, %n: index) -> f64 {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c4 = arith.constant 4 : index
          {body}
          return %r : f64
        }}
        {GRADIENT}"""


def guards(text: str) -> int:
    """How many guards a derivative has, before anything is tidied: two comparisons each."""
    module = parse(text)
    pipelines.run(module, "lagrad-protect-derivatives,lagrad-differentiate", Report())
    return str(module).count("arith.cmpf oeq") // 2


SUM = "%b = arith.addf %a, %v : f64\n scf.yield %b : f64"


class TestNoGuard:
    """Where nothing decides, or where a value is taken on another way."""

    def test_for_arithmetic(self):
        assert guards(program("%v = arith.divf %x, %y : f64\n %r = arith.mulf %v, %y : f64")) == 0

    def test_before_a_loop_that_has_iterations(self):
        body = "%v = arith.divf %x, %y : f64\n %r = scf.for %i = %c0 to TO step %c1 iter_args(%a = %x) -> f64 { SUM }"
        assert guards(program(body.replace("SUM", SUM).replace("TO", "%c4"))) == 0
        assert guards(program(body.replace("SUM", SUM).replace("TO", "%n"))) == 2

    def test_inside_of_a_loop_or_a_branch(self):
        loop = "%r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 { %v = arith.divf %a, %y : f64\n SUM }"
        assert guards(program(loop.replace("SUM", SUM))) == 0
        branch = """
          %r = scf.if %p -> f64 {
            %v = arith.divf %x, %y : f64
            scf.yield %v : f64
          } else {
            scf.yield %x : f64
          }"""
        assert guards(program(branch)) == 0

    def test_for_what_both_sides_take(self):
        body = """
          %v = arith.divf %x, %y : f64
          %r = scf.if %p -> f64 {
            %0 = math.sin %v : f64
            scf.yield %0 : f64
          } else {
            %0 = math.cos OTHER : f64
            scf.yield %0 : f64
          }"""
        assert guards(program(body.replace("OTHER", "%v"))) == 0
        assert guards(program(body.replace("OTHER", "%x"))) == 2

    def test_for_what_is_taken_anyway(self):
        body = """
          %v = arith.divf %x, %y : f64
          %s = arith.select %p, %v, %x : f64
          %r = arith.addf %s, OTHER : f64"""
        assert guards(program(body.replace("OTHER", "%v"))) == 0
        assert guards(program(body.replace("OTHER", "%x"))) == 2

    def test_for_products_with_numbers(self):
        body = """
          %two = arith.constant 2.0 : f64
          %v = arith.mulf %x, %two : f64
          %w = arith.divf %v, %two : f64
          %r = arith.select %p, %w, %y : f64"""
        assert guards(program(body)) == 0

    def test_in_a_loop_that_fills_a_tensor(self):
        body = """
          %e = tensor.empty() : tensor<4xf64>
          %t = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %e) -> tensor<4xf64> {
            %v = arith.divf %x, %y : f64
            %s = scf.for %j = %c0 to %c4 step %c1 iter_args(%b = %v) -> f64 {
              %u = arith.addf %b, %v : f64
              scf.yield %u : f64
            }
            %q = tensor.insert %s into %a[%i] : tensor<4xf64>
            scf.yield %q : tensor<4xf64>
          }
          %z = arith.constant dense<0.0> : tensor<f64>
          %sum = linalg.reduce { arith.addf } ins(%t : tensor<4xf64>) outs(%z : tensor<f64>) dimensions = [0]
          %r = tensor.extract %sum[] : tensor<f64>"""
        assert guards(program(body)) == 0

    @pytest.mark.parametrize("use, count", [
        ("%r = arith.addf %v, %w : f64", 0),
        ("%c = arith.cmpf ogt, %w, %w : f64\n %r = arith.select %c, %v, %w : f64", 2),
    ])  # fmt: skip
    def test_for_what_a_function_takes(self, use, count):
        beside = f"""
          func.func private @g(%x: f64, %y: f64) -> f64 attributes {{no_inline}} {{
            %r = arith.divf %x, %y : f64
            return %r : f64
          }}
          func.func private @use(%v: f64, %w: f64) -> f64 attributes {{no_inline}} {{
            {use}
            return %r : f64
          }}"""
        body = """
          %v = func.call @g(%x, %y) : (f64, f64) -> f64
          %r = func.call @use(%v, %x) : (f64, f64) -> f64"""
        assert guards(program(body, beside)) == count

    @pytest.mark.parametrize("pullback, count", [
        ("%r = arith.mulf %ct, %w : f64", 0),
        ("%c = arith.cmpf ogt, %w, %w : f64\n %z = arith.constant 0.0 : f64\n %r = arith.select %c, %ct, %z : f64", 2),
    ])  # fmt: skip
    def test_for_what_an_own_pullback_takes(self, pullback, count):
        beside = f"""
          func.func private @pull(%w: f64, %ct: f64) -> f64 {{
            {pullback}
            return %r : f64
          }}
          func.func private @own(f64) -> f64 attributes {{lagrad.custom_pullback = @pull}}"""
        body = "%v = arith.divf %x, %y : f64\n %r = func.call @own(%v) : (f64) -> f64"
        assert guards(program(body, beside)) == count


class TestGuard:
    """Where a value is also used, but not for a result."""

    def test_for_what_a_loop_computes_for_nobody(self):
        body = """
          %v = arith.divf %x, %y : f64
          %t:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x, %b = %x) -> (f64, f64) {
            %0 = arith.addf %a, %x : f64
            %1 = arith.addf %b, %v : f64
            scf.yield %0, %1 : f64, f64
          }
          %s = arith.select %p, %v, %x : f64
          %r = arith.addf %s, %t#0 : f64"""
        assert guards(program(body)) == 2
        assert guards(program(body.replace("%t#0", "%t#1"))) == 0

    def test_for_the_other_part_of_a_complex_number(self):
        body = """
          %v = arith.divf %x, %y : f64
          %z = complex.create %x, %v : complex<f64>
          %part = complex.PART %z : complex<f64>
          %s = arith.select %p, %v, %x : f64
          %r = arith.addf %s, %part : f64"""
        assert guards(program(body.replace("PART", "re"))) == 2

    def test_for_what_the_next_iteration_overwrites(self):
        body = """
          %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> f64 {
            %j = arith.index_cast %i : index to i32
            %k = arith.sitofp %j : i32 to f64
            %d = arith.subf %y, %k : f64
            %v = arith.divf %x, %d : f64
            scf.yield %v : f64
          }"""
        assert guards(program(body)) == 2

    @pytest.mark.parametrize("divisor", ["0.0", "0xFFF0000000000000"])
    def test_for_numbers_that_make_infinities(self, divisor):
        body = f"""
          %c = arith.constant {divisor} : f64
          %v = arith.divf %x, %c : f64
          %r = arith.select %p, %v, %y : f64"""
        assert guards(program(body)) == 1


def test_one_function_has_guards_for_one_caller_and_none_for_another():
    beside = """
      func.func private @g(%x: f64) -> f64 attributes {no_inline} {
        %one = arith.constant 1.0 : f64
        %r = arith.divf %one, %x : f64
        return %r : f64
      }"""
    body = """
      %v = func.call @g(%x) : (f64) -> f64
      %w = func.call @g(%y) : (f64) -> f64
      %s = arith.select %p, %v, %x : f64
      %r = arith.mulf %s, %w : f64"""
    df = lagrad.compile(program(body, beside)).df
    assert df(0.0, 2.0, False, 0) == (0.5, -0.0)
    assert df(0.0, 2.0, True, 0)[0] == -np.inf


def test_a_tensor_that_a_function_may_not_take():
    functions = lagrad.compile("""
      func.func private @choose(%v: tensor<?xf64>, %x: tensor<?xf64>) -> tensor<?xf64> attributes {no_inline} {
        %zero = arith.constant 0.0 : f64
        %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
            iterator_types = ["parallel"]}
            ins(%v : tensor<?xf64>) outs(%x : tensor<?xf64>) {
        ^bb0(%a: f64, %b: f64):
          %p = arith.cmpf ogt, %b, %zero : f64
          %s = arith.select %p, %a, %b : f64
          linalg.yield %s : f64
        } -> tensor<?xf64>
        return %r : tensor<?xf64>
      }
      func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {
        %v = math.log %x : tensor<?xf64>
        %w = arith.mulf %v, %v : tensor<?xf64>
        %r = func.call @choose(%w, %x) : (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
        return %r : tensor<?xf64>
      }
      func.func private @df(tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.gradient = @f, lagrad.of_sum}
    """)
    np.testing.assert_allclose(functions.df(np.array([0.0, 2.0, -1.0])), [1.0, np.log(2.0), 1.0], rtol=1e-15)


@pytest.mark.parametrize("element, divide", [("f64", "arith.divf"), ("complex<f64>", "complex.div")])
def test_a_pullback_of_its_own_on_tensors(element, divide):
    type = f"tensor<2x{element}>"
    functions = lagrad.compile(f"""
      func.func private @pull(%x: {type}, %ct: {type}) -> {type} {{
        %r = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
            iterator_types = ["parallel"]}}
            ins(%x : {type}) outs(%ct : {type}) {{
        ^bb0(%a: {element}, %b: {element}):
          %q = {divide} %b, %a : {element}
          linalg.yield %q : {element}
        }} -> {type}
        return %r : {type}
      }}
      func.func private @own(%x: {type}) -> {type} attributes {{lagrad.custom_pullback = @pull}} {{
        return %x : {type}
      }}
      func.func @f(%x: {type}, %p: i1) -> {type} {{
        %v = func.call @own(%x) : ({type}) -> {type}
        %r = arith.select %p, %v, %x : {type}
        return %r : {type}
      }}
      func.func private @df({type}, i1, {type}) -> {type} attributes {{lagrad.pullback = @f}}
    """)
    x = np.zeros(2, complex if "complex" in element else float)
    one = np.ones_like(x)
    np.testing.assert_array_equal(functions.df(x, False, one), one)
    assert not np.isfinite(functions.df(x, True, one)).any()


def test_a_scalar_for_a_tensor_without_elements():
    functions = lagrad.compile("""
      func.func @f(%x: tensor<?xf64>, %s: f64) -> tensor<?xf64> {
        %c0 = arith.constant 0 : index
        %one = arith.constant 1.0 : f64
        %r = arith.divf %one, %s : f64
        %n = tensor.dim %x, %c0 : tensor<?xf64>
        %all = tensor.splat %r[%n] : tensor<?xf64>
        %y = arith.mulf %x, %all : tensor<?xf64>
        return %y : tensor<?xf64>
      }
      func.func private @df(tensor<?xf64>, f64) -> (tensor<?xf64>, f64) attributes {lagrad.gradient = @f, lagrad.of_sum}
    """)
    assert functions.df(np.zeros(0), 0.0)[1] == 0.0
    assert functions.df(np.ones(2), 2.0)[1] == -0.5


class TestConstants:
    """To whom a tie gives nothing does not depend on what is asked for."""

    def test_an_argument_that_is_not_asked_for_shares_a_tie(self):
        text = """
          func.func @f(%x: f64, %y: f64) -> f64 {
            %r = arith.maximumf %x, %y : f64
            return %r : f64
          }
          func.func private @df(f64, f64) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [0]}"""
        assert lagrad.compile(text).df(1.0, 1.0) == 0.5

    @pytest.mark.parametrize("value, share", [("%y", 0.5), ("%x", 1.0), ("%s", 0.0), ("%i", 0.0), ("%half", 0.0)])
    @pytest.mark.parametrize("mark", ["", "attributes {no_inline}"])
    def test_what_no_argument_has_a_derivative_into(self, value, share, mark):
        text = f"""
          func.func private @larger(%x: f64, %y: f64) -> f64 {mark} {{
            %r = arith.maximumf %x, %y : f64
            return %r : f64
          }}
          func.func @f(%x: f64, %y: f64, %n: i32) -> f64 {{
            %s = "lagrad.stop_gradient"(%y) : (f64) -> f64
            %i = arith.sitofp %n : i32 to f64
            %half = math.floor %y : f64
            %r = func.call @larger(%x, {value}) : (f64, f64) -> f64
            return %r : f64
          }}
          func.func private @df(f64, f64, i32) -> f64 attributes {{lagrad.gradient = @f, lagrad.wrt = [0]}}
          func.func private @tf(f64, f64, f64, i32) -> f64 attributes {{lagrad.pushforward = @f, lagrad.wrt = [0]}}"""
        functions = lagrad.compile(text)
        assert functions.df(1.0, 1.0, 1) == share == functions.tf(1.0, 1.0, 1.0, 1)

    def test_one_function_with_a_constant_and_with_a_variable(self):
        text = """
          func.func private @larger(%x: f64, %y: f64) -> f64 attributes {no_inline} {
            %r = arith.maximumf %x, %y : f64
            return %r : f64
          }
          func.func private @rectified(%x: f64) -> f64 attributes {no_inline} {
            %zero = arith.constant 0.0 : f64
            %r = func.call @larger(%x, %zero) : (f64, f64) -> f64
            return %r : f64
          }
          func.func @f(%x: f64, %y: f64) -> f64 {
            %a = func.call @larger(%x, %y) : (f64, f64) -> f64
            %b = func.call @rectified(%x) : (f64) -> f64
            %r = arith.addf %a, %b : f64
            return %r : f64
          }
          func.func private @df(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @f}"""
        assert lagrad.compile(text).df(0.0, 0.0) == (0.5, 0.5)

    def test_a_result_of_what_is_not_asked_for(self):
        text = """
          func.func private @g(%x: f64, %y: f64) -> (f64, f64) attributes {no_inline} {
            %0 = arith.mulf %x, %x : f64
            %1 = arith.mulf %y, %y : f64
            return %0, %1 : f64, f64
          }
          func.func @f(%x: f64, %y: f64) -> f64 {
            %g:2 = func.call @g(%x, %y) : (f64, f64) -> (f64, f64)
            %r = arith.maximumf %g#0, %g#1 : f64
            return %r : f64
          }
          func.func private @df(f64, f64) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [0]}"""
        assert lagrad.compile(text).df(1.0, -1.0) == 1.0  # a half of 2

    def test_an_output_that_is_overwritten(self):
        text = """
          func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> {
            %zero = arith.constant 0.0 : f64
            %e = tensor.empty() : tensor<2xf64>
            %z = linalg.fill ins(%zero : f64) outs(%e : tensor<2xf64>) -> tensor<2xf64>
            %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
            iterator_types = ["parallel"]}
                ins(%x : tensor<2xf64>) outs(%z : tensor<2xf64>) {
            ^bb0(%a: f64, %b: f64):
              %m = arith.maximumf %a, %b : f64
              linalg.yield %m : f64
            } -> tensor<2xf64>
            return %r : tensor<2xf64>
          }
          func.func private @df(tensor<2xf64>) -> tensor<2xf64> attributes {lagrad.gradient = @f, lagrad.of_sum}"""
        np.testing.assert_array_equal(lagrad.compile(text).df(np.array([0.0, 1.0])), [0.0, 1.0])


SECOND = """
  func.func private @h(f64, f64, i1, index) -> (f64, f64, f64, f64)
      attributes {lagrad.hessian = @f, lagrad.wrt = [0, 1]}
  func.func private @ddf(f64, f64, i1, index, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @df}
  func.func private @tf(f64, f64, f64, f64, i1, index) -> f64 attributes {lagrad.pushforward = @f}
  func.func private @dtf(f64, f64, f64, f64, i1, index, f64) -> (f64, f64)
      attributes {lagrad.pullback = @tf, lagrad.wrt = [0, 2]}
  func.func private @g(%x: f64, %y: f64) -> f64 attributes {no_inline} {
    %0 = math.sqrt %x : f64
    %1 = arith.divf %0, %x : f64
    %2 = arith.mulf %1, %y : f64
    return %2 : f64
  }
  func.func private @choose(%p: i1, %v: f64, %w: f64) -> f64 attributes {no_inline} {
    %r = arith.select %p, %v, %w : f64
    return %r : f64
  }"""


@pytest.mark.parametrize("x", [0.0, -1.0])
@pytest.mark.parametrize("decision", [
    "%r = scf.if %p -> f64 { %s = math.sin %v : f64\n scf.yield %s : f64 } else { scf.yield %w : f64 }",
    "%r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %w) -> f64 { %s = math.sin %v : f64\n"
    " %t = arith.addf %a, %s : f64\n scf.yield %t : f64 }",
    "%r = func.call @choose(%p, %v, %w) : (i1, f64, f64) -> f64",
])  # fmt: skip
def test_second_derivatives_of_what_is_not_taken(decision, x):
    body = f"%w = arith.mulf %x, %y : f64\n %v = func.call @g(%x, %y) : (f64, f64) -> f64\n {decision}"
    functions = lagrad.compile(program(body, SECOND))
    assert functions.h(x, 2.0, False, 0) == (0.0, 1.0, 1.0, 0.0)
    assert functions.ddf(x, 2.0, False, 0, 1.0, 0.0) == (0.0, 1.0)
    assert functions.ddf(x, 2.0, False, 0, 0.0, 1.0) == (1.0, 0.0)
    assert functions.dtf(x, 1.0, 2.0, 0.0, False, 0, 1.0) == (0.0, 1.0)
    of_x, of_y = functions.ddf(1.3, 0.7, True, 1, 1.0, 0.0), functions.ddf(1.3, 0.7, True, 1, 0.0, 1.0)
    np.testing.assert_allclose(functions.h(1.3, 0.7, True, 1), (*of_x, *of_y), rtol=1e-12)
