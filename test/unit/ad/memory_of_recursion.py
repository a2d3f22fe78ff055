"""Programs on memory that call themselves, and what they do, in JAX."""

import jax.numpy as jnp
import numpy as np
from memory_program import Program

PROGRAMS: dict[str, Program] = {}


def _product(x, y, n):
    r = 1.0
    for k in reversed(range(n)):
        x = x.at[k].set(jnp.sin(x[k]) * y[k])
        r = r * x[k]
    return (r,), {0: x}


PROGRAMS["a product that changes what it reads"] = Program(
    """
func.func @f(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %end -> f64 {
    %one = arith.constant 1.0 : f64
    scf.yield %one : f64
  } else {
    %m = arith.subi %n, %c1 : index
    %v = memref.load %x[%m] : memref<?xf64>
    %u = memref.load %y[%m] : memref<?xf64>
    %w = math.sin %v : f64
    %uw = arith.mulf %u, %w : f64
    memref.store %uw, %x[%m] : memref<?xf64>
    %s = func.call @f(%x, %y, %m) : (memref<?xf64>, memref<?xf64>, index) -> f64
    %t = memref.load %x[%m] : memref<?xf64>
    %p = arith.mulf %s, %t : f64
    scf.yield %p : f64
  }
  return %r : f64
}
""",
    _product,
    [np.array([0.3, 1.2, -0.7, 0.9]), np.array([1.3, 0.2, -1.7, 0.5]), 4],
    [0, 1],
)


def _butterflies(x):
    if len(x) == 1:
        return x
    even, odd = _butterflies(x[::2]), _butterflies(x[1::2])
    pairs = [(a + b * a, a - b) for a, b in zip(even, odd)]
    return [v for pair in pairs for v in pair]


PROGRAMS["halves of a buffer, by steps of two"] = Program(
    """
!any = memref<?xf64, strided<[?], offset: ?>>
func.func private @half(%x: !any) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %x, %c0 : !any
  %more = arith.cmpi sgt, %n, %c1 : index
  scf.if %more {
    %h = arith.divsi %n, %c2 : index
    %e = memref.subview %x[0] [%h] [2] : !any to !any
    %o = memref.subview %x[1] [%h] [2] : !any to !any
    func.call @half(%e) : (!any) -> ()
    func.call @half(%o) : (!any) -> ()
    scf.for %i = %c0 to %h step %c1 {
      %a = memref.load %e[%i] : !any
      %b = memref.load %o[%i] : !any
      %ab = arith.mulf %a, %b : f64
      %s = arith.addf %a, %ab : f64
      %d = arith.subf %a, %b : f64
      memref.store %s, %e[%i] : !any
      memref.store %d, %o[%i] : !any
    }
  }
  return
}
func.func @f(%x: memref<8xf64>) {
  %v = memref.cast %x : memref<8xf64> to !any
  func.call @half(%v) : (!any) -> ()
  return
}
""",
    lambda x: ((), {0: jnp.stack(_butterflies(list(x)))}),
    [np.linspace(-0.9, 1.4, 8)],
    [0],
)


def _exchanged(a, b, n):
    if n == 0:
        return a, b
    a = a.at[0].set(a[0] * b[1] + b[0])
    a = a.at[2].set(a[2] + b[2] * a[1])
    b, a = _exchanged(b, a, n - 1)
    return a.at[1].set(a[1] * b[0]), b


PROGRAMS["two buffers that change places in each call"] = Program(
    """
func.func @f(%a: memref<3xf64>, %b: memref<3xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %more = arith.cmpi ne, %n, %c0 : index
  scf.if %more {
    %a0 = memref.load %a[%c0] : memref<3xf64>
    %b1 = memref.load %b[%c1] : memref<3xf64>
    %b0 = memref.load %b[%c0] : memref<3xf64>
    %p = arith.mulf %a0, %b1 : f64
    %q = arith.addf %p, %b0 : f64
    memref.store %q, %a[%c0] : memref<3xf64>
    %a2 = memref.load %a[%c2] : memref<3xf64>
    %b2 = memref.load %b[%c2] : memref<3xf64>
    %a1 = memref.load %a[%c1] : memref<3xf64>
    %r = arith.mulf %b2, %a1 : f64
    %s = arith.addf %a2, %r : f64
    memref.store %s, %a[%c2] : memref<3xf64>
    %m = arith.subi %n, %c1 : index
    func.call @f(%b, %a, %m) : (memref<3xf64>, memref<3xf64>, index) -> ()
    %t = memref.load %a[%c1] : memref<3xf64>
    %u = memref.load %b[%c0] : memref<3xf64>
    %v = arith.mulf %t, %u : f64
    memref.store %v, %a[%c1] : memref<3xf64>
  }
  return
}
""",
    lambda a, b, n: ((), dict(enumerate(_exchanged(a, b, n)))),
    [np.array([0.5, 1.1, 0.3]), np.array([0.2, 0.9, -0.4]), 3],
    [0, 1],
)


def _overlapping(x, n):
    def go(x, p, q, n):
        if n == 0:
            return x
        x = x.at[p + 1].set(x[q] * x[q + 1])
        x = x.at[q].set(x[q] + x[p])
        return go(x, q, p, n - 1)

    return (), {0: go(x, 0, 1, n)}


_OPEN = "memref<?xf64, strided<[?], offset: ?>>"

PROGRAMS["overlapping views that are passed on"] = Program(
    f"""
func.func private @go(%p: {_OPEN}, %q: {_OPEN}, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %more = arith.cmpi ne, %n, %c0 : index
  scf.if %more {{
    %q0 = memref.load %q[%c0] : {_OPEN}
    %q1 = memref.load %q[%c1] : {_OPEN}
    %m = arith.mulf %q0, %q1 : f64
    memref.store %m, %p[%c1] : {_OPEN}
    %a = memref.load %q[%c0] : {_OPEN}
    %b = memref.load %p[%c0] : {_OPEN}
    %s = arith.addf %a, %b : f64
    memref.store %s, %q[%c0] : {_OPEN}
    %k = arith.subi %n, %c1 : index
    func.call @go(%q, %p, %k) : ({_OPEN}, {_OPEN}, index) -> ()
  }}
  return
}}
func.func @f(%x: memref<?xf64>, %n: index) {{
  %p = memref.subview %x[0] [3] [1] : memref<?xf64> to memref<3xf64, strided<[1]>>
  %q = memref.subview %x[1] [3] [1] : memref<?xf64> to memref<3xf64, strided<[1], offset: 1>>
  %a = memref.cast %p : memref<3xf64, strided<[1]>> to {_OPEN}
  %b = memref.cast %q : memref<3xf64, strided<[1], offset: 1>> to {_OPEN}
  func.call @go(%a, %b, %n) : ({_OPEN}, {_OPEN}, index) -> ()
  return
}}
""",
    _overlapping,
    [np.array([0.4, 1.3, -0.8, 0.7, 2.0]), 4],
    [0],
)


def _chosen_in_place(x, y, n):
    buffers = [x, y]

    def go(a, b, n):
        if n == 0:
            return
        if n % 2:
            a, b = b, a
        buffers[a] = buffers[a].at[0].set(buffers[a][0] * buffers[b][1] + buffers[b][0])
        go(a, b, n - 1)
        buffers[b] = buffers[b].at[1].set(buffers[b][1] + buffers[a][0])

    go(0, 1, n)
    return (), {0: buffers[0], 1: buffers[1]}


PROGRAMS["memory that is chosen for a call"] = Program(
    """
func.func private @go(%x: memref<2xf64>, %y: memref<2xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %more = arith.cmpi ne, %n, %c0 : index
  scf.if %more {
    %rest = arith.remui %n, %c2 : index
    %odd = arith.cmpi eq, %rest, %c1 : index
    %a = arith.select %odd, %y, %x : memref<2xf64>
    %b = arith.select %odd, %x, %y : memref<2xf64>
    %a0 = memref.load %a[%c0] : memref<2xf64>
    %b1 = memref.load %b[%c1] : memref<2xf64>
    %b0 = memref.load %b[%c0] : memref<2xf64>
    %p = arith.mulf %a0, %b1 : f64
    %q = arith.addf %p, %b0 : f64
    memref.store %q, %a[%c0] : memref<2xf64>
    %m = arith.subi %n, %c1 : index
    func.call @go(%a, %b, %m) : (memref<2xf64>, memref<2xf64>, index) -> ()
    %t = memref.load %b[%c1] : memref<2xf64>
    %u = memref.load %a[%c0] : memref<2xf64>
    %v = arith.addf %t, %u : f64
    memref.store %v, %b[%c1] : memref<2xf64>
  }
  return
}
func.func @f(%x: memref<2xf64>, %y: memref<2xf64>, %n: index) {
  func.call @go(%x, %y, %n) : (memref<2xf64>, memref<2xf64>, index) -> ()
  return
}
""",
    _chosen_in_place,
    [np.array([0.5, 1.1]), np.array([0.2, 0.9]), 3],
    [0, 1],
)


def _determinant(a):
    if len(a) == 1:
        return a[0][0]
    terms = [a[0][k] * _determinant([row[:k] + row[k + 1 :] for row in a[1:]]) for k in range(len(a))]
    return sum(term if k % 2 == 0 else -term for k, term in enumerate(terms))


PROGRAMS["a determinant by minors in scratch memory"] = Program(
    """
func.func private @det(%a: memref<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xf64>
  %one = arith.cmpi eq, %n, %c1 : index
  %r = scf.if %one -> f64 {
    %v = memref.load %a[%c0, %c0] : memref<?x?xf64>
    scf.yield %v : f64
  } else {
    %zero = arith.constant 0.0 : f64
    %plus = arith.constant 1.0 : f64
    %m = arith.subi %n, %c1 : index
    %minor = memref.alloc(%m, %m) : memref<?x?xf64>
    %s:2 = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %zero, %sign = %plus) -> (f64, f64) {
      scf.for %i = %c0 to %m step %c1 {
        scf.for %j = %c0 to %m step %c1 {
          %row = arith.addi %i, %c1 : index
          %behind = arith.cmpi uge, %j, %k : index
          %next = arith.addi %j, %c1 : index
          %column = arith.select %behind, %next, %j : index
          %v = memref.load %a[%row, %column] : memref<?x?xf64>
          memref.store %v, %minor[%i, %j] : memref<?x?xf64>
        }
      }
      %d = func.call @det(%minor) : (memref<?x?xf64>) -> f64
      %head = memref.load %a[%c0, %k] : memref<?x?xf64>
      %signed = arith.mulf %sign, %head : f64
      %term = arith.mulf %signed, %d : f64
      %now = arith.addf %sum, %term : f64
      %other = arith.negf %sign : f64
      scf.yield %now, %other : f64, f64
    }
    memref.dealloc %minor : memref<?x?xf64>
    scf.yield %s#0 : f64
  }
  return %r : f64
}
func.func @f(%a: memref<?x?xf64>) -> f64 {
  %r = func.call @det(%a) : (memref<?x?xf64>) -> f64
  return %r : f64
}
""",
    lambda a: ((_determinant([list(row) for row in a]),), {}),
    [np.array([[1.2, 0.3, -0.5, 0.1], [0.4, 2.1, 0.6, 0.2], [-0.3, 0.8, 1.7, 0.5], [0.9, -0.2, 0.3, 1.1]])],
    [0],
)


def _remembered(x, n):
    known = {0: x, 1: x * x}
    for k in range(2, n + 1):
        known[k] = known[k - 1] * jnp.cos(known[k - 2])
    return (known[n],), {}


PROGRAMS["what was computed before, in a table"] = Program(
    """
func.func private @fib(%n: index, %x: f64, %known: memref<?xi1>, %table: memref<?xf64>) -> f64 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %there = memref.load %known[%n] : memref<?xi1>
  %r = scf.if %there -> f64 {
    %v = memref.load %table[%n] : memref<?xf64>
    scf.yield %v : f64
  } else {
    %true = arith.constant true
    %k = arith.subi %n, %c1 : index
    %l = arith.subi %n, %c2 : index
    %a = func.call @fib(%k, %x, %known, %table) : (index, f64, memref<?xi1>, memref<?xf64>) -> f64
    %b = func.call @fib(%l, %x, %known, %table) : (index, f64, memref<?xi1>, memref<?xf64>) -> f64
    %c = math.cos %b : f64
    %p = arith.mulf %a, %c : f64
    memref.store %p, %table[%n] : memref<?xf64>
    memref.store %true, %known[%n] : memref<?xi1>
    scf.yield %p : f64
  }
  return %r : f64
}
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.addi %n, %c1 : index
  %true = arith.constant true
  %false = arith.constant false
  %known = memref.alloc(%size) : memref<?xi1>
  %table = memref.alloc(%size) : memref<?xf64>
  linalg.fill ins(%false : i1) outs(%known : memref<?xi1>)
  memref.store %true, %known[%c0] : memref<?xi1>
  memref.store %true, %known[%c1] : memref<?xi1>
  %square = arith.mulf %x, %x : f64
  memref.store %x, %table[%c0] : memref<?xf64>
  memref.store %square, %table[%c1] : memref<?xf64>
  %r = func.call @fib(%n, %x, %known, %table) : (index, f64, memref<?xi1>, memref<?xf64>) -> f64
  memref.dealloc %known : memref<?xi1>
  memref.dealloc %table : memref<?xf64>
  return %r : f64
}
""",
    _remembered,
    [1.1, 6],
    [0],
)


def _mutual(m, n):
    if n == 0:
        return m
    m = m.at[0, n].set(m[0, n] * m[1, n - 1])
    m = m.at[1, n - 1].set(jnp.exp(m[1, n - 1]) + m[0, 0])
    return _mutual(m, n - 1)


PROGRAMS["two functions that call each other with rows"] = Program(
    """
!row = memref<4xf64, strided<[1]>>
!next = memref<4xf64, strided<[1], offset: 4>>
func.func private @rows(%m: memref<2x4xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %more = arith.cmpi ne, %n, %c0 : index
  scf.if %more {
    %a = memref.subview %m[0, 0] [1, 4] [1, 1] : memref<2x4xf64> to !row
    %b = memref.subview %m[1, 0] [1, 4] [1, 1] : memref<2x4xf64> to !next
    func.call @step(%a, %b, %m, %n) : (!row, !next, memref<2x4xf64>, index) -> ()
  }
  return
}
func.func private @step(%a: !row, %b: !next, %m: memref<2x4xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.subi %n, %c1 : index
  %x = memref.load %a[%n] : !row
  %y = memref.load %b[%k] : !next
  %xy = arith.mulf %x, %y : f64
  memref.store %xy, %a[%n] : !row
  %e = math.exp %y : f64
  %z = memref.load %m[%c0, %c0] : memref<2x4xf64>
  %s = arith.addf %e, %z : f64
  memref.store %s, %b[%k] : !next
  func.call @rows(%m, %k) : (memref<2x4xf64>, index) -> ()
  return
}
func.func @f(%m: memref<2x4xf64>, %n: index) {
  func.call @rows(%m, %n) : (memref<2x4xf64>, index) -> ()
  return
}
""",
    lambda m, n: ((), {0: _mutual(m, n)}),
    [np.array([[0.3, 0.7, -0.2, 1.1], [0.6, 0.1, 0.9, -0.4]]), 3],
    [0],
)
