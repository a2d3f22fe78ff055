"""Programs whose loops and branches pass on memrefs."""

import jax.numpy as jnp
import numpy as np
from memory_program import N, Program

PART = "memref<3xf64, strided<[1], offset: ?>>"
ANY = "memref<3xf64, strided<[?], offset: ?>>"

PROGRAMS: dict[str, Program] = {}


def exchanged(a, b, limit):
    """The three iterations that the arguments below make."""
    p, q = a, b
    for _ in range(3):
        p, q = q.at[0].set(q[0] + p[0] * p[1]), p
    return (), {0: q, 1: p.at[2].set(p[2] * p[0])}


PROGRAMS["a while loop that exchanges buffers and stops early"] = Program(
    """
func.func @f(%a: memref<3xf64>, %b: memref<3xf64>, %limit: f64) {
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c2 = arith.constant 2 : index
 %r:2 = scf.while (%p = %a, %q = %b) : (memref<3xf64>, memref<3xf64>) -> (memref<3xf64>, memref<3xf64>) {
   %v = memref.load %p[%c0] : memref<3xf64>
   %go = arith.cmpf olt, %v, %limit : f64
   scf.condition(%go) %p, %q : memref<3xf64>, memref<3xf64>
 } do {
 ^bb0(%p: memref<3xf64>, %q: memref<3xf64>):
   %u = memref.load %p[%c0] : memref<3xf64>
   %v = memref.load %p[%c1] : memref<3xf64>
   %w = memref.load %q[%c0] : memref<3xf64>
   %uv = arith.mulf %u, %v : f64
   %n = arith.addf %w, %uv : f64
   memref.store %n, %q[%c0] : memref<3xf64>
   scf.yield %q, %p : memref<3xf64>, memref<3xf64>
 }
 %x = memref.load %r#0[%c2] : memref<3xf64>
 %y = memref.load %r#0[%c0] : memref<3xf64>
 %z = arith.mulf %x, %y : f64
 memref.store %z, %r#0[%c2] : memref<3xf64>
 return
}
""",
    exchanged,
    [np.array([0.5, 1.1, 0.3]), np.array([0.2, 0.9, -0.4]), 2.0],
    [0, 1],
)


def walked(m):
    for i in range(4):
        m = m.at[2 * i + 2].set(m[2 * i] * m[2 * i + 1])
    return (), {0: m.at[8].set(m[8] + m[10])}


PROGRAMS["a pointer that walks through memory"] = Program(
    f"""
func.func @f(%m: memref<12xf64>) {{
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c2 = arith.constant 2 : index
 %c4 = arith.constant 4 : index
 %start = memref.subview %m[%c0][3][1] : memref<12xf64> to {PART}
 %end = scf.for %i = %c0 to %c4 step %c1 iter_args(%p = %start) -> ({PART}) {{
   %a = memref.load %p[%c0] : {PART}
   %b = memref.load %p[%c1] : {PART}
   %ab = arith.mulf %a, %b : f64
   memref.store %ab, %p[%c2] : {PART}
   %next = arith.addi %i, %c1 : index
   %at = arith.muli %next, %c2 : index
   %q = memref.subview %m[%at][3][1] : memref<12xf64> to {PART}
   scf.yield %q : {PART}
 }}
 %x = memref.load %end[%c0] : {PART}
 %y = memref.load %end[%c2] : {PART}
 %s = arith.addf %x, %y : f64
 memref.store %s, %end[%c0] : {PART}
 return
}}
""",
    walked,
    [N(12)],
    [0],
)


def chosen(m, n, flag):
    if flag:
        return (), {0: m.at[:, 1].set(m[:, 1] ** 2), 1: n}
    return (), {0: m, 1: n.at[::2].set(n[::2] ** 2)}


def _a_part(flag):
    return Program(
        f"""
func.func @f(%m: memref<3x4xf64>, %n: memref<6xf64>, %flag: i1) {{
 %v = scf.if %flag -> ({ANY}) {{
   %c = memref.subview %m[0,1][3,1][1,1] : memref<3x4xf64> to memref<3xf64, strided<[4], offset: 1>>
   %o = memref.cast %c : memref<3xf64, strided<[4], offset: 1>> to {ANY}
   scf.yield %o : {ANY}
 }} else {{
   %c = memref.subview %n[0][3][2] : memref<6xf64> to memref<3xf64, strided<[2]>>
   %o = memref.cast %c : memref<3xf64, strided<[2]>> to {ANY}
   scf.yield %o : {ANY}
 }}
 affine.for %i = 0 to 3 {{
   %x = affine.load %v[%i] : {ANY}
   %y = arith.mulf %x, %x : f64
   affine.store %y, %v[%i] : {ANY}
 }}
 return
}}
""",
        chosen,
        [N(3, 4), N(6), flag],
        [0, 1],
    )


PROGRAMS["a branch that gives a column"] = _a_part(True)
PROGRAMS["a branch that gives every second element"] = _a_part(False)


def last_one(m, n, k):
    """What is taken for the second time is what the first time left."""
    held = [m, n]
    at = [0, 1, 1][k]
    for _ in range(2):
        held[at] = held[at].at[0].set(jnp.sin(held[at][0] * held[at][1]))
        at = 0
    return (), {0: held[0], 1: held[1]}


PROGRAMS["a loop that goes on with one of two buffers"] = Program(
    """
func.func @f(%m: memref<2xf64>, %n: memref<2xf64>, %k: index) {
 %c0 = arith.constant 0 : index
 %c1 = arith.constant 1 : index
 %c2 = arith.constant 2 : index
 %first = scf.index_switch %k -> memref<2xf64>
 case 0 {
   scf.yield %m : memref<2xf64>
 }
 default {
   scf.yield %n : memref<2xf64>
 }
 %end = scf.for %i = %c0 to %c2 step %c1 iter_args(%p = %first) -> (memref<2xf64>) {
   %a = memref.load %p[%c0] : memref<2xf64>
   %b = memref.load %p[%c1] : memref<2xf64>
   %ab = arith.mulf %a, %b : f64
   %s = math.sin %ab : f64
   memref.store %s, %p[%c0] : memref<2xf64>
   scf.yield %m : memref<2xf64>
 }
 return
}
""",
    last_one,
    [N(2), N(2), 2],
    [0, 1],
)
