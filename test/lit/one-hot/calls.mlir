// RUN: lagrad-opt %s --lagrad-propagate-one-hot --canonicalize --cse --split-input-file | FileCheck %s

// A function that is not inlined gets a version for a one-hot argument: the element and its indices. What it gives is one
// row, with which the next call works. Of the factor, that one row is passed.
// CHECK-LABEL: func.func @twice(
// CHECK-SAME:    %[[V:.*]]: f64, %[[I:.*]]: index, %[[J:.*]]: index, %[[W:.*]]: tensor<5x5xf64>)
// CHECK:         %[[FACTOR:.*]] = tensor.extract_slice %[[W]][%[[J]], 0] [1, 5]
// CHECK:         %[[ROW:.*]] = call @times_one_hot(%[[V]], %[[FACTOR]], %[[I]], %[[J]]) : (f64, tensor<5xf64>, index, index) -> tensor<5xf64>
// CHECK:         %[[NEXT:.*]] = call @times_one_hot_0(%[[ROW]], %[[W]], %[[I]]) : (tensor<5xf64>, tensor<5x5xf64>, index) -> tensor<5xf64>
// CHECK:         tensor.insert_slice %[[NEXT]] into %{{.*}}[%[[I]], 0]
// CHECK-LABEL: func.func private @times_one_hot(
// CHECK-SAME:    attributes {no_inline}
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel"]
// CHECK-LABEL: func.func private @times_one_hot_0(
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
func.func private @times(%x: tensor<4x5xf64>, %w: tensor<5x5xf64>) -> tensor<4x5xf64> attributes {no_inline} {
  %z = arith.constant dense<0.0> : tensor<4x5xf64>
  %r = linalg.matmul ins(%x, %w : tensor<4x5xf64>, tensor<5x5xf64>) outs(%z : tensor<4x5xf64>) -> tensor<4x5xf64>
  return %r : tensor<4x5xf64>
}
func.func @twice(%v: f64, %i: index, %j: index, %w: tensor<5x5xf64>) -> tensor<4x5xf64> {
  %z = arith.constant dense<0.0> : tensor<4x5xf64>
  %x = tensor.insert %v into %z[%i, %j] : tensor<4x5xf64>
  %a = call @times(%x, %w) : (tensor<4x5xf64>, tensor<5x5xf64>) -> tensor<4x5xf64>
  %b = call @times(%a, %w) : (tensor<4x5xf64>, tensor<5x5xf64>) -> tensor<4x5xf64>
  return %b : tensor<4x5xf64>
}

// -----

// The pullback of a row, called for each: one is not zero, so one is called.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[V:.*]]: f64, %[[I:.*]]: index, %[[J:.*]]: index, %[[XS:.*]]: tensor<5x6xf64>)
// CHECK-NOT:     scf.for
// CHECK:         %[[E:.*]] = call @pullback_one_hot(%{{.*}}, %[[V]], %[[J]]) : (f64, f64, index) -> f64
// CHECK:         tensor.insert %[[E]] into %{{.*}}[%[[I]], %[[J]]]
// CHECK-LABEL: func.func private @pullback_one_hot(
// CHECK:         math.sin {{.*}} : f64
func.func private @pullback(%x: tensor<6xf64>, %ct: tensor<6xf64>) -> tensor<6xf64> attributes {no_inline} {
  %a = math.sin %x : tensor<6xf64>
  %p = arith.mulf %a, %ct : tensor<6xf64>
  return %p : tensor<6xf64>
}
func.func @rows(%v: f64, %i: index, %j: index, %xs: tensor<5x6xf64>) -> tensor<5x6xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %z = arith.constant dense<0.0> : tensor<5x6xf64>
  %ct = tensor.insert %v into %z[%i, %j] : tensor<5x6xf64>
  %r = scf.for %p = %c0 to %c5 step %c1 iter_args(%a = %z) -> tensor<5x6xf64> {
    %x = tensor.extract_slice %xs[%p, 0] [1, 6] [1, 1] : tensor<5x6xf64> to tensor<6xf64>
    %y = tensor.extract_slice %ct[%p, 0] [1, 6] [1, 1] : tensor<5x6xf64> to tensor<6xf64>
    %g = func.call @pullback(%x, %y) : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64>
    %b = tensor.insert_slice %g into %a[%p, 0] [1, 6] [1, 1] : tensor<6xf64> into tensor<5x6xf64>
    scf.yield %b : tensor<5x6xf64>
  }
  return %r : tensor<5x6xf64>
}

// -----

// A function that makes one nonzero element gives that and its place.
// CHECK-LABEL: func.func @of_made(
// CHECK:         %[[MADE:.*]]:2 = call @made_one_hot(%{{.*}}, %{{.*}}) : (f64, index) -> (f64, index)
// CHECK:         %[[E:.*]] = tensor.extract %{{.*}}[%[[MADE]]#1] : tensor<6xf64>
// CHECK:         arith.mulf %[[MADE]]#0, %[[E]] : f64
func.func private @made(%v: f64, %at: tensor<4xindex>) -> tensor<6xf64> attributes {no_inline} {
  %c2 = arith.constant 2 : index
  %z = arith.constant dense<0.0> : tensor<6xf64>
  %i = tensor.extract %at[%c2] : tensor<4xindex>
  %x = tensor.insert %v into %z[%i] : tensor<6xf64>
  return %x : tensor<6xf64>
}
func.func @of_made(%v: f64, %at: tensor<4xindex>, %w: tensor<6xf64>) -> tensor<6xf64> {
  %x = call @made(%v, %at) : (f64, tensor<4xindex>) -> tensor<6xf64>
  %y = arith.mulf %x, %w : tensor<6xf64>
  return %y : tensor<6xf64>
}

// -----

// Kept whole: the derivative of @opaque is not what its body says, @outside has none, and nothing of @dense gets shorter.
// CHECK-LABEL: func.func @whole(
// CHECK-DAG:     call @opaque(%{{.*}}) : (tensor<6xf64>) -> tensor<6xf64>
// CHECK-DAG:     call @outside(%{{.*}}) : (tensor<6xf64>) -> tensor<6xf64>
// CHECK-DAG:     call @dense(%{{.*}}) : (tensor<6xf64>) -> tensor<6xf64>
// CHECK:         return
// CHECK-NOT:   _one_hot
func.func private @outside(tensor<6xf64>) -> tensor<6xf64>
func.func private @opaque_pullback(%x: tensor<6xf64>, %ct: tensor<6xf64>) -> tensor<6xf64> {
  return %ct : tensor<6xf64>
}
func.func private @opaque(%x: tensor<6xf64>) -> tensor<6xf64> attributes {no_inline, lagrad.custom_pullback = @opaque_pullback} {
  %y = math.floor %x : tensor<6xf64>
  return %y : tensor<6xf64>
}
func.func private @dense(%x: tensor<6xf64>) -> tensor<6xf64> attributes {no_inline} {
  %y = math.exp %x : tensor<6xf64>
  return %y : tensor<6xf64>
}
func.func @whole(%v: f64, %i: index) -> (tensor<6xf64>, tensor<6xf64>, tensor<6xf64>) {
  %z = arith.constant dense<0.0> : tensor<6xf64>
  %x = tensor.insert %v into %z[%i] : tensor<6xf64>
  %a = call @opaque(%x) : (tensor<6xf64>) -> tensor<6xf64>
  %b = call @outside(%x) : (tensor<6xf64>) -> tensor<6xf64>
  %c = call @dense(%x) : (tensor<6xf64>) -> tensor<6xf64>
  return %a, %b, %c : tensor<6xf64>, tensor<6xf64>, tensor<6xf64>
}

// -----

// A function that calls itself: the inner call gets its tensor whole.
// CHECK-LABEL: func.func private @power(
// CHECK-LABEL: func.func @recursive(
// CHECK:         call @power_one_hot(
// CHECK-LABEL: func.func private @power_one_hot(
// CHECK:           func.call @power(%{{.*}}) : (tensor<6xf64>, tensor<6xf64>, index) -> tensor<6xf64>
// CHECK-NOT:     arith.mulf {{.*}} tensor<6xf64>
func.func private @power(%x: tensor<6xf64>, %w: tensor<6xf64>, %n: index) -> tensor<6xf64> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = arith.mulf %x, %w : tensor<6xf64>
  %more = arith.cmpi sgt, %n, %c0 : index
  %r = scf.if %more -> tensor<6xf64> {
    %m = arith.subi %n, %c1 : index
    %s = func.call @power(%y, %w, %m) : (tensor<6xf64>, tensor<6xf64>, index) -> tensor<6xf64>
    scf.yield %s : tensor<6xf64>
  } else {
    scf.yield %y : tensor<6xf64>
  }
  return %r : tensor<6xf64>
}
func.func @recursive(%v: f64, %i: index, %w: tensor<6xf64>, %n: index) -> tensor<6xf64> {
  %z = arith.constant dense<0.0> : tensor<6xf64>
  %x = tensor.insert %v into %z[%i] : tensor<6xf64>
  %r = call @power(%x, %w, %n) : (tensor<6xf64>, tensor<6xf64>, index) -> tensor<6xf64>
  return %r : tensor<6xf64>
}

// -----

// Of what a call gives one element is read: a version gives that, and nothing of what nobody reads.
// CHECK-LABEL: func.func @read(
// CHECK-SAME:    %[[V:.*]]: f64, %[[I:.*]]: index, %[[X:.*]]: tensor<6xf64>)
// CHECK:         %[[READ:.*]] = tensor.extract %[[X]][%[[I]]]
// CHECK:         %[[E:.*]] = call @both_in_part(%[[READ]], %[[I]]) : (f64, index) -> f64
// CHECK:         arith.mulf %[[V]], %[[E]] : f64
// CHECK-LABEL: func.func private @both_in_part(
// CHECK-NOT:     math.cos
// CHECK:         math.exp {{.*}} : f64
func.func private @both(%x: tensor<6xf64>) -> (tensor<6xf64>, tensor<6xf64>) attributes {no_inline} {
  %c = math.cos %x : tensor<6xf64>
  %e = math.exp %x : tensor<6xf64>
  return %c, %e : tensor<6xf64>, tensor<6xf64>
}
func.func @read(%v: f64, %i: index, %x: tensor<6xf64>) -> tensor<6xf64> {
  %z = arith.constant dense<0.0> : tensor<6xf64>
  %ct = tensor.insert %v into %z[%i] : tensor<6xf64>
  %both:2 = call @both(%x) : (tensor<6xf64>) -> (tensor<6xf64>, tensor<6xf64>)
  %r = arith.mulf %ct, %both#1 : tensor<6xf64>
  return %r : tensor<6xf64>
}
