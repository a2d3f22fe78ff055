"""Singular values by one-sided rotations: G. Golub and C. Van Loan, "Matrix Computations", 4th edition, 8.6.3."""

from __future__ import annotations

from ..mlir import ir
from ..scalars import where
from .factors_loops import QR_LOOPS
from .linear_algebra import cast, diagonal, each
from .linear_algebra_loops import loops
from .matrix_parts import ANGLE, identity, in_order, order, rotated
from .operations import lowering
from .singular_values import SVD

# The rows of %w are the columns of A V, those of %v the columns of V. A sweep makes each two of the former orthogonal
# once; what is left squares with each of the last sweeps. There is one sweep at least, which spreads NaN. Numbers are
# those of A over its largest one.
_ROTATED = f"""
func.func @rotate(%a: tensor<?x?x$T>) -> (tensor<?x?x$T>, tensor<?x$T>, tensor<?x?x$T>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  %zero = arith.constant 0.0 : $T
  %one = arith.constant 1.0 : $T
  %two = arith.constant 2.0 : $T
  %small = arith.constant $small : $T
  %m = tensor.dim %a, %c0 : tensor<?x?x$T>
  %n = tensor.dim %a, %c1 : tensor<?x?x$T>
  %most = scf.for %i = %c0 to %m step %c1 iter_args(%w0 = %zero) -> $T {{
    %w1 = scf.for %j = %c0 to %n step %c1 iter_args(%w2 = %w0) -> $T {{
      %e = tensor.extract %a[%i, %j] : tensor<?x?x$T>
      %size = math.absf %e : $T
      %w3 = arith.maximumf %w2, %size : $T
      scf.yield %w3 : $T
    }}
    scf.yield %w1 : $T
  }}
  %none = arith.cmpf oeq, %most, %zero : $T
  %unit = arith.select %none, %one, %most : $T
  %wide = tensor.empty(%n, %m) : tensor<?x?x$T>
  %room = tensor.empty(%n, %n) : tensor<?x?x$T>
  %start = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      outs(%wide : tensor<?x?x$T>) {{
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %x = tensor.extract %a[%j, %i] : tensor<?x?x$T>
    %e = arith.divf %x, %unit : $T
    linalg.yield %e : $T
  }} -> tensor<?x?x$T>
  {identity("identity", "room")}
  %sweeps, %last, %w, %v = scf.while (%k = %c0, %left = %one, %w0 = %start, %v0 = %identity)
      : (index, $T, tensor<?x?x$T>, tensor<?x?x$T>) -> (index, $T, tensor<?x?x$T>, tensor<?x?x$T>) {{
    %more = arith.cmpf ogt, %left, %small : $T
    %few = arith.cmpi slt, %k, %c60 : index
    %again = arith.andi %more, %few : i1
    scf.condition(%again) %k, %left, %w0, %v0 : index, $T, tensor<?x?x$T>, tensor<?x?x$T>
  }} do {{
  ^bb0(%k: index, %left: $T, %w0: tensor<?x?x$T>, %v0: tensor<?x?x$T>):
    %left1, %w1, %v1 = scf.for %p = %c0 to %n step %c1 iter_args(%o2 = %zero, %w2 = %w0, %v2 = %v0)
        -> ($T, tensor<?x?x$T>, tensor<?x?x$T>) {{
      %after = arith.addi %p, %c1 : index
      %o3, %w3, %v3 = scf.for %q = %after to %n step %c1 iter_args(%o4 = %o2, %w4 = %w2, %v4 = %v2)
          -> ($T, tensor<?x?x$T>, tensor<?x?x$T>) {{
        %alpha, %beta, %off = scf.for %j = %c0 to %m step %c1 iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero)
            -> ($T, $T, $T) {{
          %x = tensor.extract %w4[%p, %j] : tensor<?x?x$T>
          %y = tensor.extract %w4[%q, %j] : tensor<?x?x$T>
          %xx = arith.mulf %x, %x : $T
          %yy = arith.mulf %y, %y : $T
          %xy = arith.mulf %x, %y : $T
          %t0 = arith.addf %s0, %xx : $T
          %t1 = arith.addf %s1, %yy : $T
          %t2 = arith.addf %s2, %xy : $T
          scf.yield %t0, %t1, %t2 : $T, $T, $T
        }}
        %ra = math.sqrt %alpha : $T
        %rb = math.sqrt %beta : $T
        %lengths = arith.mulf %ra, %rb : $T
        %angle = math.absf %off : $T
        %cosine = arith.divf %angle, %lengths : $T
        %gap = arith.subf %beta, %alpha : $T
        {ANGLE}
        %own = arith.select %flat, %zero, %cosine : $T
        %o5 = arith.maximumf %o4, %own : $T
        {rotated("w5", "w4", "m")}
        {rotated("v5", "v4", "n")}
        scf.yield %o5, %w5, %v5 : $T, tensor<?x?x$T>, tensor<?x?x$T>
      }}
      scf.yield %o3, %w3, %v3 : $T, tensor<?x?x$T>, tensor<?x?x$T>
    }}
    %next = arith.addi %k, %c1 : index
    scf.yield %next, %left1, %w1, %v1 : index, $T, tensor<?x?x$T>, tensor<?x?x$T>
  }}
  %vector = tensor.empty(%n) : tensor<?x$T>
  %lengths = scf.for %i = %c0 to %n step %c1 iter_args(%l0 = %vector) -> tensor<?x$T> {{
    %sum = scf.for %j = %c0 to %m step %c1 iter_args(%s0 = %zero) -> $T {{
      %x = tensor.extract %w[%i, %j] : tensor<?x?x$T>
      %xx = arith.mulf %x, %x : $T
      %s1 = arith.addf %s0, %xx : $T
      scf.yield %s1 : $T
    }}
    %root = math.sqrt %sum : $T
    %l1 = tensor.insert %root into %l0[%i] : tensor<?x$T>
    scf.yield %l1 : tensor<?x$T>
  }}
  {order("lengths", "ogt")}
  %tall = tensor.empty(%m, %n) : tensor<?x?x$T>
  {in_order("columns", "w", "tall")}
  %values = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}} ins(%order : tensor<?xindex>) outs(%vector : tensor<?x$T>) {{
  ^bb0(%of: index, %_: $T):
    %x = tensor.extract %lengths[%of] : tensor<?x$T>
    %e = arith.mulf %x, %unit : $T
    linalg.yield %e : $T
  }} -> tensor<?x$T>
  %rows = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}} ins(%order : tensor<?xindex>) outs(%room : tensor<?x?x$T>) {{
  ^bb0(%of: index, %_: $T):
    %j = linalg.index 1 : index
    %e = tensor.extract %v[%of, %j] : tensor<?x?x$T>
    linalg.yield %e : $T
  }} -> tensor<?x?x$T>
  return %columns, %values, %rows : tensor<?x?x$T>, tensor<?x$T>, tensor<?x?x$T>
}}"""


@lowering(SVD)
def svd(op: ir.Operation):
    """U is Q of the rotated columns, largest first: orthonormal, whatever the rank."""
    element = str(ir.RankedTensorType(op.operands[0].type).element_type)
    columns, values, rows = loops(op, _ROTATED, list(op.operands), small={"f64": "1.0e-15", "f32": "5.0e-7"}[element])
    q, r = loops(op, QR_LOOPS, [columns])
    u = each([q, diagonal(r)], lambda i, j, x, own: where(own < 0, -x, x), ["ij", "j"])
    return [cast(value, result.type) for value, result in zip((u, values, rows), op.results, strict=True)]
