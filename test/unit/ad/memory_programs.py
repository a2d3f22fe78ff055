"""Programs on memory, each beside what it does to arrays: results, and what buffers hold at the end, by argument."""

from dataclasses import dataclass
from typing import Callable

import jax.numpy as jnp
import numpy as np


@dataclass(frozen=True)
class Program:
    """The text of `@f`, the same in JAX, arguments, and the numbers of those that are differentiated."""

    text: str
    twin: Callable
    arguments: list
    wrt: list[int]


_random = np.random.default_rng(0)


def N(*shape):
    return _random.normal(size=shape)


def branches(x, y):
    for i in range(4):
        y = jnp.where(x[i] > 0, y.at[i].set(y[i] * x[i]), y.at[0].set(x[i]))
    return (), {1: y}


def scattered(x, k, y):
    for i in range(4):
        q = x[k[i]] * y[i]
        x, y = x.at[k[i]].set(q), y.at[i].set(q)
    return (), {0: x, 2: y}


def views(x, n):
    x = x.at[2, 1].set(jnp.exp(x[2, 4]))
    return (), {0: x.at[1:4, 2:5:2].set(x[1:4, 2:5:2] ** 2)}


def reshapes(x, y):
    x = (x * x).at[1, 0].set(jnp.exp(x[1, 2]))
    return (), {0: x, 1: x.reshape(6)}


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


def irreducible(A, n, p):
    for k in range(n):
        A = A.at[0].set(jnp.sin(A[0]) if (k % 2 == 0) == p else A[0] * A[1])
    return (), {0: A}


def chosen(A, B, p):
    e = jnp.exp(B[1])
    return (e * B[1],), {0: A.at[1].set(e), 1: B.at[1].set(e * B[1])}


PROGRAMS: dict[str, Program] = {}

PROGRAMS["a store and a load"] = Program(
    """
func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
 %c1 = arith.constant 1 : index
 %s = math.sin %x : f64
 memref.store %s, %m[%c1] : memref<4xf64>
 %v = memref.load %m[%c1] : memref<4xf64>
 %w = arith.mulf %v, %x : f64
 return %w : f64
}
""",
    lambda x,m: ((jnp.sin(x)*x,),{1:m.at[1].set(jnp.sin(x))}),
    [0.7,N(4)],
    [0,1],
)

PROGRAMS["memory that is not in wrt"] = Program(
    """
func.func @f(%x: f64, %m: memref<4xf64>) -> f64 {
 %c1 = arith.constant 1 : index
 %s = math.sin %x : f64
 memref.store %s, %m[%c1] : memref<4xf64>
 %v = memref.load %m[%c1] : memref<4xf64>
 %w = arith.mulf %v, %x : f64
 return %w : f64
}
""",
    lambda x,m: ((jnp.sin(x)*x,),{1:m.at[1].set(jnp.sin(x))}),
    [0.7,N(4)],
    [0],
)

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
    lambda x,y: ((),{1:jnp.sin(jnp.exp(x))}),
    [N(5),N(5)],
    [0,1],
)

PROGRAMS["a copy"] = Program(
    """
func.func @f(%x: memref<4xf64>, %y: memref<4xf64>) {
 memref.copy %x, %y : memref<4xf64> to memref<4xf64>
 return
}
""",
    lambda x,y: ((),{1:x}),
    [N(4),N(4)],
    [0,1],
)

PROGRAMS["overlapping views"] = Program(
    """
func.func @f(%x: memref<6x6xf64>, %n: index) {
 %s = memref.subview %x[1,%n][3,2][1,2] : memref<6x6xf64> to memref<3x2xf64, strided<[6,2],offset:?>>
 %r = memref.subview %x[%n,0][1,6][1,1] : memref<6x6xf64> to memref<6xf64, strided<[1],offset:?>>
 %c1 = arith.constant 1 : index
 %v = memref.load %s[%c1,%c1] : memref<3x2xf64, strided<[6,2],offset:?>>
 %e = math.exp %v : f64
 memref.store %e, %r[%c1] : memref<6xf64, strided<[1],offset:?>>
 linalg.generic {indexing_maps=[affine_map<(i,j)->(i,j)>], iterator_types=["parallel","parallel"]}
   outs(%s : memref<3x2xf64, strided<[6,2],offset:?>>) {
 ^bb0(%o: f64):
   %q = arith.mulf %o, %o : f64
   linalg.yield %q : f64
 }
 return
}
""",
    views,
    [N(6,6),2],
    [0],
)

PROGRAMS["linalg"] = Program(
    """
func.func @f(%A: memref<3x4xf64>, %B: memref<4x5xf64>, %C: memref<3x5xf64>) {
 linalg.matmul ins(%A,%B : memref<3x4xf64>, memref<4x5xf64>) outs(%C : memref<3x5xf64>)
 return
}
""",
    lambda A,B,C: ((),{2:C+A@B}),
    [N(3,4),N(4,5),N(3,5)],
    [0,1,2],
)

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
    [N(4),N(4)],
    [0,1],
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
    lambda x: ((),{0:x.at[0].set(x[0]*x[1]**6)}),
    [np.array([3.,1.9])],
    [0],
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
    lambda x,n: ((x[2]**2,),{0:x.at[0].set(jnp.sin(x[0])).at[1].set(jnp.sin(x[1]))}),
    [np.array([.3,.4,-.5,.6]),4],
    [0],
)

PROGRAMS["globals"] = Program(
    """
memref.global constant @c : memref<4xf64> = dense<[1.0,2.0,3.0,4.0]>
memref.global @g : memref<4xf64> = dense<1.0>
func.func @f(%x: memref<4xf64>) {
 %c = memref.get_global @c : memref<4xf64>
 %g = memref.get_global @g : memref<4xf64>
 linalg.mul ins(%c,%x : memref<4xf64>,memref<4xf64>) outs(%g : memref<4xf64>)
 linalg.mul ins(%g,%x : memref<4xf64>,memref<4xf64>) outs(%x : memref<4xf64>)
 return
}
""",
    lambda x: ((),{0:x*x*jnp.arange(1.,5.)}),
    [N(4)],
    [0],
)

PROGRAMS["reshapes"] = Program(
    """
func.func @f(%x: memref<2x3xf64>, %y: memref<6xf64>) {
 %a = memref.collapse_shape %x [[0,1]] : memref<2x3xf64> into memref<6xf64>
 %b = memref.expand_shape %y [[0,1]] output_shape [3,2] : memref<6xf64> into memref<3x2xf64>
 %t = memref.transpose %b (i,j)->(j,i) : memref<3x2xf64> to memref<2x3xf64, strided<[1,2]>>
 %c1 = arith.constant 1 : index
 %c2 = arith.constant 2 : index
 %c5 = arith.constant 5 : index
 %v = memref.load %a[%c5] : memref<6xf64>
 %e = math.exp %v : f64
 memref.store %e, %t[%c1,%c2] : memref<2x3xf64, strided<[1,2]>>
 linalg.mul ins(%x,%x : memref<2x3xf64>,memref<2x3xf64>) outs(%x : memref<2x3xf64>)
 memref.store %e, %b[%c1,%c1] : memref<3x2xf64>
 %rc = memref.reinterpret_cast %x to offset: [1], sizes: [2], strides: [2]
   : memref<2x3xf64> to memref<2xf64, strided<[2], offset: 1>>
 memref.store %e, %rc[%c1] : memref<2xf64, strided<[2], offset: 1>>
 %cast = memref.cast %y : memref<6xf64> to memref<?xf64>
 memref.copy %a, %cast : memref<6xf64> to memref<?xf64>
 return
}
""",
    reshapes,
    [N(2,3),N(6)],
    [0,1],
)

PROGRAMS["a swap through scratch"] = Program(
    """
func.func @f(%x: memref<4xf64>, %y: memref<4xf64>) {
 %t = memref.alloc() : memref<4xf64>
 memref.copy %x, %t : memref<4xf64> to memref<4xf64>
 memref.copy %y, %x : memref<4xf64> to memref<4xf64>
 memref.copy %t, %y : memref<4xf64> to memref<4xf64>
 memref.dealloc %t : memref<4xf64>
 return
}
""",
    lambda x,y: ((),{0:y,1:x}),
    [N(4),N(4)],
    [0,1],
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
    lambda x,y,p: ((),{1:y.at[1].set(x[1]*y[1])}),
    [N(4),N(4),False],
    [0,1],
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
    lambda x,y: ((),{0:x*x,1:y+jnp.sum(x*x)}),
    [N(4),N(1)],
    [0,1],
)

PROGRAMS["vectors"] = Program(
    """
func.func @f(%x: memref<8xf64>, %y: memref<8xf64>) {
 affine.for %i = 0 to 8 step 4 {
   %v = affine.vector_load %x[%i] : memref<8xf64>, vector<4xf64>
   %w = arith.mulf %v, %v : vector<4xf64>
   affine.vector_store %w, %y[%i] : memref<8xf64>, vector<4xf64>
 }
 %c0 = arith.constant 0 : index
 %z = arith.constant 0.0 : f64
 %a = vector.transfer_read %y[%c0], %z {in_bounds=[true]} : memref<8xf64>, vector<8xf64>
 %b = math.sin %a : vector<8xf64>
 vector.transfer_write %b, %x[%c0] {in_bounds=[true]} : vector<8xf64>, memref<8xf64>
 return
}
""",
    lambda x,y: ((),{0:jnp.sin(x*x),1:x*x}),
    [N(8),N(8)],
    [0,1],
)

PROGRAMS["an operation on overlapping views"] = Program(
    """
func.func @f(%x: memref<8xf64>) {
 %a = memref.subview %x[0][7][1] : memref<8xf64> to memref<7xf64, strided<[1]>>
 %b = memref.subview %x[1][7][1] : memref<8xf64> to memref<7xf64, strided<[1],offset:1>>
 linalg.generic {indexing_maps=[affine_map<(i)->(i)>,affine_map<(i)->(i)>], iterator_types=["parallel"]}
   ins(%a : memref<7xf64, strided<[1]>>) outs(%b : memref<7xf64, strided<[1],offset:1>>) {
 ^bb0(%i: f64, %o: f64):
   %q = arith.mulf %i, %o : f64
   linalg.yield %q : f64
 }
 return
}
""",
    lambda x: ((),{0:jnp.cumprod(x)}),
    [N(8)],
    [0],
)

PROGRAMS["integer memory"] = Program(
    """
func.func @f(%x: memref<8xf64>, %idx: memref<4xi32>, %y: memref<4xf64>) {
 affine.for %i = 0 to 4 {
   %k = affine.load %idx[%i] : memref<4xi32>
   %j = arith.index_cast %k : i32 to index
   %v = memref.load %x[%j] : memref<8xf64>
   %w = memref.load %y[%i] : memref<4xf64>
   %q = arith.mulf %v, %w : f64
   memref.store %q, %x[%j] : memref<8xf64>
   memref.store %q, %y[%i] : memref<4xf64>
 }
 return
}
""",
    scattered,
    [N(8),np.array([3,1,3,7],np.int32),N(4)],
    [0,2],
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
    [N(6,6),N(6,6)],
    [0,1],
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
    [N(6),N(6),3],
    [0,1],
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
    lambda A,n: ((),{0:A.at[:3].set(jnp.sin(A[:3])),1:np.array([3],np.int32)}),
    [N(6),np.array([0],np.int32)],
    [0],
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
    [N(2),5,True],
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
    lambda A,l: ((),{0:A.at[:3].set(jnp.exp(A[:3]))}),
    [np.array([.1,.2,3.,.1,.1,.1]),5.0],
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
    [N(6),N(6),4],
    [0,1],
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
