"""The factors of `factors.py`, and solves by them, as loops on elements.

G. Golub and C. Van Loan, "Matrix Computations", 4th edition: elimination with partial pivoting (3.4.1), reflections
(5.2.2), cyclic Jacobi rotations (8.5.3). All stay with NaN where a matrix has it.
"""

from __future__ import annotations

from ..mlir import ir
from .factors import EIGH, LU, QR, with_pivots
from .linear_algebra import SOLVE, cast, transposed
from .linear_algebra_loops import loops, opened, substituted
from .matrix_parts import ANGLE, exchanged, identity, in_order, order, reflected, rotated
from .operations import lowering

# A column without a pivot is left as it is, which is zeros.
_LU = f"""
func.func @lu(%a: tensor<?x?x$T>) -> (tensor<?x?x$T>, tensor<?xi32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : $R
  %n = tensor.dim %a, %c0 : tensor<?x?x$T>
  %none = tensor.empty(%n) : tensor<?xi32>
  %u, %pivots = scf.for %k = %c0 to %n step %c1 iter_args(%u0 = %a, %p0 = %none) -> (tensor<?x?x$T>, tensor<?xi32>) {{
    %next = arith.addi %k, %c1 : index
    %akk = tensor.extract %u0[%k, %k] : tensor<?x?x$T>
    %size = $abs %akk : $T
    %p, %most = scf.for %i = %next to %n step %c1 iter_args(%q0 = %k, %most0 = %size) -> (index, $R) {{
      %aik = tensor.extract %u0[%i, %k] : tensor<?x?x$T>
      %own = $abs %aik : $T
      %larger = arith.cmpf ogt, %own, %most0 : $R
      %q1 = arith.select %larger, %i, %q0 : index
      %most1 = arith.select %larger, %own, %most0 : $R
      scf.yield %q1, %most1 : index, $R
    }}
    %number = arith.index_cast %p : index to i32
    %p1 = tensor.insert %number into %p0[%k] : tensor<?xi32>
    {exchanged("u1", "u0", "n")}
    %pivot = tensor.extract %u1[%k, %k] : tensor<?x?x$T>
    %nothing = arith.cmpf oeq, %most, %zero : $R
    %u2 = scf.for %i = %next to %n step %c1 iter_args(%u3 = %u1) -> tensor<?x?x$T> {{
      %aik = tensor.extract %u3[%i, %k] : tensor<?x?x$T>
      %quotient = $div %aik, %pivot : $T
      %f = arith.select %nothing, %aik, %quotient : $T
      %u4 = tensor.insert %f into %u3[%i, %k] : tensor<?x?x$T>
      %u5 = scf.for %c = %next to %n step %c1 iter_args(%t0 = %u4) -> tensor<?x?x$T> {{
        %akc = tensor.extract %t0[%k, %c] : tensor<?x?x$T>
        %aic = tensor.extract %t0[%i, %c] : tensor<?x?x$T>
        %s = $mul %f, %akc : $T
        %d = $sub %aic, %s : $T
        %t1 = tensor.insert %d into %t0[%i, %c] : tensor<?x?x$T>
        scf.yield %t1 : tensor<?x?x$T>
      }}
      scf.yield %u5 : tensor<?x?x$T>
    }}
    scf.yield %u2, %p1 : tensor<?x?x$T>, tensor<?xi32>
  }}
  return %u, %pivots : tensor<?x?x$T>, tensor<?xi32>
}}"""

# %s is V^T A V, where the rows of %v are those of V^T; a sweep makes each element beside the diagonal zero once. What
# is left there squares with each of the last sweeps, so ten are enough for any matrix in practice, and 60 are the end.
# There is one at least, which spreads NaN.
_EIGH = f"""
func.func @eigh(%a: tensor<?x?x$T>) -> (tensor<?x?x$T>, tensor<?x$T>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  %zero = arith.constant 0.0 : $T
  %one = arith.constant 1.0 : $T
  %two = arith.constant 2.0 : $T
  %small = arith.constant $small : $T
  %n = tensor.dim %a, %c0 : tensor<?x?x$T>
  %empty = tensor.empty(%n, %n) : tensor<?x?x$T>
  %start = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      outs(%empty : tensor<?x?x$T>) {{
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %row = arith.maxsi %i, %j : index
    %column = arith.minsi %i, %j : index
    %e = tensor.extract %a[%row, %column] : tensor<?x?x$T>
    linalg.yield %e : $T
  }} -> tensor<?x?x$T>
  {identity("identity", "empty")}
  %whole = scf.for %i = %c0 to %n step %c1 iter_args(%w0 = %zero) -> $T {{
    %w1 = scf.for %j = %c0 to %n step %c1 iter_args(%w2 = %w0) -> $T {{
      %e = tensor.extract %start[%i, %j] : tensor<?x?x$T>
      %size = math.absf %e : $T
      %w3 = arith.maximumf %w2, %size : $T
      scf.yield %w3 : $T
    }}
    scf.yield %w1 : $T
  }}
  %enough = arith.mulf %whole, %small : $T
  %sweeps, %s, %v = scf.while (%k = %c0, %s0 = %start, %v0 = %identity)
      : (index, tensor<?x?x$T>, tensor<?x?x$T>) -> (index, tensor<?x?x$T>, tensor<?x?x$T>) {{
    %left = scf.for %i = %c0 to %n step %c1 iter_args(%w0 = %zero) -> $T {{
      %w1 = scf.for %j = %c0 to %i step %c1 iter_args(%w2 = %w0) -> $T {{
        %e = tensor.extract %s0[%i, %j] : tensor<?x?x$T>
        %size = math.absf %e : $T
        %w3 = arith.maximumf %w2, %size : $T
        scf.yield %w3 : $T
      }}
      scf.yield %w1 : $T
    }}
    %more = arith.cmpf ogt, %left, %enough : $T
    %few = arith.cmpi slt, %k, %c60 : index
    %first = arith.cmpi eq, %k, %c0 : index
    %wanted = arith.ori %more, %first : i1
    %again = arith.andi %wanted, %few : i1
    scf.condition(%again) %k, %s0, %v0 : index, tensor<?x?x$T>, tensor<?x?x$T>
  }} do {{
  ^bb0(%k: index, %s0: tensor<?x?x$T>, %v0: tensor<?x?x$T>):
    %s1, %v1 = scf.for %p = %c0 to %n step %c1 iter_args(%s2 = %s0, %v2 = %v0) -> (tensor<?x?x$T>, tensor<?x?x$T>) {{
      %after = arith.addi %p, %c1 : index
      %s3, %v3 = scf.for %q = %after to %n step %c1 iter_args(%s4 = %s2, %v4 = %v2)
          -> (tensor<?x?x$T>, tensor<?x?x$T>) {{
        %app = tensor.extract %s4[%p, %p] : tensor<?x?x$T>
        %aqq = tensor.extract %s4[%q, %q] : tensor<?x?x$T>
        %off = tensor.extract %s4[%p, %q] : tensor<?x?x$T>
        %gap = arith.subf %aqq, %app : $T
        {ANGLE}
        {rotated("s5", "s4", "n")}
        {rotated("s6", "s5", "n", columns=True)}
        {rotated("v5", "v4", "n")}
        scf.yield %s6, %v5 : tensor<?x?x$T>, tensor<?x?x$T>
      }}
      scf.yield %s3, %v3 : tensor<?x?x$T>, tensor<?x?x$T>
    }}
    %next = arith.addi %k, %c1 : index
    scf.yield %next, %s1, %v1 : index, tensor<?x?x$T>, tensor<?x?x$T>
  }}
  %vector = tensor.empty(%n) : tensor<?x$T>
  %keys = scf.for %i = %c0 to %n step %c1 iter_args(%k0 = %vector) -> tensor<?x$T> {{
    %e = tensor.extract %s[%i, %i] : tensor<?x?x$T>
    %k1 = tensor.insert %e into %k0[%i] : tensor<?x$T>
    scf.yield %k1 : tensor<?x$T>
  }}
  {order("keys", "olt")}
  {in_order("vectors", "v", "empty")}
  %values = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}} ins(%order : tensor<?xindex>) outs(%vector : tensor<?x$T>) {{
  ^bb0(%at: index, %_: $T):
    %e = tensor.extract %keys[%at] : tensor<?x$T>
    linalg.yield %e : $T
  }} -> tensor<?x$T>
  return %vectors, %values : tensor<?x?x$T>, tensor<?x$T>
}}"""

# Of the column %k, what is below the diagonal is reflected away; where nothing is there, nothing is done. The numbers
# below the diagonal of %w, with a one on it, are the directions; from the last one back they make Q of an identity.
QR_LOOPS = f"""
func.func @qr(%a: tensor<?x?x$T>) -> (tensor<?x?x$T>, tensor<?x?x$T>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : $T
  %one = arith.constant 1.0 : $T
  %m = tensor.dim %a, %c0 : tensor<?x?x$T>
  %n = tensor.dim %a, %c1 : tensor<?x?x$T>
  %last = arith.subi %n, %c1 : index
  %none = tensor.empty(%n) : tensor<?x$T>
  %w, %scales = scf.for %k = %c0 to %n step %c1 iter_args(%w0 = %a, %t0 = %none) -> (tensor<?x?x$T>, tensor<?x$T>) {{
    %after = arith.addi %k, %c1 : index
    %alpha = tensor.extract %w0[%k, %k] : tensor<?x?x$T>
    %most = scf.for %i = %after to %m step %c1 iter_args(%s = %zero) -> $T {{
      %x = tensor.extract %w0[%i, %k] : tensor<?x?x$T>
      %size = math.absf %x : $T
      %s1 = arith.maximumf %s, %size : $T
      scf.yield %s1 : $T
    }}
    %own = math.absf %alpha : $T
    %unit = arith.maximumf %own, %most : $T
    %nothing = arith.cmpf oeq, %most, %zero : $T
    %square = scf.for %i = %k to %m step %c1 iter_args(%s = %zero) -> $T {{
      %x = tensor.extract %w0[%i, %k] : tensor<?x?x$T>
      %part = arith.divf %x, %unit : $T
      %xx = arith.mulf %part, %part : $T
      %s1 = arith.addf %s, %xx : $T
      scf.yield %s1 : $T
    }}
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
    %w1 = scf.for %i = %after to %m step %c1 iter_args(%w2 = %w0) -> tensor<?x?x$T> {{
      %x = tensor.extract %w2[%i, %k] : tensor<?x?x$T>
      %v = arith.divf %x, %divisor : $T
      %minus = arith.negf %v : $T
      %w3 = tensor.insert %minus into %w2[%i, %k] : tensor<?x?x$T>
      scf.yield %w3 : tensor<?x?x$T>
    }}
    %w4 = tensor.insert %beta into %w1[%k, %k] : tensor<?x?x$T>
    %w5 = scf.for %j = %after to %n step %c1 iter_args(%w6 = %w4) -> tensor<?x?x$T> {{
      {reflected("w8", "w6")}
      scf.yield %w8 : tensor<?x?x$T>
    }}
    scf.yield %w5, %t1 : tensor<?x?x$T>, tensor<?x$T>
  }}
  %small = tensor.empty(%n, %n) : tensor<?x?x$T>
  %r = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}}
      outs(%small : tensor<?x?x$T>) {{
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %x = tensor.extract %w[%i, %j] : tensor<?x?x$T>
    %above = arith.cmpi sle, %i, %j : index
    %e = arith.select %above, %x, %zero : $T
    linalg.yield %e : $T
  }} -> tensor<?x?x$T>
  %large = tensor.empty(%m, %n) : tensor<?x?x$T>
  {identity("start", "large")}
  %q = scf.for %step = %c0 to %n step %c1 iter_args(%q0 = %start) -> tensor<?x?x$T> {{
    %k = arith.subi %last, %step : index
    %after = arith.addi %k, %c1 : index
    %tau = tensor.extract %scales[%k] : tensor<?x$T>
    %q1 = scf.for %j = %k to %n step %c1 iter_args(%q2 = %q0) -> tensor<?x?x$T> {{
      {reflected("q4", "q2", directions="w")}
      scf.yield %q4 : tensor<?x?x$T>
    }}
    scf.yield %q1 : tensor<?x?x$T>
  }}
  return %q, %r : tensor<?x?x$T>, tensor<?x?x$T>
}}"""


@lowering(LU)
def lu(op: ir.Operation):
    return _loops(op, _LU)


@lowering(SOLVE)
def solve(op: ir.Operation):
    """By the factors: the rows of B change places, and two substitutions follow."""
    a, b = op.operands
    a, b = opened(a), opened(b)
    factors, pivots = loops(op, _LU, [transposed(a) if "transpose" in op.attributes else a])
    y = substituted(op, factors, with_pivots(op, b, pivots), upper=False, transpose=False, unit=True)
    return [cast(substituted(op, factors, y, upper=True, transpose=False, unit=False), op.results[0].type)]


@lowering(EIGH)
def eigh(op: ir.Operation):
    small = {"f64": "1.0e-17", "f32": "5.0e-9"}
    return _loops(op, _EIGH, small=small[str(ir.RankedTensorType(op.operands[0].type).element_type)])


@lowering(QR)
def qr(op: ir.Operation):
    return _loops(op, QR_LOOPS)


def _loops(op: ir.Operation, text: str, **words: str) -> list[ir.Value]:
    made = loops(op, text, list(op.operands), **words)
    return [cast(value, result.type) for value, result in zip(made, op.results, strict=True)]
