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

# Of a power of two halves, halves of these and so on (J. Cooley and J. Tukey, 1965). Of any other size a convolution of
# a length %m that is one, by three such transforms (L. Bluestein, 1970): of the input times a chirp, of the conjugate
# chirp, and of the conjugate of their product. Angles are taken modulo a turn first, in integers.
_FFT = """
func.func @fft(%x: tensor<?x$T>) -> tensor<?x$T> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %none = $zero
  %zero = arith.constant 0.0 : $R
  %one = arith.constant 1.0 : $R
  %turn = arith.constant $turn : $R
  %n = tensor.dim %x, %c0 : tensor<?x$T>
  %last = arith.subi %n, %c1 : index
  %common = arith.andi %n, %last : index
  %is_power = arith.cmpi eq, %common, %c0 : index
  %twice = arith.muli %n, %c2 : index
  %longer = scf.while (%k = %c1) : (index) -> index {
    %more = arith.cmpi slt, %k, %twice : index
    scf.condition(%more) %k : index
  } do {
  ^bb0(%k: index):
    %next = arith.muli %k, %c2 : index
    scf.yield %next : index
  }
  %m = arith.select %is_power, %n, %longer : index
  %count = arith.select %is_power, %c1, %c3 : index
  %stages = scf.while (%k = %c0) : (index) -> index {
    %size = arith.shli %c1, %k : index
    %more = arith.cmpi slt, %size, %m : index
    scf.condition(%more) %k : index
  } do {
  ^bb0(%k: index):
    %next = arith.addi %k, %c1 : index
    scf.yield %next : index
  }
  %half = arith.divsi %m, %c2 : index
  %whole_m = arith.index_cast %m : index to i64
  %size_m = arith.sitofp %whole_m : i64 to $R
  %whole_n = arith.index_cast %twice : index to i64
  %size_n = arith.sitofp %whole_n : i64 to $R
  %room = tensor.empty(%half) : tensor<?x$T>
  %roots = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%room : tensor<?x$T>) {
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    %whole = arith.index_cast %i : index to i64
    %steps = arith.sitofp %whole : i64 to $R
    %part = arith.divf %steps, %size_m : $R
    %angle = arith.mulf %part, %turn : $R
    %re = math.cos %angle : $R
    %im = math.sin %angle : $R
    %w = complex.create %re, %im : $T
    linalg.yield %w : $T
  } -> tensor<?x$T>
  %short = tensor.empty(%n) : tensor<?x$T>
  %chirp = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%short : tensor<?x$T>) {
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    %ii = arith.muli %i, %i : index
    %rest = arith.remui %ii, %twice : index
    %kept = arith.select %is_power, %c0, %rest : index
    %whole = arith.index_cast %kept : index to i64
    %steps = arith.sitofp %whole : i64 to $R
    %part = arith.divf %steps, %size_n : $R
    %angle = arith.mulf %part, %turn : $R
    %re = math.cos %angle : $R
    %im = math.sin %angle : $R
    %w = complex.create %re, %im : $T
    linalg.yield %w : $T
  } -> tensor<?x$T>
  %long = tensor.empty(%m) : tensor<?x$T>
  %start = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%long : tensor<?x$T>) {
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    %inside = arith.cmpi slt, %i, %n : index
    %at = arith.minsi %i, %last : index
    %xi = tensor.extract %x[%at] : tensor<?x$T>
    %wi = tensor.extract %chirp[%at] : tensor<?x$T>
    %product = complex.mul %xi, %wi : $T
    %moved = arith.select %is_power, %xi, %product : $T
    %e = arith.select %inside, %moved, %none : $T
    linalg.yield %e : $T
  } -> tensor<?x$T>
  %found, %first = scf.for %t = %c0 to %count step %c1 iter_args(%given = %start, %kept = %start)
      -> (tensor<?x$T>, tensor<?x$T>) {
    %order = scf.for %i = %c0 to %m step %c1 iter_args(%y0 = %long) -> tensor<?x$T> {
      %from, %left = scf.for %s = %c0 to %stages step %c1 iter_args(%r = %c0, %rest = %i) -> (index, index) {
        %bit = arith.andi %rest, %c1 : index
        %moved = arith.muli %r, %c2 : index
        %r1 = arith.addi %moved, %bit : index
        %rest1 = arith.shrui %rest, %c1 : index
        scf.yield %r1, %rest1 : index, index
      }
      %e = tensor.extract %given[%from] : tensor<?x$T>
      %y1 = tensor.insert %e into %y0[%i] : tensor<?x$T>
      scf.yield %y1 : tensor<?x$T>
    }
    %out = scf.for %s = %c0 to %stages step %c1 iter_args(%y0 = %order) -> tensor<?x$T> {
      %h = arith.shli %c1, %s : index
      %width = arith.muli %h, %c2 : index
      %blocks = arith.divui %m, %width : index
      %y1 = scf.for %block = %c0 to %blocks step %c1 iter_args(%y2 = %y0) -> tensor<?x$T> {
        %base = arith.muli %block, %width : index
        %y3 = scf.for %j = %c0 to %h step %c1 iter_args(%y4 = %y2) -> tensor<?x$T> {
          %low = arith.addi %base, %j : index
          %high = arith.addi %low, %h : index
          %which = arith.muli %j, %blocks : index
          %w = tensor.extract %roots[%which] : tensor<?x$T>
          %a = tensor.extract %y4[%low] : tensor<?x$T>
          %b = tensor.extract %y4[%high] : tensor<?x$T>
          %bw = complex.mul %b, %w : $T
          %sum = complex.add %a, %bw : $T
          %difference = complex.sub %a, %bw : $T
          %y5 = tensor.insert %sum into %y4[%low] : tensor<?x$T>
          %y6 = tensor.insert %difference into %y5[%high] : tensor<?x$T>
          scf.yield %y6 : tensor<?x$T>
        }
        scf.yield %y3 : tensor<?x$T>
      }
      scf.yield %y1 : tensor<?x$T>
    }
    %t1 = arith.addi %t, %c1 : index
    %is_last = arith.cmpi eq, %t1, %count : index
    %is_first = arith.cmpi eq, %t, %c0 : index
    %to_come = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]} ins(%out, %kept : tensor<?x$T>, tensor<?x$T>) outs(%long : tensor<?x$T>) {
    ^bb0(%o: $T, %k: $T, %_: $T):
      %i = linalg.index 0 : index
      %back = arith.subi %m, %i : index
      %d = arith.minsi %i, %back : index
      %inside = arith.cmpi slt, %d, %n : index
      %at = arith.minsi %d, %last : index
      %wd = tensor.extract %chirp[%at] : tensor<?x$T>
      %wc = complex.conj %wd : $T
      %kernel = arith.select %inside, %wc, %none : $T
      %ok = complex.mul %o, %k : $T
      %okc = complex.conj %ok : $T
      %e0 = arith.select %is_first, %kernel, %okc : $T
      %e = arith.select %is_last, %o, %e0 : $T
      linalg.yield %e : $T
    } -> tensor<?x$T>
    %keep = arith.select %is_first, %out, %kept : tensor<?x$T>
    scf.yield %to_come, %keep : tensor<?x$T>, tensor<?x$T>
  }
  %share = arith.divf %one, %size_m : $R
  %scale = complex.create %share, %zero : $T
  %result = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%short : tensor<?x$T>) {
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    %v = tensor.extract %found[%i] : tensor<?x$T>
    %wi = tensor.extract %chirp[%i] : tensor<?x$T>
    %vc = complex.conj %v : $T
    %vs = complex.mul %vc, %scale : $T
    %vw = complex.mul %vs, %wi : $T
    %e = arith.select %is_power, %v, %vw : $T
    linalg.yield %e : $T
  } -> tensor<?x$T>
  return %result : tensor<?x$T>
}"""


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
