"""Programs of whole tensors, branches and calls, each with its twin in NumPy and arguments."""

from __future__ import annotations

import numpy as np

RNG = np.random.default_rng(7)


def values(*shape: int) -> np.ndarray:
    return RNG.uniform(-1.0, 1.0, shape)


def _strided(x):
    result = x.copy()
    result[0:6:2, 1:7:2] = x[1:7:2, 0:6:2]
    return result


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
    "strided_slices": (
        """
func.func @f(%x: tensor<8x6xf64>) -> tensor<8x6xf64> {
  %s = tensor.extract_slice %x[1, 0] [3, 3] [2, 2] : tensor<8x6xf64> to tensor<3x3xf64>
  %r = tensor.insert_slice %s into %x[0, 1] [3, 3] [2, 2] : tensor<3x3xf64> into tensor<8x6xf64>
  return %r : tensor<8x6xf64>
}""",
        _strided,
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
