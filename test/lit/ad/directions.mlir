// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @layer(%a: tensor<5x3xf64>, %x: tensor<3xf64>) -> tensor<5xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<5xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<5xf64>) -> tensor<5xf64>
  %y = linalg.matvec ins(%a, %x : tensor<5x3xf64>, tensor<3xf64>) outs(%z : tensor<5xf64>) -> tensor<5xf64>
  %r = math.sin %y : tensor<5xf64>
  return %r : tensor<5xf64>
}

// The primal is computed once; for four directions the product of the matrix and a vector has become one of two matrices.
// CHECK-LABEL: func.func @four(
// CHECK-SAME:    %[[A:.*]]: tensor<5x3xf64>, %[[X:.*]]: tensor<3xf64>, %[[CT:.*]]: tensor<4x5xf64>) -> tensor<4x3xf64>
// CHECK:         %[[Y:.*]] = linalg.generic {{.*}} ["parallel", "reduction"]} ins(%[[A]], %[[X]]
// CHECK:         %[[CTY:.*]] = linalg.generic {{.*}} ["parallel", "parallel"]} ins(%[[Y]], %[[CT]] : tensor<5xf64>, tensor<4x5xf64>)
// CHECK:           math.cos
// CHECK:         linalg.generic {{.*}} ["parallel", "reduction", "parallel"]} ins(%[[A]], %[[CTY]] : tensor<5x3xf64>, tensor<4x5xf64>)
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func private @four(tensor<5x3xf64>, tensor<3xf64>, tensor<4x5xf64>) -> tensor<4x3xf64>
    attributes {lagrad.pullback = @layer, lagrad.wrt = [1], lagrad.vectors = 4}

func.func @power(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f64 {
    %0 = arith.mulf %a, %y : f64
    %1 = math.sin %0 : f64
    scf.yield %1 : f64
  }
  return %r : f64
}

// Tapes and trip counts are those of one direction. What the body does with the directions is one operation.
// CHECK-LABEL: func.func @any_number(
// CHECK-SAME:    %{{.*}}: f64, %{{.*}}: f64, %{{.*}}: index, %{{.*}}: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
// CHECK:         scf.for
// CHECK:           tensor.insert
// CHECK:         scf.for
// CHECK:           %[[ROW:.*]] = tensor.extract
// CHECK:           math.cos
// CHECK-NOT:       math
// CHECK:           linalg.generic {{.*}} ["parallel"]}
// CHECK-NOT:       linalg.generic
// CHECK:           scf.yield
func.func private @any_number(f64, f64, index, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
    attributes {lagrad.pullback = @power, lagrad.vectors = -1}

// A pushforward: the tangents ride along, the primal value does not get a dimension.
// CHECK-LABEL: func.func @forward(
// CHECK:         scf.for {{.*}} -> (f64, tensor<2xf64>)
// CHECK:           math.sin %{{.*}} : f64
// CHECK:           math.cos %{{.*}} : f64
// CHECK:           linalg.generic
// CHECK-NOT:       linalg.generic
// CHECK:           scf.yield
func.func private @forward(f64, tensor<2xf64>, f64, tensor<2xf64>, index) -> tensor<2xf64>
    attributes {lagrad.pushforward = @power, lagrad.vectors = 2}

// A pullback of the user's own takes one direction: the directions take their turns.
func.func private @cube_pullback(%x: f64, %ct: f64) -> f64 {
  %c3 = arith.constant 3.0 : f64
  %0 = arith.mulf %x, %x : f64
  %1 = arith.mulf %0, %c3 : f64
  %2 = arith.mulf %1, %ct : f64
  return %2 : f64
}
func.func @cube(%x: f64) -> f64 attributes {lagrad.custom_pullback = @cube_pullback} {
  %0 = arith.mulf %x, %x : f64
  %1 = arith.mulf %0, %x : f64
  return %1 : f64
}
func.func @calls(%x: f64) -> f64 {
  %0 = func.call @cube(%x) : (f64) -> f64
  %1 = math.exp %0 : f64
  return %1 : f64
}
// CHECK-LABEL: func.func @own(
// CHECK:         scf.for %[[D:.*]] = %c0 to %c2 step %c1
// CHECK:           %[[CT:.*]] = tensor.extract %{{.*}}[%[[D]]]
// CHECK:           call @cube_pullback(%{{.*}}, %[[CT]])
func.func private @own(f64, tensor<2xf64>) -> tensor<2xf64> attributes {lagrad.pullback = @calls, lagrad.vectors = 2}
