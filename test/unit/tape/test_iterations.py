"""Loops whose counter has another step than one are cut as well: layers leave what they give, bit for bit."""

import functools

import numpy as np
import pytest

import lagrad
from lagrad import execute, pipelines
from lagrad.forms.trip_count import is_iteration
from lagrad.lowering.walk import walk

# The counter is used by the function too, and states are recorded, whose rows are behind those of their iterations.
STEPS = """
func.func @f(%x: f64, %y: f64, %from: index, %to: index, %by: index) -> f64 {
  %0 = scf.for %i = %from to %to step STEP iter_args(%p = %x) -> f64 {
    %k = arith.index_cast %i : index to i64
    %t = arith.sitofp %k : i64 to f64
    %1 = arith.mulf %p, %t : f64
    %2 = math.sin %1 : f64
    %3 = arith.mulf %2, %y : f64
    %4 = math.exp %3 : f64
    %5 = arith.mulf %4, %p : f64
    scf.yield %5 : f64
  }
  return %0 : f64
}
func.func private @df(f64, f64, index, index, index) -> (f64, f64) attributes {lagrad.gradient = @f}
"""
RECORDED = "lagrad-differentiate{tape=record},lagrad-default"
LAYERS = "lagrad-layout-tape,lagrad-layer-tape{scratchpad-bytes=64},lagrad-index-scratchpad"
PROGRAMS = {"any": STEPS.replace("STEP", "%by"), "three": STEPS.replace("STEP", "%three").replace(
    "  %0 = scf", "  %three = arith.constant 3 : index\n  %0 = scf")}  # fmt: skip


@functools.cache
def compiled(name: str, passes: str):
    lowered = f"{RECORDED},{passes}lagrad-to-llvm-strict{{check-bounds=true}}"
    return lagrad.compile(PROGRAMS[name], pipeline=lowered, entry="df").df


@pytest.mark.parametrize("name", PROGRAMS)
def test_both_sweeps_run_in_layers(name):
    module = execute.parse(PROGRAMS[name])
    pipelines.run(module, pipelines.read(f"{RECORDED},{LAYERS}"))
    assert str(module).count("lagrad.layer =") == 2


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("begin, end", [(0, 0), (2, 3), (1, 9), (0, 60), (7, 70), (9, 2)])
@pytest.mark.parametrize("step", [1, 2, 3, 100])
def test_the_same_bits(name, begin, end, step):
    given = (0.4, 0.9, begin, end, step)
    for found, expected in zip(compiled(name, f"{LAYERS},")(*given), compiled(name, "")(*given), strict=True):
        np.testing.assert_array_equal(found, expected)


OF_INTEGERS = """
func.func @f(%x: tensor<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %from = arith.constant 0 : i32
  %by = arith.constant 1 : i32
  %to = arith.constant 8 : i32
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<8xf64>
  %0 = scf.for %i = %from to %to step %by iter_args(%t = %e) -> tensor<8xf64> : i32 {
    %k = arith.index_castui %i : i32 to index
    %v = tensor.extract %x[%k] : tensor<8xf64>
    %w = math.sin %v : f64
    %u = tensor.insert %w into %t[%k] : tensor<8xf64>
    scf.yield %u : tensor<8xf64>
  } {lagrad.tape = array<i64: 0>}
  %1 = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f64 {
    %v = tensor.extract %0[%i] : tensor<8xf64>
    %u = arith.addf %s, %v : f64
    scf.yield %u : f64
  }
  return %1 : f64
}
"""


def test_loops_over_integers():
    layers = "lagrad-layer-tape{scratchpad-bytes=64},lagrad-index-scratchpad"
    module = execute.parse(OF_INTEGERS)
    pipelines.run(module, pipelines.read(layers))
    assert str(module).count("lagrad.layer =") == 2
    x = np.random.default_rng(8).uniform(size=8)
    cut = lagrad.compile(OF_INTEGERS, pipeline=f"{layers},lagrad-to-llvm-strict{{check-bounds=true}}", entry="f").f(x)
    assert cut == lagrad.compile(OF_INTEGERS, pipeline="lagrad-to-llvm-strict", entry="f").f(x)


@pytest.mark.parametrize(
    "type, lower, step, value, expected",
    [
        ("index", "%c0", "%c1", "%v = arith.addi %i, %c0 : index", False),
        ("index", "%c0", "%c2", "%v = arith.divui %i, %c2 : index", True),
        ("index", "%c0", "%c2", "%two = arith.constant 2 : index\n%v = arith.divui %i, %two : index", True),
        ("index", "%c0", "%c2", "%v = arith.divui %i, %c3 : index", False),
        ("index", "%c0", "%c2", "%v = arith.divsi %i, %c2 : index", False),
        ("index", "%c0", "%n", "%v = arith.divui %i, %n : index", True),
        ("index", "%c0", "%n", "%v = arith.divui %i, %m : index", False),
        ("index", "%c0", "%c2", "%v = arith.divui %n, %c2 : index", False),
        ("index", "%c3", "%c1", "%v = arith.subi %i, %c3 : index", True),
        ("index", "%c3", "%c1", "%v = arith.subi %c3, %i : index", False),
        ("index", "%c3", "%c1", "%v = arith.addi %i, %c3 : index", False),
        ("index", "%n", "%c1", "%v = arith.subi %i, %m : index", False),
        ("index", "%c3", "%c2", "%v = arith.divui %i, %c2 : index", False),
        ("index", "%m", "%n", "%w = arith.subi %i, %m : index\n%v = arith.divui %w, %n : index", True),
        ("i32", "%i0", "%i1", "%v = arith.index_castui %i : i32 to index", True),
        ("i32", "%i0", "%i1", "%v = arith.index_cast %i : i32 to index", False),
        ("i32", "%i2", "%i1", "%w = arith.subi %i, %i2 : i32\n%v = arith.index_castui %w : i32 to index", True),
        (
            "i32", "%i0", "%i2",
            "%w = arith.index_castui %i : i32 to index\n%s = arith.index_castui %i2 : i32 to index\n"
            "%v = arith.divui %w, %s : index", True,
        ),
    ],
)  # fmt: skip
def test_what_the_number_of_an_iteration_is(type, lower, step, value, expected):
    numbers = "".join(
        f"%c{n} = arith.constant {n} : index\n%i{n} = arith.constant {n} : i32\n" for n in (0, 1, 2, 3, 9)
    )
    end = "%c9" if type == "index" else "%i9"
    module = execute.parse(f"""
func.func @f(%n: index, %m: index) -> index {{
  {numbers}
  %r = scf.for %i = {lower} to {end} step {step} iter_args(%a = %n) -> index {"" if type == "index" else ": i32"} {{
    {value}
    scf.yield %v : index
  }}
  return %r : index
}}""")
    loop = next(op for op in walk(module.operation) if op.name == "scf.for")
    last = list(loop.regions[0].blocks[0].operations)[-1].operation
    assert is_iteration(last.operands[0], loop) is expected
