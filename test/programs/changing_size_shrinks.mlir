// A loop that leaves out the first element of what it carries in every iteration.
func.func @changing_size_shrinks(%x: tensor<?xf64>, %n: index) -> (f64, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %s = %zero) -> (tensor<?xf64>, f64) {
    %size = tensor.dim %t, %c0 : tensor<?xf64>
    %less = arith.subi %size, %c1 : index
    %part = tensor.extract_slice %t[1] [%less] [1] : tensor<?xf64> to tensor<?xf64>
    %next = math.exp %part : tensor<?xf64>
    %half = math.sin %next : tensor<?xf64>
    %e = tensor.extract %half[%c0] : tensor<?xf64>
    %sum = arith.addf %s, %e : f64
    scf.yield %half, %sum : tensor<?xf64>, f64
  }
  return %r#1, %r#0 : f64, tensor<?xf64>
}
func.func private @pullback(tensor<?xf64>, index, f64, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @changing_size_shrinks}
