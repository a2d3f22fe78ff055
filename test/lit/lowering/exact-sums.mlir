// RUN: lagrad-opt %s --lagrad-order-loops --convert-linalg-to-loops | FileCheck %s --check-prefix=ORDER
// RUN: lagrad-opt %s --lagrad-convert-linalg-to-blas | FileCheck %s --check-prefix=LIBRARY
// RUN: lagrad-opt %s --lagrad-unroll-small | FileCheck %s --check-prefix=UNROLL
// RUN: lagrad-opt %s --convert-linalg-to-loops "--lagrad-distribute-loops=threads=2 sums=1" \
// RUN:   | FileCheck %s --check-prefix=THREADS

// Sums marked lagrad.exact keep the order of the program: no pass reorders them, and no library adds them up.

// Along the rows of %a, k would be the outer loop.
// ORDER-LABEL: func.func @over_two(
// ORDER:         scf.for %[[I:.*]] =
// ORDER:           scf.for %[[J:.*]] =
// ORDER:             memref.load %{{.*}}[%[[J]], %[[I]]]
func.func @over_two(%a: memref<?x?xf64>, %c: memref<f64>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>],
                  iterator_types = ["reduction", "reduction"]} ins(%a : memref<?x?xf64>) outs(%c : memref<f64>) {
    ^bb0(%x: f64, %out: f64):
      %0 = arith.addf %out, %x {lagrad.exact} : f64
      linalg.yield %0 : f64
  }
  return
}

// LIBRARY-LABEL: func.func @product(
// LIBRARY-NOT:     call
// LIBRARY:         linalg.generic
// LIBRARY:         return
func.func @product(%a: memref<64x64xf64>, %b: memref<64x64xf64>, %c: memref<64x64xf64>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                                   affine_map<(i, j, k) -> (i, j)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<64x64xf64>, memref<64x64xf64>) outs(%c : memref<64x64xf64>) {
    ^bb0(%x: f64, %y: f64, %out: f64):
      %0 = arith.mulf %x, %y {lagrad.exact} : f64
      %1 = arith.addf %out, %0 {lagrad.exact} : f64
      linalg.yield %1 : f64
  }
  return
}

// UNROLL-LABEL: func.func @small(
// UNROLL-NOT:     scf.for
// UNROLL:         linalg.generic
func.func @small(%r: memref<3x3xf64>, %x: memref<3x?xf64>, %y: memref<3x?xf64>) {
  linalg.generic {indexing_maps = [affine_map<(i, l, v) -> (i, l)>, affine_map<(i, l, v) -> (l, v)>,
                                   affine_map<(i, l, v) -> (i, v)>],
                  iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%r, %x : memref<3x3xf64>, memref<3x?xf64>) outs(%y : memref<3x?xf64>) {
    ^bb0(%p: f64, %q: f64, %out: f64):
      %0 = arith.mulf %p, %q {lagrad.exact} : f64
      %1 = arith.addf %out, %0 {lagrad.exact} : f64
      linalg.yield %1 : f64
  }
  return
}

// THREADS-LABEL: func.func @carried(
// THREADS-NOT:     GOMP_parallel
func.func @carried(%a: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%t = %zero) -> f64 {
    %x = memref.load %a[%i] : memref<?xf64>
    %y = arith.addf %t, %x {lagrad.exact} : f64
    scf.yield %y : f64
  }
  return %s : f64
}
