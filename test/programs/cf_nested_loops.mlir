// Two nested loops of blocks with a tensor built up inside.
func.func @cf_nested_loops(%x: tensor<3x3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<3xf64>
  cf.br ^outer(%c0, %e : index, tensor<3xf64>)
^outer(%i: index, %r: tensor<3xf64>):
  %c = arith.cmpi ult, %i, %c3 : index
  cf.cond_br %c, ^inner(%c0, %one : index, f64), ^exit
^inner(%j: index, %p: f64):
  %a = tensor.extract %x[%i, %j] : tensor<3x3xf64>
  %q = arith.mulf %p, %a : f64
  %k = arith.addi %j, %c1 : index
  %d = arith.cmpi ult, %k, %c3 : index
  cf.cond_br %d, ^inner(%k, %q : index, f64), ^next
^next:
  %s = tensor.insert %q into %r[%i] : tensor<3xf64>
  %l = arith.addi %i, %c1 : index
  cf.br ^outer(%l, %s : index, tensor<3xf64>)
^exit:
  return %r : tensor<3xf64>
}
func.func private @pullback(tensor<3x3xf64>, tensor<3xf64>) -> tensor<3x3xf64> attributes {lagrad.pullback = @cf_nested_loops}
