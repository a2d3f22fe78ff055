// A loop, a branch and a whole-tensor operation that are marked inactive as a whole.
func.func @odd_inactive_region_operations(%x: tensor<3xf64>, %n: index) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<3xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<3xf64> {
    %1 = math.sin %h : tensor<3xf64>
    scf.yield %1 : tensor<3xf64>
  } {lagrad.inactive}
  %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<3xf64>) outs(%e : tensor<3xf64>) attrs = {lagrad.inactive} {
  ^bb0(%a: f64, %o: f64):
    %p = math.exp %a : f64
    linalg.yield %p : f64
  } -> tensor<3xf64>
  %a = tensor.extract %x[%c1] : tensor<3xf64>
  %c = arith.cmpf olt, %a, %one : f64
  %3 = scf.if %c -> f64 {
    %4 = arith.mulf %a, %a : f64
    scf.yield %4 : f64
  } else {
    scf.yield %a : f64
  } {lagrad.inactive}
  %s = tensor.splat %3 : tensor<3xf64>
  %5 = arith.mulf %0, %x : tensor<3xf64>
  %6 = arith.mulf %2, %5 : tensor<3xf64>
  %7 = arith.mulf %s, %6 : tensor<3xf64>
  return %7 : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, index, tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.pullback = @odd_inactive_region_operations}
