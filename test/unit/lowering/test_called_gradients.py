"""Functions that call gradients of loops with snapshots: derivatives are those without marks, and keep as little."""

import counted_heap
import numpy as np
import pytest

import lagrad

SIZE = 6
PROGRAM = """
func.func @f(%a: f64, %x: tensor<SIZExf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %factor = tensor.splat %a : tensor<SIZExf64>
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<SIZExf64> {
    %p = arith.mulf %s, %factor : tensor<SIZExf64>
    %v = math.sin %p : tensor<SIZExf64>
    %w = arith.addf %v, %s : tensor<SIZExf64>
    scf.yield %w : tensor<SIZExf64>
  } MARK
  %e = tensor.extract %end[%c1] : tensor<SIZExf64>
  %g = math.sin %e : f64
  return %g : f64
}
func.func private @df(f64, tensor<SIZExf64>, index) -> (f64, tensor<SIZExf64>) attributes {lagrad.gradient = @f}
func.func private @valued(f64, tensor<SIZExf64>, index) -> (f64, tensor<SIZExf64>)
    attributes {lagrad.value_and_grad = @f, lagrad.wrt = [1]}
func.func private @pulled(f64, tensor<SIZExf64>, index, f64) -> f64 attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
func.func @once(%a: f64, %x: tensor<SIZExf64>, %n: index) -> f64 {
  %c1 = arith.constant 1 : index
  %b, %y = func.call @df(%a, %x, %n) : (f64, tensor<SIZExf64>, index) -> (f64, tensor<SIZExf64>)
  %e = tensor.extract %y[%c1] : tensor<SIZExf64>
  %p = arith.mulf %e, %b : f64
  return %p : f64
}
func.func @descent(%a: f64, %x: tensor<SIZExf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %end, %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %x, %t = %a) -> (tensor<SIZExf64>, f64) {
    %v, %y = func.call @valued(%a, %s, %n) : (f64, tensor<SIZExf64>, index) -> (f64, tensor<SIZExf64>)
    %b = func.call @pulled(%a, %y, %n, %v) : (f64, tensor<SIZExf64>, index, f64) -> f64
    %next = arith.subf %s, %y : tensor<SIZExf64>
    %more = arith.addf %t, %b : f64
    scf.yield %next, %more : tensor<SIZExf64>, f64
  } OUTER
  %e = tensor.extract %end[%c1] : tensor<SIZExf64>
  %p = arith.mulf %e, %sum : f64
  return %p : f64
}
func.func private @inner(%a: f64, %x: tensor<SIZExf64>, %n: index) -> f64 attributes {no_inline} {
  %v = func.call @once(%a, %x, %n) : (f64, tensor<SIZExf64>, index) -> f64
  return %v : f64
}
func.func @kept(%a: f64, %x: tensor<SIZExf64>, %n: index) -> f64 {
  %u = func.call @inner(%a, %x, %n) : (f64, tensor<SIZExf64>, index) -> f64
  %v = func.call @inner(%u, %x, %n) : (f64, tensor<SIZExf64>, index) -> f64
  return %v : f64
}
func.func @asked(%a: f64, %x: tensor<SIZExf64>, %n: index) -> f64 {
  %b = "lagrad.grad"(%a, %x, %n) {F = @f, of = [0]} : (f64, tensor<SIZExf64>, index) -> f64
  %p = arith.mulf %b, %a : f64
  return %p : f64
}
"""
CALLERS = ("once", "descent", "kept", "asked")
# Callers of a Hessian-vector product, of a pullback for many cotangents, and of many such products.
MORE = {
    "curved": """
func.func private @curvature(f64, f64, tensor<SIZExf64>, tensor<SIZExf64>, index) -> (f64, tensor<SIZExf64>)
    attributes {lagrad.hvp = @f}
func.func @curved(%a: f64, %x: tensor<SIZExf64>, %n: index) -> f64 {
  %c1 = arith.constant 1 : index
  %b, %y = func.call @curvature(%a, %a, %x, %x, %n)
      : (f64, f64, tensor<SIZExf64>, tensor<SIZExf64>, index) -> (f64, tensor<SIZExf64>)
  %e = tensor.extract %y[%c1] : tensor<SIZExf64>
  %p = arith.mulf %e, %b : f64
  return %p : f64
}
""",
    "surveyed": """
func.func private @curvatures(f64, tensor<3xf64>, tensor<SIZExf64>, tensor<3xSIZExf64>, index)
    -> (tensor<3xf64>, tensor<3xSIZExf64>) attributes {lagrad.hvp = @f, lagrad.vectors = 3}
func.func @surveyed(%a: f64, %x: tensor<SIZExf64>, %n: index) -> f64 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %twice = arith.addf %a, %a : f64
  %da = tensor.from_elements %a, %twice, %a : tensor<3xf64>
  %dx = tensor.splat %twice : tensor<3xSIZExf64>
  %b, %y = func.call @curvatures(%a, %da, %x, %dx, %n)
      : (f64, tensor<3xf64>, tensor<SIZExf64>, tensor<3xSIZExf64>, index) -> (tensor<3xf64>, tensor<3xSIZExf64>)
  %d = tensor.extract %b[%c2] : tensor<3xf64>
  %e = tensor.extract %y[%c1, %c1] : tensor<3xSIZExf64>
  %p = arith.mulf %e, %d : f64
  return %p : f64
}
""",
    "directed": """
func.func private @several(f64, tensor<SIZExf64>, index, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xSIZExf64>)
    attributes {lagrad.pullback = @f, lagrad.vectors = 3}
func.func @directed(%a: f64, %x: tensor<SIZExf64>, %n: index) -> f64 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %twice = arith.addf %a, %a : f64
  %cts = tensor.from_elements %a, %twice, %a : tensor<3xf64>
  %b, %y = func.call @several(%a, %x, %n, %cts)
      : (f64, tensor<SIZExf64>, index, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xSIZExf64>)
  %d = tensor.extract %b[%c2] : tensor<3xf64>
  %e = tensor.extract %y[%c1, %c1] : tensor<3xSIZExf64>
  %p = arith.mulf %e, %d : f64
  return %p : f64
}
""",
}
GRADIENT = """
func.func private @gradient(f64, tensor<SIZExf64>, index) -> (f64, tensor<SIZExf64>) attributes {lagrad.gradient = @OF}
"""
HIGHER = """
func.func private @hvp(f64, f64, tensor<SIZExf64>, tensor<SIZExf64>, index) -> (f64, tensor<SIZExf64>)
    attributes {lagrad.hvp = @OF}
func.func private @pushed(f64, f64, tensor<SIZExf64>, tensor<SIZExf64>, index) -> f64
    attributes {lagrad.pushforward = @OF}
func.func private @many(f64, tensor<SIZExf64>, index, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xSIZExf64>)
    attributes {lagrad.pullback = @OF, lagrad.vectors = 3}
func.func private @hessian(f64, tensor<SIZExf64>, index) -> tensor<SIZExSIZExf64>
    attributes {lagrad.hessian = @OF, lagrad.wrt = [1]}
"""
KEPT, OUTER = "{lagrad.snapshots = 3}", "{lagrad.snapshots = 2}"


def text(of: str, mark: str, outer: str = "", requests: str = GRADIENT, size: int = SIZE) -> str:
    whole = PROGRAM.replace("MARK", mark).replace("OUTER", outer) + MORE.get(of, "") + requests.replace("OF", of)
    return whole.replace("SIZE", str(size))


def same(found, expected) -> None:
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("of, outer", [*((of, "") for of in CALLERS), ("descent", OUTER)])
def test_gradients(of, outer):
    program, plain = (lagrad.compile(text(of, *marks), entry="gradient") for marks in ((KEPT, outer), ("",)))
    for n in (0, 1, 3, 8):
        given = 0.3, np.linspace(0.1, 1.0, SIZE), n
        same(program.gradient(*given), plain.gradient(*given))


@pytest.mark.parametrize("of", ["once", *(pytest.param(n, marks=pytest.mark.long) for n in ("descent", "kept", *MORE))])
def test_other_derivatives(of):
    wanted = "hvp", "pushed", "many", "hessian"
    program, plain = (lagrad.compile(text(of, mark, requests=HIGHER), entry=wanted) for mark in (KEPT, ""))
    x, rng = np.linspace(0.1, 1.0, SIZE), np.random.default_rng(2)
    dx, cts = rng.uniform(-1, 1, SIZE), rng.uniform(-1, 1, 3)
    for n in (1, 5):
        same(program.hvp(0.3, 0.7, x, dx, n), plain.hvp(0.3, 0.7, x, dx, n))
        same([program.pushed(0.3, 0.7, x, dx, n)], [plain.pushed(0.3, 0.7, x, dx, n)])
        same(program.many(0.3, x, n, cts), plain.many(0.3, x, n, cts))
        same([program.hessian(0.3, x, n)], [plain.hessian(0.3, x, n)])


THIRD = """
func.func private @second(f64, tensor<SIZExf64>, index, f64, tensor<SIZExf64>) -> (f64, tensor<SIZExf64>)
    attributes {lagrad.pullback = @OF, lagrad.wrt = [0, 1]}
func.func private @third(f64, tensor<SIZExf64>, index, f64, tensor<SIZExf64>, f64, tensor<SIZExf64>)
    -> (f64, tensor<SIZExf64>) attributes {lagrad.pullback = @second, lagrad.wrt = [0, 1]}
"""


def most(of: str, mark: str, name: str, requests: str, steps: int) -> tuple[list, int]:
    """A derivative, and the bytes of the heap that it takes at most."""
    size = 1000
    program, heap = counted_heap.compile(text(of, mark, "", requests, size), "lagrad-default,lagrad-to-llvm", name)
    x, moves = np.linspace(0.1, 1.0, size), (0.5, np.linspace(-1, 1, size))
    found = program[name](0.01, x, steps, *moves * {"gradient": 0, "third": 2}[name])
    return list(found), heap.most


@pytest.mark.parametrize("of, name, requests", [
    ("once", "gradient", GRADIENT), ("df", "third", THIRD), ("curved", "gradient", GRADIENT),
    *(pytest.param(of, "gradient", GRADIENT, marks=pytest.mark.long) for of in ("surveyed", "directed")),
])  # fmt: skip
def test_no_tape_is_kept(of, name, requests):
    """Neither where a gradient is called, nor in the pullback of a pullback of a pullback."""
    steps, state = 200, 8 * 1000
    (plain, without), (found, within) = (most(of, mark, name, requests, steps) for mark in ("", KEPT))
    same(found, plain)
    assert without > 2 * steps * state
    assert within < 60 * state


COMPLEX = """
func.func @f(%a: complex<f64>, %x: tensor<SIZExcomplex<f64>>, %n: index) -> complex<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.constant SIZE : index
  %end = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<SIZExcomplex<f64>> {
    %w = scf.for %j = %c0 to %size step %c1 iter_args(%t = %s) -> tensor<SIZExcomplex<f64>> {
      %u = tensor.extract %t[%j] : tensor<SIZExcomplex<f64>>
      %p = complex.mul %u, %a : complex<f64>
      %q = complex.sin %p : complex<f64>
      %r = complex.add %q, %u : complex<f64>
      %v = tensor.insert %r into %t[%j] : tensor<SIZExcomplex<f64>>
      scf.yield %v : tensor<SIZExcomplex<f64>>
    }
    scf.yield %w : tensor<SIZExcomplex<f64>>
  } MARK
  %e = tensor.extract %end[%c1] : tensor<SIZExcomplex<f64>>
  return %e : complex<f64>
}
func.func private @pulled(complex<f64>, tensor<SIZExcomplex<f64>>, index, complex<f64>)
    -> (complex<f64>, tensor<SIZExcomplex<f64>>) attributes {lagrad.pullback = @f}
func.func @product(%a: complex<f64>, %x: tensor<SIZExcomplex<f64>>, %n: index) -> complex<f64> {
  %c1 = arith.constant 1 : index
  %b, %y = func.call @pulled(%a, %x, %n, %a) : (complex<f64>, tensor<SIZExcomplex<f64>>, index, complex<f64>)
      -> (complex<f64>, tensor<SIZExcomplex<f64>>)
  %e = tensor.extract %y[%c1] : tensor<SIZExcomplex<f64>>
  %p = complex.mul %e, %b : complex<f64>
  return %p : complex<f64>
}
func.func private @pullback(complex<f64>, tensor<SIZExcomplex<f64>>, index, complex<f64>)
    -> (complex<f64>, tensor<SIZExcomplex<f64>>) attributes {lagrad.pullback = @product}
"""


def test_complex_numbers():
    steps, size, found = 200, 500, []
    for mark in (KEPT, ""):
        whole = COMPLEX.replace("MARK", mark).replace("SIZE", str(size))
        program, heap = counted_heap.compile(whole, "lagrad-default,lagrad-to-llvm")
        x = np.linspace(0.1, 1.0, size) + 0.2j
        found.append((program.pullback(0.01 + 0.003j, x, steps, 0.3 - 0.8j), heap.most))
    (one, within), (other, without) = found
    same(one, other)
    assert without > steps * 16 * size > 3 * within


ON_MEMORY = """
func.func @scaled(%x: memref<SIZExf64>, %a: f64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.constant SIZE : index
  %t = bufferization.to_tensor %x restrict : memref<SIZExf64> to tensor<SIZExf64>
  %b, %y = func.call @df(%a, %t, %n) : (f64, tensor<SIZExf64>, index) -> (f64, tensor<SIZExf64>)
  scf.for %i = %c0 to %size step %c1 {
    %v = tensor.extract %y[%i] : tensor<SIZExf64>
    %w = arith.mulf %v, %b : f64
    memref.store %w, %x[%i] : memref<SIZExf64>
  }
  return
}
func.func private @pullback(memref<SIZExf64>, f64, index, memref<SIZExf64>) -> f64
    attributes {lagrad.pullback = @scaled, lagrad.wrt = [0, 1]}
"""


def test_a_function_on_memory_calls_one():
    found = []
    for mark in (KEPT, ""):
        program, heap = counted_heap.compile(text("once", mark, "", ON_MEMORY, 1000), entry="pullback")
        x, ct = np.linspace(0.1, 1.0, 1000), np.linspace(-1, 1, 1000)
        found.append((program.pullback(x, 0.01, 200, ct), x, ct, heap.most))
    (*one, within), (*other, without) = found
    same(one, other)
    assert without > 200 * 8 * 1000 > 5 * within
