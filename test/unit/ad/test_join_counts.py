"""Loops that count while they record: the same numbers as with two loops, in strict code the same bits.

Values are compared with JAX, which differentiates a loop of Python as it runs.
"""

from __future__ import annotations

from itertools import chain

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from joined_loops import DESCENT, NEWTON, PROGRAMS

import lagrad
from lagrad import pipelines
from lagrad.ad.counts import alone
from lagrad.ad.counts.counting import Counting
from lagrad.analysis.call_graph import functions
from lagrad.analysis.program import walk
from lagrad.dialect import EXACT
from lagrad.execute import parse

jax.config.update("jax_enable_x64", True)
JOINED = pipelines.NAMED["lagrad-default"]
APART = JOINED.replace("lagrad-join-counts,", "")
RATE = [np.array([0.4]), np.linspace(-1, 1, 33), 1.7 * np.linspace(-1, 1, 33) ** 3 + 0.1]
WEIGHTS = [np.linspace(0.5, 2, 9), np.linspace(2, 0.7, 9)]
ARGUMENTS = {"descent": RATE, "newton": WEIGHTS, "ode": [np.array([1.5, 1.2])]}


def descent(p, x, y):
    w, k = 0.0, 0
    while k < 100:
        k += 1
        d = jnp.sum(2 * x * (y - x * w)) / x.size
        if abs(d) < 1e-3:
            break
        w = w + p[0] * d
    return jnp.sqrt(jnp.sum((y - x * w) ** 2))


def newton(a, b):
    x, s, k = 0.0, 1.0, 0
    while k < 50 and abs(s) > 1e-12:
        e = b * jnp.exp(-a * x)
        s = (jnp.sum(e) - 1) / -jnp.sum(a * e)
        x, k = x - s, k + 1
    return x


def ode(p):
    mu, y = p
    v, t, h, k = 0.0, 0.0, 0.01, 0

    def accelerate(y, v):
        return mu * (1 - y * y) * v - y

    while k <= 1999 and t < 5:
        s = jnp.minimum(h, 5 - t)
        a = accelerate(y, v)
        y1, v1 = y + s * v, v + s * a
        y2, v2 = y + s / 2 * (v + v1), v + s / 2 * (a + accelerate(y1, v1))
        e = jnp.sqrt((y2 - y1) ** 2 + (v2 - v1) ** 2 + 1e-10)
        h = s * jnp.clip(0.9 * jnp.sqrt(1e-3 / e), 0.2, 2.0)
        if e <= 1e-3:
            t, y, v = t + s, y2, v2
        k += 1
    return y


REFERENCES = {"descent": descent, "newton": newton, "ode": ode}


def loops(text: str, pipeline: str, name: str = "df") -> list[str]:
    module = parse(text)
    pipelines.run(module, pipeline)
    return [op.name for op in walk(functions(module.operation)[name]) if op.name in ("scf.while", "scf.for")]


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_loop_runs_once_and_gives_what_jax_gives(name):
    joined, apart = (loops(PROGRAMS[name], pipeline) for pipeline in (JOINED, APART))
    assert joined.count("scf.while") == apart.count("scf.while") == 1 and len(joined) < len(apart)
    df = lagrad.compile(PROGRAMS[name], entry="df", pipeline=f"{JOINED},lagrad-to-llvm").df
    arguments = ARGUMENTS[name]
    wanted = jax.grad(REFERENCES[name], tuple(range(len(arguments))))(*map(jnp.asarray, arguments))
    for one, other in zip(_tuple(df(*arguments)), wanted):
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", PROGRAMS)
def test_strict_code_gives_the_same_bits_as_two_loops(name):
    results = [
        _tuple(
            lagrad.compile(PROGRAMS[name], entry="df", pipeline=f"{pipeline},lagrad-to-llvm-strict").df(
                *ARGUMENTS[name]
            )
        )
        for pipeline in (JOINED, APART)
    ]
    for one, other in zip(*results):
        np.testing.assert_array_equal(one, other)


def test_two_threads_give_what_one_gives():
    one, two = (
        lagrad.compile(DESCENT, entry="df", pipeline=f"{JOINED},lagrad-to-llvm{{threads={threads}}}").df(*RATE)
        for threads in (1, 2)
    )
    for a, b in zip(one, two):
        np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-13)


@pytest.mark.parametrize("name", ["newton", "ode"])
def test_second_derivatives_are_right(name):
    arguments = ARGUMENTS[name]
    types = [f"tensor<{a.size}xf64>" for a in arguments]
    given = ", ".join(f"{type}, {type}" for type in types)  # a direction behind each argument
    text = f"""{PROGRAMS[name]}
    func.func private @hv({given}) -> ({", ".join(types)}) attributes {{lagrad.hvp = @f}}"""
    hv = lagrad.compile(text, entry="hv", pipeline=f"{JOINED},lagrad-to-llvm").hv
    directions = [np.cos(np.arange(a.size)) for a in arguments]
    gradient = jax.grad(REFERENCES[name], tuple(range(len(arguments))))

    def along(*given):
        return sum(jnp.vdot(a, b) for a, b in zip(gradient(*given), directions))

    wanted = jax.grad(along, tuple(range(len(arguments))))(*map(jnp.asarray, arguments))
    for one, other in zip(_tuple(hv(*chain(*zip(arguments, directions)))), wanted):
        np.testing.assert_allclose(one, other, rtol=1e-7, atol=1e-9)


def test_what_is_joined_may_be_differentiated_again():
    """The derivative with one loop as a program of its own."""
    module = parse(NEWTON)
    pipelines.run(module, JOINED)
    text = (
        str(module).rpartition("}")[0]
        + """
    func.func private @ddf(tensor<9xf64>, tensor<9xf64>, tensor<9xf64>, tensor<9xf64>)
        -> (tensor<9xf64>, tensor<9xf64>) attributes {lagrad.pullback = @df}
    }"""
    )
    both = lagrad.compile(text, entry="ddf", pipeline=f"{JOINED},lagrad-to-llvm").ddf
    directions = [np.cos(np.arange(9)), np.sin(np.arange(9))]
    gradient = jax.grad(newton, (0, 1))
    wanted = jax.vjp(gradient, *map(jnp.asarray, WEIGHTS))[1](tuple(map(jnp.asarray, directions)))
    for one, other in zip(both(*WEIGHTS, *directions), wanted):
        np.testing.assert_allclose(one, other, rtol=1e-7, atol=1e-9)


def test_sums_of_one_loop_may_be_reordered_and_those_of_two_may_not():
    marks = []
    for pipeline in (JOINED, APART):
        module = parse(DESCENT)
        pipelines.run(module, pipeline)
        sums = [op for op in walk(functions(module.operation)["df"]) if op.name == "arith.addf"]
        marks.append(any(EXACT in op.attributes for op in sums))
    assert marks == [False, True]


COPIES = """
func.func @f(%x: f64, %go: i1) -> f64 {
  %a = arith.mulf %x, %x {lagrad.exact = 1 : i64} : f64
  %b = arith.addf %a, %x {lagrad.exact = 2 : i64} : f64
  %c = arith.addf %b, %x {lagrad.exact = 2 : i64} : f64
  %d = arith.subf %c, %x {lagrad.exact = 3 : i64} : f64
  %e = arith.subf %d, %x {lagrad.exact} : f64
  return %e : f64
}
"""


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (COPIES, ["2", "2", "3", "unit"]),  # 3 stands in no loop that was joined
        (COPIES.replace("-> f64 {", "-> f64 attributes {no_inline} {"), ["1", "2", "2", "3", "unit"]),
        (
            COPIES.replace("  return", "  %r = func.call @g(%x) : (f64) -> f64\n  return")
            + "func.func private @g(f64) -> f64",
            ["1", "2", "2", "3", "unit"],
        ),
    ],
    ids=["alone", "one of several", "calls a marked one"],
)
def test_only_marks_of_what_stands_alone_go(text, left):
    module = parse(text)
    function = functions(module.operation)["f"]
    alone.unmark(function, {1, 2}, {"g"})
    marks = [op.attributes[EXACT] for op in walk(function) if EXACT in op.attributes]
    assert [str(mark).split(" ")[0] for mark in marks] == left


@pytest.mark.parametrize(
    ("type", "predicate", "first", "step", "limit", "most"),
    [
        ("index", "ult", 0, 1, 7, 7),
        ("index", "ule", 0, 1, 7, 8),
        ("i64", "slt", -3, 2, 4, 4),
        ("i64", "sle", -3, 2, 5, 5),
        ("i32", "slt", 5, 1, 4, 0),
        ("i32", "ult", -1, 1, 4, None),
        ("i32", "slt", 0, 0, 4, None),
        ("i32", "sgt", 0, 1, 4, None),
        ("i32", "ne", 0, 1, 4, None),
        ("i8", "slt", 0, 100, 120, None),
        ("i8", "slt", 0, 4, 120, 30),
    ],
)
def test_the_most_iterations(type, predicate, first, step, limit, most):
    module = parse(f"""
    func.func @f(%go: i1) -> {type} {{
      %first = arith.constant {first} : {type}
      %step = arith.constant {step} : {type}
      %limit = arith.constant {limit} : {type}
      %r = scf.while (%k = %first) : ({type}) -> {type} {{
        %below = arith.cmpi {predicate}, %k, %limit : {type}
        %on = arith.andi %go, %below : i1
        scf.condition(%on) %k : {type}
      }} do {{
      ^bb0(%k: {type}):
        %k1 = arith.addi %step, %k : {type}
        scf.yield %k1 : {type}
      }}
      return %r : {type}
    }}""")
    (loop,) = [op for op in walk(module.operation) if op.name == "scf.while"]
    assert Counting(loop, 0).most() == most


def _tuple(results) -> tuple:
    return results if isinstance(results, (tuple, list)) else (results,)
