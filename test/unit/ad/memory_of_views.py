"""Programs without loops or branches on memory: views, copies, scratch, vectors, globals."""

import jax.numpy as jnp
import numpy as np
from memory_program import N, Program


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
    lambda x, m: ((jnp.sin(x) * x,), {1: m.at[1].set(jnp.sin(x))}),
    [0.7, N(4)],
    [0, 1],
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
    lambda x, m: ((jnp.sin(x) * x,), {1: m.at[1].set(jnp.sin(x))}),
    [0.7, N(4)],
    [0],
)

PROGRAMS["a copy"] = Program(
    """
func.func @f(%x: memref<4xf64>, %y: memref<4xf64>) {
 memref.copy %x, %y : memref<4xf64> to memref<4xf64>
 return
}
""",
    lambda x, y: ((), {1: x}),
    [N(4), N(4)],
    [0, 1],
)

PROGRAMS["linalg"] = Program(
    """
func.func @f(%A: memref<3x4xf64>, %B: memref<4x5xf64>, %C: memref<3x5xf64>) {
 linalg.matmul ins(%A,%B : memref<3x4xf64>, memref<4x5xf64>) outs(%C : memref<3x5xf64>)
 return
}
""",
    lambda A, B, C: ((), {2: C + A @ B}),
    [N(3, 4), N(4, 5), N(3, 5)],
    [0, 1, 2],
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
    lambda x: ((), {0: x * x * jnp.arange(1.0, 5.0)}),
    [N(4)],
    [0],
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
    lambda x, y: ((), {0: jnp.sin(x * x), 1: x * x}),
    [N(8), N(8)],
    [0, 1],
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
    [N(8), np.array([3, 1, 3, 7], np.int32), N(4)],
    [0, 2],
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
    [N(6, 6), 2],
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
    [N(2, 3), N(6)],
    [0, 1],
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
    lambda x, y: ((), {0: y, 1: x}),
    [N(4), N(4)],
    [0, 1],
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
    lambda x: ((), {0: jnp.cumprod(x)}),
    [N(8)],
    [0],
)

PROGRAMS["an operation on memory that is only read"] = Program(
    """
func.func @f(%x: memref<4xf64>, %y: memref<4xf64>) {
 linalg.generic {indexing_maps=[affine_map<(i)->(i)>,affine_map<(i)->(i)>], iterator_types=["parallel"]}
   ins(%x : memref<4xf64>) outs(%y : memref<4xf64>) {
 ^bb0(%i: f64, %o: f64):
   %q = arith.mulf %i, %o : f64
   %s = math.sin %q : f64
   linalg.yield %s : f64
 }
 return
}
""",
    lambda x, y: ((), {1: jnp.sin(x * y)}),
    [N(4), N(4)],
    [0, 1],
)

PROGRAMS["memory that is copied and then overwritten"] = Program(
    """
func.func @f(%x: memref<4xf64>, %y: memref<4xf64>) {
 memref.copy %x, %y : memref<4xf64> to memref<4xf64>
 linalg.generic {indexing_maps=[affine_map<(i)->(i)>], iterator_types=["parallel"]} outs(%x : memref<4xf64>) {
 ^bb0(%o: f64):
   %q = arith.mulf %o, %o : f64
   linalg.yield %q : f64
 }
 return
}
""",
    lambda x, y: ((), {0: x * x, 1: x}),
    [N(4), N(4)],
    [0, 1],
)


# Parts of one buffer of bytes, the second of which begins inside the first.
PROGRAMS["views of bytes"] = Program(
    """
func.func @f(%x: memref<4xf64>, %n: index, %s: index) {
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c2 = arith.constant 2 : index
 %b = memref.alloc(%n) : memref<?xi8>
 %w = memref.view %b[%c0][] : memref<?xi8> to memref<2xf64>
 %v = memref.view %b[%s][%c2] : memref<?xi8> to memref<?x2xf64>
 scf.for %i = %c0 to %c2 step %c1 {
   %a = memref.load %x[%i] : memref<4xf64>
   %q = math.exp %a : f64
   memref.store %q, %w[%i] : memref<2xf64>
   %k = arith.addi %i, %c2 : index
   %e = memref.load %x[%k] : memref<4xf64>
   memref.store %e, %v[%i, %i] : memref<?x2xf64>
 }
 %p = memref.load %w[%c1] : memref<2xf64>
 %y = memref.load %v[%c0, %c0] : memref<?x2xf64>
 %z = memref.load %v[%c1, %c1] : memref<?x2xf64>
 %py = arith.mulf %p, %y : f64
 %r = arith.mulf %py, %z : f64
 memref.store %r, %x[%c0] : memref<4xf64>
 memref.dealloc %b : memref<?xi8>
 return
}
""",
    lambda x, n, s: ((), {0: x.at[0].set(jnp.exp(2 * x[1]) * x[3])}),
    [N(4), 64, 8],
    [0],
)
