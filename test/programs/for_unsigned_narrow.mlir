// An unsigned induction variable of eight bits, beyond what is positive when signed.
func.func @for_unsigned_narrow(%x: f64) -> f64 {
  %l = arith.constant -3 : i8
  %u = arith.constant -1 : i8
  %s = arith.constant 1 : i8
  %r = scf.for unsigned %i = %l to %u step %s iter_args(%a = %x) -> f64 : i8 {
    %f = arith.uitofp %i : i8 to f64
    %m = arith.divf %a, %f : f64
    %b = math.cos %m : f64
    %c = arith.addf %b, %a : f64
    scf.yield %c : f64
  }
  return %r : f64
}
func.func private @pullback(f64, f64) -> f64 attributes {lagrad.pullback = @for_unsigned_narrow}
