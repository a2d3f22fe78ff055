"""Derivatives make the calls of external functions that the program makes: the same ones, once, in order."""

import numpy as np
import pytest
from effect_checks import PIPELINES, check_effects, compiled, differentiated
from effects_library import traced

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
  %u = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0)
      -> (d0)>], iterator_types = ["parallel"]}
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


def test_a_function_that_is_kept_stays_one():
    assert "@step_augmented" in differentiated(PROGRAMS["in_a_function_that_is_kept"])


def test_many_directions_have_the_effects_once():
    program = compiled(
        PROGRAMS["in_a_loop"]
        + """
func.func private @pull(f64, index, tensor<3xf64>) -> (f64, tensor<3xf64>)
    attributes {lagrad.pullback = @f, lagrad.vectors = 3, lagrad.with_primal}
func.func private @push(f64, tensor<3xf64>, index) -> (f64, tensor<3xf64>)
    attributes {lagrad.pushforward = @f, lagrad.vectors = 3, lagrad.with_primal}
func.func private @hvp(f64, tensor<3xf64>, index) -> tensor<3xf64> attributes {lagrad.hvp = @f, lagrad.vectors = 3}
func.func private @df(f64, index) -> f64 attributes {lagrad.gradient = @f}
"""
    )
    value, trace = traced(program.f, 0.8, 3)
    slope, _ = traced(program.df, 0.8, 3)
    directions = np.array([1.0, 2.0, -3.0])
    for function, arguments in ((program.pull, (0.8, 3, directions)), (program.push, (0.8, directions, 3))):
        (primal, many), own = traced(function, *arguments)
        assert own == trace and primal == pytest.approx(value, rel=1e-14)
        np.testing.assert_allclose(many, slope * directions, rtol=1e-12)
    assert traced(program.hvp, 0.8, directions, 3)[1] == trace
