// Where a charged particle crosses an axis while two fixed charges repel it, by Euler's method, and the place w of one
// of the charges with which that is the origin. @force_f and @force_r are the gradient of the potential.
func.func private @potential(%x0: f64, %x1: f64, %w: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %ten = arith.constant 10.0 : f64
  %above = arith.subf %ten, %w : f64
  %p0 = func.call @over_distance(%x0, %x1, %above) : (f64, f64, f64) -> f64
  %p1 = func.call @over_distance(%x0, %x1, %zero) : (f64, f64, f64) -> f64
  %p = arith.addf %p0, %p1 : f64
  return %p : f64
}

// One over the distance from (10, height), which is finite.
func.func private @over_distance(%x0: f64, %x1: f64, %height: f64) -> f64 {
  %ten = arith.constant 10.0 : f64
  %d0 = arith.subf %x0, %ten : f64
  %d1 = arith.subf %x1, %height : f64
  %s0 = arith.mulf %d0, %d0 : f64
  %s1 = arith.mulf %d1, %d1 : f64
  %s = arith.addf %s0, %s1 : f64
  %result = math.rsqrt %s fastmath<nnan,ninf> : f64
  return %result : f64
}

func.func private @force_r(f64, f64, f64) -> (f64, f64)
    attributes {lagrad.gradient = @potential, lagrad.wrt = [0, 1]}

func.func private @force_f(%x0: f64, %x1: f64, %w: f64) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %p0 = func.call @potential_tangent(%x0, %one, %x1, %zero, %w) : (f64, f64, f64, f64, f64) -> f64
  %p1 = func.call @potential_tangent(%x0, %zero, %x1, %one, %w) : (f64, f64, f64, f64, f64) -> f64
  return %p0, %p1 : f64, f64
}
func.func private @potential_tangent(f64, f64, f64, f64, f64) -> f64
    attributes {lagrad.pushforward = @potential, lagrad.wrt = [0, 1]}

// The squared distance from the origin of the place where the particle, which begins at (%begin0, %begin1), crosses the
// axis.
func.func private @cost(%begin0: f64, %begin1: f64, %w: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %speed = arith.constant 0.75 : f64
  %dt = arith.constant 0.1 : f64
  %end:6 = scf.while (%x0 = %begin0, %x1 = %begin1, %v0 = %speed, %v1 = %zero)
      : (f64, f64, f64, f64) -> (f64, f64, f64, f64, f64, f64) {
    %way0 = arith.mulf %dt, %v0 : f64
    %way1 = arith.mulf %dt, %v1 : f64
    %next0 = arith.addf %x0, %way0 : f64
    %next1 = arith.addf %x1, %way1 : f64
    %is_above = arith.cmpf ogt, %next1, %zero : f64
    scf.condition(%is_above) %x0, %x1, %v0, %v1, %next0, %next1 : f64, f64, f64, f64, f64, f64
  } do {
    ^bb0(%x0: f64, %x1: f64, %v0: f64, %v1: f64, %next0: f64, %next1: f64):
      %force:2 = func.call @force_INNER(%x0, %x1, %w) : (f64, f64, f64) -> (f64, f64)
      %change0 = arith.mulf %dt, %force#0 : f64
      %change1 = arith.mulf %dt, %force#1 : f64
      %faster0 = arith.subf %v0, %change0 : f64
      %faster1 = arith.subf %v1, %change1 : f64
      scf.yield %next0, %next1, %faster0, %faster1 : f64, f64, f64, f64
  }
  %ratio = arith.divf %end#1, %end#3 : f64
  %left = arith.mulf %ratio, %end#2 : f64
  %place = arith.subf %end#0, %left : f64
  %square = arith.mulf %place, %place : f64
  return %square : f64
}

func.func @particle(%start: f64) -> f64 {
  %begin0 = arith.constant 0.0 : f64
  %begin1 = arith.constant 8.0 : f64
  %w = func.call @argmin(%begin0, %begin1, %start) : (f64, f64, f64) -> f64
  return %w : f64
}
