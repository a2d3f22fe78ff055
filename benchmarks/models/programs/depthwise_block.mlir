#map = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d7, d0, d1, d3 + d4, d5 + d6)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d0, d2, d1, d4, d6)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5, d6, d7) -> (d7, d0, d2, d3, d5)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d0, d2 + d3, d4 + d5)>
#map6 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d0, d3, d5)>
#map7 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d1, d2, d4)>
#map8 = affine_map<(d0, d1, d2) -> (d0)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
#map11 = affine_map<(d0, d1, d2, d3) -> (0, d1, 0, 0)>
module @depthwise_block {
  func.func public @main(%arg0: tensor<4x32x32x32xf32>, %arg1: tensor<32x1x3x3xf32>, %arg2: tensor<64x32x1x1xf32>,
      %arg3: tensor<64xf32>) -> tensor<f32> {
    %cst = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_0 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = arith.constant 2.621440e+05 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg4: index, %arg5: index, %arg6: index, %arg7: index):
      tensor.yield %cst_2 : f32
    } : tensor<4x32x32x32xf32> to tensor<4x32x34x34xf32>
    %expanded = tensor.expand_shape %padded [[0], [1], [2, 3], [4]] output_shape [4, 32, 1, 34, 34] :
        tensor<4x32x34x34xf32> into tensor<4x32x1x34x34xf32>
    %expanded_3 = tensor.expand_shape %arg1 [[0], [1], [2, 3], [4]] output_shape [32, 1, 1, 3, 3] : tensor<32x1x3x3xf32>
        into tensor<32x1x1x3x3xf32>
    %0 = tensor.empty() : tensor<4x32x1x32x32xf32>
    %1 = linalg.fill ins(%cst_2 : f32) outs(%0 : tensor<4x32x1x32x32xf32>) -> tensor<4x32x1x32x32xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "reduction", "parallel",
        "parallel", "reduction", "parallel", "reduction", "parallel"]} ins(%expanded, %expanded_3 :
        tensor<4x32x1x34x34xf32>, tensor<32x1x1x3x3xf32>) outs(%1 : tensor<4x32x1x32x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %22 = arith.mulf %in, %in_4 : f32
      %23 = arith.addf %out, %22 : f32
      linalg.yield %23 : f32
    } -> tensor<4x32x1x32x32xf32>
    %collapsed = tensor.collapse_shape %2 [[0], [1], [2, 3], [4]] : tensor<4x32x1x32x32xf32> into tensor<4x32x32x32xf32>
    %3 = tensor.empty() : tensor<f32>
    %4 = tensor.empty() : tensor<4x32x32x32xf32>
    %5 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%cst_0 : tensor<f32>) outs(%4 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x32x32xf32>
    %6 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%5, %collapsed : tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) outs(%4 :
        tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %22 = arith.maximumf %in, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<4x32x32x32xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%cst : tensor<f32>) outs(%4 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x32x32xf32>
    %8 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%7, %6 : tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) outs(%4 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %22 = arith.minimumf %in, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<4x32x32x32xf32>
    %9 = tensor.empty() : tensor<4x64x32x32xf32>
    %10 = linalg.fill ins(%cst_2 : f32) outs(%9 : tensor<4x64x32x32xf32>) -> tensor<4x64x32x32xf32>
    %11 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["reduction", "parallel", "parallel",
        "reduction", "parallel", "reduction", "parallel"]} ins(%8, %arg2 : tensor<4x32x32x32xf32>,
        tensor<64x32x1x1xf32>) outs(%10 : tensor<4x64x32x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %22 = arith.mulf %in, %in_4 : f32
      %23 = arith.addf %out, %22 : f32
      linalg.yield %23 : f32
    } -> tensor<4x64x32x32xf32>
    %12 = tensor.empty() : tensor<64x1x1xf32>
    %13 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%arg3 : tensor<64xf32>) outs(%12 : tensor<64x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1x1xf32>
    %14 = tensor.empty() : tensor<1x64x1x1xf32>
    %15 = linalg.generic {indexing_maps = [#map10, #map4], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%13 : tensor<64x1x1xf32>) outs(%14 : tensor<1x64x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x1x1xf32>
    %16 = linalg.generic {indexing_maps = [#map11, #map4], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%15 : tensor<1x64x1x1xf32>) outs(%9 : tensor<4x64x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x32x32xf32>
    %17 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%11, %16 : tensor<4x64x32x32xf32>, tensor<4x64x32x32xf32>) outs(%9 : tensor<4x64x32x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %22 = arith.addf %in, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<4x64x32x32xf32>
    %18 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%17, %17 : tensor<4x64x32x32xf32>, tensor<4x64x32x32xf32>) outs(%9 : tensor<4x64x32x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %22 = arith.mulf %in, %in_4 : f32
      linalg.yield %22 : f32
    } -> tensor<4x64x32x32xf32>
    %19 = linalg.fill ins(%cst_2 : f32) outs(%3 : tensor<f32>) -> tensor<f32>
    %20 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["reduction", "reduction", "reduction",
        "reduction"]} ins(%18 : tensor<4x64x32x32xf32>) outs(%19 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %22 = arith.addf %out, %in : f32
      linalg.yield %22 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %20[] : tensor<f32>
    %21 = arith.divf %extracted, %cst_1 : f32
    %from_elements = tensor.from_elements %21 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
