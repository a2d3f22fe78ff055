// Where a charged particle crosses an axis while two fixed charges repel it, by Euler's method, and the place w of one
// of the charges with which that is the origin. A step lasts 0.1. The program keeps how far the particle goes in a
// step, 0.1 times its speed. The force, minus the gradient of the potential, changes that by -0.01 times the gradient:
// @change_f and @change_r.
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

func.func private @change_r(%x0: f64, %x1: f64, %w: f64) -> (f64, f64) {
  %less = arith.constant -0.01 : f64
  %c:2 = func.call @potential_pullback(%x0, %x1, %w, %less) : (f64, f64, f64, f64) -> (f64, f64)
  return %c#0, %c#1 : f64, f64
}
func.func private @potential_pullback(f64, f64, f64, f64) -> (f64, f64)
    attributes {lagrad.pullback = @potential, lagrad.wrt = [0, 1]}

func.func private @change_f(%x0: f64, %x1: f64, %w: f64) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %less = arith.constant -0.01 : f64
  %p0 = func.call @potential_tangent(%x0, %less, %x1, %zero, %w) : (f64, f64, f64, f64, f64) -> f64
  %p1 = func.call @potential_tangent(%x0, %zero, %x1, %less, %w) : (f64, f64, f64, f64, f64) -> f64
  return %p0, %p1 : f64, f64
}
func.func private @potential_tangent(f64, f64, f64, f64, f64) -> f64
    attributes {lagrad.pushforward = @potential, lagrad.wrt = [0, 1]}

// The squared distance from the origin of the place where the particle, which begins at (%begin0, %begin1), crosses the
// axis.
func.func private @cost(%begin0: f64, %begin1: f64, %w: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %way = arith.constant 0.075 : f64
  %end:6 = scf.while (%x0 = %begin0, %x1 = %begin1, %v0 = %way, %v1 = %zero)
      : (f64, f64, f64, f64) -> (f64, f64, f64, f64, f64, f64) {
    %next0 = arith.addf %x0, %v0 : f64
    %next1 = arith.addf %x1, %v1 : f64
    %is_above = arith.cmpf ogt, %next1, %zero : f64
    scf.condition(%is_above) %x0, %x1, %v0, %v1, %next0, %next1 : f64, f64, f64, f64, f64, f64
  } do {
    ^bb0(%x0: f64, %x1: f64, %v0: f64, %v1: f64, %next0: f64, %next1: f64):
      %change:2 = func.call @change_INNER(%x0, %x1, %w) : (f64, f64, f64) -> (f64, f64)
      %faster0 = arith.addf %v0, %change#0 : f64
      %faster1 = arith.addf %v1, %change#1 : f64
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
