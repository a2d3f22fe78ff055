// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%table: tensor<5xf64>, %at: tensor<3xindex>) -> tensor<3xf64> {
  %empty = tensor.empty() : tensor<3xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%at : tensor<3xindex>) outs(%empty : tensor<3xf64>) {
  ^bb0(%i: index, %out: f64):
    %e = tensor.extract %table[%i] : tensor<5xf64>
    %s = math.sin %e : f64
    linalg.yield %s : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// The body gathers from the tangent where it gathers from the tensor.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[T:.*]]: tensor<5xf64>, %[[DT:.*]]: tensor<5xf64>, %[[AT:.*]]: tensor<3xindex>)
// CHECK:         linalg.generic {{.*}} ins(%[[AT]] : tensor<3xindex>)
// CHECK:           tensor.extract %[[T]]
// CHECK:           tensor.extract %[[DT]]
// CHECK-NOT:     linalg.generic
// CHECK-NOT:     scf.for
// CHECK:         return
func.func private @df(tensor<5xf64>, tensor<5xf64>, tensor<3xindex>) -> tensor<3xf64>
    attributes {lagrad.pushforward = @f, lagrad.wrt = [0]}
