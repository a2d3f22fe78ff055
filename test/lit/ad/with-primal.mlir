// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: f64, %n: index) -> (f64, index) {
  %0 = math.exp %x : f64
  return %0, %n : f64, index
}

// The primal's results come first, and what they share with the derivative is computed once.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: f64, %[[N:.*]]: index, %[[CT:.*]]: f64) -> (f64, index, f64) {
// CHECK-NEXT:    %[[E:.*]] = math.exp %[[X]]
// CHECK-NEXT:    %[[DX:.*]] = arith.mulf %[[CT]], %[[E]]
// CHECK-NEXT:    return %[[E]], %[[N]], %[[DX]]
func.func private @df(f64, index, f64) -> (f64, index, f64) attributes {lagrad.pullback = @f, lagrad.with_primal}
