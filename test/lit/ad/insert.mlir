// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: tensor<4xf64>, %v: f64, %i: index) -> tensor<4xf64> {
  %0 = tensor.insert %v into %x[%i] : tensor<4xf64>
  return %0 : tensor<4xf64>
}

// The inserted scalar has the element's cotangent; the element that it replaced has none.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %{{.*}}: tensor<4xf64>, %{{.*}}: f64, %[[I:.*]]: index, %[[CT:.*]]: tensor<4xf64>)
// CHECK:         %[[ZERO:.*]] = arith.constant 0.0
// CHECK-DAG:     %[[DV:.*]] = tensor.extract %[[CT]][%[[I]]]
// CHECK-DAG:     %[[DX:.*]] = tensor.insert %[[ZERO]] into %[[CT]][%[[I]]]
// CHECK:         return %[[DX]], %[[DV]]
func.func private @df(tensor<4xf64>, f64, index, tensor<4xf64>) -> (tensor<4xf64>, f64)
    attributes {lagrad.pullback = @f}
