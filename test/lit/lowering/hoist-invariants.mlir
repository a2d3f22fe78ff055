// RUN: lagrad-opt %s --lagrad-hoist-invariants --canonicalize | FileCheck %s

// exp(x[i]) is computed once for every d, a block of i at a time.
// CHECK-LABEL: func.func @once(
// CHECK-SAME:    %[[CT:.*]]: memref<8x?xf64>, %[[X:.*]]: memref<?xf64>, %[[OUT:.*]]: memref<8x?xf64>
// CHECK:         %[[W:.*]] = memref.alloca() : memref<256xf64>
// CHECK:         scf.for %[[BLOCK:.*]] = %{{.*}} to %{{.*}} step %c256
// CHECK:           scf.for %[[I:.*]] = %[[BLOCK]]
// CHECK:             %[[XI:.*]] = memref.load %[[X]][%[[I]]]
// CHECK:             %[[E:.*]] = math.exp %[[XI]]
// CHECK:             memref.store %[[E]], %[[W]]
// CHECK:           scf.for %[[D:.*]] = %c0 to %c8
// CHECK-NOT:         math.exp
// CHECK:             scf.for %[[I:.*]] = %[[BLOCK]]
// CHECK:               memref.load %[[W]]
// CHECK:               memref.load %[[CT]][%[[D]], %[[I]]]
// CHECK:               memref.store %{{.*}}, %[[OUT]][%[[D]], %[[I]]]
// CHECK-NOT:     linalg.generic
func.func @once(%ct: memref<8x?xf64>, %x: memref<?xf64>, %out: memref<8x?xf64>) {
  linalg.generic {indexing_maps = [affine_map<(d, i) -> (d, i)>, affine_map<(d, i) -> (i)>,
                                   affine_map<(d, i) -> (d, i)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%ct, %x : memref<8x?xf64>, memref<?xf64>) outs(%out : memref<8x?xf64>) {
    ^bb0(%c: f64, %a: f64, %o: f64):
      %0 = math.exp %a : f64
      %1 = arith.mulf %c, %0 : f64
      linalg.yield %1 : f64
  }
  return
}

// The stack buffer is the function's, not the loop's.
// CHECK-LABEL: func.func @in_loop(
// CHECK:         memref.alloca
// CHECK:         scf.for
// CHECK-NOT:       memref.alloca
func.func @in_loop(%ct: memref<8x?xf64>, %x: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %k = %c0 to %n step %c1 {
    linalg.generic {indexing_maps = [affine_map<(d, i) -> (i)>, affine_map<(d, i) -> (d, i)>],
                    iterator_types = ["parallel", "parallel"]}
        ins(%x : memref<?xf64>) outs(%ct : memref<8x?xf64>) {
      ^bb0(%a: f64, %o: f64):
        %0 = math.exp %a : f64
        %1 = arith.mulf %o, %0 : f64
        linalg.yield %1 : f64
    }
  }
  return
}

// A product costs no more than to be read: it is computed again for every d, in blocks, so that x comes from memory
// once.
// CHECK-LABEL: func.func @in_blocks(
// CHECK-NOT:     memref.alloca
// CHECK:         %[[LONG:.*]] = arith.cmpi sgt, %[[N:.*]], %c32768
// CHECK:         %[[STEP:.*]] = arith.select %[[LONG]], %c131072, %c512
// CHECK:         scf.for %[[BLOCK:.*]] = %{{.*}} to %[[N]] step %[[STEP]]
// CHECK:           scf.for %[[D:.*]] = %c0 to %c8
// CHECK:             scf.for %[[I:.*]] = %[[BLOCK]]
// CHECK:               memref.load %{{.*}}[%[[I]]] : memref<?xf64>
// CHECK:               arith.mulf
// CHECK-NOT:     linalg.generic
func.func @in_blocks(%x: memref<?xf64>, %out: memref<8x?xf64>) {
  linalg.generic {indexing_maps = [affine_map<(d, i) -> (i)>, affine_map<(d, i) -> (d, i)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?xf64>) outs(%out : memref<8x?xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = arith.mulf %a, %a : f64
      %1 = arith.mulf %o, %0 : f64
      linalg.yield %1 : f64
  }
  return
}

// Short rows stay in the first cache by themselves; columns are read once; and an output without the dimension sums
// over it.
// CHECK-LABEL: func.func @stays(
// CHECK-COUNT-3: linalg.generic
func.func @stays(%ct: memref<8x?xf64>, %x: memref<?xf64>, %short: memref<100xf64>, %rows: memref<8x100xf64>,
                 %columns: memref<?x8xf64>,
                 %sum: memref<?xf64>) {
  linalg.generic {indexing_maps = [affine_map<(d, i) -> (i)>, affine_map<(d, i) -> (d, i)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%short : memref<100xf64>) outs(%rows : memref<8x100xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = arith.mulf %o, %a : f64
      linalg.yield %0 : f64
  }
  linalg.generic {indexing_maps = [affine_map<(i, d) -> (i)>, affine_map<(i, d) -> (i, d)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<?xf64>) outs(%columns : memref<?x8xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = arith.mulf %o, %a : f64
      linalg.yield %0 : f64
  }
  linalg.generic {indexing_maps = [affine_map<(d, i) -> (d, i)>, affine_map<(d, i) -> (i)>, affine_map<(d, i) -> (i)>],
                  iterator_types = ["reduction", "parallel"]}
      ins(%ct, %x : memref<8x?xf64>, memref<?xf64>) outs(%sum : memref<?xf64>) {
    ^bb0(%c: f64, %a: f64, %o: f64):
      %0 = math.exp %a : f64
      %1 = arith.mulf %c, %0 : f64
      %2 = arith.addf %o, %1 : f64
      linalg.yield %2 : f64
  }
  return
}

// What is divided changes along no row: LLVM divides once for each.
// CHECK-LABEL: func.func @of_rows(
// CHECK-NOT:     scf.for
// CHECK:         linalg.generic
func.func @of_rows(%x: memref<8x4x32x32xf64>, %scale: memref<4xf64>) {
  linalg.generic {indexing_maps = [affine_map<(i, c, j, k) -> (c)>, affine_map<(i, c, j, k) -> (i, c, j, k)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%scale : memref<4xf64>) outs(%x : memref<8x4x32x32xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = arith.divf %a, %a : f64
      %1 = arith.mulf %o, %0 : f64
      linalg.yield %1 : f64
  }
  return
}

// Rows of few numbers share too little.
// CHECK-LABEL: func.func @of_short_rows(
// CHECK:         scf.for
// CHECK-NOT:     linalg.generic
func.func @of_short_rows(%x: memref<8x4x32x3xf64>, %scale: memref<4xf64>) {
  linalg.generic {indexing_maps = [affine_map<(i, c, j, k) -> (c)>, affine_map<(i, c, j, k) -> (i, c, j, k)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%scale : memref<4xf64>) outs(%x : memref<8x4x32x3xf64>) {
    ^bb0(%a: f64, %o: f64):
      %0 = arith.divf %a, %a : f64
      %1 = arith.mulf %o, %0 : f64
      linalg.yield %1 : f64
  }
  return
}
