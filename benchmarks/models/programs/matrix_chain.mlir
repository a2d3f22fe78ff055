#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> ()>
module @matrix_chain {
  func.func public @main(%arg0: tensor<128x256xf32>, %arg1: tensor<256x64xf32>, %arg2: tensor<64x128xf32>, %arg3:
      tensor<128x96xf32>) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<128x64xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<128x256xf32>, tensor<256x64xf32>) outs(%1 : tensor<128x64xf32>) ->
        tensor<128x64xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 :
        tensor<128x64xf32>) outs(%0 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = math.tanh %in : f32
      linalg.yield %13 : f32
    } -> tensor<128x64xf32>
    %4 = tensor.empty() : tensor<64x96xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<64x96xf32>) -> tensor<64x96xf32>
    %6 = linalg.matmul ins(%arg2, %arg3 : tensor<64x128xf32>, tensor<128x96xf32>) outs(%5 : tensor<64x96xf32>) ->
        tensor<64x96xf32>
    %7 = tensor.empty() : tensor<128x96xf32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<128x96xf32>) -> tensor<128x96xf32>
    %9 = linalg.matmul ins(%3, %6 : tensor<128x64xf32>, tensor<64x96xf32>) outs(%8 : tensor<128x96xf32>) ->
        tensor<128x96xf32>
    %10 = tensor.empty() : tensor<f32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<f32>) -> tensor<f32>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction"]} ins(%9 :
        tensor<128x96xf32>) outs(%11 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.addf %out, %in : f32
      linalg.yield %13 : f32
    } -> tensor<f32>
    return %12 : tensor<f32>
  }
}
