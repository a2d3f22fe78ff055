// The adjoint of a call of a function with its own pullback is a call of that.
// RUN: lagrad-opt %s --lagrad-default | FileCheck %s

func.func private @g(f64, index) -> f64 attributes {lagrad.custom_pullback = @g_pullback, lagrad.pure}
func.func private @g_pullback(f64, index, f64) -> f64
func.func @f(%x: f64, %n: index) -> f64 {
  %0 = arith.mulf %x, %x : f64
  %1 = func.call @g(%0, %n) : (f64, index) -> f64
  return %1 : f64
}
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: f64, %[[N:.*]]: index, %[[CT:.*]]: f64) -> f64
// CHECK:         %[[SQUARE:.*]] = arith.mulf %[[X]], %[[X]] : f64
// CHECK-NEXT:    %[[BACK:.*]] = call @g_pullback(%[[SQUARE]], %[[N]], %[[CT]]) : (f64, index, f64) -> f64
// CHECK-NEXT:    %[[HALF:.*]] = arith.mulf %[[BACK]], %[[X]] : f64
// CHECK-NEXT:    %[[BOTH:.*]] = arith.addf %[[HALF]], %[[HALF]] : f64
// CHECK-NEXT:    return %[[BOTH]] : f64
func.func private @df(f64, index, f64) -> f64 attributes {lagrad.pullback = @f}

// Asked for itself, it is called itself.
// CHECK-LABEL: func.func @dg(
// CHECK-SAME:    %[[X:.*]]: f64, %[[N:.*]]: index, %[[CT:.*]]: f64) -> f64
// CHECK-NEXT:    %[[BACK:.*]] = call @g_pullback(%[[X]], %[[N]], %[[CT]])
// CHECK-NEXT:    return %[[BACK]]
func.func private @dg(f64, index, f64) -> f64 attributes {lagrad.pullback = @g}

// Where nobody says that it is pure, the function is called before its pullback.
func.func private @h(f64, index) -> f64 attributes {lagrad.custom_pullback = @g_pullback}
// CHECK-LABEL: func.func @dh(
// CHECK-SAME:    %[[X:.*]]: f64, %[[N:.*]]: index, %[[CT:.*]]: f64) -> f64
// CHECK-NEXT:    call @h(%[[X]], %[[N]])
// CHECK-NEXT:    %[[BACK:.*]] = call @g_pullback(%[[X]], %[[N]], %[[CT]])
// CHECK-NEXT:    return %[[BACK]]
func.func private @dh(f64, index, f64) -> f64 attributes {lagrad.pullback = @h}
