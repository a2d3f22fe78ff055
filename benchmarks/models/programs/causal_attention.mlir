#map = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> ()>
#map3 = affine_map<(d0, d1) -> ()>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module @causal_attention {
  func.func public @main(%arg0: tensor<4x256x32xf32>, %arg1: tensor<4x256x32xf32>, %arg2: tensor<4x256x32xf32>) ->
      tensor<f32> {
    %cst = arith.constant dense<-1.000000e+30> : tensor<f32>
    %cst_0 = arith.constant 3.276800e+04 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %cst_3 = arith.constant dense<0> : tensor<i32>
    %cst_4 = arith.constant dense<false> : tensor<i1>
    %cst_5 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_6 = arith.constant dense<true> : tensor<i1>
    %cst_7 = arith.constant dense<5.65685415> : tensor<f32>
    %0 = tensor.empty() : tensor<4x32x256xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1
        : tensor<4x256x32xf32>) outs(%0 : tensor<4x32x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x256xf32>
    %2 = tensor.empty() : tensor<4x256x256xf32>
    %3 = linalg.fill ins(%cst_2 : f32) outs(%2 : tensor<4x256x256xf32>) -> tensor<4x256x256xf32>
    %4 = linalg.batch_matmul ins(%arg0, %1 : tensor<4x256x32xf32>, tensor<4x32x256xf32>) outs(%3 :
        tensor<4x256x256xf32>) -> tensor<4x256x256xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst_7 : tensor<f32>) outs(%2 : tensor<4x256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x256x256xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%4, %5 : tensor<4x256x256xf32>, tensor<4x256x256xf32>) outs(%2 : tensor<4x256x256xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %44 = arith.divf %in, %in_8 : f32
      linalg.yield %44 : f32
    } -> tensor<4x256x256xf32>
    %7 = tensor.empty() : tensor<256x256xi1>
    %8 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_6 :
        tensor<i1>) outs(%7 : tensor<256x256xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<256x256xi1>
    %9 = tensor.empty() : tensor<256x256xi32>
    %10 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel", "parallel"]} outs(%9 :
        tensor<256x256xi32>) {
    ^bb0(%out: i32):
      %44 = linalg.index 0 : index
      %45 = arith.index_cast %44 : index to i32
      linalg.yield %45 : i32
    } -> tensor<256x256xi32>
    %11 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_3 :
        tensor<i32>) outs(%9 : tensor<256x256xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<256x256xi32>
    %12 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%10, %11
        : tensor<256x256xi32>, tensor<256x256xi32>) outs(%9 : tensor<256x256xi32>) {
    ^bb0(%in: i32, %in_8: i32, %out: i32):
      %44 = arith.addi %in, %in_8 : i32
      linalg.yield %44 : i32
    } -> tensor<256x256xi32>
    %13 = linalg.generic {indexing_maps = [#map4], iterator_types = ["parallel", "parallel"]} outs(%9 :
        tensor<256x256xi32>) {
    ^bb0(%out: i32):
      %44 = linalg.index 1 : index
      %45 = arith.index_cast %44 : index to i32
      linalg.yield %45 : i32
    } -> tensor<256x256xi32>
    %14 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%12, %13
        : tensor<256x256xi32>, tensor<256x256xi32>) outs(%7 : tensor<256x256xi1>) {
    ^bb0(%in: i32, %in_8: i32, %out: i1):
      %44 = arith.cmpi sge, %in, %in_8 : i32
      linalg.yield %44 : i1
    } -> tensor<256x256xi1>
    %15 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 :
        tensor<i1>) outs(%7 : tensor<256x256xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<256x256xi1>
    %16 = linalg.generic {indexing_maps = [#map4, #map4, #map4, #map4], iterator_types = ["parallel", "parallel"]}
        ins(%14, %8, %15 : tensor<256x256xi1>, tensor<256x256xi1>, tensor<256x256xi1>) outs(%7 : tensor<256x256xi1>) {
    ^bb0(%in: i1, %in_8: i1, %in_9: i1, %out: i1):
      %44 = arith.select %in, %in_8, %in_9 : i1
      linalg.yield %44 : i1
    } -> tensor<256x256xi1>
    %17 = tensor.empty() : tensor<f32>
    %18 = tensor.empty() : tensor<4x256x256xi1>
    %19 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16
        : tensor<256x256xi1>) outs(%18 : tensor<4x256x256xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<4x256x256xi1>
    %20 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst : tensor<f32>) outs(%2 : tensor<4x256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x256x256xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel",
        "parallel"]} ins(%19, %6, %20 : tensor<4x256x256xi1>, tensor<4x256x256xf32>, tensor<4x256x256xf32>) outs(%2 :
        tensor<4x256x256xf32>) {
    ^bb0(%in: i1, %in_8: f32, %in_9: f32, %out: f32):
      %44 = arith.select %in, %in_8, %in_9 : f32
      linalg.yield %44 : f32
    } -> tensor<4x256x256xf32>
    %22 = tensor.empty() : tensor<4x256xf32>
    %23 = linalg.fill ins(%cst_1 : f32) outs(%22 : tensor<4x256xf32>) -> tensor<4x256xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%21 : tensor<4x256x256xf32>) outs(%23 : tensor<4x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.maximumf %out, %in : f32
      linalg.yield %44 : f32
    } -> tensor<4x256xf32>
    %25 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_5 :
        tensor<f32>) outs(%22 : tensor<4x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x256xf32>
    %26 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%25, %24
        : tensor<4x256xf32>, tensor<4x256xf32>) outs(%22 : tensor<4x256xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %44 = arith.maximumf %in, %in_8 : f32
      linalg.yield %44 : f32
    } -> tensor<4x256xf32>
    %27 = tensor.empty() : tensor<4x256x1xf32>
    %28 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26
        : tensor<4x256xf32>) outs(%27 : tensor<4x256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x256x1xf32>
    %29 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28
        : tensor<4x256x1xf32>) outs(%2 : tensor<4x256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x256x256xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%21, %29 : tensor<4x256x256xf32>, tensor<4x256x256xf32>) outs(%2 : tensor<4x256x256xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %44 = arith.subf %in, %in_8 : f32
      linalg.yield %44 : f32
    } -> tensor<4x256x256xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30
        : tensor<4x256x256xf32>) outs(%2 : tensor<4x256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = math.exp %in : f32
      linalg.yield %44 : f32
    } -> tensor<4x256x256xf32>
    %32 = linalg.fill ins(%cst_2 : f32) outs(%22 : tensor<4x256xf32>) -> tensor<4x256xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map6], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%31 : tensor<4x256x256xf32>) outs(%32 : tensor<4x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.addf %out, %in : f32
      linalg.yield %44 : f32
    } -> tensor<4x256xf32>
    %34 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33
        : tensor<4x256xf32>) outs(%27 : tensor<4x256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x256x1xf32>
    %35 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34
        : tensor<4x256x1xf32>) outs(%2 : tensor<4x256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x256x256xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%31, %35 : tensor<4x256x256xf32>, tensor<4x256x256xf32>) outs(%2 : tensor<4x256x256xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %44 = arith.divf %in, %in_8 : f32
      linalg.yield %44 : f32
    } -> tensor<4x256x256xf32>
    %37 = tensor.empty() : tensor<4x256x32xf32>
    %38 = linalg.fill ins(%cst_2 : f32) outs(%37 : tensor<4x256x32xf32>) -> tensor<4x256x32xf32>
    %39 = linalg.batch_matmul ins(%36, %arg2 : tensor<4x256x256xf32>, tensor<4x256x32xf32>) outs(%38 :
        tensor<4x256x32xf32>) -> tensor<4x256x32xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%39, %39 : tensor<4x256x32xf32>, tensor<4x256x32xf32>) outs(%37 : tensor<4x256x32xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %44 = arith.mulf %in, %in_8 : f32
      linalg.yield %44 : f32
    } -> tensor<4x256x32xf32>
    %41 = linalg.fill ins(%cst_2 : f32) outs(%17 : tensor<f32>) -> tensor<f32>
    %42 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "reduction", "reduction"]}
        ins(%40 : tensor<4x256x32xf32>) outs(%41 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.addf %out, %in : f32
      linalg.yield %44 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %42[] : tensor<f32>
    %43 = arith.divf %extracted, %cst_0 : f32
    %from_elements = tensor.from_elements %43 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
