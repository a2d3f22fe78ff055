#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module @rosenbrock {
  func.func public @main(%arg0: tensor<1000000xf32>) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = arith.constant dense<1.000000e+02> : tensor<f32>
    %extracted_slice = tensor.extract_slice %arg0[1] [999999] [1] : tensor<1000000xf32> to tensor<999999xf32>
    %extracted_slice_2 = tensor.extract_slice %arg0[0] [999999] [1] : tensor<1000000xf32> to tensor<999999xf32>
    %0 = tensor.empty() : tensor<999999xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%extracted_slice_2,
        %extracted_slice_2 : tensor<999999xf32>, tensor<999999xf32>) outs(%0 : tensor<999999xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %13 = arith.mulf %in, %in_3 : f32
      linalg.yield %13 : f32
    } -> tensor<999999xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%extracted_slice, %1 :
        tensor<999999xf32>, tensor<999999xf32>) outs(%0 : tensor<999999xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %13 = arith.subf %in, %in_3 : f32
      linalg.yield %13 : f32
    } -> tensor<999999xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%2, %2 :
        tensor<999999xf32>, tensor<999999xf32>) outs(%0 : tensor<999999xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %13 = arith.mulf %in, %in_3 : f32
      linalg.yield %13 : f32
    } -> tensor<999999xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%0
        : tensor<999999xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<999999xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%4, %3 :
        tensor<999999xf32>, tensor<999999xf32>) outs(%0 : tensor<999999xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %13 = arith.mulf %in, %in_3 : f32
      linalg.yield %13 : f32
    } -> tensor<999999xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>) outs(%0
        : tensor<999999xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<999999xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%6, %extracted_slice_2 :
        tensor<999999xf32>, tensor<999999xf32>) outs(%0 : tensor<999999xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %13 = arith.subf %in, %in_3 : f32
      linalg.yield %13 : f32
    } -> tensor<999999xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%7, %7 :
        tensor<999999xf32>, tensor<999999xf32>) outs(%0 : tensor<999999xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %13 = arith.mulf %in, %in_3 : f32
      linalg.yield %13 : f32
    } -> tensor<999999xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%5, %8 :
        tensor<999999xf32>, tensor<999999xf32>) outs(%0 : tensor<999999xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %13 = arith.addf %in, %in_3 : f32
      linalg.yield %13 : f32
    } -> tensor<999999xf32>
    %10 = tensor.empty() : tensor<f32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<f32>) -> tensor<f32>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%9 : tensor<999999xf32>)
        outs(%11 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.addf %out, %in : f32
      linalg.yield %13 : f32
    } -> tensor<f32>
    return %12 : tensor<f32>
  }
}
