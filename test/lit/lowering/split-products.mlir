// RUN: lagrad-opt %s --lagrad-split-products | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#k = affine_map<(m, n, k) -> (k)>
#none = affine_map<(m, n, k) -> ()>

// A factor that is computed is computed once for all columns, and each product is a contraction of its own.
// CHECK-DAG: #[[MK:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[KN:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[MN:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @two(
// CHECK-SAME:    %[[A:.*]]: tensor<?x?xf64>, %[[B:.*]]: tensor<?x?xf64>, %[[D:.*]]: tensor<?x?xf64>, %[[E:.*]]: tensor<?x?xf64>, %[[C:.*]]: tensor<?x?xf64>, %[[S:.*]]: f64
// CHECK:         %[[X:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%[[A]]
// CHECK:           math.exp
// CHECK:         %[[ONE:.*]] = linalg.generic {indexing_maps = [#[[MK]], #[[KN]], #[[MN]]], {{.*}} ins(%[[X]], %[[B]] {{.*}} outs(%[[C]]
// CHECK-NOT:       exp
// CHECK:           arith.addf
// CHECK:         %[[TWO:.*]] = linalg.generic {indexing_maps = [#[[MK]], #[[KN]], #{{.*}}, #[[MN]]], {{.*}} ins(%[[D]], %[[E]], %[[S]] {{.*}} outs(%[[ONE]]
// CHECK:           arith.subf
// CHECK:         return %[[TWO]]
func.func @two(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %d: tensor<?x?xf64>, %e: tensor<?x?xf64>, %c: tensor<?x?xf64>, %s: f64) -> tensor<?x?xf64> {
  %0 = linalg.generic {indexing_maps = [#mk, #kn, #mk, #kn, #none, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b, %d, %e, %s : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, f64) outs(%c : tensor<?x?xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64, %t: f64, %u: f64, %o: f64):
    %1 = math.exp %p : f64
    %2 = arith.mulf %1, %q : f64
    %3 = arith.mulf %r, %t : f64
    %4 = arith.mulf %3, %u : f64
    %5 = arith.subf %2, %4 : f64
    %6 = arith.addf %5, %o : f64
    linalg.yield %6 : f64
  } -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// A value and its tangent: one contraction for the first output, two for the second.
// CHECK-LABEL: func.func @with_tangent(
// CHECK-COUNT-3: linalg.generic
// CHECK-NOT:     linalg.generic
func.func @with_tangent(%a: tensor<?x?xf64>, %da: tensor<?x?xf64>, %b: tensor<?x?xf64>, %db: tensor<?x?xf64>, %c: tensor<?x?xf64>, %dc: tensor<?x?xf64>)
    -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %0:2 = linalg.generic {indexing_maps = [#mk, #mk, #kn, #kn, #mn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %da, %b, %db : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) outs(%c, %dc : tensor<?x?xf64>, tensor<?x?xf64>) {
  ^bb0(%x: f64, %dx: f64, %y: f64, %dy: f64, %o: f64, %do: f64):
    %1 = arith.mulf %x, %y : f64
    %2 = arith.mulf %dx, %y : f64
    %3 = arith.mulf %x, %dy : f64
    %4 = arith.addf %2, %3 : f64
    %5 = arith.addf %o, %1 : f64
    %6 = arith.addf %do, %4 : f64
    linalg.yield %5, %6 : f64, f64
  } -> (tensor<?x?xf64>, tensor<?x?xf64>)
  return %0#0, %0#1 : tensor<?x?xf64>, tensor<?x?xf64>
}

// A row is scaled where it is read for the first time.
// CHECK-LABEL: func.func @scaled(
// CHECK:         linalg.generic {{.*}} ins(%arg0, %arg1
// CHECK:           arith.mulf
// CHECK:         linalg.generic
// CHECK:         return
func.func @scaled(%a: tensor<?x?xf64>, %s: tensor<?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.generic {indexing_maps = [#mk, #k, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %s, %b : tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64, %o: f64):
    %1 = arith.mulf %q, %r : f64
    %2 = arith.mulf %p, %1 : f64
    %3 = arith.addf %o, %2 : f64
    linalg.yield %3 : f64
  } -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// What depends on all dimensions stays where it is; so does a small sum, one contraction, and what is no sum of products.
// CHECK-LABEL: func.func @stays(
// CHECK-COUNT-4: linalg.generic
// CHECK-NOT:     linalg.generic
func.func @stays(%a: tensor<?x?xf64>, %x: tensor<?xf64>, %y: tensor<?xf64>, %s: tensor<4x4xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>)
    -> (tensor<?xf64>, tensor<4x4xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%a, %x : tensor<?x?xf64>, tensor<?xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %1 = math.exp %p : f64
    %2 = arith.mulf %1, %q : f64
    %3 = arith.addf %o, %2 : f64
    linalg.yield %3 : f64
  } -> tensor<?xf64>
  %4 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%s, %s : tensor<4x4xf64>, tensor<4x4xf64>) outs(%s : tensor<4x4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %5 = math.exp %p : f64
    %6 = arith.mulf %5, %q : f64
    %7 = arith.addf %o, %6 : f64
    linalg.yield %7 : f64
  } -> tensor<4x4xf64>
  %8 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %9 = arith.mulf %p, %q : f64
    %10 = arith.addf %o, %9 : f64
    linalg.yield %10 : f64
  } -> tensor<?x?xf64>
  %11 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %12 = arith.addf %p, %q : f64
    %13 = arith.maximumf %o, %12 : f64
    linalg.yield %13 : f64
  } -> tensor<?x?xf64>
  return %0, %4, %8, %11 : tensor<?xf64>, tensor<4x4xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}
