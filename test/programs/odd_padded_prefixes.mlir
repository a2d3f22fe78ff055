// A while loop over prefixes that are padded to one size.
func.func @odd_padded_prefixes(%x: tensor<?xf64>, %n: index) -> tensor<8xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0.0 : f64
  %acc = tensor.splat %z : tensor<8xf64>
  %r:2 = scf.while (%i = %c1, %a = %acc) : (index, tensor<8xf64>) -> (index, tensor<8xf64>) {
    %c = arith.cmpi sle, %i, %n : index
    scf.condition(%c) %i, %a : index, tensor<8xf64>
  } do {
  ^bb0(%i: index, %a: tensor<8xf64>):
    %t = tensor.extract_slice %x[0] [%i] [1] : tensor<?xf64> to tensor<?xf64>
    %h = arith.subi %c8, %i : index
    %p = tensor.pad %t low[0] high[%h] { ^bb1(%k: index): tensor.yield %z : f64 } : tensor<?xf64> to tensor<8xf64>
    %s = math.sin %p : tensor<8xf64>
    %m = arith.addf %a, %s : tensor<8xf64>
    %mm = arith.mulf %m, %s : tensor<8xf64>
    %q = arith.addf %mm, %a : tensor<8xf64>
    %i1 = arith.addi %i, %c1 : index
    scf.yield %i1, %q : index, tensor<8xf64>
  }
  return %r#1 : tensor<8xf64>
}
func.func private @pullback(tensor<?xf64>, index, tensor<8xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @odd_padded_prefixes}
