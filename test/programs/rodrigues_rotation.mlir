// A rotation vector applied to a point, with the branch for small angles.
func.func @rodrigues_rotation(%r: tensor<3xf64>, %x: tensor<3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %tiny = arith.constant 1.0e-12 : f64
  %r0 = tensor.extract %r[%c0] : tensor<3xf64>
  %r1 = tensor.extract %r[%c1] : tensor<3xf64>
  %r2 = tensor.extract %r[%c2] : tensor<3xf64>
  %x0 = tensor.extract %x[%c0] : tensor<3xf64>
  %x1 = tensor.extract %x[%c1] : tensor<3xf64>
  %x2 = tensor.extract %x[%c2] : tensor<3xf64>
  %s0 = arith.mulf %r0, %r0 : f64
  %s1 = math.fma %r1, %r1, %s0 : f64
  %sq = math.fma %r2, %r2, %s1 : f64
  %big = arith.cmpf ogt, %sq, %tiny : f64
  %a:3 = scf.if %big -> (f64, f64, f64) {
    %theta = math.sqrt %sq : f64
    %s = math.sin %theta : f64
    %c = math.cos %theta : f64
    %so = arith.divf %s, %theta : f64
    %oc = arith.subf %one, %c : f64
    %co = arith.divf %oc, %sq : f64
    scf.yield %so, %co, %c : f64, f64, f64
  } else {
    %zero = arith.constant 0.0 : f64
    scf.yield %one, %zero, %one : f64, f64, f64
  }
  %d0 = arith.mulf %r0, %x0 : f64
  %d1 = math.fma %r1, %x1, %d0 : f64
  %dot = math.fma %r2, %x2, %d1 : f64
  %k = arith.mulf %dot, %a#1 : f64
  %p0 = arith.mulf %r1, %x2 : f64
  %q0 = arith.mulf %r2, %x1 : f64
  %w0 = arith.subf %p0, %q0 : f64
  %p1 = arith.mulf %r2, %x0 : f64
  %q1 = arith.mulf %r0, %x2 : f64
  %w1 = arith.subf %p1, %q1 : f64
  %p2 = arith.mulf %r0, %x1 : f64
  %q2 = arith.mulf %r1, %x0 : f64
  %w2 = arith.subf %p2, %q2 : f64
  %y00 = arith.mulf %x0, %a#2 : f64
  %y01 = math.fma %w0, %a#0, %y00 : f64
  %y0 = math.fma %r0, %k, %y01 : f64
  %y10 = arith.mulf %x1, %a#2 : f64
  %y11 = math.fma %w1, %a#0, %y10 : f64
  %y1 = math.fma %r1, %k, %y11 : f64
  %y20 = arith.mulf %x2, %a#2 : f64
  %y21 = math.fma %w2, %a#0, %y20 : f64
  %y2 = math.fma %r2, %k, %y21 : f64
  %y = tensor.from_elements %y0, %y1, %y2 : tensor<3xf64>
  return %y : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) attributes {lagrad.pullback = @rodrigues_rotation}
