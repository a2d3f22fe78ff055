"""The factors of `factors.py` as loops on elements.

G. Golub and C. Van Loan, "Matrix Computations", 4th edition: elimination with partial pivoting (3.4.1), reflections
(5.2.2), cyclic Jacobi rotations (8.5.3). All stay with NaN where a matrix has it.
"""

from __future__ import annotations

from ..mlir import ir
from .factors import EIGH, LU, QR
from .linear_algebra_loops import closed, loops
from .operations import lowering

# A column without a pivot is left as it is, which is zeros.
_LU = """
func.func @lu(%a: tensor<?x?x$T>) -> (tensor<?x?x$T>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : $R
  %n = tensor.dim %a, %c0 : tensor<?x?x$T>
  %none = tensor.empty(%n) : tensor<?xi32>
  %u, %pivots = scf.for %k = %c0 to %n step %c1 iter_args(%u0 = %a, %p0 = %none) -> (tensor<?x?x$T>, tensor<?xi32>) {
    %next = arith.addi %k, %c1 : index
    %akk = tensor.extract %u0[%k, %k] : tensor<?x?x$T>
    %size = $abs %akk : $T
    %p, %most = scf.for %i = %next to %n step %c1 iter_args(%q0 = %k, %most0 = %size) -> (index, $R) {
      %aik = tensor.extract %u0[%i, %k] : tensor<?x?x$T>
      %own = $abs %aik : $T
      %larger = arith.cmpf ogt, %own, %most0 : $R
      %q1 = arith.select %larger, %i, %q0 : index
      %most1 = arith.select %larger, %own, %most0 : $R
      scf.yield %q1, %most1 : index, $R
    }
    %number = arith.index_cast %p : index to i32
    %p1 = tensor.insert %number into %p0[%k] : tensor<?xi32>
    %u1 = scf.for %c = %c0 to %n step %c1 iter_args(%t0 = %u0) -> tensor<?x?x$T> {
      %one = tensor.extract %t0[%k, %c] : tensor<?x?x$T>
      %other = tensor.extract %t0[%p, %c] : tensor<?x?x$T>
      %t1 = tensor.insert %other into %t0[%k, %c] : tensor<?x?x$T>
      %t2 = tensor.insert %one into %t1[%p, %c] : tensor<?x?x$T>
      scf.yield %t2 : tensor<?x?x$T>
    }
    %pivot = tensor.extract %u1[%k, %k] : tensor<?x?x$T>
    %nothing = arith.cmpf oeq, %most, %zero : $R
    %u2 = scf.for %i = %next to %n step %c1 iter_args(%u3 = %u1) -> tensor<?x?x$T> {
      %aik = tensor.extract %u3[%i, %k] : tensor<?x?x$T>
      %quotient = $div %aik, %pivot : $T
      %f = arith.select %nothing, %aik, %quotient : $T
      %u4 = tensor.insert %f into %u3[%i, %k] : tensor<?x?x$T>
      %u5 = scf.for %c = %next to %n step %c1 iter_args(%t0 = %u4) -> tensor<?x?x$T> {
        %akc = tensor.extract %t0[%k, %c] : tensor<?x?x$T>
        %aic = tensor.extract %t0[%i, %c] : tensor<?x?x$T>
        %s = $mul %f, %akc : $T
        %d = $sub %aic, %s : $T
        %t1 = tensor.insert %d into %t0[%i, %c] : tensor<?x?x$T>
        scf.yield %t1 : tensor<?x?x$T>
      }
      scf.yield %u5 : tensor<?x?x$T>
    }
    scf.yield %u2, %p1 : tensor<?x?x$T>, tensor<?xi32>
  }
  return %u, %pivots : tensor<?x?x$T>, tensor<?xi32>
}"""

# %s is V^T A V, where the rows of %v are those of V^T; a sweep makes each element beside the diagonal zero once. What
# is left there squares with each of the last sweeps, so ten are enough for any matrix in practice, and 60 are the end.
# There is one at least, which spreads NaN.
_EIGH = """
func.func @eigh(%a: tensor<?x?x$T>) -> (tensor<?x?x$T>, tensor<?x$T>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  %zero = arith.constant 0.0 : $T
  %one = arith.constant 1.0 : $T
  %two = arith.constant 2.0 : $T
  %small = arith.constant $small : $T
  %n = tensor.dim %a, %c0 : tensor<?x?x$T>
  %empty = tensor.empty(%n, %n) : tensor<?x?x$T>
  %start = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%empty : tensor<?x?x$T>) {
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %row = arith.maxsi %i, %j : index
    %column = arith.minsi %i, %j : index
    %e = tensor.extract %a[%row, %column] : tensor<?x?x$T>
    linalg.yield %e : $T
  } -> tensor<?x?x$T>
  %identity = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%empty : tensor<?x?x$T>) {
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %same = arith.cmpi eq, %i, %j : index
    %e = arith.select %same, %one, %zero : $T
    linalg.yield %e : $T
  } -> tensor<?x?x$T>
  %whole = scf.for %i = %c0 to %n step %c1 iter_args(%w0 = %zero) -> $T {
    %w1 = scf.for %j = %c0 to %n step %c1 iter_args(%w2 = %w0) -> $T {
      %e = tensor.extract %start[%i, %j] : tensor<?x?x$T>
      %size = math.absf %e : $T
      %w3 = arith.maximumf %w2, %size : $T
      scf.yield %w3 : $T
    }
    scf.yield %w1 : $T
  }
  %enough = arith.mulf %whole, %small : $T
  %sweeps, %s, %v = scf.while (%k = %c0, %s0 = %start, %v0 = %identity)
      : (index, tensor<?x?x$T>, tensor<?x?x$T>) -> (index, tensor<?x?x$T>, tensor<?x?x$T>) {
    %left = scf.for %i = %c0 to %n step %c1 iter_args(%w0 = %zero) -> $T {
      %w1 = scf.for %j = %c0 to %i step %c1 iter_args(%w2 = %w0) -> $T {
        %e = tensor.extract %s0[%i, %j] : tensor<?x?x$T>
        %size = math.absf %e : $T
        %w3 = arith.maximumf %w2, %size : $T
        scf.yield %w3 : $T
      }
      scf.yield %w1 : $T
    }
    %more = arith.cmpf ogt, %left, %enough : $T
    %few = arith.cmpi slt, %k, %c60 : index
    %first = arith.cmpi eq, %k, %c0 : index
    %wanted = arith.ori %more, %first : i1
    %again = arith.andi %wanted, %few : i1
    scf.condition(%again) %k, %s0, %v0 : index, tensor<?x?x$T>, tensor<?x?x$T>
  } do {
  ^bb0(%k: index, %s0: tensor<?x?x$T>, %v0: tensor<?x?x$T>):
    %s1, %v1 = scf.for %p = %c0 to %n step %c1 iter_args(%s2 = %s0, %v2 = %v0) -> (tensor<?x?x$T>, tensor<?x?x$T>) {
      %after = arith.addi %p, %c1 : index
      %s3, %v3 = scf.for %q = %after to %n step %c1 iter_args(%s4 = %s2, %v4 = %v2)
          -> (tensor<?x?x$T>, tensor<?x?x$T>) {
        %app = tensor.extract %s4[%p, %p] : tensor<?x?x$T>
        %aqq = tensor.extract %s4[%q, %q] : tensor<?x?x$T>
        %apq = tensor.extract %s4[%p, %q] : tensor<?x?x$T>
        %gap = arith.subf %aqq, %app : $T
        %twice = arith.mulf %two, %apq : $T
        %theta = arith.divf %gap, %twice : $T
        %size = math.absf %theta : $T
        %square = arith.mulf %theta, %theta : $T
        %above = arith.addf %square, %one : $T
        %root = math.sqrt %above : $T
        %sum = arith.addf %size, %root : $T
        %t0 = arith.divf %one, %sum : $T
        %t1 = math.copysign %t0, %theta : $T
        %done = arith.cmpf oeq, %apq, %zero : $T
        %t = arith.select %done, %zero, %t1 : $T
        %tt = arith.mulf %t, %t : $T
        %tt1 = arith.addf %tt, %one : $T
        %length = math.sqrt %tt1 : $T
        %cos = arith.divf %one, %length : $T
        %sin = arith.mulf %t, %cos : $T
        %s5, %v5 = scf.for %j = %c0 to %n step %c1 iter_args(%s6 = %s4, %v6 = %v4)
            -> (tensor<?x?x$T>, tensor<?x?x$T>) {
          %x = tensor.extract %s6[%p, %j] : tensor<?x?x$T>
          %y = tensor.extract %s6[%q, %j] : tensor<?x?x$T>
          %cx = arith.mulf %cos, %x : $T
          %sy = arith.mulf %sin, %y : $T
          %x1 = arith.subf %cx, %sy : $T
          %sx = arith.mulf %sin, %x : $T
          %cy = arith.mulf %cos, %y : $T
          %y1 = arith.addf %sx, %cy : $T
          %s7 = tensor.insert %x1 into %s6[%p, %j] : tensor<?x?x$T>
          %s8 = tensor.insert %y1 into %s7[%q, %j] : tensor<?x?x$T>
          %a1 = tensor.extract %v6[%p, %j] : tensor<?x?x$T>
          %b1 = tensor.extract %v6[%q, %j] : tensor<?x?x$T>
          %ca = arith.mulf %cos, %a1 : $T
          %sb = arith.mulf %sin, %b1 : $T
          %a2 = arith.subf %ca, %sb : $T
          %sa = arith.mulf %sin, %a1 : $T
          %cb = arith.mulf %cos, %b1 : $T
          %b2 = arith.addf %sa, %cb : $T
          %v7 = tensor.insert %a2 into %v6[%p, %j] : tensor<?x?x$T>
          %v8 = tensor.insert %b2 into %v7[%q, %j] : tensor<?x?x$T>
          scf.yield %s8, %v8 : tensor<?x?x$T>, tensor<?x?x$T>
        }
        %s9 = scf.for %i = %c0 to %n step %c1 iter_args(%s6 = %s5) -> tensor<?x?x$T> {
          %x = tensor.extract %s6[%i, %p] : tensor<?x?x$T>
          %y = tensor.extract %s6[%i, %q] : tensor<?x?x$T>
          %cx = arith.mulf %cos, %x : $T
          %sy = arith.mulf %sin, %y : $T
          %x1 = arith.subf %cx, %sy : $T
          %sx = arith.mulf %sin, %x : $T
          %cy = arith.mulf %cos, %y : $T
          %y1 = arith.addf %sx, %cy : $T
          %s7 = tensor.insert %x1 into %s6[%i, %p] : tensor<?x?x$T>
          %s8 = tensor.insert %y1 into %s7[%i, %q] : tensor<?x?x$T>
          scf.yield %s8 : tensor<?x?x$T>
        }
        scf.yield %s9, %v5 : tensor<?x?x$T>, tensor<?x?x$T>
      }
      scf.yield %s3, %v3 : tensor<?x?x$T>, tensor<?x?x$T>
    }
    %next = arith.addi %k, %c1 : index
    scf.yield %next, %s1, %v1 : index, tensor<?x?x$T>, tensor<?x?x$T>
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
      %x = tensor.extract %s[%one_at, %one_at] : tensor<?x?x$T>
      %y = tensor.extract %s[%other_at, %other_at] : tensor<?x?x$T>
      %less = arith.cmpf olt, %x, %y : $T
      %m1 = arith.select %less, %j, %m0 : index
      scf.yield %m1 : index
    }
    %first = tensor.extract %o0[%i] : tensor<?xindex>
    %least = tensor.extract %o0[%at] : tensor<?xindex>
    %o1 = tensor.insert %least into %o0[%i] : tensor<?xindex>
    %o2 = tensor.insert %first into %o1[%at] : tensor<?xindex>
    scf.yield %o2 : tensor<?xindex>
  }
  %vectors = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%order : tensor<?xindex>) outs(%empty : tensor<?x?x$T>) {
  ^bb0(%of: index, %_: $T):
    %i = linalg.index 0 : index
    %e = tensor.extract %v[%of, %i] : tensor<?x?x$T>
    linalg.yield %e : $T
  } -> tensor<?x?x$T>
  %none = tensor.empty(%n) : tensor<?x$T>
  %values = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]} ins(%order : tensor<?xindex>) outs(%none : tensor<?x$T>) {
  ^bb0(%of: index, %_: $T):
    %e = tensor.extract %s[%of, %of] : tensor<?x?x$T>
    linalg.yield %e : $T
  } -> tensor<?x$T>
  return %vectors, %values : tensor<?x?x$T>, tensor<?x$T>
}"""

# Of the column %k, what is below the diagonal is reflected away; where nothing is there, nothing is done. The numbers
# below the diagonal of %w, with a one on it, are the directions; from the last one back they make Q of an identity.
QR_LOOPS = """
func.func @qr(%a: tensor<?x?x$T>) -> (tensor<?x?x$T>, tensor<?x?x$T>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : $T
  %one = arith.constant 1.0 : $T
  %m = tensor.dim %a, %c0 : tensor<?x?x$T>
  %n = tensor.dim %a, %c1 : tensor<?x?x$T>
  %last = arith.subi %n, %c1 : index
  %none = tensor.empty(%n) : tensor<?x$T>
  %w, %scales = scf.for %k = %c0 to %n step %c1 iter_args(%w0 = %a, %t0 = %none) -> (tensor<?x?x$T>, tensor<?x$T>) {
    %after = arith.addi %k, %c1 : index
    %alpha = tensor.extract %w0[%k, %k] : tensor<?x?x$T>
    %most = scf.for %i = %after to %m step %c1 iter_args(%s = %zero) -> $T {
      %x = tensor.extract %w0[%i, %k] : tensor<?x?x$T>
      %size = math.absf %x : $T
      %s1 = arith.maximumf %s, %size : $T
      scf.yield %s1 : $T
    }
    %own = math.absf %alpha : $T
    %unit = arith.maximumf %own, %most : $T
    %nothing = arith.cmpf oeq, %most, %zero : $T
    %square = scf.for %i = %k to %m step %c1 iter_args(%s = %zero) -> $T {
      %x = tensor.extract %w0[%i, %k] : tensor<?x?x$T>
      %part = arith.divf %x, %unit : $T
      %xx = arith.mulf %part, %part : $T
      %s1 = arith.addf %s, %xx : $T
      scf.yield %s1 : $T
    }
    %root = math.sqrt %square : $T
    %length = arith.mulf %root, %unit : $T
    %signed = math.copysign %length, %alpha : $T
    %reflected = arith.negf %signed : $T
    %beta = arith.select %nothing, %alpha, %reflected : $T
    %far = arith.subf %beta, %alpha : $T
    %quotient = arith.divf %far, %beta : $T
    %tau = arith.select %nothing, %zero, %quotient : $T
    %divisor = arith.select %nothing, %one, %far : $T
    %t1 = tensor.insert %tau into %t0[%k] : tensor<?x$T>
    %w1 = scf.for %i = %after to %m step %c1 iter_args(%w2 = %w0) -> tensor<?x?x$T> {
      %x = tensor.extract %w2[%i, %k] : tensor<?x?x$T>
      %v = arith.divf %x, %divisor : $T
      %minus = arith.negf %v : $T
      %w3 = tensor.insert %minus into %w2[%i, %k] : tensor<?x?x$T>
      scf.yield %w3 : tensor<?x?x$T>
    }
    %w4 = tensor.insert %beta into %w1[%k, %k] : tensor<?x?x$T>
    %w5 = scf.for %j = %after to %n step %c1 iter_args(%w6 = %w4) -> tensor<?x?x$T> {
      %top = tensor.extract %w6[%k, %j] : tensor<?x?x$T>
      %dot = scf.for %i = %after to %m step %c1 iter_args(%s = %top) -> $T {
        %v = tensor.extract %w6[%i, %k] : tensor<?x?x$T>
        %x = tensor.extract %w6[%i, %j] : tensor<?x?x$T>
        %vx = arith.mulf %v, %x : $T
        %s1 = arith.addf %s, %vx : $T
        scf.yield %s1 : $T
      }
      %step = arith.mulf %tau, %dot : $T
      %top1 = arith.subf %top, %step : $T
      %w7 = tensor.insert %top1 into %w6[%k, %j] : tensor<?x?x$T>
      %w8 = scf.for %i = %after to %m step %c1 iter_args(%w9 = %w7) -> tensor<?x?x$T> {
        %v = tensor.extract %w9[%i, %k] : tensor<?x?x$T>
        %x = tensor.extract %w9[%i, %j] : tensor<?x?x$T>
        %vs = arith.mulf %v, %step : $T
        %x1 = arith.subf %x, %vs : $T
        %w10 = tensor.insert %x1 into %w9[%i, %j] : tensor<?x?x$T>
        scf.yield %w10 : tensor<?x?x$T>
      }
      scf.yield %w8 : tensor<?x?x$T>
    }
    scf.yield %w5, %t1 : tensor<?x?x$T>, tensor<?x$T>
  }
  %small = tensor.empty(%n, %n) : tensor<?x?x$T>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%small : tensor<?x?x$T>) {
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %x = tensor.extract %w[%i, %j] : tensor<?x?x$T>
    %above = arith.cmpi sle, %i, %j : index
    %e = arith.select %above, %x, %zero : $T
    linalg.yield %e : $T
  } -> tensor<?x?x$T>
  %large = tensor.empty(%m, %n) : tensor<?x?x$T>
  %start = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%large : tensor<?x?x$T>) {
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %same = arith.cmpi eq, %i, %j : index
    %e = arith.select %same, %one, %zero : $T
    linalg.yield %e : $T
  } -> tensor<?x?x$T>
  %q = scf.for %step = %c0 to %n step %c1 iter_args(%q0 = %start) -> tensor<?x?x$T> {
    %k = arith.subi %last, %step : index
    %after = arith.addi %k, %c1 : index
    %tau = tensor.extract %scales[%k] : tensor<?x$T>
    %q1 = scf.for %j = %k to %n step %c1 iter_args(%q2 = %q0) -> tensor<?x?x$T> {
      %top = tensor.extract %q2[%k, %j] : tensor<?x?x$T>
      %dot = scf.for %i = %after to %m step %c1 iter_args(%s = %top) -> $T {
        %v = tensor.extract %w[%i, %k] : tensor<?x?x$T>
        %x = tensor.extract %q2[%i, %j] : tensor<?x?x$T>
        %vx = arith.mulf %v, %x : $T
        %s1 = arith.addf %s, %vx : $T
        scf.yield %s1 : $T
      }
      %by = arith.mulf %tau, %dot : $T
      %top1 = arith.subf %top, %by : $T
      %q3 = tensor.insert %top1 into %q2[%k, %j] : tensor<?x?x$T>
      %q4 = scf.for %i = %after to %m step %c1 iter_args(%q5 = %q3) -> tensor<?x?x$T> {
        %v = tensor.extract %w[%i, %k] : tensor<?x?x$T>
        %x = tensor.extract %q5[%i, %j] : tensor<?x?x$T>
        %vs = arith.mulf %v, %by : $T
        %x1 = arith.subf %x, %vs : $T
        %q6 = tensor.insert %x1 into %q5[%i, %j] : tensor<?x?x$T>
        scf.yield %q6 : tensor<?x?x$T>
      }
      scf.yield %q4 : tensor<?x?x$T>
    }
    scf.yield %q1 : tensor<?x?x$T>
  }
  return %q, %r : tensor<?x?x$T>, tensor<?x?x$T>
}"""


@lowering(LU)
def lu(op: ir.Operation):
    return _loops(op, _LU)


@lowering(EIGH)
def eigh(op: ir.Operation):
    small = {"f64": "1.0e-17", "f32": "5.0e-9"}
    return _loops(op, _EIGH, small=small[str(ir.RankedTensorType(op.operands[0].type).element_type)])


@lowering(QR)
def qr(op: ir.Operation):
    return _loops(op, QR_LOOPS)


def _loops(op: ir.Operation, text: str, **words: str) -> list[ir.Value]:
    made = loops(op, text, list(op.operands), **words)
    return [closed(value, result) for value, result in zip(made, op.results, strict=True)]
