#map = affine_map<(d0, d1) -> ()>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1) -> (d0)>
#map5 = affine_map<(d0) -> (d0)>
#map6 = affine_map<(d0) -> ()>
module @sparse_product {
  func.func public @main(%arg0: tensor<20000x8xf32>, %arg1: tensor<20000x8xi32>, %arg2: tensor<20000xf32>) ->
      tensor<f32> {
    %cst = arith.constant 2.000000e+04 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %c19999 = arith.constant 19999 : index
    %c0 = arith.constant 0 : index
    %cst_1 = arith.constant dense<20000> : tensor<i32>
    %cst_2 = arith.constant dense<0> : tensor<i32>
    %0 = tensor.empty() : tensor<20000x8xi32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_2 :
        tensor<i32>) outs(%0 : tensor<20000x8xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<20000x8xi32>
    %2 = tensor.empty() : tensor<20000x8xi1>
    %3 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %1
        : tensor<20000x8xi32>, tensor<20000x8xi32>) outs(%2 : tensor<20000x8xi1>) {
    ^bb0(%in: i32, %in_3: i32, %out: i1):
      %20 = arith.cmpi slt, %in, %in_3 : i32
      linalg.yield %20 : i1
    } -> tensor<20000x8xi1>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%cst_1 :
        tensor<i32>) outs(%0 : tensor<20000x8xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<20000x8xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1, %4
        : tensor<20000x8xi32>, tensor<20000x8xi32>) outs(%0 : tensor<20000x8xi32>) {
    ^bb0(%in: i32, %in_3: i32, %out: i32):
      %20 = arith.addi %in, %in_3 : i32
      linalg.yield %20 : i32
    } -> tensor<20000x8xi32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel", "parallel"]}
        ins(%3, %5, %arg1 : tensor<20000x8xi1>, tensor<20000x8xi32>, tensor<20000x8xi32>) outs(%0 : tensor<20000x8xi32>)
        {
    ^bb0(%in: i1, %in_3: i32, %in_4: i32, %out: i32):
      %20 = arith.select %in, %in_3, %in_4 : i32
      linalg.yield %20 : i32
    } -> tensor<20000x8xi32>
    %7 = tensor.empty() : tensor<20000x8x1xi32>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 :
        tensor<20000x8xi32>) outs(%7 : tensor<20000x8x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<20000x8x1xi32>
    %9 = tensor.empty() : tensor<20000x8xf32>
    %10 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%9 :
        tensor<20000x8xf32>) {
    ^bb0(%out: f32):
      %20 = linalg.index 0 : index
      %21 = linalg.index 1 : index
      %extracted_3 = tensor.extract %8[%20, %21, %c0] : tensor<20000x8x1xi32>
      %22 = arith.index_cast %extracted_3 : i32 to index
      %23 = arith.maxsi %22, %c0 : index
      %24 = arith.minsi %23, %c19999 : index
      %extracted_4 = tensor.extract %arg2[%24] : tensor<20000xf32>
      linalg.yield %extracted_4 : f32
    } -> tensor<20000x8xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg0,
        %10 : tensor<20000x8xf32>, tensor<20000x8xf32>) outs(%9 : tensor<20000x8xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.mulf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<20000x8xf32>
    %12 = tensor.empty() : tensor<20000xf32>
    %13 = linalg.fill ins(%cst_0 : f32) outs(%12 : tensor<20000xf32>) -> tensor<20000xf32>
    %14 = linalg.generic {indexing_maps = [#map1, #map4], iterator_types = ["parallel", "reduction"]} ins(%11 :
        tensor<20000x8xf32>) outs(%13 : tensor<20000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.addf %out, %in : f32
      linalg.yield %20 : f32
    } -> tensor<20000xf32>
    %15 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel"]} ins(%14, %14 :
        tensor<20000xf32>, tensor<20000xf32>) outs(%12 : tensor<20000xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %20 = arith.mulf %in, %in_3 : f32
      linalg.yield %20 : f32
    } -> tensor<20000xf32>
    %16 = tensor.empty() : tensor<f32>
    %17 = linalg.fill ins(%cst_0 : f32) outs(%16 : tensor<f32>) -> tensor<f32>
    %18 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["reduction"]} ins(%15 : tensor<20000xf32>)
        outs(%17 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %20 = arith.addf %out, %in : f32
      linalg.yield %20 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %18[] : tensor<f32>
    %19 = arith.divf %extracted, %cst : f32
    %from_elements = tensor.from_elements %19 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
