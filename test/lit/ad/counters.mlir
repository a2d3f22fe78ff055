// RUN: lagrad-opt %s --pipeline='lagrad-differentiate,canonicalize,cse' | FileCheck %s

// A counter in a tensor, as exporters write it. It becomes a function of the iteration, and only the
// product is recorded: a scalar, not a tensor.
#map = affine_map<() -> ()>
func.func @f(%x: tensor<9xf32>) -> tensor<f32> {
  %zero = arith.constant dense<0> : tensor<i32>
  %nine = arith.constant dense<9> : tensor<i32>
  %one = arith.constant dense<1> : tensor<i32>
  %start = arith.constant dense<1.0> : tensor<f32>
  %r:2 = scf.while (%q = %zero, %s = %start) : (tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>) {
    %b = tensor.empty() : tensor<i1>
    %less = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []}
        ins(%q, %nine : tensor<i32>, tensor<i32>) outs(%b : tensor<i1>) {
    ^bb0(%l: i32, %r: i32, %o: i1):
      %c = arith.cmpi slt, %l, %r : i32
      linalg.yield %c : i1
    } -> tensor<i1>
    %go = tensor.extract %less[] : tensor<i1>
    scf.condition(%go) %q, %s : tensor<i32>, tensor<f32>
  } do {
  ^bb0(%q: tensor<i32>, %s: tensor<f32>):
    %k = tensor.extract %q[] : tensor<i32>
    %i = arith.index_cast %k : i32 to index
    %e = tensor.extract %x[%i] : tensor<9xf32>
    %t = tensor.empty() : tensor<f32>
    %p = linalg.generic {indexing_maps = [#map, #map], iterator_types = []}
        ins(%s : tensor<f32>) outs(%t : tensor<f32>) {
    ^bb0(%v: f32, %o: f32):
      %m = arith.mulf %v, %e : f32
      linalg.yield %m : f32
    } -> tensor<f32>
    %ei = tensor.empty() : tensor<i32>
    %n = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []}
        ins(%q, %one : tensor<i32>, tensor<i32>) outs(%ei : tensor<i32>) {
    ^bb0(%l: i32, %r: i32, %o: i32):
      %c = arith.addi %l, %r : i32
      linalg.yield %c : i32
    } -> tensor<i32>
    scf.yield %n, %p : tensor<i32>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}
// CHECK-LABEL: func.func @df(
// CHECK:         %[[TRIPS:.*]] = scf.while
// CHECK:         scf.for {{.*}} -> (f32, tensor<?xf32>) {
// CHECK-NOT:       tensor<?xi32>
// CHECK:         } {lagrad.tape = array<i64: 1>}
// CHECK:         scf.for {{.*}} -> (f32, tensor<9xf32>) {
func.func private @df(tensor<9xf32>, tensor<f32>) -> tensor<9xf32> attributes {lagrad.pullback = @f}
