"""Calls of CBLAS, LAPACKE and FFTW on memory, and of functions in a table: values and both modes against JAX."""

import jax.numpy as jnp
import jax.scipy.linalg
import numpy as np
import on_memory
import pytest
from memory_program import N, Program

import lagrad
from lagrad import CheckFailed, Failure

ROW, COLUMN = 101, 102
PIPELINE = "lagrad-define-calls,lagrad-default,lagrad-to-llvm-blas"


def check(own):
    on_memory.check(own, pipeline=PIPELINE)


def program(name, gives, passed, twin, arguments, wrt):
    """`@f` passes on its arguments, among numbers: `passed` has numbers of arguments, or text of constants."""
    types = [_type(a) for a in arguments]
    constants, operands, taken = [], [], []
    for place, each in enumerate(passed):
        if isinstance(each, str):
            constants.append(f"  %c{place} = arith.constant {each}")
            operands.append(f"%c{place}")
            taken.append(each.rpartition(": ")[2])
        else:
            operands.append(f"%a{each}")
            taken.append(types[each])
    takes = ", ".join(f"%a{n}: {t}" for n, t in enumerate(types))
    result = f"%r = func.call @{name}({', '.join(operands)}) : ({', '.join(taken)}) -> ({gives})"
    is_float = gives.startswith("f")
    text = [f"func.func private @{name}({', '.join(taken)}) -> ({gives})"]
    text += [f"func.func @f({takes}){' -> ' + gives if is_float else ''} {{", *constants]
    text += [f"  {result if gives else result.partition(' = ')[2]}"]
    text += [f"  return %r : {gives}" if is_float else "  return", "}", ""]
    return Program("\n".join(text), twin, arguments, wrt)


def _type(a):
    kind = {np.dtype("float64"): "f64", np.dtype("int32"): "i32"}[np.asarray(a).dtype]
    return f"memref<{'x'.join(map(str, np.shape(a)))}x{kind}>" if np.shape(a) else kind


def i32(*numbers):
    return [f"{n} : i32" for n in numbers]


def test_dot():
    def twin(x, y):
        return (jnp.dot(x[::2], y[:3]),), {}

    check(program("cblas_ddot", "f64", [*i32(3), 0, *i32(2), 1, *i32(1)], twin, [N(6), N(4)], [0, 1]))


@pytest.mark.long
def test_norm():
    check(program("cblas_dnrm2", "f64", [*i32(4), 0, *i32(1)], lambda x: ((jnp.linalg.norm(x),), {}), [N(4)], [0]))


def test_axpy():
    def twin(alpha, x, y):
        return (), {2: y.at[::2].add(alpha * x)}

    passed = [*i32(3), 0, 1, *i32(1), 2, *i32(2)]
    check(program("cblas_daxpy", "", passed, twin, [np.array(1.5), N(3), N(6)], [0, 1, 2]))


@pytest.mark.long
def test_scal():
    def twin(alpha, x):
        return (), {1: alpha * x}

    check(program("cblas_dscal", "", [*i32(3), 0, 1, *i32(1)], twin, [np.array(1.5), N(3)], [0, 1]))


def _matrix(memory, lda, rows, columns, order):
    """The matrix that lies in flat memory."""
    own = memory.reshape(-1, lda)
    return own[:rows, :columns] if order == ROW else own[:columns, :rows].T


def _with(memory, lda, rows, columns, order, matrix):
    own = memory.reshape(-1, lda)
    own = own.at[:rows, :columns].set(matrix) if order == ROW else own.at[:columns, :rows].set(matrix.T)
    return own.reshape(-1)


@pytest.mark.long
@pytest.mark.parametrize("order", (ROW, COLUMN))
@pytest.mark.parametrize("trans", (111, 112))
def test_gemv(order, trans):
    def twin(alpha, a, x, beta, y):
        own = _matrix(a, 4, 2, 3, order)
        return (), {4: alpha * (own if trans == 111 else own.T) @ x + beta * y}

    sizes = (3, 2) if trans == 111 else (2, 3)
    arguments = [np.array(1.5), N(16), N(sizes[0]), np.array(0.5), N(sizes[1])]
    passed = [*i32(order, trans, 2, 3), 0, 1, *i32(4), 2, *i32(1), 3, 4, *i32(1)]
    check(program("cblas_dgemv", "", passed, twin, arguments, [0, 1, 2, 3, 4]))


def test_gemm_of_matrices_of_rank_two():
    def twin(alpha, a, b, beta, c):
        return (), {4: alpha * a @ b + beta * c}

    arguments = [np.array(1.5), N(2, 4), N(4, 3), np.array(0.5), N(2, 3)]
    passed = [*i32(ROW, 111, 111, 2, 3, 4), 0, 1, *i32(4), 2, *i32(3), 3, 4, *i32(3)]
    check(program("cblas_dgemm", "", passed, twin, arguments, [0, 1, 2, 3, 4]))


@pytest.mark.long
@pytest.mark.parametrize(
    "order, transa, transb", ((ROW, 112, 111), (ROW, 111, 112), (COLUMN, 111, 112), (COLUMN, 112, 111))
)
def test_gemm_of_flat_memory(order, transa, transb):
    m, n, k = 2, 3, 4
    of_a, of_b = ((m, k) if transa == 111 else (k, m)), ((k, n) if transb == 111 else (n, k))

    def twin(alpha, a, b, beta, c):
        left, right = _matrix(a, 5, *of_a, order), _matrix(b, 5, *of_b, order)
        product = (left if transa == 111 else left.T) @ (right if transb == 111 else right.T)
        return (), {4: _with(c, 4, m, n, order, alpha * product + beta * _matrix(c, 4, m, n, order))}

    arguments = [np.array(1.5), N(20), N(20), np.array(0.5), N(12)]
    passed = [*i32(order, transa, transb, m, n, k), 0, 1, *i32(5), 2, *i32(5), 3, 4, *i32(4)]
    check(program("cblas_dgemm", "", passed, twin, arguments, [0, 1, 2, 3, 4]))


@pytest.mark.long
@pytest.mark.parametrize(
    "order, side, uplo, trans, diag",
    ((ROW, 141, 122, 111, 131), (ROW, 141, 121, 112, 132), (ROW, 142, 122, 111, 132), (ROW, 142, 121, 112, 131),
     (COLUMN, 141, 122, 112, 131), (COLUMN, 142, 121, 111, 132)),
)  # fmt: skip
def test_trsm(order, side, uplo, trans, diag):
    m, n = 3, 2
    size = m if side == 141 else n

    def twin(alpha, a, b):
        own, right = _matrix(a, 3, size, size, order), _matrix(b, 3, m, n, order)
        upper, turn = uplo == 121, trans == 112
        triangle = jnp.triu(own) if upper else jnp.tril(own)
        if diag == 132:
            triangle = triangle - jnp.diag(jnp.diag(triangle)) + jnp.eye(size)
        triangle = triangle.T if turn else triangle
        x = jnp.linalg.solve(triangle, right) if side == 141 else jnp.linalg.solve(triangle.T, right.T).T
        return (), {2: _with(b, 3, m, n, order, alpha * x)}

    arguments = [np.array(1.5), (N(3, 3) + 3 * np.eye(3)).reshape(-1), N(9)]
    passed = [*i32(order, side, uplo, trans, diag, m, n), 0, 1, *i32(3), 2, *i32(3)]
    check(program("cblas_dtrsm", "", passed, twin, arguments, [0, 1, 2]))


@pytest.mark.long
@pytest.mark.parametrize("order, uplo", ((ROW, 76), (ROW, 85), (COLUMN, 76), (COLUMN, 85)))
def test_potrf(order, uplo):
    def twin(a):
        own = a if order == ROW else a.T
        lower = jnp.tril(own) if uplo == 76 else jnp.triu(own).T
        factor = _cholesky(lower)
        new = jnp.triu(own, 1) + factor if uplo == 76 else jnp.tril(own, -1) + factor.T
        return (), {0: new if order == ROW else new.T}

    start = N(3, 3)
    passed = [*i32(order), f"{uplo} : i8", *i32(3), 0, *i32(3)]
    check(program("LAPACKE_dpotrf", "i32", passed, twin, [start @ start.T + 3 * np.eye(3)], [0]))


def _cholesky(lower):
    """The factor of a matrix of which the lower triangle is read, which JAX's own does not promise for derivatives."""
    made = jnp.zeros_like(lower)
    for j in range(3):
        made = made.at[j, j].set(jnp.sqrt(lower[j, j] - made[j, :j] @ made[j, :j]))
        for i in range(j + 1, 3):
            made = made.at[i, j].set((lower[i, j] - made[i, :j] @ made[j, :j]) / made[j, j])
    return made


@pytest.mark.long
@pytest.mark.parametrize("order", (ROW, COLUMN))
def test_getrf_and_gesv(order):
    def factored(a, pivots):
        own = jax.scipy.linalg.lu_factor(a if order == ROW else a.T)[0]
        return (), {0: own if order == ROW else own.T}

    start = N(3, 3)
    passed = [*i32(order, 3, 3), 0, *i32(3), 1]
    check(program("LAPACKE_dgetrf", "i32", passed, factored, [start, np.zeros(3, np.int32)], [0]))

    def solved(a, pivots, b):
        own, right = (a, b) if order == ROW else (a.T, b.T)
        x = jnp.linalg.solve(own, right)
        return (), {0: factored(a, pivots)[1][0], 2: x if order == ROW else x.T}

    passed = [*i32(order, 3, 2), 0, *i32(3), 1, 2, *i32(2 if order == ROW else 3)]
    right = N(3, 2) if order == ROW else N(2, 3)
    check(program("LAPACKE_dgesv", "i32", passed, solved, [start, np.zeros(3, np.int32), right], [0, 2]))


DECLARED = """
func.func private @cblas_sdot(i32, memref<3xf32>, i32, memref<3xf32>, i32) -> f32
func.func @f(%x: memref<3xf32>, %y: memref<3xf32>) -> f32 {
  %n = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %r = call @cblas_sdot(%n, %x, %one, %y, %one) : (i32, memref<3xf32>, i32, memref<3xf32>, i32) -> f32
  return %r : f32
}
"""


def test_single_precision():
    x, y = np.arange(3, dtype=np.float32), np.ones(3, np.float32)
    assert lagrad.compile(DECLARED, entry="f", pipeline=PIPELINE).f(x, y) == 3


def test_a_declaration_that_does_not_match_is_refused():
    with pytest.raises(Failure, match="cannot define @cblas_sdot: argument 1 is memref<3xf64>, and its table has"):
        lagrad.compile(DECLARED.replace("memref<3xf32>", "memref<3xf64>"), pipeline=PIPELINE)


TABLE = """
func.func private @triple(%x: memref<?xf64, strided<[?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %three = arith.constant 3.0 : f64
  %v = memref.load %x[%c0] : memref<?xf64, strided<[?], offset: ?>>
  %w = arith.mulf %three, %v : f64
  memref.store %w, %x[%c0] : memref<?xf64, strided<[?], offset: ?>>
  return
}
"""
TRIPLED = """
func.func private @triple(memref<2xf64>)
func.func @f(%x: memref<2xf64>) {
  call @triple(%x) : (memref<2xf64>) -> ()
  return
}
func.func private @pull(memref<2xf64>, memref<2xf64>) attributes {lagrad.pullback = @f}
"""


def test_a_table_of_a_user(tmp_path):
    (tmp_path / "own.mlir").write_text(TABLE)
    pipeline = f"lagrad-define-calls{{table={tmp_path / 'own.mlir'}}},lagrad-default,lagrad-to-llvm"
    shadow = np.ones(2)
    lagrad.compile(TRIPLED, pipeline=pipeline).pull(np.ones(2), shadow)
    assert list(shadow) == [3, 1]


def test_a_table_that_is_not_there():
    with pytest.raises(Failure, match="option 'table' of 'lagrad-define-calls': cannot read"):
        lagrad.compile(TRIPLED, pipeline="lagrad-define-calls{table=/nowhere.mlir},lagrad-default,lagrad-to-llvm")


def test_a_leading_dimension_that_does_not_fit_stops_the_program():
    def twin(*_):
        return (), {}

    arguments = [np.array(1.5), N(2, 4), N(4, 3), np.array(0.5), N(2, 3)]
    passed = [*i32(ROW, 111, 111, 2, 3, 4), 0, 1, *i32(5), 2, *i32(3), 3, 4, *i32(3)]
    text = program("cblas_dgemm", "", passed, twin, arguments, []).text
    with pytest.raises(CheckFailed, match="another number of elements a row"):
        lagrad.compile(text, entry="f", pipeline=PIPELINE).f(*on_memory.own(arguments))


# A circular convolution: forward, a product, and back in place.
FFTW = """
func.func private @fftw_plan_dft_1d(i32, memref<?xcomplex<f64>>, memref<?xcomplex<f64>>, i32, i32) -> i64
func.func private @fftw_execute_dft(i64, memref<?xcomplex<f64>>, memref<?xcomplex<f64>>)
func.func private @fftw_execute(i64)
func.func private @fftw_destroy_plan(i64)
func.func @f(%x: memref<5xf64>, %y: memref<5xf64>) {
  %zero = arith.constant 0.0 : f64
  %c5 = arith.constant 5 : index
  %n = arith.constant 5 : i32
  %forward = arith.constant -1 : i32
  %backward = arith.constant 1 : i32
  %flags = arith.constant 64 : i32
  %a = memref.alloc(%c5) : memref<?xcomplex<f64>>
  %b = memref.alloc(%c5) : memref<?xcomplex<f64>>
  affine.for %i = 0 to 5 {
    %v = affine.load %x[%i] : memref<5xf64>
    %w = affine.load %y[%i] : memref<5xf64>
    %c = complex.create %v, %w : complex<f64>
    affine.store %c, %a[%i] : memref<?xcomplex<f64>>
  }
  %there = call @fftw_plan_dft_1d(%n, %a, %b, %forward, %flags)
    : (i32, memref<?xcomplex<f64>>, memref<?xcomplex<f64>>, i32, i32) -> i64
  %back = call @fftw_plan_dft_1d(%n, %b, %b, %backward, %flags)
    : (i32, memref<?xcomplex<f64>>, memref<?xcomplex<f64>>, i32, i32) -> i64
  call @fftw_execute_dft(%there, %a, %b) : (i64, memref<?xcomplex<f64>>, memref<?xcomplex<f64>>) -> ()
  affine.for %i = 0 to 5 {
    %v = affine.load %b[%i] : memref<?xcomplex<f64>>
    %square = complex.mul %v, %v : complex<f64>
    affine.store %square, %b[%i] : memref<?xcomplex<f64>>
  }
  call @fftw_execute_dft(%back, %b, %b) : (i64, memref<?xcomplex<f64>>, memref<?xcomplex<f64>>) -> ()
  affine.for %i = 0 to 5 {
    %v = affine.load %b[%i] : memref<?xcomplex<f64>>
    %re = complex.re %v : complex<f64>
    %im = complex.im %v : complex<f64>
    affine.store %re, %x[%i] : memref<5xf64>
    affine.store %im, %y[%i] : memref<5xf64>
  }
  call @fftw_destroy_plan(%there) : (i64) -> ()
  call @fftw_destroy_plan(%back) : (i64) -> ()
  memref.dealloc %a : memref<?xcomplex<f64>>
  memref.dealloc %b : memref<?xcomplex<f64>>
  return
}
"""


def test_fourier_transforms():
    def twin(x, y):
        z = 5 * jnp.fft.ifft(jnp.fft.fft(x + 1j * y) ** 2)
        return (), {0: z.real, 1: z.imag}

    check(Program(FFTW, twin, [N(5), N(5)], [0, 1]))


def test_a_plan_does_not_say_which_memory_it_works_on():
    there = FFTW.index("  call @fftw_execute_dft(%back")
    text = FFTW[:there] + "  call @fftw_execute(%back) : (i64) -> ()\n" + FFTW[FFTW.index("\n", there) + 1 :]
    text = text.replace("fftw_", "fftwf_").replace("f64", "f32")
    with pytest.raises(CheckFailed, match="call fftw_execute_dft"):
        lagrad.compile(text, entry="f", pipeline=PIPELINE).f(*np.ones((2, 5), np.float32))
