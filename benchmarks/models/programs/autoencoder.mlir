#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (0, d1)>
#map3 = affine_map<(d0, d1) -> ()>
module @autoencoder {
  func.func public @main(%arg0: tensor<64x256xf32>, %arg1: tensor<64x16xf32>, %arg2: tensor<256x128xf32>, %arg3:
      tensor<128xf32>, %arg4: tensor<128x16xf32>, %arg5: tensor<128x16xf32>, %arg6: tensor<16x128xf32>, %arg7:
      tensor<128xf32>, %arg8: tensor<128x256xf32>, %arg9: tensor<256xf32>) -> tensor<f32> {
    %cst = arith.constant 6.400000e+01 : f32
    %cst_0 = arith.constant -5.000000e-01 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<5.000000e-01> : tensor<f32>
    %0 = tensor.empty() : tensor<64x128xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %2 = linalg.matmul ins(%arg0, %arg2 : tensor<64x256xf32>, tensor<256x128xf32>) outs(%1 : tensor<64x128xf32>) ->
        tensor<64x128xf32>
    %3 = tensor.empty() : tensor<1x128xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 :
        tensor<128xf32>) outs(%3 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 :
        tensor<1x128xf32>) outs(%0 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x128xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %5 :
        tensor<64x128xf32>, tensor<64x128xf32>) outs(%0 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.addf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x128xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_3 :
        tensor<f32>) outs(%0 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x128xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6, %7 :
        tensor<64x128xf32>, tensor<64x128xf32>) outs(%0 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.maximumf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x128xf32>
    %9 = tensor.empty() : tensor<64x16xf32>
    %10 = linalg.fill ins(%cst_1 : f32) outs(%9 : tensor<64x16xf32>) -> tensor<64x16xf32>
    %11 = linalg.matmul ins(%8, %arg4 : tensor<64x128xf32>, tensor<128x16xf32>) outs(%10 : tensor<64x16xf32>) ->
        tensor<64x16xf32>
    %12 = linalg.matmul ins(%8, %arg5 : tensor<64x128xf32>, tensor<128x16xf32>) outs(%10 : tensor<64x16xf32>) ->
        tensor<64x16xf32>
    %13 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_4 :
        tensor<f32>) outs(%9 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x16xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13, %12
        : tensor<64x16xf32>, tensor<64x16xf32>) outs(%9 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.mulf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x16xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%14 :
        tensor<64x16xf32>) outs(%9 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %62 = math.exp %in : f32
      linalg.yield %62 : f32
    } -> tensor<64x16xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%15,
        %arg1 : tensor<64x16xf32>, tensor<64x16xf32>) outs(%9 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.mulf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x16xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11, %16
        : tensor<64x16xf32>, tensor<64x16xf32>) outs(%9 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.addf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x16xf32>
    %18 = linalg.matmul ins(%17, %arg6 : tensor<64x16xf32>, tensor<16x128xf32>) outs(%1 : tensor<64x128xf32>) ->
        tensor<64x128xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg7 :
        tensor<128xf32>) outs(%3 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%19 :
        tensor<1x128xf32>) outs(%0 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x128xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18, %20
        : tensor<64x128xf32>, tensor<64x128xf32>) outs(%0 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.addf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x128xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%21, %7
        : tensor<64x128xf32>, tensor<64x128xf32>) outs(%0 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.maximumf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x128xf32>
    %23 = tensor.empty() : tensor<64x256xf32>
    %24 = linalg.fill ins(%cst_1 : f32) outs(%23 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %25 = linalg.matmul ins(%22, %arg8 : tensor<64x128xf32>, tensor<128x256xf32>) outs(%24 : tensor<64x256xf32>) ->
        tensor<64x256xf32>
    %26 = tensor.empty() : tensor<1x256xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg9 :
        tensor<256xf32>) outs(%26 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %28 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%27 :
        tensor<1x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%25, %28
        : tensor<64x256xf32>, tensor<64x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.addf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x256xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_3 :
        tensor<f32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%30, %29
        : tensor<64x256xf32>, tensor<64x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.maximumf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x256xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%30, %29
        : tensor<64x256xf32>, tensor<64x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.subf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x256xf32>
    %33 = tensor.empty() : tensor<64x256xi1>
    %34 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%32, %32
        : tensor<64x256xf32>, tensor<64x256xf32>) outs(%33 : tensor<64x256xi1>) {
    ^bb0(%in: f32, %in_6: f32, %out: i1):
      %62 = arith.cmpf une, %in, %in_6 : f32
      linalg.yield %62 : i1
    } -> tensor<64x256xi1>
    %35 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%30, %29
        : tensor<64x256xf32>, tensor<64x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.addf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x256xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%32 :
        tensor<64x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %62 = math.absf %in : f32
      linalg.yield %62 : f32
    } -> tensor<64x256xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%36 :
        tensor<64x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %62 = arith.negf %in : f32
      linalg.yield %62 : f32
    } -> tensor<64x256xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%37 :
        tensor<64x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %62 = math.exp %in : f32
      linalg.yield %62 : f32
    } -> tensor<64x256xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%38 :
        tensor<64x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %62 = math.log1p %in : f32
      linalg.yield %62 : f32
    } -> tensor<64x256xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%31, %39
        : tensor<64x256xf32>, tensor<64x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.addf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x256xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]}
        ins(%34, %35, %40 : tensor<64x256xi1>, tensor<64x256xf32>, tensor<64x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: i1, %in_6: f32, %in_7: f32, %out: f32):
      %62 = arith.select %in, %in_6, %in_7 : f32
      linalg.yield %62 : f32
    } -> tensor<64x256xf32>
    %42 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0 :
        tensor<64x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %62 = arith.negf %in : f32
      linalg.yield %62 : f32
    } -> tensor<64x256xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%42 :
        tensor<64x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %62 = math.exp %in : f32
      linalg.yield %62 : f32
    } -> tensor<64x256xf32>
    %44 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 :
        tensor<f32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %45 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%44, %43
        : tensor<64x256xf32>, tensor<64x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.addf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x256xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%44, %45
        : tensor<64x256xf32>, tensor<64x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.divf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x256xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%46, %29
        : tensor<64x256xf32>, tensor<64x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.mulf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x256xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%41, %47
        : tensor<64x256xf32>, tensor<64x256xf32>) outs(%23 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.subf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x256xf32>
    %49 = tensor.empty() : tensor<f32>
    %50 = linalg.fill ins(%cst_1 : f32) outs(%49 : tensor<f32>) -> tensor<f32>
    %51 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["reduction", "reduction"]} ins(%48 :
        tensor<64x256xf32>) outs(%50 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %62 = arith.addf %out, %in : f32
      linalg.yield %62 : f32
    } -> tensor<f32>
    %52 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 :
        tensor<f32>) outs(%9 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x16xf32>
    %53 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%52, %12
        : tensor<64x16xf32>, tensor<64x16xf32>) outs(%9 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.addf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x16xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11, %11
        : tensor<64x16xf32>, tensor<64x16xf32>) outs(%9 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.mulf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x16xf32>
    %55 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%53, %54
        : tensor<64x16xf32>, tensor<64x16xf32>) outs(%9 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.subf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x16xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%12 :
        tensor<64x16xf32>) outs(%9 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %62 = math.exp %in : f32
      linalg.yield %62 : f32
    } -> tensor<64x16xf32>
    %57 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%55, %56
        : tensor<64x16xf32>, tensor<64x16xf32>) outs(%9 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %62 = arith.subf %in, %in_6 : f32
      linalg.yield %62 : f32
    } -> tensor<64x16xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["reduction", "reduction"]} ins(%57 :
        tensor<64x16xf32>) outs(%50 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %62 = arith.addf %out, %in : f32
      linalg.yield %62 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %58[] : tensor<f32>
    %59 = arith.mulf %extracted, %cst_0 : f32
    %extracted_5 = tensor.extract %51[] : tensor<f32>
    %60 = arith.addf %extracted_5, %59 : f32
    %61 = arith.divf %60, %cst : f32
    %from_elements = tensor.from_elements %61 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
