// A fourth-order Runge-Kutta integration of a pendulum through a called right-hand side.
func.func private @runge_kutta_slope(%q: f64, %p: f64, %g: f64) -> (f64, f64) {
  %0 = math.sin %q : f64
  %1 = arith.mulf %0, %g : f64
  %2 = arith.negf %1 : f64
  return %p, %2 : f64, f64
}
func.func private @runge_kutta_advance(%q: f64, %p: f64, %dq: f64, %dp: f64, %h: f64) -> (f64, f64) {
  %0 = math.fma %dq, %h, %q : f64
  %1 = math.fma %dp, %h, %p : f64
  return %0, %1 : f64, f64
}
func.func @runge_kutta(%q0: f64, %p0: f64, %g: f64, %h: f64, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %half = arith.constant 0.5 : f64
  %third = arith.constant 0.33333333333333331 : f64
  %sixth = arith.constant 0.16666666666666666 : f64
  %h2 = arith.mulf %h, %half : f64
  %h3 = arith.mulf %h, %third : f64
  %h6 = arith.mulf %h, %sixth : f64
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%q = %q0, %p = %p0) -> (f64, f64) {
    %a:2 = func.call @runge_kutta_slope(%q, %p, %g) : (f64, f64, f64) -> (f64, f64)
    %s1:2 = func.call @runge_kutta_advance(%q, %p, %a#0, %a#1, %h2) : (f64, f64, f64, f64, f64) -> (f64, f64)
    %b:2 = func.call @runge_kutta_slope(%s1#0, %s1#1, %g) : (f64, f64, f64) -> (f64, f64)
    %s2:2 = func.call @runge_kutta_advance(%q, %p, %b#0, %b#1, %h2) : (f64, f64, f64, f64, f64) -> (f64, f64)
    %c:2 = func.call @runge_kutta_slope(%s2#0, %s2#1, %g) : (f64, f64, f64) -> (f64, f64)
    %s3:2 = func.call @runge_kutta_advance(%q, %p, %c#0, %c#1, %h) : (f64, f64, f64, f64, f64) -> (f64, f64)
    %d:2 = func.call @runge_kutta_slope(%s3#0, %s3#1, %g) : (f64, f64, f64) -> (f64, f64)
    %r1:2 = func.call @runge_kutta_advance(%q, %p, %a#0, %a#1, %h6) : (f64, f64, f64, f64, f64) -> (f64, f64)
    %r2:2 = func.call @runge_kutta_advance(%r1#0, %r1#1, %b#0, %b#1, %h3) : (f64, f64, f64, f64, f64) -> (f64, f64)
    %r3:2 = func.call @runge_kutta_advance(%r2#0, %r2#1, %c#0, %c#1, %h3) : (f64, f64, f64, f64, f64) -> (f64, f64)
    %r4:2 = func.call @runge_kutta_advance(%r3#0, %r3#1, %d#0, %d#1, %h6) : (f64, f64, f64, f64, f64) -> (f64, f64)
    scf.yield %r4#0, %r4#1 : f64, f64
  }
  return %0#0, %0#1 : f64, f64
}
func.func private @pullback(f64, f64, f64, f64, index, f64, f64) -> (f64, f64, f64, f64) attributes {lagrad.pullback = @runge_kutta}
