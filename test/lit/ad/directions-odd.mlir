// RUN: lagrad-check %s

// What is zero, constant, passed on, narrow, or a custom derivative itself, for many directions and as arrays.
func.func private @cube_pullback(%x: f64, %n: index, %ct: f64) -> f64 {
  %c3 = arith.constant 3.0 : f64
  %0 = arith.mulf %x, %x : f64
  %1 = arith.mulf %0, %c3 : f64
  %2 = arith.mulf %1, %ct : f64
  return %2 : f64
}
func.func @cube(%x: f64, %n: index) -> f64 attributes {lagrad.custom_pullback = @cube_pullback} {
  %0 = arith.mulf %x, %x : f64
  %1 = arith.mulf %0, %x : f64
  return %1 : f64
}
func.func private @many(f64, index, tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.pullback = @cube, lagrad.vectors = 3}
func.func private @fwd(f64, tensor<3xf64>, index) -> tensor<3xf64> attributes {lagrad.pushforward = @cube, lagrad.vectors = 3}
func.func private @j(f64, index) -> f64 attributes {lagrad.jacobian = @cube}
func.func private @h(f64, index) -> f64 attributes {lagrad.hessian = @cube}
func.func @unused(%x: tensor<2x?xf64>, %y: tensor<?xf64>, %z: f64) -> f64 {
  %0 = arith.mulf %z, %z : f64
  return %0 : f64
}
func.func private @u(tensor<2x?xf64>, tensor<?xf64>, f64, tensor<?xf64>) -> (tensor<?x2x?xf64>, tensor<?x?xf64>, tensor<?xf64>) attributes {lagrad.pullback = @unused, lagrad.vectors = -1}
func.func private @uj(tensor<2x?xf64>, tensor<?xf64>, f64) -> (tensor<2x?xf64>, tensor<?xf64>, f64) attributes {lagrad.jacobian = @unused}
func.func private @ujf(tensor<2x?xf64>, tensor<?xf64>, f64) -> (tensor<2x?xf64>, tensor<?xf64>, f64) attributes {lagrad.jacobian = @unused, lagrad.mode = "forward"}
func.func @const(%x: tensor<3xf64>) -> (tensor<2xf64>, index) {
  %c = arith.constant dense<1.0> : tensor<2xf64>
  %i = arith.constant 1 : index
  return %c, %i : tensor<2xf64>, index
}
func.func private @cj(tensor<3xf64>) -> tensor<2x3xf64> attributes {lagrad.jacobian = @const}
func.func private @cp(tensor<3xf64>, tensor<4x2xf64>) -> (tensor<2xf64>, index, tensor<4x3xf64>) attributes {lagrad.pullback = @const, lagrad.vectors = 4, lagrad.with_primal}
func.func private @cpf(tensor<3xf64>, tensor<4x3xf64>) -> (tensor<4x2xf64>) attributes {lagrad.pushforward = @const, lagrad.vectors = 4}
func.func @identity(%x: tensor<3xf64>) -> tensor<3xf64> { return %x : tensor<3xf64> }
func.func private @ij(tensor<3xf64>) -> tensor<3x3xf64> attributes {lagrad.jacobian = @identity}
func.func private @ip(tensor<3xf64>, tensor<4x3xf64>) -> tensor<4x3xf64> attributes {lagrad.pullback = @identity, lagrad.vectors = 4}
func.func @narrow(%x: tensor<3xf16>, %y: tensor<3xbf16>) -> tensor<3xf16> {
  %0 = arith.extf %x : tensor<3xf16> to tensor<3xf32>
  %1 = arith.extf %y : tensor<3xbf16> to tensor<3xf32>
  %2 = arith.mulf %0, %1 : tensor<3xf32>
  %3 = arith.truncf %2 : tensor<3xf32> to tensor<3xf16>
  %4 = math.exp %3 : tensor<3xf16>
  return %4 : tensor<3xf16>
}
func.func private @np(tensor<3xf16>, tensor<3xbf16>, tensor<4x3xf16>) -> (tensor<4x3xf16>, tensor<4x3xbf16>) attributes {lagrad.pullback = @narrow, lagrad.vectors = 4}
func.func private @nf(tensor<3xf16>, tensor<4x3xf16>, tensor<3xbf16>, tensor<4x3xbf16>) -> (tensor<4x3xf16>) attributes {lagrad.pushforward = @narrow, lagrad.vectors = 4}
func.func private @nj(tensor<3xf16>, tensor<3xbf16>) -> (tensor<3x3xf16>) attributes {lagrad.jacobian = @narrow, lagrad.wrt = [0]}
