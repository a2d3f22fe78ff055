// RUN: lagrad-opt %s --lagrad-slice-functions --canonicalize --cse | FileCheck %s

// A slice of unit vectors, with fewer dimensions, an offset and a step: computed from its own indices. The whole is not computed.
// CHECK-LABEL: func.func @units(
// CHECK-SAME:    %[[N:.*]]: index, %[[AT:.*]]: index)
// CHECK-DAG:     %[[C2:.*]] = arith.constant 2 : index
// CHECK:         %[[E:.*]] = tensor.empty(%[[N]]) : tensor<2x?xf64>
// CHECK-NEXT:    %[[R:.*]] = linalg.generic {{.*}} outs(%[[E]] : tensor<2x?xf64>)
// CHECK:           %[[J:.*]] = linalg.index 0
// CHECK:           %[[K:.*]] = linalg.index 1
// CHECK:           %[[STEPS:.*]] = arith.muli %[[K]], %[[C2]]
// CHECK:           %[[PLACE:.*]] = arith.addi %[[AT]], %[[STEPS]]
// CHECK:           arith.cmpi eq, %[[J]], %[[PLACE]]
// CHECK-NOT:     linalg.generic
// CHECK:         return %[[R]]
func.func @units(%n: index, %at: index) -> tensor<2x?xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %c100 = arith.constant 100 : index
  %e = tensor.empty(%c100) : tensor<3x2x?xf64>
  %u = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%e : tensor<3x2x?xf64>) {
    ^bb0(%o: f64):
      %j = linalg.index 1 : index
      %k = linalg.index 2 : index
      %same = arith.cmpi eq, %j, %k : index
      %v = arith.select %same, %one, %zero : f64
      linalg.yield %v : f64
  } -> tensor<3x2x?xf64>
  %s = tensor.extract_slice %u[1, 0, %at] [1, 2, %n] [1, 1, 2] : tensor<3x2x?xf64> to tensor<2x?xf64>
  return %s : tensor<2x?xf64>
}

// Slices of slices, and an index that the slice has only one of.
// CHECK-LABEL: func.func @twice(
// CHECK-NOT:     tensor.extract_slice
// CHECK:         linalg.generic {{.*}} iterator_types = ["parallel"]} outs(%{{.*}} : tensor<3xf64>)
// CHECK-NOT:     tensor.extract_slice
// CHECK:         return
func.func @twice() -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<8x8xf64>
  %u = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<8x8xf64>) {
    ^bb0(%o: f64):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %less = arith.cmpi slt, %i, %j : index
      %v = arith.select %less, %one, %zero : f64
      linalg.yield %v : f64
  } -> tensor<8x8xf64>
  %s = tensor.extract_slice %u[2, 1] [5, 6] [1, 1] : tensor<8x8xf64> to tensor<5x6xf64>
  %t = tensor.extract_slice %s[1, 0] [1, 3] [1, 2] : tensor<5x6xf64> to tensor<3xf64>
  return %t : tensor<3xf64>
}

// Not what takes long to compute, and not what is read from memory.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-2: tensor.extract_slice
func.func @others(%x: tensor<8x8xf64>, %a: f64) -> (tensor<3xf64>, tensor<3xf64>) {
  %e = tensor.empty() : tensor<8x8xf64>
  %u = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<8x8xf64>) {
    ^bb0(%o: f64):
      %i = linalg.index 0 : index
      %n = arith.index_cast %i : index to i64
      %f = arith.sitofp %n : i64 to f64
      %v = math.sin %f : f64
      linalg.yield %v : f64
  } -> tensor<8x8xf64>
  %w = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%x : tensor<8x8xf64>) {
    ^bb0(%o: f64):
      %v = arith.addf %o, %a : f64
      linalg.yield %v : f64
  } -> tensor<8x8xf64>
  %s = tensor.extract_slice %u[2, 1] [1, 3] [1, 1] : tensor<8x8xf64> to tensor<3xf64>
  %t = tensor.extract_slice %w[2, 1] [1, 3] [1, 1] : tensor<8x8xf64> to tensor<3xf64>
  return %s, %t : tensor<3xf64>, tensor<3xf64>
}

// Nor in every trip of a loop, or beside the whole tensor, which is in memory then.
// CHECK-LABEL: func.func @again(
// CHECK-COUNT-2: tensor.extract_slice
func.func @again(%n: index) -> (tensor<3xf64>, tensor<8x8xf64>, tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<8x8xf64>
  %u = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<8x8xf64>) {
    ^bb0(%o: f64):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %less = arith.cmpi slt, %i, %j : index
      %v = arith.select %less, %one, %zero : f64
      linalg.yield %v : f64
  } -> tensor<8x8xf64>
  %w = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<8x8xf64>) {
    ^bb0(%o: f64):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %same = arith.cmpi eq, %i, %j : index
      %v = arith.select %same, %one, %zero : f64
      linalg.yield %v : f64
  } -> tensor<8x8xf64>
  %none = tensor.empty() : tensor<3xf64>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%before = %none) -> tensor<3xf64> {
    %row = tensor.extract_slice %u[%k, 1] [1, 3] [1, 1] : tensor<8x8xf64> to tensor<3xf64>
    %next = arith.addf %row, %before : tensor<3xf64>
    scf.yield %next : tensor<3xf64>
  }
  %s = tensor.extract_slice %w[2, 1] [1, 3] [1, 1] : tensor<8x8xf64> to tensor<3xf64>
  return %last, %w, %s : tensor<3xf64>, tensor<8x8xf64>, tensor<3xf64>
}
