// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: f64, %y: f64) -> f64 {
  %0 = math.exp %y : f64
  %1 = arith.mulf %x, %0 : f64
  return %1 : f64
}

// No adjoint is made for what is not in wrt: the exponential is a constant of this derivative.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %{{.*}}: f64, %[[Y:.*]]: f64, %[[CT:.*]]: f64) -> f64 {
// CHECK-NEXT:    %[[E:.*]] = math.exp %[[Y]]
// CHECK-NEXT:    %[[DX:.*]] = arith.mulf %[[CT]], %[[E]]
// CHECK-NEXT:    return %[[DX]]
func.func private @df(f64, f64, f64) -> f64 attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
