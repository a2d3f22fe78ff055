"""Programs whose loops write to memory, or swap buffers."""

import jax.numpy as jnp
import numpy as np
from memory_program import N, Program


def stencil(A, B):
    for _ in range(3):
        B = B.at[1:5, 1:5].set((A[1:5, 1:5] + A[1:5, 0:4]) * A[2:6, 1:5] * 0.2)
        A = A.at[1:5, 1:5].set(B[1:5, 1:5])
    return (), {0: A, 1: B}


def swapped(A, B, n):
    p, q = A, B
    for _ in range(n):
        p, q = q.at[1:5].set(p[1:5] * p[0:4]), p
    return (), {0: q, 1: p} if n % 2 else {0: p, 1: q}


def swapped_and_read(A, B, n):
    s = 0.0
    for _ in range(n):
        A, B, s = B.at[1:5].set(A[1:5] * A[0:4]), A, s + A[1]
    return (A[1] * s,), {0: A, 1: B.at[0].set(A[1] * s)}


PROGRAMS: dict[str, Program] = {}

PROGRAMS["scratch memory"] = Program(
    """
func.func @f(%x: memref<?xf64>, %y: memref<?xf64>) {
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %n = memref.dim %x, %c0 : memref<?xf64>
 %t = memref.alloc(%n) : memref<?xf64>
 scf.for %i = %c0 to %n step %c1 {
   %v = memref.load %x[%i] : memref<?xf64>
   %e = math.exp %v : f64
   memref.store %e, %t[%i] : memref<?xf64>
 }
 scf.for %i = %c0 to %n step %c1 {
   %v = memref.load %t[%i] : memref<?xf64>
   %e = math.sin %v : f64
   memref.store %e, %y[%i] : memref<?xf64>
 }
 memref.dealloc %t : memref<?xf64>
 return
}
""",
    lambda x, y: ((), {1: jnp.sin(jnp.exp(x))}),
    [N(5), N(5)],
    [0, 1],
)

PROGRAMS["a while loop"] = Program(
    """
func.func @f(%x: memref<2xf64>) {
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %h = arith.constant 100.0 : f64
 scf.while : () -> () {
   %v = memref.load %x[%c0] : memref<2xf64>
   %p = arith.cmpf olt, %v, %h : f64
   scf.condition(%p)
 } do {
   %v = memref.load %x[%c0] : memref<2xf64>
   %w = memref.load %x[%c1] : memref<2xf64>
   %q = arith.mulf %v, %w : f64
   memref.store %q, %x[%c0] : memref<2xf64>
   scf.yield
 }
 return
}
""",
    lambda x: ((), {0: x.at[0].set(x[0] * x[1] ** 6)}),
    [np.array([3.0, 1.9])],
    [0],
)

PROGRAMS["parallel loops"] = Program(
    """
func.func @f(%x: memref<4xf64>, %y: memref<1xf64>) {
 %c0 = arith.constant 0 : index
 affine.parallel (%i) = (0) to (4) {
   %v = affine.load %x[%i] : memref<4xf64>
   %w = arith.mulf %v, %v : f64
   %o = memref.atomic_rmw addf %w, %y[%c0] : (f64, memref<1xf64>) -> f64
 }
 scf.forall (%i) in (4) {
   %v = memref.load %x[%i] : memref<4xf64>
   %w = arith.mulf %v, %v : f64
   memref.store %w, %x[%i] : memref<4xf64>
 }
 return
}
""",
    lambda x, y: ((), {0: x * x, 1: y + jnp.sum(x * x)}),
    [N(4), N(1)],
    [0, 1],
)

PROGRAMS["a stencil over time"] = Program(
    """
func.func @f(%A: memref<6x6xf64>, %B: memref<6x6xf64>) {
 %k = arith.constant 0.2 : f64
 affine.for %t = 0 to 3 {
  affine.for %i = 1 to 5 { affine.for %j = 1 to 5 {
   %a = affine.load %A[%i,%j] : memref<6x6xf64>
   %b = affine.load %A[%i,%j - 1] : memref<6x6xf64>
   %c = affine.load %A[%i + 1,%j] : memref<6x6xf64>
   %d = arith.addf %a,%b : f64
   %e = arith.mulf %d,%c : f64
   %g = arith.mulf %e,%k : f64
   affine.store %g, %B[%i,%j] : memref<6x6xf64>
  } }
  affine.for %i = 1 to 5 { affine.for %j = 1 to 5 {
   %a = affine.load %B[%i,%j] : memref<6x6xf64>
   affine.store %a, %A[%i,%j] : memref<6x6xf64>
  } }
 }
 return
}
""",
    stencil,
    [N(6, 6), N(6, 6)],
    [0, 1],
)

PROGRAMS["a loop that swaps buffers"] = Program(
    """
func.func @f(%A: memref<6xf64>, %B: memref<6xf64>, %n: index) {
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c5 = arith.constant 5 : index
 %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%p=%A, %q=%B) -> (memref<6xf64>, memref<6xf64>) {
  scf.for %i = %c1 to %c5 step %c1 {
   %j = arith.subi %i, %c1 : index
   %a = memref.load %p[%i] : memref<6xf64>
   %b = memref.load %p[%j] : memref<6xf64>
   %d = arith.mulf %a,%b : f64
   memref.store %d, %q[%i] : memref<6xf64>
  }
  scf.yield %q, %p : memref<6xf64>, memref<6xf64>
 }
 return
}
""",
    swapped,
    [N(6), N(6), 3],
    [0, 1],
)

PROGRAMS["a loop that counts in memory"] = Program(
    """
func.func @f(%A: memref<6xf64>, %n: memref<1xi32>) {
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : i32
 %c3 = arith.constant 3 : i32
 cf.br ^b
^b:
 %k = memref.load %n[%c0] : memref<1xi32>
 %j = arith.index_cast %k : i32 to index
 %v = memref.load %A[%j] : memref<6xf64>
 %s = math.sin %v : f64
 memref.store %s, %A[%j] : memref<6xf64>
 %k1 = arith.addi %k, %c1 : i32
 memref.store %k1, %n[%c0] : memref<1xi32>
 %p = arith.cmpi slt, %k1, %c3 : i32
 cf.cond_br %p, ^b, ^e
^e:
 return
}
""",
    lambda A, n: ((), {0: A.at[:3].set(jnp.sin(A[:3])), 1: np.array([3], np.int32)}),
    [N(6), np.array([0], np.int32)],
    [0],
)

PROGRAMS["a loop that ends early"] = Program(
    """
func.func @f(%A: memref<6xf64>, %lim: f64) -> index {
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c6 = arith.constant 6 : index
 %r = scf.while (%i = %c0) : (index) -> index {
   %in = arith.cmpi slt, %i, %c6 : index
   %go = scf.if %in -> i1 {
     %v = memref.load %A[%i] : memref<6xf64>
     %s = math.exp %v : f64
     memref.store %s, %A[%i] : memref<6xf64>
     %q = arith.cmpf olt, %s, %lim : f64
     scf.yield %q : i1
   } else { scf.yield %in : i1 }
   scf.condition(%go) %i : index
 } do { ^bb0(%i: index):
   %j = arith.addi %i, %c1 : index
   scf.yield %j : index
 }
 return %r : index
}
""",
    lambda A, l: ((), {0: A.at[:3].set(jnp.exp(A[:3]))}),
    [np.array([0.1, 0.2, 3.0, 0.1, 0.1, 0.1]), 5.0],
    [0],
)

PROGRAMS["swapped buffers after the loop"] = Program(
    """
func.func @f(%A: memref<6xf64>, %B: memref<6xf64>, %n: index) -> f64 {
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c5 = arith.constant 5 : index
 %z = arith.constant 0.0 : f64
 %r:3 = scf.for %t = %c0 to %n step %c1 iter_args(%p=%A, %q=%B, %s=%z) -> (memref<6xf64>, memref<6xf64>, f64) {
  scf.for %i = %c1 to %c5 step %c1 {
   %j = arith.subi %i, %c1 : index
   %a = memref.load %p[%i] : memref<6xf64>
   %b = memref.load %p[%j] : memref<6xf64>
   %d = arith.mulf %a,%b : f64
   memref.store %d, %q[%i] : memref<6xf64>
  }
  %e = memref.load %p[%c1] : memref<6xf64>
  %s2 = arith.addf %s, %e : f64
  scf.yield %q, %p, %s2 : memref<6xf64>, memref<6xf64>, f64
 }
 %l = memref.load %r#0[%c1] : memref<6xf64>
 %o = arith.mulf %l, %r#2 : f64
 memref.store %o, %r#1[%c0] : memref<6xf64>
 return %o : f64
}
""",
    swapped_and_read,
    [N(6), N(6), 4],
    [0, 1],
)
