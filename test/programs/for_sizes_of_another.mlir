// A recurrent cell of unknown sizes: the new state has the rows of %w, which equal those of %h0 at run time only.
func.func @for_sizes_of_another(%w: tensor<?x?xf64>, %h0: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %m = tensor.dim %w, %c0 : tensor<?x?xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %h0) -> tensor<?xf64> {
    %e = tensor.empty(%m) : tensor<?xf64>
    %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
    %1 = linalg.matvec ins(%w, %h : tensor<?x?xf64>, tensor<?xf64>) outs(%z : tensor<?xf64>) -> tensor<?xf64>
    %2 = math.tanh %1 : tensor<?xf64>
    scf.yield %2 : tensor<?xf64>
  }
  return %0 : tensor<?xf64>
}
func.func private @pullback(tensor<?x?xf64>, tensor<?xf64>, index, tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>) attributes {lagrad.pullback = @for_sizes_of_another}
