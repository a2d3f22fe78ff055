"""Operations of other dialects that make, view, read and write memory: what they are made of, and so their shadows."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from tables import registered

import lagrad
from lagrad import build, execute, gradcheck, rules
from lagrad.ad.memory.raising import raiser
from lagrad.ad.memory.rules import memory_rules
from lagrad.analysis.call_graph import signature
from lagrad.errors import Failure
from lagrad.mlir import ir

M, T, PART = "memref<4xf64>", "tensor<4xf64>", "memref<2xf64, strided<[1], offset: ?>>"


@pytest.fixture(autouse=True)
def forgotten():
    with registered():
        yield


def alloc(op):
    none = ir.DenseI32ArrayAttr.get([0, 0])
    return [build.emit1("memref.alloc", op.results[0].type, operandSegmentSizes=none)]


def a_dialect_on_memory() -> None:
    """A dialect on memory: it makes a buffer, takes parts, swaps, multiplies, and goes through all elements."""
    rules.lowering("toy.alloc")(alloc)

    @rules.lowering("toy.view")
    def view(op):
        buffer, first = op.operands
        return [build.subview(buffer, op.results[0].type, [first], [2], [1])]

    rules.lowering(
        "toy.swap",
        f"""func.func @swap(%a: {PART}, %b: {PART}) {{
          %t = memref.alloca() : memref<2xf64>
          memref.copy %a, %t : {PART} to memref<2xf64>
          memref.copy %b, %a : {PART} to {PART}
          memref.copy %t, %b : memref<2xf64> to {PART}
          return
        }}""",
    )

    # In derivatives it is an operation on what memory holds, and that one has the full interface.
    rules.lowering(
        "toy.mul",
        f"""func.func @mul(%a: {M}, %b: {M}, %out: {M}) {{
          linalg.mul ins(%a, %b : {M}, {M}) outs(%out : {M})
          return
        }}""",
    )

    @rules.shadow("toy.mul")
    def multiply(op):
        x, y, out = op.operands
        tensors = [build.emit1("bufferization.to_tensor", ir.Type.parse(T), buffer) for buffer in (x, y)]
        product = build.emit1("toy.product", tensors[0].type, *tensors)
        writable = ir.UnitAttr.get()
        build.emit("bufferization.materialize_in_destination", [], [product, out], writable=writable)
        return []

    def times(a, b):
        return build.emit1("arith.mulf", a.type, a, b)

    @rules.adjoint("toy.product", reads=rules.operands)
    def product(op, cts, sweep):
        x, y = map(sweep.value, op.operands)
        return [times(cts[0], y), times(cts[0], x)]

    @rules.tangent("toy.product", reads=rules.operands)
    def product_tangent(op, dxs, sweep):
        pairs = zip(dxs, reversed(list(op.operands)))
        shares = [times(dx, sweep.value(other)) for dx, other in pairs if dx is not None]
        return [shares[0] if len(shares) == 1 else build.add(*shares)]

    @rules.lowering("toy.product")
    def lower_product(op):
        return [times(*op.operands)]

    rules.terminators("toy.end")

    @rules.lowering("toy.each")
    def each(op):
        (buffer,), (block,) = op.operands, op.regions[0].blocks
        bounds = [build.index(n) for n in (0, 4, 1)]
        loop = ir.Operation.create("scf.for", operands=bounds, regions=1)
        body = loop.regions[0].blocks.append(build.index_type(), arg_locs=[op.location])
        with ir.InsertionPoint(body):
            at = body.arguments[0]
            element = build.emit1("memref.load", build.element(op.operands[0].type), buffer, at)
            (value,) = rules.copy_block(block, [element])
            build.emit("memref.store", [], [value, buffer, at])
            build.emit("scf.yield", [], [])
        return []


PROGRAM = f"""
func.func @f(%m: {M}, %x: f64, %n: index) -> f64 {{
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %t = "toy.alloc"() : () -> {M}
  "toy.mul"(%m, %m, %t) : ({M}, {M}, {M}) -> ()
  "toy.each"(%t) ({{
  ^bb0(%e: f64):
    %s = math.sin %e : f64
    %p = arith.mulf %s, %x : f64
    "toy.end"(%p) : (f64) -> ()
  }}) : ({M}) -> ()
  %a = "toy.view"(%t, %c0) : ({M}, index) -> {PART}
  %b = "toy.view"(%t, %c2) : ({M}, index) -> {PART}
  "toy.swap"(%a, %b) : ({PART}, {PART}) -> ()
  "toy.mul"(%t, %m, %m) : ({M}, {M}, {M}) -> ()
  %v = "toy.view"(%m, %n) : ({M}, index) -> {PART}
  %r = memref.load %v[%c0] : {PART}
  return %r : f64
}}
func.func private @pullback({M}, f64, index, f64, {M}) -> f64 attributes {{lagrad.pullback = @f, lagrad.wrt = [0, 1]}}
func.func private @pushforward({M}, {M}, f64, f64, index) -> f64
    attributes {{lagrad.pushforward = @f, lagrad.wrt = [0, 1]}}
func.func private @vectors({M}, memref<3x4xf64>, f64, tensor<3xf64>, index) -> tensor<3xf64>
    attributes {{lagrad.pushforward = @f, lagrad.wrt = [0, 1], lagrad.vectors = 3}}
func.func private @second({M}, f64, index, f64, {M}, f64, {M})
    attributes {{lagrad.pullback = @pullback, lagrad.wrt = [0]}}
func.func private @tangent_of_pullback({M}, {M}, f64, index, f64, {M}, {M}) -> f64
    attributes {{lagrad.pushforward = @pullback, lagrad.wrt = [0, 4]}}
"""


def test_a_dialect_on_memory_in_both_modes_and_twice():
    a_dialect_on_memory()
    rng = np.random.default_rng(3)
    draw = {M: lambda: rng.uniform(0.4, 1.3, 4), "f64": lambda: rng.uniform(0.4, 1.3), "index": lambda: 1}
    outcomes = gradcheck.check(execute.parse(PROGRAM), lambda f: [draw[str(type)]() for type in signature(f)[0]])
    assert len(outcomes) == 5
    assert all(outcome.passed for outcome in outcomes), "\n".join(map(str, outcomes))


ON_LOAN = f"""
func.func @f(%m: {M}, %x: f64) -> f64 {{
  %c1 = arith.constant 1 : index
  %t = "toy.lend"() : () -> {M}
  memref.copy %m, %t : {M} to {M}
  memref.store %x, %t[%c1] : {M}
  %v = "toy.first"(%t) : ({M}) -> f64
  %w = memref.load %t[%c1] : {M}
  %r = arith.mulf %v, %w : f64
  return %r : f64
}}
func.func private @gradient({M}, f64, {M}) -> f64 attributes {{lagrad.gradient = @f, lagrad.wrt = [0, 1]}}
"""


def test_a_derivative_asks_for_the_shadow_and_the_program_for_the_lowering():
    @rules.lowering("toy.lend")
    def lend(op):
        raise AssertionError("no derivative is made of this")

    rules.shadow("toy.lend")(alloc)
    text = """func.func @first(%m: memref<4xf64>) -> f64 {
      %c0 = arith.constant 0 : index
      %0 = memref.load %m[%c0] : memref<4xf64>
      return %0 : f64
    }"""
    rules.shadow("toy.first", text)
    program = lagrad.compile(
        ON_LOAN.replace("@f(", "private @f("), pipeline="lagrad-default,symbol-dce,lagrad-to-llvm-blas"
    )
    m, shadow = np.array([3.0, 5.0, 7.0, 9.0]), np.ones(4)
    assert program.gradient(m, 2.0, shadow) == 3.0
    assert shadow.tolist() == [3.0, 1.0, 1.0, 1.0] and m.tolist() == [3.0, 5.0, 7.0, 9.0]
    with pytest.raises(AssertionError, match="no derivative is made of this"):
        lagrad.compile(ON_LOAN)


def test_what_is_inactive_is_called_once_in_order_and_recorded():
    text = f"""func.func @count(%m: {M}) -> f64 {{
      %c0 = arith.constant 0 : index
      %one = arith.constant 1.0 : f64
      %0 = memref.load %m[%c0] : {M}
      %1 = arith.addf %0, %one : f64
      memref.store %1, %m[%c0] : {M}
      return %1 : f64
    }}"""
    rules.lowering("toy.count", text)
    rules.inactive("toy.count")
    program = lagrad.compile(f"""
    func.func @f(%x: f64, %m: {M}) -> f64 {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%y = %x) -> f64 {{
        %n = "toy.count"(%m) : ({M}) -> f64
        %p = arith.mulf %y, %n : f64
        scf.yield %p : f64
      }}
      return %r : f64
    }}
    func.func private @df(f64, {M}) -> f64 attributes {{lagrad.gradient = @f, lagrad.wrt = [0]}}""")
    counter = np.zeros(4)
    assert program.df(2.0, counter) == 6.0 and counter[0] == 3.0


def test_memory_of_which_nobody_says_what_it_is():
    rules.shadow("toy.lend")(alloc)
    rules.partials("toy.first(x)", x=lambda ct: ct)
    with pytest.raises(Failure, match="cannot follow memory through 'toy.first'") as caught:
        lagrad.compile(ON_LOAN, pipeline="lagrad-differentiate")
    assert "say what it is with shadow or lowering (docs/rules.md)" in str(caught.value)


def test_rules_of_memref_may_stand_in_a_file(tmp_path, monkeypatch):
    names = ["memref.alloc", "memref.load", "memref.store", "memref.subview"]
    functions = [raiser.RULES[name] for name in names]
    for name in names:
        monkeypatch.delitem(raiser.RULES, name)
    with pytest.raises(Failure, match="cannot follow memory through"):
        lagrad.compile(OURS)
    file = tmp_path / "memref_rules.py"
    theirs = f"from {memory_rules.__name__} import *\nfrom {memory_rules.__name__} import _kept, _open, _view\n"
    file.write_text(theirs + "\n".join(map(inspect.getsource, functions)))
    shadow = np.zeros(4)
    lagrad.compile(OURS, rules=file).gradient(np.array([3.0, 5.0, 7.0, 9.0]), 1, shadow)
    assert shadow.tolist() == [0.0, 10.0, 0.0, 0.0]
    assert raiser.RULES["memref.load"] is not functions[1]


OURS = f"""
func.func @f(%m: {M}, %n: index) -> f64 {{
  %c0 = arith.constant 0 : index
  %t = memref.alloc() : {M}
  memref.copy %m, %t : {M} to {M}
  %v = memref.subview %t[%n] [2] [1] : {M} to {PART}
  %a = memref.load %v[%c0] : {PART}
  %b = arith.mulf %a, %a : f64
  memref.store %b, %v[%c0] : {PART}
  %r = memref.load %t[%n] : {M}
  return %r : f64
}}
func.func private @gradient({M}, index, {M}) attributes {{lagrad.gradient = @f}}
"""
