// A Cholesky factorisation in place by three nested loops, of which the log-determinant is returned.
func.func @cholesky(%b: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %n = tensor.dim %b, %c0 : tensor<?x?xf64>
  %a = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%b, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%b : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %acc: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %on = arith.cmpi eq, %i, %j : index
    %p = arith.mulf %x, %y : f64
    %more = arith.select %on, %two, %zero : f64
    %q = arith.addf %p, %more : f64
    %s = arith.addf %acc, %q : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %0:2 = scf.for %j = %c0 to %n step %c1 iter_args(%l = %a, %logdet = %zero) -> (tensor<?x?xf64>, f64) {
    %ajj = tensor.extract %l[%j, %j] : tensor<?x?xf64>
    %d = scf.for %k = %c0 to %j step %c1 iter_args(%acc = %ajj) -> f64 {
      %v = tensor.extract %l[%j, %k] : tensor<?x?xf64>
      %vv = arith.mulf %v, %v : f64
      %r = arith.subf %acc, %vv : f64
      scf.yield %r : f64
    }
    %root = math.sqrt %d : f64
    %l1 = tensor.insert %root into %l[%j, %j] : tensor<?x?xf64>
    %from = arith.addi %j, %c1 : index
    %l2 = scf.for %i = %from to %n step %c1 iter_args(%m = %l1) -> tensor<?x?xf64> {
      %aij = tensor.extract %m[%i, %j] : tensor<?x?xf64>
      %s = scf.for %k = %c0 to %j step %c1 iter_args(%acc = %aij) -> f64 {
        %u = tensor.extract %m[%i, %k] : tensor<?x?xf64>
        %v = tensor.extract %m[%j, %k] : tensor<?x?xf64>
        %uv = arith.mulf %u, %v : f64
        %r = arith.subf %acc, %uv : f64
        scf.yield %r : f64
      }
      %q = arith.divf %s, %root : f64
      %m1 = tensor.insert %q into %m[%i, %j] : tensor<?x?xf64>
      scf.yield %m1 : tensor<?x?xf64>
    }
    %log = math.log %root : f64
    %sum = arith.addf %logdet, %log : f64
    scf.yield %l2, %sum : tensor<?x?xf64>, f64
  }
  return %0#1 : f64
}
func.func private @gradient(tensor<?x?xf64>) -> tensor<?x?xf64> attributes {lagrad.gradient = @cholesky}
