// A loop over blocks that a case of a switch may leave early, with a tensor of unknown size; differentiated twice.
func.func @cf_switch_leaves_loop(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  cf.br ^head(%c0, %x : index, tensor<?xf64>)
^head(%i: index, %t: tensor<?xf64>):
  %go = arith.cmpi ult, %i, %n : index
  cf.cond_br %go, ^body, ^exit(%t : tensor<?xf64>)
^body:
  %k = arith.remui %i, %c3 : index
  %ki = arith.index_cast %k : index to i32
  cf.switch %ki : i32, [default: ^next(%t : tensor<?xf64>), 0: ^z, 1: ^o]
^z:
  %s = math.sin %t : tensor<?xf64>
  cf.br ^next(%s : tensor<?xf64>)
^o:
  %e = math.exp %t : tensor<?xf64>
  %c5 = arith.constant 4 : index
  %big = arith.cmpi ugt, %i, %c5 : index
  cf.cond_br %big, ^exit(%e : tensor<?xf64>), ^next(%e : tensor<?xf64>)
^next(%u: tensor<?xf64>):
  %m = arith.mulf %u, %x : tensor<?xf64>
  %i1 = arith.addi %i, %c1 : index
  cf.br ^head(%i1, %m : index, tensor<?xf64>)
^exit(%r: tensor<?xf64>):
  return %r : tensor<?xf64>
}
func.func private @first(tensor<?xf64>, index, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @cf_switch_leaves_loop}
func.func private @second(tensor<?xf64>, index, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) attributes {lagrad.pullback = @first}
