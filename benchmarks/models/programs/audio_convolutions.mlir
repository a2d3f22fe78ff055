#map = affine_map<(d0, d1, d2, d3, d4) -> (d4, d0, d2 * 2 + d3)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d1, d0, d3)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d4, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> ()>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map6 = affine_map<(d0, d1) -> ()>
#map7 = affine_map<(d0, d1) -> (d0, d1)>
module @audio_convolutions {
  func.func public @main(%arg0: tensor<4x8x2048xf32>, %arg1: tensor<16x8x9xf32>, %arg2: tensor<32x16x9xf32>, %arg3:
      tensor<32x8xf32>) -> tensor<f32> {
    %cst = arith.constant 3.200000e+01 : f32
    %cst_0 = arith.constant dense<5.120000e+02> : tensor<f32>
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 3] high[0, 0, 4] {
    ^bb0(%arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst_2 : f32
    } : tensor<4x8x2048xf32> to tensor<4x8x2055xf32>
    %0 = tensor.empty() : tensor<4x16x1024xf32>
    %1 = linalg.fill ins(%cst_2 : f32) outs(%0 : tensor<4x16x1024xf32>) -> tensor<4x16x1024xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["reduction", "parallel", "parallel",
        "reduction", "parallel"]} ins(%padded, %arg1 : tensor<4x8x2055xf32>, tensor<16x8x9xf32>) outs(%1 :
        tensor<4x16x1024xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %24 = arith.mulf %in, %in_4 : f32
      %25 = arith.addf %out, %24 : f32
      linalg.yield %25 : f32
    } -> tensor<4x16x1024xf32>
    %3 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst_1 : tensor<f32>) outs(%0 : tensor<4x16x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x1024xf32>
    %4 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%2, %3 : tensor<4x16x1024xf32>, tensor<4x16x1024xf32>) outs(%0 : tensor<4x16x1024xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %24 = arith.maximumf %in, %in_4 : f32
      linalg.yield %24 : f32
    } -> tensor<4x16x1024xf32>
    %padded_3 = tensor.pad %4 low[0, 0, 3] high[0, 0, 4] {
    ^bb0(%arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst_2 : f32
    } : tensor<4x16x1024xf32> to tensor<4x16x1031xf32>
    %5 = tensor.empty() : tensor<4x32x512xf32>
    %6 = linalg.fill ins(%cst_2 : f32) outs(%5 : tensor<4x32x512xf32>) -> tensor<4x32x512xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["reduction", "parallel", "parallel",
        "reduction", "parallel"]} ins(%padded_3, %arg2 : tensor<4x16x1031xf32>, tensor<32x16x9xf32>) outs(%6 :
        tensor<4x32x512xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %24 = arith.mulf %in, %in_4 : f32
      %25 = arith.addf %out, %24 : f32
      linalg.yield %25 : f32
    } -> tensor<4x32x512xf32>
    %8 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst_1 : tensor<f32>) outs(%5 : tensor<4x32x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x512xf32>
    %9 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%7, %8 : tensor<4x32x512xf32>, tensor<4x32x512xf32>) outs(%5 : tensor<4x32x512xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %24 = arith.maximumf %in, %in_4 : f32
      linalg.yield %24 : f32
    } -> tensor<4x32x512xf32>
    %10 = tensor.empty() : tensor<4x32xf32>
    %11 = linalg.fill ins(%cst_2 : f32) outs(%10 : tensor<4x32xf32>) -> tensor<4x32xf32>
    %12 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9
        : tensor<4x32x512xf32>) outs(%11 : tensor<4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.addf %out, %in : f32
      linalg.yield %24 : f32
    } -> tensor<4x32xf32>
    %13 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel"]} ins(%cst_0 :
        tensor<f32>) outs(%10 : tensor<4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32xf32>
    %14 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%12, %13
        : tensor<4x32xf32>, tensor<4x32xf32>) outs(%10 : tensor<4x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %24 = arith.divf %in, %in_4 : f32
      linalg.yield %24 : f32
    } -> tensor<4x32xf32>
    %15 = tensor.empty() : tensor<4x8xf32>
    %16 = linalg.fill ins(%cst_2 : f32) outs(%15 : tensor<4x8xf32>) -> tensor<4x8xf32>
    %17 = linalg.matmul ins(%14, %arg3 : tensor<4x32xf32>, tensor<32x8xf32>) outs(%16 : tensor<4x8xf32>) ->
        tensor<4x8xf32>
    %18 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%17 :
        tensor<4x8xf32>) outs(%15 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = math.tanh %in : f32
      linalg.yield %24 : f32
    } -> tensor<4x8xf32>
    %19 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%18, %18
        : tensor<4x8xf32>, tensor<4x8xf32>) outs(%15 : tensor<4x8xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %24 = arith.mulf %in, %in_4 : f32
      linalg.yield %24 : f32
    } -> tensor<4x8xf32>
    %20 = tensor.empty() : tensor<f32>
    %21 = linalg.fill ins(%cst_2 : f32) outs(%20 : tensor<f32>) -> tensor<f32>
    %22 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["reduction", "reduction"]} ins(%19 :
        tensor<4x8xf32>) outs(%21 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.addf %out, %in : f32
      linalg.yield %24 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %22[] : tensor<f32>
    %23 = arith.divf %extracted, %cst : f32
    %from_elements = tensor.from_elements %23 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
