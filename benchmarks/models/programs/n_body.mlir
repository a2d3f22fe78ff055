#map = affine_map<(d0, d1, d2) -> (d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map3 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map6 = affine_map<(d0, d1) -> ()>
#map7 = affine_map<(d0, d1) -> (d0, d1)>
#map8 = affine_map<(d0, d1) -> (d1)>
#map9 = affine_map<(d0, d1) -> (0, d1)>
#map10 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map11 = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
#map12 = affine_map<(d0, d1) -> (d0)>
#map13 = affine_map<(d0, d1) -> (d0, 0)>
module @n_body {
  func.func public @main(%arg0: tensor<128x3xf32>, %arg1: tensor<128x3xf32>, %arg2: tensor<128xf32>) -> tensor<f32> {
    %c1 = arith.constant 1 : index
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0.00999999977> : tensor<f32>
    %cst_1 = arith.constant dense<1.500000e+00> : tensor<f32>
    %cst_2 = arith.constant dense<5.000000e-03> : tensor<f32>
    %c0 = arith.constant 0 : index
    %c10 = arith.constant 10 : index
    %0:2 = scf.for %arg3 = %c0 to %c10 step %c1 iter_args(%arg4 = %arg0, %arg5 = %arg1) -> (tensor<128x3xf32>,
        tensor<128x3xf32>) {
      %13 = tensor.empty() : tensor<1x128x3xf32>
      %14 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%arg4 : tensor<128x3xf32>) outs(%13 : tensor<1x128x3xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x128x3xf32>
      %15 = tensor.empty() : tensor<128x1x3xf32>
      %16 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%arg4 : tensor<128x3xf32>) outs(%15 : tensor<128x1x3xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<128x1x3xf32>
      %17 = tensor.empty() : tensor<128x128x3xf32>
      %18 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%14 : tensor<1x128x3xf32>) outs(%17 : tensor<128x128x3xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<128x128x3xf32>
      %19 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%16 : tensor<128x1x3xf32>) outs(%17 : tensor<128x128x3xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<128x128x3xf32>
      %20 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel",
          "parallel"]} ins(%18, %19 : tensor<128x128x3xf32>, tensor<128x128x3xf32>) outs(%17 : tensor<128x128x3xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = arith.subf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x128x3xf32>
      %21 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel",
          "parallel"]} ins(%20, %20 : tensor<128x128x3xf32>, tensor<128x128x3xf32>) outs(%17 : tensor<128x128x3xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = arith.mulf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x128x3xf32>
      %22 = tensor.empty() : tensor<128x128xf32>
      %23 = linalg.fill ins(%cst : f32) outs(%22 : tensor<128x128xf32>) -> tensor<128x128xf32>
      %24 = linalg.generic {indexing_maps = [#map1, #map5], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%21 : tensor<128x128x3xf32>) outs(%23 : tensor<128x128xf32>) {
      ^bb0(%in: f32, %out: f32):
        %62 = arith.addf %out, %in : f32
        linalg.yield %62 : f32
      } -> tensor<128x128xf32>
      %25 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel"]} ins(%cst_0 :
          tensor<f32>) outs(%22 : tensor<128x128xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<128x128xf32>
      %26 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%24,
          %25 : tensor<128x128xf32>, tensor<128x128xf32>) outs(%22 : tensor<128x128xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = arith.addf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x128xf32>
      %27 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel"]} ins(%cst_1 :
          tensor<f32>) outs(%22 : tensor<128x128xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<128x128xf32>
      %28 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%26,
          %27 : tensor<128x128xf32>, tensor<128x128xf32>) outs(%22 : tensor<128x128xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = math.powf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x128xf32>
      %29 = tensor.empty() : tensor<1x128xf32>
      %30 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%arg2 :
          tensor<128xf32>) outs(%29 : tensor<1x128xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x128xf32>
      %31 = linalg.generic {indexing_maps = [#map9, #map7], iterator_types = ["parallel", "parallel"]} ins(%30 :
          tensor<1x128xf32>) outs(%22 : tensor<128x128xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<128x128xf32>
      %32 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%31,
          %28 : tensor<128x128xf32>, tensor<128x128xf32>) outs(%22 : tensor<128x128xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = arith.divf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x128xf32>
      %33 = tensor.empty() : tensor<128x128x1xf32>
      %34 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%32 : tensor<128x128xf32>) outs(%33 : tensor<128x128x1xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<128x128x1xf32>
      %35 = linalg.generic {indexing_maps = [#map10, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%34 : tensor<128x128x1xf32>) outs(%17 : tensor<128x128x3xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<128x128x3xf32>
      %36 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel",
          "parallel"]} ins(%35, %20 : tensor<128x128x3xf32>, tensor<128x128x3xf32>) outs(%17 : tensor<128x128x3xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = arith.mulf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x128x3xf32>
      %37 = tensor.empty() : tensor<128x3xf32>
      %38 = linalg.fill ins(%cst : f32) outs(%37 : tensor<128x3xf32>) -> tensor<128x3xf32>
      %39 = linalg.generic {indexing_maps = [#map11, #map5], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%36 : tensor<128x128x3xf32>) outs(%38 : tensor<128x3xf32>) {
      ^bb0(%in: f32, %out: f32):
        %62 = arith.addf %out, %in : f32
        linalg.yield %62 : f32
      } -> tensor<128x3xf32>
      %40 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel"]} ins(%cst_2 :
          tensor<f32>) outs(%37 : tensor<128x3xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<128x3xf32>
      %41 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%40,
          %39 : tensor<128x3xf32>, tensor<128x3xf32>) outs(%37 : tensor<128x3xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = arith.mulf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x3xf32>
      %42 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%arg5,
          %41 : tensor<128x3xf32>, tensor<128x3xf32>) outs(%37 : tensor<128x3xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = arith.addf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x3xf32>
      %43 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel"]} ins(%cst_0 :
          tensor<f32>) outs(%37 : tensor<128x3xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<128x3xf32>
      %44 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%43,
          %42 : tensor<128x3xf32>, tensor<128x3xf32>) outs(%37 : tensor<128x3xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = arith.mulf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x3xf32>
      %45 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%arg4,
          %44 : tensor<128x3xf32>, tensor<128x3xf32>) outs(%37 : tensor<128x3xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = arith.addf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x3xf32>
      %46 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%45 : tensor<128x3xf32>) outs(%13 : tensor<1x128x3xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x128x3xf32>
      %47 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%45 : tensor<128x3xf32>) outs(%15 : tensor<128x1x3xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<128x1x3xf32>
      %48 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%46 : tensor<1x128x3xf32>) outs(%17 : tensor<128x128x3xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<128x128x3xf32>
      %49 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%47 : tensor<128x1x3xf32>) outs(%17 : tensor<128x128x3xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<128x128x3xf32>
      %50 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel",
          "parallel"]} ins(%48, %49 : tensor<128x128x3xf32>, tensor<128x128x3xf32>) outs(%17 : tensor<128x128x3xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = arith.subf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x128x3xf32>
      %51 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel",
          "parallel"]} ins(%50, %50 : tensor<128x128x3xf32>, tensor<128x128x3xf32>) outs(%17 : tensor<128x128x3xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = arith.mulf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x128x3xf32>
      %52 = linalg.generic {indexing_maps = [#map1, #map5], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%51 : tensor<128x128x3xf32>) outs(%23 : tensor<128x128xf32>) {
      ^bb0(%in: f32, %out: f32):
        %62 = arith.addf %out, %in : f32
        linalg.yield %62 : f32
      } -> tensor<128x128xf32>
      %53 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%52,
          %25 : tensor<128x128xf32>, tensor<128x128xf32>) outs(%22 : tensor<128x128xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = arith.addf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x128xf32>
      %54 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%53,
          %27 : tensor<128x128xf32>, tensor<128x128xf32>) outs(%22 : tensor<128x128xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = math.powf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x128xf32>
      %55 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%31,
          %54 : tensor<128x128xf32>, tensor<128x128xf32>) outs(%22 : tensor<128x128xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = arith.divf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x128xf32>
      %56 = linalg.generic {indexing_maps = [#map5, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%55 : tensor<128x128xf32>) outs(%33 : tensor<128x128x1xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<128x128x1xf32>
      %57 = linalg.generic {indexing_maps = [#map10, #map1], iterator_types = ["parallel", "parallel", "parallel"]}
          ins(%56 : tensor<128x128x1xf32>) outs(%17 : tensor<128x128x3xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<128x128x3xf32>
      %58 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel",
          "parallel"]} ins(%57, %50 : tensor<128x128x3xf32>, tensor<128x128x3xf32>) outs(%17 : tensor<128x128x3xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = arith.mulf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x128x3xf32>
      %59 = linalg.generic {indexing_maps = [#map11, #map5], iterator_types = ["parallel", "parallel", "reduction"]}
          ins(%58 : tensor<128x128x3xf32>) outs(%38 : tensor<128x3xf32>) {
      ^bb0(%in: f32, %out: f32):
        %62 = arith.addf %out, %in : f32
        linalg.yield %62 : f32
      } -> tensor<128x3xf32>
      %60 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%40,
          %59 : tensor<128x3xf32>, tensor<128x3xf32>) outs(%37 : tensor<128x3xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = arith.mulf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x3xf32>
      %61 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%42,
          %60 : tensor<128x3xf32>, tensor<128x3xf32>) outs(%37 : tensor<128x3xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %62 = arith.addf %in, %in_4 : f32
        linalg.yield %62 : f32
      } -> tensor<128x3xf32>
      scf.yield %45, %61 : tensor<128x3xf32>, tensor<128x3xf32>
    }
    %1 = tensor.empty() : tensor<128x1xf32>
    %2 = linalg.generic {indexing_maps = [#map12, #map7], iterator_types = ["parallel", "parallel"]} ins(%arg2 :
        tensor<128xf32>) outs(%1 : tensor<128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1xf32>
    %3 = tensor.empty() : tensor<128x3xf32>
    %4 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%0#1,
        %0#1 : tensor<128x3xf32>, tensor<128x3xf32>) outs(%3 : tensor<128x3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %13 = arith.mulf %in, %in_4 : f32
      linalg.yield %13 : f32
    } -> tensor<128x3xf32>
    %5 = linalg.generic {indexing_maps = [#map13, #map7], iterator_types = ["parallel", "parallel"]} ins(%2 :
        tensor<128x1xf32>) outs(%3 : tensor<128x3xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x3xf32>
    %6 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%5, %4 :
        tensor<128x3xf32>, tensor<128x3xf32>) outs(%3 : tensor<128x3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %13 = arith.mulf %in, %in_4 : f32
      linalg.yield %13 : f32
    } -> tensor<128x3xf32>
    %7 = tensor.empty() : tensor<f32>
    %8 = linalg.fill ins(%cst : f32) outs(%7 : tensor<f32>) -> tensor<f32>
    %9 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["reduction", "reduction"]} ins(%6 :
        tensor<128x3xf32>) outs(%8 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.addf %out, %in : f32
      linalg.yield %13 : f32
    } -> tensor<f32>
    %10 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%0#0,
        %0#0 : tensor<128x3xf32>, tensor<128x3xf32>) outs(%3 : tensor<128x3xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %13 = arith.mulf %in, %in_4 : f32
      linalg.yield %13 : f32
    } -> tensor<128x3xf32>
    %11 = linalg.generic {indexing_maps = [#map7, #map6], iterator_types = ["reduction", "reduction"]} ins(%10 :
        tensor<128x3xf32>) outs(%8 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.addf %out, %in : f32
      linalg.yield %13 : f32
    } -> tensor<f32>
    %extracted = tensor.extract %9[] : tensor<f32>
    %extracted_3 = tensor.extract %11[] : tensor<f32>
    %12 = arith.addf %extracted, %extracted_3 : f32
    %from_elements = tensor.from_elements %12 : tensor<f32>
    return %from_elements : tensor<f32>
  }
}
