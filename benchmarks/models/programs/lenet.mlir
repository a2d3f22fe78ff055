#map = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d0, d2 + d3, d4 + d5)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d1, d0, d3, d5)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d6, d1, d2, d4)>
#map3 = affine_map<(d0, d1, d2) -> (d0)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (0, d1, 0, 0)>
#map8 = affine_map<(d0, d1, d2, d3) -> ()>
#map9 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2 * 2 + d4, d3 * 2 + d5)>
#map10 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5)>
#map11 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
#map12 = affine_map<(d0, d1) -> (d1)>
#map13 = affine_map<(d0, d1) -> (d0, d1)>
#map14 = affine_map<(d0, d1) -> (0, d1)>
#map15 = affine_map<(d0, d1) -> ()>
#map16 = affine_map<(d0, d1) -> (d0)>
#map17 = affine_map<(d0) -> ()>
#map18 = affine_map<(d0) -> (d0)>
#map19 = affine_map<(d0, d1) -> (d0, 0)>
#map20 = affine_map<(d0, d1, d2) -> ()>
#map21 = affine_map<(d0, d1, d2) -> (d2)>
#map22 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map23 = affine_map<(d0, d1, d2) -> (d0, d1)>
module @lenet {
  func.func public @main(%arg0: tensor<32x1x28x28xf32>, %arg1: tensor<32xi32>, %arg2: tensor<6x1x5x5xf32>, %arg3:
      tensor<6xf32>, %arg4: tensor<16x6x5x5xf32>, %arg5: tensor<16xf32>, %arg6: tensor<400x120xf32>, %arg7:
      tensor<120xf32>, %arg8: tensor<120x84xf32>, %arg9: tensor<84xf32>, %arg10: tensor<84x10xf32>, %arg11:
      tensor<10xf32>) -> tensor<f32> {
    %cst = arith.constant 3.200000e+01 : f32
    %c9 = arith.constant 9 : index
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0> : tensor<i32>
    %cst_2 = arith.constant dense<10> : tensor<i32>
    %cst_3 = arith.constant dense<9> : tensor<1xi32>
    %cst_4 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_5 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_6 = arith.constant dense<4.000000e+00> : tensor<f32>
    %cst_7 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_8 = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst_8 : f32
    } : tensor<32x1x28x28xf32> to tensor<32x1x32x32xf32>
    %0 = tensor.empty() : tensor<32x6x28x28xf32>
    %1 = linalg.fill ins(%cst_8 : f32) outs(%0 : tensor<32x6x28x28xf32>) -> tensor<32x6x28x28xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["reduction", "parallel", "parallel",
        "reduction", "parallel", "reduction", "parallel"]} ins(%padded, %arg2 : tensor<32x1x32x32xf32>,
        tensor<6x1x5x5xf32>) outs(%1 : tensor<32x6x28x28xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.mulf %in, %in_9 : f32
      %102 = arith.addf %out, %101 : f32
      linalg.yield %102 : f32
    } -> tensor<32x6x28x28xf32>
    %3 = tensor.empty() : tensor<6x1x1xf32>
    %4 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%arg3 : tensor<6xf32>) outs(%3 : tensor<6x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<6x1x1xf32>
    %5 = tensor.empty() : tensor<1x6x1x1xf32>
    %6 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%4 : tensor<6x1x1xf32>) outs(%5 : tensor<1x6x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x6x1x1xf32>
    %7 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%6 : tensor<1x6x1x1xf32>) outs(%0 : tensor<32x6x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x6x28x28xf32>
    %8 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%2, %7 : tensor<32x6x28x28xf32>, tensor<32x6x28x28xf32>) outs(%0 : tensor<32x6x28x28xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.addf %in, %in_9 : f32
      linalg.yield %101 : f32
    } -> tensor<32x6x28x28xf32>
    %9 = linalg.generic {indexing_maps = [#map8, #map6], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%cst_7 : tensor<f32>) outs(%0 : tensor<32x6x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x6x28x28xf32>
    %10 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%8, %9 : tensor<32x6x28x28xf32>, tensor<32x6x28x28xf32>) outs(%0 : tensor<32x6x28x28xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.maximumf %in, %in_9 : f32
      linalg.yield %101 : f32
    } -> tensor<32x6x28x28xf32>
    %11 = tensor.empty() : tensor<32x6x14x14xf32>
    %12 = linalg.generic {indexing_maps = [#map8, #map6], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%cst_7 : tensor<f32>) outs(%11 : tensor<32x6x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x6x14x14xf32>
    %13 = tensor.empty() : tensor<2x2xf32>
    %14 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel",
        "parallel", "reduction", "reduction"]} ins(%10, %13 : tensor<32x6x28x28xf32>, tensor<2x2xf32>) outs(%12 :
        tensor<32x6x14x14xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.addf %out, %in : f32
      linalg.yield %101 : f32
    } -> tensor<32x6x14x14xf32>
    %15 = linalg.generic {indexing_maps = [#map8, #map6], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%cst_6 : tensor<f32>) outs(%11 : tensor<32x6x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x6x14x14xf32>
    %16 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%14, %15 : tensor<32x6x14x14xf32>, tensor<32x6x14x14xf32>) outs(%11 : tensor<32x6x14x14xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.divf %in, %in_9 : f32
      linalg.yield %101 : f32
    } -> tensor<32x6x14x14xf32>
    %17 = tensor.empty() : tensor<32x16x10x10xf32>
    %18 = linalg.fill ins(%cst_8 : f32) outs(%17 : tensor<32x16x10x10xf32>) -> tensor<32x16x10x10xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["reduction", "parallel", "parallel",
        "reduction", "parallel", "reduction", "parallel"]} ins(%16, %arg4 : tensor<32x6x14x14xf32>,
        tensor<16x6x5x5xf32>) outs(%18 : tensor<32x16x10x10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.mulf %in, %in_9 : f32
      %102 = arith.addf %out, %101 : f32
      linalg.yield %102 : f32
    } -> tensor<32x16x10x10xf32>
    %20 = tensor.empty() : tensor<16x1x1xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%arg5 : tensor<16xf32>) outs(%20 : tensor<16x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x1x1xf32>
    %22 = tensor.empty() : tensor<1x16x1x1xf32>
    %23 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%21 : tensor<16x1x1xf32>) outs(%22 : tensor<1x16x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x1x1xf32>
    %24 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%23 : tensor<1x16x1x1xf32>) outs(%17 : tensor<32x16x10x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16x10x10xf32>
    %25 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%19, %24 : tensor<32x16x10x10xf32>, tensor<32x16x10x10xf32>) outs(%17 :
        tensor<32x16x10x10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.addf %in, %in_9 : f32
      linalg.yield %101 : f32
    } -> tensor<32x16x10x10xf32>
    %26 = linalg.generic {indexing_maps = [#map8, #map6], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%cst_7 : tensor<f32>) outs(%17 : tensor<32x16x10x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16x10x10xf32>
    %27 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%25, %26 : tensor<32x16x10x10xf32>, tensor<32x16x10x10xf32>) outs(%17 :
        tensor<32x16x10x10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.maximumf %in, %in_9 : f32
      linalg.yield %101 : f32
    } -> tensor<32x16x10x10xf32>
    %28 = tensor.empty() : tensor<32x16x5x5xf32>
    %29 = linalg.generic {indexing_maps = [#map8, #map6], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%cst_7 : tensor<f32>) outs(%28 : tensor<32x16x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16x5x5xf32>
    %30 = linalg.generic {indexing_maps = [#map9, #map10, #map11], iterator_types = ["parallel", "parallel", "parallel",
        "parallel", "reduction", "reduction"]} ins(%27, %13 : tensor<32x16x10x10xf32>, tensor<2x2xf32>) outs(%29 :
        tensor<32x16x5x5xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.addf %out, %in : f32
      linalg.yield %101 : f32
    } -> tensor<32x16x5x5xf32>
    %31 = linalg.generic {indexing_maps = [#map8, #map6], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%cst_6 : tensor<f32>) outs(%28 : tensor<32x16x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16x5x5xf32>
    %32 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%30, %31 : tensor<32x16x5x5xf32>, tensor<32x16x5x5xf32>) outs(%28 : tensor<32x16x5x5xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.divf %in, %in_9 : f32
      linalg.yield %101 : f32
    } -> tensor<32x16x5x5xf32>
    %collapsed = tensor.collapse_shape %32 [[0], [1, 2, 3]] : tensor<32x16x5x5xf32> into tensor<32x400xf32>
    %33 = tensor.empty() : tensor<32x120xf32>
    %34 = linalg.fill ins(%cst_8 : f32) outs(%33 : tensor<32x120xf32>) -> tensor<32x120xf32>
    %35 = linalg.matmul ins(%collapsed, %arg6 : tensor<32x400xf32>, tensor<400x120xf32>) outs(%34 : tensor<32x120xf32>)
        -> tensor<32x120xf32>
    %36 = tensor.empty() : tensor<1x120xf32>
    %37 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel"]} ins(%arg7 :
        tensor<120xf32>) outs(%36 : tensor<1x120xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x120xf32>
    %38 = linalg.generic {indexing_maps = [#map14, #map13], iterator_types = ["parallel", "parallel"]} ins(%37 :
        tensor<1x120xf32>) outs(%33 : tensor<32x120xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x120xf32>
    %39 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%35,
        %38 : tensor<32x120xf32>, tensor<32x120xf32>) outs(%33 : tensor<32x120xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.addf %in, %in_9 : f32
      linalg.yield %101 : f32
    } -> tensor<32x120xf32>
    %40 = linalg.generic {indexing_maps = [#map15, #map13], iterator_types = ["parallel", "parallel"]} ins(%cst_7 :
        tensor<f32>) outs(%33 : tensor<32x120xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x120xf32>
    %41 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%39,
        %40 : tensor<32x120xf32>, tensor<32x120xf32>) outs(%33 : tensor<32x120xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.maximumf %in, %in_9 : f32
      linalg.yield %101 : f32
    } -> tensor<32x120xf32>
    %42 = tensor.empty() : tensor<32x84xf32>
    %43 = linalg.fill ins(%cst_8 : f32) outs(%42 : tensor<32x84xf32>) -> tensor<32x84xf32>
    %44 = linalg.matmul ins(%41, %arg8 : tensor<32x120xf32>, tensor<120x84xf32>) outs(%43 : tensor<32x84xf32>) ->
        tensor<32x84xf32>
    %45 = tensor.empty() : tensor<1x84xf32>
    %46 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel"]} ins(%arg9 :
        tensor<84xf32>) outs(%45 : tensor<1x84xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x84xf32>
    %47 = linalg.generic {indexing_maps = [#map14, #map13], iterator_types = ["parallel", "parallel"]} ins(%46 :
        tensor<1x84xf32>) outs(%42 : tensor<32x84xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x84xf32>
    %48 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%44,
        %47 : tensor<32x84xf32>, tensor<32x84xf32>) outs(%42 : tensor<32x84xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.addf %in, %in_9 : f32
      linalg.yield %101 : f32
    } -> tensor<32x84xf32>
    %49 = linalg.generic {indexing_maps = [#map15, #map13], iterator_types = ["parallel", "parallel"]} ins(%cst_7 :
        tensor<f32>) outs(%42 : tensor<32x84xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x84xf32>
    %50 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%48,
        %49 : tensor<32x84xf32>, tensor<32x84xf32>) outs(%42 : tensor<32x84xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.maximumf %in, %in_9 : f32
      linalg.yield %101 : f32
    } -> tensor<32x84xf32>
    %51 = tensor.empty() : tensor<32x10xf32>
    %52 = linalg.fill ins(%cst_8 : f32) outs(%51 : tensor<32x10xf32>) -> tensor<32x10xf32>
    %53 = linalg.matmul ins(%50, %arg10 : tensor<32x84xf32>, tensor<84x10xf32>) outs(%52 : tensor<32x10xf32>) ->
        tensor<32x10xf32>
    %54 = tensor.empty() : tensor<1x10xf32>
    %55 = linalg.generic {indexing_maps = [#map12, #map13], iterator_types = ["parallel", "parallel"]} ins(%arg11 :
        tensor<10xf32>) outs(%54 : tensor<1x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x10xf32>
    %56 = linalg.generic {indexing_maps = [#map14, #map13], iterator_types = ["parallel", "parallel"]} ins(%55 :
        tensor<1x10xf32>) outs(%51 : tensor<32x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x10xf32>
    %57 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%53,
        %56 : tensor<32x10xf32>, tensor<32x10xf32>) outs(%51 : tensor<32x10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.addf %in, %in_9 : f32
      linalg.yield %101 : f32
    } -> tensor<32x10xf32>
    %58 = tensor.empty() : tensor<32xf32>
    %59 = linalg.fill ins(%cst_0 : f32) outs(%58 : tensor<32xf32>) -> tensor<32xf32>
    %60 = linalg.generic {indexing_maps = [#map13, #map16], iterator_types = ["parallel", "reduction"]} ins(%57 :
        tensor<32x10xf32>) outs(%59 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.maximumf %out, %in : f32
      linalg.yield %101 : f32
    } -> tensor<32xf32>
    %61 = linalg.generic {indexing_maps = [#map17, #map18], iterator_types = ["parallel"]} ins(%cst_5 : tensor<f32>)
        outs(%58 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32xf32>
    %62 = linalg.generic {indexing_maps = [#map18, #map18, #map18], iterator_types = ["parallel"]} ins(%61, %60 :
        tensor<32xf32>, tensor<32xf32>) outs(%58 : tensor<32xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.maximumf %in, %in_9 : f32
      linalg.yield %101 : f32
    } -> tensor<32xf32>
    %63 = tensor.empty() : tensor<32x1xf32>
    %64 = linalg.generic {indexing_maps = [#map16, #map13], iterator_types = ["parallel", "parallel"]} ins(%62 :
        tensor<32xf32>) outs(%63 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x1xf32>
    %65 = linalg.generic {indexing_maps = [#map19, #map13], iterator_types = ["parallel", "parallel"]} ins(%64 :
        tensor<32x1xf32>) outs(%51 : tensor<32x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x10xf32>
    %66 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%57,
        %65 : tensor<32x10xf32>, tensor<32x10xf32>) outs(%51 : tensor<32x10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.subf %in, %in_9 : f32
      linalg.yield %101 : f32
    } -> tensor<32x10xf32>
    %67 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%66 :
        tensor<32x10xf32>) outs(%51 : tensor<32x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = math.exp %in : f32
      linalg.yield %101 : f32
    } -> tensor<32x10xf32>
    %68 = linalg.fill ins(%cst_8 : f32) outs(%58 : tensor<32xf32>) -> tensor<32xf32>
    %69 = linalg.generic {indexing_maps = [#map13, #map16], iterator_types = ["parallel", "reduction"]} ins(%67 :
        tensor<32x10xf32>) outs(%68 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %out, %in : f32
      linalg.yield %101 : f32
    } -> tensor<32xf32>
    %70 = linalg.generic {indexing_maps = [#map16, #map13], iterator_types = ["parallel", "parallel"]} ins(%69 :
        tensor<32xf32>) outs(%63 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x1xf32>
    %71 = linalg.generic {indexing_maps = [#map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%70 :
        tensor<32x1xf32>) outs(%63 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = math.log %in : f32
      linalg.yield %101 : f32
    } -> tensor<32x1xf32>
    %72 = linalg.generic {indexing_maps = [#map19, #map13], iterator_types = ["parallel", "parallel"]} ins(%71 :
        tensor<32x1xf32>) outs(%51 : tensor<32x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x10xf32>
    %73 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%66,
        %72 : tensor<32x10xf32>, tensor<32x10xf32>) outs(%51 : tensor<32x10xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %101 = arith.subf %in, %in_9 : f32
      linalg.yield %101 : f32
    } -> tensor<32x10xf32>
    %74 = tensor.empty() : tensor<32x1xi32>
    %75 = linalg.generic {indexing_maps = [#map16, #map13], iterator_types = ["parallel", "parallel"]} ins(%arg1 :
        tensor<32xi32>) outs(%74 : tensor<32x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<32x1xi32>
    %76 = linalg.generic {indexing_maps = [#map15, #map13], iterator_types = ["parallel", "parallel"]} ins(%cst_1 :
        tensor<i32>) outs(%74 : tensor<32x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<32x1xi32>
    %77 = tensor.empty() : tensor<32x1xi1>
    %78 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%75,
        %76 : tensor<32x1xi32>, tensor<32x1xi32>) outs(%77 : tensor<32x1xi1>) {
    ^bb0(%in: i32, %in_9: i32, %out: i1):
      %101 = arith.cmpi slt, %in, %in_9 : i32
      linalg.yield %101 : i1
    } -> tensor<32x1xi1>
    %79 = linalg.generic {indexing_maps = [#map15, #map13], iterator_types = ["parallel", "parallel"]} ins(%cst_2 :
        tensor<i32>) outs(%74 : tensor<32x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<32x1xi32>
    %80 = linalg.generic {indexing_maps = [#map13, #map13, #map13], iterator_types = ["parallel", "parallel"]} ins(%75,
        %79 : tensor<32x1xi32>, tensor<32x1xi32>) outs(%74 : tensor<32x1xi32>) {
    ^bb0(%in: i32, %in_9: i32, %out: i32):
      %101 = arith.addi %in, %in_9 : i32
      linalg.yield %101 : i32
    } -> tensor<32x1xi32>
    %81 = linalg.generic {indexing_maps = [#map13, #map13, #map13, #map13], iterator_types = ["parallel", "parallel"]}
        ins(%78, %80, %75 : tensor<32x1xi1>, tensor<32x1xi32>, tensor<32x1xi32>) outs(%74 : tensor<32x1xi32>) {
    ^bb0(%in: i1, %in_9: i32, %in_10: i32, %out: i32):
      %101 = arith.select %in, %in_9, %in_10 : i32
      linalg.yield %101 : i32
    } -> tensor<32x1xi32>
    %expanded = tensor.expand_shape %81 [[0], [1, 2]] output_shape [32, 1, 1] : tensor<32x1xi32> into tensor<32x1x1xi32>
    %82 = tensor.empty() : tensor<32x1x1xi32>
    %83 = linalg.generic {indexing_maps = [#map20, #map4], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst_1 : tensor<i32>) outs(%82 : tensor<32x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<32x1x1xi32>
    %84 = tensor.empty() : tensor<32x1x1xi1>
    %85 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded, %83 : tensor<32x1x1xi32>, tensor<32x1x1xi32>) outs(%84 : tensor<32x1x1xi1>) {
    ^bb0(%in: i32, %in_9: i32, %out: i1):
      %101 = arith.cmpi sge, %in, %in_9 : i32
      linalg.yield %101 : i1
    } -> tensor<32x1x1xi1>
    %86 = tensor.empty() : tensor<1x1x1xi32>
    %87 = linalg.generic {indexing_maps = [#map21, #map4], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst_3 : tensor<1xi32>) outs(%86 : tensor<1x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1x1xi32>
    %88 = linalg.generic {indexing_maps = [#map22, #map4], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%87 : tensor<1x1x1xi32>) outs(%82 : tensor<32x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<32x1x1xi32>
    %89 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded, %88 : tensor<32x1x1xi32>, tensor<32x1x1xi32>) outs(%84 : tensor<32x1x1xi1>) {
    ^bb0(%in: i32, %in_9: i32, %out: i1):
      %101 = arith.cmpi sle, %in, %in_9 : i32
      linalg.yield %101 : i1
    } -> tensor<32x1x1xi1>
    %90 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%85, %89 : tensor<32x1x1xi1>, tensor<32x1x1xi1>) outs(%84 : tensor<32x1x1xi1>) {
    ^bb0(%in: i1, %in_9: i1, %out: i1):
      %101 = arith.andi %in, %in_9 : i1
      linalg.yield %101 : i1
    } -> tensor<32x1x1xi1>
    %91 = linalg.fill ins(%true : i1) outs(%77 : tensor<32x1xi1>) -> tensor<32x1xi1>
    %92 = linalg.generic {indexing_maps = [#map4, #map23], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%90 : tensor<32x1x1xi1>) outs(%91 : tensor<32x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %101 = arith.andi %out, %in : i1
      linalg.yield %101 : i1
    } -> tensor<32x1xi1>
    %93 = linalg.generic {indexing_maps = [#map13], iterator_types = ["parallel", "parallel"]} outs(%63 :
        tensor<32x1xf32>) {
    ^bb0(%out: f32):
      %101 = linalg.index 0 : index
      %extracted_9 = tensor.extract %expanded[%101, %c0, %c0] : tensor<32x1x1xi32>
      %102 = arith.index_cast %extracted_9 : i32 to index
      %103 = arith.maxsi %102, %c0 : index
      %104 = arith.minsi %103, %c9 : index
      %extracted_10 = tensor.extract %73[%101, %104] : tensor<32x10xf32>
      linalg.yield %extracted_10 : f32
    } -> tensor<32x1xf32>
    %94 = linalg.generic {indexing_maps = [#map15, #map13], iterator_types = ["parallel", "parallel"]} ins(%cst_4 :
        tensor<f32>) outs(%63 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x1xf32>
    %95 = linalg.generic {indexing_maps = [#map13, #map13, #map13, #map13], iterator_types = ["parallel", "parallel"]}
        ins(%92, %93, %94 : tensor<32x1xi1>, tensor<32x1xf32>, tensor<32x1xf32>) outs(%63 : tensor<32x1xf32>) {
    ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
      %101 = arith.select %in, %in_9, %in_10 : f32
      linalg.yield %101 : f32
    } -> tensor<32x1xf32>
    %96 = tensor.empty() : tensor<f32>
    %97 = linalg.fill ins(%cst_8 : f32) outs(%96 : tensor<f32>) -> tensor<f32>
    %98 = linalg.generic {indexing_maps = [#map13, #map15], iterator_types = ["reduction", "reduction"]} ins(%95 :
        tensor<32x1xf32>) outs(%97 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %101 = arith.addf %out, %in : f32
      linalg.yield %101 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %98[] : tensor<f32>
    %99 = arith.divf %extracted, %cst : f32
    %100 = arith.negf %99 : f32
    %from_elements = tensor.from_elements %100 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
