// Loops around the calls and in the function, a state of tensors, sizes that differ from call to call.
func.func @recursive_in_loop(%x: tensor<?xf64>, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = tensor.dim %x, %c0 : tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> (f64) {
    %rest = arith.subi %size, %i : index
    %part = tensor.extract_slice %x[%i] [%rest] [1] : tensor<?xf64> to tensor<?xf64>
    %t:2 = func.call @recursive_in_loop_halves(%part, %s) : (tensor<?xf64>, f64) -> (tensor<?xf64>, f64)
    %e = tensor.extract %t#0[%c0] : tensor<?xf64>
    %p = arith.mulf %e, %t#1 : f64
    %q = math.sin %p : f64
    scf.yield %q : f64
  }
  return %r : f64
}
func.func private @recursive_in_loop_halves(%x: tensor<?xf64>, %y: f64) -> (tensor<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %size = tensor.dim %x, %c0 : tensor<?xf64>
  %small = arith.cmpi ule, %size, %c1 : index
  %r:2 = scf.if %small -> (tensor<?xf64>, f64) {
    scf.yield %x, %y : tensor<?xf64>, f64
  } else {
    %half = arith.divui %size, %c2 : index
    %rest = arith.subi %size, %half : index
    %s:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%t = %x, %z = %y) -> (tensor<?xf64>, f64) {
      %from = arith.muli %i, %half : index
      %part = tensor.extract_slice %t[%from] [%rest] [1] : tensor<?xf64> to tensor<?xf64>
      %u:2 = func.call @recursive_in_loop_halves(%part, %z) : (tensor<?xf64>, f64) -> (tensor<?xf64>, f64)
      %v = math.sin %u#0 : tensor<?xf64>
      %w = tensor.insert_slice %v into %t[%from] [%rest] [1] : tensor<?xf64> into tensor<?xf64>
      %e = tensor.extract %w[%from] : tensor<?xf64>
      %p = arith.mulf %e, %u#1 : f64
      scf.yield %w, %p : tensor<?xf64>, f64
    }
    scf.yield %s#0, %s#1 : tensor<?xf64>, f64
  }
  return %r#0, %r#1 : tensor<?xf64>, f64
}
func.func private @gradient(tensor<?xf64>, f64, index) -> (tensor<?xf64>, f64) attributes {lagrad.gradient = @recursive_in_loop}
func.func private @pushforward(tensor<?xf64>, tensor<?xf64>, f64, f64, index) -> f64 attributes {lagrad.pushforward = @recursive_in_loop}
func.func private @second(tensor<?xf64>, f64, index, tensor<?xf64>, f64) -> (tensor<?xf64>, f64) attributes {lagrad.pullback = @gradient}
