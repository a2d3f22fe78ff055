"""Derivatives make the calls of external functions that the program makes: the same ones, once, in order.

Each program is @f(f64, index) -> f64. Its functions with state are in effects.c; what they were called with is the trace.
"""

import functools

import numpy as np
import pytest
from effect_programs import generated
from effects_library import DECLARATIONS, path, traced

import lagrad
from lagrad import execute, pipelines
from lagrad.errors import Failure

REQUESTS = """
func.func private @df(f64, index) -> (f64, f64) attributes {lagrad.gradient = @f, lagrad.with_primal}
func.func private @gradient(f64, index) -> f64 attributes {lagrad.gradient = @f}
func.func private @push(f64, f64, index) -> (f64, f64) attributes {lagrad.pushforward = @f, lagrad.with_primal}
func.func private @second(f64, index, f64, f64) -> (f64) attributes {lagrad.pullback = @df}
func.func private @hvp(f64, f64, index) -> f64 attributes {lagrad.hvp = @f}
"""

PROGRAMS = {
    "result_not_read": """
func.func @f(%x: f64, %n: index) -> f64 {
  %0 = call @effects_draw() : () -> f64
  %k = call @effects_draw() : () -> f64
  %1 = arith.mulf %x, %k : f64
  %2 = arith.mulf %1, %x : f64
  return %2 : f64
}""",
    "no_result": """
func.func @f(%x: f64, %n: index) -> f64 {
  call @effects_seed(%n) : (index) -> ()
  %k = call @effects_draw() : () -> f64
  %1 = arith.mulf %x, %k : f64
  call @effects_record(%1) : (f64) -> ()
  %2 = arith.mulf %1, %x : f64
  return %2 : f64
}""",
    "status_of_an_active_value": """
func.func @f(%x: f64, %n: index) -> f64 {
  %y = math.sin %x : f64
  %s = call @effects_status(%y) : (f64) -> i32
  %r = arith.mulf %y, %y : f64
  return %r : f64
}""",
    "in_a_loop": """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> f64 {
    func.call @effects_count(%i) : (index) -> ()
    %k = func.call @effects_draw() : () -> f64
    %p = arith.mulf %y, %k : f64
    %q = math.sin %p : f64
    func.call @effects_record(%q) : (f64) -> ()
    scf.yield %q : f64
  }
  return %r : f64
}""",
    "in_a_loop_beside": """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    func.call @effects_count(%i) : (index) -> ()
  }
  %r = arith.mulf %x, %x : f64
  return %r : f64
}""",
    "in_a_loop_that_runs_again": """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %j = arith.index_cast %i : index to i64
    %k = arith.sitofp %j : i64 to f64
    %a = arith.mulf %x, %k : f64
    %b = math.sin %a : f64
    %c = arith.mulf %b, %b : f64
    func.call @effects_record(%c) : (f64) -> ()
    %t = arith.addf %s, %c : f64
    scf.yield %t : f64
  }
  return %r : f64
}""",
    "in_a_nest": """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> f64 {
    %k = func.call @effects_draw() : () -> f64
    %z = scf.for %j = %c0 to %c2 step %c1 iter_args(%u = %y) -> f64 {
      %l = func.call @effects_draw() : () -> f64
      %p = arith.mulf %u, %l : f64
      %q = math.sin %p : f64
      func.call @effects_record(%q) : (f64) -> ()
      scf.yield %q : f64
    }
    %w = arith.mulf %z, %k : f64
    scf.yield %w : f64
  }
  return %r : f64
}""",
    "in_a_replayed_segment": """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> f64 {
    %k = func.call @effects_draw() : () -> f64
    %z = scf.for %j = %c0 to %n step %c1 iter_args(%u = %y) -> f64 {
      %p = arith.mulf %u, %k : f64
      %q = math.sin %p : f64
      func.call @effects_record(%q) : (f64) -> ()
      scf.yield %q : f64
    } {lagrad.replay}
    scf.yield %z : f64
  }
  return %r : f64
}""",
    "in_a_branch": """
func.func @f(%x: f64, %n: index) -> f64 {
  %one = arith.constant 1.0 : f64
  %y = math.sin %x : f64
  %c = arith.cmpf ogt, %x, %one : f64
  %r = scf.if %c -> f64 {
    %p = arith.mulf %y, %x : f64
    func.call @effects_record(%p) : (f64) -> ()
    scf.yield %p : f64
  } else {
    %k = func.call @effects_draw() : () -> f64
    %q = arith.mulf %y, %y : f64
    %s = arith.addf %q, %k : f64
    scf.yield %s : f64
  }
  scf.if %c {
    func.call @effects_count(%n) : (index) -> ()
  }
  return %r : f64
}""",
    "in_a_branch_of_a_loop": """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> f64 {
    %k = func.call @effects_draw() : () -> f64
    %c = arith.cmpf ogt, %k, %one : f64
    %z = scf.if %c -> f64 {
      %p = arith.mulf %y, %k : f64
      func.call @effects_record(%p) : (f64) -> ()
      scf.yield %p : f64
    } else {
      %l = func.call @effects_draw() : () -> f64
      %p = math.sin %y : f64
      %s = arith.addf %p, %l : f64
      scf.yield %s : f64
    }
    scf.yield %z : f64
  }
  return %r : f64
}""",
    "in_a_loop_of_a_branch": """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %c = arith.cmpf olt, %x, %one : f64
  %r = scf.if %c -> f64 {
    %z = scf.for %j = %c0 to %n step %c1 iter_args(%u = %x) -> f64 {
      %p = arith.mulf %u, %x : f64
      %q = math.sin %p : f64
      func.call @effects_record(%q) : (f64) -> ()
      scf.yield %q : f64
    }
    scf.yield %z : f64
  } else {
    scf.yield %x : f64
  }
  return %r : f64
}""",
    "in_a_while_loop": """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%y = %x, %i = %c0) : (f64, index) -> (f64, index) {
    func.call @effects_count(%i) : (index) -> ()
    %go = arith.cmpi slt, %i, %n : index
    %z = math.sin %y : f64
    scf.condition(%go) %z, %i : f64, index
  } do {
  ^bb0(%y: f64, %i: index):
    %k = func.call @effects_draw() : () -> f64
    %p = arith.mulf %y, %k : f64
    func.call @effects_record(%p) : (f64) -> ()
    %j = arith.addi %i, %c1 : index
    scf.yield %p, %j : f64, index
  }
  return %r#0 : f64
}""",
    "decides_a_while_loop_that_is_inactive": """
func.func @f(%x: f64, %n: index) -> f64 {
  %one = arith.constant 1.0 : f64
  %k = scf.while (%y = %one) : (f64) -> f64 {
    %draw = func.call @effects_draw() : () -> f64
    %go = arith.cmpf olt, %draw, %one : f64
    scf.condition(%go) %y : f64
  } do {
  ^bb0(%y: f64):
    %p = arith.addf %y, %one : f64
    scf.yield %p : f64
  }
  %r = arith.mulf %k, %x : f64
  %s = arith.mulf %r, %x : f64
  return %s : f64
}""",
    "in_a_function": """
func.func private @step(%x: f64, %i: index) -> f64 attributes {ATTRIBUTE} {
  func.call @effects_count(%i) : (index) -> ()
  %k = func.call @effects_draw() : () -> f64
  %p = arith.mulf %x, %k : f64
  %q = math.sin %p : f64
  func.call @effects_record(%q) : (f64) -> ()
  return %q : f64
}
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = call @step(%x, %n) : (f64, index) -> f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %first) -> f64 {
    %z = func.call @step(%y, %i) : (f64, index) -> f64
    scf.yield %z : f64
  }
  %unread = call @step(%r, %n) : (f64, index) -> f64
  return %r : f64
}""",
    "in_blocks": """
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %x : index, f64)
^head(%i: index, %y: f64):
  %go = arith.cmpi slt, %i, %n : index
  cf.cond_br %go, ^body, ^exit
^body:
  call @effects_count(%i) : (index) -> ()
  %k = call @effects_draw() : () -> f64
  %p = arith.mulf %y, %k : f64
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %p : index, f64)
^exit:
  call @effects_record(%y) : (f64) -> ()
  %q = arith.mulf %y, %y : f64
  return %q : f64
}""",
    "in_the_body_of_an_operation": """
func.func @f(%x: f64, %n: index) -> f64 {
  %t = tensor.splat %x : tensor<5xf64>
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<5xf64>
  %u = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%t : tensor<5xf64>) outs(%e : tensor<5xf64>) {
  ^bb0(%a: f64, %o: f64):
    %i = linalg.index 0 : index
    func.call @effects_count(%i) : (index) -> ()
    %k = func.call @effects_draw() : () -> f64
    %b = math.sin %a : f64
    %c = arith.addf %b, %k : f64
    linalg.yield %c : f64
  } -> tensor<5xf64>
  %c2 = arith.constant 2 : index
  %r = tensor.extract %u[%c2] : tensor<5xf64>
  return %r : f64
}""",
}
PROGRAMS["in_a_function_that_is_kept"] = PROGRAMS["in_a_function"].replace("ATTRIBUTE", "no_inline")
PROGRAMS["in_a_function"] = PROGRAMS["in_a_function"].replace("attributes {ATTRIBUTE} ", "")
PROGRAMS["in_a_function_of_integers_that_is_kept"] = PROGRAMS["in_a_function_that_is_kept"].replace(
    "  func.call @effects_record(%q) : (f64) -> ()\n", ""
)

STRICT = "lagrad-default,lagrad-to-llvm-strict"
PIPELINES = {
    "default": "lagrad-default,lagrad-to-llvm-blas",
    "strict": STRICT,
    "unprepared": "lagrad-differentiate,lagrad-to-llvm",
    **{
        f"tape={mode}": f"lagrad-differentiate{{tape={mode}}},canonicalize,cse,lagrad-to-llvm-strict"
        for mode in ("record", "recompute", "min-memory")
    },
}

X, N = (0.8, 0.84, 0.77), 3


def check_effects(text: str, pipeline: str, first: bool = False) -> None:
    """Every derivative of a program, or those of first order, has its trace, and is right."""
    requests = "\n".join(REQUESTS.strip().splitlines()[:3]) if first else REQUESTS
    program = lagrad.compile(DECLARATIONS + text + requests, pipeline=pipeline, libraries=[path()])

    def value(at):
        return traced(program.f, at, N)[0]

    h = 1e-6
    for x in X:  # where nothing jumps
        slope, again = ((value(x + d) - value(x - d)) / (2 * d) for d in (h, 2 * h))
        if abs(slope - again) <= 1e-4 * max(1, abs(slope)):
            break
    found, trace = traced(program.f, x, N)

    def same(function, *arguments):
        results, own = traced(function, *arguments)
        assert [kind for kind, _ in own] == [kind for kind, _ in trace]
        np.testing.assert_allclose([v for _, v in own], [v for _, v in trace], rtol=1e-12)
        return results

    primal, gradient = same(program.df, x, N)
    np.testing.assert_allclose(primal, found, rtol=1e-12)
    np.testing.assert_allclose(gradient, slope, rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(same(program.gradient, x, N), gradient, rtol=1e-12)
    np.testing.assert_allclose(same(program.push, x, 2.0, N), (found, 2 * gradient), rtol=1e-9)
    if first:
        return

    def derivative(at):
        return traced(program.gradient, at, N)[0]

    curvature = (derivative(x + h) - derivative(x - h)) / (2 * h)
    np.testing.assert_allclose(same(program.second, x, N, 0.0, 1.0), curvature, rtol=1e-4, atol=1e-6)
    np.testing.assert_allclose(same(program.hvp, x, 1.0, N), curvature, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("name", PROGRAMS)
def test_effects_are_kept(name):
    check_effects(PROGRAMS[name], PIPELINES["default"])


FEW = ("unprepared", "tape=recompute")


@pytest.mark.parametrize(
    "pipeline",
    [name if name in FEW else pytest.param(name, marks=pytest.mark.long) for name in PIPELINES if name != "default"],
)
@pytest.mark.parametrize("name", PROGRAMS)
def test_effects_are_kept_in_every_pipeline(name, pipeline):
    check_effects(PROGRAMS[name], PIPELINES[pipeline], first=True)


def compiled(text: str):
    return lagrad.compile(DECLARATIONS + text, libraries=[path()])


def kinds(function, *arguments) -> list[int]:
    return [kind for kind, _ in traced(function, *arguments)[1]]


HALF = """
func.func private @effects_half(f64) -> f64 attributes {lagrad.custom_pullback = @half_pullback ATTRIBUTE}
func.func private @half_pullback(%x: f64, %ct: f64) -> f64 {
  %half = arith.constant 0.5 : f64
  %r = arith.mulf %ct, %half : f64
  return %r : f64
}
func.func @f(%x: f64) -> f64 {
  %h = call @effects_half(%x) : (f64) -> f64
  %unread = call @effects_half(%h) : (f64) -> f64
  %r = arith.addf %h, %x : f64
  return %r : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
func.func private @of_half(f64) -> f64 attributes {lagrad.gradient = @effects_half}
func.func private @half_with_primal(f64) -> (f64, f64) attributes {lagrad.gradient = @effects_half, lagrad.with_primal}
"""


def test_a_custom_pullback_does_not_say_that_a_function_has_no_effects():
    program = compiled(HALF.replace("ATTRIBUTE", ""))
    assert (program.df(1.0), program.of_half(1.0), program.half_with_primal(1.0)) == (1.5, 0.5, (0.5, 0.5))
    assert kinds(program.f, 1.0) == kinds(program.df, 1.0) == [6, 6]
    assert kinds(program.of_half, 1.0) == kinds(program.half_with_primal, 1.0) == [6]


def test_pure_calls_are_left_out():
    program = compiled(HALF.replace("ATTRIBUTE", ", lagrad.pure"))
    assert program.df(1.0) == 1.5
    assert kinds(program.df, 1.0) == kinds(program.of_half, 1.0) == []
    assert kinds(program.half_with_primal, 1.0) == [6]


def test_pure_calls_may_be_repeated():
    """In a branch, whose adjoint computes again what it reads: refused without the mark, of the function or of the call."""
    text = """
func.func private @effects_draw_below(index) -> index FUNCTION
func.func @f(%x: f64, %n: index) -> f64 {
  %one = arith.constant 1.0 : f64
  %c = arith.cmpf olt, %x, %one : f64
  %r = scf.if %c -> f64 {
    %k = func.call @effects_draw_below(%n) CALL : (index) -> index
    %i = arith.index_cast %k : index to i64
    %l = arith.sitofp %i : i64 to f64
    %p = arith.mulf %x, %l : f64
    %q = arith.mulf %p, %x : f64
    scf.yield %q : f64
  } else {
    scf.yield %x : f64
  }
  return %r : f64
}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @f}
"""
    with pytest.raises(Failure, match="again in the adjoint of this branch"):
        lagrad.compile(text.replace("FUNCTION", "").replace("CALL", ""), libraries=[path()])
    for function, call in (("attributes {lagrad.pure}", ""), ("", "{lagrad.pure}")):
        program = lagrad.compile(text.replace("FUNCTION", function).replace("CALL", call), libraries=[path()])
        assert set(kinds(program.df, 0.5, 9)) <= {1}


def test_a_function_with_a_body_may_be_said_to_be_pure():
    text = """
func.func private @g(%x: f64) -> f64 attributes {lagrad.pure ATTRIBUTE} {
  %k = call @effects_draw() : () -> f64
  %r = arith.mulf %x, %k : f64
  return %r : f64
}
func.func @f(%x: f64) -> f64 {
  %unread = call @g(%x) : (f64) -> f64
  %r = arith.mulf %x, %x : f64
  return %r : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
"""
    for attribute in ("", ", no_inline"):
        program = compiled(text.replace("ATTRIBUTE", attribute))
        assert kinds(program.f, 1.0) == [0]
        assert kinds(program.df, 1.0) == []


def test_many_directions_have_the_effects_once():
    program = compiled(PROGRAMS["in_a_loop"] + """
func.func private @pull(f64, index, tensor<3xf64>) -> (f64, tensor<3xf64>)
    attributes {lagrad.pullback = @f, lagrad.vectors = 3, lagrad.with_primal}
func.func private @push(f64, tensor<3xf64>, index) -> (f64, tensor<3xf64>)
    attributes {lagrad.pushforward = @f, lagrad.vectors = 3, lagrad.with_primal}
func.func private @hvp(f64, tensor<3xf64>, index) -> tensor<3xf64> attributes {lagrad.hvp = @f, lagrad.vectors = 3}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @f}
""")
    value, trace = traced(program.f, 0.8, 3)
    slope, _ = traced(program.df, 0.8, 3)
    directions = np.array([1.0, 2.0, -3.0])
    for function, arguments in ((program.pull, (0.8, 3, directions)), (program.push, (0.8, directions, 3))):
        (primal, many), own = traced(function, *arguments)
        assert own == trace and primal == pytest.approx(value, rel=1e-14)
        np.testing.assert_allclose(many, slope * directions, rtol=1e-12)
    assert traced(program.hvp, 0.8, directions, 3)[1] == trace


def differentiated(text: str) -> str:
    module = execute.parse(DECLARATIONS + text + REQUESTS.strip().splitlines()[0])
    pipelines.run(module, "lagrad-differentiate")
    return str(module)


def test_a_function_that_is_kept_stays_one():
    assert "@step_augmented" in differentiated(PROGRAMS["in_a_function_that_is_kept"])


def test_a_kept_function_whose_effect_takes_a_float_is_inlined():
    """Only where it is called one sees whether the float is active."""
    text = """
func.func private @keep(f64)
func.func private @g(%x: f64, %y: f64) -> f64 attributes {no_inline} {
  call @keep(%y) : (f64) -> ()
  %r = arith.mulf %x, %y : f64
  return %r : f64
}
func.func @f(%x: f64, %n: index) -> f64 {
  %two = arith.constant 2.0 : f64
  %r = call @g(%x, ARGUMENT) : (f64, f64) -> f64
  return %r : f64
}
"""
    assert "call @keep(%cst)" in differentiated(text.replace("ARGUMENT", "%two")).partition("@df")[2]
    with pytest.raises(Failure, match="it takes an active value, which its effect may keep"):
        differentiated(text.replace("ARGUMENT", "%x"))


TENSORS = """
func.func @f(%x: tensor<?xf64>, %w: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %e = tensor.empty(%n) : tensor<?xf64>
  %t = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e) -> tensor<?xf64> {
    %v = tensor.extract %x[%i] : tensor<?xf64>
    %s = math.sin %v : f64
    func.call @effects_count(%i) : (index) -> ()
    %b = tensor.insert %s into %a[%i] : tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  }
  %u = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e) -> tensor<?xf64> {
    %v = tensor.extract %t[%i] : tensor<?xf64>
    %q = tensor.extract %w[%i] : tensor<?xf64>
    %s = arith.mulf %v, %q : f64
    %ee = math.exp %s : f64
    func.call @effects_record(%v) : (f64) -> ()
    %b = tensor.insert %ee into %a[%i] : tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> f64 {
    %v = tensor.extract %u[%i] : tensor<?xf64>
    %k = func.call @effects_draw() : () -> f64
    %p = arith.mulf %v, %k : f64
    %c = arith.cmpf ogt, %p, %k : f64
    %b = scf.if %c -> f64 {
       func.call @effects_record(%p) : (f64) -> ()
       %z = arith.addf %a, %p : f64
       scf.yield %z : f64
    } else {
       %z = math.exp %p : f64
       %z2 = arith.addf %a, %z : f64
       scf.yield %z2 : f64
    }
    scf.yield %b : f64
  }
  %f = tensor.empty() : tensor<f64>
  %g = linalg.fill ins(%zero : f64) outs(%f : tensor<f64>) -> tensor<f64>
  %h = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%u : tensor<?xf64>) outs(%g : tensor<f64>) {
  ^bb0(%a: f64, %o: f64):
    %k = func.call @effects_draw() : () -> f64
    %m = arith.mulf %a, %k : f64
    %l = arith.addf %o, %m : f64
    linalg.yield %l : f64
  } -> tensor<f64>
  %hh = tensor.extract %h[] : tensor<f64>
  %rr = arith.addf %r, %hh : f64
  return %rr : f64
}
"""
OF_TENSORS = """
func.func private @df(tensor<?xf64>, tensor<?xf64>) -> (f64, tensor<?xf64>, tensor<?xf64>)
    attributes {lagrad.gradient = @f, lagrad.with_primal}
func.func private @gradient(tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) attributes {lagrad.gradient = @f}
func.func private @hvp(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
    attributes {lagrad.hvp = @f}
"""


@functools.cache
def of_tensors(threads: int):
    return lagrad.compile(DECLARATIONS + TENSORS + OF_TENSORS, threads=threads, libraries=[path()])


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("n", [0, 5, 700])
def test_effects_beside_tensors(n, threads):
    """Results have the sizes of arguments: what computes these before has no effects."""
    program = of_tensors(threads)
    rng = np.random.default_rng(n)
    x, w, dx, dw = (rng.uniform(0.1, 1, n) for _ in range(4))
    value, trace = traced(program.f, x, w)
    assert len([kind for kind, _ in trace if kind != 2]) == 3 * n and sum(kind == 2 for kind, _ in trace) >= n

    def same(function, *arguments):
        results, own = traced(function, *arguments)
        assert [kind for kind, _ in own] == [kind for kind, _ in trace]
        np.testing.assert_allclose([v for _, v in own], [v for _, v in trace], rtol=1e-12)
        return results

    primal, *gradient = same(program.df, x, w)
    assert primal == pytest.approx(value, rel=1e-12)
    for one, other in zip(gradient, same(program.gradient, x, w), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)
    h = 1e-6
    up, down = (traced(program.f, x + d * dx, w + d * dw)[0] for d in (h, -h))
    assert gradient[0] @ dx + gradient[1] @ dw == pytest.approx((up - down) / (2 * h), rel=1e-5, abs=1e-8)
    same(program.hvp, x, dx, w, dw)


def test_a_size_that_an_effect_decides_is_refused():
    text = """
func.func @f(%x: f64, %n: index) -> tensor<?xf64> {
  %k = call @effects_draw_below(%n) : (index) -> index
  %unread = call @effects_draw() : () -> f64
  %t = tensor.splat %x[SIZE] : tensor<?xf64>
  return %t : tensor<?xf64>
}
"""
    with pytest.raises(Failure, match="the size of a result of @f depends on this, which has an effect"):
        compiled(text.replace("SIZE", "%k"))
    found, trace = traced(compiled(text.replace("SIZE", "%n")).f, 2.0, 3)
    assert list(found) == [2.0] * 3 and [kind for kind, _ in trace] == [1, 0]


# What cannot be kept once, and in order, is refused with these words.
REFUSED = (
    "again in the adjoint of this branch",
    "this has an effect and cannot run again, but the adjoint of a loop marked 'lagrad.replay' reads what it computes",
    "this has an effect and cannot run again, and what it computes cannot be recorded",
)


def check_generated(seed: int) -> bool:
    """Whether a random program is differentiated; then, that its effects are kept."""
    pipeline = list(PIPELINES.values())[seed % len(PIPELINES)]
    try:
        check_effects(generated(seed), pipeline, first=seed % 4 > 0)
    except Failure as failure:
        assert any(words in failure.diagnostics[0].message for words in REFUSED), failure
        return False
    return True


def test_effects_of_random_programs_are_kept():
    assert sum(map(check_generated, range(18))) >= 12


@pytest.mark.long
@pytest.mark.parametrize("start", range(100, 400, 25))
def test_effects_of_many_random_programs_are_kept(start):
    assert sum(map(check_generated, range(start, start + 25))) >= 16
