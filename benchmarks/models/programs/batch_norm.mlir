#map = affine_map<(d0, d1, d2) -> (d0)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d1)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> ()>
#map7 = affine_map<(d0, d1, d2, d3) -> (0, d1, 0, 0)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
module @batch_norm {
  func.func public @main(%arg0: tensor<16x32x32x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<32xf32>) -> tensor<f32> {
    %cst = arith.constant 5.242880e+05 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_2 = arith.constant dense<1.638400e+04> : tensor<f32>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<f32>
    %0 = tensor.empty() : tensor<32x1x1xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1
        : tensor<32xf32>) outs(%0 : tensor<32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x1x1xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2
        : tensor<32xf32>) outs(%0 : tensor<32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x1x1xf32>
    %3 = tensor.empty() : tensor<32xf32>
    %4 = linalg.fill ins(%cst_0 : f32) outs(%3 : tensor<32xf32>) -> tensor<32xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "reduction", "reduction",
        "reduction"]} ins(%arg0 : tensor<16x32x32x32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.addf %out, %in : f32
      linalg.yield %35 : f32
    } -> tensor<32xf32>
    %6 = tensor.empty() : tensor<1x32x1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%5 : tensor<32xf32>) outs(%6 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%cst_2 : tensor<f32>) outs(%6 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x1xf32>
    %9 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%7, %8 : tensor<1x32x1x1xf32>, tensor<1x32x1x1xf32>) outs(%6 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.divf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<1x32x1x1xf32>
    %10 = tensor.empty() : tensor<16x32x32x32xf32>
    %11 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%9 : tensor<1x32x1x1xf32>) outs(%10 : tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32x32x32xf32>
    %12 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%arg0, %11 : tensor<16x32x32x32xf32>, tensor<16x32x32x32xf32>) outs(%10 :
        tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.subf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<16x32x32x32xf32>
    %13 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%12, %12 : tensor<16x32x32x32xf32>, tensor<16x32x32x32xf32>) outs(%10 :
        tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.mulf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<16x32x32x32xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "reduction", "reduction",
        "reduction"]} ins(%13 : tensor<16x32x32x32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.addf %out, %in : f32
      linalg.yield %35 : f32
    } -> tensor<32xf32>
    %15 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%14 : tensor<32xf32>) outs(%6 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x1xf32>
    %16 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%15, %8 : tensor<1x32x1x1xf32>, tensor<1x32x1x1xf32>) outs(%6 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.divf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<1x32x1x1xf32>
    %17 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%cst_1 : tensor<f32>) outs(%6 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x1xf32>
    %18 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%16, %17 : tensor<1x32x1x1xf32>, tensor<1x32x1x1xf32>) outs(%6 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.addf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<1x32x1x1xf32>
    %19 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%18 : tensor<1x32x1x1xf32>) outs(%6 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = math.rsqrt %in : f32
      linalg.yield %35 : f32
    } -> tensor<1x32x1x1xf32>
    %20 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%19 : tensor<1x32x1x1xf32>) outs(%10 : tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32x32x32xf32>
    %21 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%12, %20 : tensor<16x32x32x32xf32>, tensor<16x32x32x32xf32>) outs(%10 :
        tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.mulf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<16x32x32x32xf32>
    %22 = linalg.generic {indexing_maps = [#map8, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%1 : tensor<32x1x1xf32>) outs(%6 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x1xf32>
    %23 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%22 : tensor<1x32x1x1xf32>) outs(%10 : tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32x32x32xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%21, %23 : tensor<16x32x32x32xf32>, tensor<16x32x32x32xf32>) outs(%10 :
        tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.mulf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<16x32x32x32xf32>
    %25 = linalg.generic {indexing_maps = [#map8, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%2 : tensor<32x1x1xf32>) outs(%6 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x1xf32>
    %26 = linalg.generic {indexing_maps = [#map7, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%25 : tensor<1x32x1x1xf32>) outs(%10 : tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32x32x32xf32>
    %27 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%24, %26 : tensor<16x32x32x32xf32>, tensor<16x32x32x32xf32>) outs(%10 :
        tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.addf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<16x32x32x32xf32>
    %28 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%cst_3 : tensor<f32>) outs(%10 : tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32x32x32xf32>
    %29 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%27, %28 : tensor<16x32x32x32xf32>, tensor<16x32x32x32xf32>) outs(%10 :
        tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.maximumf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<16x32x32x32xf32>
    %30 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%29, %29 : tensor<16x32x32x32xf32>, tensor<16x32x32x32xf32>) outs(%10 :
        tensor<16x32x32x32xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.mulf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<16x32x32x32xf32>
    %31 = tensor.empty() : tensor<f32>
    %32 = linalg.fill ins(%cst_0 : f32) outs(%31 : tensor<f32>) -> tensor<f32>
    %33 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["reduction", "reduction", "reduction",
        "reduction"]} ins(%30 : tensor<16x32x32x32xf32>) outs(%32 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.addf %out, %in : f32
      linalg.yield %35 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %33[] : tensor<f32>
    %34 = arith.divf %extracted, %cst : f32
    %from_elements = tensor.from_elements %34 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
