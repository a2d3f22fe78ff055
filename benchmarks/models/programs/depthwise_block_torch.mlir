#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> ()>
#map2 = affine_map<() -> ()>
module @depthwise_block_torch {
  func.func @main(%arg0: tensor<4x32x32x32xf32>, %arg1: tensor<32x1x3x3xf32>, %arg2: tensor<64x32x1x1xf32>, %arg3:
      tensor<64xf32>) -> tensor<f32> {
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 2.621440e+05 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg4: index, %arg5: index, %arg6: index, %arg7: index):
      tensor.yield %cst : f32
    } : tensor<4x32x32x32xf32> to tensor<4x32x34x34xf32>
    %0 = tensor.empty() : tensor<4x32x32x32xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x32x32x32xf32>) -> tensor<4x32x32x32xf32>
    %collapsed = tensor.collapse_shape %arg1 [[0, 1], [2], [3]] : tensor<32x1x3x3xf32> into tensor<32x3x3xf32>
    %2 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
        ins(%padded, %collapsed : tensor<4x32x34x34xf32>, tensor<32x3x3xf32>) outs(%1 : tensor<4x32x32x32xf32>) ->
        tensor<4x32x32x32xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%2, %cst_1 : tensor<4x32x32x32xf32>, tensor<f32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %12 = arith.cmpf ogt, %in, %in_3 : f32
      %13 = arith.select %12, %in, %in_3 : f32
      linalg.yield %13 : f32
    } -> tensor<4x32x32x32xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%cst_0, %3 : tensor<f32>, tensor<4x32x32x32xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %12 = arith.cmpf olt, %in, %in_3 : f32
      %13 = arith.select %12, %in, %in_3 : f32
      linalg.yield %13 : f32
    } -> tensor<4x32x32x32xf32>
    %5 = tensor.empty() : tensor<4x64x32x32xf32>
    %broadcasted = linalg.broadcast ins(%arg3 : tensor<64xf32>) outs(%5 : tensor<4x64x32x32xf32>) dimensions = [0, 2, 3]
        
    %6 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%4,
        %arg2 : tensor<4x32x32x32xf32>, tensor<64x32x1x1xf32>) outs(%broadcasted : tensor<4x64x32x32xf32>) ->
        tensor<4x64x32x32xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%6 : tensor<4x64x32x32xf32>) outs(%5 : tensor<4x64x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %12 : f32
    } -> tensor<4x64x32x32xf32>
    %8 = tensor.empty() : tensor<f32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<f32>) -> tensor<f32>
    %10 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "reduction", "reduction",
        "reduction"]} ins(%7 : tensor<4x64x32x32xf32>) outs(%9 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.addf %in, %out : f32
      linalg.yield %12 : f32
    } -> tensor<f32>
    %11 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%10 : tensor<f32>) outs(%8 :
        tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.divf %in, %cst_2 : f32
      linalg.yield %12 : f32
    } -> tensor<f32>
    return %11 : tensor<f32>
  }
}
