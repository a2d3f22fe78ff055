// RUN: lagrad-opt %s --lagrad-differentiate --canonicalize --cse | FileCheck %s

// A private function that only its derivative needs is differentiated as any other.
func.func private @f(%x: f64) -> f64 {
  %0 = math.sin %x : f64
  return %0 : f64
}
func.func private @f_pullback(f64, f64) -> f64 attributes {lagrad.pullback = @f}

// CHECK-LABEL: func.func @f_pullback(
// CHECK-SAME:    %[[X:.*]]: f64, %[[CT:.*]]: f64) -> f64
// CHECK-NEXT:    %[[COS:.*]] = math.cos %[[X]]
// CHECK-NEXT:    %[[DX:.*]] = arith.mulf %[[CT]], %[[COS]]
// CHECK-NEXT:    return %[[DX]]
