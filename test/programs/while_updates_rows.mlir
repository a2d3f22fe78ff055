// Rows of a carried matrix are computed from the rows before them until an index runs out.
func.func @while_updates_rows(%x: tensor<4x2xf64>) -> tensor<4x2xf64> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0:2 = scf.while (%m = %x, %i = %c1) : (tensor<4x2xf64>, index) -> (tensor<4x2xf64>, index) {
    %c = arith.cmpi slt, %i, %c4 : index
    scf.condition(%c) %m, %i : tensor<4x2xf64>, index
  } do {
  ^bb0(%m: tensor<4x2xf64>, %i: index):
    %k = arith.subi %i, %c1 : index
    %a = tensor.extract_slice %m[%k, 0] [1, 2] [1, 1] : tensor<4x2xf64> to tensor<2xf64>
    %b = tensor.extract_slice %m[%i, 0] [1, 2] [1, 1] : tensor<4x2xf64> to tensor<2xf64>
    %1 = arith.mulf %a, %b : tensor<2xf64>
    %2 = math.sin %1 : tensor<2xf64>
    %3 = tensor.insert_slice %2 into %m[%i, 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<4x2xf64>
    %j = arith.addi %i, %c1 : index
    scf.yield %3, %j : tensor<4x2xf64>, index
  }
  return %0#0 : tensor<4x2xf64>
}
func.func private @pullback(tensor<4x2xf64>, tensor<4x2xf64>) -> tensor<4x2xf64> attributes {lagrad.pullback = @while_updates_rows}
