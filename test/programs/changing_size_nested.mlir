// A tensor that gets shorter, and in every iteration a loop over what is left of it.
func.func @changing_size_nested(%x: tensor<?x2xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %s = %one) -> (tensor<?x2xf64>, f64) {
    %size = tensor.dim %t, %c0 : tensor<?x2xf64>
    %p = scf.for %j = %c0 to %size step %c1 iter_args(%q = %s) -> f64 {
      %a = tensor.extract %t[%j, %c0] : tensor<?x2xf64>
      %b = tensor.extract %t[%j, %c1] : tensor<?x2xf64>
      %m = arith.mulf %a, %q : f64
      %f = math.sin %m : f64
      %g = arith.addf %f, %b : f64
      scf.yield %g : f64
    }
    %less = arith.subi %size, %c1 : index
    %part = tensor.extract_slice %t[0, 0] [%less, 2] [1, 1] : tensor<?x2xf64> to tensor<?x2xf64>
    %ps = tensor.splat %p[%less] : tensor<?x2xf64>
    %next = arith.mulf %part, %ps : tensor<?x2xf64>
    scf.yield %next, %p : tensor<?x2xf64>, f64
  }
  return %r#1 : f64
}
func.func private @gradient(tensor<?x2xf64>, index) -> tensor<?x2xf64> attributes {lagrad.gradient = @changing_size_nested}
