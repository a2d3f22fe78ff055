// RUN: lagrad-opt %s --lagrad-convert-stablehlo | FileCheck %s

// Upstream converts an operation on elements; a scalar in a tensor of rank zero becomes a scalar.
// CHECK-LABEL: func.func @elements(
// CHECK:         linalg.generic
// CHECK:           math.tanh
// CHECK-LABEL: func.func @scalars(
// CHECK-NOT:     linalg.generic
// CHECK:         arith.mulf %{{.*}}, %{{.*}} : f32
func.func @elements(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @scalars(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.multiply %x, %x : tensor<f32>
  return %0 : tensor<f32>
}

// A loop that counts is one whose number of iterations is known, and carries no array that it does not change. Its index
// needs no clamping.
// CHECK-LABEL: func.func @counted(
// CHECK-SAME:    %[[X:.*]]: tensor<6xf32>)
// CHECK:         scf.for %[[I:.*]] = %c0 to %c6 step %c1 iter_args(%{{.*}} = %{{.*}}) -> (f32) {
// CHECK-NEXT:      tensor.extract_slice %[[X]][%[[I]]] [1] [1]
// CHECK-NOT:       minsi
func.func @counted(%x: tensor<6xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %six = stablehlo.constant dense<6> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<f32>
  %r:3 = stablehlo.while(%a = %x, %i = %zero, %sum = %start) : tensor<6xf32>, tensor<i32>, tensor<f32>
  cond {
    %c = stablehlo.compare LT, %i, %six : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %part = stablehlo.dynamic_slice %a, %i, sizes = [1] : (tensor<6xf32>, tensor<i32>) -> tensor<1xf32>
    %number = stablehlo.reshape %part : (tensor<1xf32>) -> tensor<f32>
    %more = stablehlo.add %sum, %number : tensor<f32>
    %next = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %a, %next, %more : tensor<6xf32>, tensor<i32>, tensor<f32>
  }
  return %r#2 : tensor<f32>
}

// CHECK-LABEL: func.func @until(
// CHECK:         scf.while (%{{.*}} = %{{.*}}) : (f32) -> f32
// CHECK:           scf.condition
func.func @until(%x: tensor<f32>) -> tensor<f32> {
  %limit = stablehlo.constant dense<10.0> : tensor<f32>
  %r = stablehlo.while(%a = %x) : tensor<f32>
  cond {
    %c = stablehlo.compare LT, %a, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %more = stablehlo.add %a, %a : tensor<f32>
    stablehlo.return %more : tensor<f32>
  }
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @one_of_two(
// CHECK:         scf.if
// CHECK-LABEL: func.func @one_of_one(
// CHECK-NOT:     scf
// CHECK:         return
// The last branch of a case is that of all numbers without one.
// CHECK-LABEL: func.func @one_of_three(
// CHECK-SAME:    %[[X:.*]]: tensor<2xf32>,
// CHECK:         scf.index_switch
// CHECK:         case 0 {
// CHECK-NEXT:      scf.yield %[[X]]
// CHECK:         case 1 {
// CHECK:           math.sin
// CHECK:         default {
// CHECK:           math.cos
func.func @one_of_two(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %r = "stablehlo.if"(%c) ({
    %0 = stablehlo.sine %x : tensor<2xf32>
    stablehlo.return %0 : tensor<2xf32>
  }, {
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @one_of_one(%x: tensor<2xf32>, %k: tensor<i32>) -> tensor<2xf32> {
  %r = "stablehlo.case"(%k) ({
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
func.func @one_of_three(%x: tensor<2xf32>, %k: tensor<i32>) -> tensor<2xf32> {
  %r = "stablehlo.case"(%k) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    %0 = stablehlo.sine %x : tensor<2xf32>
    stablehlo.return %0 : tensor<2xf32>
  }, {
    %0 = stablehlo.cosine %x : tensor<2xf32>
    stablehlo.return %0 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// CHLO's functions are those of math, whose derivative is exact.
// CHECK-LABEL: func.func @functions(
// CHECK:         math.erf %{{.*}} : tensor<4xf64>
// CHECK:         arith.mulf
func.func @functions(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = chlo.erf %x : tensor<4xf64> -> tensor<4xf64>
  %1 = chlo.square %0 : tensor<4xf64> -> tensor<4xf64>
  return %1 : tensor<4xf64>
}

// A window that is not inside the operand is left out.
// CHECK-LABEL: func.func @scatter(
// CHECK-SAME:    %[[INTO:.*]]: tensor<5x4xf32>, %[[AT:.*]]: tensor<3x1xi32>, %[[ROWS:.*]]: tensor<3x4xf32>)
// CHECK:         scf.for %[[I:.*]] = %c0 to %c3 step %c1 iter_args(%[[OUT:.*]] = %[[INTO]])
// CHECK:           %[[ROW:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK:           scf.if
// CHECK-NEXT:        tensor.extract_slice %[[OUT]][%[[ROW]], 0] [1, 4] [1, 1]
// CHECK-NEXT:        tensor.extract_slice %[[ROWS]][%[[I]], 0] [1, 4] [1, 1]
// CHECK:               arith.addf
// CHECK:             tensor.insert_slice
func.func @scatter(%into: tensor<5x4xf32>, %at: tensor<3x1xi32>, %rows: tensor<3x4xf32>) -> tensor<5x4xf32> {
  %r = "stablehlo.scatter"(%into, %at, %rows) <{scatter_dimension_numbers = #stablehlo.scatter<
      update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}

// What is sorted is a permutation; the values are gathered by it.
// CHECK-LABEL: func.func @sort(
// CHECK-SAME:    %[[X:.*]]: tensor<5xf32>)
// CHECK:         arith.cmpf
// CHECK:         linalg.generic
// CHECK:         ^bb0(%[[PLACE:.*]]: index,
// CHECK-NEXT:      tensor.extract %[[X]][%[[PLACE]]]
func.func @sort(%x: tensor<5xf32>) -> tensor<5xf32> {
  %r = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<5xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}
