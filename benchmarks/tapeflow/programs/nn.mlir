// A classifier of one layer: minus the logarithm of what a softmax gives label 1 of 10, for ${n} pixels from 0 to 255.
func.func @f(%image: tensor<${n}xf64>, %w: tensor<10x${n}xf64>, %b: tensor<10xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %n = arith.constant ${n} : index
  %zero = arith.constant 0.0 : f64
  %scale = arith.constant 255.0 : f64
  %none = tensor.empty() : tensor<10xf64>
  %a = scf.for %i = %c0 to %c10 step %c1 iter_args(%t = %none) -> tensor<10xf64> {
    %bi = tensor.extract %b[%i] : tensor<10xf64>
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %bi) -> f64 {
      %p = tensor.extract %image[%j] : tensor<${n}xf64>
      %q = arith.divf %p, %scale : f64
      %v = tensor.extract %w[%i, %j] : tensor<10x${n}xf64>
      %m = arith.mulf %v, %q : f64
      %u = arith.addf %s, %m : f64
      scf.yield %u : f64
    }
    %u = tensor.insert %sum into %t[%i] : tensor<10xf64>
    scf.yield %u : tensor<10xf64>
  }
  %first = tensor.extract %a[%c0] : tensor<10xf64>
  %most = scf.for %i = %c1 to %c10 step %c1 iter_args(%m = %first) -> f64 {
    %v = tensor.extract %a[%i] : tensor<10xf64>
    %u = arith.maximumf %m, %v : f64
    scf.yield %u : f64
  }
  %total = scf.for %i = %c0 to %c10 step %c1 iter_args(%s = %zero) -> f64 {
    %v = tensor.extract %a[%i] : tensor<10xf64>
    %d = arith.subf %v, %most : f64
    %e = math.exp %d : f64
    %u = arith.addf %s, %e : f64
    scf.yield %u : f64
  }
  %label = tensor.extract %a[%c1] : tensor<10xf64>
  %d = arith.subf %label, %most : f64
  %e = math.exp %d : f64
  %p = arith.divf %e, %total : f64
  %log = math.log %p : f64
  %loss = arith.negf %log : f64
  return %loss : f64
}
func.func private @df(tensor<${n}xf64>, tensor<10x${n}xf64>, tensor<10xf64>) -> (tensor<10x${n}xf64>, tensor<10xf64>)
    attributes {lagrad.gradient = @f, lagrad.wrt = [1, 2]}
