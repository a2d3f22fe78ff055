#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (0, d1, 0, 0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<() -> ()>
module @batch_norm_torch {
  func.func @main(%arg0: tensor<16x32x32x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<32xf32>) -> tensor<f32> {
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 1.000000e-05 : f64
    %cst_2 = arith.constant 1.638400e+04 : f64
    %cst_3 = arith.constant 1.638400e+04 : f32
    %cst_4 = arith.constant 5.242880e+05 : f32
    %0 = tensor.empty() : tensor<16x32x32x32xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%arg0 : tensor<16x32x32x32xf32>) outs(%0 : tensor<16x32x32x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %28 = arith.extf %in : f32 to f64
      linalg.yield %28 : f64
    } -> tensor<16x32x32x32xf64>
    %2 = tensor.empty() : tensor<1x32x1x1xf64>
    %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<1x32x1x1xf64>) -> tensor<1x32x1x1xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "reduction",
        "reduction"]} ins(%1 : tensor<16x32x32x32xf64>) outs(%3 : tensor<1x32x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %28 = arith.addf %in, %out : f64
      linalg.yield %28 : f64
    } -> tensor<1x32x1x1xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%4 : tensor<1x32x1x1xf64>) outs(%2 : tensor<1x32x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %28 = arith.divf %in, %cst_2 : f64
      linalg.yield %28 : f64
    } -> tensor<1x32x1x1xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%1, %5 : tensor<16x32x32x32xf64>, tensor<1x32x1x1xf64>) outs(%0 : tensor<16x32x32x32xf64>) {
    ^bb0(%in: f64, %in_6: f64, %out: f64):
      %28 = arith.subf %in, %in_6 : f64
      linalg.yield %28 : f64
    } -> tensor<16x32x32x32xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%6, %6 : tensor<16x32x32x32xf64>, tensor<16x32x32x32xf64>) outs(%0 : tensor<16x32x32x32xf64>) {
    ^bb0(%in: f64, %in_6: f64, %out: f64):
      %28 = arith.mulf %in, %in_6 : f64
      linalg.yield %28 : f64
    } -> tensor<16x32x32x32xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "reduction",
        "reduction"]} ins(%7 : tensor<16x32x32x32xf64>) outs(%3 : tensor<1x32x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %28 = arith.addf %in, %out : f64
      linalg.yield %28 : f64
    } -> tensor<1x32x1x1xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%8 : tensor<1x32x1x1xf64>) outs(%2 : tensor<1x32x1x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %28 = arith.divf %in, %cst_2 : f64
      linalg.yield %28 : f64
    } -> tensor<1x32x1x1xf64>
    %10 = tensor.empty() : tensor<1x32x1x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%9 : tensor<1x32x1x1xf64>) outs(%10 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %28 = arith.truncf %in : f64 to f32
      linalg.yield %28 : f32
    } -> tensor<1x32x1x1xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction", "parallel", "reduction",
        "reduction"]} ins(%arg0 : tensor<16x32x32x32xf32>) outs(%12 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.addf %in, %out : f32
      linalg.yield %28 : f32
    } -> tensor<1x32x1x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%13 : tensor<1x32x1x1xf32>) outs(%10 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst_3 : f32
      linalg.yield %28 : f32
    } -> tensor<1x32x1x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%11 : tensor<1x32x1x1xf32>) outs(%10 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.truncf %cst_1 : f64 to f32
      %29 = arith.addf %in, %28 : f32
      linalg.yield %29 : f32
    } -> tensor<1x32x1x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%15 : tensor<1x32x1x1xf32>) outs(%10 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.rsqrt %in : f32
      linalg.yield %28 : f32
    } -> tensor<1x32x1x1xf32>
    %17 = tensor.empty() : tensor<16x32x32x32xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%arg0, %14 : tensor<16x32x32x32xf32>, tensor<1x32x1x1xf32>) outs(%17 : tensor<16x32x32x32xf32>)
        {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %28 = arith.subf %in, %in_6 : f32
      linalg.yield %28 : f32
    } -> tensor<16x32x32x32xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%18, %16 : tensor<16x32x32x32xf32>, tensor<1x32x1x1xf32>) outs(%17 : tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %28 = arith.mulf %in, %in_6 : f32
      linalg.yield %28 : f32
    } -> tensor<16x32x32x32xf32>
    %expanded = tensor.expand_shape %arg1 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%19, %expanded : tensor<16x32x32x32xf32>, tensor<32x1x1xf32>) outs(%17 :
        tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %28 = arith.mulf %in, %in_6 : f32
      linalg.yield %28 : f32
    } -> tensor<16x32x32x32xf32>
    %expanded_5 = tensor.expand_shape %arg2 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%20, %expanded_5 : tensor<16x32x32x32xf32>, tensor<32x1x1xf32>) outs(%17 :
        tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %28 = arith.addf %in, %in_6 : f32
      linalg.yield %28 : f32
    } -> tensor<16x32x32x32xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%21 : tensor<16x32x32x32xf32>) outs(%17 : tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.cmpf ugt, %in, %cst_0 : f32
      %29 = arith.select %28, %in, %cst_0 : f32
      linalg.yield %29 : f32
    } -> tensor<16x32x32x32xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%22 : tensor<16x32x32x32xf32>) outs(%17 : tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %28 : f32
    } -> tensor<16x32x32x32xf32>
    %24 = tensor.empty() : tensor<f32>
    %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<f32>) -> tensor<f32>
    %26 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["reduction", "reduction", "reduction",
        "reduction"]} ins(%23 : tensor<16x32x32x32xf32>) outs(%25 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.addf %in, %out : f32
      linalg.yield %28 : f32
    } -> tensor<f32>
    %27 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%26 : tensor<f32>) outs(%24 :
        tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.divf %in, %cst_4 : f32
      linalg.yield %28 : f32
    } -> tensor<f32>
    return %27 : tensor<f32>
  }
}
