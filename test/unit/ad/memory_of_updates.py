"""Programs that update elements by masks and by bodies, and whose memory grows."""

import jax.numpy as jnp
import numpy as np
from memory_program import N, Program

PROGRAMS: dict[str, Program] = {}

PROGRAMS["the tail of a buffer, by a mask that is computed"] = Program(
    """
func.func @f(%x: memref<7xf64>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c7 = arith.constant 7 : index
  %one = arith.constant dense<1.0> : vector<4xf64>
  scf.for %i = %c0 to %c7 step %c4 {
    %left = arith.subi %c7, %i : index
    %m = vector.create_mask %left : vector<4xi1>
    %v = vector.maskedload %x[%i], %m, %one : memref<7xf64>, vector<4xi1>, vector<4xf64> into vector<4xf64>
    %e = math.exp %v : vector<4xf64>
    vector.maskedstore %x[%i], %m, %e : memref<7xf64>, vector<4xi1>, vector<4xf64>
  }
  return
}
""",
    lambda x: ((), {0: jnp.exp(x)}),
    [N(7)],
    [0],
)

PROGRAMS["bodies that update an element"] = Program(
    """
func.func @f(%x: memref<6xf64>, %s: memref<1xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  scf.for %i = %c0 to %c6 step %c1 {
    %v = memref.load %x[%i] : memref<6xf64>
    %old = memref.generic_atomic_rmw %s[%c0] : memref<1xf64> {
    ^bb0(%now: f64):
      %m = math.cos %now : f64
      memref.atomic_yield %m : f64
    }
    %p = arith.mulf %v, %old : f64
    memref.store %p, %x[%i] : memref<6xf64>
  }
  return
}
""",
    lambda x, s: _updated(x, s),
    [N(6), N(1)],
    [0, 1],
)


def _updated(x, s):
    for i in range(6):
        x = x.at[i].set(x[i] * s[0])
        s = jnp.cos(s)
    return (), {0: x, 1: s}


_FLOAT_KINDS = ("addf", "mulf", "maximumf", "minimumf", "maxnumf", "minnumf", "assign")
_INTEGER_KINDS = ("addi", "muli", "andi", "ori", "xori", "maxs", "mins", "maxu", "minu", "assign")


def _atomic(kind, type, memory, place):
    types = f"({type}, memref<10x{type}>) -> {type}"
    return f"%r{memory}{place} = memref.atomic_rmw {kind} %{memory}v, %{memory}[%c{place}] : {types}"


PROGRAMS["atomic updates of all kinds"] = Program(
    "func.func @f(%x: memref<10xf64>, %k: memref<10xi32>, %xv: f64, %kv: i32) -> f64 {\n"
    + "".join(f"  %c{n} = arith.constant {n} : index\n" for n in range(10))
    + "".join(f"  {_atomic(kind, 'f64', 'x', n)}\n" for n, kind in enumerate(_FLOAT_KINDS))
    + "".join(f"  {_atomic(kind, 'i32', 'k', n)}\n" for n, kind in enumerate(_INTEGER_KINDS))
    + """
  affine.for %i = 0 to 10 {
    %n = affine.load %k[%i] : memref<10xi32>
    %m = arith.sitofp %n : i32 to f64
    %v = affine.load %x[%i] : memref<10xf64>
    %p = arith.mulf %m, %v : f64
    affine.store %p, %x[%i] : memref<10xf64>
  }
  %r = arith.mulf %rx1, %rx6 : f64
  return %r : f64
}
""",
    lambda x, k, xv, kv: _atomics(x, k, xv, kv),
    [N(10), np.array([3, -3, 6, 5, 12, -4, -4, -4, -4, 2], np.int32), 0.3, 5],
    [0, 2],
)


def _atomics(x, k, xv, kv):
    floats = [x[0] + xv, x[1] * xv, *(f(x[n], xv) for n, f in enumerate((jnp.maximum, jnp.minimum) * 2, 2)), xv]
    bounded = jnp.maximum(k[5], kv), jnp.minimum(k[6], kv), k[7], kv, kv  # without its sign -4 is large
    integers = [k[0] + kv, k[1] * kv, k[2] & kv, k[3] | kv, k[4] ^ kv, *bounded]
    after = jnp.stack([*floats, *x[7:]]) * jnp.stack(integers)
    return (x[1] * x[6],), {0: after, 1: jnp.stack(integers)}


PROGRAMS["memory that grows and shrinks"] = Program(
    """
func.func @f(%x: memref<4xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %m = memref.alloc(%c4) : memref<?xf64>
  scf.for %i = %c0 to %c4 step %c1 {
    %v = memref.load %x[%i] : memref<4xf64>
    %w = arith.mulf %v, %v : f64
    memref.store %w, %m[%i] : memref<?xf64>
  }
  %k = arith.addi %n, %c4 : index
  %g = memref.realloc %m(%k) : memref<?xf64> to memref<?xf64>
  %a = memref.load %g[%c1] : memref<?xf64>
  %last = arith.subi %k, %c1 : index
  memref.store %a, %g[%last] : memref<?xf64>
  %b = memref.load %g[%last] : memref<?xf64>
  %h = memref.realloc %g : memref<?xf64> to memref<2xf64>
  %c = memref.load %h[%c0] : memref<2xf64>
  %bc = arith.mulf %b, %c : f64
  memref.store %bc, %x[%c2] : memref<4xf64>
  memref.dealloc %h : memref<2xf64>
  return %bc : f64
}
""",
    lambda x, n: ((x[0] ** 2 * x[1] ** 2,), {0: x.at[2].set(x[0] ** 2 * x[1] ** 2)}),
    [N(4), 3],
    [0],
)

PROGRAMS["what a mask leaves out of a gather and of scatters"] = Program(
    """
func.func @f(%x: memref<6xf64>, %y: memref<6xf64>) {
  %c0 = arith.constant 0 : index
  %from = arith.constant dense<[3, 0, 5, 3]> : vector<4xi32>
  %to = arith.constant dense<[1, 4, 2, 0]> : vector<4xi32>
  %mask = arith.constant dense<[1, 1, 0, 1]> : vector<4xi1>
  %pass = arith.constant dense<0.25> : vector<4xf64>
  %v = vector.gather %x[%c0][%from], %mask, %pass
    : memref<6xf64>, vector<4xi32>, vector<4xi1>, vector<4xf64> into vector<4xf64>
  %s = arith.mulf %v, %v : vector<4xf64>
  vector.scatter %y[%c0][%to], %mask, %s : memref<6xf64>, vector<4xi32>, vector<4xi1>, vector<4xf64>
  vector.scatter %x[%c0][%to], %mask, %s : memref<6xf64>, vector<4xi32>, vector<4xi1>, vector<4xf64>
  return
}
""",
    lambda x, y: _scattered(x, y),
    [N(6), N(6)],
    [0, 1],
)


def _scattered(x, y):
    values, to = x[np.array([3, 0, 3])] ** 2, np.array([1, 4, 0])
    return (), {0: x.at[to].set(values), 1: y.at[to].set(values)}
