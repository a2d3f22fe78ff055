"""Factorisations and solves of matrices as loops on their elements.

Row by row, as G. Golub and C. Van Loan, "Matrix Computations", 4th edition, have them: Cholesky (4.2.5), substitution
(3.1), Gaussian elimination with partial pivoting (3.4.1). A matrix that has no factor gives NaN, one that is singular
NaN or infinities.
"""

from __future__ import annotations

from string import Template

from .. import build
from ..build import DYNAMIC, is_complex, is_tensor, shape_of, tensor_type
from ..mlir import ir
from .linear_algebra import CHOLESKY, FFT, SOLVE, TRIANGULAR, each
from .operations import lowering
from .text import from_text

_CHOLESKY = """
func.func @cholesky(%a: tensor<?x?x$T>) -> tensor<?x?x$T> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = $zero
  %n = tensor.dim %a, %c0 : tensor<?x?x$T>
  %empty = tensor.empty(%n, %n) : tensor<?x?x$T>
  %start = linalg.fill ins(%zero : $T) outs(%empty : tensor<?x?x$T>) -> tensor<?x?x$T>
  %factor = scf.for %i = %c0 to %n step %c1 iter_args(%l0 = %start) -> tensor<?x?x$T> {
    %before = scf.for %j = %c0 to %i step %c1 iter_args(%l1 = %l0) -> tensor<?x?x$T> {
      %aij = tensor.extract %a[%i, %j] : tensor<?x?x$T>
      %rest = scf.for %k = %c0 to %j step %c1 iter_args(%s = %aij) -> $T {
        %lik = tensor.extract %l1[%i, %k] : tensor<?x?x$T>
        %ljk = tensor.extract %l1[%j, %k] : tensor<?x?x$T>
        %t = $mul %lik, %ljk : $T
        %next = $sub %s, %t : $T
        scf.yield %next : $T
      }
      %ljj = tensor.extract %l1[%j, %j] : tensor<?x?x$T>
      %lij = $div %rest, %ljj : $T
      %l2 = tensor.insert %lij into %l1[%i, %j] : tensor<?x?x$T>
      scf.yield %l2 : tensor<?x?x$T>
    }
    %aii = tensor.extract %a[%i, %i] : tensor<?x?x$T>
    %square = scf.for %k = %c0 to %i step %c1 iter_args(%s = %aii) -> $T {
      %lik = tensor.extract %before[%i, %k] : tensor<?x?x$T>
      %t = $mul %lik, %lik : $T
      %next = $sub %s, %t : $T
      scf.yield %next : $T
    }
    %lii = math.sqrt %square : $T
    %l3 = tensor.insert %lii into %before[%i, %i] : tensor<?x?x$T>
    scf.yield %l3 : tensor<?x?x$T>
  }
  return %factor : tensor<?x?x$T>
}"""

# Unknowns from the first one down, or from the last one up: of the row %i, those of rows %from to %to are known.
_TRIANGULAR = """
func.func @triangular_solve(%a: tensor<?x?x$T>, %b: tensor<?x?x$T>) -> tensor<?x?x$T> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %b, %c0 : tensor<?x?x$T>
  %m = tensor.dim %b, %c1 : tensor<?x?x$T>
  %x = scf.for %step = %c0 to %n step %c1 iter_args(%x0 = %b) -> tensor<?x?x$T> {
    $row
    %less = scf.for %k = %from to %to step %c1 iter_args(%x1 = %x0) -> tensor<?x?x$T> {
      %aik = tensor.extract %a[$ik] : tensor<?x?x$T>
      %x2 = scf.for %c = %c0 to %m step %c1 iter_args(%x3 = %x1) -> tensor<?x?x$T> {
        %xic = tensor.extract %x3[%i, %c] : tensor<?x?x$T>
        %xkc = tensor.extract %x3[%k, %c] : tensor<?x?x$T>
        %t = $mul %aik, %xkc : $T
        %next = $sub %xic, %t : $T
        %x4 = tensor.insert %next into %x3[%i, %c] : tensor<?x?x$T>
        scf.yield %x4 : tensor<?x?x$T>
      }
      scf.yield %x2 : tensor<?x?x$T>
    }
    $over
  }
  return %x : tensor<?x?x$T>
}"""
_OVER_DIAGONAL = """%aii = tensor.extract %a[%i, %i] : tensor<?x?x$T>
    %row = scf.for %c = %c0 to %m step %c1 iter_args(%x3 = %less) -> tensor<?x?x$T> {
      %xic = tensor.extract %x3[%i, %c] : tensor<?x?x$T>
      %next = $div %xic, %aii : $T
      %x4 = tensor.insert %next into %x3[%i, %c] : tensor<?x?x$T>
      scf.yield %x4 : tensor<?x?x$T>
    }
    scf.yield %row : tensor<?x?x$T>"""
_OVER_ONE = "scf.yield %less : tensor<?x?x$T>"
_DOWN = """%i = arith.addi %step, %c0 : index
    %from = arith.addi %c0, %c0 : index
    %to = arith.addi %step, %c0 : index"""
_UP = """%last = arith.subi %n, %c1 : index
    %i = arith.subi %last, %step : index
    %from = arith.addi %i, %c1 : index
    %to = arith.addi %n, %c0 : index"""

# The rows of the matrix and of the right-hand sides are exchanged and reduced together; %u and %y are what is left.
_ELIMINATION = """
func.func @eliminate(%a: tensor<?x?x$T>, %b: tensor<?x?x$T>) -> (tensor<?x?x$T>, tensor<?x?x$T>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %b, %c0 : tensor<?x?x$T>
  %m = tensor.dim %b, %c1 : tensor<?x?x$T>
  %u, %y = scf.for %k = %c0 to %n step %c1 iter_args(%u0 = %a, %y0 = %b) -> (tensor<?x?x$T>, tensor<?x?x$T>) {
    %next = arith.addi %k, %c1 : index
    %akk = tensor.extract %u0[%k, %k] : tensor<?x?x$T>
    %size = $abs %akk : $T
    %p, %most = scf.for %i = %next to %n step %c1 iter_args(%p0 = %k, %most0 = %size) -> (index, $R) {
      %aik = tensor.extract %u0[%i, %k] : tensor<?x?x$T>
      %own = $abs %aik : $T
      %larger = arith.cmpf ogt, %own, %most0 : $R
      %p1 = arith.select %larger, %i, %p0 : index
      %most1 = arith.select %larger, %own, %most0 : $R
      scf.yield %p1, %most1 : index, $R
    }
    %u1 = scf.for %c = %c0 to %n step %c1 iter_args(%t0 = %u0) -> tensor<?x?x$T> {
      %one = tensor.extract %t0[%k, %c] : tensor<?x?x$T>
      %other = tensor.extract %t0[%p, %c] : tensor<?x?x$T>
      %t1 = tensor.insert %other into %t0[%k, %c] : tensor<?x?x$T>
      %t2 = tensor.insert %one into %t1[%p, %c] : tensor<?x?x$T>
      scf.yield %t2 : tensor<?x?x$T>
    }
    %y1 = scf.for %c = %c0 to %m step %c1 iter_args(%t0 = %y0) -> tensor<?x?x$T> {
      %one = tensor.extract %t0[%k, %c] : tensor<?x?x$T>
      %other = tensor.extract %t0[%p, %c] : tensor<?x?x$T>
      %t1 = tensor.insert %other into %t0[%k, %c] : tensor<?x?x$T>
      %t2 = tensor.insert %one into %t1[%p, %c] : tensor<?x?x$T>
      scf.yield %t2 : tensor<?x?x$T>
    }
    %pivot = tensor.extract %u1[%k, %k] : tensor<?x?x$T>
    %u2, %y2 = scf.for %i = %next to %n step %c1 iter_args(%u3 = %u1, %y3 = %y1) -> (tensor<?x?x$T>, tensor<?x?x$T>) {
      %aik = tensor.extract %u3[%i, %k] : tensor<?x?x$T>
      %f = $div %aik, %pivot : $T
      %u4 = scf.for %c = %k to %n step %c1 iter_args(%t0 = %u3) -> tensor<?x?x$T> {
        %akc = tensor.extract %t0[%k, %c] : tensor<?x?x$T>
        %aic = tensor.extract %t0[%i, %c] : tensor<?x?x$T>
        %s = $mul %f, %akc : $T
        %d = $sub %aic, %s : $T
        %t1 = tensor.insert %d into %t0[%i, %c] : tensor<?x?x$T>
        scf.yield %t1 : tensor<?x?x$T>
      }
      %y4 = scf.for %c = %c0 to %m step %c1 iter_args(%t0 = %y3) -> tensor<?x?x$T> {
        %bkc = tensor.extract %t0[%k, %c] : tensor<?x?x$T>
        %bic = tensor.extract %t0[%i, %c] : tensor<?x?x$T>
        %s = $mul %f, %bkc : $T
        %d = $sub %bic, %s : $T
        %t1 = tensor.insert %d into %t0[%i, %c] : tensor<?x?x$T>
        scf.yield %t1 : tensor<?x?x$T>
      }
      scf.yield %u4, %y4 : tensor<?x?x$T>, tensor<?x?x$T>
    }
    scf.yield %u2, %y2 : tensor<?x?x$T>, tensor<?x?x$T>
  }
  return %u, %y : tensor<?x?x$T>, tensor<?x?x$T>
}"""

_FFT = """
func.func @fft(%x: tensor<?x$T>) -> tensor<?x$T> {
  %c0 = arith.constant 0 : index
  %zero = $zero
  %n = tensor.dim %x, %c0 : tensor<?x$T>
  %whole = arith.index_cast %n : index to i64
  %size = arith.sitofp %whole : i64 to $R
  %turn = arith.constant $turn : $R
  %one = arith.divf %turn, %size : $R
  %empty = tensor.empty(%n) : tensor<?x$T>
  %start = linalg.fill ins(%zero : $T) outs(%empty : tensor<?x$T>) -> tensor<?x$T>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(k, j) -> (j)>, affine_map<(k, j) -> (k)>],
      iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x$T>) outs(%start : tensor<?x$T>) {
  ^bb0(%xj: $T, %so_far: $T):
    %k = linalg.index 0 : index
    %j = linalg.index 1 : index
    %kj = arith.muli %k, %j : index
    %rest = arith.remui %kj, %n : index
    %whole_rest = arith.index_cast %rest : index to i64
    %steps = arith.sitofp %whole_rest : i64 to $R
    %angle = arith.mulf %steps, %one : $R
    %re = math.cos %angle : $R
    %im = math.sin %angle : $R
    %w = complex.create %re, %im : $T
    %t = complex.mul %xj, %w : $T
    %s = complex.add %so_far, %t : $T
    linalg.yield %s : $T
  } -> tensor<?x$T>
  return %sum : tensor<?x$T>
}"""


def loops(op: ir.Operation, text: str, operands: list[ir.Value], **words: str) -> list[ir.Value]:
    """The values of a text for the operands, as tensors of open sizes."""
    element = build.element(operands[0].type)
    real = element.element_type if is_complex(element) else element
    dialect, f = ("complex", "") if is_complex(element) else ("arith", "f")
    zero = "complex.constant [0.0, 0.0]" if is_complex(element) else "arith.constant 0.0"
    words |= {name: f"{dialect}.{name}{f}" for name in ("mul", "sub", "div")}
    words |= {"T": str(element), "R": str(real), "zero": f"{zero} : {element}"}
    words["abs"] = "complex.abs" if is_complex(element) else "math.absf"
    return from_text(op.name, Template(text).substitute(words))(op, [opened(v) for v in operands])


def opened(tensor: ir.Value) -> ir.Value:
    shape = shape_of(tensor.type)
    type = tensor_type([DYNAMIC] * len(shape), build.element(tensor.type))
    return tensor if tensor.type == type else build.emit1("tensor.cast", type, tensor)


def closed(value: ir.Value, like: ir.Value) -> ir.Value:
    assert is_tensor(value.type)
    return value if value.type == like.type else build.emit1("tensor.cast", like.type, value)


@lowering(CHOLESKY)
def cholesky(op):
    (factor,) = loops(op, _CHOLESKY, list(op.operands))
    return [closed(factor, op.results[0])]


def _substituted(op: ir.Operation, a: ir.Value, b: ir.Value, upper: bool, transpose: bool, unit: bool) -> ir.Value:
    words = {"row": _UP if upper != transpose else _DOWN, "ik": "%k, %i" if transpose else "%i, %k"}
    text = _TRIANGULAR.replace("$over", _OVER_ONE if unit else _OVER_DIAGONAL)
    return loops(op, text, [a, b], **words)[0]


@lowering(TRIANGULAR)
def triangular_solve(op):
    a, b = op.operands
    x = _substituted(op, a, b, *(flag in op.attributes for flag in ("upper", "transpose", "unit_diagonal")))
    return [closed(x, op.results[0])]


@lowering(SOLVE)
def solve(op):
    a, b = op.operands
    if "transpose" in op.attributes:
        a = each([opened(a)], lambda i, j, x: x, ["ji"])
    u, y = loops(op, _ELIMINATION, [a, b])
    return [closed(_substituted(op, u, y, True, False, False), op.results[0])]


@lowering(FFT)
def fft(op):
    """The sum itself, n products for each of n numbers: angles are taken modulo a turn first, in integers."""
    is_inverse = "inverse" in op.attributes
    turn = "6.283185307179586" if is_inverse else "-6.283185307179586"
    (total,) = loops(op, _FFT, list(op.operands), turn=turn)
    if is_inverse:
        total = _scaled(total)
    return [closed(total, op.results[0])]


def _scaled(total: ir.Value) -> ir.Value:
    """A tensor over the number of its elements."""
    element = build.element(total.type)
    (size,) = build.sizes_of(total)
    whole = build.emit1("arith.index_cast", ir.IntegerType.get_signless(64), size)
    real = build.emit1("arith.sitofp", element.element_type, whole)
    number = build.emit1("complex.create", element, real, build.constant(element.element_type, 0.0))
    identity = ir.AffineMap.get_identity(1)
    into = build.empty(total.type, [size])

    def over(arguments: list[ir.Value]) -> list[ir.Value]:
        return [build.emit1("complex.div", element, arguments[0], number)]

    return build.generic([total], [into], [identity] * 2, ["parallel"], over)[0]
