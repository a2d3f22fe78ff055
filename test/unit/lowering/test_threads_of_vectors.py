"""Threads share loops that run for some columns at a time, over sums in blocks, and over views of buffers: what they
compute is right, and what they may not share they do not."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import lagrad
from lagrad.execute import parse
from lagrad.lowering.facts.in_use import Order, lifetime
from lagrad.pipelines import read, run, with_threads

# An image's channels, less their means, over their deviations: long sums of f32, in blocks. And what stands around a
# product, for some columns at a time, with sums over rows and columns.
PROGRAM = """
#image = affine_map<(b, c, i, j) -> (b, c, i, j)>
#channel = affine_map<(b, c, i, j) -> (c)>
func.func @norm(%x: tensor<6x3x50x40xf32>, %s: tensor<3xf32>) -> tensor<6x3x50x40xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 12000.0 : f32
  %empty = tensor.empty() : tensor<3xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  %sums = linalg.generic {indexing_maps = [#image, #channel],
      iterator_types = ["reduction", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<6x3x50x40xf32>) outs(%zeros : tensor<3xf32>) {
  ^bb0(%a: f32, %t: f32):
    %u = arith.addf %t, %a : f32
    linalg.yield %u : f32
  } -> tensor<3xf32>
  %y = linalg.generic {indexing_maps = [#image, #channel, #channel, #image],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %sums, %s : tensor<6x3x50x40xf32>, tensor<3xf32>, tensor<3xf32>)
      outs(%x : tensor<6x3x50x40xf32>) {
  ^bb0(%a: f32, %t: f32, %scale: f32, %o: f32):
    %m = arith.divf %t, %count : f32
    %d = arith.subf %a, %m : f32
    %e = arith.mulf %d, %scale : f32
    %q = arith.mulf %e, %e : f32
    linalg.yield %q : f32
  } -> tensor<6x3x50x40xf32>
  return %y : tensor<6x3x50x40xf32>
}
func.func private @d_norm(tensor<6x3x50x40xf32>, tensor<3xf32>, tensor<6x3x50x40xf32>)
    -> (tensor<6x3x50x40xf32>, tensor<3xf32>) attributes {lagrad.pullback = @norm}
func.func private @dd_norm(tensor<6x3x50x40xf32>, tensor<3xf32>, tensor<6x3x50x40xf32>, tensor<6x3x50x40xf32>,
    tensor<3xf32>) -> (tensor<6x3x50x40xf32>, tensor<3xf32>, tensor<6x3x50x40xf32>)
    attributes {lagrad.pullback = @d_norm}
func.func @columns(%q: tensor<5x7xf64>, %x: tensor<7x?xf64>, %c: tensor<5xf64>) -> (tensor<?xf64>, tensor<5xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1 : index
  %n = tensor.dim %x, %one : tensor<7x?xf64>
  %e = tensor.empty(%n) : tensor<5x?xf64>
  %y0 = linalg.generic {indexing_maps = [affine_map<(i, p) -> (i)>, affine_map<(i, p) -> (i, p)>],
      iterator_types = ["parallel", "parallel"]} ins(%c : tensor<5xf64>) outs(%e : tensor<5x?xf64>) {
  ^bb0(%a: f64, %o: f64):
    linalg.yield %a : f64
  } -> tensor<5x?xf64>
  %y = linalg.matmul ins(%q, %x : tensor<5x7xf64>, tensor<7x?xf64>) outs(%y0 : tensor<5x?xf64>) -> tensor<5x?xf64>
  %ep = tensor.empty(%n) : tensor<?xf64>
  %zp = linalg.fill ins(%zero : f64) outs(%ep : tensor<?xf64>) -> tensor<?xf64>
  %t = linalg.generic {indexing_maps = [affine_map<(i, p) -> (i, p)>, affine_map<(i, p) -> (p)>],
      iterator_types = ["reduction", "parallel"]} ins(%y : tensor<5x?xf64>) outs(%zp : tensor<?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.mulf %a, %a : f64
    %r = arith.addf %o, %s : f64
    linalg.yield %r : f64
  } -> tensor<?xf64>
  %er = tensor.empty() : tensor<5xf64>
  %zr = linalg.fill ins(%zero : f64) outs(%er : tensor<5xf64>) -> tensor<5xf64>
  %w = linalg.generic {indexing_maps = [affine_map<(i, p) -> (i, p)>, affine_map<(i, p) -> (i)>],
      iterator_types = ["parallel", "reduction"]} ins(%y : tensor<5x?xf64>) outs(%zr : tensor<5xf64>) {
  ^bb0(%a: f64, %o: f64):
    %r = arith.addf %o, %a : f64
    linalg.yield %r : f64
  } -> tensor<5xf64>
  return %t, %w : tensor<?xf64>, tensor<5xf64>
}
"""


@functools.cache
def compiled(threads: int):
    text = str(read(with_threads("lagrad-default,lagrad-to-llvm-blas", threads)))
    return lagrad.compile(PROGRAM, pipeline=text.replace("loops{threads=", "loops{work=0 threads="))


def norm(x, s):
    return ((x - x.mean((0, 2, 3))[:, None, None]) * s[:, None, None]) ** 2


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_numbers(threads):
    """Value, pullback, and pullback of that; columns of which none, few and many are left."""
    functions, rng = compiled(threads), np.random.default_rng(0)
    x, ct, ct_x = (rng.standard_normal((6, 3, 50, 40)).astype(np.float32) for _ in range(3))
    s, ct_s = (rng.standard_normal(3).astype(np.float32) for _ in range(2))
    back = lambda x, s, ct: jax.vjp(norm, x, s)[1](ct)
    with jax.enable_x64(True):
        wide = [jnp.asarray(v, jnp.float64) for v in (x, s, ct, ct_x, ct_s)]
        first, second = back(*wide[:3]), jax.vjp(back, *wide[:3])[1](tuple(wide[3:]))
        expected = [[norm(*wide[:2])], first, second]
    found = [[functions.norm(x, s)], functions.d_norm(x, s, ct), functions.dd_norm(x, s, ct, ct_x, ct_s)]
    for ours, right in zip(found, expected, strict=True):
        for a, b in zip(ours, right, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5 * float(np.abs(b).max()))
    for n in (0, 1, 31, 32, 33, 200):
        q, p, c = rng.standard_normal((5, 7)), rng.standard_normal((7, n)), rng.standard_normal(5)
        y = q @ p + c[:, None]
        for a, b in zip(functions.columns(q, p, c), ((y * y).sum(0), y.sum(1)), strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-12)


def test_the_same_bits_in_every_run():
    x, s = np.random.default_rng(1).standard_normal((6, 3, 50, 40)).astype(np.float32), np.ones(3, np.float32)
    found = {b"".join(np.asarray(a).tobytes() for a in compiled(5).d_norm(x, s, x)) for _ in range(20)}
    assert len(found) == 1


# The body of a loop `for %i = 0 to 64 step 8` over %a, %b: memref<64xf32>, %m: memref<8x8xf32> and %row: memref<8xf32>,
# and whether threads share it.
V = "vector<8xf32>"
LOAD, STORE = f"%v = vector.load %a[%i] : memref<64xf32>, {V}\n", f"vector.store %v, %b[%i] : memref<64xf32>, {V}\n"
FLAT = "memref.collapse_shape %m [[0, 1]] : memref<8x8xf32> into memref<64xf32>\n"
SLICE = "memref.subview %a[0] [8] [%s] : memref<64xf32> to memref<8xf32, strided<[?]>>\n"
MASKED = f"%v = vector.maskedload %row[%c0], %mask, %w : memref<8xf32>, vector<8xi1>, {V} into {V}\n"
BODIES = {
    "rows": (8, LOAD + STORE, True),
    "rows that overlap": (4, LOAD + STORE, False),
    "a row that the next trip reads": (8, LOAD.replace("%i]", "%k]") + STORE.replace("%b", "%a"), False),
    "rows in order, one of which is longer": (
        8,
        LOAD + STORE + STORE.replace("%v", "%long").replace("8x", "16x"),
        False,
    ),
    "a masked row": (8, LOAD + f"vector.maskedstore %b[%i], %mask, %v : memref<64xf32>, vector<8xi1>, {V}", True),
    "rows that reach into the next one": (
        1,
        f"vector.store %long, %m[%i, %c0] : memref<8x8xf32>, vector<16xf32>",
        False,
    ),
    "ends of rows that reach into the next one": (1, f"vector.store %w, %m[%i, %k0] : memref<8x8xf32>, {V}", False),
    "rows of a matrix": (1, f"vector.store %w, %m[%i, %c0] : memref<8x8xf32>, {V}", True),
    "sums of rows": (
        8,
        LOAD + f"%o = vector.load %row[%c0] : memref<8xf32>, {V}\n%n = arith.addf %o, %v : {V}\n"
        f"vector.store %n, %row[%c0] : memref<8xf32>, {V}",
        True,
    ),
    "a sum of what a mask leaves": (
        8,
        MASKED + f"%n = arith.addf %v, %w : {V}\nvector.store %n, %row[%c0] : memref<8xf32>, {V}",
        False,
    ),
    "a transfer": (
        8,
        LOAD + f"vector.transfer_write %v, %b[%i] {{in_bounds = [true]}} : {V}, memref<64xf32>",
        False,
    ),
    "one view": (1, "%v = memref.load %f[%j] : memref<64xf32>\nmemref.store %v, %f[%j] : memref<64xf32>", True),
    "two views that are the same": (
        1,
        "%v = memref.load %f[%j] : memref<64xf32>\nmemref.store %v, %g[%j] : memref<64xf32>",
        True,
    ),
    "a view and the buffer": (
        1,
        "%v = memref.load %m[%c0, %j] : memref<8x8xf32>\nmemref.store %v, %f[%j] : memref<64xf32>",
        False,
    ),
    "steps of zero, for all that is known": (
        1,
        "%v = memref.load %b[%j] : memref<64xf32>\nmemref.store %v, %z[%j] : memref<8xf32, strided<[?]>>",
        False,
    ),
    "scratch": (
        8,
        LOAD
        + f"vector.store %v, %own[%c0] : memref<16xf32>, {V}\n%u = vector.load %own[%c0] : memref<16xf32>, {V}\n"
        + STORE.replace("%v", "%u"),
        True,
    ),
    "scratch of which a part is written": (
        8,
        LOAD
        + f"vector.store %v, %own[%c0] : memref<16xf32>, {V}\n%u = vector.load %own[%k0] : memref<16xf32>, {V}\n"
        + STORE.replace("%v", "%u"),
        False,
    ),
}


def function(number: int, step: int, body: str) -> str:
    return f"""
func.func @f{number}(%a: memref<64xf32> {{llvm.noalias}}, %b: memref<64xf32> {{llvm.noalias}},
    %m: memref<8x8xf32> {{llvm.noalias}}, %row: memref<8xf32> {{llvm.noalias}}, %mask: vector<8xi1>, %w: {V},
    %long: vector<16xf32>, %s: index) {{
  %c0 = arith.constant 0 : index
  %k0 = arith.constant 4 : index
  %step = arith.constant {step} : index
  %end = arith.constant 48 : index
  %own = memref.alloca() : memref<16xf32>
  %f = {FLAT}%g = {FLAT}%z = {SLICE}
  scf.for %i = %c0 to %end step %step {{
    %k = arith.addi %i, %k0 : index
    %j = arith.addi %i, %c0 : index
    {body}
  }}
  return
}}"""


def test_what_threads_share():
    texts = [function(n, step, body) for n, (step, body, _) in enumerate(BODIES.values())]
    module = parse("".join(texts))
    run(module, "lagrad-distribute-loops{threads=2 work=0}")
    written = str(module).split("func.func @f")[1:]
    shared = {name for name, text in zip(BODIES, written, strict=True) if "@GOMP_parallel(" in text}
    assert shared == {name for name, (_, _, is_shared) in BODIES.items() if is_shared}


JUMPS = "%v = memref.load %f[%j] : memref<64xf32>\n%u = arith.muli %i, %k0 : index\n"
WORK = {  # bytes of a trip, of 48 bytes of vectors or numbers
    "vectors": (8, LOAD + STORE, 2 * 32),
    "a product that is added": (
        8,
        LOAD + f"%p = arith.mulf %v, %w : {V}\n%q = arith.addf %p, %w : {V}\n" + STORE.replace("%v", "%q"),
        3 * 32,
    ),
    "along memory": (1, "%v = memref.load %f[%j] : memref<64xf32>\nmemref.store %v, %b[%i] : memref<64xf32>", 2 * 4),
    "along memory, backwards": (
        1,
        "%r = arith.subi %end, %i : index\n%v = memref.load %f[%r] : memref<64xf32>\n"
        "memref.store %v, %b[%i] : memref<64xf32>",
        2 * 4,
    ),
    "down columns, side by side": (
        1,
        "scf.for %r = %c0 to %k0 step %step {\n%v = memref.load %m[%r, %i] : memref<8x8xf32>\n"
        "memref.store %v, %m[%r, %i] : memref<8x8xf32>\n}",
        4 * 2 * 4,
    ),
    "with jumps": (1, JUMPS + "memref.store %v, %b[%u] : memref<64xf32>", 2 * 32),
}


def test_how_much_is_enough():
    for n, (step, body, bytes) in enumerate(WORK.values()):
        for more in (0, 1):
            module = parse(function(n, step, body))
            run(module, f"lagrad-distribute-loops{{threads=2 work={48 // step * bytes + more}}}")
            assert ("@GOMP_parallel(" in str(module)) == (more == 0), list(WORK)[n]
            assert "scf.if" not in str(module)  # it is known before


def test_tiles_have_at_most_so_many_trips():
    """Then less than one asks for at run time, where that may be enough."""
    tile = """%t = arith.addi %i, %k0 : index
    %l = arith.minsi %t, %s : index
    scf.for %r = %i to %l step %step {
      %v = memref.load %a[%r] : memref<64xf32>
      memref.store %v, %m[%r, %i] : memref<8x8xf32>
    }"""
    for more in (0, 1):
        module = parse(function(0, 1, tile))
        run(module, f"lagrad-distribute-loops{{threads=2 work={48 * 4 * (4 + 4) + more}}}")
        assert [name in str(module) for name in ("@GOMP_parallel(", "scf.if")] == 2 * [more == 0]


def test_sizes_that_are_known_before():
    """What an inner loop runs to is made in the outer one, of the sizes of a buffer."""
    module = parse("""
    func.func @f(%a: memref<?x?xf64> {llvm.noalias}) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %a, %c0 : memref<?x?xf64>
      scf.for %i = %c0 to %n step %c1 {
        %m = memref.dim %a, %c1 : memref<?x?xf64>
        %end = arith.subi %m, %c1 : index
        scf.for %j = %c0 to %end step %c1 {
          %x = memref.load %a[%i, %j] : memref<?x?xf64>
          %y = arith.mulf %x, %x : f64
          memref.store %y, %a[%i, %j] : memref<?x?xf64>
        }
      }
      return
    }""")
    run(module, "lagrad-distribute-loops")
    before = str(module).split("arith.cmpi uge")[0]
    assert "memref.dim %arg0, %c1" in before and "arith.subi" in before


def test_memory_is_in_use_until_the_threads_are_done():
    """They find its address in a structure; nothing else reads it where a loop is shared in any case."""
    module = parse(
        """
    func.func @f(%x: memref<70xf64>, %y: memref<70xf64>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.constant 70 : index
      %a = memref.alloc() : memref<70xf64>
      scf.for %i = %c0 to %n step %c1 {
        %v = memref.load %x[%i] : memref<70xf64>
        memref.store %v, %a[%i] : memref<70xf64>
      }
      scf.for %i = %c0 to %n step %c1 {
        %v = memref.load %a[%i] : memref<70xf64>
        memref.store %v, %y[%i] : memref<70xf64>
      }
      memref.dealloc %a : memref<70xf64>
      return
    }""".replace("xf64>,", "xf64> {llvm.noalias},").replace("xf64>)", "xf64> {llvm.noalias})")
    )
    run(module, "lagrad-distribute-loops{threads=2 work=0}")
    (function,) = (view.operation for view in module.body.operations if str(view).startswith("func.func @f("))
    order = Order(function.regions[0].blocks[0])
    (alloc,) = (op for op in order.ops if op.name == "memref.alloc")
    calls = [n for n, op in enumerate(order.ops) if "@GOMP_parallel" in str(op)]
    assert len(calls) == 2 and lifetime(alloc, order)[1] == calls[1]
