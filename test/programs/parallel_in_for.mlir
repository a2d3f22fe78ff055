// A parallel sum in every iteration of a loop, over what the loop carries.
func.func @parallel_in_for(%x: tensor<3xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %0:2 = scf.for %k = %c0 to %n step %c1 iter_args(%h = %x, %t = %zero) -> (tensor<3xf64>, f64) {
    %1 = scf.parallel (%i) = (%c0) to (%c3) step (%c1) init (%zero) -> f64 {
      %a = tensor.extract %h[%i] : tensor<3xf64>
      %2 = arith.mulf %a, %a : f64
      scf.reduce(%2 : f64) {
      ^bb0(%l: f64, %r: f64):
        %3 = arith.addf %l, %r : f64
        scf.reduce.return %3 : f64
      }
    }
    %s = tensor.splat %1 : tensor<3xf64>
    %4 = arith.divf %h, %s : tensor<3xf64>
    %5 = arith.addf %t, %1 : f64
    scf.yield %4, %5 : tensor<3xf64>, f64
  }
  return %0#1 : f64
}
func.func private @gradient(tensor<3xf64>, index) -> tensor<3xf64> attributes {lagrad.gradient = @parallel_in_for}
