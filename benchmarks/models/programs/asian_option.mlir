#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0 + d2, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map5 = affine_map<(d0, d1) -> (d1, d0)>
#map6 = affine_map<(d0, d1) -> (d0)>
#map7 = affine_map<(d0) -> ()>
#map8 = affine_map<(d0) -> (d0)>
module @asian_option {
  func.func public @main(%arg0: tensor<64x2000xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<f32>) ->
      tensor<f32> {
    %cst = arith.constant 2.000000e+03 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 1.250000e-01 : f32
    %cst_2 = arith.constant 1.562500e-02 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = arith.constant dense<6.400000e+01> : tensor<f32>
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<f32>
    %extracted = tensor.extract %arg3[] : tensor<f32>
    %1 = arith.mulf %extracted, %extracted : f32
    %2 = arith.mulf %1, %cst_3 : f32
    %extracted_7 = tensor.extract %arg2[] : tensor<f32>
    %3 = arith.subf %extracted_7, %2 : f32
    %4 = arith.mulf %3, %cst_2 : f32
    %from_elements = tensor.from_elements %4 : tensor<f32>
    %5 = arith.mulf %extracted, %cst_1 : f32
    %from_elements_8 = tensor.from_elements %5 : tensor<f32>
    %6 = tensor.empty() : tensor<64x2000xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%from_elements_8
        : tensor<f32>) outs(%6 : tensor<64x2000xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x2000xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%7, %arg0
        : tensor<64x2000xf32>, tensor<64x2000xf32>) outs(%6 : tensor<64x2000xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %32 = arith.mulf %in, %in_11 : f32
      linalg.yield %32 : f32
    } -> tensor<64x2000xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%from_elements :
        tensor<f32>) outs(%6 : tensor<64x2000xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x2000xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%9, %8 :
        tensor<64x2000xf32>, tensor<64x2000xf32>) outs(%6 : tensor<64x2000xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %32 = arith.addf %in, %in_11 : f32
      linalg.yield %32 : f32
    } -> tensor<64x2000xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_6 :
        tensor<f32>) outs(%6 : tensor<64x2000xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x2000xf32>
    %padded = tensor.pad %10 low[63, 0] high[0, 0] {
    ^bb0(%arg4: index, %arg5: index):
      tensor.yield %cst_0 : f32
    } : tensor<64x2000xf32> to tensor<127x2000xf32>
    %12 = tensor.empty() : tensor<64xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%padded, %12 : tensor<127x2000xf32>, tensor<64xf32>) outs(%11 : tensor<64x2000xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %32 = arith.addf %out, %in : f32
      linalg.yield %32 : f32
    } -> tensor<64x2000xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13 :
        tensor<64x2000xf32>) outs(%6 : tensor<64x2000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = math.exp %in : f32
      linalg.yield %32 : f32
    } -> tensor<64x2000xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 :
        tensor<f32>) outs(%6 : tensor<64x2000xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x2000xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%15, %14
        : tensor<64x2000xf32>, tensor<64x2000xf32>) outs(%6 : tensor<64x2000xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %32 = arith.mulf %in, %in_11 : f32
      linalg.yield %32 : f32
    } -> tensor<64x2000xf32>
    %17 = arith.negf %extracted_7 : f32
    %18 = math.exp %17 : f32
    %19 = tensor.empty() : tensor<2000xf32>
    %20 = linalg.fill ins(%cst_0 : f32) outs(%19 : tensor<2000xf32>) -> tensor<2000xf32>
    %21 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "reduction"]} ins(%16 :
        tensor<64x2000xf32>) outs(%20 : tensor<2000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.addf %out, %in : f32
      linalg.yield %32 : f32
    } -> tensor<2000xf32>
    %22 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel"]} ins(%cst_5 : tensor<f32>)
        outs(%19 : tensor<2000xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2000xf32>
    %23 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel"]} ins(%21, %22 :
        tensor<2000xf32>, tensor<2000xf32>) outs(%19 : tensor<2000xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %32 = arith.divf %in, %in_11 : f32
      linalg.yield %32 : f32
    } -> tensor<2000xf32>
    %24 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel"]} ins(%cst_4 : tensor<f32>)
        outs(%19 : tensor<2000xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2000xf32>
    %25 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel"]} ins(%23, %24 :
        tensor<2000xf32>, tensor<2000xf32>) outs(%19 : tensor<2000xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %32 = arith.subf %in, %in_11 : f32
      linalg.yield %32 : f32
    } -> tensor<2000xf32>
    %26 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel"]} ins(%cst_6 : tensor<f32>)
        outs(%19 : tensor<2000xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2000xf32>
    %27 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel"]} ins(%25, %26 :
        tensor<2000xf32>, tensor<2000xf32>) outs(%19 : tensor<2000xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %32 = arith.maximumf %in, %in_11 : f32
      linalg.yield %32 : f32
    } -> tensor<2000xf32>
    %28 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<f32>) -> tensor<f32>
    %29 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["reduction"]} ins(%27 : tensor<2000xf32>)
        outs(%28 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.addf %out, %in : f32
      linalg.yield %32 : f32
    } -> tensor<f32>
    %extracted_9 = tensor.extract %29[] : tensor<f32>
    %30 = arith.divf %extracted_9, %cst : f32
    %31 = arith.mulf %18, %30 : f32
    %from_elements_10 = tensor.from_elements %31 : tensor<f32>
    return %from_elements_10 : tensor<f32>
  }
}
