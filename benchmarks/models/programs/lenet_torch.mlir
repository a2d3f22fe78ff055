#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0, d1) -> (d0, 0)>
#map5 = affine_map<(d0) -> (d0)>
#map6 = affine_map<(d0) -> ()>
#map7 = affine_map<() -> ()>
module @lenet_torch {
  func.func @main(%arg0: tensor<32x1x28x28xf32>, %arg1: tensor<32xi64>, %arg2: tensor<6x1x5x5xf32>, %arg3:
      tensor<6xf32>, %arg4: tensor<16x6x5x5xf32>, %arg5: tensor<16xf32>, %arg6: tensor<400x120xf32>, %arg7:
      tensor<120xf32>, %arg8: tensor<120x84xf32>, %arg9: tensor<84xf32>, %arg10: tensor<84x10xf32>, %arg11:
      tensor<10xf32>) -> tensor<f32> {
    %c-100_i64 = arith.constant -100 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %c10 = arith.constant 10 : index
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 4.000000e+00 : f32
    %cst_3 = arith.constant dense<0> : tensor<i64>
    %padded = tensor.pad %arg0 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg12: index, %arg13: index, %arg14: index, %arg15: index):
      tensor.yield %cst : f32
    } : tensor<32x1x28x28xf32> to tensor<32x1x32x32xf32>
    %0 = tensor.empty() : tensor<32x6x28x28xf32>
    %broadcasted = linalg.broadcast ins(%arg3 : tensor<6xf32>) outs(%0 : tensor<32x6x28x28xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
        ins(%padded, %arg2 : tensor<32x1x32x32xf32>, tensor<6x1x5x5xf32>) outs(%broadcasted : tensor<32x6x28x28xf32>) ->
        tensor<32x6x28x28xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%1 : tensor<32x6x28x28xf32>) outs(%0 : tensor<32x6x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %55 = arith.cmpf ugt, %in, %cst : f32
      %56 = arith.select %55, %in, %cst : f32
      linalg.yield %56 : f32
    } -> tensor<32x6x28x28xf32>
    %3 = tensor.empty() : tensor<32x6x14x14xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<32x6x14x14xf32>) -> tensor<32x6x14x14xf32>
    %5 = tensor.empty() : tensor<2x2xf32>
    %6 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%2, %5 :
        tensor<32x6x28x28xf32>, tensor<2x2xf32>) outs(%4 : tensor<32x6x14x14xf32>) -> tensor<32x6x14x14xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%6 : tensor<32x6x14x14xf32>) outs(%3 : tensor<32x6x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %55 = arith.divf %in, %cst_2 : f32
      linalg.yield %55 : f32
    } -> tensor<32x6x14x14xf32>
    %8 = tensor.empty() : tensor<32x16x10x10xf32>
    %broadcasted_4 = linalg.broadcast ins(%arg5 : tensor<16xf32>) outs(%8 : tensor<32x16x10x10xf32>) dimensions = [0, 2,
        3] 
    %9 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%7,
        %arg4 : tensor<32x6x14x14xf32>, tensor<16x6x5x5xf32>) outs(%broadcasted_4 : tensor<32x16x10x10xf32>) ->
        tensor<32x16x10x10xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%9 : tensor<32x16x10x10xf32>) outs(%8 : tensor<32x16x10x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %55 = arith.cmpf ugt, %in, %cst : f32
      %56 = arith.select %55, %in, %cst : f32
      linalg.yield %56 : f32
    } -> tensor<32x16x10x10xf32>
    %11 = tensor.empty() : tensor<32x16x5x5xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<32x16x5x5xf32>) -> tensor<32x16x5x5xf32>
    %13 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%10, %5
        : tensor<32x16x10x10xf32>, tensor<2x2xf32>) outs(%12 : tensor<32x16x5x5xf32>) -> tensor<32x16x5x5xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel",
        "parallel"]} ins(%13 : tensor<32x16x5x5xf32>) outs(%11 : tensor<32x16x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %55 = arith.divf %in, %cst_2 : f32
      linalg.yield %55 : f32
    } -> tensor<32x16x5x5xf32>
    %collapsed = tensor.collapse_shape %14 [[0], [1, 2, 3]] : tensor<32x16x5x5xf32> into tensor<32x400xf32>
    %15 = tensor.empty() : tensor<32x120xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<32x120xf32>) -> tensor<32x120xf32>
    %17 = linalg.matmul ins(%collapsed, %arg6 : tensor<32x400xf32>, tensor<400x120xf32>) outs(%16 : tensor<32x120xf32>)
        -> tensor<32x120xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%17,
        %arg7 : tensor<32x120xf32>, tensor<120xf32>) outs(%15 : tensor<32x120xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %55 = arith.addf %in, %in_7 : f32
      linalg.yield %55 : f32
    } -> tensor<32x120xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18 :
        tensor<32x120xf32>) outs(%15 : tensor<32x120xf32>) {
    ^bb0(%in: f32, %out: f32):
      %55 = arith.cmpf ugt, %in, %cst : f32
      %56 = arith.select %55, %in, %cst : f32
      linalg.yield %56 : f32
    } -> tensor<32x120xf32>
    %20 = tensor.empty() : tensor<32x84xf32>
    %21 = linalg.fill ins(%cst : f32) outs(%20 : tensor<32x84xf32>) -> tensor<32x84xf32>
    %22 = linalg.matmul ins(%19, %arg8 : tensor<32x120xf32>, tensor<120x84xf32>) outs(%21 : tensor<32x84xf32>) ->
        tensor<32x84xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%22,
        %arg9 : tensor<32x84xf32>, tensor<84xf32>) outs(%20 : tensor<32x84xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %55 = arith.addf %in, %in_7 : f32
      linalg.yield %55 : f32
    } -> tensor<32x84xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%23 :
        tensor<32x84xf32>) outs(%20 : tensor<32x84xf32>) {
    ^bb0(%in: f32, %out: f32):
      %55 = arith.cmpf ugt, %in, %cst : f32
      %56 = arith.select %55, %in, %cst : f32
      linalg.yield %56 : f32
    } -> tensor<32x84xf32>
    %25 = tensor.empty() : tensor<32x10xf32>
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<32x10xf32>) -> tensor<32x10xf32>
    %27 = linalg.matmul ins(%24, %arg10 : tensor<32x84xf32>, tensor<84x10xf32>) outs(%26 : tensor<32x10xf32>) ->
        tensor<32x10xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%27,
        %arg11 : tensor<32x10xf32>, tensor<10xf32>) outs(%25 : tensor<32x10xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %55 = arith.addf %in, %in_7 : f32
      linalg.yield %55 : f32
    } -> tensor<32x10xf32>
    %29 = tensor.empty() : tensor<32xi64>
    %30 = linalg.fill ins(%c0_i64 : i64) outs(%29 : tensor<32xi64>) -> tensor<32xi64>
    %31 = tensor.empty() : tensor<32xf32>
    %32 = linalg.fill ins(%cst_0 : f32) outs(%31 : tensor<32xf32>) -> tensor<32xf32>
    %33:2 = linalg.generic {indexing_maps = [#map1, #map3, #map3], iterator_types = ["parallel", "reduction"]} ins(%28 :
        tensor<32x10xf32>) outs(%32, %30 : tensor<32xf32>, tensor<32xi64>) {
    ^bb0(%in: f32, %out: f32, %out_7: i64):
      %55 = linalg.index 1 : index
      %56 = arith.index_cast %55 : index to i64
      %57 = arith.maximumf %in, %out : f32
      %58 = arith.cmpf ogt, %in, %out : f32
      %59 = arith.select %58, %56, %out_7 : i64
      linalg.yield %57, %59 : f32, i64
    } -> (tensor<32xf32>, tensor<32xi64>)
    %expanded = tensor.expand_shape %33#0 [[0, 1]] output_shape [32, 1] : tensor<32xf32> into tensor<32x1xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%28,
        %expanded : tensor<32x10xf32>, tensor<32x1xf32>) outs(%25 : tensor<32x10xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %55 = arith.subf %in, %in_7 : f32
      linalg.yield %55 : f32
    } -> tensor<32x10xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%34 :
        tensor<32x10xf32>) outs(%25 : tensor<32x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %55 = math.exp %in : f32
      linalg.yield %55 : f32
    } -> tensor<32x10xf32>
    %36 = tensor.empty() : tensor<32x1xf32>
    %37 = linalg.fill ins(%cst : f32) outs(%36 : tensor<32x1xf32>) -> tensor<32x1xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "reduction"]} ins(%35 :
        tensor<32x10xf32>) outs(%37 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %55 = arith.addf %in, %out : f32
      linalg.yield %55 : f32
    } -> tensor<32x1xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%38 :
        tensor<32x1xf32>) outs(%36 : tensor<32x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %55 = math.log %in : f32
      linalg.yield %55 : f32
    } -> tensor<32x1xf32>
    %40 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%34, %39
        : tensor<32x10xf32>, tensor<32x1xf32>) outs(%25 : tensor<32x10xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %55 = arith.subf %in, %in_7 : f32
      linalg.yield %55 : f32
    } -> tensor<32x10xf32>
    %41 = tensor.empty() : tensor<32xi1>
    %42 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel"]} ins(%arg1 : tensor<32xi64>)
        outs(%41 : tensor<32xi1>) {
    ^bb0(%in: i64, %out: i1):
      %55 = arith.cmpi ne, %in, %c-100_i64 : i64
      linalg.yield %55 : i1
    } -> tensor<32xi1>
    %43 = linalg.generic {indexing_maps = [#map5, #map5, #map6, #map5], iterator_types = ["parallel"]} ins(%42, %arg1,
        %cst_3 : tensor<32xi1>, tensor<32xi64>, tensor<i64>) outs(%29 : tensor<32xi64>) {
    ^bb0(%in: i1, %in_7: i64, %in_8: i64, %out: i64):
      %55 = arith.select %in, %in_7, %in_8 : i64
      linalg.yield %55 : i64
    } -> tensor<32xi64>
    %expanded_5 = tensor.expand_shape %43 [[0, 1]] output_shape [32, 1] : tensor<32xi64> into tensor<32x1xi64>
    %44 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_5 :
        tensor<32x1xi64>) outs(%37 : tensor<32x1xf32>) {
    ^bb0(%in: i64, %out: f32):
      %55 = linalg.index 0 : index
      %56 = arith.index_cast %in : i64 to index
      %57 = arith.cmpi slt, %56, %c10 : index
      cf.assert %57, "index must be smaller than dim size"
      %58 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %58, "index must be larger or equal to 0"
      %extracted = tensor.extract %40[%55, %56] : tensor<32x10xf32>
      linalg.yield %extracted : f32
    } -> tensor<32x1xf32>
    %collapsed_6 = tensor.collapse_shape %44 [[0, 1]] : tensor<32x1xf32> into tensor<32xf32>
    %45 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel"]} ins(%collapsed_6 :
        tensor<32xf32>) outs(%31 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %55 = arith.negf %in : f32
      linalg.yield %55 : f32
    } -> tensor<32xf32>
    %46 = linalg.generic {indexing_maps = [#map5, #map5, #map6, #map5], iterator_types = ["parallel"]} ins(%42, %45,
        %cst_1 : tensor<32xi1>, tensor<32xf32>, tensor<f32>) outs(%31 : tensor<32xf32>) {
    ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
      %55 = arith.select %in, %in_7, %in_8 : f32
      linalg.yield %55 : f32
    } -> tensor<32xf32>
    %47 = tensor.empty() : tensor<i64>
    %48 = linalg.fill ins(%c0_i64 : i64) outs(%47 : tensor<i64>) -> tensor<i64>
    %49 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["reduction"]} ins(%42 : tensor<32xi1>)
        outs(%48 : tensor<i64>) {
    ^bb0(%in: i1, %out: i64):
      %55 = arith.extui %in : i1 to i64
      %56 = arith.addi %55, %out : i64
      linalg.yield %56 : i64
    } -> tensor<i64>
    %50 = tensor.empty() : tensor<f32>
    %51 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%49 : tensor<i64>) outs(%50 :
        tensor<f32>) {
    ^bb0(%in: i64, %out: f32):
      %55 = arith.sitofp %in : i64 to f32
      linalg.yield %55 : f32
    } -> tensor<f32>
    %52 = linalg.fill ins(%cst : f32) outs(%50 : tensor<f32>) -> tensor<f32>
    %53 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["reduction"]} ins(%46 : tensor<32xf32>)
        outs(%52 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %55 = arith.addf %in, %out : f32
      linalg.yield %55 : f32
    } -> tensor<f32>
    %54 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = []} ins(%53, %51 : tensor<f32>,
        tensor<f32>) outs(%50 : tensor<f32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %55 = arith.divf %in, %in_7 : f32
      linalg.yield %55 : f32
    } -> tensor<f32>
    return %54 : tensor<f32>
  }
}
