#map = affine_map<(d0) -> ()>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> ()>
#map5 = affine_map<(d0, d1) -> (d0, 0)>
#map6 = affine_map<(d0, d1) -> (d1)>
#map7 = affine_map<(d0, d1) -> (0, d1)>
#map8 = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map10 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map11 = affine_map<(d0, d1, d2) -> ()>
#map12 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map13 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map14 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map15 = affine_map<(d0, d1) -> (d1, d0)>
#map16 = affine_map<(d0, d1, d2) -> (d2)>
#map17 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
module @small_gpt {
  func.func public @main(%arg0: tensor<64xi32>, %arg1: tensor<64xi32>, %arg2: tensor<256x64xf32>, %arg3:
      tensor<64x64xf32>, %arg4: tensor<64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64x192xf32>, %arg7:
      tensor<64x64xf32>, %arg8: tensor<64xf32>, %arg9: tensor<64xf32>, %arg10: tensor<64x256xf32>, %arg11:
      tensor<256xf32>, %arg12: tensor<256x64xf32>, %arg13: tensor<64xf32>, %arg14: tensor<64xf32>, %arg15:
      tensor<64xf32>, %arg16: tensor<64x192xf32>, %arg17: tensor<64x64xf32>, %arg18: tensor<64xf32>, %arg19:
      tensor<64xf32>, %arg20: tensor<64x256xf32>, %arg21: tensor<256xf32>, %arg22: tensor<256x64xf32>, %arg23:
      tensor<64xf32>, %arg24: tensor<64xf32>, %arg25: tensor<64xf32>) -> tensor<f32> {
    %cst = arith.constant dense<-1.000000e+30> : tensor<f32>
    %cst_0 = arith.constant 6.400000e+01 : f32
    %true = arith.constant true
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %c255 = arith.constant 255 : index
    %c0 = arith.constant 0 : index
    %cst_3 = arith.constant dense<255> : tensor<1xi32>
    %cst_4 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_5 = arith.constant dense<false> : tensor<i1>
    %cst_6 = arith.constant dense<5.000000e-01> : tensor<f32>
    %cst_7 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_8 = arith.constant dense<0.797884583> : tensor<f32>
    %cst_9 = arith.constant dense<4.471500e-02> : tensor<f32>
    %cst_10 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_11 = arith.constant dense<true> : tensor<i1>
    %cst_12 = arith.constant dense<4.000000e+00> : tensor<f32>
    %cst_13 = arith.constant dense<9.99999974E-6> : tensor<f32>
    %cst_14 = arith.constant dense<6.400000e+01> : tensor<f32>
    %cst_15 = arith.constant dense<256> : tensor<i32>
    %cst_16 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<64xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_16 : tensor<i32>)
        outs(%0 : tensor<64xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64xi32>
    %2 = tensor.empty() : tensor<64xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg0, %1 :
        tensor<64xi32>, tensor<64xi32>) outs(%2 : tensor<64xi1>) {
    ^bb0(%in: i32, %in_29: i32, %out: i1):
      %269 = arith.cmpi slt, %in, %in_29 : i32
      linalg.yield %269 : i1
    } -> tensor<64xi1>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_15 : tensor<i32>)
        outs(%0 : tensor<64xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg0, %4 :
        tensor<64xi32>, tensor<64xi32>) outs(%0 : tensor<64xi32>) {
    ^bb0(%in: i32, %in_29: i32, %out: i32):
      %269 = arith.addi %in, %in_29 : i32
      linalg.yield %269 : i32
    } -> tensor<64xi32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel"]} ins(%3, %5, %arg0
        : tensor<64xi1>, tensor<64xi32>, tensor<64xi32>) outs(%0 : tensor<64xi32>) {
    ^bb0(%in: i1, %in_29: i32, %in_30: i32, %out: i32):
      %269 = arith.select %in, %in_29, %in_30 : i32
      linalg.yield %269 : i32
    } -> tensor<64xi32>
    %7 = tensor.empty() : tensor<64x1xi32>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%6 :
        tensor<64xi32>) outs(%7 : tensor<64x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x1xi32>
    %9 = tensor.empty() : tensor<64x64xf32>
    %10 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel"]} outs(%9 :
        tensor<64x64xf32>) {
    ^bb0(%out: f32):
      %269 = linalg.index 0 : index
      %270 = linalg.index 1 : index
      %extracted_29 = tensor.extract %8[%269, %c0] : tensor<64x1xi32>
      %271 = arith.index_cast %extracted_29 : i32 to index
      %272 = arith.maxsi %271, %c0 : index
      %273 = arith.minsi %272, %c255 : index
      %extracted_30 = tensor.extract %arg2[%273, %270] : tensor<256x64xf32>
      linalg.yield %extracted_30 : f32
    } -> tensor<64x64xf32>
    %11 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%10,
        %arg3 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %12 = tensor.empty() : tensor<64xf32>
    %13 = linalg.fill ins(%cst_2 : f32) outs(%12 : tensor<64xf32>) -> tensor<64xf32>
    %14 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%11 :
        tensor<64x64xf32>) outs(%13 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.addf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<64xf32>
    %15 = tensor.empty() : tensor<64x1xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%14 :
        tensor<64xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %17 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_14 :
        tensor<f32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%16, %17
        : tensor<64x1xf32>, tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.divf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %19 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%18 :
        tensor<64x1xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %20 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%11, %19
        : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.subf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%20, %20
        : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%21 :
        tensor<64x64xf32>) outs(%13 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.addf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<64xf32>
    %23 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%22 :
        tensor<64xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%23, %17
        : tensor<64x1xf32>, tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.divf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %25 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_13 :
        tensor<f32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%24, %25
        : tensor<64x1xf32>, tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %27 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%26 :
        tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = math.rsqrt %in : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %28 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%27 :
        tensor<64x1xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %29 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%20, %28
        : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %30 = tensor.empty() : tensor<1x64xf32>
    %31 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg4 :
        tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %32 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel"]} ins(%31 :
        tensor<1x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %33 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%29, %32
        : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %34 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg5 :
        tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %35 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel"]} ins(%34 :
        tensor<1x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %36 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%33, %35
        : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %37 = tensor.empty() : tensor<64x192xf32>
    %38 = linalg.fill ins(%cst_2 : f32) outs(%37 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %39 = linalg.matmul ins(%36, %arg6 : tensor<64x64xf32>, tensor<64x192xf32>) outs(%38 : tensor<64x192xf32>) ->
        tensor<64x192xf32>
    %extracted_slice = tensor.extract_slice %39[0, 0] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
    %extracted_slice_17 = tensor.extract_slice %39[0, 64] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
    %extracted_slice_18 = tensor.extract_slice %39[0, 128] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
    %expanded = tensor.expand_shape %extracted_slice [[0], [1, 2]] output_shape [64, 4, 16] : tensor<64x64xf32> into
        tensor<64x4x16xf32>
    %40 = tensor.empty() : tensor<4x64x16xf32>
    %41 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded : tensor<64x4x16xf32>) outs(%40 : tensor<4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x16xf32>
    %expanded_19 = tensor.expand_shape %extracted_slice_17 [[0], [1, 2]] output_shape [64, 4, 16] : tensor<64x64xf32>
        into tensor<64x4x16xf32>
    %42 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded_19 : tensor<64x4x16xf32>) outs(%40 : tensor<4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x16xf32>
    %expanded_20 = tensor.expand_shape %extracted_slice_18 [[0], [1, 2]] output_shape [64, 4, 16] : tensor<64x64xf32>
        into tensor<64x4x16xf32>
    %43 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded_20 : tensor<64x4x16xf32>) outs(%40 : tensor<4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x16xf32>
    %44 = tensor.empty() : tensor<4x16x64xf32>
    %45 = linalg.generic {indexing_maps = [#map10, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%42 : tensor<4x64x16xf32>) outs(%44 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %46 = tensor.empty() : tensor<4x64x64xf32>
    %47 = linalg.fill ins(%cst_2 : f32) outs(%46 : tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %48 = linalg.batch_matmul ins(%41, %45 : tensor<4x64x16xf32>, tensor<4x16x64xf32>) outs(%47 : tensor<4x64x64xf32>)
        -> tensor<4x64x64xf32>
    %49 = linalg.generic {indexing_maps = [#map11, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst_12 : tensor<f32>) outs(%46 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %50 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%48, %49 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%46 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.divf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<4x64x64xf32>
    %51 = tensor.empty() : tensor<64x64xi1>
    %52 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_11 :
        tensor<i1>) outs(%51 : tensor<64x64xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<64x64xi1>
    %53 = tensor.empty() : tensor<64x64xi32>
    %54 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel"]} outs(%53 :
        tensor<64x64xi32>) {
    ^bb0(%out: i32):
      %269 = linalg.index 0 : index
      %270 = arith.index_cast %269 : index to i32
      linalg.yield %270 : i32
    } -> tensor<64x64xi32>
    %55 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_16 :
        tensor<i32>) outs(%53 : tensor<64x64xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x64xi32>
    %56 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%54, %55
        : tensor<64x64xi32>, tensor<64x64xi32>) outs(%53 : tensor<64x64xi32>) {
    ^bb0(%in: i32, %in_29: i32, %out: i32):
      %269 = arith.addi %in, %in_29 : i32
      linalg.yield %269 : i32
    } -> tensor<64x64xi32>
    %57 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel"]} outs(%53 :
        tensor<64x64xi32>) {
    ^bb0(%out: i32):
      %269 = linalg.index 1 : index
      %270 = arith.index_cast %269 : index to i32
      linalg.yield %270 : i32
    } -> tensor<64x64xi32>
    %58 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%56, %57
        : tensor<64x64xi32>, tensor<64x64xi32>) outs(%51 : tensor<64x64xi1>) {
    ^bb0(%in: i32, %in_29: i32, %out: i1):
      %269 = arith.cmpi sge, %in, %in_29 : i32
      linalg.yield %269 : i1
    } -> tensor<64x64xi1>
    %59 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_5 :
        tensor<i1>) outs(%51 : tensor<64x64xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<64x64xi1>
    %60 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel", "parallel"]}
        ins(%58, %52, %59 : tensor<64x64xi1>, tensor<64x64xi1>, tensor<64x64xi1>) outs(%51 : tensor<64x64xi1>) {
    ^bb0(%in: i1, %in_29: i1, %in_30: i1, %out: i1):
      %269 = arith.select %in, %in_29, %in_30 : i1
      linalg.yield %269 : i1
    } -> tensor<64x64xi1>
    %61 = tensor.empty() : tensor<f32>
    %62 = tensor.empty() : tensor<4x64x64xi1>
    %63 = linalg.generic {indexing_maps = [#map12, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%60 : tensor<64x64xi1>) outs(%62 : tensor<4x64x64xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<4x64x64xi1>
    %64 = linalg.generic {indexing_maps = [#map11, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst : tensor<f32>) outs(%46 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %65 = linalg.generic {indexing_maps = [#map9, #map9, #map9, #map9], iterator_types = ["parallel", "parallel",
        "parallel"]} ins(%63, %50, %64 : tensor<4x64x64xi1>, tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%46 :
        tensor<4x64x64xf32>) {
    ^bb0(%in: i1, %in_29: f32, %in_30: f32, %out: f32):
      %269 = arith.select %in, %in_29, %in_30 : f32
      linalg.yield %269 : f32
    } -> tensor<4x64x64xf32>
    %66 = tensor.empty() : tensor<4x64xf32>
    %67 = linalg.fill ins(%cst_1 : f32) outs(%66 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %68 = linalg.generic {indexing_maps = [#map9, #map13], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%65 : tensor<4x64x64xf32>) outs(%67 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.maximumf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<4x64xf32>
    %69 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_10 :
        tensor<f32>) outs(%66 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64xf32>
    %70 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%69, %68
        : tensor<4x64xf32>, tensor<4x64xf32>) outs(%66 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.maximumf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<4x64xf32>
    %71 = tensor.empty() : tensor<4x64x1xf32>
    %72 = linalg.generic {indexing_maps = [#map13, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%70 : tensor<4x64xf32>) outs(%71 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x1xf32>
    %73 = linalg.generic {indexing_maps = [#map14, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%72 : tensor<4x64x1xf32>) outs(%46 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %74 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%65, %73 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%46 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.subf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<4x64x64xf32>
    %75 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74
        : tensor<4x64x64xf32>) outs(%46 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = math.exp %in : f32
      linalg.yield %269 : f32
    } -> tensor<4x64x64xf32>
    %76 = linalg.fill ins(%cst_2 : f32) outs(%66 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %77 = linalg.generic {indexing_maps = [#map9, #map13], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%75 : tensor<4x64x64xf32>) outs(%76 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.addf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<4x64xf32>
    %78 = linalg.generic {indexing_maps = [#map13, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%77 : tensor<4x64xf32>) outs(%71 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x1xf32>
    %79 = linalg.generic {indexing_maps = [#map14, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%78 : tensor<4x64x1xf32>) outs(%46 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %80 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%75, %79 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%46 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.divf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<4x64x64xf32>
    %81 = linalg.fill ins(%cst_2 : f32) outs(%40 : tensor<4x64x16xf32>) -> tensor<4x64x16xf32>
    %82 = linalg.batch_matmul ins(%80, %43 : tensor<4x64x64xf32>, tensor<4x64x16xf32>) outs(%81 : tensor<4x64x16xf32>)
        -> tensor<4x64x16xf32>
    %83 = tensor.empty() : tensor<64x4x16xf32>
    %84 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82
        : tensor<4x64x16xf32>) outs(%83 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %collapsed = tensor.collapse_shape %84 [[0], [1, 2]] : tensor<64x4x16xf32> into tensor<64x64xf32>
    %85 = linalg.fill ins(%cst_2 : f32) outs(%9 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %86 = linalg.matmul ins(%collapsed, %arg7 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%85 : tensor<64x64xf32>) ->
        tensor<64x64xf32>
    %87 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%11, %86
        : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %88 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%87 :
        tensor<64x64xf32>) outs(%13 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.addf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<64xf32>
    %89 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%88 :
        tensor<64xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %90 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%89, %17
        : tensor<64x1xf32>, tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.divf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %91 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%90 :
        tensor<64x1xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %92 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%87, %91
        : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.subf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %93 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%92, %92
        : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %94 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%93 :
        tensor<64x64xf32>) outs(%13 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.addf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<64xf32>
    %95 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%94 :
        tensor<64xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %96 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%95, %17
        : tensor<64x1xf32>, tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.divf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %97 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%96, %25
        : tensor<64x1xf32>, tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %98 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%97 :
        tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = math.rsqrt %in : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %99 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%98 :
        tensor<64x1xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %100 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%92,
        %99 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %101 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg8 :
        tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %102 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel"]} ins(%101 :
        tensor<1x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %103 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%100,
        %102 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %104 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg9 :
        tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %105 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel"]} ins(%104 :
        tensor<1x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %106 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%103,
        %105 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %107 = tensor.empty() : tensor<64x256xf32>
    %108 = linalg.fill ins(%cst_2 : f32) outs(%107 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %109 = linalg.matmul ins(%106, %arg10 : tensor<64x64xf32>, tensor<64x256xf32>) outs(%108 : tensor<64x256xf32>) ->
        tensor<64x256xf32>
    %110 = tensor.empty() : tensor<1x256xf32>
    %111 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg11 :
        tensor<256xf32>) outs(%110 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %112 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel"]} ins(%111 :
        tensor<1x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %113 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%109,
        %112 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %114 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%113,
        %113 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %115 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%114,
        %113 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %116 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_9 :
        tensor<f32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %117 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%116,
        %115 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %118 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%113,
        %117 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %119 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_8 :
        tensor<f32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %120 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%119,
        %118 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %121 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%120 :
        tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = math.tanh %in : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %122 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_7 :
        tensor<f32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %123 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%122,
        %121 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %124 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_6 :
        tensor<f32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %125 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%124,
        %123 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %126 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%113,
        %125 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %127 = linalg.matmul ins(%126, %arg12 : tensor<64x256xf32>, tensor<256x64xf32>) outs(%85 : tensor<64x64xf32>) ->
        tensor<64x64xf32>
    %128 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%87,
        %127 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %129 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg13 :
        tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %130 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel"]} ins(%129 :
        tensor<1x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %131 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%128,
        %130 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %132 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%131 :
        tensor<64x64xf32>) outs(%13 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.addf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<64xf32>
    %133 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%132 :
        tensor<64xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %134 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%133,
        %17 : tensor<64x1xf32>, tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.divf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %135 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%134 :
        tensor<64x1xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %136 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%131,
        %135 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.subf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %137 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%136,
        %136 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %138 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%137 :
        tensor<64x64xf32>) outs(%13 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.addf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<64xf32>
    %139 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%138 :
        tensor<64xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %140 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%139,
        %17 : tensor<64x1xf32>, tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.divf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %141 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%140,
        %25 : tensor<64x1xf32>, tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %142 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%141 :
        tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = math.rsqrt %in : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %143 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%142 :
        tensor<64x1xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %144 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%136,
        %143 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %145 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg14 :
        tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %146 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel"]} ins(%145 :
        tensor<1x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %147 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%144,
        %146 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %148 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg15 :
        tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %149 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel"]} ins(%148 :
        tensor<1x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %150 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%147,
        %149 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %151 = linalg.matmul ins(%150, %arg16 : tensor<64x64xf32>, tensor<64x192xf32>) outs(%38 : tensor<64x192xf32>) ->
        tensor<64x192xf32>
    %extracted_slice_21 = tensor.extract_slice %151[0, 0] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
    %extracted_slice_22 = tensor.extract_slice %151[0, 64] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
    %extracted_slice_23 = tensor.extract_slice %151[0, 128] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
    %expanded_24 = tensor.expand_shape %extracted_slice_21 [[0], [1, 2]] output_shape [64, 4, 16] : tensor<64x64xf32>
        into tensor<64x4x16xf32>
    %152 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded_24 : tensor<64x4x16xf32>) outs(%40 : tensor<4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x16xf32>
    %expanded_25 = tensor.expand_shape %extracted_slice_22 [[0], [1, 2]] output_shape [64, 4, 16] : tensor<64x64xf32>
        into tensor<64x4x16xf32>
    %153 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded_25 : tensor<64x4x16xf32>) outs(%40 : tensor<4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x16xf32>
    %expanded_26 = tensor.expand_shape %extracted_slice_23 [[0], [1, 2]] output_shape [64, 4, 16] : tensor<64x64xf32>
        into tensor<64x4x16xf32>
    %154 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded_26 : tensor<64x4x16xf32>) outs(%40 : tensor<4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x16xf32>
    %155 = linalg.generic {indexing_maps = [#map10, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%153 : tensor<4x64x16xf32>) outs(%44 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x16x64xf32>
    %156 = linalg.batch_matmul ins(%152, %155 : tensor<4x64x16xf32>, tensor<4x16x64xf32>) outs(%47 :
        tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %157 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%156, %49 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%46 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.divf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<4x64x64xf32>
    %158 = linalg.generic {indexing_maps = [#map9, #map9, #map9, #map9], iterator_types = ["parallel", "parallel",
        "parallel"]} ins(%63, %157, %64 : tensor<4x64x64xi1>, tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%46 :
        tensor<4x64x64xf32>) {
    ^bb0(%in: i1, %in_29: f32, %in_30: f32, %out: f32):
      %269 = arith.select %in, %in_29, %in_30 : f32
      linalg.yield %269 : f32
    } -> tensor<4x64x64xf32>
    %159 = linalg.generic {indexing_maps = [#map9, #map13], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%158 : tensor<4x64x64xf32>) outs(%67 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.maximumf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<4x64xf32>
    %160 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%69,
        %159 : tensor<4x64xf32>, tensor<4x64xf32>) outs(%66 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.maximumf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<4x64xf32>
    %161 = linalg.generic {indexing_maps = [#map13, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%160 : tensor<4x64xf32>) outs(%71 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x1xf32>
    %162 = linalg.generic {indexing_maps = [#map14, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%161 : tensor<4x64x1xf32>) outs(%46 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %163 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%158, %162 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%46 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.subf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<4x64x64xf32>
    %164 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%163 : tensor<4x64x64xf32>) outs(%46 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = math.exp %in : f32
      linalg.yield %269 : f32
    } -> tensor<4x64x64xf32>
    %165 = linalg.generic {indexing_maps = [#map9, #map13], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%164 : tensor<4x64x64xf32>) outs(%76 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.addf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<4x64xf32>
    %166 = linalg.generic {indexing_maps = [#map13, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%165 : tensor<4x64xf32>) outs(%71 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x1xf32>
    %167 = linalg.generic {indexing_maps = [#map14, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%166 : tensor<4x64x1xf32>) outs(%46 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %168 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%164, %167 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%46 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.divf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<4x64x64xf32>
    %169 = linalg.batch_matmul ins(%168, %154 : tensor<4x64x64xf32>, tensor<4x64x16xf32>) outs(%81 :
        tensor<4x64x16xf32>) -> tensor<4x64x16xf32>
    %170 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%169 : tensor<4x64x16xf32>) outs(%83 : tensor<64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x16xf32>
    %collapsed_27 = tensor.collapse_shape %170 [[0], [1, 2]] : tensor<64x4x16xf32> into tensor<64x64xf32>
    %171 = linalg.matmul ins(%collapsed_27, %arg17 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%85 : tensor<64x64xf32>)
        -> tensor<64x64xf32>
    %172 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%131,
        %171 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %173 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%172 :
        tensor<64x64xf32>) outs(%13 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.addf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<64xf32>
    %174 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%173 :
        tensor<64xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %175 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%174,
        %17 : tensor<64x1xf32>, tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.divf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %176 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%175 :
        tensor<64x1xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %177 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%172,
        %176 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.subf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %178 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%177,
        %177 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %179 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%178 :
        tensor<64x64xf32>) outs(%13 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.addf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<64xf32>
    %180 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%179 :
        tensor<64xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %181 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%180,
        %17 : tensor<64x1xf32>, tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.divf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %182 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%181,
        %25 : tensor<64x1xf32>, tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %183 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%182 :
        tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = math.rsqrt %in : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %184 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%183 :
        tensor<64x1xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %185 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%177,
        %184 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %186 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg18 :
        tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %187 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel"]} ins(%186 :
        tensor<1x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %188 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%185,
        %187 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %189 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg19 :
        tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %190 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel"]} ins(%189 :
        tensor<1x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %191 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%188,
        %190 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %192 = linalg.matmul ins(%191, %arg20 : tensor<64x64xf32>, tensor<64x256xf32>) outs(%108 : tensor<64x256xf32>) ->
        tensor<64x256xf32>
    %193 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg21 :
        tensor<256xf32>) outs(%110 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %194 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel"]} ins(%193 :
        tensor<1x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %195 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%192,
        %194 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %196 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%195,
        %195 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %197 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%196,
        %195 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %198 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%116,
        %197 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %199 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%195,
        %198 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %200 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%119,
        %199 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %201 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%200 :
        tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = math.tanh %in : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %202 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%122,
        %201 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %203 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%124,
        %202 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %204 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%195,
        %203 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %205 = linalg.matmul ins(%204, %arg22 : tensor<64x256xf32>, tensor<256x64xf32>) outs(%85 : tensor<64x64xf32>) ->
        tensor<64x64xf32>
    %206 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%172,
        %205 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %207 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg23 :
        tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %208 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel"]} ins(%207 :
        tensor<1x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %209 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%206,
        %208 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %210 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%209 :
        tensor<64x64xf32>) outs(%13 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.addf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<64xf32>
    %211 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%210 :
        tensor<64xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %212 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%211,
        %17 : tensor<64x1xf32>, tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.divf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %213 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%212 :
        tensor<64x1xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %214 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%209,
        %213 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.subf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %215 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%214,
        %214 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %216 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%215 :
        tensor<64x64xf32>) outs(%13 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.addf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<64xf32>
    %217 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%216 :
        tensor<64xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %218 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%217,
        %17 : tensor<64x1xf32>, tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.divf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %219 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%218,
        %25 : tensor<64x1xf32>, tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %220 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%219 :
        tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = math.rsqrt %in : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %221 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%220 :
        tensor<64x1xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %222 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%214,
        %221 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %223 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg24 :
        tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %224 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel"]} ins(%223 :
        tensor<1x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %225 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%222,
        %224 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.mulf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %226 = linalg.generic {indexing_maps = [#map6, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg25 :
        tensor<64xf32>) outs(%30 : tensor<1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64xf32>
    %227 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel"]} ins(%226 :
        tensor<1x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %228 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%225,
        %227 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%9 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.addf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x64xf32>
    %229 = linalg.generic {indexing_maps = [#map15, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg2 :
        tensor<256x64xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %230 = linalg.matmul ins(%228, %229 : tensor<64x64xf32>, tensor<64x256xf32>) outs(%108 : tensor<64x256xf32>) ->
        tensor<64x256xf32>
    %231 = linalg.fill ins(%cst_1 : f32) outs(%12 : tensor<64xf32>) -> tensor<64xf32>
    %232 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%230 :
        tensor<64x256xf32>) outs(%231 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.maximumf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<64xf32>
    %233 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_10 : tensor<f32>)
        outs(%12 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %234 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%233, %232 :
        tensor<64xf32>, tensor<64xf32>) outs(%12 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.maximumf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64xf32>
    %235 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%234 :
        tensor<64xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %236 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%235 :
        tensor<64x1xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %237 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%230,
        %236 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.subf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %238 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%237 :
        tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = math.exp %in : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %239 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "reduction"]} ins(%238 :
        tensor<64x256xf32>) outs(%13 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.addf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<64xf32>
    %240 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%239 :
        tensor<64xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %241 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%240 :
        tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = math.log %in : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %242 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel"]} ins(%241 :
        tensor<64x1xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %243 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%237,
        %242 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%107 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %269 = arith.subf %in, %in_29 : f32
      linalg.yield %269 : f32
    } -> tensor<64x256xf32>
    %244 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%arg1 :
        tensor<64xi32>) outs(%7 : tensor<64x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x1xi32>
    %245 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_16 :
        tensor<i32>) outs(%7 : tensor<64x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x1xi32>
    %246 = tensor.empty() : tensor<64x1xi1>
    %247 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%244,
        %245 : tensor<64x1xi32>, tensor<64x1xi32>) outs(%246 : tensor<64x1xi1>) {
    ^bb0(%in: i32, %in_29: i32, %out: i1):
      %269 = arith.cmpi slt, %in, %in_29 : i32
      linalg.yield %269 : i1
    } -> tensor<64x1xi1>
    %248 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_15 :
        tensor<i32>) outs(%7 : tensor<64x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x1xi32>
    %249 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%244,
        %248 : tensor<64x1xi32>, tensor<64x1xi32>) outs(%7 : tensor<64x1xi32>) {
    ^bb0(%in: i32, %in_29: i32, %out: i32):
      %269 = arith.addi %in, %in_29 : i32
      linalg.yield %269 : i32
    } -> tensor<64x1xi32>
    %250 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel", "parallel"]}
        ins(%247, %249, %244 : tensor<64x1xi1>, tensor<64x1xi32>, tensor<64x1xi32>) outs(%7 : tensor<64x1xi32>) {
    ^bb0(%in: i1, %in_29: i32, %in_30: i32, %out: i32):
      %269 = arith.select %in, %in_29, %in_30 : i32
      linalg.yield %269 : i32
    } -> tensor<64x1xi32>
    %expanded_28 = tensor.expand_shape %250 [[0], [1, 2]] output_shape [64, 1, 1] : tensor<64x1xi32> into
        tensor<64x1x1xi32>
    %251 = tensor.empty() : tensor<64x1x1xi32>
    %252 = linalg.generic {indexing_maps = [#map11, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst_16 : tensor<i32>) outs(%251 : tensor<64x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x1x1xi32>
    %253 = tensor.empty() : tensor<64x1x1xi1>
    %254 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded_28, %252 : tensor<64x1x1xi32>, tensor<64x1x1xi32>) outs(%253 : tensor<64x1x1xi1>) {
    ^bb0(%in: i32, %in_29: i32, %out: i1):
      %269 = arith.cmpi sge, %in, %in_29 : i32
      linalg.yield %269 : i1
    } -> tensor<64x1x1xi1>
    %255 = tensor.empty() : tensor<1x1x1xi32>
    %256 = linalg.generic {indexing_maps = [#map16, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst_3 : tensor<1xi32>) outs(%255 : tensor<1x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1x1xi32>
    %257 = linalg.generic {indexing_maps = [#map17, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%256 : tensor<1x1x1xi32>) outs(%251 : tensor<64x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x1x1xi32>
    %258 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded_28, %257 : tensor<64x1x1xi32>, tensor<64x1x1xi32>) outs(%253 : tensor<64x1x1xi1>) {
    ^bb0(%in: i32, %in_29: i32, %out: i1):
      %269 = arith.cmpi sle, %in, %in_29 : i32
      linalg.yield %269 : i1
    } -> tensor<64x1x1xi1>
    %259 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%254, %258 : tensor<64x1x1xi1>, tensor<64x1x1xi1>) outs(%253 : tensor<64x1x1xi1>) {
    ^bb0(%in: i1, %in_29: i1, %out: i1):
      %269 = arith.andi %in, %in_29 : i1
      linalg.yield %269 : i1
    } -> tensor<64x1x1xi1>
    %260 = linalg.fill ins(%true : i1) outs(%246 : tensor<64x1xi1>) -> tensor<64x1xi1>
    %261 = linalg.generic {indexing_maps = [#map9, #map13], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%259 : tensor<64x1x1xi1>) outs(%260 : tensor<64x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %269 = arith.andi %out, %in : i1
      linalg.yield %269 : i1
    } -> tensor<64x1xi1>
    %262 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel"]} outs(%15 :
        tensor<64x1xf32>) {
    ^bb0(%out: f32):
      %269 = linalg.index 0 : index
      %extracted_29 = tensor.extract %expanded_28[%269, %c0, %c0] : tensor<64x1x1xi32>
      %270 = arith.index_cast %extracted_29 : i32 to index
      %271 = arith.maxsi %270, %c0 : index
      %272 = arith.minsi %271, %c255 : index
      %extracted_30 = tensor.extract %243[%269, %272] : tensor<64x256xf32>
      linalg.yield %extracted_30 : f32
    } -> tensor<64x1xf32>
    %263 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%cst_4 :
        tensor<f32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %264 = linalg.generic {indexing_maps = [#map3, #map3, #map3, #map3], iterator_types = ["parallel", "parallel"]}
        ins(%261, %262, %263 : tensor<64x1xi1>, tensor<64x1xf32>, tensor<64x1xf32>) outs(%15 : tensor<64x1xf32>) {
    ^bb0(%in: i1, %in_29: f32, %in_30: f32, %out: f32):
      %269 = arith.select %in, %in_29, %in_30 : f32
      linalg.yield %269 : f32
    } -> tensor<64x1xf32>
    %265 = linalg.fill ins(%cst_2 : f32) outs(%61 : tensor<f32>) -> tensor<f32>
    %266 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["reduction", "reduction"]} ins(%264 :
        tensor<64x1xf32>) outs(%265 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %269 = arith.addf %out, %in : f32
      linalg.yield %269 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %266[] : tensor<f32>
    %267 = arith.divf %extracted, %cst_0 : f32
    %268 = arith.negf %267 : f32
    %from_elements = tensor.from_elements %268 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
