// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s
// RUN: lagrad-check %s --size 1
// RUN: lagrad-check %s --size 0

func.func @f(%x: tensor<?x?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf64>) outs(%y : tensor<?xf64>) {
  ^bb0(%a: f64, %acc: f64):
    %p = math.exp %a : f64
    %s = arith.addf %acc, %p : f64
    linalg.yield %s : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// The adjoint has the sizes of its argument, read at run time; sizes of one and zero are no exception.
// The rows of %x and the elements of %y meet in the sum: one value stands for both sizes.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: tensor<?x?xf64>, %[[Y:.*]]: tensor<?xf64>,
// CHECK-DAG:     %[[N:.*]] = tensor.dim %[[Y]], %c0
// CHECK-DAG:     %[[M:.*]] = tensor.dim %[[X]], %c1
// CHECK:         tensor.empty(%[[N]], %[[M]])
func.func private @df(tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?x?xf64>
    attributes {lagrad.pullback = @f, lagrad.wrt = [0]}
