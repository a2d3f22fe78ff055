"""Arrays with gaps, as arguments of strided memref types: changed in place, as are their shadows."""

import ctypes
import subprocess
import sys

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad

jax.config.update("jax_enable_x64", True)

OPEN, KNOWN = "memref<?x?xf64, strided<[?, ?], offset: ?>>", "memref<4x3xf64, strided<[5, 1], offset: 2>>"
TEXT = f"""
func.func @f(%x: {OPEN}, %y: {KNOWN}, %s: f64) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : {OPEN}
  %m = memref.dim %x, %c1 : {OPEN}
  scf.for %i = %c0 to %n step %c1 {{
    scf.for %j = %c0 to %m step %c1 {{
      %a = memref.load %x[%i, %j] : {OPEN}
      %b = memref.load %y[%i, %j] : {KNOWN}
      %t = math.sin %a : f64
      %u = arith.mulf %t, %s : f64
      %v = arith.mulf %u, %b : f64
      memref.store %v, %x[%i, %j] : {OPEN}
      memref.store %u, %y[%i, %j] : {KNOWN}
    }}
  }}
  return
}}
func.func private @df({OPEN}, {KNOWN}, f64, {OPEN}, {KNOWN}) -> f64
    attributes {{lagrad.pullback = @f, lagrad.wrt = [0, 1, 2]}}
"""
CUTS = {  # how the open argument, 4 x 3, lies in an array
    "contiguous": lambda: np.empty((4, 3)),
    "columns": lambda: np.empty((4, 7))[:, ::3],
    "transposed": lambda: np.empty((3, 4)).T,
    "backwards": lambda: np.empty((9, 20))[::-2, 17::-6][:4, :3],
}


def known() -> np.ndarray:
    return np.empty((4, 5))[:, :3]


@pytest.mark.parametrize("shadow", CUTS)
@pytest.mark.parametrize("cut", CUTS)
def test_shadows_and_arrays_may_lie_in_any_way(cut, shadow):
    random = np.random.default_rng(1)
    arrays = [CUTS[cut](), known(), CUTS[shadow](), known()]
    around = [array if array.base is None else array.base for array in arrays]
    for whole in around:
        whole[...] = random.normal(size=whole.shape)
    x, y, *cts = (np.array(array) for array in arrays)
    before = [whole.copy() for whole in around]
    finals, pull = jax.vjp(lambda x, y, s: (jnp.sin(x) * s * y, jnp.sin(x) * s), x, y, 2.0)
    *wanted, slope = pull(tuple(map(jnp.asarray, cts)))
    found = lagrad.compile(TEXT).df(arrays[0], arrays[1], 2.0, *arrays[2:])
    np.testing.assert_allclose(found, slope, rtol=1e-12)
    for array, expected in zip(arrays, (*finals, *wanted), strict=True):
        np.testing.assert_allclose(array, expected, rtol=1e-12, atol=1e-14)
    for array, whole, old in zip(arrays, around, before):
        array[...] = 0
        assert np.array_equal(whole != 0, (whole == old) & (whole != 0))  # what lies between is left alone


def test_rows_and_columns_of_one_matrix_overlap():
    both = TEXT.replace(KNOWN, OPEN)
    random = np.random.default_rng(2)
    a, ct = random.normal(size=(2, 3, 3))

    def f(a):
        for i in range(3):
            for j in range(3):
                u = 2.0 * jnp.sin(a[i, j])
                a = a.at[i, j].set(u * a[j, i]).at[j, i].set(u)
        return a

    finals, pull = jax.vjp(f, a)
    wanted = pull(jnp.asarray(ct))[0]
    lagrad.compile(both).df(a, a.T, 2.0, ct, ct.T)
    np.testing.assert_allclose(a, finals, rtol=1e-12)
    np.testing.assert_allclose(ct, wanted, rtol=1e-12)


@pytest.mark.parametrize(
    "array, problem",
    [
        (np.empty((4, 6))[:, :3], r"the strides \(6, 1\)"),
        (np.empty((3, 4)).T, r"the strides \(1, 4\)"),
        (np.empty((4, 3), dtype=[("a", "f8"), ("b", "i1")])["a"], "whole elements"),
        (np.broadcast_to(np.empty((1, 3)), (4, 3)), "writeable"),
        (np.empty((4, 5), np.float32)[:, :3], "of float64, not of float32"),
        (np.empty((5, 5))[:, :3], r"the shape \(5, 3\)"),
    ],
)
def test_other_arrays_are_refused(array, problem):
    with pytest.raises((TypeError, ValueError), match=problem):
        lagrad.compile(TEXT).f(np.empty((4, 3)), array, 1.0)


def test_c_takes_strides_behind_sizes(tmp_path):
    """In elements; the pointer is that of the first element, whatever the offset of the type."""
    x, y = np.full((4, 6), 0.5), np.full((4, 5), 3.0)
    function = lagrad.compile(TEXT).f
    take = [ctypes.c_void_p, *[ctypes.c_int64] * 4, ctypes.c_void_p, ctypes.c_double]
    assert ctypes.CFUNCTYPE(ctypes.c_int64, *take)(function.address)(x.ctypes.data, 4, 3, 6, 2, y.ctypes.data, 1.0) == 0
    np.testing.assert_allclose(x[:, ::2], 3 * np.sin(0.5))
    assert np.all(x[:, 1::2] == 0.5) and np.all(y[:, 3:] == 3) and np.allclose(y[:, :3], np.sin(0.5))
    (tmp_path / "f.mlir").write_text(TEXT)
    command = [
        sys.executable,
        "-m",
        "lagrad_cli.main",
        "f.mlir",
        "--lagrad-default",
        "--lagrad-to-llvm",
        "--emit=header",
    ]
    header = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert "double *arg0 /* [?][?], strides [?][?] */, int64_t arg0_dim0, int64_t arg0_dim1" in header
    assert (
        "int64_t arg0_stride0, int64_t arg0_stride1, double *arg1 /* [4][3], strides [5][1] */, double arg2" in header
    )


def test_the_programs_draw_such_arrays(tmp_path):
    (tmp_path / "f.mlir").write_text(TEXT.replace("4x3xf64", "4x4xf64"))
    command = [sys.executable, "-m", "lagrad_cli.check", "f.mlir", "--size", "4"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    command = [sys.executable, "-m", "lagrad_cli.run", "f.mlir", "--entry=df", "--size", "4"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_results_stay_contiguous():
    text = f"func.func @f(%x: {OPEN}) -> {OPEN} {{ return %x : {OPEN} }}"
    with pytest.raises(lagrad.Failure, match="result 0 of @f.*no place in the C interface"):
        lagrad.compile(text)


def test_jax_has_no_such_arrays():
    pytest.importorskip("lagrad.jax")
    from lagrad.jax.handlers import register

    with pytest.raises(TypeError, match="memory with gaps"):
        register(lagrad.compile(TEXT), "f")
