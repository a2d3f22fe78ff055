// RUN: lagrad-opt %s --lagrad-align-while | FileCheck %s

// The regions of the loop get the same values in the same order; the tensor that only the condition reads is passed on.
// CHECK-LABEL: func.func @order(
// CHECK:         %[[R:.*]]:3 = scf.while (%[[I:.*]] = %{{.*}}, %[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}}) : (index, tensor<4xf64>, tensor<2xf64>) -> (index, tensor<4xf64>, tensor<2xf64>)
// CHECK:           scf.condition(%{{.*}}) %[[I]], %[[A]], %[[B]]
// CHECK:         ^bb0(%[[J:.*]]: index, %[[C:.*]]: tensor<4xf64>, %{{.*}}: tensor<2xf64>):
// CHECK:           %[[NEXT:.*]] = arith.addi %[[J]]
// CHECK:           tensor.insert %{{.*}} into %[[C]]
// CHECK:         return %[[R]]#1, %[[R]]#0
func.func @order(%x: tensor<4xf64>, %y: tensor<2xf64>, %n: index) -> (tensor<4xf64>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = scf.while (%i = %c0, %a = %x, %b = %y) : (index, tensor<4xf64>, tensor<2xf64>) -> (tensor<4xf64>, index) {
    %v = tensor.extract %b[%c0] : tensor<2xf64>
    %c = arith.cmpf olt, %v, %zero : f64
    scf.condition(%c) %a, %i : tensor<4xf64>, index
  } do {
  ^bb0(%a: tensor<4xf64>, %i: index):
    %j = arith.addi %i, %c1 : index
    %b = tensor.insert %zero into %a[%i] : tensor<4xf64>
    scf.yield %j, %b, %y : index, tensor<4xf64>, tensor<2xf64>
  }
  return %r#0, %r#1 : tensor<4xf64>, index
}

// More values than the loop carries have no places.
// CHECK-LABEL: func.func @more(
// CHECK:         scf.while (%{{.*}} = %{{.*}}) : (tensor<4xf64>) -> (tensor<4xf64>, f64)
func.func @more(%x: tensor<4xf64>, %limit: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %r:2 = scf.while (%a = %x) : (tensor<4xf64>) -> (tensor<4xf64>, f64) {
    %v = tensor.extract %a[%c0] : tensor<4xf64>
    %c = arith.cmpf olt, %v, %limit : f64
    scf.condition(%c) %a, %v : tensor<4xf64>, f64
  } do {
  ^bb0(%a: tensor<4xf64>, %v: f64):
    %b = tensor.insert %limit into %a[%c0] : tensor<4xf64>
    scf.yield %b : tensor<4xf64>
  }
  return %r#1 : f64
}
