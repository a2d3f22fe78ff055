"""What derivatives are where there is none: the conventions of docs/conventions.md."""

import numpy as np
import pytest

import lagrad

INF = float("inf")


def slopes(body: str, arguments: str, *values, ct=1.0):
    """Gradients of a scalar function of f64 arguments, given as MLIR text that ends in %r; in both modes."""
    names = [name.strip() for name in arguments.split(",")]
    pushforwards = "\n".join(
        f"func.func private @along{n}({', '.join(['f64'] * (len(names) + 1))}) -> f64 "
        f"attributes {{lagrad.pushforward = @f, lagrad.wrt = [{n}]}}"
        for n in range(len(names))
    )
    functions = lagrad.compile(f"""
        func.func @f({", ".join(f"{name}: f64" for name in names)}) -> f64 {{
          {body}
          return %r : f64
        }}
        func.func private @df({", ".join(["f64"] * (len(names) + 1))}) -> ({", ".join(["f64"] * len(names))})
            attributes {{lagrad.pullback = @f}}
        {pushforwards}
    """)
    found = functions.df(*values, ct)
    found = found if isinstance(found, tuple) else (found,)
    for n, slope in enumerate(found):  # the tangent of one argument, the others held fixed
        tangent = functions[f"along{n}"](*values[: n + 1], ct, *values[n + 1 :])
        np.testing.assert_array_equal(tangent, slope, f"forward mode, argument {n}")
    return found


def test_the_slope_of_abs_at_zero_is_zero():
    assert slopes("%r = math.absf %x : f64", "%x", 0.0) == (0.0,)


@pytest.mark.parametrize("op", ["arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"])
class TestTies:
    def test_two_variables_get_half_each(self, op):
        assert slopes(f"%r = {op} %x, %y : f64", "%x, %y", 0.75, 0.75, ct=3.0) == (1.5, 1.5)

    @pytest.mark.parametrize("operands", ["%x, %c", "%c, %x"])
    def test_a_variable_gets_nothing_from_a_tie_with_a_constant(self, op, operands):
        body = f"%c = arith.constant 0.0 : f64\n %r = {op} {operands} : f64"
        assert slopes(body, "%x", 0.0) == (0.0,)

    def test_away_from_the_tie_one_gets_all(self, op):
        (of_x, of_y) = slopes(f"%r = {op} %x, %y : f64", "%x, %y", 0.75, 0.5)
        assert (of_x, of_y) == ((1.0, 0.0) if "max" in op else (0.0, 1.0))

    def test_a_dense_constant_is_a_constant(self, op):
        functions = lagrad.compile(f"""
            func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {{
              %c = arith.constant dense<[0.0, 1.0, 2.0]> : tensor<3xf64>
              %r = {op} %x, %c : tensor<3xf64>
              return %r : tensor<3xf64>
            }}
            func.func private @df(tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64> attributes {{lagrad.pullback = @f}}
        """)
        found = functions.df(np.array([0.0, 1.5, 2.0]), np.ones(3))
        np.testing.assert_array_equal(found, [0.0, 1.0 if "max" in op else 0.0, 0.0])

    def test_a_constant_captured_by_a_generic_is_a_constant(self, op):
        functions = lagrad.compile(f"""
            func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {{
              %c = arith.constant 0.0 : f64
              %r = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]}} ins(%x : tensor<3xf64>) outs(%x : tensor<3xf64>) {{
              ^bb0(%a: f64, %o: f64):
                %m = {op} %a, %c : f64
                linalg.yield %m : f64
              }} -> tensor<3xf64>
              return %r : tensor<3xf64>
            }}
            func.func private @df(tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64> attributes {{lagrad.pullback = @f}}
        """)
        found = functions.df(np.array([0.0, -1.0, 1.0]), np.ones(3))
        np.testing.assert_array_equal(found, [0.0, 0.0, 1.0] if "max" in op else [0.0, 1.0, 0.0])


@pytest.mark.parametrize("op", ["arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"])
def test_reductions_share_equally_among_ties(op):
    largest = "max" in op
    functions = lagrad.compile(f"""
        func.func @f(%x: tensor<2x5xf64>) -> tensor<2xf64> {{
          %c = arith.constant {"-1.0e+300" if largest else "1.0e+300"} : f64
          %z = tensor.splat %c : tensor<2xf64>
          %r = linalg.reduce ins(%x : tensor<2x5xf64>) outs(%z : tensor<2xf64>) dimensions = [1]
            (%a: f64, %acc: f64) {{
              %m = {op} %a, %acc : f64
              linalg.yield %m : f64
            }}
          return %r : tensor<2xf64>
        }}
        func.func private @df(tensor<2x5xf64>, tensor<2xf64>) -> tensor<2x5xf64> attributes {{lagrad.pullback = @f}}
    """)
    x = np.array([[1.0, 3.0, 3.0, 2.0, 3.0], [4.0, 4.0, 4.0, 4.0, 4.0]])
    found = functions.df(x if largest else -x, np.array([6.0, 10.0]))
    np.testing.assert_allclose(found, [[0, 2, 2, 0, 2], [2, 2, 2, 2, 2]], rtol=1e-15)


@pytest.mark.parametrize(
    "op, at, slope",
    [
        ("math.sqrt", 0.0, INF),
        ("math.cbrt", 0.0, INF),
        ("math.log", 0.0, INF),
        ("math.log2", 0.0, INF),
        ("math.log10", 0.0, INF),
        ("math.log1p", -1.0, INF),
        ("math.asin", 1.0, INF),
        ("math.acos", 1.0, -INF),
        ("math.acosh", 1.0, INF),
        ("math.atanh", 1.0, INF),
        ("math.rsqrt", 0.0, -INF),
    ],
)
def test_an_infinite_slope_times_a_zero_cotangent_is_zero(op, at, slope):
    body = f"%r = {op} %x : f64"
    assert slopes(body, "%x", at) == (slope,)
    assert slopes(body, "%x", at, ct=0.0) == (0.0,)


@pytest.mark.parametrize("x, y, of_x", [(0.0, 2.0, 0.0), (0.0, 1.0, 1.0), (0.0, 0.0, 0.0), (0.0, 0.5, INF)])
def test_powers_of_zero(x, y, of_x):
    assert slopes("%r = math.powf %x, %y : f64", "%x, %y", x, y) == (of_x, 0.0)
    assert slopes("%r = math.powf %x, %y : f64", "%x, %y", x, y, ct=0.0) == (0.0, 0.0)


def test_a_whole_power_of_a_negative_base_has_a_slope():
    (of_x,) = slopes("%c = arith.constant 3.0 : f64\n %r = math.powf %x, %c : f64", "%x", -2.0)
    assert of_x == pytest.approx(12.0, rel=1e-14)


def test_select_leaks_no_nan_from_the_branch_not_taken():
    body = """
      %c = arith.constant 0.0 : f64
      %bad = math.log %x : f64
      %worse = math.sqrt %bad : f64
      %p = arith.cmpf ogt, %x, %c : f64
      %r = arith.select %p, %worse, %x : f64
    """
    assert slopes(body, "%x", -1.0) == (1.0,)


def test_a_value_clamped_at_its_bound_belongs_to_the_bound():
    body = "%r = math.clampf %x to [%lo, %hi] : f64"
    assert slopes(body, "%x, %lo, %hi", 1.0, 1.0, 2.0) == (0.0, 1.0, 0.0)
    assert slopes(body, "%x, %lo, %hi", 2.0, 1.0, 2.0) == (0.0, 0.0, 1.0)


def test_maxnum_ignores_a_nan_and_so_does_its_slope():
    assert slopes("%r = arith.maxnumf %x, %y : f64", "%x, %y", float("nan"), 2.0) == (0.0, 1.0)
    assert slopes("%r = arith.minnumf %x, %y : f64", "%x, %y", 2.0, float("nan")) == (1.0, 0.0)


def second(body: str, x: float, y: float):
    """The Hessian of a function of x and y, forward over reverse; and the pullback of the gradient at (1, 0) and (0,
    1)."""
    functions = lagrad.compile(f"""
        func.func @f(%x: f64, %y: f64) -> f64 {{
          {body}
          return %r : f64
        }}
        func.func private @h(f64, f64) -> (f64, f64, f64, f64) attributes {{lagrad.hessian = @f}}
        func.func private @df(f64, f64) -> (f64, f64) attributes {{lagrad.gradient = @f}}
        func.func private @ddf(f64, f64, f64, f64) -> (f64, f64) attributes {{lagrad.pullback = @df}}
    """)
    reverse = (*functions.ddf(x, y, 1.0, 0.0), *functions.ddf(x, y, 0.0, 1.0))
    np.testing.assert_array_equal(functions.h(x, y), reverse)
    return reverse


class TestSecondDerivatives:
    def test_a_cotangent_that_is_zero_by_chance(self):
        assert second("%0 = math.sqrt %x : f64\n %r = arith.mulf %0, %y : f64", 4.0, 0.0) == (0.0, 0.25, 0.25, 0.0)

    def test_an_exponent_of_zero(self):
        assert second("%r = math.powf %x, %y : f64", 1.0, 0.0) == (0.0, 1.0, 1.0, 0.0)

    def test_abs_at_zero_has_none(self):
        assert second("%0 = math.absf %x : f64\n %r = arith.addf %0, %y : f64", 0.0, 1.0) == (0.0, 0.0, 0.0, 0.0)

    @pytest.mark.parametrize("x", [0.0, -1.0])
    def test_what_a_select_discards_stays_out(self, x):
        body = """
            %zero = arith.constant 0.0 : f64
            %0 = math.sqrt %x : f64
            %1 = arith.mulf %0, %y : f64
            %2 = arith.mulf %1, %x : f64
            %log = math.log %x : f64
            %angle = math.atan2 %log, %x : f64
            %4 = arith.mulf %2, %angle : f64
            %p = arith.cmpf ogt, %x, %zero : f64
            %3 = arith.select %p, %4, %x : f64
            %r = arith.mulf %3, %y : f64"""
        assert second(body, x, 1.0) == (0.0, 1.0, 1.0, 0.0)
