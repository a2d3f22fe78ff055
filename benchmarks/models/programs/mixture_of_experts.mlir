#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0) -> ()>
#map3 = affine_map<(d0) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#map9 = affine_map<(d0, d1, d2, d3) -> (d2, d3, d1)>
#map10 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map11 = affine_map<(d0, d1) -> ()>
module @mixture_of_experts {
  func.func public @main(%arg0: tensor<128x64xf32>, %arg1: tensor<64x8xf32>, %arg2: tensor<8x64x64xf32>) -> tensor<f32>
      {
    %cst = arith.constant 8.192000e+03 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant dense<0xFF800000> : tensor<f32>
    %0 = tensor.empty() : tensor<128x8xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<128x8xf32>) -> tensor<128x8xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<128x64xf32>, tensor<64x8xf32>) outs(%1 : tensor<128x8xf32>) ->
        tensor<128x8xf32>
    %3 = tensor.empty() : tensor<128xf32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<128xf32>) -> tensor<128xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%2 :
        tensor<128x8xf32>) outs(%4 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = arith.maximumf %out, %in : f32
      linalg.yield %29 : f32
    } -> tensor<128xf32>
    %6 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f32>)
        outs(%3 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel"]} ins(%6, %5 :
        tensor<128xf32>, tensor<128xf32>) outs(%3 : tensor<128xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %29 = arith.maximumf %in, %in_3 : f32
      linalg.yield %29 : f32
    } -> tensor<128xf32>
    %8 = tensor.empty() : tensor<128x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%7 :
        tensor<128xf32>) outs(%8 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %10 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%9 :
        tensor<128x1xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x8xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %10 :
        tensor<128x8xf32>, tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %29 = arith.subf %in, %in_3 : f32
      linalg.yield %29 : f32
    } -> tensor<128x8xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%11 :
        tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = math.exp %in : f32
      linalg.yield %29 : f32
    } -> tensor<128x8xf32>
    %13 = linalg.fill ins(%cst_1 : f32) outs(%3 : tensor<128xf32>) -> tensor<128xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%12 :
        tensor<128x8xf32>) outs(%13 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = arith.addf %out, %in : f32
      linalg.yield %29 : f32
    } -> tensor<128xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%14 :
        tensor<128xf32>) outs(%8 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %16 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%15 :
        tensor<128x1xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x8xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %16 :
        tensor<128x8xf32>, tensor<128x8xf32>) outs(%0 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %29 = arith.divf %in, %in_3 : f32
      linalg.yield %29 : f32
    } -> tensor<128x8xf32>
    %18 = tensor.empty() : tensor<128x64x8xf32>
    %19 = linalg.fill ins(%cst_1 : f32) outs(%18 : tensor<128x64x8xf32>) -> tensor<128x64x8xf32>
    %20 = linalg.generic {indexing_maps = [#map5, #map6, #map7], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%arg0, %17 : tensor<128x64xf32>, tensor<128x8xf32>) outs(%19 : tensor<128x64x8xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %29 = arith.mulf %in, %in_3 : f32
      %30 = arith.addf %out, %29 : f32
      linalg.yield %30 : f32
    } -> tensor<128x64x8xf32>
    %21 = tensor.empty() : tensor<128x64xf32>
    %22 = linalg.fill ins(%cst_1 : f32) outs(%21 : tensor<128x64xf32>) -> tensor<128x64xf32>
    %23 = linalg.generic {indexing_maps = [#map8, #map9, #map10], iterator_types = ["parallel", "parallel", "reduction",
        "reduction"]} ins(%20, %arg2 : tensor<128x64x8xf32>, tensor<8x64x64xf32>) outs(%22 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %29 = arith.mulf %in, %in_3 : f32
      %30 = arith.addf %out, %29 : f32
      linalg.yield %30 : f32
    } -> tensor<128x64xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%23, %23 :
        tensor<128x64xf32>, tensor<128x64xf32>) outs(%21 : tensor<128x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %29 = arith.mulf %in, %in_3 : f32
      linalg.yield %29 : f32
    } -> tensor<128x64xf32>
    %25 = tensor.empty() : tensor<f32>
    %26 = linalg.fill ins(%cst_1 : f32) outs(%25 : tensor<f32>) -> tensor<f32>
    %27 = linalg.generic {indexing_maps = [#map, #map11], iterator_types = ["reduction", "reduction"]} ins(%24 :
        tensor<128x64xf32>) outs(%26 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %29 = arith.addf %out, %in : f32
      linalg.yield %29 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %27[] : tensor<f32>
    %28 = arith.divf %extracted, %cst : f32
    %from_elements = tensor.from_elements %28 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
