"""Products of matrices by functions of our own, against NumPy's: all sizes around those of tiles, any strides, any
processor."""

import ctypes
import itertools
import mmap
import platform

import numpy as np
import pytest

import lagrad
from lagrad import emit, execute, pipelines
from lagrad.lowering import pipeline as lowering
from lagrad.lowering.machine import native, processors
from lagrad.lowering.products import blas_functions, product_kernel
from lagrad.lowering.products.product_kernel import DEPTH, FAR_APART, FEW_ROWS, MANY, Tile
from lagrad.mlir import ir

NUMBERS = {"f64": np.float64, "f32": np.float32}
# Tiles of processors with 16 and with 32 registers, and vectors of every length: LLVM makes what this processor has of
# them.
TILES = [
    product_kernel.tile_of(element, bytes, count)
    for element in NUMBERS
    for bytes, count in ((16, 16), (32, 16), (64, 32), (16, 32))
]


def function(tile: Tile):
    """The function of a tile, which takes addresses, and what keeps it alive."""
    name = product_kernel.name_of(tile.element)
    text = product_kernel.functions(tile).replace(f'private @"{name}"', "@product")
    with pipelines.new_context():
        module = ir.Module.parse(text)
        pipelines.run(module, lowering.text(lowering.Options(), "llvm", "llvm"))
        loaded = native.Loaded(emit.object_code(module.operation), ["product"])
    real = {"f64": ctypes.c_double, "f32": ctypes.c_float}[tile.element]
    size, address = ctypes.c_int64, ctypes.c_void_p
    types = [size, size, size, real, address, size, size, address, size, size, ctypes.c_bool, address, size]
    return ctypes.CFUNCTYPE(None, *types)(loaded.addresses["product"]), loaded


@pytest.fixture(scope="module", params=TILES, ids=lambda tile: f"{tile.element}-{tile.bytes}-{tile.rows}")
def product(request):
    """`product(a, b, c, factor, adds)` of arrays whatever their strides are, but that rows of `c` lie along memory."""
    compiled, loaded = function(request.param)

    def call(a, b, c, factor=1.0, adds=True):
        (m, k), n = a.shape, b.shape[1]
        (a_m, a_k), (b_k, b_n), (c_m, c_n) = ([s // array.itemsize for s in array.strides] for array in (a, b, c))
        assert c_n == 1 and loaded
        compiled(m, n, k, factor, a.ctypes.data, a_m, a_k, b.ctypes.data, b_k, b_n, adds, c.ctypes.data, c_m)

    return request.param, call


def laid_out(rng, shape: tuple[int, int], layout: str, number) -> np.ndarray:
    """Random numbers: rows along memory, columns, or neither, with others between."""
    rows, columns = shape
    match layout:
        case "rows":
            whole = rng.standard_normal((rows, columns + 3))
            array = whole.astype(number)[:, :columns]
        case "columns":
            array = rng.standard_normal((columns, rows)).astype(number).T
        case "apart":
            array = rng.standard_normal((2 * rows, 3 * columns)).astype(number)[::2, ::3]
    return array


def check(
    product, m: int, n: int, k: int, a_layout: str, b_layout: str, factor: float, adds: bool, seed: int = 0
) -> None:
    tile, call = product
    rng, number = np.random.default_rng(seed), NUMBERS[tile.element]
    a, b = laid_out(rng, (m, k), a_layout, number), laid_out(rng, (k, n), b_layout, number)
    whole = rng.standard_normal((m + 2, n + 5)).astype(number)
    c, before = whole[1 : m + 1, 2 : n + 2], whole.copy()
    if not adds:
        c[:] = np.nan  # it must not be read
    call(a, b, c, factor, adds)
    expected = before.copy()
    inside = expected[1 : m + 1, 2 : n + 2]
    products = factor * (a.astype(np.float64) @ b)
    inside[:] = inside + products if adds else products
    tolerance = {"f64": 1e-12, "f32": 1e-4}[tile.element] * max(1, k) ** 0.5
    np.testing.assert_allclose(whole, expected, rtol=tolerance, atol=tolerance)


LAYOUTS = list(itertools.product(("rows", "columns", "apart"), repeat=2))


@pytest.mark.parametrize("a_layout, b_layout", LAYOUTS, ids="-".join)
def test_sizes_around_those_of_a_tile(product, a_layout, b_layout):
    tile, _ = product
    rows = [1, 2, tile.rows - 1, tile.rows, tile.rows + 1, 2 * tile.rows + 3]
    columns = [
        1,
        tile.lanes - 1,
        tile.lanes,
        tile.lanes + 1,
        tile.columns - 1,
        tile.columns,
        tile.columns + 1,
        3 * tile.columns + tile.lanes + 1,
    ]
    for number, (m, n) in enumerate(itertools.product(rows, columns)):
        check(product, m, n, 1 + number % 19, a_layout, b_layout, (1.0, -0.5)[number % 2], number % 3 > 0, number)


@pytest.mark.parametrize("a_layout, b_layout", LAYOUTS, ids="-".join)
def test_sums_in_several_blocks(product, a_layout, b_layout):
    tile, _ = product
    for number, k in enumerate((DEPTH - 1, DEPTH, DEPTH + 1, 2 * DEPTH + 7)):
        check(product, tile.rows + 3, 2 * tile.columns + 5, k, a_layout, b_layout, 2.0, number % 2 == 0)


def test_many_rows(product):
    tile, _ = product
    for m, (a_layout, b_layout) in itertools.product((MANY + 1, FEW_ROWS - 1, FEW_ROWS, FEW_ROWS + 61), LAYOUTS):
        check(product, m, 5 * tile.columns + 3, 70, a_layout, b_layout, 1.0, False)


def test_rows_far_apart(product):
    tile, call = product
    number = NUMBERS[tile.element]
    b = np.ones((40, FAR_APART), number)[:, : tile.columns + 1]
    for m in (3, 40):
        c = np.empty((m, tile.columns + 1), number)
        call(np.ones((m, 40), number), b, c, adds=False)
        assert (c == 40).all()


def test_wide_results(product):
    """More columns than are computed at a time."""
    tile, _ = product
    for b_layout in ("rows", "columns"):
        check(product, 3, 2500 * tile.columns // tile.lanes // 3 + 1, 9, "columns", b_layout, 1.0, True)


@pytest.fixture(scope="module")
def ended():
    """Makes arrays of ones after whose last element the process may read no memory."""
    libc, kept = ctypes.CDLL(None), []
    page = mmap.PAGESIZE

    def make(shape: tuple[int, int], number) -> np.ndarray:
        size = int(np.prod(shape)) * np.dtype(number).itemsize
        pages = mmap.mmap(-1, -(-size // page) * page + page)
        start = ctypes.addressof(ctypes.c_char.from_buffer(pages))
        assert libc.mprotect(ctypes.c_void_p(start + len(pages) - page), page, 0) == 0
        kept.append(pages)
        array = np.frombuffer(pages, number, int(np.prod(shape)), len(pages) - page - size).reshape(shape)
        array[:] = 1
        return array

    yield make


def test_nothing_beyond_the_end_is_read_or_written(product, ended):
    tile, call = product
    number = NUMBERS[tile.element]
    for m, n, k in itertools.product(
        (3, tile.rows, FEW_ROWS + 1), (5, tile.columns, tile.columns + 3), (7, tile.lanes)
    ):
        for turn_a, turn_b in itertools.product((False, True), repeat=2):
            a = ended((k, m), number).T if turn_a else ended((m, k), number)
            b = ended((n, k), number).T if turn_b else ended((k, n), number)
            c = ended((m, n), number)
            call(a, b, c)
            assert (c == k + 1).all()


@pytest.mark.parametrize("m, n, k", [(0, 5, 5), (5, 0, 5), (0, 0, 0)])
def test_nothing(product, m, n, k):
    check(product, m, n, k, "rows", "rows", 1.0, True)


def test_no_terms(product):
    check(product, 4, 5, 0, "rows", "rows", 1.0, True)


def test_what_is_not_finite(product):
    tile, call = product
    a, b = np.ones((5, 7), NUMBERS[tile.element]), np.ones((7, 9), NUMBERS[tile.element])
    a[1, 2], a[3, 4], b[6, 8] = np.inf, np.nan, -np.inf
    c = np.zeros((5, 9), a.dtype)
    call(a, b, c)
    with np.errstate(invalid="ignore"):
        expected = np.where(np.isfinite(a @ b), 7, a @ b)
    np.testing.assert_array_equal(c, expected)


@pytest.mark.long
def test_random_sizes(product):
    rng = np.random.default_rng(1)
    for seed in range(300):
        m, n, k = (int(size) for size in np.exp(rng.uniform(0, np.log(700), 3)))
        a_layout, b_layout = LAYOUTS[rng.integers(len(LAYOUTS))]
        check(product, m, n, k, a_layout, b_layout, 1.5, bool(rng.integers(2)), seed)


# -- in programs ------------------------------------------------------------------------------------------

PROGRAM = """
func.func @product(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %factor: f64) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %a, %c0 : tensor<?x?xf64>
  %n = tensor.dim %b, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
  %c = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k)
      -> (k, n)>, affine_map<(m, n, k) -> ()>,
                                        affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b, %factor : tensor<?x?xf64>, tensor<?x?xf64>, f64) outs(%zeros : tensor<?x?xf64>) {
  ^bb0(%l: f64, %r: f64, %f: f64, %o: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.mulf %f, %p : f64
    %t = arith.subf %o, %s : f64
    linalg.yield %t : f64
  } -> tensor<?x?xf64>
  return %c : tensor<?x?xf64>
}
"""
SHAPES = [(40, 50, 60), (700, 20, 300), (700, 20, 30), (20, 12, 400), (3, 4, 5), (0, 4, 5), (20, 30, 0)]


@pytest.mark.parametrize(
    "pipeline", ["lagrad-to-llvm", "lagrad-to-llvm-blas", "lagrad-to-llvm-strict", "lagrad-to-llvm{threads=2}"]
)
def test_results_are_written_whatever_was_there(pipeline):
    compiled = lagrad.compile(PROGRAM, pipeline=pipeline).product
    rng = np.random.default_rng(2)
    for m, n, k in SHAPES:
        a, b = rng.random((m, k)), rng.random((k, n))
        out = np.full((m, n), np.nan)
        compiled(a, b, 0.5, out=out)
        np.testing.assert_allclose(out, -0.5 * (a @ b), rtol=1e-12)


def test_without_a_library_none_is_asked_for():
    module = ir_of(PROGRAM, "lagrad-to-llvm")
    assert "@lagrad.product.f64(" in module and "cblas" not in module


def test_strict_code_has_neither():
    module = ir_of(PROGRAM, "lagrad-to-llvm-strict")
    assert "lagrad.product" not in module and "cblas" not in module


def ir_of(text: str, pipeline: str) -> str:
    with pipelines.new_context():
        module = ir.Module.parse(text)
        pipelines.run(module, pipeline)
        return str(module)


@pytest.mark.parametrize(
    "sizes, is_turned, ours",
    [
        ((10, 20, 30), False, True),
        ((10, 20, 30), True, False),
        ((20, 20, 30), True, True),
        ((10, 8, 30), False, False),
        ((1000, 20, 1000), False, False),
        ((None, 20, 30), False, True),
        ((None, 20, 30), True, None),
        ((None, 20, 1000), False, None),
        ((10, None, 30), False, None),
        ((10, 8, None), False, False),
    ],
)
def test_whose_function_it_is_by_its_size(sizes, is_turned, ours):
    assert blas_functions.is_for_tiles(sizes, is_turned, blas_functions.Limits(16)) is ours


def test_what_is_called_is_what_is_said():
    """The choice that programs make when they run, folded where sizes are known, is that of the remarks and of the
    benchmark."""
    limits = blas_functions.Limits()
    sizes = {
        "m": (limits.turned - 1, limits.turned, limits.rows, limits.rows + 1),
        "n": (limits.columns - 1, limits.columns),
        "k": (limits.terms, limits.terms + 1),
    }
    cases = list(itertools.product(itertools.product(*sizes.values()), (False, True)))
    functions = [product_of(f"f{n}", sizes, is_turned) for n, (sizes, is_turned) in enumerate(cases)]
    text = ir_of(
        "\n".join(functions),
        "linalg-generalize-named-ops,lagrad-convert-linalg-to-blas,canonicalize",
    )
    bodies = text.split("func.func @")[1:]
    ours = ["call @lagrad.product.f64(" in body for body in bodies]
    assert ours == [blas_functions.is_for_tiles(*case, limits) for case in cases] and set(ours) == {False, True}


def product_of(name: str, sizes: tuple[int, int, int], is_turned: bool) -> str:
    m, n, k = sizes
    a, b, c = (f"memref<{x}x{y}xf64>" for x, y in ((m, k), (n, k) if is_turned else (k, n), (m, n)))
    maps = ", ".join(f"affine_map<(m, n, k) -> ({s})>" for s in ("m, k", "n, k" if is_turned else "k, n", "m, n"))
    return f"""
func.func @{name}(%a: {a}, %b: {b}, %c: {c}) {{
  linalg.matmul indexing_maps = [{maps}] ins(%a, %b : {a}, {b}) outs(%c : {c})
  return
}}"""


def test_compiling_for_a_processor_names_it_to_the_lowering(monkeypatch):
    lowered, original = [], execute.emit.lower

    def lower(module, pipeline, run):
        lowered.append(pipeline)
        return original(module, pipeline, run)

    monkeypatch.setattr(execute.emit, "lower", lower)
    lagrad.compile(PROGRAM, pipeline="lagrad-to-llvm", target_cpu="x86-64" if X86_HERE else "native")
    assert lowered == [f"lagrad-to-llvm{{{'processor=x86-64 ' * X86_HERE}products=declare memory=declare}}"]


X86_HERE = platform.machine().lower() in ("x86_64", "amd64")
X86 = [("x86-64", 16, 16), ("x86-64-v3", 32, 16), ("x86-64-v4", 64, 32), ("skylake-avx512", 64, 32), ("znver4", 64, 32)]
OTHERS = [("native", 16, 32)]


@pytest.mark.parametrize("cpu, bytes, count", X86 if X86_HERE else OTHERS)
def test_registers(cpu, bytes, count):
    scales = bytes == 64  # AVX-512 has an instruction for y 2^k
    assert processors.registers(cpu) == processors.Registers(bytes, count, scales)


def test_the_processor_that_is_asked_for_decides_the_tiles():
    for_v3 = pipelines.for_processor("lagrad-default,lagrad-to-llvm-blas{math=precise}", "x86-64-v3")
    assert for_v3 == "lagrad-default,lagrad-to-llvm-blas{math=precise processor=x86-64-v3}"
    named = "lagrad-to-llvm-blas{processor=x86-64-v4}"
    assert pipelines.for_processor(named, "x86-64-v3") == named
    assert pipelines.for_processor("lagrad-to-llvm-strict", "x86-64-v3") == "lagrad-to-llvm-strict"
