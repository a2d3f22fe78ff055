// RUN: lagrad-opt %s --pipeline="lagrad-unfold-windows{reuse=4 work=1},canonicalize,cse" | FileCheck %s
// RUN: lagrad-opt %s --pipeline="lagrad-unfold-windows{reuse=4 work=1 room=1},canonicalize,cse" | FileCheck %s --check-prefix=ROWS
// RUN: lagrad-opt %s --pipeline="lagrad-unfold-windows{reuse=8}" | FileCheck %s --check-prefix=FEW

#x = affine_map<(n, f, h, w, c, i, j) -> (n, c, 2 * h + i, w + 3 * j)>
#k = affine_map<(n, f, h, w, c, i, j) -> (f, c, i, j)>
#y = affine_map<(n, f, h, w, c, i, j) -> (n, f, h, w)>

// Each element is used 4 times.
// FEW-NOT: scf.for

// For each image, its windows side by side, and a product with a dimension for each index.
// CHECK-DAG:     #[[WINDOWS:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d3 * 2 + d1, d4 + d2 * 3)>
// CHECK-DAG:     #[[UNFOLDED:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d4, d5, d1, d2)>
// CHECK-LABEL: func.func @convolution(
// CHECK-SAME:    %[[X:.*]]: tensor<?x2x9x10xf32>, %[[K:.*]]: tensor<4x2x3x3xf32>, %[[Y:.*]]: tensor<?x4x4x4xf32>
// CHECK:         scf.for %[[N:[a-z0-9]+]] = {{.*}} iter_args(%[[OUT:.*]] = %[[Y]])
// CHECK-DAG:       %[[IMAGE:.*]] = tensor.extract_slice %[[X]][%[[N]], 0, 0, 0] [1, 2, 9, 10] [1, 1, 1, 1] : tensor<?x2x9x10xf32> to tensor<2x9x10xf32>
// CHECK-DAG:       %[[PART:.*]] = tensor.extract_slice %[[OUT]][%[[N]], 0, 0, 0]
// CHECK:           %[[U:.*]] = linalg.generic {indexing_maps = [#[[WINDOWS]], {{.*}} ins(%[[IMAGE]] : {{.*}} outs(%{{.*}} : tensor<2x3x3x4x4xf32>)
// CHECK:           %[[PRODUCT:.*]] = linalg.generic {indexing_maps = [#[[UNFOLDED]], {{.*}} ins(%[[U]], %[[K]] : {{.*}} outs(%[[PART]] :
// CHECK:           tensor.insert_slice %[[PRODUCT]] into %[[OUT]][%[[N]], 0, 0, 0]
// Or for each row of each image.
// ROWS-LABEL:  func.func @convolution(
// ROWS:          scf.for %[[N:[a-z0-9]+]] =
// ROWS:            scf.for %[[H:[a-z0-9]+]] =
// ROWS:              %[[FROM:.*]] = arith.muli %[[H]], %{{.*}}
// ROWS:              tensor.extract_slice %{{.*}}[%[[N]], 0, %[[FROM]], 0] [1, 2, 3, 10]
// ROWS:              linalg.generic {{.*}} outs(%{{.*}} : tensor<2x3x3x4xf32>)
func.func @convolution(%x: tensor<?x2x9x10xf32>, %k: tensor<4x2x3x3xf32>, %y: tensor<?x4x4x4xf32>) -> tensor<?x4x4x4xf32> {
  %r = linalg.generic {indexing_maps = [#x, #k, #y],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %k : tensor<?x2x9x10xf32>, tensor<4x2x3x3xf32>) outs(%y : tensor<?x4x4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x4x4x4xf32>
  return %r : tensor<?x4x4x4xf32>
}

// The adjoint by the image: a product in zeros, which are added to where the windows are.
// CHECK-LABEL: func.func @by_image(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x2x9x10xf32>)
// CHECK:         scf.for %[[N:[a-z0-9]+]] = {{.*}} iter_args(%[[OUT:.*]] = %[[X]])
// CHECK:           %[[PART:.*]] = tensor.extract_slice %[[OUT]][%[[N]], 0, 0, 0]
// CHECK:           %[[ZEROS:.*]] = linalg.fill {{.*}} outs(%{{.*}} : tensor<2x3x3x4x4xf32>)
// CHECK:           %[[PRODUCT:.*]] = linalg.generic {{.*}} outs(%[[ZEROS]] :
// CHECK:             arith.subf
// CHECK:           linalg.generic {indexing_maps = [#{{.*}}, #[[WINDOWS]]], {{.*}} ins(%[[PRODUCT]] : {{.*}} outs(%[[PART]] :
// CHECK:             arith.addf
func.func @by_image(%k: tensor<4x2x3x3xf32>, %y: tensor<?x4x4x4xf32>, %x: tensor<?x2x9x10xf32>) -> tensor<?x2x9x10xf32> {
  %r = linalg.generic {indexing_maps = [#k, #y, #x],
                       iterator_types = ["parallel", "reduction", "reduction", "reduction", "parallel", "reduction", "reduction"]}
      ins(%k, %y : tensor<4x2x3x3xf32>, tensor<?x4x4x4xf32>) outs(%x : tensor<?x2x9x10xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.subf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x2x9x10xf32>
  return %r : tensor<?x2x9x10xf32>
}

// The adjoint by the kernel, which all images are added to.
// CHECK-LABEL: func.func @by_kernel(
// CHECK-SAME:    %[[K:[a-z0-9]+]]: tensor<4x2x3x3xf32>)
// CHECK:         scf.for {{.*}} iter_args(%[[OUT:.*]] = %[[K]])
// CHECK:           %[[PRODUCT:.*]] = linalg.generic {{.*}} outs(%[[OUT]] :
// CHECK:           scf.yield %[[PRODUCT]]
func.func @by_kernel(%x: tensor<?x2x9x10xf32>, %y: tensor<?x4x4x4xf32>, %k: tensor<4x2x3x3xf32>) -> tensor<4x2x3x3xf32> {
  %r = linalg.generic {indexing_maps = [#x, #y, #k],
                       iterator_types = ["reduction", "parallel", "reduction", "reduction", "parallel", "parallel", "parallel"]}
      ins(%x, %y : tensor<?x2x9x10xf32>, tensor<?x4x4x4xf32>) outs(%k : tensor<4x2x3x3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x2x3x3xf32>
  return %r : tensor<4x2x3x3xf32>
}

// Channels in the last dimension stay there: that is the order in which windows are read.
// CHECK-LABEL: func.func @channels_last(
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<6x3x2xf32>)
// CHECK:         linalg.generic
func.func @channels_last(%x: tensor<8x2xf32>, %k: tensor<3x2x4xf32>, %y: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(w, f, c, j) -> (w + j, c)>, affine_map<(w, f, c, j) -> (j, c, f)>, affine_map<(w, f, c, j) -> (w, f)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %k : tensor<8x2xf32>, tensor<3x2x4xf32>) outs(%y : tensor<6x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}

// One number for each element of a window, or anything but a sum of products, is left alone.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @others(%x: tensor<9x10xf32>, %k: tensor<3x3xf32>, %y: tensor<7x8xf32>, %v: tensor<8xf32>, %l: tensor<4x3xf32>, %z: tensor<4x6xf32>)
    -> (tensor<7x8xf32>, tensor<4x6xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(h, w, i, j) -> (h + i, w + j)>, affine_map<(h, w, i, j) -> (i, j)>, affine_map<(h, w, i, j) -> (h, w)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %k : tensor<9x10xf32>, tensor<3x3xf32>) outs(%y : tensor<7x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<7x8xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(f, w, j) -> (w + j)>, affine_map<(f, w, j) -> (f, j)>, affine_map<(f, w, j) -> (f, w)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%v, %l : tensor<8xf32>, tensor<4x3xf32>) outs(%z : tensor<4x6xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.addf %a, %b : f32
    %1 = arith.maximumf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x6xf32>
  return %r, %s : tensor<7x8xf32>, tensor<4x6xf32>
}

// One factor may be computed, as the adjoint by the kernel behind a relu: the window is copied all the same.
// CHECK-LABEL: func.func @computed(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x2x9x10xf32>, %[[RELU:[a-z0-9]+]]: tensor<?x4x4x4xf32>, %[[G:[a-z0-9]+]]: tensor<?x4x4x4xf32>
// CHECK:         scf.for
// CHECK:           %[[U:.*]] = linalg.generic {indexing_maps = [#[[WINDOWS]], {{.*}} outs(%{{.*}} : tensor<2x3x3x4x4xf32>)
// CHECK:           linalg.generic {{.*}} ins(%[[U]], %{{.*}}, %{{.*}} : tensor<2x3x3x4x4xf32>, tensor<4x4x4xf32>, tensor<4x4x4xf32>)
// CHECK:             arith.select
func.func @computed(%x: tensor<?x2x9x10xf32>, %relu: tensor<?x4x4x4xf32>, %g: tensor<?x4x4x4xf32>, %k: tensor<4x2x3x3xf32>) -> tensor<4x2x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %r = linalg.generic {indexing_maps = [#x, #y, #y, #k],
                       iterator_types = ["reduction", "parallel", "reduction", "reduction", "parallel", "parallel", "parallel"]}
      ins(%x, %relu, %g : tensor<?x2x9x10xf32>, tensor<?x4x4x4xf32>, tensor<?x4x4x4xf32>) outs(%k : tensor<4x2x3x3xf32>) {
  ^bb0(%a: f32, %m: f32, %b: f32, %o: f32):
    %p = arith.cmpf ogt, %m, %zero : f32
    %s = arith.select %p, %b, %zero : f32
    %0 = arith.mulf %s, %a : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x2x3x3xf32>
  return %r : tensor<4x2x3x3xf32>
}
