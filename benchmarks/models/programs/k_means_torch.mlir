#map = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> (d0)>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0) -> ()>
module @k_means_torch {
  func.func @main(%arg0: tensor<10000x8xf32>, %arg1: tensor<16x8xf32>) -> tensor<f32> {
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0x7F800000 : f32
    %expanded = tensor.expand_shape %arg0 [[0], [1, 2]] output_shape [10000, 1, 8] : tensor<10000x8xf32> into
        tensor<10000x1x8xf32>
    %0 = tensor.empty() : tensor<10000x16x8xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded, %arg1 : tensor<10000x1x8xf32>, tensor<16x8xf32>) outs(%0 : tensor<10000x16x8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %14 = arith.subf %in, %in_1 : f32
      linalg.yield %14 : f32
    } -> tensor<10000x16x8xf32>
    %2 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 :
        tensor<10000x16x8xf32>) outs(%0 : tensor<10000x16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %14 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %14 : f32
    } -> tensor<10000x16x8xf32>
    %3 = tensor.empty() : tensor<10000x16xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<10000x16xf32>) -> tensor<10000x16xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2
        : tensor<10000x16x8xf32>) outs(%4 : tensor<10000x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %14 = arith.addf %in, %out : f32
      linalg.yield %14 : f32
    } -> tensor<10000x16xf32>
    %6 = tensor.empty() : tensor<10000xi64>
    %7 = linalg.fill ins(%c0_i64 : i64) outs(%6 : tensor<10000xi64>) -> tensor<10000xi64>
    %8 = tensor.empty() : tensor<10000xf32>
    %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<10000xf32>) -> tensor<10000xf32>
    %10:2 = linalg.generic {indexing_maps = [#map4, #map5, #map5], iterator_types = ["parallel", "reduction"]} ins(%5 :
        tensor<10000x16xf32>) outs(%9, %7 : tensor<10000xf32>, tensor<10000xi64>) {
    ^bb0(%in: f32, %out: f32, %out_1: i64):
      %14 = linalg.index 1 : index
      %15 = arith.index_cast %14 : index to i64
      %16 = arith.minimumf %in, %out : f32
      %17 = arith.cmpf olt, %in, %out : f32
      %18 = arith.select %17, %15, %out_1 : i64
      linalg.yield %16, %18 : f32, i64
    } -> (tensor<10000xf32>, tensor<10000xi64>)
    %11 = tensor.empty() : tensor<f32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<f32>) -> tensor<f32>
    %13 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["reduction"]} ins(%10#0 : tensor<10000xf32>)
        outs(%12 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %14 = arith.addf %in, %out : f32
      linalg.yield %14 : f32
    } -> tensor<f32>
    return %13 : tensor<f32>
  }
}
