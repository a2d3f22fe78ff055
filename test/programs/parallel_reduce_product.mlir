// A product over a parallel loop.
func.func @parallel_reduce_product(%x: tensor<4xf64>, %y: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%y) -> f64 {
    %a = tensor.extract %x[%i] : tensor<4xf64>
    %1 = math.sin %a : f64
    scf.reduce(%1 : f64) {
    ^bb0(%l: f64, %r: f64):
      %2 = arith.mulf %l, %r : f64
      scf.reduce.return %2 : f64
    }
  }
  return %0 : f64
}
func.func private @gradient(tensor<4xf64>, f64) -> (tensor<4xf64>, f64) attributes {lagrad.gradient = @parallel_reduce_product}
