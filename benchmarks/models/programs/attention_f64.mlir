#map = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> ()>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> ()>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module @attention_f64 {
  func.func public @main(%arg0: tensor<4x256x32xf64>, %arg1: tensor<4x256x32xf64>, %arg2: tensor<4x256x32xf64>) ->
      tensor<f64> {
    %cst = arith.constant 3.276800e+04 : f64
    %cst_0 = arith.constant 0xFFF0000000000000 : f64
    %cst_1 = arith.constant 0.000000e+00 : f64
    %cst_2 = arith.constant dense<0xFFF0000000000000> : tensor<f64>
    %cst_3 = arith.constant dense<5.6568542494923806> : tensor<f64>
    %0 = tensor.empty() : tensor<4x32x256xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1
        : tensor<4x256x32xf64>) outs(%0 : tensor<4x32x256xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<4x32x256xf64>
    %2 = tensor.empty() : tensor<4x256x256xf64>
    %3 = linalg.fill ins(%cst_1 : f64) outs(%2 : tensor<4x256x256xf64>) -> tensor<4x256x256xf64>
    %4 = linalg.batch_matmul ins(%arg0, %1 : tensor<4x256x32xf64>, tensor<4x32x256xf64>) outs(%3 :
        tensor<4x256x256xf64>) -> tensor<4x256x256xf64>
    %5 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst_3 : tensor<f64>) outs(%2 : tensor<4x256x256xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<4x256x256xf64>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%4, %5 : tensor<4x256x256xf64>, tensor<4x256x256xf64>) outs(%2 : tensor<4x256x256xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %30 = arith.divf %in, %in_4 : f64
      linalg.yield %30 : f64
    } -> tensor<4x256x256xf64>
    %7 = tensor.empty() : tensor<4x256xf64>
    %8 = linalg.fill ins(%cst_0 : f64) outs(%7 : tensor<4x256xf64>) -> tensor<4x256xf64>
    %9 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6
        : tensor<4x256x256xf64>) outs(%8 : tensor<4x256xf64>) {
    ^bb0(%in: f64, %out: f64):
      %30 = arith.maximumf %out, %in : f64
      linalg.yield %30 : f64
    } -> tensor<4x256xf64>
    %10 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "parallel"]} ins(%cst_2 :
        tensor<f64>) outs(%7 : tensor<4x256xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<4x256xf64>
    %11 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%10, %9
        : tensor<4x256xf64>, tensor<4x256xf64>) outs(%7 : tensor<4x256xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %30 = arith.maximumf %in, %in_4 : f64
      linalg.yield %30 : f64
    } -> tensor<4x256xf64>
    %12 = tensor.empty() : tensor<4x256x1xf64>
    %13 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11
        : tensor<4x256xf64>) outs(%12 : tensor<4x256x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<4x256x1xf64>
    %14 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13
        : tensor<4x256x1xf64>) outs(%2 : tensor<4x256x256xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<4x256x256xf64>
    %15 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%6, %14 : tensor<4x256x256xf64>, tensor<4x256x256xf64>) outs(%2 : tensor<4x256x256xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %30 = arith.subf %in, %in_4 : f64
      linalg.yield %30 : f64
    } -> tensor<4x256x256xf64>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15
        : tensor<4x256x256xf64>) outs(%2 : tensor<4x256x256xf64>) {
    ^bb0(%in: f64, %out: f64):
      %30 = math.exp %in : f64
      linalg.yield %30 : f64
    } -> tensor<4x256x256xf64>
    %17 = linalg.fill ins(%cst_1 : f64) outs(%7 : tensor<4x256xf64>) -> tensor<4x256xf64>
    %18 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%16 : tensor<4x256x256xf64>) outs(%17 : tensor<4x256xf64>) {
    ^bb0(%in: f64, %out: f64):
      %30 = arith.addf %out, %in : f64
      linalg.yield %30 : f64
    } -> tensor<4x256xf64>
    %19 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18
        : tensor<4x256xf64>) outs(%12 : tensor<4x256x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<4x256x1xf64>
    %20 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19
        : tensor<4x256x1xf64>) outs(%2 : tensor<4x256x256xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<4x256x256xf64>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%16, %20 : tensor<4x256x256xf64>, tensor<4x256x256xf64>) outs(%2 : tensor<4x256x256xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %30 = arith.divf %in, %in_4 : f64
      linalg.yield %30 : f64
    } -> tensor<4x256x256xf64>
    %22 = tensor.empty() : tensor<4x256x32xf64>
    %23 = linalg.fill ins(%cst_1 : f64) outs(%22 : tensor<4x256x32xf64>) -> tensor<4x256x32xf64>
    %24 = linalg.batch_matmul ins(%21, %arg2 : tensor<4x256x256xf64>, tensor<4x256x32xf64>) outs(%23 :
        tensor<4x256x32xf64>) -> tensor<4x256x32xf64>
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%24, %24 : tensor<4x256x32xf64>, tensor<4x256x32xf64>) outs(%22 : tensor<4x256x32xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %30 = arith.mulf %in, %in_4 : f64
      linalg.yield %30 : f64
    } -> tensor<4x256x32xf64>
    %26 = tensor.empty() : tensor<f64>
    %27 = linalg.fill ins(%cst_1 : f64) outs(%26 : tensor<f64>) -> tensor<f64>
    %28 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "reduction", "reduction"]}
        ins(%25 : tensor<4x256x32xf64>) outs(%27 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %30 = arith.addf %out, %in : f64
      linalg.yield %30 : f64
    } -> tensor<f64>
    %extracted = tensor.extract %28[] : tensor<f64>
    %29 = arith.divf %extracted, %cst : f64
    %from_elements = tensor.from_elements %29 : tensor<f64>
    return %from_elements : tensor<f64>
  }
}
