"""The code of closed forms: what has none, and what stays in range."""

import pytest
import sympy

import lagrad
from lagrad import pipelines
from lagrad.coarsening.formulas import phi
from lagrad.coarsening.formulas.emission import emit, is_emittable, shared
from lagrad.coarsening.formulas.functions import Phi, Reciprocal, Sigmoid
from lagrad.mlir import ir

x, y, z = sympy.symbols("x y z", real=True)
c, d = sympy.symbols("c d", real=True)


def code(*expressions: sympy.Expr) -> list[str]:
    """The operations that expressions of x, y and z become, without constants."""
    with pipelines.new_context(), ir.Location.unknown():
        module = ir.Module.parse("func.func @f(%x: f64, %y: f64, %z: f64) { return }")
        block = module.body.operations[0].regions[0].blocks[0]
        with ir.InsertionPoint.at_block_begin(block):
            emit(expressions, dict(zip((x, y, z), block.arguments)), ir.F64Type.get())
        ops = [view.operation for view in block.operations][:-1]
        return [str(op).partition(" = ")[2].partition(" :")[0] for op in ops if op.name != "arith.constant"]


@pytest.mark.parametrize(
    "part", [sympy.oo + x, sympy.zoo * x, sympy.Derivative(sympy.Function("g")(x), x), sympy.gamma(x)]
)
def test_what_has_no_code(part):
    assert not is_emittable(part)


def test_a_quotient_is_one_division():
    """The reciprocal of a tiny number is infinite."""
    assert code(x / y) == ["arith.divf %arg0, %arg1"]


def test_sigmoids_of_a_number_and_of_its_negative_are_one_quotient():
    """Each term keeps its digits: what is small is multiplied by the exponential."""
    text = " ".join(code(z + x * Sigmoid(-x * y) + 2 * Sigmoid(x * y) - y * Sigmoid(x * y)))
    names = ("math.exp", "arith.divf", "arith.select", "arith.mulf")
    assert [text.count(name) for name in names] == [1, 1, 3, 2]


@pytest.mark.parametrize("argument", [x, -x])
def test_one_sigmoid_is_one_quotient(argument):
    """No product waits for the division; with that of the other sign there is one division for both."""
    ops = [op.partition(" ")[0] for op in code(Sigmoid(argument))]
    assert ops[-3:] in (["arith.addf", "arith.select", "arith.divf"], ["arith.select", "arith.addf", "arith.divf"])
    assert "arith.mulf" not in ops
    both = " ".join(code(Sigmoid(argument) * Sigmoid(-argument)))
    assert [both.count(name) for name in ("math.exp", "arith.divf")] == [1, 1]


def test_a_square_that_two_quotients_share_is_no_value():
    """The square of a reciprocal may be infinite: numerators come first."""
    common, _ = shared([z / y**2, x / y**2])
    assert not any(part.has(Reciprocal) and part != Reciprocal(y) for _, part in common)
    assert [op.partition(" ")[0] for op in code(z / y**2, x / y**2)] == ["arith.divf", *["arith.mulf"] * 4]


@pytest.mark.parametrize(("power", "count"), [(2, 1), (3, 2), (4, 2), (5, 3), (7, 4), (8, 3), (16, 4)])
def test_powers_are_products(power, count):
    ops = code(x**power)
    assert len(ops) == count and all(op.startswith("arith.mulf") for op in ops)
    text = f"""
        func.func @f(%x: f64, %k: f64) -> f64 attributes {{lagrad.coarsen}} {{
          %n = arith.constant {power + 1}.0 : f64
          %p = math.powf %x, %n : f64
          %r = arith.mulf %p, %k : f64
          return %r : f64
        }}
        func.func private @gradient(f64, f64) -> (f64, f64) attributes {{lagrad.gradient = @f}}
    """
    found = lagrad.compile(text, pipeline="lagrad-coarsened,lagrad-to-llvm").gradient(-1.5, 0.5)
    assert found == pytest.approx(((power + 1) / 2 * (-1.5) ** power, (-1.5) ** (power + 1)), rel=1e-12)


def pullback_of(body: str) -> str:
    """A function of two numbers that is coarsened whole, with its pullback."""
    return f"""
        func.func @f(%x: f64, %y: f64) -> f64 attributes {{lagrad.coarsen}} {{
          {body}
          return %r : f64
        }}
        func.func private @back(f64, f64, f64) -> (f64, f64) attributes {{lagrad.pullback = @f}}
    """


def test_a_cotangent_of_zero_wins_over_a_logarithm():
    text = pullback_of("%l = math.log %x : f64\n %r = arith.mulf %y, %l : f64")
    assert lagrad.compile(text, pipeline="lagrad-coarsened,lagrad-to-llvm").back(0.0, 2.0, 0.0) == (0.0, 0.0)


@pytest.mark.parametrize(("op", "is_guarded"), [("arith.divf %y, %x", False), ("math.sqrt %x", True)])
def test_only_what_may_be_infinite_is_guarded(op, is_guarded):
    with pipelines.new_context():
        module = ir.Module.parse(pullback_of(f"%l = {op} : f64\n %r = arith.mulf %y, %l : f64"))
        pipelines.run(module, "lagrad-coarsen-segments")
        assert ("arith.cmpf" in str(module)) == is_guarded


def test_what_has_choices_is_not_taken_out_of_a_choice():
    """It may be zero on one side, where what it is multiplied by is not finite."""
    inner = Phi(d, x, 0)
    assert phi.factored(Phi(c, inner * x, inner * y)) == Phi(c, inner * x, inner * y)
