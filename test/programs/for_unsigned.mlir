// A loop whose counter is compared as an unsigned number.
func.func @for_unsigned(%x: f64, %n: i32) -> f64 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%u = %x) -> f64 : i32 {
    %f = arith.uitofp %i : i32 to f64
    %s = math.sin %u : f64
    %t = arith.mulf %s, %f : f64
    %v = arith.addf %t, %x : f64
    scf.yield %v : f64
  }
  return %0 : f64
}
func.func private @derivative(f64, i32) -> f64 attributes {lagrad.gradient = @for_unsigned}
