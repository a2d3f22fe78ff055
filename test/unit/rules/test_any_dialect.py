"""Rules for operations of any dialect: every depth, both modes, second order, against finite differences."""

from __future__ import annotations

import numpy as np
import pytest
from tables import registered

import lagrad
from lagrad import build, execute, gradcheck, pipelines, rules
from lagrad.errors import Failure
from lagrad.mlir import ir
from lagrad.scalars import call

V = "tensor<3xf64>"
EVERY = """
func.func private @pullback({inputs}, {out}) -> ({inputs}) attributes {{lagrad.pullback = @f}}
func.func private @pushforward({pairs}) -> {out} attributes {{lagrad.pushforward = @f}}
func.func private @gradient({inputs}) -> ({inputs}) attributes {{lagrad.gradient = @f, lagrad.of_sum}}
func.func private @forward_over_reverse({pairs}) -> ({inputs}) attributes {{lagrad.pushforward = @gradient}}
func.func private @reverse_over_reverse({inputs}, {inputs}) -> ({inputs}) attributes {{lagrad.pullback = @gradient}}
"""


@pytest.fixture(autouse=True)
def forgotten():
    with registered():
        yield


def check(program: str, inputs: list[str], out: str, seed: int = 0) -> None:
    """Both modes, and both of a gradient, against finite differences."""
    asked = EVERY.format(inputs=", ".join(inputs), out=out, pairs=", ".join(t for t in inputs for _ in range(2)))
    module = execute.parse(program + asked)
    rng = np.random.default_rng(seed)
    values = [rng.uniform(0.5, 1.5, [3] * t.startswith("tensor")) for t in inputs]
    outcomes = gradcheck.check(module, lambda _: values)
    assert len(outcomes) == 5
    assert all(outcome.passed for outcome in outcomes), "\n".join(map(str, outcomes))


def square_rules():
    rules.partials("toy.square(x)", x=lambda ct, x: 2.0 * ct * x)
    rules.lowering("toy.square", "func.func @s(%x: f64) -> f64 {\n %0 = arith.mulf %x, %x : f64\n return %0 : f64 }")


@pytest.mark.parametrize("type", ["f64", V, "tensor<?xf64>"])
def test_partials_work_on_scalars_and_on_the_elements_of_tensors(type):
    square_rules()
    check(
        f"""func.func @f(%x: {type}) -> {type} {{
          %0 = "toy.square"(%x) : ({type}) -> {type}
          %1 = arith.mulf %0, %x : {type}
          return %1 : {type} }}""",
        [type],
        type,
    )


def test_a_wrong_partial_is_found():
    square_rules()
    rules.partials("toy.square(x)", x=lambda ct, x: ct * x)
    with pytest.raises(AssertionError, match="wrong @pullback"):
        check(
            'func.func @f(%x: f64) -> f64 {\n %0 = "toy.square"(%x) : (f64) -> f64\n return %0 : f64 }', ["f64"], "f64"
        )


def test_a_linear_operation_has_its_transpose():
    @rules.linear("toy.reverse")
    def reverse(op, ct, sweep):
        return [build.emit1("toy.reverse", ct.type, ct)]

    @rules.lowering("toy.reverse")
    def lower(op):
        (x,) = op.operands
        return [build.emit1("tensor.from_elements", x.type, *(build.extract(x, [build.index(n)]) for n in (2, 1, 0)))]

    check(
        f"""func.func @f(%x: {V}) -> {V} {{
          %0 = "toy.reverse"(%x) : ({V}) -> {V}
          %1 = arith.mulf %0, %x : {V}
          return %1 : {V} }}""",
        [V],
        V,
    )


def polar_rules(depends: bool = False):
    """Two results of two operands, and a third one that is an integer."""
    f64 = ir.F64Type

    @rules.adjoint("toy.polar", reads=rules.everything)
    def polar(op, cts, sweep):
        (_, phi), (x, y, _) = map(sweep.value, op.operands), map(sweep.value, op.results)
        of_x, of_y, of_sign = cts
        assert of_sign is None
        cos, sin = (build.emit1(name, phi.type, phi) for name in ("math.cos", "math.sin"))
        product = lambda *two: build.emit1("arith.mulf", f64.get(), *two)
        over = build.emit1("arith.subf", f64.get(), product(of_y, x), product(of_x, y))
        return [build.add(product(of_x, cos), product(of_y, sin)), over]

    @rules.tangent("toy.polar", reads=rules.everything)
    def tangent(op, dxs, sweep):
        (_, phi), (x, y, _) = map(sweep.value, op.operands), map(sweep.value, op.results)
        product = lambda *two: build.emit1("arith.mulf", f64.get(), *two)
        zero = build.constant(f64.get(), 0.0)
        da, dphi = (zero if dx is None else dx for dx in dxs)
        cos, sin = (build.emit1(name, phi.type, phi) for name in ("math.cos", "math.sin"))
        dx = build.emit1("arith.subf", f64.get(), product(da, cos), product(dphi, y))
        return [dx, build.add(product(da, sin), product(dphi, x)), None]

    rules.lowering("toy.polar", """func.func @polar(%a: f64, %phi: f64) -> (f64, f64, i1) {
      %c = math.cos %phi : f64
      %s = math.sin %phi : f64
      %x = arith.mulf %a, %c : f64
      %y = arith.mulf %a, %s : f64
      %p = arith.cmpf ogt, %x, %y : f64
      return %x, %y, %p : f64, f64, i1 }""")  # fmt: skip


POLAR = """func.func @f(%a: f64, %phi: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a, %y = %phi) -> (f64, f64) {
    %p:3 = "toy.polar"(%x, %y) : (f64, f64) -> (f64, f64, i1)
    %z = arith.select %p#2, %p#0, %p#1 : f64
    scf.yield %z, %p#1 : f64, f64
  }
  %0 = arith.mulf %r#0, %r#1 : f64
  return %0 : f64
}"""


def test_an_operation_of_several_results_in_a_loop():
    polar_rules()
    check(POLAR, ["f64", "f64"], "f64")


def test_a_mode_without_a_rule_goes_through_the_lowering():
    polar_rules()
    rules.RULES["toy.polar"].tangent = None
    check(POLAR, ["f64", "f64"], "f64")


def test_without_a_rule_or_a_lowering_a_mode_is_refused():
    polar_rules()
    rules.RULES["toy.polar"].tangent = None
    del rules.LOWERINGS["toy.polar"]
    with pytest.raises(Failure, match="cannot differentiate 'toy.polar': no rule for forward mode"):
        check(POLAR, ["f64", "f64"], "f64")


def test_activity_follows_what_depends_on_what():
    @rules.depends("toy.swap")
    def swap_depends(op):
        return [[1], [0]]

    @rules.adjoint("toy.swap")
    def swap(op, cts, sweep):
        return cts[::-1]

    program = """func.func @f(%x: f64, %y: f64) -> f64 {
      %0:2 = "toy.swap"(%x, %y) : (f64, f64) -> (f64, f64)
      %1 = "toy.unknown"(%0#0) : (f64) -> f64
      %2 = arith.mulf %1, %0#1 : f64
      return %2 : f64 }
    func.func private @df(f64, f64) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [WRT]}"""
    rules.lowering("toy.unknown", "func.func @u(%x: f64) -> f64 {\n return %x : f64 }")

    @rules.lowering("toy.swap")
    def lower(op):
        return list(op.operands)[::-1]

    compiled = lagrad.compile(program.replace("WRT", "0"))
    assert compiled.df(2.0, 3.0) == 3.0
    assert lagrad.compile(program.replace("WRT", "1")).df(2.0, 3.0) == 2.0
    del rules.LOWERINGS["toy.unknown"]
    rules.DEPENDS["toy.unknown"] = lambda op: [[0]]
    with pytest.raises(Failure, match="no lowering for 'toy.unknown'"):
        lagrad.compile(program.replace("WRT", "0"))  # nothing active goes through it, so the derivative itself is fine
    with pytest.raises(Failure, match="cannot differentiate 'toy.unknown'"):
        lagrad.compile(program.replace("WRT", "1"))


def test_sizes_are_known_without_the_result():
    @rules.adjoint("toy.heavy", reads=rules.operands)
    def heavy(op, cts, sweep):
        return [build.emit1("toy.heavy", cts[0].type, cts[0])]

    @rules.sizes("toy.heavy")
    def sizes(op):
        return [build.sizes_of(op.operands[0])]

    rules.lowering("toy.heavy", "func.func @h(%x: tensor<?xf64>) -> tensor<?xf64> {\n return %x : tensor<?xf64> }")
    program = """func.func @f(%x: tensor<?xf64>) -> tensor<?xf64> {
      %0 = "toy.heavy"(%x) : (tensor<?xf64>) -> tensor<?xf64>
      return %0 : tensor<?xf64> }
    func.func private @df(tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @f}"""
    module = execute.parse(program)
    pipelines.run(module, "lagrad-default")
    derivative = str(module).partition("@df")[2]
    assert derivative.count("toy.heavy") == 1  # of the cotangent
    assert list(lagrad.compile(program).df(np.ones(2), np.array([2.0, 3.0]))) == [2.0, 3.0]


def test_many_directions_take_their_turns_or_go_at_once():
    @rules.linear("toy.twice")
    def twice(op, ct, sweep):
        return [build.emit1("toy.twice", ct.type, ct)]

    rules.lowering("toy.twice", f"func.func @t(%x: {V}) -> {V} {{\n %0 = arith.addf %x, %x : {V}\n return %0 : {V} }}")
    program = f"""func.func @f(%x: {V}) -> {V} {{
      %0 = "toy.twice"(%x) : ({V}) -> {V}
      return %0 : {V} }}
    func.func private @df({V}) -> tensor<3x3xf64> attributes {{lagrad.jacobian = @f}}"""
    assert np.array_equal(lagrad.compile(program).df(np.ones(3)), 2 * np.eye(3))
    called = []

    @rules.batched("toy.twice")
    def batched(op, batch):
        called.append(op.name)
        return [build.add(batch.value(op.operands[0]), batch.value(op.operands[0]))]

    assert np.array_equal(lagrad.compile(program).df(np.ones(3)), 2 * np.eye(3))
    assert called


def test_a_region_operation_reuses_loops():
    """An operation that runs its region so many times is a loop with these bounds, to code and to derivatives."""
    rules.terminators("toy.end")

    @rules.lowering("toy.repeat")
    def repeat(op):
        start, *_ = op.operands
        (block,) = op.regions[0].blocks
        bounds = [build.index(n) for n in (0, op.attributes["times"].value, 1)]
        loop = ir.Operation.create("scf.for", results=[start.type], operands=[*bounds, start], regions=1)
        body = loop.regions[0].blocks.append(build.index_type(), start.type, arg_locs=[op.location] * 2)
        with ir.InsertionPoint(body):
            build.emit("scf.yield", [], rules.copy_block(block, list(body.arguments)[1:]))
        return list(loop.results)

    check(
        """func.func @f(%x: f64, %s: f64) -> f64 {
          %0 = func.call @g(%x, %s) : (f64, f64) -> f64
          return %0 : f64 }
        func.func private @g(%x: f64, %s: f64) -> f64 {
          %0 = "toy.repeat"(%x) ({
          ^bb0(%y: f64):
            %1 = math.sin %y : f64
            %2 = arith.mulf %1, %s : f64
            "toy.end"(%2) : (f64) -> ()
          }) {times = 3 : i64} : (f64) -> f64
          return %0 : f64 }""",
        ["f64", "f64"],
        "f64",
    )


def test_a_region_without_a_lowering_is_refused():
    rules.terminators("toy.end")
    rules.adjoint("toy.apply")(lambda op, cts, sweep: [cts[0]])
    text = """func.func @f(%x: f64) -> f64 {
      %0 = "toy.apply"(%x) ({
      ^bb0(%y: f64):
        "toy.end"(%y) : (f64) -> ()
      }) : (f64) -> f64
      return %0 : f64 }
    func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}"""
    for pipeline in ("lagrad-differentiate", "lagrad-default"):
        with pytest.raises(Failure, match="'toy.apply' has regions, and no lowering"):
            lagrad.compile(text, pipeline=pipeline)


IRDL = """
irdl.dialect @toy {
  irdl.operation @sine {
    %f = irdl.is f64
    irdl.operands(x: %f)
    irdl.results(y: %f)
  }
}"""


def test_a_dialect_that_is_defined_by_irdl():
    rules.define(IRDL)
    rules.partials("toy.sine(x)", x=lambda ct, x: ct * call("math.cos", x))
    rules.lowering("toy.sine", "func.func @s(%x: f64) -> f64 {\n %0 = math.sin %x : f64\n return %0 : f64 }")
    text = """func.func private @g(%x: f64) -> f64 {
      %0 = "toy.sine"(%x) : (f64) -> f64
      return %0 : f64 }
    func.func @f(%x: f64) -> f64 {
      %0 = func.call @g(%x) : (f64) -> f64
      return %0 : f64 }"""
    check(text, ["f64"], "f64")
    with pytest.raises(Failure, match="expected 'f64'"):
        execute.parse('func.func @f(%x: f32) -> f64 {\n %0 = "toy.sine"(%x) : (f32) -> f64\n return %0 : f64 }')


def test_irdl_that_is_not_valid():
    rules.define("irdl.dialect @toy { irdl.operation }")
    with pytest.raises(Failure, match="the IRDL definition of a dialect is not valid"):
        execute.parse("func.func private @f()")


def test_a_rule_of_ours_can_be_replaced():
    text = "func.func @f(%x: f64) -> f64 {\n %0 = math.sin %x : f64\n return %0 : f64 }"
    rules.partials("math.sin(x)", x=lambda ct, x: 5.0 * ct)
    program = lagrad.compile(text + "func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}")
    assert program.df(1.0) == 5.0


@pytest.mark.parametrize(
    "header, adjoints, message",
    [
        ("toy(x)", {}, "a rule starts with an operation and its operands"),
        ("toy.f(x,)", {}, "a rule starts with an operation and its operands"),
        ("toy.f(x)", {"y": lambda ct: ct}, "has no operand 'y'"),
        ("toy.f(x)", {"x": lambda ct, z: ct}, "has no operand 'z'"),
    ],
)
def test_a_header_that_is_wrong(header, adjoints, message):
    with pytest.raises(ValueError, match=message):
        rules.partials(header, **adjoints)


@pytest.mark.parametrize(
    "text, message",
    [
        (
            "func.func @f(%x: f32) -> f32 {\n return %x : f32 }",
            r"the lowering of 'toy.f' has type \(f32\) -> f32, not \(f64\) -> f64",
        ),
        ("func.func @f(%x: f64) -> f64 {", "the lowering of 'toy.f' is not MLIR that can be parsed"),
        ("func.func private @f(f64) -> f64", "the lowering of 'toy.f' must be one func.func, with one block"),
    ],
)
def test_a_lowering_that_does_not_fit(text, message):
    rules.lowering("toy.f", text)
    program = 'func.func @f(%x: f64) -> f64 {\n %0 = "toy.f"(%x) : (f64) -> f64\n return %0 : f64 }'
    with pytest.raises(Failure, match=message):
        lagrad.compile(program)


def test_a_lowering_that_never_ends():
    @rules.lowering("toy.f")
    def lower(op):
        return [build.emit1("toy.f", op.results[0].type, op.operands[0])]

    program = 'func.func @f(%x: f64) -> f64 {\n %0 = "toy.f"(%x) : (f64) -> f64\n return %0 : f64 }'
    with pytest.raises(Failure, match="the lowering of 'toy.f' gives operations that it lowers again"):
        lagrad.compile(program)
