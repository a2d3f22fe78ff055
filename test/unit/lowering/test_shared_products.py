"""Products that threads share: the same numbers as in one thread, and what is shared."""

import functools

import numpy as np
import pytest

import lagrad
from lagrad.execute import parse
from lagrad.pipelines import read, run, with_threads

NUMBERS = {"f64": np.float64, "f32": np.float32}
MATRICES = {  # how the factors lie, the maps, and what NumPy computes
    "mk,kn": ("(m, n, k) -> (m, k)", "(m, n, k) -> (k, n)", "(m, n, k) -> (m, n)", "mk,kn->mn"),
    "km,kn": ("(m, n, k) -> (k, m)", "(m, n, k) -> (k, n)", "(m, n, k) -> (m, n)", "km,kn->mn"),
    "mk,nk": ("(m, n, k) -> (m, k)", "(m, n, k) -> (n, k)", "(m, n, k) -> (m, n)", "mk,nk->mn"),
    "turned": ("(m, n, k) -> (m, k)", "(m, n, k) -> (k, n)", "(m, n, k) -> (n, m)", "mk,kn->nm"),
    "batch": ("(b, m, n, k) -> (b, m, k)", "(b, m, n, k) -> (b, k, n)", "(b, m, n, k) -> (b, m, n)", "bmk,bkn->bmn"),
    "summed batch": ("(m, n, b, k) -> (b, m, k)", "(m, n, b, k) -> (b, k, n)", "(m, n, b, k) -> (m, n)", "bmk,bkn->mn"),
    "vectors": ("(b, m, k) -> (b, m, k)", "(b, m, k) -> (b, k)", "(b, m, k) -> (b, m)", "bmk,bk->bm"),
}


def program(form: str, element: str, sizes: dict[str, int] = {}) -> str:
    """The product of two tensors; of the sizes that are not given nothing is known."""
    maps = MATRICES[form][:3]
    shapes = [[sizes.get(d.strip(), "?") for d in map.split("->")[1].strip(" ()").split(",")] for map in maps]
    a, b, c = (f"tensor<{''.join(f'{n}x' for n in shape)}{element}>" for shape in shapes)
    given = maps[0].split("->")[0].strip(" ()").split(", ")
    kinds = ["parallel" if d in maps[2].split("->")[1] else "reduction" for d in given]
    quoted = ", ".join(f'"{kind}"' for kind in kinds)
    return f"""
func.func @f(%a: {a}, %b: {b}, %c: {c}) -> {c} {{
  %d = linalg.generic {{indexing_maps = [{", ".join(f"affine_map<{map}>" for map in maps)}],
      iterator_types = [{quoted}]}} ins(%a, %b : {a}, {b}) outs(%c : {c}) {{
  ^bb0(%x: {element}, %y: {element}, %z: {element}):
    %p = arith.mulf %x, %y : {element}
    %s = arith.addf %z, %p : {element}
    linalg.yield %s : {element}
  }} -> {c}
  return %d : {c}
}}
"""


def shared(threads: int, work: int = 0) -> str:
    text = str(read(with_threads("lagrad-to-llvm-blas", threads)))
    return text.replace(f"library=openblas threads={threads}", f"library=openblas threads={threads} work={work}")


def arrays(form: str, element: str, sizes: dict[str, int]) -> tuple[list[np.ndarray], np.ndarray]:
    rng, names = np.random.default_rng(0), MATRICES[form][3]
    inputs, result = names.split("->")
    shapes = [[sizes[d] for d in own] for own in (*inputs.split(","), result)]
    a, b, c = (rng.standard_normal(shape).astype(NUMBERS[element]) for shape in shapes)
    return [a, b, c], c + np.einsum(names, a.astype(np.float64), b.astype(np.float64))


compiled = functools.cache(lagrad.compile)


@pytest.mark.parametrize("element", NUMBERS)
@pytest.mark.parametrize("form", MATRICES)
@pytest.mark.parametrize("m, n, k, b", [(37, 41, 53, 5), (3, 65, 700, 3), (600, 33, 300, 1), (1, 50, 64, 7)])
def test_numbers(form, element, m, n, k, b):
    """More threads than processors, sizes that they do not divide, and fewer rows or matrices than threads."""
    given, right = arrays(form, element, dict(m=m, n=n, k=k, b=b))
    found = compiled(program(form, element), pipeline=shared(3))["f"](*given)
    assert found == pytest.approx(right, rel=0, abs=1e-13 * k * 10 if element == "f64" else 2e-4 * k**0.5)


@pytest.mark.parametrize("form", ["mk,kn", "km,kn", "batch"])
def test_bits_of_our_functions_are_those_of_one_thread(form):
    given, _ = arrays(form, "f64", dict(m=70, n=48, k=90, b=4))
    alone, some = (compiled(program(form, "f64"), pipeline=p)["f"](*given) for p in ("lagrad-to-llvm-blas", shared(3)))
    assert np.array_equal(alone, some)


def test_infinities_and_nothing():
    given, _ = arrays("mk,kn", "f64", dict(m=64, n=32, k=40))
    given[0][5, 7], given[0][60, 3] = np.inf, np.nan
    found = compiled(program("mk,kn", "f64"), pipeline=shared(2))["f"](*given)
    assert np.isnan(found[60]).all() and not np.isfinite(found[5]).any() and np.isfinite(found[[4, 6, 59, 61]]).all()
    empty = [np.zeros((4, 0)), np.zeros((0, 32)), np.ones((4, 32))]
    assert (compiled(program("mk,kn", "f64"), pipeline=shared(2))["f"](*empty) == 1).all()


@pytest.mark.parametrize(
    "sizes, is_shared",
    [
        ((128, 128, 128), True),
        ((128, 128, 127), False),
        ((1, 2048, 2048), False),
        ((2, 2048, 1024), True),
        ((4096, 7, 128), False),
    ],
)
def test_what_is_worth_it(sizes, is_shared):
    """Two million multiplications, and a row for each thread."""
    module = parse(program("mk,kn", "f64", dict(zip("mnk", sizes))))
    run(module, "lagrad-to-llvm-blas{threads=2 stop-after=products}")
    assert ("call @GOMP_parallel" in str(module)) == is_shared


def test_threads_call_no_library():
    """OpenBLAS, where it has threads itself, may hang then."""
    module = parse(program("batch", "f64"))
    run(module, "lagrad-to-llvm-blas{threads=2 stop-after=products}")
    functions = str(module).split("func.func ")
    (part,) = (text for text in functions if text.startswith("private @f.0.part"))
    assert "@lagrad.product.f64" in part and "cblas" not in part and "cblas_dgemm" in str(module)


def test_one_thread_shares_nothing():
    module = parse(program("batch", "f64"))
    run(module, "lagrad-to-llvm-blas{stop-after=products}")
    assert "GOMP_parallel" not in str(module) and "@lagrad.product.f64" in str(module)
