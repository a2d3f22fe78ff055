#map = affine_map<(d0) -> ()>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
module @interpolation {
  func.func public @main(%arg0: tensor<1024xf32>, %arg1: tensor<100000xf32>) -> tensor<f32> {
    %cst = arith.constant dense<1022> : tensor<i32>
    %cst_0 = arith.constant 1.000000e+05 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %c1023 = arith.constant 1023 : index
    %c0 = arith.constant 0 : index
    %cst_2 = arith.constant dense<1> : tensor<i32>
    %cst_3 = arith.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = arith.constant dense<1024> : tensor<i32>
    %cst_5 = arith.constant dense<0> : tensor<i32>
    %cst_6 = arith.constant dense<1.023000e+03> : tensor<f32>
    %0 = tensor.empty() : tensor<100000xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_6 : tensor<f32>) outs(%0
        : tensor<100000xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<100000xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%arg1, %1 :
        tensor<100000xf32>, tensor<100000xf32>) outs(%0 : tensor<100000xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %37 = arith.mulf %in, %in_7 : f32
      linalg.yield %37 : f32
    } -> tensor<100000xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%2 : tensor<100000xf32>)
        outs(%0 : tensor<100000xf32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = math.floor %in : f32
      linalg.yield %37 : f32
    } -> tensor<100000xf32>
    %4 = tensor.empty() : tensor<100000xi32>
    %5 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%3 : tensor<100000xf32>)
        outs(%4 : tensor<100000xi32>) {
    ^bb0(%in: f32, %out: i32):
      %37 = arith.fptosi %in : f32 to i32
      linalg.yield %37 : i32
    } -> tensor<100000xi32>
    %6 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_5 : tensor<i32>) outs(%4
        : tensor<100000xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<100000xi32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%6, %5 :
        tensor<100000xi32>, tensor<100000xi32>) outs(%4 : tensor<100000xi32>) {
    ^bb0(%in: i32, %in_7: i32, %out: i32):
      %37 = arith.maxsi %in, %in_7 : i32
      linalg.yield %37 : i32
    } -> tensor<100000xi32>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst : tensor<i32>) outs(%4 :
        tensor<100000xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<100000xi32>
    %9 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%8, %7 :
        tensor<100000xi32>, tensor<100000xi32>) outs(%4 : tensor<100000xi32>) {
    ^bb0(%in: i32, %in_7: i32, %out: i32):
      %37 = arith.minsi %in, %in_7 : i32
      linalg.yield %37 : i32
    } -> tensor<100000xi32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel"]} ins(%9 : tensor<100000xi32>)
        outs(%0 : tensor<100000xf32>) {
    ^bb0(%in: i32, %out: f32):
      %37 = arith.sitofp %in : i32 to f32
      linalg.yield %37 : f32
    } -> tensor<100000xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%2, %10 :
        tensor<100000xf32>, tensor<100000xf32>) outs(%0 : tensor<100000xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %37 = arith.subf %in, %in_7 : f32
      linalg.yield %37 : f32
    } -> tensor<100000xf32>
    %12 = tensor.empty() : tensor<100000xi1>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%9, %6 :
        tensor<100000xi32>, tensor<100000xi32>) outs(%12 : tensor<100000xi1>) {
    ^bb0(%in: i32, %in_7: i32, %out: i1):
      %37 = arith.cmpi slt, %in, %in_7 : i32
      linalg.yield %37 : i1
    } -> tensor<100000xi1>
    %14 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_4 : tensor<i32>)
        outs(%4 : tensor<100000xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<100000xi32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%9, %14 :
        tensor<100000xi32>, tensor<100000xi32>) outs(%4 : tensor<100000xi32>) {
    ^bb0(%in: i32, %in_7: i32, %out: i32):
      %37 = arith.addi %in, %in_7 : i32
      linalg.yield %37 : i32
    } -> tensor<100000xi32>
    %16 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel"]} ins(%13, %15, %9
        : tensor<100000xi1>, tensor<100000xi32>, tensor<100000xi32>) outs(%4 : tensor<100000xi32>) {
    ^bb0(%in: i1, %in_7: i32, %in_8: i32, %out: i32):
      %37 = arith.select %in, %in_7, %in_8 : i32
      linalg.yield %37 : i32
    } -> tensor<100000xi32>
    %17 = tensor.empty() : tensor<100000x1xi32>
    %18 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%16 :
        tensor<100000xi32>) outs(%17 : tensor<100000x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<100000x1xi32>
    %19 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%0 : tensor<100000xf32>) {
    ^bb0(%out: f32):
      %37 = linalg.index 0 : index
      %extracted_7 = tensor.extract %18[%37, %c0] : tensor<100000x1xi32>
      %38 = arith.index_cast %extracted_7 : i32 to index
      %39 = arith.maxsi %38, %c0 : index
      %40 = arith.minsi %39, %c1023 : index
      %extracted_8 = tensor.extract %arg0[%40] : tensor<1024xf32>
      linalg.yield %extracted_8 : f32
    } -> tensor<100000xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_3 : tensor<f32>)
        outs(%0 : tensor<100000xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<100000xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%20, %11 :
        tensor<100000xf32>, tensor<100000xf32>) outs(%0 : tensor<100000xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %37 = arith.subf %in, %in_7 : f32
      linalg.yield %37 : f32
    } -> tensor<100000xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%19, %21 :
        tensor<100000xf32>, tensor<100000xf32>) outs(%0 : tensor<100000xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %37 = arith.mulf %in, %in_7 : f32
      linalg.yield %37 : f32
    } -> tensor<100000xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%cst_2 : tensor<i32>)
        outs(%4 : tensor<100000xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<100000xi32>
    %24 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%9, %23 :
        tensor<100000xi32>, tensor<100000xi32>) outs(%4 : tensor<100000xi32>) {
    ^bb0(%in: i32, %in_7: i32, %out: i32):
      %37 = arith.addi %in, %in_7 : i32
      linalg.yield %37 : i32
    } -> tensor<100000xi32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%24, %6 :
        tensor<100000xi32>, tensor<100000xi32>) outs(%12 : tensor<100000xi1>) {
    ^bb0(%in: i32, %in_7: i32, %out: i1):
      %37 = arith.cmpi slt, %in, %in_7 : i32
      linalg.yield %37 : i1
    } -> tensor<100000xi1>
    %26 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%24, %14 :
        tensor<100000xi32>, tensor<100000xi32>) outs(%4 : tensor<100000xi32>) {
    ^bb0(%in: i32, %in_7: i32, %out: i32):
      %37 = arith.addi %in, %in_7 : i32
      linalg.yield %37 : i32
    } -> tensor<100000xi32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1, #map1, #map1], iterator_types = ["parallel"]} ins(%25, %26, %24
        : tensor<100000xi1>, tensor<100000xi32>, tensor<100000xi32>) outs(%4 : tensor<100000xi32>) {
    ^bb0(%in: i1, %in_7: i32, %in_8: i32, %out: i32):
      %37 = arith.select %in, %in_7, %in_8 : i32
      linalg.yield %37 : i32
    } -> tensor<100000xi32>
    %28 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%27 :
        tensor<100000xi32>) outs(%17 : tensor<100000x1xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<100000x1xi32>
    %29 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%0 : tensor<100000xf32>) {
    ^bb0(%out: f32):
      %37 = linalg.index 0 : index
      %extracted_7 = tensor.extract %28[%37, %c0] : tensor<100000x1xi32>
      %38 = arith.index_cast %extracted_7 : i32 to index
      %39 = arith.maxsi %38, %c0 : index
      %40 = arith.minsi %39, %c1023 : index
      %extracted_8 = tensor.extract %arg0[%40] : tensor<1024xf32>
      linalg.yield %extracted_8 : f32
    } -> tensor<100000xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%29, %11 :
        tensor<100000xf32>, tensor<100000xf32>) outs(%0 : tensor<100000xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %37 = arith.mulf %in, %in_7 : f32
      linalg.yield %37 : f32
    } -> tensor<100000xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%22, %30 :
        tensor<100000xf32>, tensor<100000xf32>) outs(%0 : tensor<100000xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %37 = arith.addf %in, %in_7 : f32
      linalg.yield %37 : f32
    } -> tensor<100000xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel"]} ins(%31, %31 :
        tensor<100000xf32>, tensor<100000xf32>) outs(%0 : tensor<100000xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %37 = arith.mulf %in, %in_7 : f32
      linalg.yield %37 : f32
    } -> tensor<100000xf32>
    %33 = tensor.empty() : tensor<f32>
    %34 = linalg.fill ins(%cst_1 : f32) outs(%33 : tensor<f32>) -> tensor<f32>
    %35 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["reduction"]} ins(%32 : tensor<100000xf32>)
        outs(%34 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %37 = arith.addf %out, %in : f32
      linalg.yield %37 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %35[] : tensor<f32>
    %36 = arith.divf %extracted, %cst_0 : f32
    %from_elements = tensor.from_elements %36 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
