#map = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d0, d2 + d3, d4 + d5)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d0, d3, d5)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d1, d2, d4)>
#map3 = affine_map<(d0, d1, d2) -> (d0)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d1, d0, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d1)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map9 = affine_map<(d0, d1, d2, d3) -> ()>
#map10 = affine_map<(d0, d1, d2, d3) -> (0, d1, 0, 0)>
#map11 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
module @residual_block {
  func.func public @main(%arg0: tensor<4x32x32x32xf32>, %arg1: tensor<32x32x3x3xf32>, %arg2: tensor<32xf32>, %arg3:
      tensor<32xf32>, %arg4: tensor<32x32x3x3xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32xf32>) -> tensor<f32> {
    %cst = arith.constant 1.310720e+05 : f32
    %cst_0 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_1 = arith.constant dense<4.096000e+03> : tensor<f32>
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_3 : f32
    } : tensor<4x32x32x32xf32> to tensor<4x32x34x34xf32>
    %0 = tensor.empty() : tensor<4x32x32x32xf32>
    %1 = linalg.fill ins(%cst_3 : f32) outs(%0 : tensor<4x32x32x32xf32>) -> tensor<4x32x32x32xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["reduction", "parallel", "parallel",
        "reduction", "parallel", "reduction", "parallel"]} ins(%padded, %arg1 : tensor<4x32x34x34xf32>,
        tensor<32x32x3x3xf32>) outs(%1 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.mulf %in, %in_5 : f32
      %62 = arith.addf %out, %61 : f32
      linalg.yield %62 : f32
    } -> tensor<4x32x32x32xf32>
    %3 = tensor.empty() : tensor<32x1x1xf32>
    %4 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%arg2 : tensor<32xf32>) outs(%3 : tensor<32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x1x1xf32>
    %5 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%arg3 : tensor<32xf32>) outs(%3 : tensor<32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x1x1xf32>
    %6 = tensor.empty() : tensor<32xf32>
    %7 = linalg.fill ins(%cst_3 : f32) outs(%6 : tensor<32xf32>) -> tensor<32xf32>
    %8 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "reduction", "reduction",
        "reduction"]} ins(%2 : tensor<4x32x32x32xf32>) outs(%7 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.addf %out, %in : f32
      linalg.yield %61 : f32
    } -> tensor<32xf32>
    %9 = tensor.empty() : tensor<1x32x1x1xf32>
    %10 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%8 : tensor<32xf32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x1xf32>
    %11 = linalg.generic {indexing_maps = [#map9, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%cst_1 : tensor<f32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x1xf32>
    %12 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%10, %11 : tensor<1x32x1x1xf32>, tensor<1x32x1x1xf32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.divf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<1x32x1x1xf32>
    %13 = linalg.generic {indexing_maps = [#map10, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%12 : tensor<1x32x1x1xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x32x32xf32>
    %14 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%2, %13 : tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.subf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<4x32x32x32xf32>
    %15 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%14, %14 : tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.mulf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<4x32x32x32xf32>
    %16 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "reduction", "reduction",
        "reduction"]} ins(%15 : tensor<4x32x32x32xf32>) outs(%7 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.addf %out, %in : f32
      linalg.yield %61 : f32
    } -> tensor<32xf32>
    %17 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%16 : tensor<32xf32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x1xf32>
    %18 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%17, %11 : tensor<1x32x1x1xf32>, tensor<1x32x1x1xf32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.divf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<1x32x1x1xf32>
    %19 = linalg.generic {indexing_maps = [#map9, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%cst_0 : tensor<f32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x1xf32>
    %20 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%18, %19 : tensor<1x32x1x1xf32>, tensor<1x32x1x1xf32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.addf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<1x32x1x1xf32>
    %21 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%20 : tensor<1x32x1x1xf32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = math.rsqrt %in : f32
      linalg.yield %61 : f32
    } -> tensor<1x32x1x1xf32>
    %22 = linalg.generic {indexing_maps = [#map10, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%21 : tensor<1x32x1x1xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x32x32xf32>
    %23 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%14, %22 : tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.mulf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<4x32x32x32xf32>
    %24 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%4 : tensor<32x1x1xf32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x1xf32>
    %25 = linalg.generic {indexing_maps = [#map10, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%24 : tensor<1x32x1x1xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x32x32xf32>
    %26 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%23, %25 : tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.mulf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<4x32x32x32xf32>
    %27 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%5 : tensor<32x1x1xf32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x1xf32>
    %28 = linalg.generic {indexing_maps = [#map10, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%27 : tensor<1x32x1x1xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x32x32xf32>
    %29 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%26, %28 : tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.addf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<4x32x32x32xf32>
    %30 = linalg.generic {indexing_maps = [#map9, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%cst_2 : tensor<f32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x32x32xf32>
    %31 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%29, %30 : tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.maximumf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<4x32x32x32xf32>
    %padded_4 = tensor.pad %31 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg7: index, %arg8: index, %arg9: index, %arg10: index):
      tensor.yield %cst_3 : f32
    } : tensor<4x32x32x32xf32> to tensor<4x32x34x34xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["reduction", "parallel", "parallel",
        "reduction", "parallel", "reduction", "parallel"]} ins(%padded_4, %arg4 : tensor<4x32x34x34xf32>,
        tensor<32x32x3x3xf32>) outs(%1 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.mulf %in, %in_5 : f32
      %62 = arith.addf %out, %61 : f32
      linalg.yield %62 : f32
    } -> tensor<4x32x32x32xf32>
    %33 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%arg5 : tensor<32xf32>) outs(%3 : tensor<32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x1x1xf32>
    %34 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%arg6 : tensor<32xf32>) outs(%3 : tensor<32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x1x1xf32>
    %35 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "reduction", "reduction",
        "reduction"]} ins(%32 : tensor<4x32x32x32xf32>) outs(%7 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.addf %out, %in : f32
      linalg.yield %61 : f32
    } -> tensor<32xf32>
    %36 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%35 : tensor<32xf32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x1xf32>
    %37 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%36, %11 : tensor<1x32x1x1xf32>, tensor<1x32x1x1xf32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.divf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<1x32x1x1xf32>
    %38 = linalg.generic {indexing_maps = [#map10, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%37 : tensor<1x32x1x1xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x32x32xf32>
    %39 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%32, %38 : tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.subf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<4x32x32x32xf32>
    %40 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%39, %39 : tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.mulf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<4x32x32x32xf32>
    %41 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "reduction", "reduction",
        "reduction"]} ins(%40 : tensor<4x32x32x32xf32>) outs(%7 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.addf %out, %in : f32
      linalg.yield %61 : f32
    } -> tensor<32xf32>
    %42 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%41 : tensor<32xf32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x1xf32>
    %43 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%42, %11 : tensor<1x32x1x1xf32>, tensor<1x32x1x1xf32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.divf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<1x32x1x1xf32>
    %44 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%43, %19 : tensor<1x32x1x1xf32>, tensor<1x32x1x1xf32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.addf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<1x32x1x1xf32>
    %45 = linalg.generic {indexing_maps = [#map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%44 : tensor<1x32x1x1xf32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = math.rsqrt %in : f32
      linalg.yield %61 : f32
    } -> tensor<1x32x1x1xf32>
    %46 = linalg.generic {indexing_maps = [#map10, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%45 : tensor<1x32x1x1xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x32x32xf32>
    %47 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%39, %46 : tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.mulf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<4x32x32x32xf32>
    %48 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%33 : tensor<32x1x1xf32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x1xf32>
    %49 = linalg.generic {indexing_maps = [#map10, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%48 : tensor<1x32x1x1xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x32x32xf32>
    %50 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%47, %49 : tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.mulf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<4x32x32x32xf32>
    %51 = linalg.generic {indexing_maps = [#map11, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%34 : tensor<32x1x1xf32>) outs(%9 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x32x1x1xf32>
    %52 = linalg.generic {indexing_maps = [#map10, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%51 : tensor<1x32x1x1xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x32x32x32xf32>
    %53 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%50, %52 : tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.addf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<4x32x32x32xf32>
    %54 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%arg0, %53 : tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) outs(%0 : tensor<4x32x32x32xf32>)
        {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.addf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<4x32x32x32xf32>
    %55 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%54, %30 : tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.maximumf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<4x32x32x32xf32>
    %56 = linalg.generic {indexing_maps = [#map8, #map8, #map8], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%55, %55 : tensor<4x32x32x32xf32>, tensor<4x32x32x32xf32>) outs(%0 : tensor<4x32x32x32xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %61 = arith.mulf %in, %in_5 : f32
      linalg.yield %61 : f32
    } -> tensor<4x32x32x32xf32>
    %57 = tensor.empty() : tensor<f32>
    %58 = linalg.fill ins(%cst_3 : f32) outs(%57 : tensor<f32>) -> tensor<f32>
    %59 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["reduction", "reduction", "reduction",
        "reduction"]} ins(%56 : tensor<4x32x32x32xf32>) outs(%58 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.addf %out, %in : f32
      linalg.yield %61 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %59[] : tensor<f32>
    %60 = arith.divf %extracted, %cst : f32
    %from_elements = tensor.from_elements %60 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
