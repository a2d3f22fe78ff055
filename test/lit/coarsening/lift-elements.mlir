// Small tensors of which a loop or a branch touches elements only are scalars there.
// RUN: lagrad-opt %s --lagrad-lift-elements --canonicalize --cse | FileCheck %s
// RUN: lagrad-opt %s --lagrad-lift-elements=elements=1 | FileCheck %s --check-prefix=LARGE
// RUN: lagrad-check %s --pipeline=lagrad-coarsened,lagrad-to-llvm

// CHECK-LABEL: func.func @turn(
// CHECK-DAG:     %[[A:.*]] = tensor.extract %{{.*}}[%c0]
// CHECK-DAG:     %[[B:.*]] = tensor.extract %{{.*}}[%c1]
// CHECK:         %[[R:.*]]:2 = scf.for {{.*}} iter_args(%[[X:.*]] = %[[A]], %[[Y:.*]] = %[[B]]) -> (f64, f64) {
// CHECK-NEXT:      %[[Z:.*]] = arith.mulf %[[X]], %[[Y]]
// CHECK-NEXT:      scf.yield %[[Y]], %[[Z]]
// CHECK:         tensor.from_elements %[[R]]#0, %[[R]]#1
// LARGE-LABEL: func.func @turn(
// LARGE:         scf.for {{.*}} -> (tensor<2xf64>)
func.func @turn(%start: tensor<2xf64>, %n: index) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %start) -> tensor<2xf64> {
    %x = tensor.extract %s[%c0] : tensor<2xf64>
    %y = tensor.extract %s[%c1] : tensor<2xf64>
    %z = arith.mulf %x, %y : f64
    %t = tensor.insert %y into %s[%c0] : tensor<2xf64>
    %u = tensor.insert %z into %t[%c1] : tensor<2xf64>
    scf.yield %u : tensor<2xf64>
  }
  return %r : tensor<2xf64>
}
func.func private @pullback(tensor<2xf64>, index, tensor<2xf64>) -> tensor<2xf64> attributes {lagrad.pullback = @turn}

// What a branch gives is scalars too, and the part of a tensor that is none is read where it stands.
// CHECK-LABEL: func.func @choose(
// CHECK-SAME:    %[[C:.*]]: i1, %[[T:.*]]: tensor<4xf64>
// CHECK:         %[[P:.*]] = tensor.extract %[[T]][%c2]
// CHECK:         %[[Q:.*]] = scf.if %[[C]] -> (f64)
// CHECK:         arith.addf %[[P]], %[[Q]]
func.func @choose(%c: i1, %t: tensor<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = tensor.extract_slice %t[1] [2] [1] : tensor<4xf64> to tensor<2xf64>
  %x = tensor.extract %p[%c0] : tensor<2xf64>
  %y = tensor.extract %p[%c1] : tensor<2xf64>
  %r = scf.if %c -> tensor<2xf64> {
    %s = arith.mulf %x, %y : f64
    %u = tensor.from_elements %s, %x : tensor<2xf64>
    scf.yield %u : tensor<2xf64>
  } else {
    %u = tensor.from_elements %x, %y : tensor<2xf64>
    scf.yield %u : tensor<2xf64>
  }
  %a = tensor.extract %r[%c0] : tensor<2xf64>
  %b = arith.addf %y, %a : f64
  return %b : f64
}
func.func private @gradient(i1, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.gradient = @choose}

// An element at a place that only the run knows keeps a tensor as it is.
// CHECK-LABEL: func.func @somewhere(
// CHECK:         scf.for {{.*}} -> (tensor<2xf64>)
func.func @somewhere(%start: tensor<2xf64>, %n: index, %k: index) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %start) -> tensor<2xf64> {
    %x = tensor.extract %s[%k] : tensor<2xf64>
    %z = arith.mulf %x, %x : f64
    %u = tensor.insert %z into %s[%c1] : tensor<2xf64>
    scf.yield %u : tensor<2xf64>
  }
  return %r : tensor<2xf64>
}
