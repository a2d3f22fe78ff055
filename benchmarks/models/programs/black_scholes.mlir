#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module @black_scholes {
  func.func public @main(%arg0: tensor<50000xf32>, %arg1: tensor<50000xf32>, %arg2: tensor<50000xf32>, %arg3:
      tensor<50000xf32>, %arg4: tensor<50000xf32>) -> tensor<f32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.707106769> : tensor<f32>
    %cst_1 = arith.constant dense<5.000000e-01> : tensor<f32>
    %0 = tensor.empty() : tensor<50000xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg2 : tensor<50000xf32>)
        outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = math.sqrt %in : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg4, %1 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.mulf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.divf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%3 : tensor<50000xf32>)
        outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = math.log %in : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg4, %arg4 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.mulf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_1 : tensor<f32>) outs(%0
        : tensor<50000xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<50000xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%6, %5 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.mulf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg3, %7 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.addf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%8, %arg2 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.mulf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%4, %9 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.addf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%10, %2 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.divf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%11 : tensor<50000xf32>)
        outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.negf %in : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel"]} ins(%cst_0 : tensor<f32>)
        outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<50000xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%12, %13 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.mulf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %15 = math.erfc %14 : tensor<50000xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%6, %15 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.mulf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %16 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.mulf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg3 : tensor<50000xf32>)
        outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.negf %in : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%18, %arg2 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.mulf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%19 : tensor<50000xf32>)
        outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = math.exp %in : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg1, %20 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.mulf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%11, %2 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.subf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%22 : tensor<50000xf32>)
        outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.negf %in : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%23, %13 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.mulf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %25 = math.erfc %24 : tensor<50000xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%6, %25 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.mulf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%21, %26 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.mulf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%17, %27 :
        tensor<50000xf32>, tensor<50000xf32>) outs(%0 : tensor<50000xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %32 = arith.subf %in, %in_2 : f32
      linalg.yield %32 : f32
    } -> tensor<50000xf32>
    %29 = tensor.empty() : tensor<f32>
    %30 = linalg.fill ins(%cst : f32) outs(%29 : tensor<f32>) -> tensor<f32>
    %31 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%28 : tensor<50000xf32>)
        outs(%30 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.addf %out, %in : f32
      linalg.yield %32 : f32
    } -> tensor<f32>
    return %31 : tensor<f32>
  }
}
