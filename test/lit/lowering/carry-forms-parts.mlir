// RUN: lagrad-opt %s --lagrad-carry-forms --canonicalize | FileCheck %s

// The state stands in front of the input, which each trip puts behind it; what is new goes there at once.
// CHECK-LABEL: func.func @joined(
// CHECK-SAME:    %[[H:[a-z0-9]+]]: tensor<2xf64>,
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<4xf64>
// CHECK:         %[[S:.*]] = tensor.insert_slice %[[H]] into %[[E]][0] [2] [1]
// CHECK:         %[[R:.*]] = scf.for {{.*}} iter_args(%[[A:.*]] = %[[S]]) -> (tensor<4xf64>)
// CHECK:           %[[J:.*]] = tensor.insert_slice %{{.*}} into %[[A]][2] [2] [1]
// CHECK:           %[[N:.*]] = linalg.matvec ins(%{{.*}}, %[[J]]
// CHECK:           %[[B:.*]] = tensor.insert_slice %[[N]] into %[[J]][0] [2] [1]
// CHECK:           scf.yield %[[B]]
// CHECK:         tensor.extract_slice %[[R]][0] [2] [1]
func.func @joined(%h: tensor<2xf64>, %xs: tensor<8x2xf64>, %w: tensor<2x4xf64>, %n: index) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf64>
  %f = tensor.empty() : tensor<2xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %h) -> tensor<2xf64> {
    %x = tensor.extract_slice %xs[%i, 0] [1, 2] [1, 1] : tensor<8x2xf64> to tensor<2xf64>
    %s = tensor.insert_slice %a into %e[0] [2] [1] : tensor<2xf64> into tensor<4xf64>
    %j = tensor.insert_slice %x into %s[2] [2] [1] : tensor<2xf64> into tensor<4xf64>
    %y = linalg.matvec ins(%w, %j : tensor<2x4xf64>, tensor<4xf64>) outs(%f : tensor<2xf64>) -> tensor<2xf64>
    scf.yield %y : tensor<2xf64>
  }
  return %r : tensor<2xf64>
}

// A border is filled before the loop, and stays.
// CHECK-LABEL: func.func @border(
// CHECK:         %[[F:.*]] = linalg.fill
// CHECK:         %[[S:.*]] = tensor.insert_slice %{{.*}} into %[[F]][1] [4] [1]
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %[[S]]) -> (tensor<6xf64>)
// CHECK-NOT:       linalg.fill
// CHECK:           linalg.conv_1d ins(%[[A]],
// CHECK:           tensor.insert_slice %{{.*}} into %[[A]][1] [4] [1]
func.func @border(%x: tensor<4xf64>, %w: tensor<3xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %f = tensor.empty() : tensor<4xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf64> {
    %e = tensor.empty() : tensor<6xf64>
    %z = linalg.fill ins(%zero : f64) outs(%e : tensor<6xf64>) -> tensor<6xf64>
    %p = tensor.insert_slice %a into %z[1] [4] [1] : tensor<4xf64> into tensor<6xf64>
    %y = linalg.conv_1d ins(%p, %w : tensor<6xf64>, tensor<3xf64>) outs(%f : tensor<4xf64>) -> tensor<4xf64>
    scf.yield %y : tensor<4xf64>
  }
  return %r : tensor<4xf64>
}

// A border that an iteration writes to is filled anew: the next one wants what was filled. The place must be the same
// in all iterations.
// CHECK-LABEL: func.func @written(
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (tensor<4xf64>)
// CHECK:           tensor.insert_slice %[[A]] into %{{.*}}[1] [4] [1]
// CHECK:         scf.for {{.*}} -> (tensor<4xf64>)
func.func @written(%x: tensor<4xf64>, %w: tensor<3xf64>, %n: index, %v: f64) -> (tensor<4xf64>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %f = tensor.empty() : tensor<4xf64>
  %e = tensor.empty() : tensor<6xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<6xf64>) -> tensor<6xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf64> {
    %p = tensor.insert_slice %a into %z[1] [4] [1] : tensor<4xf64> into tensor<6xf64>
    %q = tensor.insert %v into %p[%c0] : tensor<6xf64>
    %y = linalg.conv_1d ins(%q, %w : tensor<6xf64>, tensor<3xf64>) outs(%f : tensor<4xf64>) -> tensor<4xf64>
    scf.yield %y : tensor<4xf64>
  }
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf64> {
    %p = tensor.insert_slice %a into %z[%i] [4] [1] : tensor<4xf64> into tensor<6xf64>
    %y = linalg.conv_1d ins(%p, %w : tensor<6xf64>, tensor<3xf64>) outs(%f : tensor<4xf64>) -> tensor<4xf64>
    scf.yield %y : tensor<4xf64>
  }
  return %r, %s : tensor<4xf64>, tensor<4xf64>
}
