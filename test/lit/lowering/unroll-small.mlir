// RUN: lagrad-opt %s --lagrad-unroll-small | FileCheck %s

#r = affine_map<(i, v, l) -> (i, l)>
#x = affine_map<(i, v, l) -> (l, v)>
#y = affine_map<(i, v, l) -> (i, v)>

// The matrix is read before the loop, each element of the arrays once in it.
// CHECK-LABEL: func.func @turned(
// CHECK-SAME:    %[[R:.*]]: memref<3x3xf64>, %[[X:.*]]: memref<3x?xf64>, %[[Y:.*]]: memref<3x?xf64>
// CHECK-COUNT-9: memref.load %[[R]]
// CHECK:         scf.for
// CHECK-NOT:       memref.load %[[R]]
// CHECK-COUNT-3:   memref.load %[[X]]
// CHECK-COUNT-3:   memref.load %[[Y]]
// CHECK-COUNT-9:   arith.mulf
// CHECK-COUNT-3:   memref.store %{{.*}}, %[[Y]]
// CHECK-NOT:     scf.for
func.func @turned(%r: memref<3x3xf64>, %x: memref<3x?xf64>, %y: memref<3x?xf64>) {
  linalg.generic {indexing_maps = [#r, #x, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%r, %x : memref<3x3xf64>, memref<3x?xf64>) outs(%y : memref<3x?xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %1 = arith.mulf %p, %q : f64
    %2 = arith.addf %o, %1 : f64
    linalg.yield %2 : f64
  }
  return
}

// Loops run over what is neither small nor along memory; a number that changes with them is read inside.
// CHECK-LABEL: func.func @weighted(
// CHECK-SAME:    %[[A:.*]]: memref<?x2x4xf32>, %[[W:.*]]: memref<?x?xf32>
// CHECK:         scf.for %[[B:.*]] =
// CHECK-COUNT-8:   memref.load %[[A]][%[[B]]
// CHECK:           scf.for %[[V:.*]] =
// CHECK:             memref.load %[[W]][%[[B]], %[[V]]]
// CHECK-COUNT-16:    arith.mulf
// CHECK-COUNT-2:     memref.store
func.func @weighted(%a: memref<?x2x4xf32>, %w: memref<?x?xf32>, %x: memref<4x?xf32>, %y: memref<2x?xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, v, b, k) -> (b, i, k)>, affine_map<(i, v, b, k) -> (b, v)>,
                                   affine_map<(i, v, b, k) -> (k, v)>, affine_map<(i, v, b, k) -> (i, v)>],
                  iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %w, %x : memref<?x2x4xf32>, memref<?x?xf32>, memref<4x?xf32>) outs(%y : memref<2x?xf32>) {
  ^bb0(%p: f32, %q: f32, %r: f32, %o: f32):
    %1 = arith.mulf %q, %r : f32
    %2 = arith.mulf %p, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  }
  return
}

// Few products along memory, or none that are added up, or arrays that are short: as it was.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     scf.for
func.func @others(%a: memref<?x4xf64>, %b: memref<4x?xf64>, %c: memref<?x?xf64>, %d: memref<4x?xf64>, %e: memref<4x4xf64>, %f: memref<4x8xf64>, %g: memref<4x8xf64>) attributes {lagrad.interface = () -> ()} {
  linalg.generic {indexing_maps = [#r, #x, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x4xf64>, memref<4x?xf64>) outs(%c : memref<?x?xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %1 = arith.mulf %p, %q : f64
    %2 = arith.addf %o, %1 : f64
    linalg.yield %2 : f64
  }
  linalg.generic {indexing_maps = [affine_map<(i, v) -> (i, v)>, affine_map<(i, v) -> (i, v)>], iterator_types = ["parallel", "parallel"]}
      ins(%b : memref<4x?xf64>) outs(%d : memref<4x?xf64>) {
  ^bb0(%p: f64, %o: f64):
    %1 = arith.mulf %p, %p : f64
    linalg.yield %1 : f64
  }
  linalg.generic {indexing_maps = [#r, #x, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%e, %f : memref<4x4xf64>, memref<4x8xf64>) outs(%g : memref<4x8xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %1 = arith.mulf %p, %q : f64
    %2 = arith.addf %o, %1 : f64
    linalg.yield %2 : f64
  }
  return
}

// What an array is filled with, a number or one for each row, is where its sums begin; it is not read.
// CHECK-LABEL: func.func @filled(
// CHECK-SAME:    %[[R:.*]]: memref<3x3xf64>, %[[X:.*]]: memref<3x?xf64>, %[[Y:.*]]: memref<3x?xf64>, %[[S:.*]]: memref<3xf64>
// CHECK-NOT:     linalg.generic
// CHECK:         scf.for
// CHECK-NOT:       memref.load %[[Y]]
// CHECK-COUNT-3:   memref.store %{{.*}}, %[[Y]]
// CHECK-NOT:     linalg.generic
// CHECK-COUNT-3: memref.load %[[S]]
// CHECK:         scf.for
// CHECK-NOT:       memref.load %[[Y]]
// CHECK-NOT:       memref.load %[[S]]
// CHECK-COUNT-3:   memref.store %{{.*}}, %[[Y]]
func.func @filled(%r: memref<3x3xf64>, %x: memref<3x?xf64>, %y: memref<3x?xf64>, %s: memref<3xf64>) attributes {lagrad.interface = () -> ()} {
  %zero = arith.constant 0.0 : f64
  linalg.fill ins(%zero : f64) outs(%y : memref<3x?xf64>)
  linalg.generic {indexing_maps = [#r, #x, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%r, %x : memref<3x3xf64>, memref<3x?xf64>) outs(%y : memref<3x?xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %1 = arith.mulf %p, %q : f64
    %2 = arith.addf %o, %1 : f64
    linalg.yield %2 : f64
  }
  linalg.generic {indexing_maps = [affine_map<(i, v) -> (i)>, affine_map<(i, v) -> (i, v)>], iterator_types = ["parallel", "parallel"]}
      ins(%s : memref<3xf64>) outs(%y : memref<3x?xf64>) {
  ^bb0(%p: f64, %o: f64):
    linalg.yield %p : f64
  }
  %whole = memref.subview %r[0, 0] [3, 3] [1, 1] : memref<3x3xf64> to memref<3x3xf64, strided<[3, 1]>>
  linalg.generic {indexing_maps = [#r, #x, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%whole, %x : memref<3x3xf64, strided<[3, 1]>>, memref<3x?xf64>) outs(%y : memref<3x?xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %1 = arith.mulf %p, %q : f64
    %2 = arith.addf %o, %1 : f64
    linalg.yield %2 : f64
  }
  return
}

// Not where somebody reads it before, nor where a loop adds to the same elements again.
// CHECK-LABEL: func.func @read_before(
// CHECK:         linalg.fill
// CHECK:         memref.load %{{.*}}[%{{.*}}, %{{.*}}]
// CHECK:         linalg.fill
// CHECK:         memref.store
func.func @read_before(%a: memref<?x2x4xf32>, %w: memref<?x?xf32>, %x: memref<4x?xf32>, %y: memref<2x?xf32>, %r: memref<2x4xf32>, %z: memref<2x?xf32>) -> f32 attributes {lagrad.interface = () -> ()} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  linalg.fill ins(%zero : f32) outs(%z : memref<2x?xf32>)
  %first = memref.load %z[%c0, %c0] : memref<2x?xf32>
  linalg.generic {indexing_maps = [#r, #x, #y], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%r, %x : memref<2x4xf32>, memref<4x?xf32>) outs(%z : memref<2x?xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %1 = arith.mulf %p, %q : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  }
  linalg.fill ins(%zero : f32) outs(%y : memref<2x?xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, v, b, k) -> (b, i, k)>, affine_map<(i, v, b, k) -> (b, v)>,
                                   affine_map<(i, v, b, k) -> (k, v)>, affine_map<(i, v, b, k) -> (i, v)>],
                  iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %w, %x : memref<?x2x4xf32>, memref<?x?xf32>, memref<4x?xf32>) outs(%y : memref<2x?xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32, %o: f32):
    %1 = arith.mulf %q, %s : f32
    %2 = arith.mulf %p, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  }
  return %first : f32
}

// Nothing is long: rows of the result are vectors, for one matrix after the other.
// CHECK-LABEL: func.func @frames(
// CHECK-SAME:    %[[A:.*]]: memref<20x3x4xf64>, %[[B:.*]]: memref<4x4xf64, strided<[?, 1]>>, %[[Y:.*]]: memref<20x3x4xf64>
// CHECK-NOT:     linalg.generic
// CHECK:         scf.for %[[D:.*]] =
// CHECK-COUNT-12:  memref.load %[[A]][%[[D]]
// CHECK-COUNT-4:   vector.load %[[B]]{{.*}}, vector<4xf64>
// CHECK-NOT:       vector.load %[[Y]]
// CHECK-COUNT-12:  arith.mulf {{.*}} fastmath<contract> : vector<4xf64>
// CHECK-COUNT-3:   vector.store %{{.*}}, %[[Y]][%[[D]]
// CHECK-NOT:     scf.for
func.func @frames(%a: memref<20x3x4xf64>, %b: memref<4x4xf64, strided<[?, 1]>>, %y: memref<20x3x4xf64>) attributes {lagrad.interface = () -> ()} {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c20 = arith.constant 20 : index
  linalg.fill ins(%zero : f64) outs(%y : memref<20x3x4xf64>)
  linalg.generic {indexing_maps = [affine_map<(d, i, k, l) -> (d, i, l)>, affine_map<(d, i, k, l) -> (l, k)>, affine_map<(d, i, k, l) -> (d, i, k)>],
                  iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<20x3x4xf64>, memref<4x4xf64, strided<[?, 1]>>) outs(%y : memref<20x3x4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %1 = arith.mulf %p, %q fastmath<contract> : f64
    %2 = arith.addf %o, %1 : f64
    linalg.yield %2 : f64
  }
  return
}

// Rows that do not lie in memory one element after the other stay as they are.
// CHECK-LABEL: func.func @columns(
// CHECK-NOT:     vector.
// CHECK:         linalg.generic
func.func @columns(%a: memref<3x4xf64>, %b: memref<4x4xf64, strided<[1, ?]>>, %y: memref<3x4xf64>) attributes {lagrad.interface = () -> ()} {
  linalg.generic {indexing_maps = [affine_map<(i, k, l) -> (i, l)>, affine_map<(i, k, l) -> (l, k)>, affine_map<(i, k, l) -> (i, k)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<3x4xf64>, memref<4x4xf64, strided<[1, ?]>>) outs(%y : memref<3x4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %1 = arith.mulf %p, %q : f64
    %2 = arith.addf %o, %1 : f64
    linalg.yield %2 : f64
  }
  return
}

// A loop over functions may run several trips at once.
// CHECK-LABEL: func.func @among_functions(
// CHECK:         linalg.generic
func.func @among_functions(%a: memref<9x4x4xf64>, %x: memref<9xf64>, %b: memref<4x4xf64>, %y: memref<9x4x4xf64>) attributes {lagrad.interface = () -> ()} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %d = %c0 to %c9 step %c1 {
    %v = memref.load %x[%d] : memref<9xf64>
    %sin = math.sin %v : f64
    memref.store %sin, %a[%d, %c1, %c1] : memref<9x4x4xf64>
    %ad = memref.subview %a[%d, 0, 0] [1, 4, 4] [1, 1, 1] : memref<9x4x4xf64> to memref<4x4xf64, strided<[4, 1], offset: ?>>
    %yd = memref.subview %y[%d, 0, 0] [1, 4, 4] [1, 1, 1] : memref<9x4x4xf64> to memref<4x4xf64, strided<[4, 1], offset: ?>>
    linalg.generic {indexing_maps = [affine_map<(i, k, l) -> (i, l)>, affine_map<(i, k, l) -> (l, k)>, affine_map<(i, k, l) -> (i, k)>],
                    iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%ad, %b : memref<4x4xf64, strided<[4, 1], offset: ?>>, memref<4x4xf64>) outs(%yd : memref<4x4xf64, strided<[4, 1], offset: ?>>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %1 = arith.mulf %p, %q : f64
      %2 = arith.addf %o, %1 : f64
      linalg.yield %2 : f64
    }
  }
  return
}

// A product of matrices that are long in each direction, as of a convolution with the channels last, is for a library.
// CHECK-LABEL: func.func @windows(
// CHECK-NOT:     scf.for
// CHECK:         linalg.generic
func.func @windows(%u: memref<30x30x3x3x32xf32>, %k: memref<3x3x32x64xf32>, %y: memref<30x30x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(h, w, f, i, j, c) -> (h, w, i, j, c)>, affine_map<(h, w, f, i, j, c) -> (i, j, c, f)>,
                                   affine_map<(h, w, f, i, j, c) -> (h, w, f)>],
                  iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%u, %k : memref<30x30x3x3x32xf32>, memref<3x3x32x64xf32>) outs(%y : memref<30x30x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
