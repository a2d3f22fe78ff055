// The trips of the inner loop are a carried number that doubles.
func.func @odd_inner_trips_double(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %q = %c1) -> (f64, index) {
    %in = scf.for %j = %c0 to %q step %c1 iter_args(%b = %a) -> f64 {
      %s = math.sin %b : f64
      %m = arith.mulf %s, %x : f64
      scf.yield %m : f64
    }
    %q1 = arith.addi %q, %q : index
    scf.yield %in, %q1 : f64, index
  }
  return %r#0 : f64
}
func.func private @pullback(f64, index, f64) -> f64 attributes {lagrad.pullback = @odd_inner_trips_double}
