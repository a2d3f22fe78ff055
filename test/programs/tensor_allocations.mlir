// Allocations that are tensors still: an empty one, and one that starts as a copy.
func.func @tensor_allocations(%x: tensor<?xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %start = bufferization.alloc_tensor() copy(%x) : tensor<?xf64>
  %empty = bufferization.alloc_tensor(%n) : tensor<?xf64>
  %c0 = arith.constant 0 : index
  %e = tensor.extract %start[%c0] : tensor<?xf64>
  %0 = linalg.fill ins(%e : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %s = math.sin %e : f64
  %1 = tensor.insert %s into %start[%c0] : tensor<?xf64>
  %2 = arith.mulf %1, %x : tensor<?xf64>
  return %0, %2 : tensor<?xf64>, tensor<?xf64>
}
func.func private @pullback(tensor<?xf64>, index, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @tensor_allocations}
