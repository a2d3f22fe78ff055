// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

// Every variable meets the first one and none else: an arrow. Two directions show it, thanks to symmetry.
func.func @arrow(%x: tensor<5xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<f64>
  %start = tensor.from_elements %zero : tensor<f64>
  %hub = tensor.extract %x[%c0] : tensor<5xf64>
  %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<5xf64>) outs(%start : tensor<f64>) {
  ^bb0(%e: f64, %s: f64):
    %0 = math.exp %e : f64
    %1 = arith.mulf %0, %hub : f64
    %2 = arith.addf %s, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<f64>
  %result = tensor.extract %sum[] : tensor<f64>
  return %result : f64
}

// CHECK-LABEL: func.func @hessian(
// CHECK-DAG:     arith.constant dense<[0, 5, 7, 9, 11, 13]> : tensor<6xi32>
// CHECK-DAG:     arith.constant dense<[0, 1, 2, 3, 4, 0, 1, 0, 2, 0, 3, 0, 4]> : tensor<13xi32>
// CHECK-DAG:     arith.constant dense<[0, 1, 1, 1, 1]> : tensor<5xi32>
// CHECK:         tensor<5x2xf64>
// CHECK-NOT:     tensor<5x5xf64>
func.func private @hessian(tensor<5xf64>) -> (tensor<13xf64>, tensor<13xi32>, tensor<6xi32>)
    attributes {lagrad.hessian = @arrow, lagrad.compressed}
