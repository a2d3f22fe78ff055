#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map4 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0) -> ()>
#map8 = affine_map<(d0) -> (0)>
#map9 = affine_map<(d0, d1) -> (d0)>
#map10 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map11 = affine_map<(d0, d1) -> ()>
#map12 = affine_map<(d0, d1) -> (d1)>
#map13 = affine_map<(d0, d1) -> (0, d1)>
#map14 = affine_map<(d0, d1) -> (d0, 0)>
module @gaussian_mixture {
  func.func public @main(%arg0: tensor<1000x10xf64>, %arg1: tensor<25xf64>, %arg2: tensor<25x10xf64>, %arg3:
      tensor<25x10xf64>) -> tensor<f64> {
    %cst = arith.constant 0x7FF0000000000000 : f64
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 0xFFF0000000000000 : f64
    %cst_2 = arith.constant dense<0xFFF0000000000000> : tensor<f64>
    %cst_3 = arith.constant dense<5.000000e-01> : tensor<f64>
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<f64>
    %0 = tensor.empty() : tensor<1000x1x10xf64>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0
        : tensor<1000x10xf64>) outs(%0 : tensor<1000x1x10xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<1000x1x10xf64>
    %2 = tensor.empty() : tensor<1x25x10xf64>
    %3 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%arg2 : tensor<25x10xf64>) outs(%2 : tensor<1x25x10xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<1x25x10xf64>
    %4 = tensor.empty() : tensor<1000x25x10xf64>
    %5 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 :
        tensor<1000x1x10xf64>) outs(%4 : tensor<1000x25x10xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<1000x25x10xf64>
    %6 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 :
        tensor<1x25x10xf64>) outs(%4 : tensor<1000x25x10xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<1000x25x10xf64>
    %7 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%5, %6 : tensor<1000x25x10xf64>, tensor<1000x25x10xf64>) outs(%4 : tensor<1000x25x10xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %62 = arith.subf %in, %in_5 : f64
      linalg.yield %62 : f64
    } -> tensor<1000x25x10xf64>
    %8 = tensor.empty() : tensor<25x10xf64>
    %9 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%arg3 :
        tensor<25x10xf64>) outs(%8 : tensor<25x10xf64>) {
    ^bb0(%in: f64, %out: f64):
      %62 = arith.negf %in : f64
      linalg.yield %62 : f64
    } -> tensor<25x10xf64>
    %10 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%9 :
        tensor<25x10xf64>) outs(%8 : tensor<25x10xf64>) {
    ^bb0(%in: f64, %out: f64):
      %62 = math.exp %in : f64
      linalg.yield %62 : f64
    } -> tensor<25x10xf64>
    %11 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10
        : tensor<25x10xf64>) outs(%2 : tensor<1x25x10xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<1x25x10xf64>
    %12 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11
        : tensor<1x25x10xf64>) outs(%4 : tensor<1000x25x10xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<1000x25x10xf64>
    %13 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%7, %12 : tensor<1000x25x10xf64>, tensor<1000x25x10xf64>) outs(%4 : tensor<1000x25x10xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %62 = arith.mulf %in, %in_5 : f64
      linalg.yield %62 : f64
    } -> tensor<1000x25x10xf64>
    %14 = tensor.empty() : tensor<f64>
    %15 = linalg.fill ins(%cst_1 : f64) outs(%14 : tensor<f64>) -> tensor<f64>
    %16 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["reduction"]} ins(%arg1 : tensor<25xf64>)
        outs(%15 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %62 = arith.maximumf %out, %in : f64
      linalg.yield %62 : f64
    } -> tensor<f64>
    %17 = tensor.empty() : tensor<1xf64>
    %18 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel"]} ins(%16 : tensor<f64>) outs(%17
        : tensor<1xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<1xf64>
    %19 = tensor.empty() : tensor<25xf64>
    %20 = linalg.generic {indexing_maps = [#map8, #map6], iterator_types = ["parallel"]} ins(%18 : tensor<1xf64>)
        outs(%19 : tensor<25xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<25xf64>
    %21 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel"]} ins(%arg1, %20 :
        tensor<25xf64>, tensor<25xf64>) outs(%19 : tensor<25xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %62 = arith.subf %in, %in_5 : f64
      linalg.yield %62 : f64
    } -> tensor<25xf64>
    %22 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%21 : tensor<25xf64>)
        outs(%19 : tensor<25xf64>) {
    ^bb0(%in: f64, %out: f64):
      %62 = math.exp %in : f64
      linalg.yield %62 : f64
    } -> tensor<25xf64>
    %23 = linalg.fill ins(%cst_0 : f64) outs(%14 : tensor<f64>) -> tensor<f64>
    %24 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["reduction"]} ins(%22 : tensor<25xf64>)
        outs(%23 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %62 = arith.addf %out, %in : f64
      linalg.yield %62 : f64
    } -> tensor<f64>
    %25 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel"]} ins(%24 : tensor<f64>) outs(%17
        : tensor<1xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<1xf64>
    %26 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%25 : tensor<1xf64>)
        outs(%17 : tensor<1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %62 = math.log %in : f64
      linalg.yield %62 : f64
    } -> tensor<1xf64>
    %27 = linalg.generic {indexing_maps = [#map8, #map6], iterator_types = ["parallel"]} ins(%26 : tensor<1xf64>)
        outs(%19 : tensor<25xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<25xf64>
    %28 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel"]} ins(%21, %27 :
        tensor<25xf64>, tensor<25xf64>) outs(%19 : tensor<25xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %62 = arith.subf %in, %in_5 : f64
      linalg.yield %62 : f64
    } -> tensor<25xf64>
    %29 = linalg.fill ins(%cst_0 : f64) outs(%19 : tensor<25xf64>) -> tensor<25xf64>
    %30 = linalg.generic {indexing_maps = [#map5, #map9], iterator_types = ["parallel", "reduction"]} ins(%arg3 :
        tensor<25x10xf64>) outs(%29 : tensor<25xf64>) {
    ^bb0(%in: f64, %out: f64):
      %62 = arith.addf %out, %in : f64
      linalg.yield %62 : f64
    } -> tensor<25xf64>
    %31 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel"]} ins(%28, %30 :
        tensor<25xf64>, tensor<25xf64>) outs(%19 : tensor<25xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %62 = arith.subf %in, %in_5 : f64
      linalg.yield %62 : f64
    } -> tensor<25xf64>
    %32 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%13, %13 : tensor<1000x25x10xf64>, tensor<1000x25x10xf64>) outs(%4 : tensor<1000x25x10xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %62 = arith.mulf %in, %in_5 : f64
      linalg.yield %62 : f64
    } -> tensor<1000x25x10xf64>
    %33 = tensor.empty() : tensor<1000x25xf64>
    %34 = linalg.fill ins(%cst_0 : f64) outs(%33 : tensor<1000x25xf64>) -> tensor<1000x25xf64>
    %35 = linalg.generic {indexing_maps = [#map1, #map10], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%32 : tensor<1000x25x10xf64>) outs(%34 : tensor<1000x25xf64>) {
    ^bb0(%in: f64, %out: f64):
      %62 = arith.addf %out, %in : f64
      linalg.yield %62 : f64
    } -> tensor<1000x25xf64>
    %36 = linalg.generic {indexing_maps = [#map11, #map5], iterator_types = ["parallel", "parallel"]} ins(%cst_3 :
        tensor<f64>) outs(%33 : tensor<1000x25xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<1000x25xf64>
    %37 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%36, %35
        : tensor<1000x25xf64>, tensor<1000x25xf64>) outs(%33 : tensor<1000x25xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %62 = arith.mulf %in, %in_5 : f64
      linalg.yield %62 : f64
    } -> tensor<1000x25xf64>
    %38 = tensor.empty() : tensor<1x25xf64>
    %39 = linalg.generic {indexing_maps = [#map12, #map5], iterator_types = ["parallel", "parallel"]} ins(%31 :
        tensor<25xf64>) outs(%38 : tensor<1x25xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<1x25xf64>
    %40 = linalg.generic {indexing_maps = [#map13, #map5], iterator_types = ["parallel", "parallel"]} ins(%39 :
        tensor<1x25xf64>) outs(%33 : tensor<1000x25xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<1000x25xf64>
    %41 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%40, %37
        : tensor<1000x25xf64>, tensor<1000x25xf64>) outs(%33 : tensor<1000x25xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %62 = arith.subf %in, %in_5 : f64
      linalg.yield %62 : f64
    } -> tensor<1000x25xf64>
    %42 = tensor.empty() : tensor<1000xf64>
    %43 = linalg.fill ins(%cst_1 : f64) outs(%42 : tensor<1000xf64>) -> tensor<1000xf64>
    %44 = linalg.generic {indexing_maps = [#map5, #map9], iterator_types = ["parallel", "reduction"]} ins(%41 :
        tensor<1000x25xf64>) outs(%43 : tensor<1000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %62 = arith.maximumf %out, %in : f64
      linalg.yield %62 : f64
    } -> tensor<1000xf64>
    %45 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel"]} ins(%cst_2 : tensor<f64>)
        outs(%42 : tensor<1000xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<1000xf64>
    %46 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel"]} ins(%45, %44 :
        tensor<1000xf64>, tensor<1000xf64>) outs(%42 : tensor<1000xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %62 = arith.maximumf %in, %in_5 : f64
      linalg.yield %62 : f64
    } -> tensor<1000xf64>
    %47 = tensor.empty() : tensor<1000xi1>
    %48 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%46 : tensor<1000xf64>)
        outs(%47 : tensor<1000xi1>) {
    ^bb0(%in: f64, %out: i1):
      %62 = math.absf %in : f64
      %63 = arith.cmpf one, %62, %cst : f64
      linalg.yield %63 : i1
    } -> tensor<1000xi1>
    %49 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["parallel"]} ins(%cst_4 : tensor<f64>)
        outs(%42 : tensor<1000xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<1000xf64>
    %50 = linalg.generic {indexing_maps = [#map6, #map6, #map6, #map6], iterator_types = ["parallel"]} ins(%48, %46, %49
        : tensor<1000xi1>, tensor<1000xf64>, tensor<1000xf64>) outs(%42 : tensor<1000xf64>) {
    ^bb0(%in: i1, %in_5: f64, %in_6: f64, %out: f64):
      %62 = arith.select %in, %in_5, %in_6 : f64
      linalg.yield %62 : f64
    } -> tensor<1000xf64>
    %51 = tensor.empty() : tensor<1000x1xf64>
    %52 = linalg.generic {indexing_maps = [#map9, #map5], iterator_types = ["parallel", "parallel"]} ins(%50 :
        tensor<1000xf64>) outs(%51 : tensor<1000x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<1000x1xf64>
    %53 = linalg.generic {indexing_maps = [#map14, #map5], iterator_types = ["parallel", "parallel"]} ins(%52 :
        tensor<1000x1xf64>) outs(%33 : tensor<1000x25xf64>) {
    ^bb0(%in: f64, %out: f64):
      linalg.yield %in : f64
    } -> tensor<1000x25xf64>
    %54 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%41, %53
        : tensor<1000x25xf64>, tensor<1000x25xf64>) outs(%33 : tensor<1000x25xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %62 = arith.subf %in, %in_5 : f64
      linalg.yield %62 : f64
    } -> tensor<1000x25xf64>
    %55 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel"]} ins(%54 :
        tensor<1000x25xf64>) outs(%33 : tensor<1000x25xf64>) {
    ^bb0(%in: f64, %out: f64):
      %62 = math.exp %in : f64
      linalg.yield %62 : f64
    } -> tensor<1000x25xf64>
    %56 = linalg.fill ins(%cst_0 : f64) outs(%42 : tensor<1000xf64>) -> tensor<1000xf64>
    %57 = linalg.generic {indexing_maps = [#map5, #map9], iterator_types = ["parallel", "reduction"]} ins(%55 :
        tensor<1000x25xf64>) outs(%56 : tensor<1000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %62 = arith.addf %out, %in : f64
      linalg.yield %62 : f64
    } -> tensor<1000xf64>
    %58 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%57 : tensor<1000xf64>)
        outs(%42 : tensor<1000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %62 = math.absf %in : f64
      linalg.yield %62 : f64
    } -> tensor<1000xf64>
    %59 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%58 : tensor<1000xf64>)
        outs(%42 : tensor<1000xf64>) {
    ^bb0(%in: f64, %out: f64):
      %62 = math.log %in : f64
      linalg.yield %62 : f64
    } -> tensor<1000xf64>
    %60 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel"]} ins(%59, %50 :
        tensor<1000xf64>, tensor<1000xf64>) outs(%42 : tensor<1000xf64>) {
    ^bb0(%in: f64, %in_5: f64, %out: f64):
      %62 = arith.addf %in, %in_5 : f64
      linalg.yield %62 : f64
    } -> tensor<1000xf64>
    %61 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["reduction"]} ins(%60 : tensor<1000xf64>)
        outs(%23 : tensor<f64>) {
    ^bb0(%in: f64, %out: f64):
      %62 = arith.addf %out, %in : f64
      linalg.yield %62 : f64
    } -> tensor<f64>
    return %61 : tensor<f64>
  }
}
