// What has no loop has none in its adjoint: contractions, convolutions, sums, elementwise operations.
// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

// CHECK-NOT: scf.
func.func @contractions(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>, %v: tensor<4xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %no_c = tensor.empty() : tensor<2x4xf64>
  %zero_c = linalg.fill ins(%zero : f64) outs(%no_c : tensor<2x4xf64>) -> tensor<2x4xf64>
  %c = linalg.matmul ins(%a, %b : tensor<2x3xf64>, tensor<3x4xf64>) outs(%zero_c : tensor<2x4xf64>) -> tensor<2x4xf64>
  %no_w = tensor.empty() : tensor<2xf64>
  %zero_w = linalg.fill ins(%zero : f64) outs(%no_w : tensor<2xf64>) -> tensor<2xf64>
  %w = linalg.matvec ins(%c, %v : tensor<2x4xf64>, tensor<4xf64>) outs(%zero_w : tensor<2xf64>) -> tensor<2xf64>
  %no_d = tensor.empty() : tensor<f64>
  %zero_d = linalg.fill ins(%zero : f64) outs(%no_d : tensor<f64>) -> tensor<f64>
  %d = linalg.dot ins(%w, %w : tensor<2xf64>, tensor<2xf64>) outs(%zero_d : tensor<f64>) -> tensor<f64>
  %r = tensor.extract %d[] : tensor<f64>
  return %r : f64
}
func.func private @of_contractions(tensor<2x3xf64>, tensor<3x4xf64>, tensor<4xf64>) -> (tensor<2x3xf64>, tensor<3x4xf64>, tensor<4xf64>)
    attributes {lagrad.gradient = @contractions}

func.func @batches(%a: tensor<2x3x4xf64>, %b: tensor<2x4x5xf64>) -> tensor<2x3x5xf64> {
  %zero = arith.constant 0.0 : f64
  %no_c = tensor.empty() : tensor<2x3x5xf64>
  %zero_c = linalg.fill ins(%zero : f64) outs(%no_c : tensor<2x3x5xf64>) -> tensor<2x3x5xf64>
  %c = linalg.batch_matmul ins(%a, %b : tensor<2x3x4xf64>, tensor<2x4x5xf64>) outs(%zero_c : tensor<2x3x5xf64>) -> tensor<2x3x5xf64>
  return %c : tensor<2x3x5xf64>
}
func.func private @of_batches(tensor<2x3x4xf64>, tensor<2x4x5xf64>, tensor<2x3x5xf64>) -> (tensor<2x3x4xf64>, tensor<2x4x5xf64>)
    attributes {lagrad.pullback = @batches}

func.func @convolution(%image: tensor<1x6x6x2xf64>, %kernel: tensor<3x3x2x3xf64>) -> tensor<1x2x2x3xf64> {
  %zero = arith.constant 0.0 : f64
  %no_c = tensor.empty() : tensor<1x2x2x3xf64>
  %zero_c = linalg.fill ins(%zero : f64) outs(%no_c : tensor<1x2x2x3xf64>) -> tensor<1x2x2x3xf64>
  %c = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%image, %kernel : tensor<1x6x6x2xf64>, tensor<3x3x2x3xf64>) outs(%zero_c : tensor<1x2x2x3xf64>) -> tensor<1x2x2x3xf64>
  return %c : tensor<1x2x2x3xf64>
}
func.func private @of_convolution(tensor<1x6x6x2xf64>, tensor<3x3x2x3xf64>, tensor<1x2x2x3xf64>) -> (tensor<1x6x6x2xf64>, tensor<3x3x2x3xf64>)
    attributes {lagrad.pullback = @convolution}

func.func @pooling(%image: tensor<1x6x6x2xf64>) -> tensor<1x3x3x2xf64> {
  %zero = arith.constant 0.0 : f64
  %window = tensor.empty() : tensor<2x2xf64>
  %no_p = tensor.empty() : tensor<1x3x3x2xf64>
  %zero_p = linalg.fill ins(%zero : f64) outs(%no_p : tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
  %p = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%image, %window : tensor<1x6x6x2xf64>, tensor<2x2xf64>) outs(%zero_p : tensor<1x3x3x2xf64>) -> tensor<1x3x3x2xf64>
  return %p : tensor<1x3x3x2xf64>
}
func.func private @of_pooling(tensor<1x6x6x2xf64>, tensor<1x3x3x2xf64>) -> tensor<1x6x6x2xf64> attributes {lagrad.pullback = @pooling}

func.func @sums(%x: tensor<?x?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %s = linalg.reduce { arith.addf } ins(%x : tensor<?x?xf64>) outs(%y : tensor<?xf64>) dimensions = [1]
  return %s : tensor<?xf64>
}
func.func private @of_sums(tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>) attributes {lagrad.pullback = @sums}

func.func @elementwise(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %e = math.exp %x : tensor<?xf64>
  %p = arith.mulf %e, %y : tensor<?xf64>
  %m = arith.maximumf %p, %x : tensor<?xf64>
  %t = math.tanh %m : tensor<?xf64>
  return %t : tensor<?xf64>
}
func.func private @of_elementwise(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) attributes {lagrad.pullback = @elementwise}
