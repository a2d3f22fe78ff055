// RUN: lagrad-opt %s --lagrad-differentiate | FileCheck %s

func.func @f(%x: f64, %y: f64) -> f64 {
  %0 = arith.mulf %x, %y : f64
  return %0 : f64
}

// The operation becomes a call of a function made for it, which equal operations share.
// CHECK-LABEL: func.func @g(
// CHECK-SAME:    %[[X:.*]]: f64, %[[DX:.*]]: f64, %[[Y:.*]]: f64)
// CHECK:         %[[A:.*]] = call @[[PLAIN:f_pushforward.*]](%[[X]], %[[DX]], %[[Y]])
// CHECK:         %[[B:.*]] = call @[[PLAIN]](%[[Y]], %[[DX]], %[[X]])
// CHECK:         %[[C:.*]]:2 = call @[[BOTH:f_pushforward.*]](%[[X]], %[[DX]], %[[Y]])
func.func @g(%x: f64, %dx: f64, %y: f64) -> (f64, f64, f64, f64) {
  %a = "lagrad.tangent"(%x, %dx, %y) {F = @f, of = [0]} : (f64, f64, f64) -> f64
  %b = "lagrad.tangent"(%y, %dx, %x) {F = @f, of = [0]} : (f64, f64, f64) -> f64
  %c:2 = "lagrad.tangent"(%x, %dx, %y) {F = @f, of = [0], include_primal} : (f64, f64, f64) -> (f64, f64)
  return %a, %b, %c#0, %c#1 : f64, f64, f64, f64
}

// The primal result comes first.
// CHECK-LABEL: func.func @h(
// CHECK:         %[[V:.*]]:2 = call @[[GRADIENT:f_gradient.*]](
// CHECK:         return %[[V]]#0, %[[V]]#1
func.func @h(%x: f64, %y: f64) -> (f64, f64) {
  %v:2 = "lagrad.grad"(%x, %y) {F = @f, of = [1], include_primal} : (f64, f64) -> (f64, f64)
  return %v#0, %v#1 : f64, f64
}

// CHECK:       func.func @[[PLAIN]](%{{.*}}: f64, %{{.*}}: f64, %{{.*}}: f64) -> f64
// CHECK:       func.func @[[BOTH]](%{{.*}}: f64, %{{.*}}: f64, %{{.*}}: f64) -> (f64, f64)
