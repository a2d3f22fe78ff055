"""Programs on memory that branch, return early, or choose between buffers."""

import jax.numpy as jnp
import numpy as np
from memory_program import N, Program


def branches(x, y):
    for i in range(4):
        y = jnp.where(x[i] > 0, y.at[i].set(y[i] * x[i]), y.at[0].set(x[i]))
    return (), {1: y}


def irreducible(A, n, p):
    for k in range(n):
        A = A.at[0].set(jnp.sin(A[0]) if (k % 2 == 0) == p else A[0] * A[1])
    return (), {0: A}


def chosen(A, B, p):
    e = jnp.exp(B[1])
    return (e * B[1],), {0: A.at[1].set(e), 1: B.at[1].set(e * B[1])}


PROGRAMS: dict[str, Program] = {}

PROGRAMS["stores in branches"] = Program(
    """
func.func @f(%x: memref<4xf64>, %y: memref<4xf64>) {
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c4 = arith.constant 4 : index
 %z = arith.constant 0.0 : f64
 scf.for %i = %c0 to %c4 step %c1 {
   %v = memref.load %x[%i] : memref<4xf64>
   %p = arith.cmpf ogt, %v, %z : f64
   scf.if %p {
     %w = memref.load %y[%i] : memref<4xf64>
     %q = arith.mulf %w, %v : f64
     memref.store %q, %y[%i] : memref<4xf64>
   } else {
     memref.store %v, %y[%c0] : memref<4xf64>
   }
 }
 return
}
""",
    branches,
    [N(4), N(4)],
    [0, 1],
)

PROGRAMS["early returns"] = Program(
    """
func.func @f(%x: memref<4xf64>, %n: index) -> f64 {
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %z = arith.constant 0.0 : f64
 cf.br ^head(%c0 : index)
^head(%i: index):
 %p = arith.cmpi slt, %i, %n : index
 cf.cond_br %p, ^body, ^exit
^body:
 %v = memref.load %x[%i] : memref<4xf64>
 %neg = arith.cmpf olt, %v, %z : f64
 cf.cond_br %neg, ^early(%v : f64), ^go
^go:
 %s = math.sin %v : f64
 memref.store %s, %x[%i] : memref<4xf64>
 %j = arith.addi %i, %c1 : index
 cf.br ^head(%j : index)
^early(%e: f64):
 %e2 = arith.mulf %e, %e : f64
 return %e2 : f64
^exit:
 %w = memref.load %x[%c1] : memref<4xf64>
 return %w : f64
}
""",
    lambda x, n: ((x[2] ** 2,), {0: x.at[0].set(jnp.sin(x[0])).at[1].set(jnp.sin(x[1]))}),
    [np.array([0.3, 0.4, -0.5, 0.6]), 4],
    [0],
)

PROGRAMS["a choice of memory"] = Program(
    """
func.func @f(%x: memref<4xf64>, %y: memref<4xf64>, %p: i1) {
 %s = arith.select %p, %x, %y : memref<4xf64>
 %c1 = arith.constant 1 : index
 %v = memref.load %x[%c1] : memref<4xf64>
 %w = memref.load %s[%c1] : memref<4xf64>
 %q = arith.mulf %v, %w : f64
 memref.store %q, %s[%c1] : memref<4xf64>
 return
}
""",
    lambda x, y, p: ((), {1: y.at[1].set(x[1] * y[1])}),
    [N(4), N(4), False],
    [0, 1],
)

PROGRAMS["an irreducible graph"] = Program(
    """
func.func @f(%A: memref<2xf64>, %n: index, %p: i1) {
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 cf.cond_br %p, ^a(%c0 : index), ^b(%c0 : index)
^a(%i: index):
 %v = memref.load %A[%c0] : memref<2xf64>
 %s = math.sin %v : f64
 memref.store %s, %A[%c0] : memref<2xf64>
 %i1 = arith.addi %i, %c1 : index
 %e = arith.cmpi slt, %i1, %n : index
 cf.cond_br %e, ^b(%i1 : index), ^exit
^b(%k: index):
 %w = memref.load %A[%c0] : memref<2xf64>
 %u = memref.load %A[%c1] : memref<2xf64>
 %t = arith.mulf %w, %u : f64
 memref.store %t, %A[%c0] : memref<2xf64>
 %k1 = arith.addi %k, %c1 : index
 %g = arith.cmpi slt, %k1, %n : index
 cf.cond_br %g, ^a(%k1 : index), ^exit
^exit:
 return
}
""",
    irreducible,
    [N(2), 5, True],
    [0],
)

PROGRAMS["memory chosen by a branch"] = Program(
    """
func.func @f(%A: memref<6xf64>, %B: memref<6xf64>, %p: i1) -> f64 {
 %c1 = arith.constant 1 : index
 %m, %x = scf.if %p -> (memref<6xf64>, f64) {
   %u = memref.load %A[%c1] : memref<6xf64>
   scf.yield %A, %u : memref<6xf64>, f64
 } else {
   %u = memref.load %B[%c1] : memref<6xf64>
   %e = math.exp %u : f64
   memref.store %e, %A[%c1] : memref<6xf64>
   scf.yield %B, %e : memref<6xf64>, f64
 }
 %v = memref.load %m[%c1] : memref<6xf64>
 %w = arith.mulf %v, %x : f64
 memref.store %w, %m[%c1] : memref<6xf64>
 return %w : f64
}
""",
    chosen,
    [N(6), N(6), False],
    [0, 1],
)
