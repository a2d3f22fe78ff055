"""`lagrad-vectorize-map`: the same bits as trip by trip, for every number of trips; and against NumPy and JAX."""

from __future__ import annotations

import functools

import blocks_at_random
import jax
import numpy as np
import pytest
from data_of_loops import data, expected
from loops_to_vectorize import PROGRAMS, program
from rows_to_vectorize import OTHER_TYPES, ROWS, TOTAL, row

from lagrad import compile
from lagrad.errors import Failure, Report
from lagrad.execute import parse
from lagrad.lowering import pipeline as lowering
from lagrad.pipelines import NAMED, run

jax.config.update("jax_enable_x64", True)

PASS = "lagrad-vectorize-map"


def pipeline(width: int, strict: bool = True) -> str:
    """The way down with the pass, or without it for a width of 0."""
    text = NAMED["lagrad-to-llvm-strict" if strict else "lagrad-to-llvm"]
    assert text.count(PASS) == 1
    return "lagrad-default," + text.replace(PASS, f"{PASS}{{width={width}}}" if width else "canonicalize")


@functools.cache
def compiled(text: str, width: int, strict: bool = True):
    return compile(text, pipeline=pipeline(width, strict))


CASES = [(name, float_type, width) for name in PROGRAMS for float_type in ("f64", "f32") for width in (4, 8)]


def as_list(results) -> list[np.ndarray]:
    return list(results) if isinstance(results, tuple) else [results]


@pytest.mark.parametrize(("name", "float_type", "width"), CASES)
def test_lanes_compute_what_trips_do(name, float_type, width):
    """Bit by bit, for 0 to 2 * width + 1 trips and for many; and NumPy agrees."""
    text = program(name, float_type)
    lanes, trips = compiled(text, width).f, compiled(text, 0).f
    for n in [*range(2 * width + 2), 100]:
        arguments = data(name, n, float_type)
        found = as_list(lanes(*arguments))
        for a, b in zip(found, as_list(trips(*arguments)), strict=True):
            np.testing.assert_array_equal(a, b)
        for a, b in zip(found, expected(name, arguments), strict=True):
            np.testing.assert_allclose(
                a, b, rtol=1e-11 if float_type == "f64" else 2e-3, atol=1e-13 if float_type == "f64" else 1e-5
            )


def remarks(text: str, pipeline_text: str) -> list[str]:
    module = parse(text)
    report = Report()
    with module.context, module.operation.location:
        run(module.operation, pipeline_text, report)
    return [r.message for r in report.remarks]


@pytest.mark.parametrize(
    ("name", "way", "asked"),
    [("twice", "true", 1), ("other_side", "true", 1), ("twice", "false", 0), ("look_up", "true", 0)],
)
def test_it_is_asked_once_whether_lanes_agree(name, way, asked):
    """With several branches on a condition there is code without any of them."""
    text = pipeline(8).replace("width=8", f"width=8 agree={way}")
    module = parse(program(name, "f64"))
    with module.context, module.operation.location:
        run(module.operation, text[: text.index("lagrad-stream-results")].rpartition(",")[0], Report())
    assert str(module).count("vector.reduction <and>") == asked


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_loop_runs_several_trips_at_once(name):
    assert "runs 8 iterations of this loop at once" in remarks(program(name, "f64"), pipeline(8))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("addf %t, %next", "mulf %t, %next"), "an iteration needs what the one before it has computed"),
        (("subf %less, %p#0", "subf %p#0, %less"), "an iteration needs what the one before it has computed"),
        (("subf %less, %p#0", "addf %less, %less"), "an iteration needs what the one before it has computed"),
        (("mulf %whole, %small", "mulf %whole, %sum"), "an iteration needs what the one before it has computed"),
        (("extract %x[%j]", "extract %x[%i]"), "it carries sums, and its iterations read different places of memory"),
    ],
)
def test_loops_that_carry_more_than_sums_stay(change, why):
    told = remarks(program("sums", "f64").replace(*change), pipeline(8))
    assert any(why in each for each in told) and not any("runs 8" in each for each in told), told


def test_a_loop_that_stays_is_as_it_was():
    """Where a sum is found too late to be of no use, nothing is left of the attempt."""
    text = program("sums", "f64").replace("%p:2 = scf.for", "%s = math.sin %t : f64\n    %p:2 = scf.for")
    text = text.replace("step %c1 iter_args(%fit", "step %k1 iter_args(%fit").replace(
        "%sine =", "%unused = arith.addf %s, %s : f64\n    %sine ="
    )
    text = text.replace("    %s = math", "    %k1 = arith.maxsi %i, %c1 : index\n    %s = math")
    told = remarks(text, pipeline(8))
    assert any("an inner loop has a different number of iterations in each" in each for each in told), told
    module = parse(text)
    with module.context, module.operation.location:
        run(module.operation, pipeline(8)[: pipeline(8).index(PASS)].rstrip(","), Report())
        before = str(module)
        run(module.operation, f"{PASS}{{width=8}}", Report())
        assert str(module) == before


def polynomials(terms: int, float_type: str) -> str:
    """A long body, of two operations for each term."""
    lines = []
    for n in range(terms):
        lines.append(f"    %m{n} = arith.mulf %y{n}, %x : T\n    %y{n + 1} = arith.addf %m{n}, %x : T")
    text = """
func.func @f(%a: memref<?x3xT>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i, %c1] : memref<?x3xT>
    %y0 = memref.load %a[%i, %c0] : memref<?x3xT>
BODY
    memref.store %yN, %a[%i, %c2] : memref<?x3xT>
  }
  return
}
"""
    return (
        text.replace("BODY", "\n".join(lines))
        .replace("%yN", f"%y{terms}")
        .replace("xT>", f"x{float_type}>")
        .replace(": T", f": {float_type}")
    )


@pytest.mark.parametrize(
    ("terms", "float_type", "processor", "width"),
    [
        (20, "f64", "x86-64-v3", 8),  # two vectors of each number hide how long an operation takes
        (200, "f64", "x86-64-v3", 4),  # and take registers where there is more than enough to do
        (200, "f64", "x86-64-v4", 8),
        (200, "f32", "x86-64-v3", 8),
        (200, "f32", "x86-64-v2", 4),
    ],
)
def test_of_a_long_body_a_vector_is_one_register(terms, float_type, processor, width):
    text = polynomials(terms, float_type)
    assert remarks(text, f"{PASS}{{processor={processor}}}") == [f"runs {width} iterations of this loop at once"]
    assert remarks(text, f"{PASS}{{processor={processor} width={12 - width}}}") == [
        f"runs {12 - width} iterations of this loop at once"
    ]


def test_the_processor_that_is_asked_for_decides():
    assert f"{PASS}{{processor=x86-64-v3}}," in lowering.pipeline(processor="x86-64-v3")
    with pytest.raises(Failure, match="option 'width' of 'lagrad-vectorize-map' is 4, 8 or 0, not 3"):
        run(parse(program("iterate", "f64")).operation, f"{PASS}{{width=3}}", Report())
    with pytest.raises(Failure, match="LLVM knows no processor 'itanium'"):
        run(parse(program("iterate", "f64")).operation, f"{PASS}{{processor=itanium}}", Report())


@pytest.mark.parametrize("name", ["normalize", "look_up", "iterate", "store_in_branch"])
def test_with_fast_arithmetic(name):
    """Fused products round differently; nothing else does."""
    text = program(name, "f64")
    lanes, trips = compiled(text, 8, False).f, compiled(text, 0, False).f
    arguments = data(name, 37, "f64")
    for a, b in zip(as_list(lanes(*arguments)), as_list(trips(*arguments)), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-11)


@pytest.mark.parametrize("strict", [True, False])
def test_pullbacks_of_rows(strict):
    """A whole pullback in lanes: functions, a branch and rows that data choose. Against JAX."""
    assert "runs 8 iterations of this loop at once" in remarks(ROWS, pipeline(8))
    lanes = compiled(ROWS, 8, strict).gradients
    random = np.random.default_rng(1)
    for n in (0, 7, 8, 9, 41):
        p, q, which = random.normal(size=(5, 3)), random.normal(size=(n, 2)), random.integers(0, 5, n)
        want = [np.concatenate(jax.grad(row, (0, 1))(p[which[i]], q[i])) for i in range(n)]
        np.testing.assert_allclose(lanes(p, q, which), np.reshape(want, (n, 5)), rtol=1e-11, atol=1e-13)
        np.testing.assert_allclose(
            lanes(p, q, which),
            compiled(ROWS, 0, strict).gradients(p, q, which),
            rtol=0 if strict else 1e-12,
            atol=0 if strict else 1e-14,
        )


@pytest.mark.parametrize("strict", [True, False])
def test_sums_into_rows_that_data_choose(strict):
    """The pullback of a sum over rows: five rows get the terms of all trips. In order, bit by bit; against JAX."""
    assert "runs 8 iterations of this loop at once" in remarks(TOTAL, pipeline(8))
    lanes, trips = compiled(TOTAL, 8, strict).d_total, compiled(TOTAL, 0, strict).d_total
    random = np.random.default_rng(2)
    for n in (0, 3, 8, 17, 50):
        p, q, which = random.normal(size=(5, 3)), random.normal(size=(n, 2)), random.integers(0, 5, n)
        found = lanes(p, q, which)
        for a, b in zip(found, trips(p, q, which), strict=True):
            np.testing.assert_allclose(a, b, rtol=0 if strict else 1e-12, atol=0 if strict else 1e-13)
        want = jax.grad(lambda p, q: sum((row(p[k], q[i]) for i, k in enumerate(which)), 0.0), (0, 1))(p, q)
        for a, b in zip(found, want, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-11, atol=1e-12)


def test_numbers_that_no_vector_is_made_of():
    assert "runs 8 iterations of this loop at once" in remarks(OTHER_TYPES, pipeline(8))
    random = np.random.default_rng(3)
    for n in (5, 8, 21):
        z, h, x = (
            random.normal(size=n) + 1j * random.normal(size=n),
            random.normal(size=n).astype(np.float16),
            random.normal(size=(n, 2)),
        )
        found = compiled(OTHER_TYPES, 8).f(z, h, x)
        for a, b in zip(found, compiled(OTHER_TYPES, 0).f(z, h, x), strict=True):
            np.testing.assert_array_equal(a, b)
        s = np.sin(x[:, 1])
        np.testing.assert_allclose(found[0], z * (s * h.astype(float) + 1j * x[:, 1]), rtol=1e-12)
        np.testing.assert_array_equal(found[1], h + s.astype(np.float16))


@pytest.mark.parametrize("seed", range(6))
def test_neighbours_in_any_order(seed):
    """Reads and writes of neighbours are put together, and see what they saw one by one."""
    float_type, width = ("f64", "f32")[seed % 2], (4, 8)[seed // 2 % 2]
    text = blocks_at_random.program(seed, float_type)
    assert f"runs {width} iterations of this loop at once" in remarks(text, pipeline(width))
    lanes, trips = compiled(text, width).f, compiled(text, 0).f
    random, real = np.random.default_rng(seed), np.float64 if float_type == "f64" else np.float32
    for n in (width - 1, 3 * width + 1, 50):
        arguments = (
            random.normal(size=(3, 5)).astype(real),
            random.integers(0, 3, n).astype(np.int32),
            random.normal(size=n).astype(real),
        )
        np.testing.assert_array_equal(lanes(*arguments), trips(*arguments))


def neighbours(lines: str) -> str:
    """A loop that adds to two elements of `out`, which iterations share with their neighbours."""
    return f"""
        func.func @f(%a: tensor<?xf64>, %to: tensor<?xindex>, %start: tensor<?xf64>) -> tensor<?xf64> {{
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %n = tensor.dim %a, %c0 : tensor<?xf64>
          %end = scf.for %i = %c0 to %n step %c1 iter_args(%out = %start) -> tensor<?xf64> {{
            %x = tensor.extract %a[%i] : tensor<?xf64>
            %s = math.sin %x : f64
            %c = math.cos %x : f64
            %k = tensor.extract %to[%i] : tensor<?xindex>
            %j = arith.addi %i, %c1 : index
            {lines}
            scf.yield %new : tensor<?xf64>
          }}
          return %end : tensor<?xf64>
        }}
    """


ONE_BY_ONE = """
    %o1 = tensor.extract %out[%j] : tensor<?xf64>
    %n1 = arith.addf %o1, %s : f64
    %mid = tensor.insert %n1 into %out[%j] : tensor<?xf64>
    %o2 = tensor.extract %mid[%i] : tensor<?xf64>
    %n2 = arith.addf %o2, %c : f64
    %new = tensor.insert %n2 into %mid[%i] : tensor<?xf64>
"""


@pytest.mark.parametrize("width", (4, 8))
@pytest.mark.parametrize("places", [("%j", "%i"), ("%i", "%j"), ("%k", "%i"), ("%k", "%k")])
def test_a_lane_has_its_turn_at_all_updates(places, width):
    """Each element gets its terms in the order of the iterations, to the last bit."""
    first, second = places
    lines = ONE_BY_ONE.replace("[%j]", "[A]").replace("[%i]", f"[{second}]").replace("[A]", f"[{first}]")
    text = neighbours(lines)
    assert any(f"runs {width} iterations" in own for own in remarks(text, pipeline(width)))
    lanes, trips = compiled(text, width).f, compiled(text, 0).f
    rng = np.random.default_rng(width)
    for n in (*range(2 * width + 2), 100):
        arguments = rng.normal(size=n), rng.integers(0, n + 1, n), rng.normal(size=n + 1)
        found = lanes(*arguments)
        np.testing.assert_array_equal(found, trips(*arguments))
        plain = arguments[2].copy()
        for i, (x, k) in enumerate(zip(*arguments[:2])):
            at = {"%i": i, "%j": i + 1, "%k": k}
            plain[at[first]] += np.sin(x)
            plain[at[second]] += np.cos(x)
        np.testing.assert_allclose(found, plain, rtol=1e-12, atol=1e-13)


def test_updates_that_overlap_stay():
    """Both elements are read before one is written: where they are the same, the first sum is lost."""
    lines = ONE_BY_ONE.replace("extract %mid[%i]", "extract %out[%k]").replace("into %mid[%i]", "into %mid[%k]")
    text = neighbours(lines)
    assert not any("iterations of this loop at once" in own for own in remarks(text, pipeline(8)))
    arguments = np.zeros(20), np.arange(1, 21), np.zeros(21)
    assert compiled(text, 8).f(*arguments)[1:].tolist() == [1.0] * 20


SHIFTED = """
func.func @f(%x: tensor<?xf64>, %start: tensor<?xf64>, %m: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%out = %start) -> tensor<?xf64> {
    %e = tensor.extract %x[%i] : tensor<?xf64>
    %s = math.sin %e : f64
    %c = math.cos %s : f64
    %after:2 = scf.for %j = %c0 to %m step %c1 iter_args(%p = %c, %o = %out) -> (f64, tensor<?xf64>) {
      %back = arith.subi %m, %j : index
      %two = arith.addi %j, %j : index
      %both = arith.addi %i, %j : index
      %old = tensor.extract %o[PLACE] : tensor<?xf64>
      %new = arith.addf %old, %p : f64
      %next = tensor.insert %new into %o[PLACE] : tensor<?xf64>
      %q = arith.mulf %p, %s : f64
      scf.yield %q, %next : f64, tensor<?xf64>
    }
    scf.yield %after#1 : tensor<?xf64>
  }
  return %end : tensor<?xf64>
}
"""


@pytest.mark.parametrize("place", ["%back", "%two"])
def test_an_inner_loop_adds_to_other_elements_in_each_iteration(place):
    """They are the same ones in all lanes, so each gets its terms in order, to the last bit."""
    text = SHIFTED.replace("PLACE", place)
    assert any("runs 8 iterations" in own for own in remarks(text, pipeline(8)))
    rng = np.random.default_rng(1)
    for n, m in ((0, 3), (5, 3), (8, 0), (8, 1), (17, 6), (40, 3)):
        arguments = rng.normal(size=n), rng.normal(size=2 * m + 1), m
        np.testing.assert_array_equal(compiled(text, 8).f(*arguments), compiled(text, 0).f(*arguments))


def test_an_inner_loop_that_begins_elsewhere_in_each_lane_stays():
    """An element would get the term of a later iteration before that of an earlier one."""
    assert not any("runs 8 iterations" in own for own in remarks(SHIFTED.replace("PLACE", "%both"), pipeline(8)))
