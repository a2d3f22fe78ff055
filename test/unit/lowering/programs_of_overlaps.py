"""Programs on buffers that their caller may pass under several names, each with its twin in NumPy, statement by
statement.

`CASES`: name, the sizes of what is passed, and where in one array it may begin: apart, partly the same, and the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

_ID = "affine_map<(i) -> (i)>"
_ONE = f'{{indexing_maps = [{_ID}, {_ID}], iterator_types = ["parallel"]}}'

TEXT = f"""
#id = affine_map<(i, j) -> (i, j)>
!row = memref<4xf64, strided<[1], offset: ?>>
memref.global "private" @kept : memref<4xf64> = uninitialized

// What was there before the other one is filled.
func.func @filled(%a: memref<8xf64>, %b: memref<8xf64>) {{
  %zero = arith.constant 0.0 : f64
  %t = memref.alloc() : memref<8xf64>
  memref.copy %a, %t : memref<8xf64> to memref<8xf64>
  linalg.fill ins(%zero : f64) outs(%b : memref<8xf64>)
  linalg.add ins(%t, %b : memref<8xf64>, memref<8xf64>) outs(%b : memref<8xf64>)
  return
}}

// An iteration reads what the one before it may have written.
func.func @one_by_one(%a: memref<?xf64>, %b: memref<?xf64>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {{
    %x = memref.load %a[%i] : memref<?xf64>
    %y = arith.addf %x, %x : f64
    memref.store %y, %b[%i] : memref<?xf64>
  }}
  return
}}

// Rows of one matrix to rows of another one, in a kept function: slices with strides.
func.func @rows(%a: memref<6x4xf64>, %b: memref<6x4xf64>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {{
    %next = arith.addi %i, %c1 : index
    %x = memref.subview %a[%next, 0] [1, 4] [1, 1] : memref<6x4xf64> to !row
    %y = memref.subview %b[%i, 0] [1, 4] [1, 1] : memref<6x4xf64> to !row
    func.call @turned(%x, %y) : (!row, !row) -> ()
  }}
  return
}}
func.func private @turned(%x: !row, %y: !row) attributes {{no_inline}} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %t = memref.alloc() : memref<4xf64>
  memref.copy %x, %t : !row to memref<4xf64>
  %first = memref.load %t[%c0] : memref<4xf64>
  memref.store %first, %y[%c3] : !row
  scf.for %i = %c0 to %c3 step %c1 {{
    %next = arith.addi %i, %c1 : index
    %v = memref.load %t[%next] : memref<4xf64>
    memref.store %v, %y[%i] : !row
  }}
  return
}}

// A part that is reinterpreted lies where the type of what it is made of does not say.
func.func @reinterpreted(%a: memref<8xf64>) {{
  %zero = arith.constant 0.0 : f64
  %x = memref.subview %a[0] [4] [1] : memref<8xf64> to memref<4xf64, strided<[1]>>
  %y = memref.subview %a[4] [4] [1] : memref<8xf64> to memref<4xf64, strided<[1], offset: 4>>
  %moved = memref.reinterpret_cast %y to offset: [0], sizes: [8], strides: [1]
      : memref<4xf64, strided<[1], offset: 4>> to memref<8xf64, strided<[1]>>
  %t = memref.alloc() : memref<4xf64>
  memref.copy %x, %t : memref<4xf64, strided<[1]>> to memref<4xf64>
  linalg.fill ins(%zero : f64) outs(%moved : memref<8xf64, strided<[1]>>)
  linalg.add ins(%t, %x : memref<4xf64>, memref<4xf64, strided<[1]>>) outs(%x : memref<4xf64, strided<[1]>>)
  return
}}

// Of other shapes and types.
func.func @reshaped(%a: memref<8xf64>, %b: memref<2x4xf64>) {{
  %zero = arith.constant 0.0 : f64
  %flat = memref.collapse_shape %b [[0, 1]] : memref<2x4xf64> into memref<8xf64>
  %square = memref.expand_shape %a [[0, 1]] output_shape [4, 2] : memref<8xf64> into memref<4x2xf64>
  %open = memref.cast %square : memref<4x2xf64> to memref<?x?xf64>
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %t = memref.alloc(%c4, %c2) : memref<?x?xf64>
  memref.copy %open, %t : memref<?x?xf64> to memref<?x?xf64>
  linalg.fill ins(%zero : f64) outs(%flat : memref<8xf64>)
  linalg.add ins(%t, %open : memref<?x?xf64>, memref<?x?xf64>) outs(%open : memref<?x?xf64>)
  return
}}

// What is computed is copied to a column; what comes in between reads that.
func.func @columns(%x: memref<8xf64>, %y: memref<8xf64>, %m: memref<8x2xf64>) {{
  %column = memref.subview %m[0, 0] [8, 1] [1, 1] : memref<8x2xf64> to memref<8xf64, strided<[2]>>
  %s = memref.alloc() : memref<8xf64>
  linalg.generic {_ONE} ins(%x : memref<8xf64>) outs(%s : memref<8xf64>) {{
  ^bb0(%in: f64, %out: f64):
    %v = math.sin %in : f64
    linalg.yield %v : f64
  }}
  linalg.generic {_ONE} ins(%x : memref<8xf64>) outs(%y : memref<8xf64>) {{
  ^bb0(%in: f64, %out: f64):
    %v = arith.addf %in, %in : f64
    linalg.yield %v : f64
  }}
  linalg.copy ins(%s : memref<8xf64>) outs(%column : memref<8xf64, strided<[2]>>)
  return
}}

// Rows of three, which are vectors of four where the fourth is written again.
func.func @gathered(%y: memref<3x?xf64>, %at: memref<?xindex>, %u: memref<?xf64>, %z: memref<?x3xf64>) {{
  linalg.generic {{indexing_maps = [affine_map<(c, i) -> (c)>, affine_map<(c, i) -> (c)>, affine_map<(c, i) -> (c, i)>],
                  iterator_types = ["parallel", "parallel"]}}
      ins(%at, %u : memref<?xindex>, memref<?xf64>) outs(%z : memref<?x3xf64>) {{
  ^bb0(%place: index, %w: f64, %out: f64):
    %i = linalg.index 1 : index
    %v = memref.load %y[%i, %place] : memref<3x?xf64>
    %p = arith.mulf %w, %v : f64
    linalg.yield %p : f64
  }}
  return
}}

// A global is one memory, whoever asks for it, and it may be passed.
func.func @global(%a: memref<4xf64>) {{
  %k = memref.get_global @kept : memref<4xf64>
  memref.copy %a, %k : memref<4xf64> to memref<4xf64>
  func.call @of_global(%k) : (memref<4xf64>) -> ()
  %again = memref.get_global @kept : memref<4xf64>
  memref.copy %again, %a : memref<4xf64> to memref<4xf64>
  return
}}
func.func private @of_global(%x: memref<4xf64>) attributes {{no_inline}} {{
  %one = arith.constant 1.0 : f64
  %k = memref.get_global @kept : memref<4xf64>
  %t = memref.alloc() : memref<4xf64>
  memref.copy %x, %t : memref<4xf64> to memref<4xf64>
  linalg.fill ins(%one : f64) outs(%k : memref<4xf64>)
  linalg.add ins(%t, %k : memref<4xf64>, memref<4xf64>) outs(%x : memref<4xf64>)
  return
}}

// The function that is called writes a global of which it gets a copy.
func.func @behind_a_call(%a: memref<4xf64>) {{
  %k = memref.get_global @kept : memref<4xf64>
  memref.copy %a, %k : memref<4xf64> to memref<4xf64>
  %t = memref.alloc() : memref<4xf64>
  memref.copy %k, %t : memref<4xf64> to memref<4xf64>
  %s = func.call @writes_global(%t) : (memref<4xf64>) -> f64
  %c0 = arith.constant 0 : index
  memref.store %s, %a[%c0] : memref<4xf64>
  return
}}
func.func private @writes_global(%x: memref<4xf64>) -> f64 attributes {{no_inline}} {{
  %one = arith.constant 1.0 : f64
  %c1 = arith.constant 1 : index
  %k = memref.get_global @kept : memref<4xf64>
  linalg.fill ins(%one : f64) outs(%k : memref<4xf64>)
  %v = memref.load %x[%c1] : memref<4xf64>
  return %v : f64
}}

// A branch chooses what is filled.
func.func @chosen(%a: memref<8xf64>, %b: memref<8xf64>, %c: i1) {{
  %zero = arith.constant 0.0 : f64
  %other = memref.alloc() : memref<8xf64>
  linalg.fill ins(%zero : f64) outs(%other : memref<8xf64>)
  %w = arith.select %c, %b, %other : memref<8xf64>
  %t = memref.alloc() : memref<8xf64>
  memref.copy %a, %t : memref<8xf64> to memref<8xf64>
  linalg.fill ins(%zero : f64) outs(%w : memref<8xf64>)
  linalg.add ins(%t, %w : memref<8xf64>, memref<8xf64>) outs(%b : memref<8xf64>)
  return
}}

// Trips look a row up, in what they write.
func.func @looked_up(%table: memref<?x2xf64>, %at: memref<?xindex>, %out: memref<?xf64>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %at, %c0 : memref<?xindex>
  scf.for %i = %c0 to %n step %c1 {{
    %place = memref.load %at[%i] : memref<?xindex>
    %x = memref.load %table[%place, %c0] : memref<?x2xf64>
    %y = memref.load %table[%place, %c1] : memref<?x2xf64>
    %s = math.sin %x : f64
    %c = math.cos %y : f64
    %e = math.exp %s : f64
    %p = arith.mulf %e, %c : f64
    memref.store %p, %out[%i] : memref<?xf64>
  }}
  return
}}

// Two sweeps over rows, of which the second one reads what the first one may have written further down.
func.func @swept(%x: memref<?xf64>, %y: memref<?xf64>, %a: memref<?x?xf64>, %b: memref<?x?xf64>, %s: memref<?xf64>) {{
  linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j)
      -> (j)>, #id], iterator_types = ["parallel", "parallel"]}}
      ins(%x, %y : memref<?xf64>, memref<?xf64>) outs(%a : memref<?x?xf64>) {{
  ^bb0(%l: f64, %r: f64, %out: f64):
    %p = arith.mulf %l, %r : f64
    linalg.yield %p : f64
  }}
  linalg.generic {{indexing_maps = [#id, affine_map<(i, j) -> (j)>, affine_map<(i, j)
      -> (i)>], iterator_types = ["parallel", "reduction"]}}
      ins(%b, %y : memref<?x?xf64>, memref<?xf64>) outs(%s : memref<?xf64>) {{
  ^bb0(%l: f64, %r: f64, %out: f64):
    %p = arith.mulf %l, %r : f64
    %t = arith.addf %out, %p : f64
    linalg.yield %t : f64
  }}
  return
}}

// A loop carries a buffer, which changes its name.
func.func @carried(%a: memref<8xf64>, %b: memref<8xf64>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %t = memref.alloc() : memref<8xf64>
  %ends:2 = scf.for %k = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (memref<8xf64>, memref<8xf64>) {{
    memref.copy %x, %t : memref<8xf64> to memref<8xf64>
    linalg.fill ins(%half : f64) outs(%y : memref<8xf64>)
    linalg.add ins(%t, %y : memref<8xf64>, memref<8xf64>) outs(%y : memref<8xf64>)
    scf.yield %y, %x : memref<8xf64>, memref<8xf64>
  }}
  return
}}
"""


def _filled(a, b):
    t = a.copy()
    b[:] = 0
    b[:] = t + b


def _one_by_one(a, b):
    for i in range(len(a)):
        b[i] = a[i] + a[i]


def _rows(a, b):
    for i in range(5):
        b[i] = np.roll(a[i + 1].copy(), -1)


def _reinterpreted(a):
    t = a[:4].copy()
    a[:] = 0
    a[:4] = t + a[:4]


def _reshaped(a, b):
    t = a.copy()
    b[:] = 0
    a[:] = t + a


def _columns(x, y, m):
    s = np.sin(x)
    y[:] = x + x
    m[:, 0] = s


def _gathered(y, at, u, z):
    for c in range(len(at)):
        w = u[c]
        for i in range(3):
            z[c, i] = w * y[i, at[c]]


def _global(a):
    a[:] = a + 1


def _behind_a_call(a):
    a[0] = a[1]


def _chosen(a, b, c):
    t = a.copy()
    if c:
        b[:] = 0
    b[:] = t


def _looked_up(table, at, out):
    for i, place in enumerate(at):
        out[i] = np.exp(np.sin(table[place, 0])) * np.cos(table[place, 1])


def _swept(x, y, a, b, s):
    for i in range(len(x)):
        for j in range(len(y)):
            a[i, j] = x[i] * y[j]
    for i in range(len(s)):
        for j in range(len(y)):
            s[i] += b[i, j] * y[j]


def _carried(a, b, n):
    for _ in range(n):
        t = a.copy()
        b[:] = 0.5
        b[:] = t + b
        a, b = b, a


@dataclass(frozen=True)
class Case:
    """A function, its arguments, and where in one array those begin that are a shape, which overlap then; others are
    passed as they are."""

    name: str
    arguments: tuple
    starts: tuple[tuple[int, ...], ...]
    twin: Callable

    def passed(self, whole: np.ndarray, starts: tuple[int, ...]) -> list:
        begin = iter(starts)
        return [
            whole[(s := next(begin)) : s + int(np.prod(a))].reshape(a) if isinstance(a, tuple) else a
            for a in self.arguments
        ]


_PLACES = np.array([3, 0, 5, 1, 6, 2, 4, 0, 7], dtype=np.int64)

CASES = [
    Case("filled", ((8,), (8,)), ((0, 0), (0, 3), (3, 0), (0, 8)), _filled),
    Case("one_by_one", ((37,), (37,)), ((0, 0), (0, 1), (1, 0), (0, 5), (5, 0), (0, 37)), _one_by_one),
    Case("rows", ((6, 4), (6, 4)), ((0, 0), (0, 4), (4, 0), (0, 2), (6, 0), (0, 24)), _rows),
    Case("reinterpreted", ((8,),), ((0,),), _reinterpreted),
    Case("reshaped", ((8,), (2, 4)), ((0, 0), (0, 4), (3, 0), (0, 8)), _reshaped),
    Case("columns", ((8,), (8,), (8, 2)), ((0, 8, 16), (0, 0, 16), (0, 16, 8), (0, 8, 8), (4, 20, 4)), _columns),
    # Rows go on in vectors of four where the fourth number is written again: not over what is read after that.
    Case("gathered", ((3, 8), _PLACES, (9,), (9, 3)), ((40, 80, 0), (0, 24, 50), (40, 0, 26), (60, 26, 0)), _gathered),
    Case("global", ((4,),), ((0,),), _global),
    Case("behind_a_call", ((4,),), ((0,),), _behind_a_call),
    Case("chosen", ((8,), (8,), True), ((0, 0), (0, 3), (3, 0), (0, 8)), _chosen),
    Case("chosen", ((8,), (8,), False), ((0, 0), (0, 3), (3, 0), (0, 8)), _chosen),
    Case("looked_up", ((8, 2), _PLACES, (9,)), ((0, 0), (0, 5), (3, 0), (0, 16)), _looked_up),
    Case(
        "swept",
        ((5,), (6,), (5, 6), (5, 6), (5,)),
        (
            (60, 65, 0, 0, 71),
            (60, 65, 6, 0, 71),
            (60, 65, 0, 6, 71),
            (60, 65, 0, 30, 71),
            (60, 65, 3, 0, 71),
            (71, 65, 0, 6, 60),
        ),
        _swept,
    ),
    Case("carried", ((8,), (8,), 3), ((0, 0), (0, 3), (3, 0), (0, 8)), _carried),
]
