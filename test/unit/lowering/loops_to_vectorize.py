"""Loops over the elements of arrays; T stands for the float type."""

from __future__ import annotations

COMMON = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : T
  %one = arith.constant 1.0 : T
  %half = arith.constant 0.5 : T
"""

# What is not there where %k is negative.
READ = """\
      %at = arith.index_cast %k : i32 to index
      %a = tensor.extract %table[%at, %c0] : tensor<?x2xT>
      %b = tensor.extract %table[%at, %c1] : tensor<?x2xT>
      %av = arith.mulf %a, %v : T
      %t = math.tanh %av : T
      %bt = arith.addf %b, %t : T"""

# A branch whose other side must not be computed for the lanes that it is not for, functions, rows of a matrix.
NORMALIZE = """
func.func @f(%x: tensor<?x3xT>) -> tensor<?x3xT> {
COMMON
  %n = tensor.dim %x, %c0 : tensor<?x3xT>
  %empty = tensor.empty(%n) : tensor<?x3xT>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%out = %empty) -> tensor<?x3xT> {
    %a = tensor.extract %x[%i, %c0] : tensor<?x3xT>
    %b = tensor.extract %x[%i, %c1] : tensor<?x3xT>
    %c = tensor.extract %x[%i, %c2] : tensor<?x3xT>
    %aa = arith.mulf %a, %a : T
    %bb = arith.mulf %b, %b : T
    %cc = arith.mulf %c, %c : T
    %ab = arith.addf %aa, %bb : T
    %s = arith.addf %ab, %cc : T
    %is = arith.cmpf ogt, %s, %zero : T
    %r:3 = scf.if %is -> (T, T, T) {
      %norm = math.sqrt %s : T
      %sin = math.sin %norm : T
      %p = arith.divf %a, %norm : T
      %q = arith.divf %b, %norm : T
      %e = math.exp %p : T
      %k = arith.mulf %c, %sin : T
      %l = arith.addf %k, %e : T
      %m = arith.mulf %l, %q : T
      scf.yield %p, %l, %m : T, T, T
    } else {
      scf.yield %one, %a, %zero : T, T, T
    }
    %o1 = tensor.insert %r#0 into %out[%i, %c0] : tensor<?x3xT>
    %o2 = tensor.insert %r#1 into %o1[%i, %c1] : tensor<?x3xT>
    %o3 = tensor.insert %r#2 into %o2[%i, %c2] : tensor<?x3xT>
    scf.yield %o3 : tensor<?x3xT>
  }
  return %all : tensor<?x3xT>
}
"""

# Data say what is read, and whether: where the index is negative there is nothing to read.
LOOK_UP = """
func.func @f(%table: tensor<?x2xT>, %where: tensor<?xi32>, %w: tensor<?xT>) -> (tensor<?xT>, tensor<?xi32>) {
COMMON
  %no = arith.constant 0 : i32
  %n = tensor.dim %w, %c0 : tensor<?xT>
  %empty = tensor.empty(%n) : tensor<?xT>
  %empty_i = tensor.empty(%n) : tensor<?xi32>
  %all:2 = scf.for %i = %c0 to %n step %c1 iter_args(%out = %empty, %signs = %empty_i) -> (tensor<?xT>, tensor<?xi32>) {
    %k = tensor.extract %where[%i] : tensor<?xi32>
    %v = tensor.extract %w[%i] : tensor<?xT>
    %has = arith.cmpi sge, %k, %no : i32
    %y:2 = scf.if %has -> (T, i32) {
READ
      %z = math.cos %bt : T
      %k_float = arith.sitofp %k : i32 to T
      %zk = arith.addf %z, %k_float : T
      %seven = arith.constant 7 : i32
      %q = arith.divsi %seven, %k : i32
      scf.yield %zk, %q : T, i32
    } else {
      scf.yield %v, %k : T, i32
    }
    %o = tensor.insert %y#0 into %out[%i] : tensor<?xT>
    %s = tensor.insert %y#1 into %signs[%i] : tensor<?xi32>
    scf.yield %o, %s : tensor<?xT>, tensor<?xi32>
  }
  return %all#0, %all#1 : tensor<?xT>, tensor<?xi32>
}
"""

# Inner loops: one of a known number of trips, one of a number that is an argument.
ITERATE = """
func.func @f(%x: tensor<?xT>, %steps: index) -> tensor<?x2xT> {
COMMON
  %n = tensor.dim %x, %c0 : tensor<?xT>
  %empty = tensor.empty(%n) : tensor<?x2xT>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%out = %empty) -> tensor<?x2xT> {
    %a = tensor.extract %x[%i] : tensor<?xT>
    %r:2 = scf.for %t = %c0 to %steps step %c1 iter_args(%p = %a, %q = %one) -> (T, T) {
      %pp = arith.mulf %p, %q : T
      %s = math.sin %pp : T
      %up = arith.cmpf ogt, %s, %q : T
      %pn = arith.select %up, %s, %p : T
      %qn = arith.addf %q, %s : T
      scf.yield %pn, %qn : T, T
    }
    %z = scf.for %t = %c0 to %c3 step %c1 iter_args(%p = %r#0) -> T {
      %t_int = arith.index_cast %t : index to i32
      %t_float = arith.sitofp %t_int : i32 to T
      %pt = arith.addf %p, %t_float : T
      %e = math.log1p %pt : T
      %f = math.absf %e : T
      scf.yield %f : T
    }
    %o = tensor.insert %z into %out[%i, %c0] : tensor<?x2xT>
    %o2 = tensor.insert %r#1 into %o[%i, %c1] : tensor<?x2xT>
    scf.yield %o2 : tensor<?x2xT>
  }
  return %all : tensor<?x2xT>
}
"""

# Steps of two from one, functions that no vector code has, and neighbours under a branch.
STEPS = """
func.func @f(%x: tensor<?xT>, %y: tensor<?xT>) -> tensor<?xT> {
COMMON
  %n = tensor.dim %x, %c0 : tensor<?xT>
  %first = arith.constant 2.5 : T
  %empty = tensor.empty(%n) : tensor<?xT>
  %start = linalg.fill ins(%zero : T) outs(%empty : tensor<?xT>) -> tensor<?xT>
  %all = scf.for %i = %c1 to %n step %c2 iter_args(%out = %start) -> tensor<?xT> {
    %a = tensor.extract %x[%i] : tensor<?xT>
    %b = tensor.extract %y[%i] : tensor<?xT>
    %p = math.atan2 %a, %b : T
    %q = math.expm1 %p : T
    %r = math.cbrt %q : T
    %aa = math.absf %a : T
    %s = math.powf %aa, %r : T
    %t = math.erf %s : T
    %c = math.clampf %t to [%half, %first] : T
    %o = tensor.insert %c into %out[%i] : tensor<?xT>
    scf.yield %o : tensor<?xT>
  }
  return %all : tensor<?xT>
}
"""

STORE_IN_BRANCH = """
func.func @f(%x: tensor<?xT>, %y: tensor<?xT>) -> tensor<?xT> {
COMMON
  %n = tensor.dim %x, %c0 : tensor<?xT>
  %empty = tensor.empty(%n) : tensor<?xT>
  %start = linalg.fill ins(%half : T) outs(%empty : tensor<?xT>) -> tensor<?xT>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%out = %start) -> tensor<?xT> {
    %a = tensor.extract %x[%i] : tensor<?xT>
    %up = arith.cmpf ogt, %a, %zero : T
    %next = scf.if %up -> tensor<?xT> {
      %b = tensor.extract %y[%i] : tensor<?xT>
      %e = math.exp %a : T
      %s = math.sin %e : T
      %c = arith.divf %s, %b : T
      %o = tensor.insert %c into %out[%i] : tensor<?xT>
      scf.yield %o : tensor<?xT>
    } else {
      scf.yield %out : tensor<?xT>
    }
    scf.yield %next : tensor<?xT>
  }
  return %all : tensor<?xT>
}
"""

# A block of neighbours for each trip, made of a row of neighbours that data choose. What is written is read in between,
# at a place that data choose too, and a branch writes one of the elements.
BLOCKS = """
func.func @f(%x: tensor<?x7xT>, %where: tensor<?xi32>) -> tensor<?x2x5xT> {
COMMON
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %n = tensor.dim %where, %c0 : tensor<?xi32>
  %empty = tensor.empty(%n) : tensor<?x2x5xT>
  %start = linalg.fill ins(%half : T) outs(%empty : tensor<?x2x5xT>) -> tensor<?x2x5xT>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%out = %start) -> tensor<?x2x5xT> {
    %k = tensor.extract %where[%i] : tensor<?xi32>
    %at = arith.index_cast %k : i32 to index
    %x0 = tensor.extract %x[%at, %c0] : tensor<?x7xT>
    %x1 = tensor.extract %x[%at, %c1] : tensor<?x7xT>
    %x2 = tensor.extract %x[%at, %c2] : tensor<?x7xT>
    %s = math.sin %x0 : T
    %x6 = tensor.extract %x[%at, %c6] : tensor<?x7xT>
    %x4 = tensor.extract %x[%at, %c4] : tensor<?x7xT>
    %x5 = tensor.extract %x[%at, %c5] : tensor<?x7xT>
    %x3 = tensor.extract %x[%at, %c3] : tensor<?x7xT>
    %a = arith.mulf %x1, %x2 : T
    %t = math.tanh %x4 : T
    %b = arith.addf %a, %t : T
    %c = arith.mulf %x5, %x6 : T
    %d = math.exp %x3 : T
    %o0 = tensor.insert %s into %out[%i, %c0, %c3] : tensor<?x2x5xT>
    %o1 = tensor.insert %a into %o0[%i, %c0, %c2] : tensor<?x2x5xT>
    %o2 = tensor.insert %b into %o1[%i, %c1, %c0] : tensor<?x2x5xT>
    %o3 = tensor.insert %c into %o2[%i, %c0, %c4] : tensor<?x2x5xT>
    %o4 = tensor.insert %d into %o3[%i, %c1, %c1] : tensor<?x2x5xT>
    %seen = tensor.extract %o4[%i, %c0, %at] : tensor<?x2x5xT>
    %e = arith.mulf %seen, %x0 : T
    %f = arith.addf %e, %d : T
    %g = arith.subf %f, %x6 : T
    %o5 = tensor.insert %e into %o4[%i, %c0, %c0] : tensor<?x2x5xT>
    %o6 = tensor.insert %f into %o5[%i, %c0, %c1] : tensor<?x2x5xT>
    %up = arith.cmpf ogt, %x0, %zero : T
    %o7 = scf.if %up -> tensor<?x2x5xT> {
      %h = math.cos %g : T
      %o = tensor.insert %h into %o6[%i, %c0, %at] : tensor<?x2x5xT>
      scf.yield %o : tensor<?x2x5xT>
    } else {
      scf.yield %o6 : tensor<?x2x5xT>
    }
    %o8 = tensor.insert %g into %o7[%i, %c0, %c2] : tensor<?x2x5xT>
    %o9 = tensor.insert %x6 into %o8[%i, %c1, %c3] : tensor<?x2x5xT>
    %o10 = tensor.insert %half into %o9[%i, %c1, %c2] : tensor<?x2x5xT>
    %o11 = tensor.insert %x3 into %o10[%i, %c1, %c4] : tensor<?x2x5xT>
    scf.yield %o11 : tensor<?x2x5xT>
  }
  return %all : tensor<?x2x5xT>
}
"""

# Two branches on one condition, what one reads is not there for the other side, and sums, rows and a loop between them.
_TWICE = """
func.func @f(%table: tensor<?x2xT>, %where: tensor<?xi32>, %w: tensor<?xT>)
    -> (tensor<?x3xT>, tensor<?xi32>, tensor<6xT>) {
COMMON
  %no = arith.constant 0 : i32
  %n = tensor.dim %w, %c0 : tensor<?xT>
  %empty = tensor.empty(%n) : tensor<?x3xT>
  %empty_i = tensor.empty(%n) : tensor<?xi32>
  %none = arith.constant dense<0.0> : tensor<6xT>
  %all:3 = scf.for %i = %c0 to %n step %c1 iter_args(%out = %empty, %signs = %empty_i, %sums = %none)
      -> (tensor<?x3xT>, tensor<?xi32>, tensor<6xT>) {
    %k = tensor.extract %where[%i] : tensor<?xi32>
    %v = tensor.extract %w[%i] : tensor<?xT>
    %is = arith.cmpi COMPARE, %k, %no : i32
    %y:2 = scf.if %is -> (T, i32) {
FIRST
    %z = scf.for %t = %c0 to %c3 step %c1 iter_args(%q = %y#0) -> T {
      %s = math.sin %q : T
      %next = arith.addf %s, %v : T
      scf.yield %next : T
    }
    %u:2 = scf.if %is -> (T, tensor<6xT>) {
SECOND
    %o1 = tensor.insert %y#0 into %out[%i, %c0] : tensor<?x3xT>
    %o2 = tensor.insert %u#0 into %o1[%i, %c1] : tensor<?x3xT>
    %o3 = tensor.insert %z into %o2[%i, %c2] : tensor<?x3xT>
    %i1 = tensor.insert %y#1 into %signs[%i] : tensor<?xi32>
    scf.yield %o3, %i1, %u#1 : tensor<?x3xT>, tensor<?xi32>, tensor<6xT>
  }
  return %all#0, %all#1, %all#2 : tensor<?x3xT>, tensor<?xi32>, tensor<6xT>
}
"""
_HAS = """
READ
      %r = math.cos %bt : T
      %seven = arith.constant 7 : i32
      %d = arith.remsi %seven, %k : i32
      scf.yield %r, %d : T, i32"""
_HAS_NOT = """
      scf.yield %v, %k : T, i32"""
_ADDS = """
      %at = arith.index_cast %k : i32 to index
      %e = math.exp %v : T
      %a = tensor.extract %table[%at, %c0] : tensor<?x2xT>
      %f = arith.mulf %a, %e : T
      %g = arith.addf %f, %z : T
      %old = tensor.extract %sums[%at] : tensor<6xT>
      %new = arith.addf %old, %g : T
      %more = tensor.insert %new into %sums[%at] : tensor<6xT>
      scf.yield %f, %more : T, tensor<6xT>"""
_ADDS_NOT = """
      %h = arith.mulf %z, %half : T
      scf.yield %h, %sums : T, tensor<6xT>"""


def _sides(one: str, other: str) -> str:
    return f"{one}\n    }} else {{{other}\n    }}"


TWICE = (
    _TWICE.replace("COMPARE", "sgt")
    .replace("FIRST", _sides(_HAS, _HAS_NOT))
    .replace("SECOND", _sides(_ADDS, _ADDS_NOT))
)
OTHER_SIDE = (
    _TWICE.replace("COMPARE", "sle")
    .replace("FIRST", _sides(_HAS_NOT, _HAS))
    .replace("SECOND", _sides(_ADDS_NOT, _ADDS))
)

# Sums that a loop carries: of several terms, with the sum on either side, and one that goes down.
SUMS = """
func.func @f(%x: tensor<?xT>, %n: index) -> (T, T) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : T
  %one = arith.constant 1.0 : T
  %two = arith.constant 2.0 : T
  %small = arith.constant 0.0625 : T
  %m = tensor.dim %x, %c0 : tensor<?xT>
  %all:2 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %one, %less = %two) -> (T, T) {
    %k = arith.index_cast %i : index to i32
    %whole = arith.sitofp %k : i32 to T
    %t = arith.mulf %whole, %small : T
    %p:2 = scf.for %j = %c0 to %m step %c1 iter_args(%fit = %zero, %power = %one) -> (T, T) {
      %c = tensor.extract %x[%j] : tensor<?xT>
      %term = arith.mulf %c, %power : T
      %more = arith.addf %fit, %term : T
      %higher = arith.mulf %power, %t : T
      scf.yield %more, %higher : T, T
    }
    %sine = math.sin %p#0 : T
    %next = arith.addf %sum, %sine : T
    %again = arith.addf %t, %next : T
    %down = arith.subf %less, %p#0 : T
    scf.yield %again, %down : T, T
  }
  return %all#0, %all#1 : T, T
}
"""

PROGRAMS = {
    "sums": SUMS,
    "normalize": NORMALIZE,
    "look_up": LOOK_UP,
    "iterate": ITERATE,
    "steps": STEPS,
    "store_in_branch": STORE_IN_BRANCH,
    "blocks": BLOCKS,
    "twice": TWICE,
    "other_side": OTHER_SIDE,
}


def program(name: str, float_type: str) -> str:
    return (
        PROGRAMS[name]
        .replace("COMMON", COMMON)
        .replace("READ", READ)
        .replace("xT>", f"x{float_type}>")
        .replace(" T", f" {float_type}")
        .replace("(T", f"({float_type}")
    )
