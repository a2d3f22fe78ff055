// RUN: lagrad-opt %s --lagrad-tile-columns="processor=x86-64-v4" | FileCheck %s

#ip = affine_map<(i, p) -> (i, p)>
#i  = affine_map<(i, p) -> (i)>
#p  = affine_map<(i, p) -> (p)>
#q  = affine_map<(p) -> (p)>
#none = affine_map<(p) -> ()>

// Sixteen columns are two registers: no mask. What all columns of a row share is one number.
// CHECK-LABEL: func.func @few(
// CHECK:         vector.load %{{.*}} : memref<16xf64>, vector<16xf64>
// CHECK:         scf.for {{.*}} -> (vector<16xf64>) {
// CHECK:           arith.divf %{{.*}}, %{{.*}} : f64
// CHECK:           arith.mulf %{{.*}}, %{{.*}} : vector<16xf64>
// CHECK:         vector.store
func.func @few(%x: memref<9x16xf64>, %w: memref<9xf64>) -> memref<16xf64> {
  %t = memref.alloc() : memref<16xf64>
  %u = memref.alloc() : memref<16xf64>
  %zero = arith.constant 0.0 : f64
  linalg.generic {indexing_maps = [#none, #q], iterator_types = ["parallel"]}
      ins(%zero : f64) outs(%t : memref<16xf64>) {
  ^bb0(%a: f64, %b: f64):
    linalg.yield %a : f64
  }
  %one = arith.constant 1.0 : f64
  linalg.generic {indexing_maps = [#ip, #i, #p], iterator_types = ["reduction", "parallel"]}
      ins(%x, %w : memref<9x16xf64>, memref<9xf64>) outs(%t : memref<16xf64>) {
  ^bb0(%a: f64, %b: f64, %s: f64):
    %0 = arith.divf %one, %b : f64
    %1 = arith.mulf %a, %0 : f64
    %2 = arith.addf %s, %1 : f64
    linalg.yield %2 : f64
  }
  linalg.generic {indexing_maps = [#q, #q], iterator_types = ["parallel"]} ins(%t : memref<16xf64>)
      outs(%u : memref<16xf64>) {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.mulf %a, %a : f64
    linalg.yield %0 : f64
  }
  return %u : memref<16xf64>
}

// The logarithm is one for all columns of a row: another pass computes it once.
// CHECK-LABEL: func.func @functions(
// CHECK-NOT:     vector
// CHECK:         linalg.generic
// CHECK-NOT:     vector
// CHECK:         return
func.func @functions(%x: memref<9x16xf64>, %w: memref<9xf64>) -> memref<16xf64> {
  %t = memref.alloc() : memref<16xf64>
  %u = memref.alloc() : memref<16xf64>
  %zero = arith.constant 0.0 : f64
  linalg.generic {indexing_maps = [#none, #q], iterator_types = ["parallel"]}
      ins(%zero : f64) outs(%t : memref<16xf64>) {
  ^bb0(%a: f64, %b: f64):
    linalg.yield %a : f64
  }
  linalg.generic {indexing_maps = [#ip, #i, #p], iterator_types = ["reduction", "parallel"]}
      ins(%x, %w : memref<9x16xf64>, memref<9xf64>) outs(%t : memref<16xf64>) {
  ^bb0(%a: f64, %b: f64, %s: f64):
    %0 = math.log %b : f64
    %1 = arith.mulf %a, %0 : f64
    %2 = arith.addf %s, %1 : f64
    linalg.yield %2 : f64
  }
  linalg.generic {indexing_maps = [#q, #q], iterator_types = ["parallel"]} ins(%t : memref<16xf64>)
      outs(%u : memref<16xf64>) {
  ^bb0(%a: f64, %b: f64):
    %0 = arith.mulf %a, %a : f64
    linalg.yield %0 : f64
  }
  return %u : memref<16xf64>
}
