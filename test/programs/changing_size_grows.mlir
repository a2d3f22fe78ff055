// Partial sums that a loop puts behind a tensor, which it applies a function to.
func.func @changing_size_grows(%x: tensor<?xf64>, %a: f64, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<f64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf64> {
    %sum = linalg.reduce ins(%t : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
      (%in: f64, %out: f64) {
        %p = arith.mulf %in, %in : f64
        %q = arith.addf %p, %out : f64
        linalg.yield %q : f64
      }
    %s = tensor.extract %sum[] : tensor<f64>
    %b = arith.mulf %s, %a : f64
    %last = tensor.from_elements %b : tensor<1xf64>
    %longer = tensor.concat dim(0) %t, %last : (tensor<?xf64>, tensor<1xf64>) -> tensor<?xf64>
    %next = math.tanh %longer : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
func.func private @pullback(tensor<?xf64>, f64, index, tensor<?xf64>) -> (tensor<?xf64>, f64) attributes {lagrad.pullback = @changing_size_grows}
