// The function that calls itself is the one that is differentiated, and one that another calls.
func.func @recursive_power(%x: f64, %n: i64) -> f64 {
  %r = func.call @recursive_power_of(%x, %n) : (f64, i64) -> f64
  %s = func.call @recursive_power_of(%r, %n) : (f64, i64) -> f64
  return %s : f64
}
func.func @recursive_power_of(%x: f64, %n: i64) -> f64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %one = arith.constant 1.0 : f64
  %z = arith.cmpi sle, %n, %c0 : i64
  %r = scf.if %z -> (f64) {
    scf.yield %one : f64
  } else {
    %m = arith.subi %n, %c1 : i64
    %p = func.call @recursive_power_of(%x, %m) : (f64, i64) -> f64
    %q = arith.mulf %x, %p : f64
    scf.yield %q : f64
  }
  return %r : f64
}
func.func private @gradient(f64, i64) -> f64 attributes {lagrad.gradient = @recursive_power}
func.func private @gradient_of(f64, i64) -> f64 attributes {lagrad.gradient = @recursive_power_of}
func.func private @third(f64, i64) -> f64 attributes {lagrad.gradient = @second}
func.func private @second(f64, i64) -> f64 attributes {lagrad.gradient = @gradient_of}
func.func private @mixed(f64, f64, i64) -> f64 attributes {lagrad.pushforward = @gradient_of}
