"""Sums into elements that move along with the iterations: all lanes at once, each element to the last bit."""

from __future__ import annotations

import numpy as np
import pytest

from lagrad import compile
from lagrad.errors import Report
from lagrad.execute import parse
from lagrad.pipelines import NAMED, run

STRICT = NAMED["lagrad-to-llvm-strict"]

# How far elements are from the iteration's own, and what is done there.
CASES = {
    "first differences": [(1, "addf"), (0, "subf")],
    "the other order": [(0, "addf"), (1, "addf")],
    "three points": [(0, "addf"), (1, "subf"), (2, "addf")],
    "one between is left out": [(3, "addf"), (0, "subf")],
    "one element twice": [(1, "addf"), (1, "subf"), (0, "addf")],
    "as far as lanes reach": [(7, "addf"), (0, "addf")],
    "farther": [(8, "addf"), (0, "addf")],
}


def program(updates: list[tuple[int, str]], way: int, kind: str = "f64") -> str:
    """Adds sines and cosines to elements of `out`; the loop runs through it upward or, with a way of -1, downward."""
    lines, last, terms = "", "%out", ["%s", "%c", "%p"]
    for n, (offset, sum) in enumerate(updates):
        lines += f"""
            %k{n} = arith.constant {offset} : index
            %j{n} = arith.addi %at, %k{n} : index
            %o{n} = tensor.extract {last}[%j{n}] : tensor<?x{kind}>
            %n{n} = arith.{sum} %o{n}, {terms[n]} : {kind}
            %new{n} = tensor.insert %n{n} into {last}[%j{n}] : tensor<?x{kind}>"""
        last = f"%new{n}"
    at = "%at = arith.addi %i, %c0 : index" if way == 1 else "%at = arith.subi %top, %i : index"
    return f"""
        func.func @f(%a: tensor<?x{kind}>, %start: tensor<?x{kind}>) -> tensor<?x{kind}> {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %n = tensor.dim %a, %c0 : tensor<?x{kind}>
          %top = arith.subi %n, %c1 : index
          %end = scf.for %i = %c0 to %n step %c1 iter_args(%out = %start) -> tensor<?x{kind}> {{
            {at}
            %x = tensor.extract %a[%at] : tensor<?x{kind}>
            %s = math.sin %x : {kind}
            %c = math.cos %x : {kind}
            %p = arith.mulf %s, %c : {kind}
            {lines}
            scf.yield {last} : tensor<?x{kind}>
          }}
          return %end : tensor<?x{kind}>
        }}
    """


def in_lanes(text: str) -> str:
    """The program behind the pass."""
    module = parse(text)
    with module.context, module.operation.location:
        before, _, _ = STRICT.partition("lagrad-stream-results")
        run(module.operation, f"lagrad-default,{before}canonicalize", Report())
    return str(module)


@pytest.mark.parametrize("kind", ["f64", "f32"])
@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("case", CASES)
def test_each_element_gets_its_terms_in_order(case, way, kind):
    text, spread = program(CASES[case], way, kind), max(offset for offset, _ in CASES[case])
    found = compile(text, pipeline="lagrad-default," + STRICT).f
    one_by_one = compile(text, pipeline="lagrad-default," + STRICT.replace("lagrad-vectorize-map", "canonicalize")).f
    rng, real = np.random.default_rng(spread), np.float64 if kind == "f64" else np.float32
    for n in (*range(18), 100):
        a, start = rng.normal(size=n).astype(real), rng.normal(size=n + spread).astype(real)
        a[::5], start[::3], start[1::4] = -0.0, -0.0, 1e30
        results = found(a, start), one_by_one(a, start)
        np.testing.assert_array_equal(*results)
        np.testing.assert_array_equal(*map(np.signbit, results))
        expected = start.astype(float)
        for k in range(n)[::way]:
            terms = np.sin(a[k]), np.cos(a[k]), np.sin(a[k]) * np.cos(a[k])
            for (offset, sum), term in zip(CASES[case], terms):
                expected[k + offset] += term if sum == "addf" else -term
        np.testing.assert_allclose(results[0], expected, rtol=1e-13 if kind == "f64" else 1e-5, atol=1e-5)


@pytest.mark.parametrize("way", [1, -1])
@pytest.mark.parametrize("case", CASES)
def test_lanes_add_at_once(case, way):
    """One vector of the buffer is read and written; only elements past it are added to one by one."""
    text = in_lanes(program(CASES[case], way))
    lanes = text[text.index("math.sin") : text.rindex("scf.for")]
    spread = max(offset for offset, _ in CASES[case])
    assert lanes.count("memref.store") == (spread if spread < 8 else 2 * 8)
    assert lanes.count("vector.store") == (spread < 8)


def of_rows(first: str, second: str) -> str:
    """Adds to two elements of a matrix, with the indices that are given."""
    return f"""
        func.func @f(%a: tensor<?xf64>, %k: index, %start: tensor<?x?xf64>) -> tensor<?x?xf64> {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %n = tensor.dim %a, %c0 : tensor<?xf64>
          %end = scf.for %i = %c0 to %n step %c1 iter_args(%out = %start) -> tensor<?x?xf64> {{
            %x = tensor.extract %a[%i] : tensor<?xf64>
            %s = math.sin %x : f64
            %c = math.cos %x : f64
            %j = arith.addi %i, %c1 : index
            %far = arith.addi %i, %k : index
            %o1 = tensor.extract %out[{first}] : tensor<?x?xf64>
            %n1 = arith.addf %o1, %s : f64
            %mid = tensor.insert %n1 into %out[{first}] : tensor<?x?xf64>
            %o2 = tensor.extract %mid[{second}] : tensor<?x?xf64>
            %n2 = arith.addf %o2, %c : f64
            %new = tensor.insert %n2 into %mid[{second}] : tensor<?x?xf64>
            scf.yield %new : tensor<?x?xf64>
          }}
          return %end : tensor<?x?xf64>
        }}
    """


@pytest.mark.parametrize("rows, at_once", [(("%k, %j", "%k, %i"), True), (("%k, %j", "%c0, %i"), False)])
def test_elements_of_one_row(rows, at_once):
    """Of two rows, which may be one, elements are added to in turn; so are those whose distance nobody knows."""
    for first, second in (rows, ("%k, %far", "%k, %i")):
        text = of_rows(first, second)
        lanes = in_lanes(text)
        assert ("vector.store" in lanes) == (at_once and "%far" not in first)
        found = compile(text, pipeline="lagrad-default," + STRICT).f
        a, start = np.linspace(-2, 2, 21), np.ones((2, 23))
        for k in (0, 1):
            expected = start.copy()
            places = {"%i": 0, "%j": 1, "%far": k, "%k": k, "%c0": 0}
            (r1, c1), (r2, c2) = ([places[own] for own in each.split(", ")] for each in (first, second))
            for i, x in enumerate(a):
                expected[r1, i + c1] += np.sin(x)
                expected[r2, i + c2] += np.cos(x)
            np.testing.assert_allclose(found(a, k, start), expected, rtol=1e-13)


@pytest.mark.parametrize("change", [("%at, %k1", "%far, %k1"), ("%j1 = arith.addi %at", "%j1 = arith.muli %at")])
def test_elements_that_move_otherwise_are_added_to_in_turn(change):
    """By a distance that only the data know, or by more than one."""
    text = program([(2, "addf"), (2, "addf")], 1).replace(*change)
    text = text.replace("%s = math", "%far = tensor.extract %to[%i] : tensor<?xindex>\n%s = math")
    text = text.replace("%start:", "%to: tensor<?xindex>, %start:")
    lanes = in_lanes(text)
    lanes = lanes[lanes.index("math.sin") : lanes.rindex("scf.for")]
    assert "vector.store" not in lanes and lanes.count("memref.store") == 16
