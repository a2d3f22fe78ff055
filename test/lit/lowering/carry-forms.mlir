// RUN: lagrad-opt %s --lagrad-carry-forms --canonicalize | FileCheck %s

// The sum is kept in the shape in which it is updated.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME:    %[[X:.*]]: tensor<6xf64>,
// CHECK:         %[[W:.*]] = tensor.expand_shape %[[X]] {{\[\[}}0, 1]] output_shape [2, 3]
// CHECK:         %[[R:.*]] = scf.for {{.*}} iter_args(%[[A:.*]] = %[[W]]) -> (tensor<2x3xf64>)
// CHECK-NEXT:      tensor.insert %{{.*}} into %[[A]]
// CHECK-NEXT:      scf.yield
// CHECK:         %[[F:.*]] = tensor.collapse_shape %[[R]] {{\[\[}}0, 1]]
// CHECK:         return %[[F]]
func.func @sum(%x: tensor<6xf64>, %n: index, %v: f64) -> tensor<6xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<6xf64> {
    %wide = tensor.expand_shape %a [[0, 1]] output_shape [2, 3] : tensor<6xf64> into tensor<2x3xf64>
    %new = tensor.insert %v into %wide[%c1, %i] : tensor<2x3xf64>
    %flat = tensor.collapse_shape %new [[0, 1]] : tensor<2x3xf64> into tensor<6xf64>
    scf.yield %flat : tensor<6xf64>
  }
  return %r : tensor<6xf64>
}

// A loop inside another one, the other way round; a size is the one of the tensor that the loop starts from.
// CHECK-LABEL: func.func @nest(
// CHECK:         scf.for {{.*}} -> (tensor<?xf64>)
// CHECK-NEXT:      scf.for {{.*}} -> (tensor<?xf64>)
// CHECK-NEXT:        tensor.insert
// CHECK-NEXT:        scf.yield
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.yield
// CHECK-NEXT:    }
// CHECK:         tensor.expand_shape
func.func @nest(%x: tensor<?x1xf64>, %n: index, %v: f64) -> tensor<?x1xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?x1xf64> {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> tensor<?x1xf64> {
      %flat = tensor.collapse_shape %b [[0, 1]] : tensor<?x1xf64> into tensor<?xf64>
      %new = tensor.insert %v into %flat[%j] : tensor<?xf64>
      %d = tensor.dim %b, %c0 : tensor<?x1xf64>
      %wide = tensor.expand_shape %new [[0, 1]] output_shape [%d, 1] : tensor<?xf64> into tensor<?x1xf64>
      scf.yield %wide : tensor<?x1xf64>
    }
    scf.yield %s : tensor<?x1xf64>
  }
  return %r : tensor<?x1xf64>
}

// Which two sizes make up one that is not known stays open.
// CHECK-LABEL: func.func @open(
// CHECK:         scf.for {{.*}} -> (tensor<?xf64>)
func.func @open(%x: tensor<?xf64>, %n: index, %m: index, %v: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<?xf64> {
    %wide = tensor.expand_shape %a [[0, 1]] output_shape [%m, 3] : tensor<?xf64> into tensor<?x3xf64>
    %new = tensor.insert %v into %wide[%c1, %c0] : tensor<?x3xf64>
    %flat = tensor.collapse_shape %new [[0, 1]] : tensor<?x3xf64> into tensor<?xf64>
    scf.yield %flat : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
