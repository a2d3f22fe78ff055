"""Lowered programs against NumPy, with and without leave to reorder arithmetic."""

from __future__ import annotations

import numpy as np
import pytest

import lagrad

RNG = np.random.default_rng(7)


def values(*shape: int) -> np.ndarray:
    return RNG.uniform(-1.0, 1.0, shape)


def repeat(function, times: int, *state):
    for n in range(times):
        state = function(n, *state)
    return state


def rows_doubled(x):
    x = x.copy()
    for i in range(len(x)):
        x[i] = 2.0 * x[i] + (x[i - 1] if i else 0.0)
    return x


# name -> (program, its twin, arguments)
PROGRAMS = {
    "matmul": (
        """
func.func @f(%a: tensor<3x4xf64>, %b: tensor<4x5xf64>) -> tensor<3x5xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<3x5xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<3x5xf64>) -> tensor<3x5xf64>
  %r = linalg.matmul ins(%a, %b : tensor<3x4xf64>, tensor<4x5xf64>) outs(%z : tensor<3x5xf64>) -> tensor<3x5xf64>
  return %r : tensor<3x5xf64>
}""",
        lambda a, b: a @ b,
        (values(3, 4), values(4, 5)),
    ),
    "matmul_dynamic_accumulating": (
        """
func.func @f(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}""",
        lambda a, b, c: a @ b + c,
        (values(6, 2), values(2, 7), values(6, 7)),
    ),
    "elementwise_chain": (
        """
func.func @f(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = arith.mulf %x, %y : tensor<?xf64>
  %1 = math.sin %0 : tensor<?xf64>
  %2 = arith.addf %1, %x : tensor<?xf64>
  return %2 : tensor<?xf64>
}""",
        lambda x, y: np.sin(x * y) + x,
        (values(9), values(9)),
    ),
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
        lambda x: _shifted(x),
        (values(6),),
    ),
    "strided_slices": (
        """
func.func @f(%x: tensor<8x6xf64>) -> tensor<8x6xf64> {
  %s = tensor.extract_slice %x[1, 0] [3, 3] [2, 2] : tensor<8x6xf64> to tensor<3x3xf64>
  %r = tensor.insert_slice %s into %x[0, 1] [3, 3] [2, 2] : tensor<3x3xf64> into tensor<8x6xf64>
  return %r : tensor<8x6xf64>
}""",
        lambda x: _strided(x),
        (values(8, 6),),
    ),
    "branches_of_tensors": (
        """
func.func @f(%c: i1, %x: tensor<?xf64>, %y: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %r:2 = scf.if %c -> (tensor<?xf64>, tensor<?xf64>) {
    %e = math.exp %x : tensor<?xf64>
    scf.yield %e, %y : tensor<?xf64>, tensor<?xf64>
  } else {
    scf.yield %y, %x : tensor<?xf64>, tensor<?xf64>
  }
  return %r#0, %r#1 : tensor<?xf64>, tensor<?xf64>
}""",
        lambda c, x, y: (np.exp(x), y) if c else (y, x),
        (False, values(4), values(4)),
    ),
    "calls": (
        """
func.func @f(%x: tensor<4xf64>) -> tensor<4xf64> {
  %a = call @square(%x) : (tensor<4xf64>) -> tensor<4xf64>
  %b = call @square(%a) : (tensor<4xf64>) -> tensor<4xf64>
  %c = arith.addf %a, %b : tensor<4xf64>
  return %c : tensor<4xf64>
}
func.func @square(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = arith.mulf %x, %x : tensor<4xf64>
  return %0 : tensor<4xf64>
}""",
        lambda x: x**2 + x**4,
        (values(4),),
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
    "same_result_twice_and_arguments": (
        """
func.func @f(%x: tensor<3xf64>, %s: f64) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, f64, f64) {
  %0 = arith.addf %x, %x : tensor<3xf64>
  return %0, %x, %0, %s, %s : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, f64, f64
}""",
        lambda x, s: (2 * x, x, 2 * x, s, s),
        (values(3), 0.3),
    ),
    "constants": (
        """
func.func @f() -> (tensor<2x2xf64>, tensor<3xi32>, f64, tensor<2x2xf64>) {
  %0 = arith.constant dense<[[1.0, 2.0], [3.0, 0x7FF0000000000000]]> : tensor<2x2xf64>
  %1 = arith.constant dense<7> : tensor<3xi32>
  %2 = arith.constant 0.1 : f64
  return %0, %1, %2, %0 : tensor<2x2xf64>, tensor<3xi32>, f64, tensor<2x2xf64>
}""",
        lambda: (m := np.array([[1.0, 2.0], [3.0, np.inf]]), np.full(3, 7, np.int32), 0.1, m),
        (),
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
    "reshapes": (
        """
func.func @f(%x: tensor<?x6xf64>) -> (tensor<?xf64>, tensor<?x2x3xf64>) {
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<?x6xf64> into tensor<?xf64>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x6xf64>
  %1 = tensor.expand_shape %x [[0], [1, 2]] output_shape [%d, 2, 3] : tensor<?x6xf64> into tensor<?x2x3xf64>
  %2 = arith.negf %1 : tensor<?x2x3xf64>
  return %0, %2 : tensor<?xf64>, tensor<?x2x3xf64>
}""",
        lambda x: (x.reshape(-1), -x.reshape(-1, 2, 3)),
        (values(4, 6),),
    ),
    "reduction_to_scalar": (
        """
func.func @f(%x: tensor<?x?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
      iterator_types = ["reduction", "reduction"]} ins(%x : tensor<?x?xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %o: f64):
    %m = arith.mulf %a, %a : f64
    %t = arith.addf %o, %m : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  %r = tensor.extract %s[] : tensor<f64>
  return %r : f64
}""",
        lambda x: np.sum(x * x),
        (values(7, 5),),
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
    "zero_elements": (
        """
func.func @f(%x: tensor<0xf64>, %y: tensor<?x3xf64>) -> (tensor<0xf64>, tensor<?x3xf64>) {
  %0 = arith.addf %x, %x : tensor<0xf64>
  %1 = arith.addf %y, %y : tensor<?x3xf64>
  return %0, %1 : tensor<0xf64>, tensor<?x3xf64>
}""",
        lambda x, y: (x, y),
        (np.empty(0), np.empty((0, 3))),
    ),
    "stop_gradient_and_unstructured_control_flow": (
        """
func.func @f(%x: f64, %y: f64) -> f64 {
  %s = "lagrad.stop_gradient"(%x) : (f64) -> f64
  %c = arith.cmpf olt, %s, %y : f64
  cf.cond_br %c, ^a, ^b(%y : f64)
^a:
  %m = arith.mulf %x, %y : f64
  cf.br ^b(%m : f64)
^b(%r: f64):
  return %r : f64
}""",
        lambda x, y: x * y if x < y else y,
        (0.25, 0.5),
    ),
    "a case that yields an argument": (
        """func.func @f(%k: index, %x: tensor<2xf64>, %y: tensor<2xf64>) -> tensor<2xf64> {
  %r = scf.index_switch %k -> tensor<2xf64>
  case 0 {
    %0 = math.sin %x : tensor<2xf64>
    scf.yield %0 : tensor<2xf64>
  }
  default {
    scf.yield %x : tensor<2xf64>
  }
  %product = arith.mulf %r, %y : tensor<2xf64>
  return %product : tensor<2xf64>
}""",
        lambda k, x, y: x * y,
        (1, np.array([1.0, 2.0]), np.array([3.0, 4.0])),
    ),
}


def _shifted(x):
    x = x.copy()
    for i in range(4):
        x[i + 1 : i + 3] = x[i : i + 2].copy()
    return x


def _strided(x):
    result = x.copy()
    result[0:6:2, 1:7:2] = x[1:7:2, 0:6:2]
    return result


@pytest.mark.parametrize("pipeline", ["lagrad-to-llvm", "lagrad-to-llvm-strict"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_program(name, pipeline):
    text, twin, arguments = PROGRAMS[name]
    function = lagrad.compile(text, pipeline=pipeline).f
    before = [np.copy(a) for a in arguments]
    got, want = function(*arguments), twin(*arguments)
    if not isinstance(want, tuple):
        got, want = (got,), (want,)
    assert len(got) == len(want)
    for g, w in zip(got, want):
        assert np.shape(g) == np.shape(w)
        np.testing.assert_allclose(g, w, rtol=1e-12, atol=1e-14)
    for a, b in zip(arguments, before):
        np.testing.assert_array_equal(a, b)  # what the caller passes is never written to
    arrays = [a for a in (*got, *arguments) if isinstance(a, np.ndarray)]
    for n, a in enumerate(arrays):
        assert not any(np.may_share_memory(a, b) for b in arrays[:n])
