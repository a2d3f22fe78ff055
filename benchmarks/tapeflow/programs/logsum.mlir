// The logarithm of a sum of exponentials of ${n} numbers, of which the largest is taken off first.
func.func @f(%x: tensor<${n}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant ${n} : index
  %zero = arith.constant 0.0 : f64
  %first = tensor.extract %x[%c0] : tensor<${n}xf64>
  %most = scf.for %i = %c1 to %n step %c1 iter_args(%m = %first) -> f64 {
    %v = tensor.extract %x[%i] : tensor<${n}xf64>
    %u = arith.maximumf %m, %v : f64
    scf.yield %u : f64
  }
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %v = tensor.extract %x[%i] : tensor<${n}xf64>
    %d = arith.subf %v, %most : f64
    %e = math.exp %d : f64
    %u = arith.addf %s, %e : f64
    scf.yield %u : f64
  }
  %log = math.log %sum : f64
  %y = arith.addf %log, %most : f64
  return %y : f64
}
func.func private @df(tensor<${n}xf64>) -> tensor<${n}xf64> attributes {lagrad.gradient = @f}
