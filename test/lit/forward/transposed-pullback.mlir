// RUN: lagrad-opt %s --lagrad-differentiate --verify-diagnostics | FileCheck %s

// A quantiser with the identity for its pullback.
func.func private @quantise(%x: f64) -> f64 attributes {lagrad.custom_pullback = @quantise_pullback} {
  %0 = math.roundeven %x : f64
  return %0 : f64
}
func.func private @quantise_pullback(%x: f64, %ct: f64) -> f64 {
  return %ct : f64
}
func.func @f(%x: f64) -> f64 {
  %0 = func.call @quantise(%x) : (f64) -> f64
  %1 = arith.mulf %0, %0 : f64
  return %1 : f64
}

// Forward mode calls the transpose of the pullback, made by differentiating it by its cotangent.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: f64, %[[DX:.*]]: f64) -> f64
// CHECK:         %[[Q:.*]] = call @quantise(%[[X]])
// CHECK:         %[[DQ:.*]] = call @quantise_pushforward(%[[X]], %[[DX]])
// CHECK:         arith.mulf %[[DQ]], %[[Q]]

func.func private @df(f64, f64) -> f64 attributes {lagrad.pushforward = @f}

// The other way round, for a tensor of unknown size.
func.func private @scale(%x: tensor<?xf64>, %s: f64) -> tensor<?xf64> attributes {lagrad.custom_pushforward = @scale_pushforward} {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %s : tensor<?xf64>, f64) outs(%x : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %p = arith.mulf %a, %b : f64
    linalg.yield %p : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
func.func private @scale_pushforward(%x: tensor<?xf64>, %dx: tensor<?xf64>, %s: f64, %ds: f64) -> tensor<?xf64> {
  return %dx : tensor<?xf64>
}
// CHECK-LABEL: func.func @dscale(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>, %[[S:.*]]: f64, %[[CT:.*]]: tensor<?xf64>)
// CHECK:         %[[R:.*]]:2 = call @scale_pullback(%[[X]], %[[S]], %[[CT]])
// CHECK:         return %[[R]]#0
func.func private @dscale(tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @scale, lagrad.wrt = [0]}

// Where the pullback has no body, that of the function is differentiated, and the user is told.
// expected-warning @below {{the body of @square is differentiated for 'lagrad.custom_pushforward', which it lacks: @square_pullback has no body that could be transposed}}
func.func private @square(%x: f64) -> f64 attributes {lagrad.custom_pullback = @square_pullback} {
  %0 = arith.mulf %x, %x : f64
  return %0 : f64
}
func.func private @square_pullback(f64, f64) -> f64
func.func private @dsquare(f64, f64) -> f64 attributes {lagrad.pushforward = @square}

// CHECK:       func.func @quantise_pullback_transposed(%{{.*}}: f64, %{{.*}}: f64, %[[T:.*]]: f64) -> f64
// CHECK-NEXT:    return %[[T]]
// CHECK:       func.func private @quantise_pushforward(%[[Y:.*]]: f64, %[[DY:.*]]: f64) -> f64
// CHECK:         call @quantise_pullback_transposed(%[[Y]], %{{.*}}, %[[DY]])
