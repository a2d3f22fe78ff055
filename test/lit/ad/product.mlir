// RUN: lagrad-opt %s --lagrad-differentiate | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: f64, %y: f64) -> f64 {
  %0 = arith.mulf %x, %y : f64
  return %0 : f64
}

// The product rule reads only the other factor, and a filled request is public.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: f64, %[[Y:.*]]: f64, %[[CT:.*]]: f64) -> f64 {
// CHECK-NEXT:    %[[DX:.*]] = arith.mulf %[[CT]], %[[Y]]
// CHECK-NEXT:    return %[[DX]]
func.func private @df(f64, f64, f64) -> f64 attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
