// A loop over a tensor that may be left in the middle.
func.func @cf_loop_two_exits(%v: tensor<?xf64>, %limit: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %v, %c0 : tensor<?xf64>
  cf.br ^head(%c0, %one : index, f64)
^head(%i: index, %p: f64):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^exit(%p : f64)
^body:
  %a = tensor.extract %v[%i] : tensor<?xf64>
  %1 = arith.mulf %p, %a : f64
  %large = arith.cmpf ogt, %1, %limit : f64
  %2 = math.log1p %1 : f64
  %j = arith.addi %i, %c1 : index
  cf.cond_br %large, ^exit(%2 : f64), ^head(%j, %1 : index, f64)
^exit(%r: f64):
  %3 = arith.mulf %r, %r : f64
  return %3 : f64
}
func.func private @pullback(tensor<?xf64>, f64, f64) -> (tensor<?xf64>, f64) attributes {lagrad.pullback = @cf_loop_two_exits}
