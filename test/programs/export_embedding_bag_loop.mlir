// A bag of embeddings: for each bag a loop with an open end sums rows up to the next offset.
func.func @export_embedding_bag_loop(%table: tensor<4x2xf64>, %ids: tensor<5xi64> {lagrad.example = dense<[3, 0, 3, 1, 2]> : tensor<5xi64>}, %offsets: tensor<3xi64> {lagrad.example = dense<[0, 2, 5]> : tensor<3xi64>}) -> tensor<2x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = arith.constant dense<0.0> : tensor<2x2xf64>
  %0 = scf.for %b = %c0 to %c2 step %c1 iter_args(%out = %z) -> tensor<2x2xf64> {
    %next = arith.addi %b, %c1 : index
    %s = tensor.extract %offsets[%b] : tensor<3xi64>
    %t = tensor.extract %offsets[%next] : tensor<3xi64>
    %lo = arith.index_cast %s : i64 to index
    %hi = arith.index_cast %t : i64 to index
    %1 = scf.for %i = %lo to %hi step %c1 iter_args(%o = %out) -> tensor<2x2xf64> {
      %id = tensor.extract %ids[%i] : tensor<5xi64>
      %r = arith.index_cast %id : i64 to index
      %row = tensor.extract_slice %table[%r, 0] [1, 2] [1, 1] : tensor<4x2xf64> to tensor<2xf64>
      %acc = tensor.extract_slice %o[%b, 0] [1, 2] [1, 1] : tensor<2x2xf64> to tensor<2xf64>
      %2 = math.sin %row : tensor<2xf64>
      %3 = arith.addf %acc, %2 : tensor<2xf64>
      %4 = tensor.insert_slice %3 into %o[%b, 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<2x2xf64>
      scf.yield %4 : tensor<2x2xf64>
    }
    scf.yield %1 : tensor<2x2xf64>
  }
  return %0 : tensor<2x2xf64>
}
func.func private @pullback(tensor<4x2xf64>, tensor<5xi64>, tensor<3xi64>, tensor<2x2xf64>) -> tensor<4x2xf64> attributes {lagrad.pullback = @export_embedding_bag_loop}
