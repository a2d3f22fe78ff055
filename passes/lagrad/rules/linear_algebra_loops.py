"""Cholesky factors and triangular solves as loops on elements.

Row by row, as G. Golub and C. Van Loan, "Matrix Computations", 4th edition, have them: Cholesky (4.2.5), substitution
(3.1). A matrix that has no factor gives NaN, one that is singular NaN or infinities.
"""

from __future__ import annotations

from string import Template

from .. import build
from ..build import DYNAMIC, is_complex, shape_of, tensor_type
from ..mlir import ir
from .linear_algebra import CHOLESKY, TRIANGULAR, cast
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


def loops(op: ir.Operation, text: str, operands: list[ir.Value], **words: str) -> list[ir.Value]:
    """The values of a text for the operands, as tensors of open sizes."""
    element = build.element(operands[0].type)
    real = element.element_type if is_complex(element) else element
    dialect, f = ("complex", "") if is_complex(element) else ("arith", "f")
    zero = f"complex.constant [0.0 : {real}, 0.0 : {real}]" if is_complex(element) else "arith.constant 0.0"
    words |= {name: f"{dialect}.{name}{f}" for name in ("mul", "sub", "div")}
    words |= {"T": str(element), "R": str(real), "zero": f"{zero} : {element}"}
    words["abs"] = "complex.abs" if is_complex(element) else "math.absf"
    return from_text(op.name, Template(text).substitute(words))(op, [opened(v) for v in operands])


def opened(tensor: ir.Value) -> ir.Value:
    """A tensor whose sizes are all open."""
    shape = shape_of(tensor.type)
    type = tensor_type([DYNAMIC] * len(shape), build.element(tensor.type))
    return cast(tensor, type)


@lowering(CHOLESKY)
def cholesky(op):
    (factor,) = loops(op, _CHOLESKY, list(op.operands))
    return [cast(factor, op.results[0].type)]


def substituted(op: ir.Operation, a: ir.Value, b: ir.Value, upper: bool, transpose: bool, unit: bool) -> ir.Value:
    """X with A X = B for a triangle of A, or of its transpose; `unit`: with ones on the diagonal."""
    words = {"row": _UP if upper != transpose else _DOWN, "ik": "%k, %i" if transpose else "%i, %k"}
    text = _TRIANGULAR.replace("$over", _OVER_ONE if unit else _OVER_DIAGONAL)
    return loops(op, text, [a, b], **words)[0]


@lowering(TRIANGULAR)
def triangular_solve(op):
    a, b = op.operands
    x = substituted(op, a, b, *(flag in op.attributes for flag in ("upper", "transpose", "unit_diagonal")))
    return [cast(x, op.results[0].type)]
