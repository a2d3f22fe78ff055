// An integer power of a negative base is smooth; so is its derivative.
func.func @scalar_integer_power_of_negative(%x: f64) -> f64 {
  %n = arith.constant 5 : i32
  %m = arith.constant -2 : i32
  %zero = arith.constant 0 : i32
  %neg = arith.negf %x : f64
  %0 = math.fpowi %neg, %n : f64, i32
  %1 = math.fpowi %neg, %m : f64, i32
  %2 = math.fpowi %neg, %zero : f64, i32
  %3 = arith.addf %0, %1 : f64
  %4 = arith.addf %3, %2 : f64
  return %4 : f64
}
func.func private @gradient(f64) -> f64 attributes {lagrad.gradient = @scalar_integer_power_of_negative}
