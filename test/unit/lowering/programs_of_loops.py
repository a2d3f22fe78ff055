"""Programs of loops that carry tensors, each with its twin in NumPy and arguments."""

from __future__ import annotations

import numpy as np
from programs_without_loops import values


def repeat(function, times: int, *state):
    for n in range(times):
        state = function(n, *state)
    return state


def rows_doubled(x):
    x = x.copy()
    for i in range(len(x)):
        x[i] = 2.0 * x[i] + (x[i - 1] if i else 0.0)
    return x


def _shifted(x):
    x = x.copy()
    for i in range(4):
        x[i + 1 : i + 3] = x[i : i + 2].copy()
    return x


# name -> (program, its twin, arguments)
PROGRAMS = {
    "fresh_tensor_carried": (
        """
func.func @f(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf64>) {
    %s = math.sin %a : tensor<?xf64>
    %w = arith.addf %s, %x : tensor<?xf64>
    scf.yield %w : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}""",
        lambda x, n: repeat(lambda _, a: (np.sin(a) + x,), n, x)[0],
        (values(5), 4),
    ),
    "recurrent_matvec": (
        """
func.func @f(%w: tensor<?x?xf64>, %h: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %h) -> (tensor<?xf64>) {
    %d = tensor.dim %w, %c0 : tensor<?x?xf64>
    %e = tensor.empty(%d) : tensor<?xf64>
    %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
    %m = linalg.matvec ins(%w, %a : tensor<?x?xf64>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
    %t = math.tanh %m : tensor<?xf64>
    scf.yield %t : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}""",
        lambda w, h, n: repeat(lambda _, a: (np.tanh(w @ a),), n, h)[0],
        (values(4, 4), values(4), 3),
    ),
    "swap": (
        """
func.func @f(%x: tensor<3xf64>, %y: tensor<3xf64>, %n: index) -> (tensor<3xf64>, tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<3xf64>, tensor<3xf64>) {
    scf.yield %b, %a : tensor<3xf64>, tensor<3xf64>
  }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}""",
        lambda x, y, n: repeat(lambda _, a, b: (b, a), n, x, y),
        (values(3), values(3), 5),
    ),
    "rotation_of_three": (
        """
func.func @f(%x: tensor<2xf64>, %y: tensor<2xf64>, %z: tensor<2xf64>, %n: index)
    -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %z)
      -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) {
    %s = arith.addf %a, %b : tensor<2xf64>
    scf.yield %b, %c, %s : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
  }
  return %r#0, %r#1, %r#2 : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
}""",
        lambda x, y, z, n: repeat(lambda _, a, b, c: (b, c, a + b), n, x, y, z),
        (values(2), values(2), values(2), 4),
    ),
    "old_value_yielded": (
        """
func.func @f(%x: tensor<4xf64>, %n: index) -> (tensor<4xf64>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (tensor<4xf64>, tensor<4xf64>) {
    %s = math.exp %a : tensor<4xf64>
    %t = math.sin %s : tensor<4xf64>
    scf.yield %t, %a : tensor<4xf64>, tensor<4xf64>
  }
  return %r#0, %r#1 : tensor<4xf64>, tensor<4xf64>
}""",
        lambda x, n: repeat(lambda _, a, b: (np.sin(np.exp(a)), a), n, x, x),
        (values(4), 3),
    ),
    "read_after_insert": (
        """
func.func @f(%x: tensor<4xf64>) -> (tensor<4xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x, %s = %zero) -> (tensor<4xf64>, f64) {
    %u = tensor.insert %s into %a[%i] : tensor<4xf64>
    %old = tensor.extract %a[%i] : tensor<4xf64>
    %t = arith.addf %s, %old : f64
    scf.yield %u, %t : tensor<4xf64>, f64
  }
  return %r#0, %r#1 : tensor<4xf64>, f64
}""",
        lambda x: (np.concatenate([[0.0], np.cumsum(x)[:-1]]), x.sum()),
        (values(4),),
    ),
    "transposed_update_in_loop": (
        """
func.func @f(%x: tensor<3x3xf64>, %n: index) -> tensor<3x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<3x3xf64>) {
    %e = tensor.empty() : tensor<3x3xf64>
    %t = linalg.generic {
        indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}
        ins(%a, %a : tensor<3x3xf64>, tensor<3x3xf64>) outs(%e : tensor<3x3xf64>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %s = arith.subf %p, %q : f64
      %u = arith.addf %s, %p : f64
      linalg.yield %u : f64
    } -> tensor<3x3xf64>
    scf.yield %t : tensor<3x3xf64>
  }
  return %r : tensor<3x3xf64>
}""",
        lambda x, n: repeat(lambda _, a: (2 * a.T - a,), n, x)[0],
        (values(3, 3), 3),
    ),
    "product_added_to_a_factor": (
        """
func.func @f(%w: tensor<3x3xf64>, %x: tensor<3x3xf64>, %n: index) -> (tensor<3x3xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %s = %zero) -> (tensor<3x3xf64>, f64) {
    %b = linalg.matmul ins(%w, %a : tensor<3x3xf64>, tensor<3x3xf64>) outs(%a : tensor<3x3xf64>) -> tensor<3x3xf64>
    %old = tensor.extract %a[%c0, %c1] : tensor<3x3xf64>
    %new = tensor.extract %b[%c0, %c1] : tensor<3x3xf64>
    %d = arith.subf %new, %old : f64
    %t = arith.addf %s, %d : f64
    scf.yield %b, %t : tensor<3x3xf64>, f64
  }
  return %r#0, %r#1 : tensor<3x3xf64>, f64
}""",
        lambda w, x, n: (y := repeat(lambda _, a: (w @ a + a,), n, x)[0], y[0, 1] - x[0, 1]),
        (values(3, 3), values(3, 3), 4),
    ),
    "rows_in_place": (
        """
func.func @f(%x: tensor<4x3xf64>) -> tensor<4x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> (tensor<4x3xf64>) {
    %row = tensor.extract_slice %a[%i, 0] [1, 3] [1, 1] : tensor<4x3xf64> to tensor<3xf64>
    %two = arith.addf %row, %row : tensor<3xf64>
    %first = arith.cmpi eq, %i, %c0 : index
    %new = scf.if %first -> (tensor<3xf64>) {
      scf.yield %two : tensor<3xf64>
    } else {
      %p = arith.subi %i, %c1 : index
      %before = tensor.extract_slice %a[%p, 0] [1, 3] [1, 1] : tensor<4x3xf64> to tensor<3xf64>
      %sum = arith.addf %two, %before : tensor<3xf64>
      scf.yield %sum : tensor<3xf64>
    }
    %b = tensor.insert_slice %new into %a[%i, 0] [1, 3] [1, 1] : tensor<3xf64> into tensor<4x3xf64>
    scf.yield %b : tensor<4x3xf64>
  }
  return %r : tensor<4x3xf64>
}""",
        rows_doubled,
        (values(4, 3),),
    ),
    "shifted_window": (
        """
func.func @f(%x: tensor<6xf64>) -> tensor<6xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> (tensor<6xf64>) {
    %w = tensor.extract_slice %a[%i] [2] [1] : tensor<6xf64> to tensor<2xf64>
    %n = arith.addi %i, %c1 : index
    %b = tensor.insert_slice %w into %a[%n] [2] [1] : tensor<2xf64> into tensor<6xf64>
    scf.yield %b : tensor<6xf64>
  }
  return %r : tensor<6xf64>
}""",
        _shifted,
        (values(6),),
    ),
    "calls_that_stay": (
        """
func.func @f(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf64>) {
    %b = func.call @wave(%a) : (tensor<?xf64>) -> tensor<?xf64>
    scf.yield %b : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
func.func private @wave(%x: tensor<?xf64>) -> tensor<?xf64> attributes {no_inline} {
  %0 = math.sin %x : tensor<?xf64>
  return %0 : tensor<?xf64>
}""",
        lambda x, n: repeat(lambda _, a: (np.sin(a),), n, x)[0],
        (values(4), 5),
    ),
    "constant_updated_in_loop": (
        """
func.func @f(%n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %start = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %start) -> (tensor<4xf64>) {
    %e = tensor.extract %a[%i] : tensor<4xf64>
    %s = arith.addf %e, %one : f64
    %b = tensor.insert %s into %a[%i] : tensor<4xf64>
    scf.yield %b : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}""",
        lambda n: np.array([1.0, 2.0, 3.0, 4.0]) + (np.arange(4) < n),
        (3,),
    ),
    "grows_in_loop": (
        """
func.func @f(%x: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf64>) {
    %d = tensor.dim %a, %c0 : tensor<?xf64>
    %m = arith.addi %d, %c1 : index
    %g = tensor.generate %m {
    ^bb0(%k: index):
      %inside = arith.cmpi ult, %k, %d : index
      %v = scf.if %inside -> (f64) {
        %e = tensor.extract %a[%k] : tensor<?xf64>
        scf.yield %e : f64
      } else {
        %t = arith.index_cast %i : index to i64
        %v = arith.sitofp %t : i64 to f64
        scf.yield %v : f64
      }
      tensor.yield %v : f64
    } : tensor<?xf64>
    scf.yield %g : tensor<?xf64>
  }
  %d = tensor.dim %r, %c0 : tensor<?xf64>
  %s = scf.for %i = %c0 to %d step %c1 iter_args(%s = %zero) -> (f64) {
    %e = tensor.extract %r[%i] : tensor<?xf64>
    %t = arith.addf %s, %e : f64
    scf.yield %t : f64
  }
  return %s : f64
}""",
        lambda x, n: x.sum() + sum(range(n)),
        (values(3), 4),
    ),
    "while_of_tensor": (
        """
func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %limit = arith.constant 100.0 : f64
  %r = scf.while (%a = %x) : (tensor<3xf64>) -> tensor<3xf64> {
    %e = tensor.extract %a[%c0] : tensor<3xf64>
    %m = math.absf %e : f64
    %c = arith.cmpf olt, %m, %limit : f64
    scf.condition(%c) %a : tensor<3xf64>
  } do {
  ^bb0(%a: tensor<3xf64>):
    %b = arith.addf %a, %a : tensor<3xf64>
    scf.yield %b : tensor<3xf64>
  }
  return %r : tensor<3xf64>
}""",
        lambda x: x * 2.0 ** np.ceil(np.log2(100.0 / abs(x[0]))),
        (values(3),),
    ),
}
