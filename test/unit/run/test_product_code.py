"""Our functions for products of matrices are compiled once for a processor, and programs are linked with them."""

import ctypes
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import lagrad
from lagrad import cache, execute, pipelines, product_code
from lagrad.lowering.machine import native
from lagrad.pipeline_text import BadPipeline

PRODUCT = """
func.func @product(%a: tensor<37x50xT>, %b: tensor<50x41xT>) -> tensor<37x41xT> {
  %zero = arith.constant 0.0 : T
  %empty = tensor.empty() : tensor<37x41xT>
  %zeros = linalg.fill ins(%zero : T) outs(%empty : tensor<37x41xT>) -> tensor<37x41xT>
  %c = linalg.matmul ins(%a, %b : tensor<37x50xT>, tensor<50x41xT>) outs(%zeros : tensor<37x41xT>) -> tensor<37x41xT>
  return %c : tensor<37x41xT>
}
"""
LOWERING = "lagrad-default,lagrad-to-llvm"


def factors(dtype: str) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(3)
    return random.normal(size=(37, 50)).astype(dtype), random.normal(size=(50, 41)).astype(dtype)


@pytest.mark.parametrize("element, dtype", [("f64", "float64"), ("f32", "float32")])
def test_a_linked_function_computes_what_a_defined_one_does_to_the_bit(element, dtype):
    text = PRODUCT.replace("T", element)
    linked, defined = (lagrad.compile(text, pipeline=LOWERING + how) for how in ("", "{products=define}"))
    a, b = factors(dtype)
    assert np.array_equal(linked(a, b), defined(a, b))
    np.testing.assert_allclose(linked(a, b), a @ b, rtol=1e-4 if dtype == "float32" else 1e-12, atol=1e-5)


def test_a_module_has_the_functions_unless_it_is_to_declare_them():
    texts = []
    for how in ("", "{products=declare}"):
        module = execute.parse(PRODUCT.replace("T", "f64"))
        pipelines.run(module, LOWERING + how)
        texts.append(str(module))
    assert ["@lagrad.product.f64.rows" in text for text in texts] == [True, False]
    assert all("@lagrad.product.f64(" in text for text in texts)


def test_an_unknown_way_is_refused():
    with pytest.raises(BadPipeline, match="option 'products' is define or declare, not 'link'"):
        lagrad.compile(PRODUCT.replace("T", "f64"), pipeline="lagrad-to-llvm{products=link}")


_COUNTING = """
import sys
import lagrad
from lagrad import product_code
from lagrad.lowering.machine import native
sys.path.insert(0, {folder!r})
from test_product_code import LOWERING, PRODUCT
made = []
compiled = product_code.object_code
product_code.object_code = lambda *given: made.append(1) or compiled(*given)
for name in ("f", "g"):
    lagrad.compile(PRODUCT.replace("T", "f32").replace("@product", "@" + name), pipeline=LOWERING)
print(len(made))
"""


def test_they_are_compiled_once_and_kept_on_disk(tmp_path, monkeypatch):
    """By one of two processes, each of which compiles two programs."""
    monkeypatch.setenv("LAGRAD_CACHE", str(tmp_path / "cache"))
    script = _COUNTING.format(folder=str(Path(__file__).parent))
    command = [sys.executable, "-c", script]
    counts = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(2)]
    assert [int(done.stdout) for done in counts] == [1, 0]


def test_a_damaged_file_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setenv("LAGRAD_CACHE", str(tmp_path))
    first = product_code._code("f64", "native")
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    assert product_code._code("f64", "native") == first
    assert cache.store().get(path.stem) == first


def test_many_arrays_are_checked_by_code_that_is_not_optimised():
    """It complains about the same."""
    count = 60
    arguments = ", ".join(f"%a{n}: tensor<4x5xf64>" for n in range(count))
    program = lagrad.compile(f"func.func @first({arguments}) -> tensor<4x5xf64> {{ return %a0 : tensor<4x5xf64> }}")
    given = [np.full((4, 5), float(n)) for n in range(count)]
    assert np.array_equal(program(*given), given[0])
    with pytest.raises(ValueError, match="argument 59 of first"):
        program(*given[:-1], np.ones((4, 4)))


def test_plain_code_is_made_of_the_same_text():
    text = "define i64 @f(i64 %x) {\n  %y = add i64 %x, 1\n  ret i64 %y\n}\n"
    for code in (native.object_code(text), native.plain_object_code(text)):
        loaded = native.Loaded(code, ["f"])
        assert ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(loaded.addresses["f"])(41) == 42
