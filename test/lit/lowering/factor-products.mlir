// RUN: lagrad-opt %s --lagrad-factor-products | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#km = affine_map<(k, m, n) -> (m, k)>
#kt = affine_map<(k, m, n) -> (n, k)>
#kc = affine_map<(k, m, n) -> (m, n)>

// a x + a y^T, the second with its dimensions in another order and subtracted.
// CHECK-LABEL: func.func @turned(
// CHECK-SAME:    %[[A:.*]]: tensor<?x4xf64>, %[[X:.*]]: tensor<4x?xf64>, %[[Y:.*]]: tensor<?x4xf64>, %[[C:.*]]: tensor<?x?xf64>)
// CHECK:         %[[S:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[Y]] : {{.*}}) outs(%{{.*}} : tensor<4x?xf64>)
// CHECK:           arith.subf
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[S]] : {{.*}}) outs(%[[C]] : tensor<?x?xf64>)
// CHECK-NOT:     linalg.generic
// CHECK:         return %[[R]]
func.func @turned(%a: tensor<?x4xf64>, %x: tensor<4x?xf64>, %y: tensor<?x4xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %x : tensor<?x4xf64>, tensor<4x?xf64>) outs(%c : tensor<?x?xf64>) {
  ^bb0(%l: f64, %r: f64, %out: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.addf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %1 = linalg.generic {indexing_maps = [#kt, #km, #kc], iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%y, %a : tensor<?x4xf64>, tensor<?x4xf64>) outs(%0 : tensor<?x?xf64>) {
  ^bb0(%r: f64, %l: f64, %out: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.subf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  return %1 : tensor<?x?xf64>
}

// Somebody else reads the first product; the factor in common is read in another way; none is in common.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-5: linalg.generic
// CHECK-NOT:     linalg.generic
func.func @others(%a: tensor<?x?xf64>, %x: tensor<?x?xf64>, %y: tensor<?x?xf64>, %c: tensor<?x?xf64>)
    -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %0 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) {
  ^bb0(%l: f64, %r: f64, %out: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.addf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %1 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %y : tensor<?x?xf64>, tensor<?x?xf64>) outs(%0 : tensor<?x?xf64>) {
  ^bb0(%l: f64, %r: f64, %out: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.addf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %2 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %a : tensor<?x?xf64>, tensor<?x?xf64>) outs(%1 : tensor<?x?xf64>) {
  ^bb0(%l: f64, %r: f64, %out: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.addf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %3 = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%y, %y : tensor<?x?xf64>, tensor<?x?xf64>) outs(%2 : tensor<?x?xf64>) {
  ^bb0(%l: f64, %r: f64, %out: f64):
    %p = arith.mulf %l, %r : f64
    %s = arith.addf %out, %p : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %4 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%3 : tensor<?x?xf64>) {
  ^bb0(%l: f64, %r: f64, %out: f64):
    %p = arith.mulf %l, %r : f64
    %q = arith.mulf %p, %p : f64
    %s = arith.addf %out, %q : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  return %0, %3, %4 : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}

// Numbers that the products have beside their factors, and products that are zero wherever one of the factors is, even times infinity.
// CHECK-LABEL: func.func @with_more(
// CHECK-SAME:    %[[A:.*]]: tensor<?x?xf64>, %[[X:.*]]: tensor<?x?xf64>, %[[Y:.*]]: tensor<?x?xf64>, %[[C:.*]]: tensor<?x?xf64>, %{{.*}}: f64, %{{.*}}: f64)
// CHECK:         linalg.generic {{.*}} ins(%[[A]], %[[X]] : {{.*}}) outs(%[[C]] :
// CHECK:         linalg.generic {{.*}} ins(%[[A]], %[[Y]] :
// CHECK:         linalg.generic {{.*}} ins(%[[A]], %[[X]] : {{.*}}) outs(%[[C]] :
// CHECK:         linalg.generic {{.*}} ins(%[[A]], %[[Y]] :
func.func @with_more(%a: tensor<?x?xf64>, %x: tensor<?x?xf64>, %y: tensor<?x?xf64>, %c: tensor<?x?xf64>, %f: f64, %g: f64) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %zero = arith.constant 0.0 : f64
  %0 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) {
  ^bb0(%l: f64, %r: f64, %out: f64):
    %p = arith.mulf %l, %r : f64
    %q = arith.mulf %p, %f : f64
    %s = arith.addf %out, %q : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %1 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %y : tensor<?x?xf64>, tensor<?x?xf64>) outs(%0 : tensor<?x?xf64>) {
  ^bb0(%l: f64, %r: f64, %out: f64):
    %p = arith.mulf %l, %r : f64
    %q = arith.mulf %p, %g : f64
    %s = arith.addf %out, %q : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %2 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%c : tensor<?x?xf64>) {
  ^bb0(%l: f64, %r: f64, %out: f64):
    %none = arith.cmpf oeq, %r, %zero : f64
    %p = arith.mulf %l, %r : f64
    %q = arith.select %none, %zero, %p : f64
    %s = arith.addf %out, %q : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %3 = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %y : tensor<?x?xf64>, tensor<?x?xf64>) outs(%2 : tensor<?x?xf64>) {
  ^bb0(%l: f64, %r: f64, %out: f64):
    %none = arith.cmpf oeq, %r, %zero : f64
    %p = arith.mulf %l, %r : f64
    %q = arith.select %none, %zero, %p : f64
    %s = arith.addf %out, %q : f64
    linalg.yield %s : f64
  } -> tensor<?x?xf64>
  return %1, %3 : tensor<?x?xf64>, tensor<?x?xf64>
}
