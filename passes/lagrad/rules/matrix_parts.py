"""Parts of loops on matrices, as text: what the loops of several factors are written with.

Values have the names that a part is given, `$T` is the type of elements. A part reads %c0, %c1, %n, the number of
columns, %m, that of rows, %zero and %one of what is around it.
"""

from __future__ import annotations

_PARALLEL = 'iterator_types = ["parallel", "parallel"]'
_STRAIGHT = "affine_map<(i, j) -> (i, j)>"


def identity(name: str, room: str) -> str:
    """Ones where row and column are the same, in a matrix as large as %room."""
    return f"""%{name} = linalg.generic {{indexing_maps = [{_STRAIGHT}], {_PARALLEL}}} outs(%{room} : tensor<?x?x$T>) {{
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %same = arith.cmpi eq, %i, %j : index
    %e = arith.select %same, %one, %zero : $T
    linalg.yield %e : $T
  }} -> tensor<?x?x$T>"""


def in_order(name: str, of: str, room: str) -> str:
    """The rows of a matrix as columns, in the order of %order, in a matrix as large as %room."""
    maps = f"[affine_map<(i, j) -> (j)>, {_STRAIGHT}]"
    return f"""%{name} = linalg.generic {{indexing_maps = {maps}, {_PARALLEL}}}
      ins(%order : tensor<?xindex>) outs(%{room} : tensor<?x?x$T>) {{
  ^bb0(%at: index, %_: $T):
    %i = linalg.index 0 : index
    %e = tensor.extract %{of}[%at, %i] : tensor<?x?x$T>
    linalg.yield %e : $T
  }} -> tensor<?x?x$T>"""


def order(keys: str, predicate: str) -> str:
    """%order, the places of a vector's numbers by size: with "olt" the least one first, with "ogt" the largest."""
    return f"""%numbers = tensor.empty(%n) : tensor<?xindex>
  %given = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}}
      outs(%numbers : tensor<?xindex>) {{
  ^bb0(%_: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  }} -> tensor<?xindex>
  %order = scf.for %i = %c0 to %n step %c1 iter_args(%o0 = %given) -> tensor<?xindex> {{
    %after = arith.addi %i, %c1 : index
    %at = scf.for %j = %after to %n step %c1 iter_args(%m0 = %i) -> index {{
      %one_at = tensor.extract %o0[%j] : tensor<?xindex>
      %other_at = tensor.extract %o0[%m0] : tensor<?xindex>
      %x = tensor.extract %{keys}[%one_at] : tensor<?x$T>
      %y = tensor.extract %{keys}[%other_at] : tensor<?x$T>
      %before = arith.cmpf {predicate}, %x, %y : $T
      %m1 = arith.select %before, %j, %m0 : index
      scf.yield %m1 : index
    }}
    %here = tensor.extract %o0[%i] : tensor<?xindex>
    %there = tensor.extract %o0[%at] : tensor<?xindex>
    %o1 = tensor.insert %there into %o0[%i] : tensor<?xindex>
    %o2 = tensor.insert %here into %o1[%at] : tensor<?xindex>
    scf.yield %o2 : tensor<?xindex>
  }}"""


# %cos and %sin of the rotation that makes %off zero, between two diagonal elements %gap apart; of zero, none.
ANGLE = """%flat = arith.cmpf oeq, %off, %zero : $T
        %twice = arith.mulf %two, %off : $T
        %theta = arith.divf %gap, %twice : $T
        %size = math.absf %theta : $T
        %square = arith.mulf %theta, %theta : $T
        %above = arith.addf %square, %one : $T
        %root = math.sqrt %above : $T
        %sum = arith.addf %size, %root : $T
        %t0 = arith.divf %one, %sum : $T
        %t1 = math.copysign %t0, %theta : $T
        %t = arith.select %flat, %zero, %t1 : $T
        %tt = arith.mulf %t, %t : $T
        %tt1 = arith.addf %tt, %one : $T
        %length = math.sqrt %tt1 : $T
        %cos = arith.divf %one, %length : $T
        %sin = arith.mulf %t, %cos : $T"""


def rotated(name: str, of: str, size: str, columns: bool = False) -> str:
    """A matrix whose rows %p and %q, or columns, with %size elements each, are rotated by %cos and %sin."""
    first, second = ("%i, %p", "%i, %q") if columns else ("%p, %i", "%q, %i")
    return f"""%{name} = scf.for %i = %c0 to %{size} step %c1 iter_args(%r0 = %{of}) -> tensor<?x?x$T> {{
          %x = tensor.extract %r0[{first}] : tensor<?x?x$T>
          %y = tensor.extract %r0[{second}] : tensor<?x?x$T>
          %cx = arith.mulf %cos, %x : $T
          %sy = arith.mulf %sin, %y : $T
          %x1 = arith.subf %cx, %sy : $T
          %sx = arith.mulf %sin, %x : $T
          %cy = arith.mulf %cos, %y : $T
          %y1 = arith.addf %sx, %cy : $T
          %r1 = tensor.insert %x1 into %r0[{first}] : tensor<?x?x$T>
          %r2 = tensor.insert %y1 into %r1[{second}] : tensor<?x?x$T>
          scf.yield %r2 : tensor<?x?x$T>
        }}"""


def reflected(name: str, of: str, directions: str | None = None) -> str:
    """A matrix whose column %j is reflected with %tau, in the direction below (%k, %k) of `directions` or of itself."""
    return f"""%top = tensor.extract %{of}[%k, %j] : tensor<?x?x$T>
      %dot = scf.for %i = %after to %m step %c1 iter_args(%s = %top) -> $T {{
        %v = tensor.extract %{directions or of}[%i, %k] : tensor<?x?x$T>
        %x = tensor.extract %{of}[%i, %j] : tensor<?x?x$T>
        %vx = arith.mulf %v, %x : $T
        %s1 = arith.addf %s, %vx : $T
        scf.yield %s1 : $T
      }}
      %by = arith.mulf %tau, %dot : $T
      %top1 = arith.subf %top, %by : $T
      %begun = tensor.insert %top1 into %{of}[%k, %j] : tensor<?x?x$T>
      %{name} = scf.for %i = %after to %m step %c1 iter_args(%z0 = %begun) -> tensor<?x?x$T> {{
        %v = tensor.extract %{directions or "z0"}[%i, %k] : tensor<?x?x$T>
        %x = tensor.extract %z0[%i, %j] : tensor<?x?x$T>
        %vs = arith.mulf %v, %by : $T
        %x1 = arith.subf %x, %vs : $T
        %z1 = tensor.insert %x1 into %z0[%i, %j] : tensor<?x?x$T>
        scf.yield %z1 : tensor<?x?x$T>
      }}"""


def exchanged(name: str, of: str, size: str) -> str:
    """A matrix whose rows %k and %p, with %size elements each, change places."""
    return f"""%{name} = scf.for %c = %c0 to %{size} step %c1 iter_args(%t0 = %{of}) -> tensor<?x?x$T> {{
      %here = tensor.extract %t0[%k, %c] : tensor<?x?x$T>
      %there = tensor.extract %t0[%p, %c] : tensor<?x?x$T>
      %t1 = tensor.insert %there into %t0[%k, %c] : tensor<?x?x$T>
      %t2 = tensor.insert %here into %t1[%p, %c] : tensor<?x?x$T>
      scf.yield %t2 : tensor<?x?x$T>
    }}"""
