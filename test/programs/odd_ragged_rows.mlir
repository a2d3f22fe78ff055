// Rows of different lengths, one after the other in one tensor: offsets and sizes are carried data.
func.func @odd_ragged_rows(%x: tensor<8xf64>, %ks: tensor<4xi32> {lagrad.example = dense<[1, 3, 0, 2]> : tensor<4xi32>}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.5 : f64
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %z, %o = %c0) -> (f64, index) {
    %k32 = tensor.extract %ks[%i] : tensor<4xi32>
    %k = arith.index_cast %k32 : i32 to index
    %t = tensor.extract_slice %x[%o] [%k] [1] : tensor<8xf64> to tensor<?xf64>
    %u = math.sin %t : tensor<?xf64>
    %sum = scf.for %j = %c0 to %k step %c1 iter_args(%a = %s) -> f64 {
      %e = tensor.extract %u[%j] : tensor<?xf64>
      %m = arith.mulf %e, %a : f64
      %b = arith.addf %m, %e : f64
      scf.yield %b : f64
    }
    %o1 = arith.addi %o, %k : index
    scf.yield %sum, %o1 : f64, index
  }
  return %r#0 : f64
}
func.func private @pullback(tensor<8xf64>, tensor<4xi32>, f64) -> tensor<8xf64> attributes {lagrad.pullback = @odd_ragged_rows}
