#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map4 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map6 = affine_map<(d0, d1) -> (d0, d1)>
#map7 = affine_map<(d0, d1) -> (d0)>
#map8 = affine_map<(d0) -> (d0)>
#map9 = affine_map<(d0) -> ()>
module @k_means {
  func.func public @main(%arg0: tensor<10000x8xf32>, %arg1: tensor<16x8xf32>) -> tensor<f32> {
    %cst = arith.constant 0x7F800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<10000x1x8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0
        : tensor<10000x8xf32>) outs(%0 : tensor<10000x1x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10000x1x8xf32>
    %2 = tensor.empty() : tensor<1x16x8xf32>
    %3 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%arg1 : tensor<16x8xf32>) outs(%2 : tensor<1x16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x8xf32>
    %4 = tensor.empty() : tensor<10000x16x8xf32>
    %5 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 :
        tensor<10000x1x8xf32>) outs(%4 : tensor<10000x16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10000x16x8xf32>
    %6 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 :
        tensor<1x16x8xf32>) outs(%4 : tensor<10000x16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10000x16x8xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%5, %6 : tensor<10000x16x8xf32>, tensor<10000x16x8xf32>) outs(%4 : tensor<10000x16x8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %18 = arith.subf %in, %in_1 : f32
      linalg.yield %18 : f32
    } -> tensor<10000x16x8xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%7, %7 : tensor<10000x16x8xf32>, tensor<10000x16x8xf32>) outs(%4 : tensor<10000x16x8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %18 = arith.mulf %in, %in_1 : f32
      linalg.yield %18 : f32
    } -> tensor<10000x16x8xf32>
    %9 = tensor.empty() : tensor<10000x16xf32>
    %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : tensor<10000x16xf32>) -> tensor<10000x16xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map5], iterator_types = ["parallel", "parallel", "reduction"]} ins(%8
        : tensor<10000x16x8xf32>) outs(%10 : tensor<10000x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.addf %out, %in : f32
      linalg.yield %18 : f32
    } -> tensor<10000x16xf32>
    %12 = tensor.empty() : tensor<10000xf32>
    %13 = linalg.fill ins(%cst : f32) outs(%12 : tensor<10000xf32>) -> tensor<10000xf32>
    %14 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "reduction"]} ins(%11 :
        tensor<10000x16xf32>) outs(%13 : tensor<10000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.minimumf %out, %in : f32
      linalg.yield %18 : f32
    } -> tensor<10000xf32>
    %15 = tensor.empty() : tensor<f32>
    %16 = linalg.fill ins(%cst_0 : f32) outs(%15 : tensor<f32>) -> tensor<f32>
    %17 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["reduction"]} ins(%14 : tensor<10000xf32>)
        outs(%16 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %18 = arith.addf %out, %in : f32
      linalg.yield %18 : f32
    } -> tensor<f32>
    return %17 : tensor<f32>
  }
}
