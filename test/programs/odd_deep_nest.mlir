// A branch in an open loop in a branch in a counted loop, over a carried tensor and a scalar.
func.func @odd_deep_nest(%x: tensor<3xf64>, %s: f64, %n: index) -> (tensor<3xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %four = arith.constant 4.0 : f64
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x, %q = %s) -> (tensor<3xf64>, f64) {
    %k = arith.remui %i, %c3 : index
    %a = tensor.extract %u[%k] : tensor<3xf64>
    %low = arith.cmpf olt, %a, %four : f64
    %1:2 = scf.if %low -> (tensor<3xf64>, f64) {
      %2:2 = scf.while (%v = %u, %p = %a) : (tensor<3xf64>, f64) -> (tensor<3xf64>, f64) {
        %c = arith.cmpf olt, %p, %four : f64
        scf.condition(%c) %v, %p : tensor<3xf64>, f64
      } do {
      ^bb0(%v: tensor<3xf64>, %p: f64):
        %small = arith.cmpf olt, %p, %one : f64
        %3 = scf.if %small -> tensor<3xf64> {
          %4 = math.exp %v : tensor<3xf64>
          scf.yield %4 : tensor<3xf64>
        } else {
          %t = tensor.splat %p : tensor<3xf64>
          %4 = arith.addf %v, %t : tensor<3xf64>
          scf.yield %4 : tensor<3xf64>
        }
        %b = tensor.extract %3[%k] : tensor<3xf64>
        scf.yield %3, %b : tensor<3xf64>, f64
      }
      %5 = arith.mulf %2#1, %q : f64
      scf.yield %2#0, %5 : tensor<3xf64>, f64
    } else {
      %2 = math.log %u : tensor<3xf64>
      %3 = arith.mulf %2, %x : tensor<3xf64>
      %4 = math.sqrt %q : f64
      scf.yield %3, %4 : tensor<3xf64>, f64
    }
    scf.yield %1#0, %1#1 : tensor<3xf64>, f64
  }
  return %0#0, %0#1 : tensor<3xf64>, f64
}
func.func private @pullback(tensor<3xf64>, f64, index, tensor<3xf64>, f64) -> (tensor<3xf64>, f64) attributes {lagrad.pullback = @odd_deep_nest}
