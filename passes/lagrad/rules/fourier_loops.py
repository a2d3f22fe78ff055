"""Fourier transforms as loops, in n log n operations."""

from __future__ import annotations

from .. import build
from ..mlir import ir
from .linear_algebra import FFT, cast
from .linear_algebra_loops import loops
from .operations import lowering


def _root(steps: str, size: str) -> str:
    """The end of a body: a root of unity, so many steps of %turn over the size."""
    return f"""%whole = arith.index_cast %{steps} : index to i64
    %steps = arith.sitofp %whole : i64 to $R
    %part = arith.divf %steps, %{size} : $R
    %angle = arith.mulf %part, %turn : $R
    %re = math.cos %angle : $R
    %im = math.sin %angle : $R
    %w = complex.create %re, %im : $T
    linalg.yield %w : $T"""


# Of a power of two halves, halves of these and so on (J. Cooley and J. Tukey, 1965). Of any other size a convolution of
# a length %m that is one, by three such transforms (L. Bluestein, 1970): of the input times a chirp, of the conjugate
# chirp, and of the conjugate of their product. Angles are taken modulo a turn first, in integers.
_FFT = f"""
func.func @fft(%x: tensor<?x$T>) -> tensor<?x$T> {{
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
  %longer = scf.while (%k = %c1) : (index) -> index {{
    %more = arith.cmpi slt, %k, %twice : index
    scf.condition(%more) %k : index
  }} do {{
  ^bb0(%k: index):
    %next = arith.muli %k, %c2 : index
    scf.yield %next : index
  }}
  %m = arith.select %is_power, %n, %longer : index
  %count = arith.select %is_power, %c1, %c3 : index
  %stages = scf.while (%k = %c0) : (index) -> index {{
    %size = arith.shli %c1, %k : index
    %more = arith.cmpi slt, %size, %m : index
    scf.condition(%more) %k : index
  }} do {{
  ^bb0(%k: index):
    %next = arith.addi %k, %c1 : index
    scf.yield %next : index
  }}
  %half = arith.divsi %m, %c2 : index
  %whole_m = arith.index_cast %m : index to i64
  %size_m = arith.sitofp %whole_m : i64 to $R
  %whole_n = arith.index_cast %twice : index to i64
  %size_n = arith.sitofp %whole_n : i64 to $R
  %room = tensor.empty(%half) : tensor<?x$T>
  %roots = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}}
      outs(%room : tensor<?x$T>) {{
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    {_root("i", "size_m")}
  }} -> tensor<?x$T>
  %short = tensor.empty(%n) : tensor<?x$T>
  %chirp = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}}
      outs(%short : tensor<?x$T>) {{
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    %ii = arith.muli %i, %i : index
    %rest = arith.remui %ii, %twice : index
    %kept = arith.select %is_power, %c0, %rest : index
    {_root("kept", "size_n")}
  }} -> tensor<?x$T>
  %long = tensor.empty(%m) : tensor<?x$T>
  %start = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}}
      outs(%long : tensor<?x$T>) {{
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
  }} -> tensor<?x$T>
  %found, %first = scf.for %t = %c0 to %count step %c1 iter_args(%given = %start, %kept = %start)
      -> (tensor<?x$T>, tensor<?x$T>) {{
    %order = scf.for %i = %c0 to %m step %c1 iter_args(%y0 = %long) -> tensor<?x$T> {{
      %from, %left = scf.for %s = %c0 to %stages step %c1 iter_args(%r = %c0, %rest = %i) -> (index, index) {{
        %bit = arith.andi %rest, %c1 : index
        %moved = arith.muli %r, %c2 : index
        %r1 = arith.addi %moved, %bit : index
        %rest1 = arith.shrui %rest, %c1 : index
        scf.yield %r1, %rest1 : index, index
      }}
      %e = tensor.extract %given[%from] : tensor<?x$T>
      %y1 = tensor.insert %e into %y0[%i] : tensor<?x$T>
      scf.yield %y1 : tensor<?x$T>
    }}
    %out = scf.for %s = %c0 to %stages step %c1 iter_args(%y0 = %order) -> tensor<?x$T> {{
      %h = arith.shli %c1, %s : index
      %width = arith.muli %h, %c2 : index
      %blocks = arith.divui %m, %width : index
      %y1 = scf.for %block = %c0 to %blocks step %c1 iter_args(%y2 = %y0) -> tensor<?x$T> {{
        %base = arith.muli %block, %width : index
        %y3 = scf.for %j = %c0 to %h step %c1 iter_args(%y4 = %y2) -> tensor<?x$T> {{
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
        }}
        scf.yield %y3 : tensor<?x$T>
      }}
      scf.yield %y1 : tensor<?x$T>
    }}
    %t1 = arith.addi %t, %c1 : index
    %is_last = arith.cmpi eq, %t1, %count : index
    %is_first = arith.cmpi eq, %t, %c0 : index
    %to_come = linalg.generic {{
        indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]}} ins(%out, %kept : tensor<?x$T>, tensor<?x$T>) outs(%long : tensor<?x$T>) {{
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
    }} -> tensor<?x$T>
    %keep = arith.select %is_first, %out, %kept : tensor<?x$T>
    scf.yield %to_come, %keep : tensor<?x$T>, tensor<?x$T>
  }}
  %share = arith.divf %one, %size_m : $R
  %scale = complex.create %share, %zero : $T
  %result = linalg.generic {{indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}}
      outs(%short : tensor<?x$T>) {{
  ^bb0(%_: $T):
    %i = linalg.index 0 : index
    %v = tensor.extract %found[%i] : tensor<?x$T>
    %wi = tensor.extract %chirp[%i] : tensor<?x$T>
    %vc = complex.conj %v : $T
    %vs = complex.mul %vc, %scale : $T
    %vw = complex.mul %vs, %wi : $T
    %e = arith.select %is_power, %v, %vw : $T
    linalg.yield %e : $T
  }} -> tensor<?x$T>
  return %result : tensor<?x$T>
}}"""


@lowering(FFT)
def fft(op):
    is_inverse = "inverse" in op.attributes
    turn = "6.283185307179586" if is_inverse else "-6.283185307179586"
    (total,) = loops(op, _FFT, list(op.operands), turn=turn)
    if is_inverse:
        total = _scaled(total)
    return [cast(total, op.results[0].type)]


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
