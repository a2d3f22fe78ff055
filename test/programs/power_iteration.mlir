// Repeated multiplication by a matrix with normalisation in between.
func.func @power_iteration(%a: tensor<3x3xf64>, %v0: tensor<3xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %z3 = tensor.splat %zero : tensor<3xf64>
  %z = tensor.from_elements %zero : tensor<f64>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %v0, %last = %zero) -> (tensor<3xf64>, f64) {
    %1 = linalg.matvec ins(%a, %v : tensor<3x3xf64>, tensor<3xf64>) outs(%z3 : tensor<3xf64>) -> tensor<3xf64>
    %2 = linalg.dot ins(%1, %1 : tensor<3xf64>, tensor<3xf64>) outs(%z : tensor<f64>) -> tensor<f64>
    %3 = tensor.extract %2[] : tensor<f64>
    %norm = math.sqrt %3 : f64
    %s = tensor.splat %norm : tensor<3xf64>
    %4 = arith.divf %1, %s : tensor<3xf64>
    scf.yield %4, %norm : tensor<3xf64>, f64
  }
  return %0#1 : f64
}
func.func private @pullback(tensor<3x3xf64>, tensor<3xf64>, index, f64) -> (tensor<3x3xf64>, tensor<3xf64>) attributes {lagrad.pullback = @power_iteration}
