"""Parallel loops on memory, and their adjoints, run in threads: where iterations write what others read, by sums of
parts."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from test_threads import compiled, distributed

from lagrad import emit
from lagrad.analysis.program import walk
from lagrad.execute import parse

jax.config.update("jax_enable_x64", True)

TRIPS, INNER = 37, 5
VECTOR, MATRIX, ROW, PLACES = (
    f"memref<{n}>" for n in (f"{TRIPS}xf64", f"{TRIPS}x{INNER}xf64", f"{INNER}xf64", f"{TRIPS}xindex")
)
PARALLEL = "scf.parallel (%i) = (%c0) to (%n) step (%c1)"


def program(loop: str, body: str, marked: bool) -> str:
    """`y[i]` is computed from row i of `x`, from the shared `w`, and from `v` at places that `t` says."""
    mark = " {llvm.noalias}" if marked else ""
    takes = {"x": MATRIX, "y": VECTOR, "v": VECTOR, "w": ROW, "t": PLACES}
    types = ", ".join(takes.values())
    return f"""
    func.func @f({", ".join(f"%{name}: {type}{mark}" for name, type in takes.items())}) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %k = arith.constant {INNER} : index
      %n = arith.constant {TRIPS} : index
      %zero = arith.constant 0.0 : f64
      {loop} {{{body}
      }}
      return
    }}
    func.func private @df({types}, {MATRIX}, {VECTOR}, {VECTOR}, {ROW})
        attributes {{lagrad.pullback = @f, lagrad.wrt = [0, 1, 2, 3]}}"""


RECURRENCE = f"""
  scf.for %j = %c0 to %k step %c1 {{
    %a = memref.load %y[%i] : {VECTOR}
    %b = memref.load %x[%i, %j] : {MATRIX}
    %c = memref.load %w[%j] : {ROW}
    %p = arith.mulf %a, %b : f64
    %q = arith.addf %p, %c : f64
    %r = math.tanh %q : f64
    memref.store %r, %y[%i] : {VECTOR}
  }}"""
GATHER = f"""
  %at = memref.load %t[%i] : {PLACES}
  %a = memref.load %v[%at] : {VECTOR}
  %b = memref.load %v[%i] : {VECTOR}
  %c = memref.load %w[%c0] : {ROW}
  %p = arith.mulf %a, %b : f64
  %q = arith.mulf %p, %c : f64
  %r = math.sin %q : f64
  memref.store %r, %y[%i] : {VECTOR}"""
BRANCH = f"""
  %a = memref.load %x[%i, %c4] : {MATRIX}
  %is = arith.cmpf ogt, %a, %zero : f64
  scf.if %is {{
    %b = memref.load %w[%c1] : {ROW}
    %p = arith.mulf %a, %b : f64
    %r = math.sin %p : f64
    memref.store %r, %y[%i] : {VECTOR}
  }} else {{
    %r = math.exp %a : f64
    memref.store %r, %x[%i, %c0] : {MATRIX}
  }}"""
ADDED = f"""
  %at = memref.load %t[%i] : {PLACES}
  %a = memref.load %v[%i] : {VECTOR}
  %r = math.sin %a : f64
  %old = memref.atomic_rmw addf %r, %y[%at] : (f64, {VECTOR}) -> f64"""


def recurrence(x, y, v, w, t):
    for j in range(INNER):
        y = jnp.tanh(y * x[:, j] + w[j])
    return x, y, v, w


def gather(x, y, v, w, t):
    return x, jnp.sin(v[t] * v * w[0]), v, w


def branch(x, y, v, w, t):
    a = x[:, 4]
    return x.at[:, 0].set(jnp.where(a > 0, x[:, 0], jnp.exp(a))), jnp.where(a > 0, jnp.sin(a * w[1]), y), v, w


def added(x, y, v, w, t):
    return x, y.at[t].add(jnp.sin(v)), v, w


LOOPS = {  # what, body, twin
    "parallel": (PARALLEL, RECURRENCE, recurrence),
    "forall": (f"scf.forall (%i) in ({TRIPS})", RECURRENCE, recurrence),
    "affine": (f"affine.parallel (%i) = (0) to ({TRIPS})", RECURRENCE, recurrence),
    "reads at places that memory says": (PARALLEL, GATHER, gather),
    "branches": (PARALLEL, BRANCH, branch),
    "additions at places that memory says": (PARALLEL, ADDED, added),
}


@pytest.mark.parametrize("marked", [True, False], ids=["marked", "compared"])
@pytest.mark.parametrize("name", LOOPS)
def test_adjoints_of_parallel_loops_are_those_of_jax(name, marked):
    loop, body, twin = LOOPS[name]
    random = np.random.default_rng(1)
    shapes = (TRIPS, INNER), (TRIPS,), (TRIPS,), (INNER,)
    values, shadows = ([random.normal(size=shape) for shape in shapes] for _ in range(2))
    places = random.integers(0, TRIPS, TRIPS)
    finals, pull = jax.vjp(lambda *own: twin(*own, places), *map(jnp.asarray, values))
    wanted = pull(tuple(map(jnp.asarray, shadows)))
    compiled(program(loop, body, marked), "lagrad-to-llvm", 2).df(*values, places, *shadows)
    for found, expected in zip((*values, *shadows), (*finals, *wanted), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("marked", [True, False], ids=["marked", "compared"])
@pytest.mark.parametrize("name", LOOPS)
def test_both_loops_of_a_pullback_run_in_threads(name, marked):
    loop, body, _ = LOOPS[name]
    lowered = emit.lower(parse(program(loop, body, marked)), distributed("lagrad-to-llvm", 2)).operation
    functions = {str(op.attributes["sym_name"]).strip('"'): op for op in walk(lowered) if op.name == "llvm.func"}
    own = next(functions[name] for name in ("df.apart", "df.lowered", "df") if name in functions)
    called = [str(op.attributes["callee"]) for op in walk(own) if op.name == "llvm.call" and "callee" in op.attributes]
    assert called.count("@GOMP_parallel") >= 2
