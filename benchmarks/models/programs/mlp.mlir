#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (0, d1)>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0) -> ()>
#map5 = affine_map<(d0) -> (d0)>
#map6 = affine_map<(d0, d1) -> (d0, 0)>
#map7 = affine_map<(d0, d1) -> ()>
#map8 = affine_map<(d0, d1, d2) -> ()>
#map9 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map10 = affine_map<(d0, d1, d2) -> (d2)>
#map11 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map12 = affine_map<(d0, d1, d2) -> (d0, d1)>
module @mlp {
  func.func public @main(%arg0: tensor<64x784xf32>, %arg1: tensor<64xi32>, %arg2: tensor<784x256xf32>, %arg3:
      tensor<256xf32>, %arg4: tensor<256x256xf32>, %arg5: tensor<256xf32>, %arg6: tensor<256x10xf32>, %arg7:
      tensor<10xf32>) -> tensor<f32> {
    %cst = arith.constant 6.400000e+01 : f32
    %c9 = arith.constant 9 : index
    %c0 = arith.constant 0 : index
    %true = arith.constant true
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %cst_3 = arith.constant dense<10> : tensor<i32>
    %cst_4 = arith.constant dense<9> : tensor<1xi32>
    %cst_5 = arith.constant dense<0x7FC00000> : tensor<f32>
    %cst_6 = arith.constant dense<0xFF800000> : tensor<f32>
    %0 = tensor.empty() : tensor<64x256xf32>
    %1 = linalg.fill ins(%cst_1 : f32) outs(%0 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %2 = linalg.matmul ins(%arg0, %arg2 : tensor<64x784xf32>, tensor<784x256xf32>) outs(%1 : tensor<64x256xf32>) ->
        tensor<64x256xf32>
    %3 = tensor.empty() : tensor<1x256xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 :
        tensor<256xf32>) outs(%3 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %5 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%4 :
        tensor<1x256xf32>) outs(%0 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %5 :
        tensor<64x256xf32>, tensor<64x256xf32>) outs(%0 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %63 = arith.addf %in, %in_7 : f32
      linalg.yield %63 : f32
    } -> tensor<64x256xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6 :
        tensor<64x256xf32>) outs(%0 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = math.tanh %in : f32
      linalg.yield %63 : f32
    } -> tensor<64x256xf32>
    %8 = linalg.matmul ins(%7, %arg4 : tensor<64x256xf32>, tensor<256x256xf32>) outs(%1 : tensor<64x256xf32>) ->
        tensor<64x256xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5 :
        tensor<256xf32>) outs(%3 : tensor<1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%9 :
        tensor<1x256xf32>) outs(%0 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8, %10
        : tensor<64x256xf32>, tensor<64x256xf32>) outs(%0 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %63 = arith.addf %in, %in_7 : f32
      linalg.yield %63 : f32
    } -> tensor<64x256xf32>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 :
        tensor<64x256xf32>) outs(%0 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = math.tanh %in : f32
      linalg.yield %63 : f32
    } -> tensor<64x256xf32>
    %13 = tensor.empty() : tensor<64x10xf32>
    %14 = linalg.fill ins(%cst_1 : f32) outs(%13 : tensor<64x10xf32>) -> tensor<64x10xf32>
    %15 = linalg.matmul ins(%12, %arg6 : tensor<64x256xf32>, tensor<256x10xf32>) outs(%14 : tensor<64x10xf32>) ->
        tensor<64x10xf32>
    %16 = tensor.empty() : tensor<1x10xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg7 :
        tensor<10xf32>) outs(%16 : tensor<1x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x10xf32>
    %18 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%17 :
        tensor<1x10xf32>) outs(%13 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%15, %18
        : tensor<64x10xf32>, tensor<64x10xf32>) outs(%13 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %63 = arith.addf %in, %in_7 : f32
      linalg.yield %63 : f32
    } -> tensor<64x10xf32>
    %20 = tensor.empty() : tensor<64xf32>
    %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : tensor<64xf32>) -> tensor<64xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "reduction"]} ins(%19 :
        tensor<64x10xf32>) outs(%21 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.maximumf %out, %in : f32
      linalg.yield %63 : f32
    } -> tensor<64xf32>
    %23 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel"]} ins(%cst_6 : tensor<f32>)
        outs(%20 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64xf32>
    %24 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel"]} ins(%23, %22 :
        tensor<64xf32>, tensor<64xf32>) outs(%20 : tensor<64xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %63 = arith.maximumf %in, %in_7 : f32
      linalg.yield %63 : f32
    } -> tensor<64xf32>
    %25 = tensor.empty() : tensor<64x1xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%24 :
        tensor<64xf32>) outs(%25 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %27 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%26 :
        tensor<64x1xf32>) outs(%13 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19, %27
        : tensor<64x10xf32>, tensor<64x10xf32>) outs(%13 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %63 = arith.subf %in, %in_7 : f32
      linalg.yield %63 : f32
    } -> tensor<64x10xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%28 :
        tensor<64x10xf32>) outs(%13 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = math.exp %in : f32
      linalg.yield %63 : f32
    } -> tensor<64x10xf32>
    %30 = linalg.fill ins(%cst_1 : f32) outs(%20 : tensor<64xf32>) -> tensor<64xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "reduction"]} ins(%29 :
        tensor<64x10xf32>) outs(%30 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.addf %out, %in : f32
      linalg.yield %63 : f32
    } -> tensor<64xf32>
    %32 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%31 :
        tensor<64xf32>) outs(%25 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%32 :
        tensor<64x1xf32>) outs(%25 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = math.log %in : f32
      linalg.yield %63 : f32
    } -> tensor<64x1xf32>
    %34 = linalg.generic {indexing_maps = [#map6, #map1], iterator_types = ["parallel", "parallel"]} ins(%33 :
        tensor<64x1xf32>) outs(%13 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%28, %34
        : tensor<64x10xf32>, tensor<64x10xf32>) outs(%13 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %63 = arith.subf %in, %in_7 : f32
      linalg.yield %63 : f32
    } -> tensor<64x10xf32>
    %36 = tensor.empty() : tensor<64x1xi32>
    %37 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 :
        tensor<64xi32>) outs(%36 : tensor<64x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x1xi32>
    %38 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 :
        tensor<i32>) outs(%36 : tensor<64x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x1xi32>
    %39 = tensor.empty() : tensor<64x1xi1>
    %40 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%37, %38
        : tensor<64x1xi32>, tensor<64x1xi32>) outs(%39 : tensor<64x1xi1>) {
    ^bb0(%in: i32, %in_7: i32, %out: i1):
      %63 = arith.cmpi slt, %in, %in_7 : i32
      linalg.yield %63 : i1
    } -> tensor<64x1xi1>
    %41 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_3 :
        tensor<i32>) outs(%36 : tensor<64x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x1xi32>
    %42 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%37, %41
        : tensor<64x1xi32>, tensor<64x1xi32>) outs(%36 : tensor<64x1xi32>) {
    ^bb0(%in: i32, %in_7: i32, %out: i32):
      %63 = arith.addi %in, %in_7 : i32
      linalg.yield %63 : i32
    } -> tensor<64x1xi32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]}
        ins(%40, %42, %37 : tensor<64x1xi1>, tensor<64x1xi32>, tensor<64x1xi32>) outs(%36 : tensor<64x1xi32>) {
    ^bb0(%in: i1, %in_7: i32, %in_8: i32, %out: i32):
      %63 = arith.select %in, %in_7, %in_8 : i32
      linalg.yield %63 : i32
    } -> tensor<64x1xi32>
    %expanded = tensor.expand_shape %43 [[0], [1, 2]] output_shape [64, 1, 1] : tensor<64x1xi32> into tensor<64x1x1xi32>
    %44 = tensor.empty() : tensor<64x1x1xi32>
    %45 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst_2 : tensor<i32>) outs(%44 : tensor<64x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x1x1xi32>
    %46 = tensor.empty() : tensor<64x1x1xi1>
    %47 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded, %45 : tensor<64x1x1xi32>, tensor<64x1x1xi32>) outs(%46 : tensor<64x1x1xi1>) {
    ^bb0(%in: i32, %in_7: i32, %out: i1):
      %63 = arith.cmpi sge, %in, %in_7 : i32
      linalg.yield %63 : i1
    } -> tensor<64x1x1xi1>
    %48 = tensor.empty() : tensor<1x1x1xi32>
    %49 = linalg.generic {indexing_maps = [#map10, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%cst_4 : tensor<1xi32>) outs(%48 : tensor<1x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<1x1x1xi32>
    %50 = linalg.generic {indexing_maps = [#map11, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%49 : tensor<1x1x1xi32>) outs(%44 : tensor<64x1x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x1x1xi32>
    %51 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%expanded, %50 : tensor<64x1x1xi32>, tensor<64x1x1xi32>) outs(%46 : tensor<64x1x1xi1>) {
    ^bb0(%in: i32, %in_7: i32, %out: i1):
      %63 = arith.cmpi sle, %in, %in_7 : i32
      linalg.yield %63 : i1
    } -> tensor<64x1x1xi1>
    %52 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%47, %51 : tensor<64x1x1xi1>, tensor<64x1x1xi1>) outs(%46 : tensor<64x1x1xi1>) {
    ^bb0(%in: i1, %in_7: i1, %out: i1):
      %63 = arith.andi %in, %in_7 : i1
      linalg.yield %63 : i1
    } -> tensor<64x1x1xi1>
    %53 = linalg.fill ins(%true : i1) outs(%39 : tensor<64x1xi1>) -> tensor<64x1xi1>
    %54 = linalg.generic {indexing_maps = [#map9, #map12], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%52 : tensor<64x1x1xi1>) outs(%53 : tensor<64x1xi1>) {
    ^bb0(%in: i1, %out: i1):
      %63 = arith.andi %out, %in : i1
      linalg.yield %63 : i1
    } -> tensor<64x1xi1>
    %55 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%25 :
        tensor<64x1xf32>) {
    ^bb0(%out: f32):
      %63 = linalg.index 0 : index
      %extracted_7 = tensor.extract %expanded[%63, %c0, %c0] : tensor<64x1x1xi32>
      %64 = arith.index_cast %extracted_7 : i32 to index
      %65 = arith.maxsi %64, %c0 : index
      %66 = arith.minsi %65, %c9 : index
      %extracted_8 = tensor.extract %35[%63, %66] : tensor<64x10xf32>
      linalg.yield %extracted_8 : f32
    } -> tensor<64x1xf32>
    %56 = linalg.generic {indexing_maps = [#map7, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_5 :
        tensor<f32>) outs(%25 : tensor<64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x1xf32>
    %57 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]}
        ins(%54, %55, %56 : tensor<64x1xi1>, tensor<64x1xf32>, tensor<64x1xf32>) outs(%25 : tensor<64x1xf32>) {
    ^bb0(%in: i1, %in_7: f32, %in_8: f32, %out: f32):
      %63 = arith.select %in, %in_7, %in_8 : f32
      linalg.yield %63 : f32
    } -> tensor<64x1xf32>
    %58 = tensor.empty() : tensor<f32>
    %59 = linalg.fill ins(%cst_1 : f32) outs(%58 : tensor<f32>) -> tensor<f32>
    %60 = linalg.generic {indexing_maps = [#map1, #map7], iterator_types = ["reduction", "reduction"]} ins(%57 :
        tensor<64x1xf32>) outs(%59 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %63 = arith.addf %out, %in : f32
      linalg.yield %63 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %60[] : tensor<f32>
    %61 = arith.divf %extracted, %cst : f32
    %62 = arith.negf %61 : f32
    %from_elements = tensor.from_elements %62 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
