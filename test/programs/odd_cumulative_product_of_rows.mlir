// Each row times the one above it, in place, of unknown sizes.
func.func @odd_cumulative_product_of_rows(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %m = tensor.dim %x, %c1 : tensor<?x?xf64>
  %r = scf.for %i = %c1 to %n step %c1 iter_args(%t = %x) -> tensor<?x?xf64> {
    %p = arith.subi %i, %c1 : index
    %a = tensor.extract_slice %t[%p, 0] [1, %m] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %b = tensor.extract_slice %t[%i, 0] [1, %m] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %q = arith.mulf %a, %b : tensor<?xf64>
    %u = tensor.insert_slice %q into %t[%i, 0] [1, %m] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
    scf.yield %u : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}
func.func private @pullback(tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64> attributes {lagrad.pullback = @odd_cumulative_product_of_rows}
