"""Singular values by one-sided rotations: G. Golub and C. Van Loan, "Matrix Computations", 4th edition, 8.6.3."""

from __future__ import annotations

from ..mlir import ir
from ..scalars import where
from .factors_loops import QR_LOOPS
from .linear_algebra import diagonal, each
from .linear_algebra_loops import closed, loops
from .operations import lowering
from .singular_values import SVD

# The rows of %w are the columns of A V, those of %v the columns of V. A sweep makes each two of the former orthogonal
# once; what is left squares with each of the last sweeps. There is one sweep at least, which spreads NaN. Numbers are
# those of A over its largest one.
_ROTATED = """
func.func @rotate(%a: tensor<?x?x$T>) -> (tensor<?x?x$T>, tensor<?x$T>, tensor<?x?x$T>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  %zero = arith.constant 0.0 : $T
  %one = arith.constant 1.0 : $T
  %two = arith.constant 2.0 : $T
  %small = arith.constant $small : $T
  %m = tensor.dim %a, %c0 : tensor<?x?x$T>
  %n = tensor.dim %a, %c1 : tensor<?x?x$T>
  %most = scf.for %i = %c0 to %m step %c1 iter_args(%w0 = %zero) -> $T {
    %w1 = scf.for %j = %c0 to %n step %c1 iter_args(%w2 = %w0) -> $T {
      %e = tensor.extract %a[%i, %j] : tensor<?x?x$T>
      %size = math.absf %e : $T
      %w3 = arith.maximumf %w2, %size : $T
      scf.yield %w3 : $T
    }
    scf.yield %w1 : $T
  }
  %none = arith.cmpf oeq, %most, %zero : $T
  %unit = arith.select %none, %one, %most : $T
  %wide = tensor.empty(%n, %m) : tensor<?x?x$T>
  %square = tensor.empty(%n, %n) : tensor<?x?x$T>
  %start = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%wide : tensor<?x?x$T>) {
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %x = tensor.extract %a[%j, %i] : tensor<?x?x$T>
    %e = arith.divf %x, %unit : $T
    linalg.yield %e : $T
  } -> tensor<?x?x$T>
  %identity = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%square : tensor<?x?x$T>) {
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %same = arith.cmpi eq, %i, %j : index
    %e = arith.select %same, %one, %zero : $T
    linalg.yield %e : $T
  } -> tensor<?x?x$T>
  %sweeps, %last, %w, %v = scf.while (%k = %c0, %off = %one, %w0 = %start, %v0 = %identity)
      : (index, $T, tensor<?x?x$T>, tensor<?x?x$T>) -> (index, $T, tensor<?x?x$T>, tensor<?x?x$T>) {
    %more = arith.cmpf ogt, %off, %small : $T
    %few = arith.cmpi slt, %k, %c60 : index
    %again = arith.andi %more, %few : i1
    scf.condition(%again) %k, %off, %w0, %v0 : index, $T, tensor<?x?x$T>, tensor<?x?x$T>
  } do {
  ^bb0(%k: index, %off: $T, %w0: tensor<?x?x$T>, %v0: tensor<?x?x$T>):
    %off1, %w1, %v1 = scf.for %p = %c0 to %n step %c1 iter_args(%o2 = %zero, %w2 = %w0, %v2 = %v0)
        -> ($T, tensor<?x?x$T>, tensor<?x?x$T>) {
      %after = arith.addi %p, %c1 : index
      %o3, %w3, %v3 = scf.for %q = %after to %n step %c1 iter_args(%o4 = %o2, %w4 = %w2, %v4 = %v2)
          -> ($T, tensor<?x?x$T>, tensor<?x?x$T>) {
        %alpha, %beta, %gamma = scf.for %j = %c0 to %m step %c1 iter_args(%s0 = %zero, %s1 = %zero, %s2 = %zero)
            -> ($T, $T, $T) {
          %x = tensor.extract %w4[%p, %j] : tensor<?x?x$T>
          %y = tensor.extract %w4[%q, %j] : tensor<?x?x$T>
          %xx = arith.mulf %x, %x : $T
          %yy = arith.mulf %y, %y : $T
          %xy = arith.mulf %x, %y : $T
          %t0 = arith.addf %s0, %xx : $T
          %t1 = arith.addf %s1, %yy : $T
          %t2 = arith.addf %s2, %xy : $T
          scf.yield %t0, %t1, %t2 : $T, $T, $T
        }
        %ra = math.sqrt %alpha : $T
        %rb = math.sqrt %beta : $T
        %lengths = arith.mulf %ra, %rb : $T
        %angle = math.absf %gamma : $T
        %cosine = arith.divf %angle, %lengths : $T
        %flat = arith.cmpf oeq, %angle, %zero : $T
        %own = arith.select %flat, %zero, %cosine : $T
        %o5 = arith.maximumf %o4, %own : $T
        %gap = arith.subf %beta, %alpha : $T
        %twice = arith.mulf %two, %gamma : $T
        %zeta = arith.divf %gap, %twice : $T
        %size = math.absf %zeta : $T
        %zz = arith.mulf %zeta, %zeta : $T
        %above = arith.addf %zz, %one : $T
        %root = math.sqrt %above : $T
        %sum = arith.addf %size, %root : $T
        %t3 = arith.divf %one, %sum : $T
        %t4 = math.copysign %t3, %zeta : $T
        %t = arith.select %flat, %zero, %t4 : $T
        %tt = arith.mulf %t, %t : $T
        %tt1 = arith.addf %tt, %one : $T
        %length = math.sqrt %tt1 : $T
        %cos = arith.divf %one, %length : $T
        %sin = arith.mulf %t, %cos : $T
        %w5 = scf.for %j = %c0 to %m step %c1 iter_args(%w6 = %w4) -> tensor<?x?x$T> {
          %x = tensor.extract %w6[%p, %j] : tensor<?x?x$T>
          %y = tensor.extract %w6[%q, %j] : tensor<?x?x$T>
          %cx = arith.mulf %cos, %x : $T
          %sy = arith.mulf %sin, %y : $T
          %x1 = arith.subf %cx, %sy : $T
          %sx = arith.mulf %sin, %x : $T
          %cy = arith.mulf %cos, %y : $T
          %y1 = arith.addf %sx, %cy : $T
          %w7 = tensor.insert %x1 into %w6[%p, %j] : tensor<?x?x$T>
          %w8 = tensor.insert %y1 into %w7[%q, %j] : tensor<?x?x$T>
          scf.yield %w8 : tensor<?x?x$T>
        }
        %v5 = scf.for %j = %c0 to %n step %c1 iter_args(%v6 = %v4) -> tensor<?x?x$T> {
          %x = tensor.extract %v6[%p, %j] : tensor<?x?x$T>
          %y = tensor.extract %v6[%q, %j] : tensor<?x?x$T>
          %cx = arith.mulf %cos, %x : $T
          %sy = arith.mulf %sin, %y : $T
          %x1 = arith.subf %cx, %sy : $T
          %sx = arith.mulf %sin, %x : $T
          %cy = arith.mulf %cos, %y : $T
          %y1 = arith.addf %sx, %cy : $T
          %v7 = tensor.insert %x1 into %v6[%p, %j] : tensor<?x?x$T>
          %v8 = tensor.insert %y1 into %v7[%q, %j] : tensor<?x?x$T>
          scf.yield %v8 : tensor<?x?x$T>
        }
        scf.yield %o5, %w5, %v5 : $T, tensor<?x?x$T>, tensor<?x?x$T>
      }
      scf.yield %o3, %w3, %v3 : $T, tensor<?x?x$T>, tensor<?x?x$T>
    }
    %next = arith.addi %k, %c1 : index
    scf.yield %next, %off1, %w1, %v1 : index, $T, tensor<?x?x$T>, tensor<?x?x$T>
  }
  %vector = tensor.empty(%n) : tensor<?x$T>
  %lengths = scf.for %i = %c0 to %n step %c1 iter_args(%l0 = %vector) -> tensor<?x$T> {
    %sum = scf.for %j = %c0 to %m step %c1 iter_args(%s0 = %zero) -> $T {
      %x = tensor.extract %w[%i, %j] : tensor<?x?x$T>
      %xx = arith.mulf %x, %x : $T
      %s1 = arith.addf %s0, %xx : $T
      scf.yield %s1 : $T
    }
    %root = math.sqrt %sum : $T
    %l1 = tensor.insert %root into %l0[%i] : tensor<?x$T>
    scf.yield %l1 : tensor<?x$T>
  }
  %numbers = tensor.empty(%n) : tensor<?xindex>
  %given = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%numbers : tensor<?xindex>) {
  ^bb0(%_: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  } -> tensor<?xindex>
  %order = scf.for %i = %c0 to %n step %c1 iter_args(%o0 = %given) -> tensor<?xindex> {
    %after = arith.addi %i, %c1 : index
    %at = scf.for %j = %after to %n step %c1 iter_args(%m0 = %i) -> index {
      %one_at = tensor.extract %o0[%j] : tensor<?xindex>
      %other_at = tensor.extract %o0[%m0] : tensor<?xindex>
      %x = tensor.extract %lengths[%one_at] : tensor<?x$T>
      %y = tensor.extract %lengths[%other_at] : tensor<?x$T>
      %larger = arith.cmpf ogt, %x, %y : $T
      %m1 = arith.select %larger, %j, %m0 : index
      scf.yield %m1 : index
    }
    %first = tensor.extract %o0[%i] : tensor<?xindex>
    %largest = tensor.extract %o0[%at] : tensor<?xindex>
    %o1 = tensor.insert %largest into %o0[%i] : tensor<?xindex>
    %o2 = tensor.insert %first into %o1[%at] : tensor<?xindex>
    scf.yield %o2 : tensor<?xindex>
  }
  %tall = tensor.empty(%m, %n) : tensor<?x?x$T>
  %columns = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%order : tensor<?xindex>) outs(%tall : tensor<?x?x$T>) {
  ^bb0(%of: index, %_: $T):
    %i = linalg.index 0 : index
    %e = tensor.extract %w[%of, %i] : tensor<?x?x$T>
    linalg.yield %e : $T
  } -> tensor<?x?x$T>
  %values = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%order : tensor<?xindex>) outs(%vector : tensor<?x$T>) {
  ^bb0(%of: index, %_: $T):
    %x = tensor.extract %lengths[%of] : tensor<?x$T>
    %e = arith.mulf %x, %unit : $T
    linalg.yield %e : $T
  } -> tensor<?x$T>
  %rows = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%order : tensor<?xindex>) outs(%square : tensor<?x?x$T>) {
  ^bb0(%of: index, %_: $T):
    %j = linalg.index 1 : index
    %e = tensor.extract %v[%of, %j] : tensor<?x?x$T>
    linalg.yield %e : $T
  } -> tensor<?x?x$T>
  return %columns, %values, %rows : tensor<?x?x$T>, tensor<?x$T>, tensor<?x?x$T>
}"""


@lowering(SVD)
def svd(op: ir.Operation):
    """U is Q of the rotated columns, largest first: orthonormal, whatever the rank."""
    element = str(ir.RankedTensorType(op.operands[0].type).element_type)
    columns, values, rows = loops(op, _ROTATED, list(op.operands), small={"f64": "1.0e-15", "f32": "5.0e-7"}[element])
    q, r = loops(op, QR_LOOPS, [columns])
    u = each([q, diagonal(r)], lambda i, j, x, own: where(own < 0, -x, x), ["ij", "j"])
    return [closed(value, result) for value, result in zip((u, values, rows), op.results, strict=True)]
