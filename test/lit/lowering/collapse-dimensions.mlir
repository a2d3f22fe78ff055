// RUN: lagrad-opt %s --lagrad-collapse-dimensions | FileCheck %s
// RUN: lagrad-opt %s --lagrad-collapse-dimensions=long=16 | FileCheck %s --check-prefix=LONG
// RUN: not lagrad-opt %s --lagrad-collapse-dimensions=long=1 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: option 'long' of 'lagrad-collapse-dimensions' is 2 or more, not 1
// LONG-LABEL: func.func @sums(
// LONG-NOT:     collapse_shape
// LONG:         return

// Rows of an image follow each other, in a part of a larger array too; there are as many channels as before.
// CHECK-DAG: #[[ALL:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[CHANNEL:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @sums(
// CHECK-SAME:    %[[X:.*]]: memref<8x32x32xf32, strided<[2048, 32, 1], offset: 7>>, %[[S:.*]]: memref<8xf32>)
// CHECK:         %[[Y:.*]] = memref.collapse_shape %[[X]] {{\[\[}}0], [1, 2]]
// CHECK-SAME:      into memref<8x1024xf32, strided<[2048, 1], offset: 7>>
// CHECK:         linalg.generic {indexing_maps = [#[[ALL]], #[[CHANNEL]]], iterator_types = ["parallel", "reduction"]}
// CHECK-SAME:      ins(%[[Y]] : {{.*}}) outs(%[[S]] : memref<8xf32>)
#all = affine_map<(c, i, j) -> (c, i, j)>
#channel = affine_map<(c, i, j) -> (c)>
func.func @sums(%x: memref<8x32x32xf32, strided<[2048, 32, 1], offset: 7>>, %s: memref<8xf32>) {
  linalg.generic {indexing_maps = [#all, #channel], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%x : memref<8x32x32xf32, strided<[2048, 32, 1], offset: 7>>) outs(%s : memref<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    %0 = arith.addf %old, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// As many dimensions as make a long one.
// CHECK-LABEL: func.func @several(
// CHECK:         memref.collapse_shape %{{.*}} into memref<3x5x28xf32>
// CHECK:         memref.collapse_shape %{{.*}} into memref<3x140xf32>
// CHECK:         memref.collapse_shape %{{.*}} into memref<420xf32>
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel"]
#four = affine_map<(i, j, k, l) -> (i, j, k, l)>
func.func @several(%x: memref<3x5x7x4xf32>) {
  linalg.generic {indexing_maps = [#four], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%x : memref<3x5x7x4xf32>) {
  ^bb0(%old: f32):
    %0 = arith.addf %old, %old : f32
    linalg.yield %0 : f32
  }
  return
}

// Rows that lie apart, a vector that is added to each row, sums over rows, an operation that asks for its index, long
// rows, unknown ones, and large results stay.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     collapse_shape
// CHECK:         return
#two = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
func.func @others(%x: memref<32x32xf32, strided<[40, 1]>>, %y: memref<32x32xf32>, %v: memref<32xf32>,
                  %w: memref<4x512xf32>, %u: memref<?x?xf32>, %z: memref<40000x32xf32>) {
  linalg.generic {indexing_maps = [#two], iterator_types = ["parallel", "parallel"]}
      outs(%x : memref<32x32xf32, strided<[40, 1]>>) {
  ^bb0(%old: f32):
    %0 = arith.addf %old, %old : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#row, #two], iterator_types = ["parallel", "parallel"]}
      ins(%v : memref<32xf32>) outs(%y : memref<32x32xf32>) {
  ^bb0(%a: f32, %old: f32):
    linalg.yield %a : f32
  }
  linalg.generic {indexing_maps = [#two, #row], iterator_types = ["reduction", "parallel"]}
      ins(%y : memref<32x32xf32>) outs(%v : memref<32xf32>) {
  ^bb0(%a: f32, %old: f32):
    %0 = arith.addf %old, %a : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#two], iterator_types = ["parallel", "parallel"]} outs(%y : memref<32x32xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %0 = arith.index_cast %i : index to i32
    %1 = arith.sitofp %0 : i32 to f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#two], iterator_types = ["parallel", "parallel"]} outs(%w : memref<4x512xf32>) {
  ^bb0(%old: f32):
    %0 = arith.addf %old, %old : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#two], iterator_types = ["parallel", "parallel"]} outs(%u : memref<?x?xf32>) {
  ^bb0(%old: f32):
    %0 = arith.addf %old, %old : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#two], iterator_types = ["parallel", "parallel"]} outs(%z : memref<40000x32xf32>) {
  ^bb0(%old: f32):
    %0 = arith.addf %old, %old : f32
    linalg.yield %0 : f32
  }
  return
}
