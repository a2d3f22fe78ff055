"""Random programs on triangular tensors against the same programs on full ones."""

from __future__ import annotations

import hypothesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_triangular_programs import KINDS, arrays, assert_same, kept, kind_of, listed, stored
from triangular_programs import HEADER

import lagrad

ORDER = 4


class Writer:
    """The lines of a function body; every method gives the name of a triangular value."""

    def __init__(self, type: str):
        self.type, self.lines, self.count = type, [], 0

    def line(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"  %v{self.count} = {text}")
        return f"%v{self.count}"

    def unary(self, name: str, x: str) -> str:
        return self.line(f"{name} {x} : {self.type}")

    def binary(self, name: str, x: str, y: str) -> str:
        return self.line(f"{name} {x}, {y} : {self.type}")

    def scaled(self, map: str, x: str) -> str:
        return self.line(
            f'linalg.generic {{indexing_maps = [#ij, {map}, #ij], iterator_types = ["parallel", "parallel"]}} '
            f"ins({x}, %x : {self.type}, tensor<{ORDER}xf64>) outs(%e : {self.type}) {{\n"
            "    ^bb0(%p: f64, %q: f64, %out: f64):\n      %0 = arith.mulf %p, %q : f64\n      linalg.yield %0 : f64\n"
            f"  }} -> {self.type}"
        )

    def product(self, x: str, y: str) -> str:
        return self.line(
            'linalg.generic {indexing_maps = [#ik, #kj, #ij3], iterator_types = ["parallel", "parallel", "reduction"]} '
            f"ins({x}, {y} : {self.type}, {self.type}) outs(%o : {self.type}) {{\n"
            "    ^bb0(%p: f64, %q: f64, %out: f64):\n      %0 = arith.mulf %p, %q : f64\n"
            "      %1 = arith.addf %out, %0 : f64\n"
            f"      linalg.yield %1 : f64\n  }} -> {self.type}"
        )

    def repeated(self, x: str, y: str) -> str:
        inner = f"%w{self.count}"
        return self.line(
            f"scf.for %k{self.count} = %c0 to %c2 step %c1 iter_args({inner} = {x}) -> ({self.type}) {{\n"
            f"    {inner}s = math.sin {inner} : {self.type}\n    {inner}t = arith.mulf {inner}s, {y} : {self.type}\n"
            f"    scf.yield {inner}t : {self.type}\n  }}"
        )


_STEPS = st.one_of(
    st.tuples(st.just("unary"), st.sampled_from(["math.sin", "math.tanh", "arith.negf", "math.erf"])),
    st.tuples(st.just("binary"), st.sampled_from(["arith.addf", "arith.mulf", "arith.subf"])),
    st.tuples(st.just("scaled"), st.sampled_from(["#i", "#j"])),
    st.tuples(st.just("product")),
    st.tuples(st.just("repeated")),
)


@st.composite
def programs(draw) -> tuple[str, list[tuple]]:
    """An encoding, and steps: a method, what it takes first, and the numbers of the values it takes."""
    steps = []
    for known in range(2, 2 + draw(st.integers(1, 4))):
        step = draw(_STEPS)
        steps.append((*step, draw(st.integers(0, known - 1)), draw(st.integers(0, known - 1))))
    return draw(st.sampled_from(KINDS)), steps


def write(kind: str | None, steps: list[tuple]) -> str:
    type = f'tensor<{ORDER}x{ORDER}xf64, "{kind}">' if kind else f"tensor<{ORDER}x{ORDER}xf64>"
    vector, writer, values = f"tensor<{ORDER}xf64>", Writer(type), ["%l", "%m"]
    for method, *rest in steps:
        *own, first, second = rest
        taken = [values[first]] if method in ("unary", "scaled") else [values[first], values[second]]
        values.append(getattr(writer, method)(*own, *taken))
    body = "\n".join(writer.lines)
    inputs, results = f"{type}, {type}, {vector}", f"{vector}, {type}"
    return (
        HEADER
        + f"""
func.func @f(%l: {type}, %m: {type}, %x: {vector}) -> ({vector}, {type}) {{
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : {type}
  %o = linalg.fill ins(%zero : f64) outs(%e : {type}) -> {type}
{body}
  %y = linalg.matvec ins({values[-1]}, %x : {type}, {vector}) outs(%x : {vector}) -> {vector}
  return %y, {values[-1]} : {vector}, {type}
}}
func.func private @reverse({inputs}, {results}) -> ({inputs}) attributes {{lagrad.pullback = @f}}
func.func private @forward({type}, {type}, {type}, {type}, {vector}, {vector})
    -> ({results}) attributes {{lagrad.pushforward = @f}}
"""
    )


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(programs())
def test_as_dense(program):
    kind, steps = program
    text = write(kind, steps)
    hypothesis.note(text)
    half, full = lagrad.compile(text), lagrad.compile(write(None, steps))
    matrix, vector = f'tensor<{ORDER}x{ORDER}xf64, "{kind}">', f"tensor<{ORDER}xf64>"
    inputs, results = [matrix, matrix, vector], [vector, matrix]
    pairs = [t for t in inputs for _ in range(2)]
    calls = {"f": (inputs, results), "reverse": (inputs + results, inputs), "forward": (pairs, results)}
    for seed, (function, (taken, made)) in enumerate(calls.items()):
        values = arrays(taken, seed, ORDER)
        found = listed(half[function](*(stored(kind_of(t), v) for t, v in zip(taken, values))))
        for type, one, other in zip(made, found, listed(full[function](*values)), strict=True):
            assert_same(one, stored(kind_of(type), kept(kind_of(type), other) if kind_of(type) else other))
