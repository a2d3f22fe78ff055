// RUN: lagrad-opt %s --lagrad-skip-weights | FileCheck %s
// RUN: lagrad-opt %s --lagrad-skip-weights --remarks 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

#ij = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#left = affine_map<(i, j, n) -> (i, n)>
#right = affine_map<(i, j, n) -> (j, n)>
#out = affine_map<(i, j, n) -> (i, j)>

// Both sums over the weighted columns run over those whose weight is not zero, if these are few, and all that they are multiplied with is finite.
// REMARK: skip-weights.mlir:[[# @LINE + 33]]:8: remark: where many of the weights are zero, sums leave out what they are of
// CHECK-LABEL: func.func @weighted(
// CHECK-SAME:    %[[W:.*]]: tensor<?xf64>, %[[X:.*]]: tensor<?x?xf64>, %[[Z:.*]]: tensor<?x?xf64>, %[[Y:.*]]: tensor<?x?xf64>, %[[V:.*]]: tensor<?xf64>)
// CHECK:         %[[N:.*]] = tensor.dim %[[W]]
// CHECK:         %[[FOUND:.*]]:3 = scf.for %[[AT:[a-z0-9]+]] = %{{.*}} to %[[N]] {{.*}} iter_args(%[[COUNT:[a-z0-9]+]] = %{{[a-z0-9_]+}}, %[[PLACES:[a-z0-9]+]] =
// CHECK:           %[[ONE:.*]] = tensor.extract %[[W]][%[[AT]]]
// CHECK:           arith.cmpf une, %[[ONE]],
// CHECK:           tensor.insert %[[AT]] into %[[PLACES]][%[[COUNT]]]
// CHECK:         arith.cmpi sle
// CHECK:         scf.if
// CHECK:           linalg.generic {{.*}} ins(%[[X]] : tensor<?x?xf64>)
// CHECK:         scf.if
// CHECK:           linalg.generic {{.*}} ins(%[[Z]] : tensor<?x?xf64>)
// CHECK:         %[[SOME:.*]] = arith.select %[[PAYS:.*]], %[[FEW:.*]], %c0
// CHECK:         %[[TAKEN:.*]] = arith.select %[[PAYS]], %[[FEW]], %[[N]]
// CHECK:         %[[LEFT:.*]] = tensor.extract_slice %[[FOUND]]#2[0] [%[[SOME]]] [1]
// CHECK:         %[[WU:.*]] = "lagrad.either"(%[[PAYS]], %[[LEFT]], %[[W]])
// CHECK:           tensor.extract %[[FOUND]]#1[
// CHECK:           tensor.extract %[[X]][
// CHECK:         %[[XU:.*]] = "lagrad.either"(%[[PAYS]], %{{.*}}, %[[X]])
// CHECK:         tensor.empty(%{{.*}}, %[[TAKEN]])
// CHECK:           tensor.extract %[[Z]][
// CHECK:         %[[ZU:.*]] = "lagrad.either"(%[[PAYS]], %{{.*}}, %[[Z]])
// CHECK:         %[[T:.*]] = linalg.generic {{.*}} ins(%[[WU]], %[[XU]] :
// CHECK:         linalg.generic {{.*}} ["parallel", "parallel", "reduction"]} ins(%[[T]], %[[ZU]] :
// CHECK:         linalg.generic {{.*}} ["parallel", "reduction"]} ins(%[[T]] :
// CHECK:         return
func.func @weighted(%w: tensor<?xf64>, %x: tensor<?x?xf64>, %z: tensor<?x?xf64>, %y: tensor<?x?xf64>, %v: tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %e = tensor.empty(%d, %n) : tensor<?x?xf64>
  %t = linalg.generic {indexing_maps = [#j, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%w, %x : tensor<?xf64>, tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %p = arith.mulf %a, %b : f64
      linalg.yield %p : f64
  } -> tensor<?x?xf64>
  %r = linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%t, %z : tensor<?x?xf64>, tensor<?x?xf64>) outs(%y : tensor<?x?xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %p = arith.mulf %a, %b : f64
      %s = arith.addf %o, %p : f64
      linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %q = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%t : tensor<?x?xf64>) outs(%v : tensor<?xf64>) {
    ^bb0(%a: f64, %o: f64):
      %s = arith.addf %o, %a : f64
      linalg.yield %s : f64
  } -> tensor<?xf64>
  return %r, %q : tensor<?x?xf64>, tensor<?xf64>
}

// A sum that is not over the weights' index needs all columns.
// CHECK-LABEL: func.func @other_index(
// CHECK-NOT:     scf.
// CHECK:         return
func.func @other_index(%w: tensor<?xf64>, %x: tensor<?x?xf64>, %z: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %e = tensor.empty(%d, %n) : tensor<?x?xf64>
  %t = linalg.generic {indexing_maps = [#i, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%w, %x : tensor<?xf64>, tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %p = arith.mulf %a, %b : f64
      linalg.yield %p : f64
  } -> tensor<?x?xf64>
  %r = linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%t, %z : tensor<?x?xf64>, tensor<?x?xf64>) outs(%y : tensor<?x?xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %p = arith.mulf %a, %b : f64
      %s = arith.addf %o, %p : f64
      linalg.yield %s : f64
  } -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// So does one that adds anything but products: e^0 is 1. And whoever reads the weighted columns themselves.
// CHECK-LABEL: func.func @not_products(
// CHECK-NOT:     scf.
// CHECK:         return
func.func @not_products(%w: tensor<?xf64>, %x: tensor<?x?xf64>, %z: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %e = tensor.empty(%d, %n) : tensor<?x?xf64>
  %t = linalg.generic {indexing_maps = [#j, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%w, %x : tensor<?xf64>, tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %p = arith.mulf %a, %b : f64
      linalg.yield %p : f64
  } -> tensor<?x?xf64>
  %r = linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%t, %z : tensor<?x?xf64>, tensor<?x?xf64>) outs(%y : tensor<?x?xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %f = math.exp %a : f64
      %p = arith.mulf %f, %b : f64
      %s = arith.addf %o, %p : f64
      linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %u = linalg.generic {indexing_maps = [#j, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%w, %z : tensor<?xf64>, tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %p = arith.mulf %a, %b : f64
      linalg.yield %p : f64
  } -> tensor<?x?xf64>
  %q = linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%u, %z : tensor<?x?xf64>, tensor<?x?xf64>) outs(%y : tensor<?x?xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %p = arith.mulf %a, %b : f64
      %s = arith.addf %o, %p : f64
      linalg.yield %s : f64
  } -> tensor<?x?xf64>
  return %r, %q, %u : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>
}

// What a sum multiplies with may be computed after the weights are given, and what it adds to even later.
// CHECK-LABEL: func.func @later(
// CHECK-SAME:    %[[W:.*]]: tensor<?xf64>, %[[X:.*]]: tensor<?x?xf64>, %[[Z:.*]]: tensor<?x?xf64>, %[[Y:.*]]: tensor<?x?xf64>)
// CHECK:         %[[SQUARES:.*]] = linalg.generic {{.*}} ins(%[[Z]] :
// CHECK:         "lagrad.either"(%{{.*}}, %{{.*}}, %[[W]])
// CHECK:         "lagrad.either"(%{{.*}}, %{{.*}}, %[[SQUARES]])
// CHECK:         linalg.generic {{.*}} ["parallel", "parallel", "reduction"]}
// CHECK:         linalg.fill
// CHECK:         linalg.generic {{.*}} ["parallel", "reduction"]}
func.func @later(%w: tensor<?xf64>, %x: tensor<?x?xf64>, %z: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %d = tensor.dim %x, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %e = tensor.empty(%d, %n) : tensor<?x?xf64>
  %t = linalg.generic {indexing_maps = [#j, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%w, %x : tensor<?xf64>, tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %p = arith.mulf %a, %b : f64
      linalg.yield %p : f64
  } -> tensor<?x?xf64>
  %squares = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%z : tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) {
    ^bb0(%a: f64, %o: f64):
      %p = arith.mulf %a, %a : f64
      linalg.yield %p : f64
  } -> tensor<?x?xf64>
  %r = linalg.generic {indexing_maps = [#left, #right, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%t, %squares : tensor<?x?xf64>, tensor<?x?xf64>) outs(%y : tensor<?x?xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %p = arith.mulf %a, %b : f64
      %s = arith.addf %o, %p : f64
      linalg.yield %s : f64
  } -> tensor<?x?xf64>
  %ev = tensor.empty(%d) : tensor<?xf64>
  %v = linalg.fill ins(%zero : f64) outs(%ev : tensor<?xf64>) -> tensor<?xf64>
  %q = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]}
      ins(%t : tensor<?x?xf64>) outs(%v : tensor<?xf64>) {
    ^bb0(%a: f64, %o: f64):
      %s = arith.addf %o, %a : f64
      linalg.yield %s : f64
  } -> tensor<?xf64>
  return %r, %q : tensor<?x?xf64>, tensor<?xf64>
}
