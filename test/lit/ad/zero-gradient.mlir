// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: f64, %y: f32, %z: tensor<?xf64>) -> f64 {
  %0 = math.sin %x : f64
  return %0 : f64
}

// What the result does not depend on has the gradient zero, in its own type and size.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %{{.*}}: f64, %{{.*}}: f32, %[[Z:.*]]: tensor<?xf64>, %{{.*}}: f64)
// CHECK-DAG:     %[[ZERO64:.*]] = arith.constant 0.0{{.*}} : f64
// CHECK-DAG:     %[[ZERO32:.*]] = arith.constant 0.0{{.*}} : f32
// CHECK:         %[[DIM:.*]] = tensor.dim %[[Z]]
// CHECK:         %[[EMPTY:.*]] = tensor.empty(%[[DIM]])
// CHECK:         %[[DZ:.*]] = linalg.fill ins(%[[ZERO64]] : f64) outs(%[[EMPTY]]
// CHECK:         return %[[ZERO32]], %[[DZ]] : f32, tensor<?xf64>
func.func private @df(f64, f32, tensor<?xf64>, f64) -> (f32, tensor<?xf64>)
    attributes {lagrad.pullback = @f, lagrad.wrt = [1, 2]}
