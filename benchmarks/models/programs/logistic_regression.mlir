#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (0, d1)>
#map3 = affine_map<(d0) -> ()>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<(d0, d1) -> ()>
module @logistic_regression {
  func.func public @main(%arg0: tensor<5000x100xf32>, %arg1: tensor<5000xf32>, %arg2: tensor<100x1xf32>, %arg3:
      tensor<1xf32>) -> tensor<f32> {
    %cst = arith.constant 1.000000e-03 : f32
    %cst_0 = arith.constant 5.000000e+03 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<5000x1xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<5000x1xf32>) -> tensor<5000x1xf32>
    %2 = linalg.matmul ins(%arg0, %arg2 : tensor<5000x100xf32>, tensor<100x1xf32>) outs(%1 : tensor<5000x1xf32>) ->
        tensor<5000x1xf32>
    %3 = tensor.empty() : tensor<1x1xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 :
        tensor<1xf32>) outs(%3 : tensor<1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 :
        tensor<1x1xf32>) outs(%0 : tensor<5000x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5000x1xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %5 :
        tensor<5000x1xf32>, tensor<5000x1xf32>) outs(%0 : tensor<5000x1xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %31 = arith.addf %in, %in_4 : f32
      linalg.yield %31 : f32
    } -> tensor<5000x1xf32>
    %collapsed = tensor.collapse_shape %6 [[0, 1]] : tensor<5000x1xf32> into tensor<5000xf32>
    %7 = tensor.empty() : tensor<5000xf32>
    %8 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f32>)
        outs(%7 : tensor<5000xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<5000xf32>
    %9 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%8, %collapsed :
        tensor<5000xf32>, tensor<5000xf32>) outs(%7 : tensor<5000xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %31 = arith.maximumf %in, %in_4 : f32
      linalg.yield %31 : f32
    } -> tensor<5000xf32>
    %10 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%8, %collapsed :
        tensor<5000xf32>, tensor<5000xf32>) outs(%7 : tensor<5000xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %31 = arith.subf %in, %in_4 : f32
      linalg.yield %31 : f32
    } -> tensor<5000xf32>
    %11 = tensor.empty() : tensor<5000xi1>
    %12 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%10, %10 :
        tensor<5000xf32>, tensor<5000xf32>) outs(%11 : tensor<5000xi1>) {
    ^bb0(%in: f32, %in_4: f32, %out: i1):
      %31 = arith.cmpf une, %in, %in_4 : f32
      linalg.yield %31 : i1
    } -> tensor<5000xi1>
    %13 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%8, %collapsed :
        tensor<5000xf32>, tensor<5000xf32>) outs(%7 : tensor<5000xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %31 = arith.addf %in, %in_4 : f32
      linalg.yield %31 : f32
    } -> tensor<5000xf32>
    %14 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%10 : tensor<5000xf32>)
        outs(%7 : tensor<5000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = math.absf %in : f32
      linalg.yield %31 : f32
    } -> tensor<5000xf32>
    %15 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%14 : tensor<5000xf32>)
        outs(%7 : tensor<5000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.negf %in : f32
      linalg.yield %31 : f32
    } -> tensor<5000xf32>
    %16 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%15 : tensor<5000xf32>)
        outs(%7 : tensor<5000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = math.exp %in : f32
      linalg.yield %31 : f32
    } -> tensor<5000xf32>
    %17 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel"]} ins(%16 : tensor<5000xf32>)
        outs(%7 : tensor<5000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = math.log1p %in : f32
      linalg.yield %31 : f32
    } -> tensor<5000xf32>
    %18 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%9, %17 :
        tensor<5000xf32>, tensor<5000xf32>) outs(%7 : tensor<5000xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %31 = arith.addf %in, %in_4 : f32
      linalg.yield %31 : f32
    } -> tensor<5000xf32>
    %19 = linalg.generic {indexing_maps = [#map4, #map4, #map4, #map4], iterator_types = ["parallel"]} ins(%12, %13, %18
        : tensor<5000xi1>, tensor<5000xf32>, tensor<5000xf32>) outs(%7 : tensor<5000xf32>) {
    ^bb0(%in: i1, %in_4: f32, %in_5: f32, %out: f32):
      %31 = arith.select %in, %in_4, %in_5 : f32
      linalg.yield %31 : f32
    } -> tensor<5000xf32>
    %20 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%arg1, %collapsed :
        tensor<5000xf32>, tensor<5000xf32>) outs(%7 : tensor<5000xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %31 = arith.mulf %in, %in_4 : f32
      linalg.yield %31 : f32
    } -> tensor<5000xf32>
    %21 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel"]} ins(%19, %20 :
        tensor<5000xf32>, tensor<5000xf32>) outs(%7 : tensor<5000xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %31 = arith.subf %in, %in_4 : f32
      linalg.yield %31 : f32
    } -> tensor<5000xf32>
    %22 = tensor.empty() : tensor<f32>
    %23 = linalg.fill ins(%cst_1 : f32) outs(%22 : tensor<f32>) -> tensor<f32>
    %24 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["reduction"]} ins(%21 : tensor<5000xf32>)
        outs(%23 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.addf %out, %in : f32
      linalg.yield %31 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %24[] : tensor<f32>
    %25 = arith.divf %extracted, %cst_0 : f32
    %26 = tensor.empty() : tensor<100x1xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2,
        %arg2 : tensor<100x1xf32>, tensor<100x1xf32>) outs(%26 : tensor<100x1xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %31 = arith.mulf %in, %in_4 : f32
      linalg.yield %31 : f32
    } -> tensor<100x1xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map5], iterator_types = ["reduction", "reduction"]} ins(%27 :
        tensor<100x1xf32>) outs(%23 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.addf %out, %in : f32
      linalg.yield %31 : f32
    } -> tensor<f32>
    %extracted_3 = tensor.extract %28[] : tensor<f32>
    %29 = arith.mulf %extracted_3, %cst : f32
    %30 = arith.addf %25, %29 : f32
    %from_elements = tensor.from_elements %30 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
