// An external function of two arguments in a loop; its pullback reads what the loop overwrites.
func.func private @hypot(f64, f64) -> f64 attributes {lagrad.custom_pullback = @hypot_pullback}
func.func private @hypot_pullback(%x: f64, %y: f64, %ct: f64) -> (f64, f64) {
  %0 = func.call @hypot(%x, %y) : (f64, f64) -> f64
  %1 = arith.divf %ct, %0 : f64
  %2 = arith.mulf %x, %1 : f64
  %3 = arith.mulf %y, %1 : f64
  return %2, %3 : f64, f64
}
func.func @custom_pullback_external_in_loop(%x: f64, %v: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %v, %c0 : tensor<?xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %a = tensor.extract %v[%i] : tensor<?xf64>
    %1 = func.call @hypot(%p, %a) : (f64, f64) -> f64
    %2 = math.sin %1 : f64
    scf.yield %2 : f64
  }
  return %0 : f64
}
func.func private @gradient(f64, tensor<?xf64>) -> (f64, tensor<?xf64>) attributes {lagrad.gradient = @custom_pullback_external_in_loop}
