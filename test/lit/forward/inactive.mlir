// RUN: lagrad-opt %s --lagrad-default | FileCheck %s

// Where no derivative flows there is no tangent; the independent result has a zero.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: f64, %[[DX:.*]]: f64, %[[Y:.*]]: tensor<?xf64>) -> (f64, tensor<?xf64>)
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.0
// CHECK-DAG:     %[[SIZE:.*]] = tensor.dim %[[Y]]
// CHECK-NOT:     math.exp
// CHECK:         %[[STOPPED:.*]] = "lagrad.stop_gradient"(%[[X]])
// CHECK:         %[[D:.*]] = arith.mulf %[[DX]], %[[STOPPED]]
// CHECK:         %[[EMPTY:.*]] = tensor.empty(%[[SIZE]])
// CHECK:         %[[NONE:.*]] = linalg.fill ins(%[[ZERO]] : f64) outs(%[[EMPTY]] : tensor<?xf64>)
// CHECK:         return %[[D]], %[[NONE]]
func.func @f(%x: f64, %y: tensor<?xf64>) -> (f64, tensor<?xf64>) {
  %0 = "lagrad.stop_gradient"(%x) : (f64) -> f64
  %1 = arith.mulf %x, %0 : f64
  %2 = math.exp %y : tensor<?xf64>
  return %1, %2 : f64, tensor<?xf64>
}
func.func private @df(f64, f64, tensor<?xf64>) -> (f64, tensor<?xf64>) attributes {lagrad.pushforward = @f, lagrad.wrt = [0]}
