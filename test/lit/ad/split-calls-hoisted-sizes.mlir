// A tensor that a loop makes of a known size, and that moves out of the loop, has its sizes named once.
// RUN: lagrad-opt %s --lagrad-differentiate | FileCheck %s

// CHECK: func.func @pullback(

func.func private @helper(%x: f64, %v: tensor<?xf64>, %m: tensor<3x3xf64>) -> (f64, tensor<?xf64>) attributes {no_inline} {
  %w = linalg.matvec ins(%m, %v : tensor<3x3xf64>, tensor<?xf64>) outs(%v : tensor<?xf64>) -> tensor<?xf64>
  return %x, %w : f64, tensor<?xf64>
}
func.func @f(%x: f64, %v: tensor<?xf64>, %m: tensor<3x3xf64>) -> f64 {
  %a, %u = func.call @helper(%x, %v, %m) : (f64, tensor<?xf64>, tensor<3x3xf64>) -> (f64, tensor<?xf64>)
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c2 = arith.constant 2 : index
  %p, %q = scf.for %i = %c0 to %c3 step %c2 iter_args(%s = %u, %t = %u) -> (tensor<?xf64>, tensor<?xf64>) {
    %n = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%v : tensor<?xf64>) outs(%s : tensor<?xf64>) {
    ^bb0(%e: f64, %o: f64):
      %1 = arith.mulf %e, %a : f64
      %2 = arith.addf %1, %o : f64
      linalg.yield %2 : f64
    } -> tensor<?xf64>
    %k = linalg.matvec ins(%m, %n : tensor<3x3xf64>, tensor<?xf64>) outs(%t : tensor<?xf64>) -> tensor<?xf64>
    %d = tensor.dim %n, %c0 : tensor<?xf64>
    %g = tensor.splat %x[%d] : tensor<?xf64>
    %b, %h = func.call @helper(%a, %k, %m) : (f64, tensor<?xf64>, tensor<3x3xf64>) -> (f64, tensor<?xf64>)
    scf.yield %g, %h : tensor<?xf64>, tensor<?xf64>
  }
  %y = tensor.from_elements %x : tensor<f64>
  %r = linalg.dot ins(%p, %p : tensor<?xf64>, tensor<?xf64>) outs(%y : tensor<f64>) -> tensor<f64>
  %z = tensor.extract %r[] : tensor<f64>
  return %z : f64
}
func.func private @pullback(f64, tensor<?xf64>, tensor<3x3xf64>, f64) -> (tensor<3x3xf64>, f64, tensor<?xf64>) attributes {lagrad.pullback = @f, lagrad.wrt = [2, 0, 1]}
