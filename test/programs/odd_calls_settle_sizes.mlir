// Functions of tensors of unknown size, called in a branch in a loop; one of them only works for four elements.
func.func private @step(%t: tensor<?xf64>, %i: index) -> (tensor<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.extract %t[%c0] : tensor<?xf64>
  %p = arith.cmpi eq, %i, %c1 : index
  cf.cond_br %p, ^a, ^b(%e : f64)
^a:
  %s = math.sin %e : f64
  cf.br ^b(%s : f64)
^b(%v: f64):
  %u = tensor.insert %v into %t[%c1] : tensor<?xf64>
  %w = math.cos %u : tensor<?xf64>
  return %w, %v : tensor<?xf64>, f64
}
func.func private @maybe(%t: tensor<?xf64>, %p: i1, %i: index) -> tensor<?xf64> {
  %r:2 = scf.if %p -> (tensor<?xf64>, f64) {
    %q:2 = func.call @step(%t, %i) : (tensor<?xf64>, index) -> (tensor<?xf64>, f64)
    scf.yield %q#0, %q#1 : tensor<?xf64>, f64
  } else {
    %z = arith.constant 0.5 : f64
    scf.yield %t, %z : tensor<?xf64>, f64
  }
  %s = tensor.splat %r#1 : tensor<4xf64>
  %d = tensor.cast %s : tensor<4xf64> to tensor<?xf64>
  %m = arith.mulf %d, %r#0 : tensor<?xf64>
  return %m : tensor<?xf64>
}
func.func @odd_calls_settle_sizes(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf64> {
    %k = arith.remui %i, %c2 : index
    %p = arith.cmpi eq, %k, %c0 : index
    %a = func.call @maybe(%t, %p, %i) : (tensor<?xf64>, i1, index) -> tensor<?xf64>
    %b:2 = func.call @step(%a, %c1) : (tensor<?xf64>, index) -> (tensor<?xf64>, f64)
    scf.yield %b#0 : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
func.func private @pullback(tensor<?xf64>, index, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @odd_calls_settle_sizes}
