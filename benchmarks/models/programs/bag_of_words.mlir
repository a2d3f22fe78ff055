#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map5 = affine_map<(d0, d1) -> (d1)>
#map6 = affine_map<(d0, d1) -> (0, d1)>
#map7 = affine_map<(d0, d1) -> (d0)>
#map8 = affine_map<(d0) -> ()>
#map9 = affine_map<(d0) -> (d0)>
#map10 = affine_map<(d0, d1) -> (d0, 0)>
#map11 = affine_map<(d0, d1, d2) -> ()>
#map12 = affine_map<(d0, d1, d2) -> (d2)>
#map13 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
module @bag_of_words {
  func.func public @main(%arg0: tensor<64x32xi32>, %arg1: tensor<64xi32>, %arg2: tensor<5000x64xf32>, %arg3:
      tensor<64x20xf32>, %arg4: tensor<20xf32>) -> tensor<f32> {
    %cst = arith.constant 6.400000e+01 : f32
    %c19 = arith.constant 19 : index
    %true = arith.constant true
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %c4999 = arith.constant 4999 : index
    %c0 = arith.constant 0 : index
    %cst_2 = arith.constant dense<20> : tensor<i32>
    %cst_3 = arith.constant dense<19> : tensor<1xi32>
    %cst_4 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_5 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_6 = arith.constant dense<3.200000e+01> : tensor<f32>
    %cst_7 = arith.constant dense<5000> : tensor<i32>
    %cst_8 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<64x32xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_8 :
        tensor<i32>) outs(%0 : tensor<64x32xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x32xi32>
    %2 = tensor.empty() : tensor<64x32xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %1
        : tensor<64x32xi32>, tensor<64x32xi32>) outs(%2 : tensor<64x32xi1>) {
    ^bb0(%in: i32, %in_9: i32, %out: i1):
      %66 = arith.cmpi slt, %in, %in_9 : i32
      linalg.yield %66 : i1
    } -> tensor<64x32xi1>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_7 :
        tensor<i32>) outs(%0 : tensor<64x32xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x32xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0, %4
        : tensor<64x32xi32>, tensor<64x32xi32>) outs(%0 : tensor<64x32xi32>) {
    ^bb0(%in: i32, %in_9: i32, %out: i32):
      %66 = arith.addi %in, %in_9 : i32
      linalg.yield %66 : i32
    } -> tensor<64x32xi32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]}
        ins(%3, %5, %arg0 : tensor<64x32xi1>, tensor<64x32xi32>, tensor<64x32xi32>) outs(%0 : tensor<64x32xi32>) {
    ^bb0(%in: i1, %in_9: i32, %in_10: i32, %out: i32):
      %66 = arith.select %in, %in_9, %in_10 : i32
      linalg.yield %66 : i32
    } -> tensor<64x32xi32>
    %7 = tensor.empty() : tensor<64x32x1xi32>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 :
        tensor<64x32xi32>) outs(%7 : tensor<64x32x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x32x1xi32>
    %9 = tensor.empty() : tensor<64x32x64xf32>
    %10 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel"]} outs(%9 :
        tensor<64x32x64xf32>) {
    ^bb0(%out: f32):
      %66 = linalg.index 0 : index
      %67 = linalg.index 1 : index
      %68 = linalg.index 2 : index
      %extracted_9 = tensor.extract %8[%66, %67, %c0] : tensor<64x32x1xi32>
      %69 = arith.index_cast %extracted_9 : i32 to index
      %70 = arith.maxsi %69, %c0 : index
      %71 = arith.minsi %70, %c4999 : index
      %extracted_10 = tensor.extract %arg2[%71, %68] : tensor<5000x64xf32>
      linalg.yield %extracted_10 : f32
    } -> tensor<64x32x64xf32>
    %11 = tensor.empty() : tensor<64x64xf32>
    %12 = linalg.fill ins(%cst_1 : f32) outs(%11 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %13 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%10 : tensor<64x32x64xf32>) outs(%12 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.addf %out, %in : f32
      linalg.yield %66 : f32
    } -> tensor<64x64xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_6 :
        tensor<f32>) outs(%11 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13, %14
        : tensor<64x64xf32>, tensor<64x64xf32>) outs(%11 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %66 = arith.divf %in, %in_9 : f32
      linalg.yield %66 : f32
    } -> tensor<64x64xf32>
    %16 = tensor.empty() : tensor<64x20xf32>
    %17 = linalg.fill ins(%cst_1 : f32) outs(%16 : tensor<64x20xf32>) -> tensor<64x20xf32>
    %18 = linalg.matmul ins(%15, %arg3 : tensor<64x64xf32>, tensor<64x20xf32>) outs(%17 : tensor<64x20xf32>) ->
        tensor<64x20xf32>
    %19 = tensor.empty() : tensor<1x20xf32>
    %20 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg4 :
        tensor<20xf32>) outs(%19 : tensor<1x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x20xf32>
    %21 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%20 :
        tensor<1x20xf32>) outs(%16 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x20xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%18, %21
        : tensor<64x20xf32>, tensor<64x20xf32>) outs(%16 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %66 = arith.addf %in, %in_9 : f32
      linalg.yield %66 : f32
    } -> tensor<64x20xf32>
    %23 = tensor.empty() : tensor<64xf32>
    %24 = linalg.fill ins(%cst_0 : f32) outs(%23 : tensor<64xf32>) -> tensor<64xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["parallel", "reduction"]} ins(%22 :
        tensor<64x20xf32>) outs(%24 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.maximumf %out, %in : f32
      linalg.yield %66 : f32
    } -> tensor<64xf32>
    %26 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel"]} ins(%cst_5 : tensor<f32>)
        outs(%23 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %27 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel"]} ins(%26, %25 :
        tensor<64xf32>, tensor<64xf32>) outs(%23 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %66 = arith.maximumf %in, %in_9 : f32
      linalg.yield %66 : f32
    } -> tensor<64xf32>
    %28 = tensor.empty() : tensor<64x1xf32>
    %29 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%27 :
        tensor<64xf32>) outs(%28 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %30 = linalg.generic {indexing_maps = [#map10, #map1], iterator_types = ["parallel", "parallel"]} ins(%29 :
        tensor<64x1xf32>) outs(%16 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x20xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%22, %30
        : tensor<64x20xf32>, tensor<64x20xf32>) outs(%16 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %66 = arith.subf %in, %in_9 : f32
      linalg.yield %66 : f32
    } -> tensor<64x20xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%31 :
        tensor<64x20xf32>) outs(%16 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = math.exp %in : f32
      linalg.yield %66 : f32
    } -> tensor<64x20xf32>
    %33 = linalg.fill ins(%cst_1 : f32) outs(%23 : tensor<64xf32>) -> tensor<64xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["parallel", "reduction"]} ins(%32 :
        tensor<64x20xf32>) outs(%33 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.addf %out, %in : f32
      linalg.yield %66 : f32
    } -> tensor<64xf32>
    %35 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%34 :
        tensor<64xf32>) outs(%28 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%35 :
        tensor<64x1xf32>) outs(%28 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = math.log %in : f32
      linalg.yield %66 : f32
    } -> tensor<64x1xf32>
    %37 = linalg.generic {indexing_maps = [#map10, #map1], iterator_types = ["parallel", "parallel"]} ins(%36 :
        tensor<64x1xf32>) outs(%16 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x20xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%31, %37
        : tensor<64x20xf32>, tensor<64x20xf32>) outs(%16 : tensor<64x20xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %66 = arith.subf %in, %in_9 : f32
      linalg.yield %66 : f32
    } -> tensor<64x20xf32>
    %39 = tensor.empty() : tensor<64x1xi32>
    %40 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 :
        tensor<64xi32>) outs(%39 : tensor<64x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x1xi32>
    %41 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_8 :
        tensor<i32>) outs(%39 : tensor<64x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x1xi32>
    %42 = tensor.empty() : tensor<64x1xi1>
    %43 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%40, %41
        : tensor<64x1xi32>, tensor<64x1xi32>) outs(%42 : tensor<64x1xi1>) {
    ^bb0(%in: i32, %in_9: i32, %out: i1):
      %66 = arith.cmpi slt, %in, %in_9 : i32
      linalg.yield %66 : i1
    } -> tensor<64x1xi1>
    %44 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 :
        tensor<i32>) outs(%39 : tensor<64x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x1xi32>
    %45 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%40, %44
        : tensor<64x1xi32>, tensor<64x1xi32>) outs(%39 : tensor<64x1xi32>) {
    ^bb0(%in: i32, %in_9: i32, %out: i32):
      %66 = arith.addi %in, %in_9 : i32
      linalg.yield %66 : i32
    } -> tensor<64x1xi32>
    %46 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]}
        ins(%43, %45, %40 : tensor<64x1xi1>, tensor<64x1xi32>, tensor<64x1xi32>) outs(%39 : tensor<64x1xi32>) {
    ^bb0(%in: i1, %in_9: i32, %in_10: i32, %out: i32):
      %66 = arith.select %in, %in_9, %in_10 : i32
      linalg.yield %66 : i32
    } -> tensor<64x1xi32>
    %expanded = tensor.expand_shape %46 [[0], [1, 2]] output_shape [64, 1, 1] : tensor<64x1xi32> into tensor<64x1x1xi32>
    %47 = tensor.empty() : tensor<64x1x1xi32>
    %48 = linalg.generic {indexing_maps = [#map11, #map3], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst_8 : tensor<i32>) outs(%47 : tensor<64x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x1x1xi32>
    %49 = tensor.empty() : tensor<64x1x1xi1>
    %50 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded, %48 : tensor<64x1x1xi32>, tensor<64x1x1xi32>) outs(%49 : tensor<64x1x1xi1>) {
    ^bb0(%in: i32, %in_9: i32, %out: i1):
      %66 = arith.cmpi sge, %in, %in_9 : i32
      linalg.yield %66 : i1
    } -> tensor<64x1x1xi1>
    %51 = tensor.empty() : tensor<1x1x1xi32>
    %52 = linalg.generic {indexing_maps = [#map12, #map3], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst_3 : tensor<1xi32>) outs(%51 : tensor<1x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1x1xi32>
    %53 = linalg.generic {indexing_maps = [#map13, #map3], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%52 : tensor<1x1x1xi32>) outs(%47 : tensor<64x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x1x1xi32>
    %54 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded, %53 : tensor<64x1x1xi32>, tensor<64x1x1xi32>) outs(%49 : tensor<64x1x1xi1>) {
    ^bb0(%in: i32, %in_9: i32, %out: i1):
      %66 = arith.cmpi sle, %in, %in_9 : i32
      linalg.yield %66 : i1
    } -> tensor<64x1x1xi1>
    %55 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%50, %54 : tensor<64x1x1xi1>, tensor<64x1x1xi1>) outs(%49 : tensor<64x1x1xi1>) {
    ^bb0(%in: i1, %in_9: i1, %out: i1):
      %66 = arith.andi %in, %in_9 : i1
      linalg.yield %66 : i1
    } -> tensor<64x1x1xi1>
    %56 = linalg.fill ins(%true : i1) outs(%42 : tensor<64x1xi1>) -> tensor<64x1xi1>
    %57 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%55 : tensor<64x1x1xi1>) outs(%56 : tensor<64x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %66 = arith.andi %out, %in : i1
      linalg.yield %66 : i1
    } -> tensor<64x1xi1>
    %58 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%28 :
        tensor<64x1xf32>) {
    ^bb0(%out: f32):
      %66 = linalg.index 0 : index
      %extracted_9 = tensor.extract %expanded[%66, %c0, %c0] : tensor<64x1x1xi32>
      %67 = arith.index_cast %extracted_9 : i32 to index
      %68 = arith.maxsi %67, %c0 : index
      %69 = arith.minsi %68, %c19 : index
      %extracted_10 = tensor.extract %38[%66, %69] : tensor<64x20xf32>
      linalg.yield %extracted_10 : f32
    } -> tensor<64x1xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_4 :
        tensor<f32>) outs(%28 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %60 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]}
        ins(%57, %58, %59 : tensor<64x1xi1>, tensor<64x1xf32>, tensor<64x1xf32>) outs(%28 : tensor<64x1xf32>) {
    ^bb0(%in: i1, %in_9: f32, %in_10: f32, %out: f32):
      %66 = arith.select %in, %in_9, %in_10 : f32
      linalg.yield %66 : f32
    } -> tensor<64x1xf32>
    %61 = tensor.empty() : tensor<f32>
    %62 = linalg.fill ins(%cst_1 : f32) outs(%61 : tensor<f32>) -> tensor<f32>
    %63 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["reduction", "reduction"]} ins(%60 :
        tensor<64x1xf32>) outs(%62 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %66 = arith.addf %out, %in : f32
      linalg.yield %66 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %63[] : tensor<f32>
    %64 = arith.divf %extracted, %cst : f32
    %65 = arith.negf %64 : f32
    %from_elements = tensor.from_elements %65 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
