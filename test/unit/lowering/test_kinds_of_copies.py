"""`buffers_in_loops.py` tells a copy of what must be kept from one of what could be made in its place."""

from __future__ import annotations

import pytest
from buffers_in_loops import count

from lagrad import pipelines
from lagrad.mlir import ir

# name: (what a trip does with %a: 8x4, %b: 8x4, %v: 4, %w: 6, %at: indices, and scratch %s: 6, %p: 4; the kind of its
# copy)
TRIPS = {
    "a row that data choose": (
        """
      %k = memref.load %at[%i] : memref<8xindex>
      %r = memref.subview %a[%k, 0] [1, 4] [1, 1] : memref<8x4xf64> to memref<4xf64, strided<[1], offset: ?>>
      %t = memref.subview %b[%i, 0] [1, 4] [1, 1] : memref<8x4xf64> to memref<4xf64, strided<[1], offset: ?>>
      memref.copy %r, %t : memref<4xf64, strided<[1], offset: ?>> to memref<4xf64, strided<[1], offset: ?>>""",
        "gathered",
    ),
    "a row that is kept before it is overwritten": (
        """
      %r = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<8x4xf64> to memref<4xf64, strided<[1], offset: ?>>
      %t = memref.subview %b[%i, 0] [1, 4] [1, 1] : memref<8x4xf64> to memref<4xf64, strided<[1], offset: ?>>
      memref.copy %r, %t : memref<4xf64, strided<[1], offset: ?>> to memref<4xf64, strided<[1], offset: ?>>
      %y = memref.load %r[%c0] : memref<4xf64, strided<[1], offset: ?>>
      linalg.fill ins(%y : f64) outs(%r : memref<4xf64, strided<[1], offset: ?>>)""",
        "record",
    ),
    "a row that was computed for the place that data choose": (
        """
      %k = memref.load %at[%i] : memref<8xindex>
      linalg.generic #exp ins(%v : memref<4xf64>) outs(%p : memref<4xf64>) {
      ^bb0(%in: f64, %out: f64):
        %e = math.exp %in : f64
        linalg.yield %e : f64
      }
      %t = memref.subview %b[%k, 0] [1, 4] [1, 1] : memref<8x4xf64> to memref<4xf64, strided<[1], offset: ?>>
      memref.copy %p, %t : memref<4xf64> to memref<4xf64, strided<[1], offset: ?>>""",
        "other",
    ),
    "a part beside others": (
        """
      linalg.fill ins(%x : f64) outs(%s : memref<6xf64>)
      %t = memref.subview %s[1] [4] [1] : memref<6xf64> to memref<4xf64, strided<[1], offset: 1>>
      memref.copy %v, %t : memref<4xf64> to memref<4xf64, strided<[1], offset: 1>>
      linalg.generic #exp ins(%s : memref<6xf64>) outs(%w : memref<6xf64>) {
      ^bb0(%in: f64, %out: f64):
        %e = math.exp %in : f64
        linalg.yield %e : f64
      }""",
        "placed",
    ),
    "a part that was computed for its place": (
        """
      linalg.fill ins(%x : f64) outs(%s : memref<6xf64>)
      linalg.generic #exp ins(%v : memref<4xf64>) outs(%p : memref<4xf64>) {
      ^bb0(%in: f64, %out: f64):
        %e = math.exp %in : f64
        linalg.yield %e : f64
      }
      %t = memref.subview %s[1] [4] [1] : memref<6xf64> to memref<4xf64, strided<[1], offset: 1>>
      memref.copy %p, %t : memref<4xf64> to memref<4xf64, strided<[1], offset: 1>>
      linalg.generic #exp ins(%s : memref<6xf64>) outs(%w : memref<6xf64>) {
      ^bb0(%in: f64, %out: f64):
        %e = math.exp %in : f64
        linalg.yield %e : f64
      }""",
        "other",
    ),
    "a part with nothing beside it": (
        """
      %t = memref.subview %s[1] [4] [1] : memref<6xf64> to memref<4xf64, strided<[1], offset: 1>>
      memref.copy %v, %t : memref<4xf64> to memref<4xf64, strided<[1], offset: 1>>
      linalg.generic #exp ins(%s : memref<6xf64>) outs(%w : memref<6xf64>) {
      ^bb0(%in: f64, %out: f64):
        %e = math.exp %in : f64
        linalg.yield %e : f64
      }""",
        "other",
    ),
    "a carried tensor, whole": (
        """
      linalg.fill ins(%x : f64) outs(%s : memref<6xf64>)
      %t = memref.subview %s[1] [4] [1] : memref<6xf64> to memref<4xf64, strided<[1], offset: 1>>
      memref.copy %v, %t : memref<4xf64> to memref<4xf64, strided<[1], offset: 1>>
      linalg.generic #exp ins(%s : memref<6xf64>) outs(%w : memref<6xf64>) {
      ^bb0(%in: f64, %out: f64):
        %e = math.exp %in : f64
        linalg.yield %e : f64
      }
      linalg.fill ins(%x : f64) outs(%v : memref<4xf64>)""",
        "other",
    ),
    "a carried tensor, whole, beside what the trip goes on to change": (
        """
      linalg.fill ins(%x : f64) outs(%s : memref<6xf64>)
      %t = memref.subview %s[1] [4] [1] : memref<6xf64> to memref<4xf64, strided<[1], offset: 1>>
      memref.copy %v, %t : memref<4xf64> to memref<4xf64, strided<[1], offset: 1>>
      linalg.generic #exp ins(%s : memref<6xf64>) outs(%s : memref<6xf64>) {
      ^bb0(%in: f64, %out: f64):
        %e = math.exp %in : f64
        linalg.yield %e : f64
      }
      linalg.generic #exp ins(%t : memref<4xf64, strided<[1], offset: 1>>) outs(%v : memref<4xf64>) {
      ^bb0(%in: f64, %out: f64):
        %e = math.exp %in : f64
        linalg.yield %e : f64
      }""",
        "placed",
    ),
    "a row of the trip's own that the next one finds": (
        """
      %y = memref.load %v[%c0] : memref<4xf64>
      memref.store %y, %w[%i] : memref<6xf64>
      %r = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<8x4xf64> to memref<4xf64, strided<[1], offset: ?>>
      memref.copy %r, %v : memref<4xf64, strided<[1], offset: ?>> to memref<4xf64>""",
        "recalled",
    ),
    "a row that was computed in the trip": (
        """
      %y = memref.load %v[%c0] : memref<4xf64>
      memref.store %y, %w[%i] : memref<6xf64>
      %r = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<8x4xf64> to memref<4xf64, strided<[1], offset: ?>>
      linalg.fill ins(%y : f64) outs(%r : memref<4xf64, strided<[1], offset: ?>>)
      memref.copy %r, %v : memref<4xf64, strided<[1], offset: ?>> to memref<4xf64>""",
        "other",
    ),
    "the same row in each trip": (
        """
      %y = memref.load %v[%c0] : memref<4xf64>
      memref.store %y, %w[%i] : memref<6xf64>
      %r = memref.subview %a[3, 0] [1, 4] [1, 1] : memref<8x4xf64> to memref<4xf64, strided<[1], offset: 12>>
      memref.copy %r, %v : memref<4xf64, strided<[1], offset: 12>> to memref<4xf64>""",
        "other",
    ),
    "a part of a carried tensor": (
        """
      linalg.fill ins(%x : f64) outs(%p : memref<4xf64>)
      %r = memref.subview %w[0] [3] [1] : memref<6xf64> to memref<3xf64, strided<[1]>>
      %t = memref.subview %p[1] [3] [1] : memref<4xf64> to memref<3xf64, strided<[1], offset: 1>>
      memref.copy %r, %t : memref<3xf64, strided<[1]>> to memref<3xf64, strided<[1], offset: 1>>
      %u = memref.subview %w[0] [4] [1] : memref<6xf64> to memref<4xf64, strided<[1]>>
      linalg.generic #exp ins(%p : memref<4xf64>) outs(%u : memref<4xf64, strided<[1]>>) {
      ^bb0(%in: f64, %out: f64):
        %e = math.exp %in : f64
        linalg.yield %e : f64
      }""",
        "placed",
    ),
    "a part of what is computed at once": (
        """
      linalg.generic #exp ins(%w : memref<6xf64>) outs(%s : memref<6xf64>) {
      ^bb0(%in: f64, %out: f64):
        %e = math.exp %in : f64
        linalg.yield %e : f64
      }
      %r = memref.subview %s[0] [4] [1] : memref<6xf64> to memref<4xf64, strided<[1]>>
      memref.copy %r, %v : memref<4xf64, strided<[1]>> to memref<4xf64>""",
        "cut",
    ),
    "all of what is computed at once": (
        """
      linalg.generic #exp ins(%v : memref<4xf64>) outs(%p : memref<4xf64>) {
      ^bb0(%in: f64, %out: f64):
        linalg.yield %x : f64
      }
      %t = memref.subview %w[0] [4] [1] : memref<6xf64> to memref<4xf64, strided<[1]>>
      memref.copy %p, %t : memref<4xf64> to memref<4xf64, strided<[1]>>""",
        "other",
    ),
}


@pytest.mark.parametrize("name", TRIPS)
def test_what_is_moved_is_told_from_what_could_be_made_in_its_place(name):
    trip, kind = TRIPS[name]
    text = f"""
    #exp = {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}}
    func.func @f(%a: memref<8x4xf64>, %b: memref<8x4xf64>, %v: memref<4xf64>, %w: memref<6xf64>, %at: memref<8xindex>,
        %n: index, %x: f64) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %s = memref.alloc() : memref<6xf64>
      %p = memref.alloc() : memref<4xf64>
      scf.for %i = %c0 to %n step %c1 {{{trip}
      }}
      return
    }}"""
    with pipelines.new_context():
        assert count(ir.Module.parse(text)) == {kind: 1}


# name: (what a trip does with the carried %a: ?, and %x: ?, to make %next of it; the kind of its copy)
PASSED_ON = {
    "what a branch chose of the old value and of a new one": (
        """
      %size = memref.dim %a, %c0 : memref<?xf64>
      %made = memref.alloc(%size) : memref<?xf64>
      %chosen = scf.if %is -> (memref<?xf64>) {
        linalg.generic #exp ins(%a : memref<?xf64>) outs(%made : memref<?xf64>) {
        ^bb0(%in: f64, %out: f64):
          %e = math.exp %in : f64
          linalg.yield %e : f64
        }
        scf.yield %made : memref<?xf64>
      } else {
        scf.yield %a : memref<?xf64>
      }
      %next = memref.alloc(%size) : memref<?xf64>
      memref.copy %chosen, %next : memref<?xf64> to memref<?xf64>""",
        "carried",
    ),
    "what was made for the next trip": (
        """
      %size = memref.dim %a, %c0 : memref<?xf64>
      %made = memref.alloc(%size) : memref<?xf64>
      linalg.generic #exp ins(%x : memref<?xf64>) outs(%made : memref<?xf64>) {
      ^bb0(%in: f64, %out: f64):
        %e = math.exp %in : f64
        linalg.yield %e : f64
      }
      %next = memref.alloc(%size) : memref<?xf64>
      memref.copy %made, %next : memref<?xf64> to memref<?xf64>""",
        "other",
    ),
}


@pytest.mark.parametrize("name", PASSED_ON)
def test_what_is_passed_on_beside_the_old_value_is_told_from_what_could_be_made_there(name):
    trip, kind = PASSED_ON[name]
    text = f"""
    #exp = {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}}
    func.func @f(%x: memref<?xf64>, %n: index, %is: i1) -> memref<?xf64> {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> memref<?xf64> {{{trip}
        scf.yield %next : memref<?xf64>
      }}
      return %r : memref<?xf64>
    }}"""
    with pipelines.new_context():
        found = count(ir.Module.parse(text))
        assert found == {"alloc": 2, kind: 1}


def test_what_is_computed_for_more_than_its_place_is_cut_behind_a_copy_too():
    """And a number that is written everywhere is not a copy."""
    text = """
    #exp = {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    #one = {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    func.func @f(%x: memref<6xf64>, %y: memref<4xf64>, %z: memref<f64>, %n: index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %s = memref.alloc() : memref<6xf64>
      %p = memref.alloc() : memref<6xf64>
      scf.for %i = %c0 to %n step %c1 {
        linalg.generic #exp ins(%x : memref<6xf64>) outs(%s : memref<6xf64>) {
        ^bb0(%in: f64, %out: f64):
          %e = math.exp %in : f64
          linalg.yield %e : f64
        }
        linalg.copy ins(%s : memref<6xf64>) outs(%p : memref<6xf64>)
        %e = memref.load %s[%i] : memref<6xf64>
        memref.store %e, %p[%i] : memref<6xf64>
        %part = memref.subview %p[0] [4] [1] : memref<6xf64> to memref<4xf64, strided<[1]>>
        memref.copy %part, %y : memref<4xf64, strided<[1]>> to memref<4xf64>
        linalg.generic #one ins(%z : memref<f64>) outs(%x : memref<6xf64>) {
        ^bb0(%in: f64, %out: f64):
          linalg.yield %in : f64
        }
      }
      return
    }"""
    with pipelines.new_context():
        assert count(ir.Module.parse(text)) == {"saved": 1, "cut": 1}
