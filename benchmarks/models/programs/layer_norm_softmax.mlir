#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> ()>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
#map4 = affine_map<(d0, d1) -> (d1)>
#map5 = affine_map<(d0, d1) -> (0, d1)>
#map6 = affine_map<(d0) -> ()>
#map7 = affine_map<(d0) -> (d0)>
module @layer_norm_softmax {
  func.func public @main(%arg0: tensor<256x1024xf32>, %arg1: tensor<1024xf32>, %arg2: tensor<1024xf32>) -> tensor<f32> {
    %cst = arith.constant 1.024000e+03 : f32
    %cst_0 = arith.constant 2.621440e+05 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_3 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_4 = arith.constant dense<1.024000e+03> : tensor<f32>
    %cst_5 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<256xf32>
    %1 = linalg.fill ins(%cst_5 : f32) outs(%0 : tensor<256xf32>) -> tensor<256xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 :
        tensor<256x1024xf32>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.addf %out, %in : f32
      linalg.yield %44 : f32
    } -> tensor<256xf32>
    %3 = tensor.empty() : tensor<256x1xf32>
    %4 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2 :
        tensor<256xf32>) outs(%3 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_4 :
        tensor<f32>) outs(%3 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%4, %5 :
        tensor<256x1xf32>, tensor<256x1xf32>) outs(%3 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %44 = arith.divf %in, %in_6 : f32
      linalg.yield %44 : f32
    } -> tensor<256x1xf32>
    %7 = tensor.empty() : tensor<256x1024xf32>
    %8 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%6 :
        tensor<256x1xf32>) outs(%7 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %8 :
        tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%7 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %44 = arith.subf %in, %in_6 : f32
      linalg.yield %44 : f32
    } -> tensor<256x1024xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %9 :
        tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%7 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %44 = arith.mulf %in, %in_6 : f32
      linalg.yield %44 : f32
    } -> tensor<256x1024xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%10 :
        tensor<256x1024xf32>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.addf %out, %in : f32
      linalg.yield %44 : f32
    } -> tensor<256xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%11 :
        tensor<256xf32>) outs(%3 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%12, %5 :
        tensor<256x1xf32>, tensor<256x1xf32>) outs(%3 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %44 = arith.divf %in, %in_6 : f32
      linalg.yield %44 : f32
    } -> tensor<256x1xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map], iterator_types = ["parallel", "parallel"]} ins(%cst_3 :
        tensor<f32>) outs(%3 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%13, %14 :
        tensor<256x1xf32>, tensor<256x1xf32>) outs(%3 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %44 = arith.addf %in, %in_6 : f32
      linalg.yield %44 : f32
    } -> tensor<256x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 :
        tensor<256x1xf32>) outs(%3 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = math.rsqrt %in : f32
      linalg.yield %44 : f32
    } -> tensor<256x1xf32>
    %17 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%16 :
        tensor<256x1xf32>) outs(%7 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%9, %17 :
        tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%7 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %44 = arith.mulf %in, %in_6 : f32
      linalg.yield %44 : f32
    } -> tensor<256x1024xf32>
    %19 = tensor.empty() : tensor<1x1024xf32>
    %20 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 :
        tensor<1024xf32>) outs(%19 : tensor<1x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1024xf32>
    %21 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%20 :
        tensor<1x1024xf32>) outs(%7 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %21 :
        tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%7 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %44 = arith.mulf %in, %in_6 : f32
      linalg.yield %44 : f32
    } -> tensor<256x1024xf32>
    %23 = linalg.generic {indexing_maps = [#map4, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2 :
        tensor<1024xf32>) outs(%19 : tensor<1x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1024xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel"]} ins(%23 :
        tensor<1x1024xf32>) outs(%7 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%22, %24 :
        tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%7 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %44 = arith.addf %in, %in_6 : f32
      linalg.yield %44 : f32
    } -> tensor<256x1024xf32>
    %26 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<256xf32>) -> tensor<256xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%25 :
        tensor<256x1024xf32>) outs(%26 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.maximumf %out, %in : f32
      linalg.yield %44 : f32
    } -> tensor<256xf32>
    %28 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f32>)
        outs(%0 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256xf32>
    %29 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel"]} ins(%28, %27 :
        tensor<256xf32>, tensor<256xf32>) outs(%0 : tensor<256xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %44 = arith.maximumf %in, %in_6 : f32
      linalg.yield %44 : f32
    } -> tensor<256xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%29 :
        tensor<256xf32>) outs(%3 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1xf32>
    %31 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%30 :
        tensor<256x1xf32>) outs(%7 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%25, %31 :
        tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%7 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %44 = arith.subf %in, %in_6 : f32
      linalg.yield %44 : f32
    } -> tensor<256x1024xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%32 :
        tensor<256x1024xf32>) outs(%7 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = math.exp %in : f32
      linalg.yield %44 : f32
    } -> tensor<256x1024xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%33 :
        tensor<256x1024xf32>) outs(%1 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.addf %out, %in : f32
      linalg.yield %44 : f32
    } -> tensor<256xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%34 :
        tensor<256xf32>) outs(%3 : tensor<256x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1xf32>
    %36 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel"]} ins(%35 :
        tensor<256x1xf32>) outs(%7 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x1024xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%33, %36 :
        tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%7 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %44 = arith.divf %in, %in_6 : f32
      linalg.yield %44 : f32
    } -> tensor<256x1024xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%37, %37 :
        tensor<256x1024xf32>, tensor<256x1024xf32>) outs(%7 : tensor<256x1024xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %44 = arith.mulf %in, %in_6 : f32
      linalg.yield %44 : f32
    } -> tensor<256x1024xf32>
    %39 = tensor.empty() : tensor<f32>
    %40 = linalg.fill ins(%cst_5 : f32) outs(%39 : tensor<f32>) -> tensor<f32>
    %41 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["reduction", "reduction"]} ins(%38 :
        tensor<256x1024xf32>) outs(%40 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %44 = arith.addf %out, %in : f32
      linalg.yield %44 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %41[] : tensor<f32>
    %42 = arith.divf %extracted, %cst_0 : f32
    %43 = arith.mulf %42, %cst : f32
    %from_elements = tensor.from_elements %43 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
