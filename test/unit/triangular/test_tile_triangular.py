"""Products with triangular matrices in blocks: values and derivatives against NumPy's of full matrices."""

from __future__ import annotations

import numpy as np
import pytest
from test_triangular_programs import kept, stored

import lagrad
from lagrad import pipelines
from lagrad.errors import Failure
from lagrad.lowering import pipeline as lowering

PASS = "lagrad-tile-triangular"
PIPELINE = f"lagrad-default,{lowering.pipeline(blas='openblas')}"
assert PASS in PIPELINE

# Where L, X and the product have which indices; b is a batch.
FORMS = {
    "left": "ik,kj,ij",
    "right": "kj,ik,ij",
    "transposed": "ki,kj,ij",
    "from the right": "jk,ik,ij",
    "turned": "ik,kj,ji",
}
BATCHES = {"batch": "bik,bkj,bij", "shared": "ik,bkj,bij"}


def program(form: str, kind: str, size: str = "?", of: str = "f64") -> str:
    dims = "".join(sorted(set(form) - {","}))
    places = form.split(",")
    maps = ", ".join(f"affine_map<({', '.join(dims)}) -> ({', '.join(p)})>" for p in places)
    kinds = ", ".join('"reduction"' if d == "k" else '"parallel"' for d in dims)
    encodings = (f', "{kind}"', "", "")
    l, x, y = (f"tensor<{''.join(f'{size}x' for _ in p)}{of}{e}>" for p, e in zip(places, encodings))
    return f"""
func.func @f(%l: {l}, %x: {x}, %y: {y}) -> {y} {{
  %r = linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} ins(%l, %x : {l}, {x}) outs(%y : {y}) {{
    ^bb0(%p: {of}, %q: {of}, %out: {of}):
      %0 = arith.mulf %p, %q : {of}
      %1 = arith.subf %out, %0 : {of}
      linalg.yield %1 : {of}
  }} -> {y}
  return %r : {y}
}}
func.func private @reverse({l}, {x}, {y}, {y}) -> ({l}, {x}) attributes {{lagrad.pullback = @f, lagrad.wrt = [0, 1]}}
func.func private @forward({l}, {l}, {x}, {x}, {y}) -> {y} attributes {{lagrad.pushforward = @f, lagrad.wrt = [0, 1]}}
func.func private @second({l}, {l}, {x}, {x}, {y}, {y}, {y}) -> ({l}, {x})
    attributes {{lagrad.pushforward = @reverse, lagrad.wrt = [0, 1, 3]}}
"""


def check(compiled, form: str, kind: str, order: int, other: int, of=np.float64) -> None:
    """All four functions, of random matrices; `other` is the size of what the triangle does not have."""
    l_at, x_at, y_at = form.split(",")
    size = {d: order if d in l_at[-2:] else 2 if d == "b" else other for d in "bijk"}
    random = np.random.default_rng(0)

    def matrix(at: str) -> np.ndarray:
        return random.normal(size=[size[d] for d in at]).astype(of)

    (l, dl), (x, dx), (y, ct, dct) = (
        [kept(kind, matrix(l_at)) for _ in range(2)],
        [matrix(x_at) for _ in range(2)],
        [matrix(y_at) for _ in range(3)],
    )

    def product(a: np.ndarray, b: np.ndarray, at: str) -> np.ndarray:
        return -np.einsum(at, a, b)

    def l_bar(ct, x):
        return stored(kind, kept(kind, product(ct, x, f"{y_at},{x_at}->{l_at}")))

    def x_bar(l, ct):
        return product(l, ct, f"{l_at},{y_at}->{x_at}")

    pl, pdl = stored(kind, l), stored(kind, dl)
    forwards = f"{l_at},{x_at}->{y_at}"
    wanted = {
        "f": ([pl, x, y], [y + product(l, x, forwards)]),
        "reverse": ([pl, x, y, ct], [l_bar(ct, x), x_bar(l, ct)]),
        "forward": ([pl, pdl, x, dx, y], [product(dl, x, forwards) + product(l, dx, forwards)]),
        "second": ([pl, pdl, x, dx, y, ct, dct], [l_bar(dct, x) + l_bar(ct, dx), x_bar(dl, ct) + x_bar(l, dct)]),
    }
    for name, (arguments, results) in wanted.items():
        found = compiled[name](*arguments)
        for one, two in zip(found if isinstance(found, tuple) else (found,), results, strict=True):
            assert one.shape == two.shape
            assert np.allclose(one, two, rtol=0, atol=1e4 * np.finfo(of).eps), (name, order, other)


def compile(text: str, options: str = "block=4 work=0"):
    return lagrad.compile(text, pipeline=PIPELINE.replace(PASS, f"{PASS}{{{options}}}"))


@pytest.mark.parametrize("form, kind", [*zip(FORMS.values(), ("ltri", "spltri", "putri", "sutri", "pltri"))])
def test_as_numpy(form, kind):
    """No rows, one, fewer than a block, no multiple of one; the last ones are large enough for calls of BLAS."""
    compiled = compile(program(form, kind))
    for order, other in ((0, 3), (1, 1), (3, 0), (6, 5), (13, 2), (40, 150)):
        if order or not kind.startswith("sp"):  # without any element, a strict packed triangle has order 1
            check(compiled, form, kind, order, other)


@pytest.mark.parametrize("form, kind", [*zip(BATCHES.values(), ("putri", "sltri"))])
def test_batches(form, kind):
    compiled = compile(program(form, kind))
    for order, other in ((0, 3), (1, 2), (7, 3)):
        check(compiled, form, kind, order, other)


def test_f32():
    check(compile(program(FORMS["left"], "utri", of="f32")), FORMS["left"], "utri", 21, 40, np.float32)


def test_known_sizes():
    check(compile(program(FORMS["left"], "sputri", "18")), FORMS["left"], "sputri", 18, 18)


@pytest.mark.parametrize("kind", ["ltri", "pltri"])
def test_zeros_outside_of_the_triangle_are_zero(kind):
    """What is infinite, or no number, counts in the rows that have an element for it."""
    compiled = compile(program(FORMS["left"], kind))
    random = np.random.default_rng(0)
    l, x = kept(kind, random.uniform(1, 2, (30, 30))), random.uniform(1, 2, (30, 40))
    x[20, 3], x[25, 4] = np.inf, np.nan
    found = compiled.f(stored(kind, l), x, np.zeros((30, 40)))
    assert np.isfinite(found[:20]).all()
    assert (found[20:, 3] == -np.inf).all()
    assert np.isnan(found[25:, 4]).all() and np.isfinite(found[:25, 4]).all()


def test_blocks_are_multiplied_where_they_are():
    """Calls read the matrix and write the result in place: the loop over blocks allocates and copies nothing."""
    text = program(FORMS["left"], "ltri").split("func.func private")[0]
    plain = lowering.Options(strict=True)
    linalg, buffers = lowering.text(plain, "structure", "fusion"), lowering.text(plain, "destinations", "buffers")
    steps = [
        lowering.text(plain, last="preparation"),
        f"{PASS}{{work=0}}",
        linalg,
        buffers,
        "lagrad-convert-linalg-to-blas",
    ]
    with pipelines.new_context():
        module = lagrad.mlir.ir.Module.parse(text)
        report = pipelines.run(module, ",".join(steps))
        lowered = str(module)
    inside = lowered[lowered.index("scf.for") : lowered.rindex("} else {")]
    assert "scipy_cblas_dgemm" in inside
    assert "alloc(" not in inside and "copy" not in inside
    assert any("full blocks" in remark.message for remark in report.remarks)


def test_no_rows_in_a_block():
    with pytest.raises(Failure, match="option 'block' of 'lagrad-tile-triangular' is 1 or more, not 0"):
        compile(program(FORMS["left"], "ltri"), "block=0")
