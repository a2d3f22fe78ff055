// RUN: lagrad-opt %s --lagrad-block-sums | FileCheck %s
// RUN: lagrad-opt %s --lagrad-block-sums=least=2000000 | FileCheck %s --check-prefix=LONG
// RUN: lagrad-opt %s --lagrad-block-sums=most=4 | FileCheck %s --check-prefix=FEW
// RUN: not lagrad-opt %s --lagrad-block-sums=least=1 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: option 'least' of 'lagrad-block-sums' is 2 or more, not 1
// LONG-NOT: scf.for

#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// Blocks of a power of two that lie side by side, and what is left of the last one.
// CHECK-LABEL: func.func @long(
// CHECK-SAME:    %[[X:.*]]: memref<100000xf32>, %[[S:.*]]: memref<f32>)
// CHECK:         memref.alloca() : memref<f32>
// CHECK-DAG:     %[[PART:.*]] = memref.alloca() : memref<f32>
// CHECK-DAG:     %[[STEP:.*]] = arith.constant 1024 : index
// CHECK-DAG:     %[[END:.*]] = arith.constant 99328 : index
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %[[END]] step %[[STEP]] {
// CHECK:           linalg.generic {{.*}} outs(%[[PART]] : memref<f32>)
// CHECK:             linalg.yield %cst
// CHECK:           %[[BLOCK:.*]] = memref.subview %[[X]][%[[I]]] [1024] [1]
// CHECK:           linalg.generic {{.*}} ins(%[[BLOCK]] : {{.*}}) outs(%[[PART]] : memref<f32>)
// CHECK:             arith.addf
// CHECK:           linalg.generic {{.*}} ins(%[[PART]] : memref<f32>) outs(%[[S]] : memref<f32>)
// CHECK:         }
// CHECK:         memref.subview %[[X]][99328] [672] [1]
// CHECK:         return
func.func @long(%x: memref<100000xf32>, %s: memref<f32>) {
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%x : memref<100000xf32>) outs(%s : memref<f32>) {
  ^bb0(%a: f32, %old: f32):
    %0 = arith.mulf %a, %a : f32
    %1 = arith.addf %old, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// Sums over several dimensions, one for each of some results: the longest dimension is cut.
// CHECK-LABEL: func.func @channels(
// CHECK:         memref.alloca() : memref<8xf32>
// CHECK:         scf.for
// CHECK:           memref.subview %{{.*}}[0, %{{.*}}, 0] [4, 256, 8] [1, 1, 1]
// FEW-LABEL:   func.func @channels(
// FEW-NOT:       scf.for
// FEW:           return
#all = affine_map<(i, j, c) -> (i, j, c)>
#last = affine_map<(i, j, c) -> (c)>
func.func @channels(%x: memref<4x4096x8xf32>, %m: memref<8xf32>, %s: memref<8xf32>) {
  linalg.generic {indexing_maps = [#all, #last, #last], iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%x, %m : memref<4x4096x8xf32>, memref<8xf32>) outs(%s : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %0 = arith.subf %a, %b : f32
    %1 = arith.addf %0, %old : f32
    linalg.yield %1 : f32
  }
  return
}

// Of images the outermost dimension is cut that leaves a block of one of its indices: blocks lie along memory.
// CHECK-LABEL: func.func @images(
// CHECK:         scf.for %[[IMAGE:.*]] = %{{.*}} to %c16{{.*}} step %c1
// CHECK:           memref.subview %{{.*}}[%[[IMAGE]], 0, 0, 0] [1, 8, 32, 32] [1, 1, 1, 1]
#image = affine_map<(c, n, i, j) -> (n, c, i, j)>
#channel = affine_map<(c, n, i, j) -> (c)>
func.func @images(%x: memref<16x8x32x32xf32>, %s: memref<8xf32>) {
  linalg.generic {indexing_maps = [#image, #channel],
                  iterator_types = ["parallel", "reduction", "reduction", "reduction"]}
      ins(%x : memref<16x8x32x32xf32>) outs(%s : memref<8xf32>) {
  ^bb0(%a: f32, %old: f32):
    %0 = arith.addf %old, %a : f32
    linalg.yield %0 : f32
  }
  return
}

// Wide floats, products of matrices, what must round as it stands, other reductions and unknown sizes stay.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     scf.for
// CHECK:         return
#left = affine_map<(i, j, k) -> (i, k)>
#right = affine_map<(i, j, k) -> (k, j)>
#out = affine_map<(i, j, k) -> (i, j)>
func.func @others(%x: memref<100000xf64>, %s: memref<f64>, %y: memref<100000xf32>, %t: memref<f32>, %z: memref<?xf32>,
                  %a: memref<4x100000xf32>, %b: memref<100000x4xf32>, %c: memref<4x4xf32>) {
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%x : memref<100000xf64>) outs(%s : memref<f64>) {
  ^bb0(%in: f64, %old: f64):
    %0 = arith.addf %old, %in : f64
    linalg.yield %0 : f64
  }
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%y : memref<100000xf32>) outs(%t : memref<f32>) {
  ^bb0(%in: f32, %old: f32):
    %0 = arith.addf %old, %in {lagrad.exact} : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%y : memref<100000xf32>) outs(%t : memref<f32>) {
  ^bb0(%in: f32, %old: f32):
    %0 = arith.maximumf %old, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]}
      ins(%z : memref<?xf32>) outs(%t : memref<f32>) {
  ^bb0(%in: f32, %old: f32):
    %0 = arith.addf %old, %in : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<4x100000xf32>, memref<100000x4xf32>) outs(%c : memref<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %0 = arith.mulf %p, %q : f32
    %1 = arith.addf %old, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
