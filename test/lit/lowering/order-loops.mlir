// RUN: lagrad-opt %s --lagrad-order-loops --convert-linalg-to-loops | FileCheck %s

// The adjoint of a matmul by its left factor, in the order its primal leaves: k would jump through %a.
// CHECK-LABEL: func.func @adjoint(
// CHECK-SAME:    %[[A:.*]]: memref<?x?xf64>, %[[B:.*]]: memref<?x?xf64>, %[[C:.*]]: memref<?x?xf64>
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           scf.for %[[K:.*]] =
// CHECK:             scf.for %[[J:.*]] =
// CHECK-DAG:           memref.load %[[A]][%[[K]], %[[J]]]
// CHECK-DAG:           memref.load %[[B]][%[[I]], %[[J]]]
// CHECK-DAG:           memref.load %[[C]][%[[I]], %[[K]]]
func.func @adjoint(%a: memref<?x?xf64>, %b: memref<?x?xf64>, %c: memref<?x?xf64>) {
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>,
                                   affine_map<(i, j, k) -> (i, k)>],
                  iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%a, %b : memref<?x?xf64>, memref<?x?xf64>) outs(%c : memref<?x?xf64>) {
    ^bb0(%x: f64, %y: f64, %out: f64):
      %0 = arith.mulf %x, %y : f64
      %1 = arith.addf %out, %0 : f64
      linalg.yield %1 : f64
  }
  return
}

// A dimension that the body asks for by number stays where it is.
// CHECK-LABEL: func.func @indexed(
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           scf.for %[[J:.*]] =
// CHECK:             memref.store %{{.*}}, %{{.*}}[%[[J]], %[[I]]]
func.func @indexed(%c: memref<?x?xindex>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
      outs(%c : memref<?x?xindex>) {
    ^bb0(%out: index):
      %0 = linalg.index 0 : index
      linalg.yield %0 : index
  }
  return
}

// A sum over two dimensions runs along the rows of what it reads.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME:    %[[A:.*]]: memref<?x?xf64>
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           scf.for %[[J:.*]] =
// CHECK:             memref.load %[[A]][%[[I]], %[[J]]]
func.func @sum(%a: memref<?x?xf64>, %c: memref<f64>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>],
                  iterator_types = ["reduction", "reduction"]}
      ins(%a : memref<?x?xf64>) outs(%c : memref<f64>) {
    ^bb0(%x: f64, %out: f64):
      %0 = arith.subf %out, %x : f64
      linalg.yield %0 : f64
  }
  return
}

// Another order of a polynomial's coefficients gives another value.
// CHECK-LABEL: func.func @horner(
// CHECK-SAME:    %[[A:.*]]: memref<?x?xf64>
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           scf.for %[[J:.*]] =
// CHECK:             memref.load %[[A]][%[[J]], %[[I]]]
func.func @horner(%a: memref<?x?xf64>, %at: f64, %c: memref<f64>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>],
                  iterator_types = ["reduction", "reduction"]}
      ins(%a : memref<?x?xf64>) outs(%c : memref<f64>) {
    ^bb0(%x: f64, %out: f64):
      %0 = arith.mulf %out, %at : f64
      %1 = arith.addf %0, %x : f64
      linalg.yield %1 : f64
  }
  return
}

// The last element stays: nothing reads what was there.
// CHECK-LABEL: func.func @last(
// CHECK-SAME:    %[[A:.*]]: memref<?x?xf64>
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           scf.for %[[J:.*]] =
// CHECK:             memref.load %[[A]][%[[J]], %[[I]]]
func.func @last(%a: memref<?x?xf64>, %c: memref<f64>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>],
                  iterator_types = ["reduction", "reduction"]}
      ins(%a : memref<?x?xf64>) outs(%c : memref<f64>) {
    ^bb0(%x: f64, %out: f64):
      linalg.yield %x : f64
  }
  return
}

// Windows that are added to: the adjoint of a convolution of each channel by its input. The longer one of what moves
// least is the innermost dimension.
// CHECK-LABEL: func.func @windows(
// CHECK-SAME:    %[[W:.*]]: memref<32x3xf32>{{.*}}, %[[CT:.*]]: memref<32x30xf32>{{.*}}, %[[X:.*]]: memref<32x32xf32>
// CHECK:         scf.for %[[C:.*]] =
// CHECK:           scf.for %[[K:.*]] =
// CHECK:             scf.for %[[I:.*]] =
// CHECK-DAG:           memref.load %[[W]][%[[C]], %[[K]]]
// CHECK-DAG:           memref.load %[[CT]][%[[C]], %[[I]]]
func.func @windows(%w: memref<32x3xf32> {llvm.noalias}, %ct: memref<32x30xf32> {llvm.noalias},
                   %x: memref<32x32xf32> {llvm.noalias}) {
  linalg.generic {indexing_maps = [affine_map<(i, c, k) -> (c, k)>, affine_map<(i, c, k) -> (c, i)>,
                                   affine_map<(i, c, k) -> (c, i + k)>],
                  iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%w, %ct : memref<32x3xf32>, memref<32x30xf32>) outs(%x : memref<32x32xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %out, %0 : f32
      linalg.yield %1 : f32
  }
  return
}

// Not so where they overwrite each other, where a sum rounds as it stands, and where they read what they write.
// CHECK-LABEL: func.func @kept(
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %c30
// CHECK:           scf.for %[[C:.*]] =
// CHECK:             scf.for %[[K:.*]] = %{{.*}} to %c3
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %c30
// CHECK:           scf.for %[[C:.*]] =
// CHECK:             scf.for %[[K:.*]] = %{{.*}} to %c3
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %c30
// CHECK:           scf.for %[[C:.*]] =
// CHECK:             scf.for %[[K:.*]] = %{{.*}} to %c3
func.func @kept(%w: memref<32x3xf32> {llvm.noalias}, %ct: memref<32x30xf32> {llvm.noalias},
                %x: memref<32x32xf32> {llvm.noalias}) {
  linalg.generic {indexing_maps = [affine_map<(i, c, k) -> (c, k)>, affine_map<(i, c, k) -> (c, i)>,
                                   affine_map<(i, c, k) -> (c, i + k)>],
                  iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%w, %ct : memref<32x3xf32>, memref<32x30xf32>) outs(%x : memref<32x32xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %0 = arith.mulf %a, %b : f32
      linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, c, k) -> (c, k)>, affine_map<(i, c, k) -> (c, i)>,
                                   affine_map<(i, c, k) -> (c, i + k)>],
                  iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%w, %ct : memref<32x3xf32>, memref<32x30xf32>) outs(%x : memref<32x32xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %out, %0 {lagrad.exact} : f32
      linalg.yield %1 : f32
  }
  %y = memref.subview %x[0, 0] [32, 30] [1, 1] : memref<32x32xf32> to memref<32x30xf32, strided<[32, 1]>>
  linalg.generic {indexing_maps = [affine_map<(i, c, k) -> (c, k)>, affine_map<(i, c, k) -> (c, i)>,
                                   affine_map<(i, c, k) -> (c, i + k)>],
                  iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%w, %y : memref<32x3xf32>, memref<32x30xf32, strided<[32, 1]>>) outs(%x : memref<32x32xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %0 = arith.mulf %a, %b : f32
      %1 = arith.addf %out, %0 : f32
      linalg.yield %1 : f32
  }
  return
}
