#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0, d1) -> ()>
#map5 = affine_map<() -> ()>
module @layer_norm_softmax_torch {
  func.func @main(%arg0: tensor<256x1024xf32>, %arg1: tensor<1024xf32>, %arg2: tensor<1024xf32>) -> tensor<f32> {
    %c2_i64 = arith.constant 2 : i64
    %cst = arith.constant 0.000000e+00 : f64
    %cst_0 = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e-05 : f64
    %cst_3 = arith.constant 1.024000e+03 : f64
    %cst_4 = arith.constant 1.024000e+03 : f32
    %cst_5 = arith.constant 2.621440e+05 : f32
    %0 = tensor.empty() : tensor<256x1024xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 :
        tensor<256x1024xf32>) outs(%0 : tensor<256x1024xf64>) {
    ^bb0(%in: f32, %out: f64):
      %37 = arith.extf %in : f32 to f64
      linalg.yield %37 : f64
    } -> tensor<256x1024xf64>
    %2 = tensor.empty() : tensor<256x1xf64>
    %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<256x1xf64>) -> tensor<256x1xf64>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%1 :
        tensor<256x1024xf64>) outs(%3 : tensor<256x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %37 = arith.addf %in, %out : f64
      linalg.yield %37 : f64
    } -> tensor<256x1xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%4 :
        tensor<256x1xf64>) outs(%2 : tensor<256x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %37 = arith.divf %in, %cst_3 : f64
      linalg.yield %37 : f64
    } -> tensor<256x1xf64>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%1, %5 :
        tensor<256x1024xf64>, tensor<256x1xf64>) outs(%0 : tensor<256x1024xf64>) {
    ^bb0(%in: f64, %in_6: f64, %out: f64):
      %37 = arith.subf %in, %in_6 : f64
      linalg.yield %37 : f64
    } -> tensor<256x1024xf64>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %6 :
        tensor<256x1024xf64>, tensor<256x1024xf64>) outs(%0 : tensor<256x1024xf64>) {
    ^bb0(%in: f64, %in_6: f64, %out: f64):
      %37 = arith.mulf %in, %in_6 : f64
      linalg.yield %37 : f64
    } -> tensor<256x1024xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%7 :
        tensor<256x1024xf64>) outs(%3 : tensor<256x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %37 = arith.addf %in, %out : f64
      linalg.yield %37 : f64
    } -> tensor<256x1xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 :
        tensor<256x1xf64>) outs(%2 : tensor<256x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %37 = arith.divf %in, %cst_3 : f64
      linalg.yield %37 : f64
    } -> tensor<256x1xf64>
    %10 = tensor.empty() : tensor<256x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 :
        tensor<256x1xf64>) outs(%10 : tensor<256x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %37 = arith.truncf %in : f64 to f32
      linalg.yield %37 : f32
    } -> tensor<256x1xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<256x1xf32>) -> tensor<256x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 :
        tensor<256x1024xf32>) outs(%12 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.addf %in, %out : f32
      linalg.yield %37 : f32
    } -> tensor<256x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 :
        tensor<256x1xf32>) outs(%10 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.divf %in, %cst_4 : f32
      linalg.yield %37 : f32
    } -> tensor<256x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 :
        tensor<256x1xf32>) outs(%10 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.truncf %cst_2 : f64 to f32
      %38 = arith.addf %in, %37 : f32
      linalg.yield %38 : f32
    } -> tensor<256x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 :
        tensor<256x1xf32>) outs(%10 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = math.rsqrt %in : f32
      linalg.yield %37 : f32
    } -> tensor<256x1xf32>
    %17 = tensor.empty() : tensor<256x1024xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %14
        : tensor<256x1024xf32>, tensor<256x1xf32>) outs(%17 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %37 = arith.subf %in, %in_6 : f32
      linalg.yield %37 : f32
    } -> tensor<256x1024xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %16 :
        tensor<256x1024xf32>, tensor<256x1xf32>) outs(%17 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %37 = arith.mulf %in, %in_6 : f32
      linalg.yield %37 : f32
    } -> tensor<256x1024xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %arg1
        : tensor<256x1024xf32>, tensor<1024xf32>) outs(%17 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %37 = arith.mulf %in, %in_6 : f32
      linalg.yield %37 : f32
    } -> tensor<256x1024xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%20, %arg2
        : tensor<256x1024xf32>, tensor<1024xf32>) outs(%17 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %37 = arith.addf %in, %in_6 : f32
      linalg.yield %37 : f32
    } -> tensor<256x1024xf32>
    %22 = tensor.empty() : tensor<256xi64>
    %23 = linalg.fill ins(%c0_i64 : i64) outs(%22 : tensor<256xi64>) -> tensor<256xi64>
    %24 = tensor.empty() : tensor<256xf32>
    %25 = linalg.fill ins(%cst_1 : f32) outs(%24 : tensor<256xf32>) -> tensor<256xf32>
    %26:2 = linalg.generic {indexing_maps = [#map, #map3, #map3], iterator_types = ["parallel", "reduction"]} ins(%21 :
        tensor<256x1024xf32>) outs(%25, %23 : tensor<256xf32>, tensor<256xi64>) {
    ^bb0(%in: f32, %out: f32, %out_6: i64):
      %37 = linalg.index 1 : index
      %38 = arith.index_cast %37 : index to i64
      %39 = arith.maximumf %in, %out : f32
      %40 = arith.cmpf ogt, %in, %out : f32
      %41 = arith.select %40, %38, %out_6 : i64
      linalg.yield %39, %41 : f32, i64
    } -> (tensor<256xf32>, tensor<256xi64>)
    %expanded = tensor.expand_shape %26#0 [[0, 1]] output_shape [256, 1] : tensor<256xf32> into tensor<256x1xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%21,
        %expanded : tensor<256x1024xf32>, tensor<256x1xf32>) outs(%17 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %37 = arith.subf %in, %in_6 : f32
      linalg.yield %37 : f32
    } -> tensor<256x1024xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%27 :
        tensor<256x1024xf32>) outs(%17 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = math.exp %in : f32
      linalg.yield %37 : f32
    } -> tensor<256x1024xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%28 :
        tensor<256x1024xf32>) outs(%12 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.addf %in, %out : f32
      linalg.yield %37 : f32
    } -> tensor<256x1xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%28, %29 :
        tensor<256x1024xf32>, tensor<256x1xf32>) outs(%17 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %37 = arith.divf %in, %in_6 : f32
      linalg.yield %37 : f32
    } -> tensor<256x1024xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%30 :
        tensor<256x1024xf32>) outs(%17 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %37 : f32
    } -> tensor<256x1024xf32>
    %32 = tensor.empty() : tensor<f32>
    %33 = linalg.fill ins(%cst_0 : f32) outs(%32 : tensor<f32>) -> tensor<f32>
    %34 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["reduction", "reduction"]} ins(%31 :
        tensor<256x1024xf32>) outs(%33 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.addf %in, %out : f32
      linalg.yield %37 : f32
    } -> tensor<f32>
    %35 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%34 : tensor<f32>) outs(%32 :
        tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.divf %in, %cst_5 : f32
      linalg.yield %37 : f32
    } -> tensor<f32>
    %36 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = []} ins(%35 : tensor<f32>) outs(%32 :
        tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.mulf %in, %cst_4 : f32
      linalg.yield %37 : f32
    } -> tensor<f32>
    return %36 : tensor<f32>
  }
}
