// A rectifier that states its tangents, steeper than its slope; the pullback is their transpose.
func.func private @leaky(%x: f64) -> f64 attributes {lagrad.custom_pushforward = @leaky_pushforward} {
  %zero = arith.constant 0.0 : f64
  %0 = arith.maximumf %x, %zero : f64
  return %0 : f64
}
func.func private @leaky_pushforward(%x: f64, %dx: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %some = arith.constant 0.25 : f64
  %one = arith.constant 1.0 : f64
  %positive = arith.cmpf ogt, %x, %zero : f64
  %slope = arith.select %positive, %one, %some : f64
  %0 = arith.mulf %dx, %slope : f64
  return %0 : f64
}
func.func @custom_pushforward_in_loop(%x: f64, %w: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %0 = arith.mulf %s, %w : f64
    %1 = arith.subf %0, %two : f64
    %2 = func.call @leaky(%1) : (f64) -> f64
    %3 = math.cos %2 : f64
    %4 = func.call @leaky(%3) : (f64) -> f64
    %5 = arith.addf %4, %s : f64
    scf.yield %5 : f64
  }
  return %r : f64
}
func.func private @pushforward(f64, f64, f64, f64, index) -> (f64, f64)
    attributes {lagrad.pushforward = @custom_pushforward_in_loop, lagrad.with_primal}
func.func private @pullback(f64, f64, index, f64) -> (f64, f64) attributes {lagrad.pullback = @custom_pushforward_in_loop}
